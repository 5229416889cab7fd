import { Finding, found, FINE, Path, Shown } from '../../base/findings/finding';
import { PlainFields, asObject, isObject, listOf } from '../../base/check';
import { PlacedValue, fieldPlace, valuesAt } from '../../base/kind-of';
import { definedFields } from '../../base/plain';

/** The Pod Security Standard that the pods keep. */
export enum PodSecurity {
  /** Forbids nothing, for pods that change their node. It overrides a default of a platform or an application. */
  PRIVILEGED = 'privileged',
  /** Forbids everything that is known to give a pod more rights than it should have. */
  BASELINE = 'baseline',
  /**
   * Enforces current best practice: no root, no privileges. Required values that the program leaves out are written:
   * `runAsNonRoot: true`, `seccompProfile: RuntimeDefault`, `allowPrivilegeEscalation: false`, and all capabilities
   * dropped.
   */
  RESTRICTED = 'restricted',
}

// the rules of the Pod Security Standards for Linux, as the admission controller of Kubernetes 1.34 applies them

/** The values that a field may have if it is set. */
interface StandardRule {
  /** The path in the spec of the pod; `[]` stands for each element, and `containers` for init containers too. */
  readonly field: string;
  readonly allowed: readonly (string | number | boolean)[];
}

const STARTUP = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop'];

const inEachContext = (field: string, allowed: StandardRule['allowed']): StandardRule[] =>
  ['securityContext', 'containers[].securityContext'].map(context => ({ field: `${context}.${field}`, allowed }));

const PROFILES = ['RuntimeDefault', 'Localhost'];

/** The capabilities that the baseline standard lets a container add: those of Docker by default, without `NET_RAW`. */
const CAPABILITIES = [
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID',
  'SETPCAP', 'SETUID', 'SYS_CHROOT',
];

/** The sysctls that are safe: the kernel keeps them apart by namespaces, so that a pod affects only itself. */
const SYSCTLS = [
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range', 'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies', 'net.ipv4.tcp_wmem',
];

