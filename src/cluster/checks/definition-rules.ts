import { isIP } from 'net';
import { envName, portNumberOrName, oldEnvName, oneSource, quotedPort } from './pods';
import { all, asObject, filled, isObject, list, listOf, object, oneOf, PlainValue, whole } from '../../base/check';
import {
  asWarnings, At, bad, Check, Finding, FINE, found, joinPath, ParametersOf, ownWords, Shown,
} from '../../base/findings/finding';
import { amountOf } from '../../base/quantity';
import { isSubstituted } from '../../base/substitution';
import { host, isUnresolvedPath, port } from '../../base/addresses';
import { labelSelector, unmet } from '../objects/selectors';

// Requirements of API servers on Kubernetes' own objects beyond the types in their specification, each within one of
// its definitions, that people often miss. The server's own code, which `validate` runs where it is installed, knows
// the others.

const violated = (at: At, field: At, parameters: ParametersOf<'schema-violation'>) =>
  found('schema-violation', joinPath(at, field), parameters);

/** Exactly one of these fields. */
const oneField = (...fields: readonly string[]): Check => (value, at) => {
  const given = fields.filter(each => value?.[each] != null);
  return given.length === 1 ? FINE : found('schema-violation', at, { reason: 'one-field', fields, given });
};

const counts = (...fields: readonly string[]) => object(Object.fromEntries(fields.map(each => [each, whole(0)])));

/** The restart policies of the pods that a workload may create. */
const restarts = (...allowed: readonly string[]): Check => (value, at) => {
  const { restartPolicy } = asObject(value?.template?.spec);
  const isFine = restartPolicy == null ? allowed.includes('Always') : allowed.includes(restartPolicy as string);
  const field = joinPath(at, 'template.spec.restartPolicy');
  if (isFine || typeof restartPolicy === 'string' && isSubstituted(restartPolicy)) return FINE;
  return restartPolicy == null ? found('missing-field', field, { reason: 'one-of', allowed })
    : found('invalid-value', field, { reason: 'one-of', allowed, value: Shown.of(restartPolicy) });
};

/** A workload whose pods are restarted for ever. Kubernetes rejects one that selects all pods, or not its own. */
const endless = all(counts('replicas'), restarts('Always'), ({ selector, template }: PlainValue, at) => {
  const isEmpty = (value: unknown) => value == null || Object.keys(value).length === 0;
  if (isObject(selector) && isEmpty(selector.matchLabels) && isEmpty(selector.matchExpressions)) {
    return found('missing-field', joinPath(at, 'selector.matchLabels'), { reason: 'labels' });
  }
  // an invalid selector is reported by its own check
  if (!isObject(selector) || labelSelector(selector, '').length > 0) return FINE;
  const missing = unmet(selector, asObject<Record<string, string>>(template?.metadata?.labels));
  return missing.length === 0 ? FINE
    : found('selector-mismatch', joinPath(at, 'selector'), { reason: 'unselected', missing });
});

/** Rejects a rolling update that can neither add a pod nor remove one. An omitted field counts as not 0. */
const rollingUpdate: Check = ({ maxSurge, maxUnavailable }: PlainValue, at) => {
  const isNone = (value: unknown) => value === 0 || value === '0%';
  if (!isNone(maxSurge) || !isNone(maxUnavailable)) return FINE;
  const what = ownWords('must not be 0 where maxSurge is 0: no pod could be replaced', 'raise one of them');
  return violated(at, 'maxUnavailable', what);
};

const ingressHost: Check = (value, at) => value === '*' ? bad('invalid-host', 'host', at, value) : host(value, at);
const named = object({ name: filled }, ['name']);
const keyed = object({ name: filled, key: filled }, ['name']);
const succeedsOnce = object({ successThreshold: whole(0, 1) });
/** What the server takes for a zero. */
const DEFAULTS = { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 };

/** Requests are not below 0, and not above the limits. */
export const amountsInLimits: Check = ({ requests, limits }: PlainValue, at) =>
  Object.entries(asObject(requests)).flatMap(([name, request]) => {
    const limit = asObject(limits)[name];
    const [least, most] = [amountOf(request), amountOf(limit)];
    const [field, value] = [['requests', name], Shown.of(request)];
    if (least === undefined) return FINE;
    if (least < 0n) return violated(at, field, { reason: 'bound', relation: 'at least', bound: 0, value });
    return most === undefined || least <= most ? FINE
      : violated(at, field, { reason: 'bound', relation: 'at most', bound: `the limit (${limit})`, value });
  });

/** A check that may need the version of Kubernetes that applies the objects, if it is known. */
type VersionedCheck = (value: PlainValue, field: string, version?: string) => readonly Finding[];

