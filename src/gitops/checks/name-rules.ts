import { isIP } from 'node:net';
import { isDnsLabel, isDnsSubdomain } from '../../private/names';

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

function subdomain(max = SUBDOMAIN, why?: string): NameRule {
  return {
    fits: name => isDnsSubdomain(name, max),
    must: () => `be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', ${atMost(max, why)})`,
  };
}

function label(max = LABEL, why?: string): NameRule {
  return {
    fits: name => name.length <= max && isDnsLabel(name),
    must: () => `be a DNS-1123 label (lower-case letters, digits and '-', ${atMost(max, why)})`,
  };
}

/** From 1.36 on, a Service's name may begin with a digit. */
const SERVICE: NameRule = {
  fits: name => isDnsLabel(name) && /^[a-z]/.test(name),
  must: () => `be a DNS-1035 label (lower-case letters, digits and '-', beginning with a letter, ${atMost(LABEL)})`,
};

/** What can stand in a URL: names of RBAC have colons, and Kubernetes' own have capital letters. */
const PATH_SEGMENT: NameRule = {
  fits: name => !/[/%]/.test(name) && name !== '.' && name !== '..',
  must: () => 'be a text without \'/\' and \'%\', and neither \'.\' nor \'..\'',
};

/** Objects that are asked, and never kept. */
const REVIEW: NameRule = { ...PATH_SEGMENT, isOptional: true };

const IP_ADDRESS: NameRule = { fits: name => isIP(name) !== 0, must: () => 'be an IP address' };

const SYSTEM_CLASSES = ['system-cluster-critical', 'system-node-critical'];

const PRIORITY_CLASS: NameRule = {
  fits: name => isDnsSubdomain(name) && (!name.startsWith('system-') || SYSTEM_CLASSES.includes(name)),
  must: () => `be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', ${atMost(SUBDOMAIN)}) that does not begin with "system-"`,
};

const ANY_KIND: NameRule = subdomain();

/** A name that is made of fields. Where they are missing, the server refuses more than the name. */
function madeOf(fields: string, make: (spec: any) => readonly unknown[]): NameRule {
  const made = ({ spec }: any) => spec == null || !make(spec).every(Boolean) ? undefined : make(spec).join('.');
  const isOther = (name: string, json: any) => made(json) !== undefined && made(json) !== name;
  return {
    fits: (name, json) => ANY_KIND.fits(name, json) && !isOther(name, json),
    must: json => isOther(json.metadata.name, json) ? `be ${JSON.stringify(made(json))}, as ${fields} say` : ANY_KIND.must(json),
  };
}

/** The pods of a Job have its name as a label, unless their labels are the user's. */
const JOB = subdomain(LABEL, 'its pods have it as a label');

/** The pods of an indexed Job have its name and their index for a host name. */
function jobRule({ spec }: any): NameRule {
  if (spec?.completionMode !== 'Indexed' || !(spec.completions > 0)) return spec?.manualSelector === true ? ANY_KIND : JOB;
  return label(LABEL - `-${spec.completions - 1}`.length, 'its pods have it and their index for a host name');
}

/** Kinds whose rule is not that of all others, by group and kind. */
const RULES: Readonly<Record<string, NameRule>> = {
  '/Event': PATH_SEGMENT,
  '/Namespace': label(),
  '/Service': SERVICE,
  'apiextensions.k8s.io/CustomResourceDefinition': madeOf('spec.names.plural and spec.group', ({ names, group }) => [names?.plural, group]),
  'apiregistration.k8s.io/APIService': madeOf('spec.version and spec.group', ({ version, group }) => [version, group]),
  // the server takes 63 characters; the pods are refused then
  'apps/StatefulSet': label(52, 'its pods have it and a hash as a label'),
  'batch/CronJob': subdomain(52, 'its jobs have it and the time'),
  'batch/Job': { fits: (name, json) => jobRule(json).fits(name, json), must: json => jobRule(json).must(json) },
  'certificates.k8s.io/CertificateSigningRequest': PATH_SEGMENT,
  'certificates.k8s.io/ClusterTrustBundle': PATH_SEGMENT,
  'networking.k8s.io/IPAddress': IP_ADDRESS,
  'policy/PodDisruptionBudget': PATH_SEGMENT,
  'rbac.authorization.k8s.io/ClusterRole': PATH_SEGMENT,
  'rbac.authorization.k8s.io/ClusterRoleBinding': PATH_SEGMENT,
  'rbac.authorization.k8s.io/Role': PATH_SEGMENT,
  'rbac.authorization.k8s.io/RoleBinding': PATH_SEGMENT,
  'scheduling.k8s.io/PriorityClass': PRIORITY_CLASS,
};

/** The rule for the names of a kind. */
export function nameRuleOf(group: string, kind: string): NameRule {
  if (group === 'authentication.k8s.io' || group === 'authorization.k8s.io') return REVIEW;
  // served by an API server of its own, which takes user:name and Group names of a directory
  if (group.endsWith('.openshift.io')) return PATH_SEGMENT;
  return RULES[`${group}/${kind}`] ?? ANY_KIND;
}
