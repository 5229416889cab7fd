import { isIP } from 'net';
import { metricSpec, replicaRange, scalingBehavior } from './autoscaling';
import { envName, namedPort, oldEnvName, oneSource as oneValueSource } from './pods';
import { bad, Check, Finding, FINE, found, must, ParametersOf, saying } from '../findings/finding';
import { At, joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { labelSelector, unmet } from '../objects/labels';
import { all, asObject, filled, isObject, list, listOf, object, oneOf, PlainValue, whole } from '../private/check';
import { isDnsLabel, objectName } from '../private/names';
import { cidr, excepted, host, isUnresolvedPath, port, portOrName } from '../private/network';
import { amountOf } from '../private/quantity';
import { isSubstituted } from '../private/substitution';

// Requirements of API servers on Kubernetes' own objects beyond the types in their specification, each within one of its definitions. The
// server validates more: these are common mistakes.

const violated = (at: At, field: At, parameters: ParametersOf<'schema-violation'>) =>
  found('schema-violation', joinPath(at, field), parameters);

const warned = (findings: readonly Finding[]) => findings.map(each => ({ ...each, isWarning: true }));

const has = (value: PlainValue | undefined, field: string) => value?.[field] != null;

/** Exactly one of these fields. */
const oneField = (...fields: readonly string[]): Check => (value, at) => {
  const given = fields.filter(each => has(value, each));
  return given.length === 1 ? FINE : found('schema-violation', at, { reason: 'one-field', fields, given });
};

/** At most one of these fields. */
const noTwo = (...fields: readonly string[]): Check => (value, at) => {
  const given = fields.filter(each => has(value, each));
  return given.length < 2 ? FINE : found('schema-violation', at, { reason: 'one-field', fields, given });
};

/** At least one of these fields. */
const someField = (...fields: readonly string[]): Check => (value, at) =>
  fields.some(each => has(value, each)) ? FINE : found('schema-violation', at, { reason: 'any-field', fields });

const counts = (min: number, ...fields: readonly string[]) => object(Object.fromEntries(fields.map(each => [each, whole(min)])));

const some = (what: string) => list(() => FINE, { min: 1, what });

const address = must(value => typeof value === 'string' && isIP(value) > 0, 'schema-violation', saying('must be an IP address'));

/** The bits of a file's mode, in decimal as YAML reads them. */
const mode = whole(0, 0o777);

const belowVolume: Check = (value, at) => typeof value !== 'string' || !value.startsWith('/') && !value.split('/').includes('..') ? FINE
  : bad('schema-violation', saying("must be a path below the volume, without '..'"), at, value);

/** At most one source: Kubernetes gives a volume without one an empty directory. */
const oneSource: Check = (value, at) => noTwo(...Object.keys(asObject(value)).filter(each => each !== 'name'))(value, at);

type Amounts = Record<string, unknown>;

const entriesOf = (amounts: unknown) => Object.entries(asObject<Amounts>(amounts));

const belowLimits: Check = ({ requests, limits }: PlainValue, at) => entriesOf(requests).flatMap(([name, request]) => {
  const limit = asObject<Amounts>(limits)[name];
  const [least, most] = [amountOf(request), amountOf(limit)];
  const [field, value] = [['requests', name], Shown.of(request)];
  if (least === undefined) return FINE;
  if (least < 0n) return violated(at, field, { reason: 'bound', relation: 'at least', bound: 0, value });
  return most === undefined || least <= most ? FINE : violated(at, field, {
    reason: 'bound', relation: 'at most', bound: `the limit (${limit})`, value,
  });
});

/** The restart policies of the pods that a workload may create. */
const restarts = (...allowed: readonly string[]): Check => (value, at) => {
  const { restartPolicy } = asObject(value?.template?.spec);
  const isFine = restartPolicy == null ? allowed.includes('Always') : allowed.includes(restartPolicy as string);
  const field = joinPath(at, 'template.spec.restartPolicy');
  if (isFine || typeof restartPolicy === 'string' && isSubstituted(restartPolicy)) return FINE;
  return restartPolicy == null ? found('missing-field', field, { reason: 'one-of', allowed })
    : found('invalid-value', field, { reason: 'one-of', allowed, value: Shown.of(restartPolicy) });
};

const isEmpty = (value: unknown) => value == null || Object.keys(value).length === 0;

/** Kubernetes rejects a workload that selects all pods, or does not select its own. */
const selectsItsPods: Check = ({ selector, template }: PlainValue, at) => {
  if (isObject(selector) && isEmpty(selector.matchLabels) && isEmpty(selector.matchExpressions)) {
    return found('missing-field', joinPath(at, 'selector.matchLabels'), { reason: 'labels' });
  }
  // an invalid selector is reported by its own check
  if (!isObject(selector) || labelSelector(selector, '').length > 0) return FINE;
  const rules = unmet(selector, asObject<Record<string, string>>(template?.metadata?.labels));
  return rules.length === 0 ? FINE : found('selector-mismatch', joinPath(at, 'selector'), { reason: 'unselected', missing: rules });
};

const endless = all(counts(0, 'replicas', 'minReadySeconds'), restarts('Always'), selectsItsPods);

const steps: Check = ({ maxSurge, maxUnavailable }: PlainValue, at) => {
  const isNone = (value: unknown) => value === 0 || value === '0%';
  return isNone(maxSurge) && isNone(maxUnavailable)
    ? violated(at, 'maxUnavailable', saying('must not be 0 where maxSurge is 0: no pod could be replaced', 'raise one of them')) : FINE;
};

const OF_LASTING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

const initProbes: Check = ({ initContainers }: PlainValue, at) => listOf(initContainers).flatMap((each, i) => {
  const given = each?.restartPolicy === 'Always' ? [] : OF_LASTING.filter(field => has(each, field));
  return given.flatMap(field => violated(at, ['initContainers', i, field],
    saying('must not be set: an init container ends before the others start, unless its restartPolicy is Always', 'leave it out')));
});

const dns: Check = ({ dnsPolicy, dnsConfig }: PlainValue, at) => dnsPolicy === 'None' && listOf(dnsConfig?.nameservers).length === 0
  ? found('missing-field', joinPath(at, 'dnsConfig.nameservers'), { reason: 'required' }) : FINE;

const tolerates: Check = ({ key, operator, value }: PlainValue, at) => {
  if (!key && operator !== 'Exists') {
    return violated(at, 'operator', saying('must be Exists, since there is no key', 'give the key, or use Exists'));
  }
  return operator === 'Exists' && value ? violated(at, 'value', saying('must not be set with operator Exists',
    'leave it out, or use Equal')) : FINE;
};

const claim: Check = (value, at) => {
  const storage: unknown = value?.resources?.requests?.storage;
  const field = joinPath(at, 'resources.requests.storage');
  if (storage == null) return found('missing-field', field, { reason: 'required' });
  const amount = amountOf(storage);
  return amount === undefined || amount > 0n ? FINE : violated('', field, {
    reason: 'bound', relation: 'greater than', bound: 0, value: Shown.of(storage),
  });
};

// a value that is filled in later is not a number here, so that no comparison with it reports anything

const ingressPath: Check = ({ path, pathType }: PlainValue, at) => {
  const isNeeded = pathType === 'Exact' || pathType === 'Prefix';
  const fits = path == null || path === '' ? !isNeeded : typeof path !== 'string' || path.startsWith('/');
  if (!fits) return violated(at, 'path', { ...saying("must begin with '/'"), value: Shown.of(path) });
  return isNeeded && isUnresolvedPath(path) ? bad('invalid-path', 'resolved-path', joinPath(at, 'path'), path) : FINE;
};

const ingressHost: Check = (value, at) => value === '*' ? bad('invalid-host', 'host', at, value) : host(value, at);

/** A rule accepts only names, while a certificate may be for addresses too. */
const ruleHost: Check = (value, at) => isIP(String(value)) > 0 ? bad('invalid-host', 'host', at, value) : ingressHost(value, at);

/** A pod that becomes ready only after the deadline counts as failed before. */
const deadline: Check = ({ minReadySeconds, progressDeadlineSeconds: value }: PlainValue, at) =>
  value != null && Number(value) <= Number(minReadySeconds ?? 0)
    ? violated(at, 'progressDeadlineSeconds', {
      reason: 'bound', relation: 'greater than', bound: Number(minReadySeconds ?? 0), value: Shown.of(value),
    }) : FINE;

const peer: Check = (value, at) => has(value, 'ipBlock')
  ? noTwo('ipBlock', has(value, 'podSelector') ? 'podSelector' : 'namespaceSelector')(value, at)
  : someField('ipBlock', 'namespaceSelector', 'podSelector')(value, at);

const endPort: Check = ({ port: first, endPort: last }: PlainValue, at) => {
  if (last == null) return FINE;
  const field = joinPath(at, 'port');
  if (first == null) return found('missing-field', field, { reason: 'required' });
  // a range cannot start at a named port; a value that is filled in later is not checked, as everywhere
  if (typeof first === 'string') return bad('invalid-port', 'port', field, first);
  return Number(first) > Number(last) ? violated(at, 'endPort', {
    reason: 'bound', relation: 'at least', bound: Number(first), value: Shown.of(last),
  }) : FINE;
};

const recreate: Check = ({ type, rollingUpdate }: PlainValue, at) => type !== 'Recreate' || rollingUpdate == null ? FINE
  : violated(at, 'rollingUpdate', saying('must not be set with type Recreate', 'leave it out'));

/** A percentage, or a number. */
const share = (most = 100): Check => (value, at) => {
  const [, percent] = typeof value === 'string' && /^(\d+)%$/.exec(value) || [];
  return typeof value === 'number' && value >= 0 || percent !== undefined && Number(percent) <= most ? FINE
    : bad('schema-violation', saying('must be a number of pods, or a percentage from 0% to 100%'), at, value);
};


/** What the server takes for a zero. */
const DEFAULTS = { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 };

const zeros: Check = (value, at) => Object.entries(DEFAULTS).flatMap(([field, number]) => value?.[field] !== 0 ? FINE : warned(
  violated(at, field, saying(`counts as unset if it is 0: the server makes it ${number}`, 'leave it out, or write what is meant')),
));

/** Servers before 1.35 drop the field, unless they have the feature gate. */
const keptSince135: Rule = ({ maxUnavailable }: PlainValue, at, version) =>
  maxUnavailable == null || version === undefined || Number(version.slice('1.'.length)) >= 35 ? FINE
    : warned(violated(at, 'maxUnavailable',
      saying('is dropped by servers before 1.35, unless they have the feature gate MaxUnavailableStatefulSet', 'leave it out')));

const header = must(value => typeof value === 'string' && /^[-A-Za-z0-9]+$/.test(value), 'invalid-value', 'header-name');

const externalName: Check = ({ type, externalName: name }: PlainValue, at) => type !== 'ExternalName' || name ? FINE
  : found('missing-field', joinPath(at, 'externalName'), { reason: 'required' });

const inTemplate: Check = ({ spec }: PlainValue, at) => listOf(spec?.ephemeralContainers).length === 0 ? FINE
  : violated(at, 'spec.ephemeralContainers', saying('must not be set in a template: ephemeral containers are added to pods that run',
    'leave it out'));

const images: Check = (value, at) => ['containers', 'initContainers'].flatMap(kind => listOf(value?.[kind]).flatMap((each, i) =>
  each?.image ? FINE : found('missing-field', joinPath(at, [kind, i, 'image']), { reason: 'required' })));

/** A rule is for resources, or for URLs. */
const grants: Check = (value, at) => has(value, 'nonResourceURLs') ? FINE
  : object({ apiGroups: some('group'), resources: some('resource') }, ['apiGroups', 'resources'])(value, at);

const label = must(isDnsLabel, 'invalid-name', 'dns-label');
const named = object({ name: filled }, ['name']);
const modes = object({ defaultMode: mode, items: list(object({ mode })) });
const users = counts(0, 'runAsUser', 'runAsGroup', 'fsGroup');
const job = all(
  counts(0, 'backoffLimit', 'completions', 'parallelism', 'ttlSecondsAfterFinished'),
  restarts('OnFailure', 'Never'),
);
const succeedsOnce = object({ successThreshold: whole(0, 1) });

/** A check that may need the version of Kubernetes that applies the objects, if it is known. */
type Rule = (value: PlainValue, field: string, version?: string) => readonly Finding[];

/** The rules, by the definition in the specification to whose values they apply. */
export const RULES: Readonly<Record<string, Rule>> = {
  'meta/v1.LabelSelector': labelSelector,
  'meta/v1.OwnerReference': object({ apiVersion: filled, kind: filled, name: filled, uid: filled }),
  'apps/v1.DaemonSetSpec': endless,
  'apps/v1.DeploymentSpec': all(endless, counts(0, 'revisionHistoryLimit'), deadline),
  'apps/v1.DeploymentStrategy': recreate,
  'apps/v1.ReplicaSetSpec': endless,
  'apps/v1.RollingUpdateDeployment': all(object({ maxSurge: share(Infinity), maxUnavailable: share() }), steps),
  'apps/v1.RollingUpdateStatefulSetStrategy': keptSince135,
  'apps/v1.StatefulSetSpec': endless,
  'autoscaling/v2.HorizontalPodAutoscalerBehavior': scalingBehavior,
  'autoscaling/v2.HorizontalPodAutoscalerSpec': all(counts(1, 'maxReplicas', 'minReplicas'), replicaRange),
  'autoscaling/v2.MetricSpec': metricSpec,
  'batch/v1.JobSpec': job,
  'networking.k8s.io/v1.HTTPIngressPath': ingressPath,
  'networking.k8s.io/v1.IPBlock': all(object({ cidr, except: list(cidr) }, ['cidr']), excepted),
  'networking.k8s.io/v1.IngressBackend': oneField('service', 'resource'),
  'networking.k8s.io/v1.IngressRule': object({ host: ruleHost }),
  'networking.k8s.io/v1.IngressSpec': someField('defaultBackend', 'rules'),
  'networking.k8s.io/v1.IngressTLS': object({ hosts: list(ingressHost) }),
  'networking.k8s.io/v1.NetworkPolicyPeer': peer,
  'networking.k8s.io/v1.NetworkPolicyPort': all(object({ port: portOrName }), endPort),
  'networking.k8s.io/v1.ServiceBackendPort': oneField('name', 'number'),
  'policy/v1.PodDisruptionBudgetSpec': all(
    noTwo('minAvailable', 'maxUnavailable'), object({ minAvailable: share(), maxUnavailable: share() }),
  ),
  'rbac.authorization.k8s.io/v1.PolicyRule': all(object({ verbs: some('verb') }, ['verbs']), grants),
  'rbac.authorization.k8s.io/v1.RoleRef': object({ apiGroup: oneOf('rbac.authorization.k8s.io'), kind: oneOf('ClusterRole', 'Role') }),
  'rbac.authorization.k8s.io/v1.Subject': object({ kind: oneOf('Group', 'ServiceAccount', 'User') }),
  'v1.ConfigMapEnvSource': named,
  'v1.ConfigMapKeySelector': object({ name: filled, key: filled }, ['name']),
  'v1.ConfigMapVolumeSource': all(named, modes),
  'v1.EnvFromSource': oneField('configMapRef', 'secretRef'),
  'v1.EnvVar': (value, at, version) => [
    ...object({ name: version === '1.31' ? oldEnvName : envName })(value, at), ...oneValueSource(value, at),
  ],
  'v1.EnvVarSource': oneField('configMapKeyRef', 'fieldRef', 'fileKeyRef', 'resourceFieldRef', 'secretKeyRef'),
  'v1.ExecAction': object({ command: some('word') }, ['command']),
  'v1.GRPCAction': object({ port }),
  'v1.Container': object({ livenessProbe: succeedsOnce, startupProbe: succeedsOnce }),
  'v1.HTTPGetAction': object({ port: namedPort, httpHeaders: list(object({ name: header })) }),
  'v1.HostAlias': object({ ip: address }),
  'v1.LifecycleHandler': oneField('exec', 'httpGet', 'sleep', 'tcpSocket'),
  'v1.NodeSelector': object({ nodeSelectorTerms: some('term') }),
  'v1.PersistentVolumeClaimSpec': all(object({ accessModes: some('access mode') }, ['accessModes']), claim),
  'v1.PodAffinityTerm': object({ topologyKey: filled }),
  'v1.PodSecurityContext': users,
  'v1.PodSpec': all(object({ hostname: label, subdomain: label, serviceAccountName: objectName }), images, initProbes, dns),
  'v1.PodTemplateSpec': inTemplate,
  'v1.Probe': all(
    oneField('exec', 'grpc', 'httpGet', 'tcpSocket'),
    counts(0, 'failureThreshold', 'initialDelaySeconds', 'periodSeconds', 'successThreshold', 'timeoutSeconds'),
    zeros,
  ),
  'v1.ResourceRequirements': belowLimits,
  'v1.SecretEnvSource': named,
  'v1.SecretKeySelector': object({ name: filled, key: filled }, ['name']),
  'v1.SecretVolumeSource': modes,
  'v1.SecurityContext': users,
  'v1.ServiceSpec': externalName,
  'v1.TCPSocketAction': object({ port: namedPort }),
  'v1.Toleration': tolerates,
  'v1.TopologySpreadConstraint': object({ maxSkew: whole(1), topologyKey: filled }),
  'v1.Volume': all(object({ name: label }), oneSource),
  'v1.VolumeMount': object({ subPath: belowVolume }),
};
