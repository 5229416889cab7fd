/** What a server refuses for what else is on its cluster, or by how it was started: a judge without a server cannot see it. */
import { ServerVerdict } from './judged';
import { validObject } from './valid-objects';

/** One thing of that sort. */
export interface Unseen {
  readonly what: string;
  /** What the server says. */
  readonly message: RegExp;
  /** The kind that it concerns. @default - any */
  readonly kind?: string;
  /** An object that the server refuses for this reason, and only for this. */
  readonly example: () => any;
}

/** A namespace with a quota, one with limits and one for restricted pods. */
export const STRICT_NAMESPACES: readonly any[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'full' } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'limited' } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'restricted', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'small', namespace: 'limited' },
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Mi' } }] },
  },
];

/** Its status, which a controller else writes, says that it is used up. */
export const USED_UP = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'none', namespace: 'full' },
  spec: { hard: { configmaps: '0' } },
  status: { hard: { configmaps: '0' }, used: { configmaps: '0' } },
};

const service = (changes: Readonly<Record<string, unknown>>) => () => validObject('Service shop', changes);
const COLORS = ['blue', 'red'].map((value) => ({ name: 'COLOR', value }));
const pod = (changes: Readonly<Record<string, unknown>>) => () => validObject('Pod host', changes);

/** All of them. A line whose example the server accepts, or the judge refuses, fails. */
export const UNSEEN: readonly Unseen[] = [
  {
    what: 'a namespace that is not there',
    message: /^namespaces ".*" not found$/s,
    example: () => validObject('ConfigMap shop', { 'metadata.namespace': 'elsewhere' }),
  },
  {
    what: 'an object that is there',
    message: /already exists$/,
    example: () => validObject('ServiceAccount shop', { 'metadata.name': 'default' }),
  },
  {
    what: 'the range of node ports',
    kind: 'Service',
    message: /provided port is not in the valid range/,
    example: () => validObject('Service entry', { 'spec.ports.0.nodePort': 80 }),
  },
  {
    what: 'the range of addresses',
    kind: 'Service',
    message: /failed to allocate IP .*: the provided (IP .* is not in the valid|network does not match the current) range/,
    example: service({ 'spec.clusterIP': '192.0.2.7' }),
  },
  {
    what: 'an address that is taken',
    kind: 'Service',
    message: /failed to allocate IP 10\.0\.0\.1: provided IP is already allocated/,
    example: service({ 'spec.clusterIP': '10.0.0.1' }),
  },
  {
    what: 'that a cluster has one family of addresses',
    kind: 'Service',
    message: /this cluster is not configured for dual-stack services|not configured on this cluster/,
    example: service({ 'spec.ipFamilyPolicy': 'RequireDualStack' }),
  },
  {
    what: 'a family of addresses that a cluster does not have',
    kind: 'Service',
    message: /spec\.ipFamilies\[\d\]: .*not configured on this cluster/,
    example: service({ 'spec.ipFamilies': ['IPv6'] }),
  },
  {
    what: 'a service account that is not there',
    kind: 'Pod',
    message: /error looking up service account .* not found$/s,
    example: pod({ 'spec.serviceAccountName': 'nobody' }),
  },
  {
    what: 'a priority class that is not there',
    kind: 'Pod',
    message: /no PriorityClass with name .* was found$/s,
    example: pod({ 'spec.priorityClassName': 'none' }),
  },
  {
    what: 'a priority beside that of its class',
    kind: 'Pod',
    message: /the integer value of priority \(.*\) must not be provided in pod spec/,
    example: pod({ 'spec.priority': 5 }),
  },
  {
    what: 'a runtime class that is not there',
    kind: 'Pod',
    message: /pod rejected: RuntimeClass .* not found$/s,
    example: pod({ 'spec.runtimeClassName': 'none' }),
  },
  {
    what: 'the security that a namespace wants of pods',
    kind: 'Pod',
    message: /violates PodSecurity "restricted:latest"/,
    example: pod({ 'metadata.namespace': 'restricted' }),
  },
  {
    what: 'a quota',
    message: /is forbidden: exceeded quota/,
    example: () => validObject('ConfigMap shop', { 'metadata.namespace': 'full' }),
  },
  {
    what: 'limits of a namespace',
    message: /is forbidden: maximum storage usage per PersistentVolumeClaim/,
    example: () => validObject('PersistentVolumeClaim shop', { 'metadata.namespace': 'limited' }),
  },
  {
    what: 'a namespace without the label for admin access',
    kind: 'ResourceClaim',
    message: /admin access to devices requires the `.*` label on the containing namespace/,
    example: () => validObject('ResourceClaim gpu', { 'spec.devices.requests.0.exactly.adminAccess': true }),
  },
  {
    what: 'the limit of a request',
    message: /Request entity too large: limit is 3145728/,
    example: () => validObject('ControllerRevision shop', { data: { long: 'x'.repeat(3_200_000) } }),
  },
];

/** The server's verdict without the reasons that are one of these; undefined where no other reason is left. */
export function seenOf(kind: string, server: ServerVerdict): ServerVerdict | undefined {
  const isUnseen = (message: string) => UNSEEN.some((each) => (each.kind ?? kind) === kind && each.message.test(message));
  if (!isUnseen(server.message)) return server;
  // validation alone collects reasons; elsewhere the first one ends the request
  const causes = server.stage === 'validate' ? (server.causes ?? []).filter(({ field, message }) => !isUnseen(`${field}: ${message}`)) : [];
  return causes.length > 0 ? { ...server, causes } : undefined;
}

/** What server-side apply refuses beyond a create: it merges lists by keys, or as sets. */
export const APPLY_REFUSES: readonly Omit<Unseen, 'kind'>[] = [
  {
    what: 'a variable twice',
    message: /: duplicate entries for key \[\w+=/,
    example: () => validObject('Deployment shop', { 'spec.template.spec.containers.0.env': COLORS }),
  },
  {
    what: 'a value twice in a set',
    message: /: duplicate entries for key \[=/,
    example: () => validObject('ConfigMap shop', { 'metadata.finalizers': ['example.com/keep', 'example.com/keep'] }),
  },
  {
    what: 'an entry without its key',
    message: /: associative list with keys has an element that omits all key fields/,
    example: () => validObject('ServiceAccount shop', { 'secrets.0': {} }),
  },
  {
    what: 'an entry that is null',
    message: /: associative list with(out)? keys (may not have a null element|has an element that's an explicit null)/,
    example: () => validObject('ServiceAccount shop', { 'secrets.0': null }),
  },
];

/** What only server-side apply takes: it reads numbers as int64 and cuts off what the field has no room for. */
export const APPLY_ACCEPTS: readonly Omit<Unseen, 'kind'>[] = [
  {
    what: 'a number beyond int32',
    message: /cannot unmarshal number \d+ into Go struct field .* of type int32/,
    example: () => validObject('PriorityClass high', { value: 2 ** 32 + 7 }),
  },
];