/** The baseline standard. A field that is not set violates none of its rules. */
const BASELINE: readonly StandardRule[] = [
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(field => ({ field, allowed: [false] })),
  { field: 'volumes[].hostPath', allowed: [] },
  { field: 'containers[].ports[].hostPort', allowed: [0] },
  ...STARTUP.flatMap(probe => ['httpGet', 'tcpSocket'].map(handler =>
    ({ field: `containers[].${probe}.${handler}.host`, allowed: [''] }))),
  { field: 'containers[].securityContext.privileged', allowed: [false] },
  { field: 'containers[].securityContext.procMount', allowed: ['Default'] },
  { field: 'containers[].securityContext.capabilities.add[]', allowed: CAPABILITIES },
  ...inEachContext('windowsOptions.hostProcess', [false]),
  ...inEachContext('appArmorProfile.type', PROFILES),
  ...inEachContext('seccompProfile.type', PROFILES),
  ...inEachContext('seLinuxOptions.type',
    ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']),
  ...inEachContext('seLinuxOptions.user', ['']),
  ...inEachContext('seLinuxOptions.role', ['']),
  { field: 'securityContext.sysctls[].name', allowed: SYSCTLS },
];

/** The values that the restricted standard limits further than the baseline; the rest of the baseline applies too. */
const RESTRICTED: readonly StandardRule[] = [
  { field: 'containers[].securityContext.allowPrivilegeEscalation', allowed: [false] },
  { field: 'containers[].securityContext.capabilities.add[]', allowed: ['NET_BIND_SERVICE'] },
  ...inEachContext('runAsNonRoot', [true]),
];

const SOURCES = [
  'configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret',
];

/** A spec of pods, completed with the required values that it leaves out. */
export function withStandard(spec: PlainFields, standard: PodSecurity): object {
  if (standard !== PodSecurity.RESTRICTED) return spec;
  const own = definedFields(asObject(spec.securityContext));
  // Kubernetes rejects fields for Linux in pods for Windows
  if (spec.os?.name === 'windows') return { ...spec, securityContext: { runAsNonRoot: true, ...own } };
  const contained = (each: PlainFields) => {
    const context = definedFields(asObject(each.securityContext));
    const capabilities = { drop: ['ALL'], ...definedFields(asObject(context.capabilities)) };
    return { ...each, securityContext: { allowPrivilegeEscalation: false, ...context, capabilities } };
  };
  const lists = ['containers', 'initContainers'].filter(name => Array.isArray(spec[name])).map(name =>
    [name, listOf(spec[name]).map(each => isObject(each) ? contained(each) : each)]);
  const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' }, ...own };
  return { ...spec, ...Object.fromEntries(lists), securityContext };
}

/** The values of a field of the spec, with their paths. */
function fieldsAt(spec: unknown, field: string): PlacedValue[] {
  return valuesAt(spec, [], [...new Set([field, field.replace(/^containers/, 'initContainers')])].map(fieldPlace));
}

/** Findings on what the standard forbids in a spec of pods. Required values that are missing are not reported. */
export function againstStandard(spec: unknown, standard: PodSecurity | undefined): Finding[] {
  if (standard == null || standard === PodSecurity.PRIVILEGED) return FINE;
  const isRestricted = standard === PodSecurity.RESTRICTED;
  const others = BASELINE.filter(({ field }) => !RESTRICTED.some(each => each.field === field));
  const rules = isRestricted ? [...RESTRICTED, ...others] : BASELINE;
  const findings = rules.flatMap(({ field, allowed }) => fieldsAt(spec, field).flatMap(({ path, value: given }) => {
    if (allowed.some(each => each === given)) return FINE;
    const [values, value] = [allowed.filter(each => each !== '').map(String), Shown.of(given)];
    return found('pod-security', path, values.length === 0 ? { reason: 'must-not-be-set', standard }
      : allowed.length === 1 ? { reason: 'must-be', standard, only: values[0], value }
        : { reason: 'not-allowed', standard, allowed: values, value });
  }));
  if (!isRestricted) return findings;
  // what no list of values expresses
  const sources = fieldsAt(spec, 'volumes[]').flatMap(({ path, value }) => Object.keys(definedFields(asObject(value)))
    .filter(source => source !== 'name' && !SOURCES.includes(source)).map(source => [...path, source]));
  const drops = fieldsAt(spec, 'containers[].securityContext.capabilities.drop')
    .filter(({ value }) => !listOf(value).some(each => each === 'ALL'));
  const users = inEachContext('runAsUser', []).flatMap(({ field }) => fieldsAt(spec, field))
    .filter(({ value }) => value === 0);
  return [
    ...findings,
    ...sources.flatMap(at => found('pod-security', at, { reason: 'source', standard, allowed: SOURCES })),
    ...drops.flatMap(({ path }) => found('pod-security', path, { reason: 'drop', standard })),
    ...users.flatMap(({ path }) => found('pod-security', path, { reason: 'root', standard })),
  ];
}

/**
 * Findings of a standard on a spec of pods as it is applied: forbidden values, and missing values that the stricter
 * standard requires, in the pod or in each container.
 */
export function podSecurityFindings(spec: PlainFields, standard: PodSecurity): Finding[] {
  const forbidden = againstStandard(spec, standard);
  if (standard !== PodSecurity.RESTRICTED) return forbidden;
  const containers = ['containers', 'initContainers'].flatMap(kind => listOf(spec[kind]).map((each, i) =>
    ({ at: [kind, i, 'securityContext'], context: definedFields(asObject(each?.securityContext)) })));
  const ofPod = definedFields(asObject(spec.securityContext));
  const lacking = (field: (context: PlainFields) => unknown) =>
    containers.filter(({ context }) => field(context) == null);
  const isSet = (field: (context: PlainFields) => unknown) => field(ofPod) != null
    || containers.length > 0 && lacking(field).length === 0;
  const value = Shown.of(undefined);
  const must = (at: Path, only: string) => found('pod-security', at, { reason: 'must-be', standard, only, value });
  const user = isSet(each => each.runAsNonRoot) ? FINE : must(['securityContext', 'runAsNonRoot'], 'true');
  // Kubernetes rejects fields for Linux in pods for Windows
  if (spec.os?.name === 'windows') return [...forbidden, ...user];
  const ofProfile = { reason: 'not-allowed', standard, allowed: PROFILES, value } as const;
  return [
    ...forbidden,
    ...user,
    ...isSet(each => each.seccompProfile?.type) ? FINE
      : found('pod-security', 'securityContext.seccompProfile.type', ofProfile),
    ...lacking(each => each.allowPrivilegeEscalation)
      .flatMap(({ at }) => must([...at, 'allowPrivilegeEscalation'], 'false')),
    ...lacking(each => each.capabilities?.drop)
      .flatMap(({ at }) => found('pod-security', [...at, 'capabilities', 'drop'], { reason: 'drop', standard })),
  ];
}