/** The rules, by the definition in the specification to whose values they apply. */
export const DEFINITION_RULES: Readonly<Record<string, VersionedCheck>> = {
  'meta/v1.LabelSelector': labelSelector,
  'apiextensions.k8s.io/v1.JSONSchemaProps': object({
    type: oneOf('array', 'boolean', 'integer', 'number', 'object', 'string'),
  }),
  'apps/v1.DaemonSetSpec': endless,
  'apps/v1.DeploymentSpec': endless,
  'apps/v1.ReplicaSetSpec': endless,
  // what the server assumes for a DaemonSet; for a Deployment, it is 25% each
  'apps/v1.RollingUpdateDaemonSet': ({ maxSurge, maxUnavailable }, at) =>
    rollingUpdate({ maxSurge: maxSurge ?? 0, maxUnavailable: maxUnavailable ?? 1 }, at),
  'apps/v1.RollingUpdateDeployment': rollingUpdate,
  // servers before 1.35 drop the field, unless they have the feature gate
  'apps/v1.RollingUpdateStatefulSetStrategy': ({ maxUnavailable }, at, version = '1.35') => {
    if (maxUnavailable == null || Number(version.slice('1.'.length)) >= 35) return FINE;
    return asWarnings(violated(at, 'maxUnavailable', ownWords(
      'is dropped by servers before 1.35 without the feature gate MaxUnavailableStatefulSet', 'leave it out')));
  },
  'apps/v1.StatefulSetSpec': endless,
  'batch/v1.JobSpec': restarts('OnFailure', 'Never'),
  'networking.k8s.io/v1.HTTPIngressPath': ({ path, pathType }, at) => {
    const isNeeded = pathType === 'Exact' || pathType === 'Prefix';
    const fits = path == null || path === '' ? !isNeeded : typeof path !== 'string' || path.startsWith('/');
    if (!fits) return violated(at, 'path', { ...ownWords("must begin with '/'"), value: Shown.of(path) });
    return isNeeded && isUnresolvedPath(path) ? bad('invalid-path', 'resolved-path', joinPath(at, 'path'), path) : FINE;
  },
  'networking.k8s.io/v1.IngressBackend': oneField('service', 'resource'),
  // a rule accepts only names, while a certificate may be for addresses too
  'networking.k8s.io/v1.IngressRule': object({
    host: (value, at) => isIP(String(value)) > 0 ? bad('invalid-host', 'host', at, value) : ingressHost(value, at),
  }),
  'networking.k8s.io/v1.IngressTLS': object({ hosts: list(ingressHost) }),
  'networking.k8s.io/v1.NetworkPolicyPort': object({ port: portNumberOrName }),
  'networking.k8s.io/v1.ServiceBackendPort': all(oneField('name', 'number'), object({ name: quotedPort('number: ') })),
  'v1.ConfigMapEnvSource': named,
  'v1.ConfigMapKeySelector': keyed,
  'v1.ConfigMapVolumeSource': named,
  'v1.EnvFromSource': oneField('configMapRef', 'secretRef'),
  'v1.EnvVar': (value, at, version) => [
    ...object({ name: version === '1.31' ? oldEnvName : envName })(value, at), ...oneSource(value, at),
  ],
  'v1.EnvVarSource': oneField('configMapKeyRef', 'fieldRef', 'fileKeyRef', 'resourceFieldRef', 'secretKeyRef'),
  'v1.GRPCAction': object({ port }),
  'v1.Container': object({ livenessProbe: succeedsOnce, startupProbe: succeedsOnce }),
  'v1.HTTPGetAction': object({ port: portNumberOrName }),
  'v1.PodSpec': (value, at) => ['containers', 'initContainers'].flatMap(kind =>
    listOf(value?.[kind]).flatMap((each, i) => each?.image ? FINE
      : found('missing-field', joinPath(at, [kind, i, 'image']), { reason: 'required' }))),
  'v1.Probe': all(
    oneField('exec', 'grpc', 'httpGet', 'tcpSocket'),
    counts('failureThreshold', 'initialDelaySeconds', 'periodSeconds', 'successThreshold', 'timeoutSeconds'),
    (value, at) => Object.entries(DEFAULTS).flatMap(([field, number]) => value?.[field] !== 0 ? FINE : asWarnings(
      violated(at, field, ownWords(`counts as unset if it is 0: the server makes it ${number}`,
        'leave it out, or write what is meant')))),
  ),
  'v1.ResourceRequirements': amountsInLimits,
  'v1.SecretEnvSource': named,
  'v1.SecretKeySelector': keyed,
  'v1.TCPSocketAction': object({ port: portNumberOrName }),
};
