import { isIP } from 'node:net';
import type { Phrase } from '../findings/sentence';
import type { PlainFields, PlainValue } from '../check';
import { isDnsLabel, isDnsSubdomain } from '../names';

/**
 * The rule for the names of a kind. Each is what the API server requires in all versions from 1.30 to 1.35, unless
 * stated otherwise.
 */
export interface NameRule {
  readonly fits: (name: string, json: PlainFields) => boolean;
  /** The requirement on a name, in words. */
  readonly must: (json: PlainFields) => Phrase;
  /** Whether an object may have no name. */
  readonly isOptional?: true;
}

const LABEL = 63;
const SUBDOMAIN = 253;

export function subdomain(phrase: 'subdomain' | 'job-name' | 'cron-job-name', max = SUBDOMAIN): NameRule {
  return { fits: name => isDnsSubdomain(name, max), must: () => ({ phrase, max }) };
}

export function label(phrase: 'label' | 'stateful-set-name' | 'indexed-job-name', max = LABEL): NameRule {
  return { fits: name => name.length <= max && isDnsLabel(name), must: () => ({ phrase, max }) };
}

/** From 1.36 on, a Service's name may begin with a digit. */
export const SERVICE_NAME: NameRule = {
  fits: name => isDnsLabel(name) && /^[a-z]/.test(name),
  must: () => ({ phrase: 'service-name', max: LABEL }),
};

/** Names that are valid in a URL: those of RBAC have colons, and Kubernetes' own have capital letters. */
export const PATH_SEGMENT: NameRule = {
  fits: name => !/[/%]/.test(name) && name !== '.' && name !== '..',
  must: () => ({ phrase: 'path-segment' }),
};

/** Objects that are requests, and never stored. */
export const REVIEW_NAME: NameRule = { ...PATH_SEGMENT, isOptional: true };

export const IP_ADDRESS: NameRule = { fits: name => isIP(name) !== 0, must: () => ({ phrase: 'ip-address' }) };

const SYSTEM_CLASSES = ['system-cluster-critical', 'system-node-critical'];

export const PRIORITY_CLASS_NAME: NameRule = {
  fits: name => isDnsSubdomain(name) && (!name.startsWith('system-') || SYSTEM_CLASSES.includes(name)),
  must: () => ({ phrase: 'priority-class-name', max: SUBDOMAIN }),
};

export const ANY_NAME = subdomain('subdomain', SUBDOMAIN);

/** A name that is composed of fields. If one is missing, the server rejects more than the name. */
export function madeOf(fields: readonly string[], make: (spec: PlainValue) => readonly unknown[]): NameRule {
  const made = ({ spec }: PlainFields) => spec == null || !make(spec).every(Boolean) ? undefined : make(spec).join('.');
  const otherThan = (name: string, json: PlainFields) => made(json) === name ? undefined : made(json);
  return {
    fits: (name, json) => ANY_NAME.fits(name, json) && otherThan(name, json) === undefined,
    must: json => {
      const other = otherThan(`${json.metadata?.name}`, json);
      return other === undefined ? ANY_NAME.must(json) : { phrase: 'made-of-fields', made: other, fields };
    },
  };
}

/** The pods of a Job have its name as a label, unless the user provides their labels. */
const JOB = subdomain('job-name', LABEL);

/** The host names of the pods of an indexed Job consist of its name and their index. */
function jobRule({ spec }: PlainFields): NameRule {
  const completions = spec?.completionMode === 'Indexed' ? Number(spec.completions) : 0;
  if (!(completions > 0)) return spec?.manualSelector === true ? ANY_NAME : JOB;
  return label('indexed-job-name', LABEL - `-${completions - 1}`.length);
}

export const JOB_NAME: NameRule = { fits: (name, json) => jobRule(json).fits(name, json), must: json => jobRule(json).must(json) };
