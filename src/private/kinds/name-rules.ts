import { isIP } from 'node:net';
import { isDnsLabel, isDnsSubdomain } from '../names';

/** What the names of a kind must be. Each is what the API server asks in all versions from 1.30 to 1.35, unless it says otherwise. */
export interface NameRule {
  readonly fits: (name: string, json: any) => boolean;
  /** `must …`. */
  readonly must: (json: any) => string;
  /** Whether an object may go without a name. */
  readonly isOptional?: true;
}

const LABEL = 63;
const SUBDOMAIN = 253;

const atMost = (max: number, why?: string) => `at most ${max} characters${why ? `, since ${why}` : ''}`;

export function subdomain(max = SUBDOMAIN, why?: string): NameRule {
  return {
    fits: name => isDnsSubdomain(name, max),
    must: () => `be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', ${atMost(max, why)})`,
  };
}

export function label(max = LABEL, why?: string): NameRule {
  return {
    fits: name => name.length <= max && isDnsLabel(name),
    must: () => `be a DNS-1123 label (lower-case letters, digits and '-', ${atMost(max, why)})`,
  };
}

/** From 1.36 on, a Service's name may begin with a digit. */
export const SERVICE_NAME: NameRule = {
  fits: name => isDnsLabel(name) && /^[a-z]/.test(name),
  must: () => `be a DNS-1035 label (lower-case letters, digits and '-', beginning with a letter, ${atMost(LABEL)})`,
};

/** What can stand in a URL: names of RBAC have colons, and Kubernetes' own have capital letters. */
export const PATH_SEGMENT: NameRule = {
  fits: name => !/[/%]/.test(name) && name !== '.' && name !== '..',
  must: () => 'be a text without \'/\' and \'%\', and neither \'.\' nor \'..\'',
};

/** Of objects that are asked, and never kept. */
export const REVIEW_NAME: NameRule = { ...PATH_SEGMENT, isOptional: true };

export const IP_ADDRESS: NameRule = { fits: name => isIP(name) !== 0, must: () => 'be an IP address' };

const SYSTEM_CLASSES = ['system-cluster-critical', 'system-node-critical'];

export const PRIORITY_CLASS_NAME: NameRule = {
  fits: name => isDnsSubdomain(name) && (!name.startsWith('system-') || SYSTEM_CLASSES.includes(name)),
  must: () => `be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', ${atMost(SUBDOMAIN)}) that does not begin with "system-"`,
};

export const ANY_NAME: NameRule = subdomain();

/** A name that is made of fields. Where they are missing, the server refuses more than the name. */
export function madeOf(fields: string, make: (spec: any) => readonly unknown[]): NameRule {
  const made = ({ spec }: any) => spec == null || !make(spec).every(Boolean) ? undefined : make(spec).join('.');
  const isOther = (name: string, json: any) => made(json) !== undefined && made(json) !== name;
  return {
    fits: (name, json) => ANY_NAME.fits(name, json) && !isOther(name, json),
    must: json => isOther(json.metadata.name, json) ? `be ${JSON.stringify(made(json))}, as ${fields} say` : ANY_NAME.must(json),
  };
}

/** The pods of a Job have its name as a label, unless their labels are the user's. */
const JOB = subdomain(LABEL, 'its pods have it as a label');

/** The pods of an indexed Job have its name and their index for a host name. */
function jobRule({ spec }: any): NameRule {
  if (spec?.completionMode !== 'Indexed' || !(spec.completions > 0)) return spec?.manualSelector === true ? ANY_NAME : JOB;
  return label(LABEL - `-${spec.completions - 1}`.length, 'its pods have it and their index for a host name');
}

export const JOB_NAME: NameRule = { fits: (name, json) => jobRule(json).fits(name, json), must: json => jobRule(json).must(json) };
