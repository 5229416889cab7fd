import { claimedVolumes, ownServiceSpec, podSpec, podSpecWith, serviceName } from './pod-checks';
import { FLAG, Scalar, integer, listOf, storedFields, string } from '../definitions/type';
import { Check, FINE, Finding, bad, badHidden, found } from '../findings/finding';
import { At, joinPath, pathOf } from '../findings/path';
import { PlainFields, all, flag, hidden, isObject, listOf as elementsOf, mapOf, object, text, whole } from '../private/check';
import { MAX_DATA, annotations, bytesOf, isDataKey, labels, metadata, metadataWith } from '../private/names';
import { AnyType, ObjectType } from '../private/oam-kind';

// the fields of Kubernetes' objects that the platform's API server keeps in a workload of its own: those of the Kubernetes of its day

/** Other checks know these objects, whichever workload they are in. */
const UNCHECKED: Check = () => FINE;

const TEXT = string(UNCHECKED);
const PORT = integer(UNCHECKED, { format: 'int32', minimum: 1, maximum: 65535 });
const MAP = { is: 'map', check: UNCHECKED, values: { type: 'string' } } as const;
const oneOf = (...values: readonly string[]) => string(UNCHECKED, { enum: values });
const intOrString = (schema: object): Scalar<any> => ({ is: 'integer-or-string', check: UNCHECKED, schema: { ...schema } });
const STEP = intOrString({ minimum: 0, pattern: '^[0-9]+%$' });

export const STORED_SELECTOR = storedFields({
  matchLabels: { type: MAP, doc: 'Labels and the values they must have.' },
  matchExpressions: {
    type: listOf(storedFields({
      key: { type: string(UNCHECKED, { minLength: 1 }), doc: 'Key of the label.', required: 'always' },
      operator: { type: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), doc: 'How the label is compared.', required: 'always' },
      values: { type: listOf(TEXT, 'A value.'), doc: 'Values for In and NotIn. The other operators take none.' },
    }), 'A condition on one label.'),
    doc: 'Further conditions, which must all hold.',
  },
});

export const STORED_STRATEGY = storedFields({
  type: { type: oneOf('Recreate', 'RollingUpdate'), doc: 'Whether the old pods go first or step by step. Left out, step by step.' },
  rollingUpdate: {
    type: storedFields({
      maxSurge: { type: STEP, doc: 'Pods that may run above the wanted number, as a number or a percentage.' },
      maxUnavailable: { type: STEP, doc: 'Pods that may be missing, as a number or a percentage.' },
    }),
    doc: 'The size of the steps.',
  },
});

const SERVICE_PORT = storedFields({
  name: { type: TEXT, doc: 'Name of the port. Needed when there are several.' },
  protocol: { type: oneOf('TCP', 'UDP', 'SCTP'), doc: 'Protocol spoken on the port. Left out, it is TCP.' },
  appProtocol: { type: TEXT, doc: 'Application protocol spoken on the port.' },
  port: { type: PORT, doc: 'Port of the Service.', required: 'always' },
  targetPort: {
    type: intOrString({ minimum: 1, maximum: 65535 }), doc: 'Port of the pods, by number or by name. Left out, the same number.',
  },
  nodePort: { type: PORT, doc: 'Port of every node. Left out, one is chosen where one is needed.' },
});

const AFFINITY_SECONDS = integer(UNCHECKED, { format: 'int32', minimum: 1, maximum: 86400 });

export const STORED_SERVICE = storedFields({
  type: {
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'), doc: 'How the Service is reached. Left out, it is ClusterIP.',
  },
  selector: { type: MAP, doc: 'Labels of the pods behind the Service. Left out, those of the Deployment\'s selector.' },
  ports: { type: listOf(SERVICE_PORT, 'One port.'), doc: 'Ports of the Service. Left out, every port of every container.' },
  clusterIP: { type: TEXT, doc: 'Address within the cluster, or None for a headless Service.' },
  clusterIPs: { type: listOf(TEXT, 'An address, or None.'), doc: 'Addresses within the cluster, one an IP family.' },
  externalIPs: { type: listOf(TEXT, 'An address.'), doc: 'Addresses, managed elsewhere, whose traffic the nodes accept for the Service.' },
  externalName: { type: TEXT, doc: 'DNS name the Service is an alias of, with type ExternalName.' },
  externalTrafficPolicy: { type: oneOf('Cluster', 'Local'), doc: 'Whether traffic from outside stays on the node it came to.' },
  internalTrafficPolicy: { type: oneOf('Cluster', 'Local'), doc: 'Whether traffic from inside stays on the node it came from.' },
  healthCheckNodePort: { type: PORT, doc: 'Port of the nodes for health checks, for a LoadBalancer whose traffic stays local.' },
  ipFamilies: { type: listOf(oneOf('IPv4', 'IPv6'), 'An IP family.'), doc: 'IP families of the Service.' },
  ipFamilyPolicy: { type: oneOf('SingleStack', 'PreferDualStack', 'RequireDualStack'), doc: 'Whether both IP families are wanted.' },
  allocateLoadBalancerNodePorts: { type: FLAG, doc: 'Whether a LoadBalancer gets node ports.' },
  loadBalancerClass: { type: TEXT, doc: 'Implementation of the load balancer.' },
  loadBalancerIP: { type: TEXT, doc: 'Address asked of the load balancer.' },
  loadBalancerSourceRanges: { type: listOf(TEXT, 'A network, in CIDR notation.'), doc: 'Networks the load balancer lets in.' },
  publishNotReadyAddresses: { type: FLAG, doc: 'Whether pods that are not ready are found too.' },
  sessionAffinity: { type: oneOf('None', 'ClientIP'), doc: 'Whether a client stays on one pod.' },
  sessionAffinityConfig: {
    type: storedFields({
      clientIP: {
        type: storedFields({ timeoutSeconds: { type: AFFINITY_SECONDS, doc: 'Seconds a client stays on its pod.' } }),
        doc: 'Details of affinity by client address.',
      },
    }),
    doc: 'Details of the session affinity.',
  },
});

/** Kubernetes refuses a Deployment that does not select its own pods. */
const selectsItsPods: Check = (spec, field) => {
  const { selector, template } = isObject(spec) ? spec : {} as PlainFields;
  const wanted = isObject(selector?.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return wanted.filter(([key, value]) => template?.metadata?.labels?.[key] !== value).flatMap(([key]) =>
    found('selector-mismatch', joinPath(field, ['selector', 'matchLabels', key]), { reason: 'template' }));
};

const templateOf = (spec: Check) => object({ metadata: object({ labels, annotations }), spec }, ['spec']);

const podTemplate = templateOf(podSpec);

const deployment: Check = object({
  metadata,
  spec: object({
    replicas: whole(0),
    selector: object({ matchLabels: labels }),
    template: podTemplate,
  }, ['selector', 'template']),
}, ['spec']);

const selecting: Check = all(object({ spec: selectsItsPods }), deployment);

const podHolder: Check = object({ metadata, spec: object({ template: podTemplate }) });

const statefulSet: Check = (value, field) =>
  object({ metadata, spec: object({ template: templateOf(podSpecWith(claimedVolumes(value?.spec))) }) })(value, field);

const cronJob: Check = object({ metadata, spec: object({ jobTemplate: object({ spec: object({ template: podTemplate }) }) }) });

const pod: Check = object({ metadata, spec: podSpec }, ['spec']);

const service: Check = object({ metadata: metadataWith(serviceName), spec: ownServiceSpec }, ['spec']);

/** What is given may be a password, and is not shown. */
const base64: Check = (value, field) => typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value)
  ? FINE
  : found('invalid-value', field, { reason: 'base64' });

/** What was written as a key may be a password. */
const dataKey: Check = (value, field) => isDataKey(value) ? FINE : found('invalid-value', field, { reason: 'data-key' });

/** All that clusters store of one object. */
const dataSize = (...fields: readonly (readonly [name: string, encoding: 'utf8' | 'base64'])[]): Check => (value, field) => {
  const bytes = fields.map(([name, encoding]) => isObject(value?.[name]) ? bytesOf(Object.values(value[name]), encoding) : 0);
  const sum = bytes.reduce((a, b) => a + b);
  return sum <= MAX_DATA ? FINE
    : found('invalid-value', joinPath(field, [fields[0][0]]), { reason: 'data-size', max: MAX_DATA, bytes: sum });
};

const onceAmongData: Check = (value, field) => !isObject(value?.data) || !isObject(value.binaryData) ? FINE
  : Object.keys(value.binaryData).filter(key => Object.hasOwn(value.data, key)).flatMap(key =>
    found('duplicate-name', joinPath(field, ['binaryData', key]), { reason: 'data-and-binary' }));

/** A map of contents, each of which may be a password. */
const contents = (check: Check) => hidden(mapOf(check, dataKey), 'map');

const secret: Check = all(
  object({
    metadata,
    data: contents(base64),
    stringData: contents(text),
    immutable: (value, field) => typeof value === 'boolean' ? FINE : badHidden('invalid-type', 'boolean', field, value),
  }),
  dataSize(['data', 'base64'], ['stringData', 'utf8']),
);

const configMap: Check = all(
  object({ metadata, data: contents(text), binaryData: contents(base64), immutable: flag }),
  dataSize(['data', 'utf8'], ['binaryData', 'base64']),
  onceAmongData,
);

/** The checks of the kinds of Kubernetes whose fields are known, by API version and kind. */
export const KUBERNETES_FIELDS: Readonly<Record<string, Check>> = {
  'apps/v1 Deployment': selecting,
  'apps/v1 DaemonSet': podHolder,
  'apps/v1 ReplicaSet': podHolder,
  'apps/v1 StatefulSet': statefulSet,
  'batch/v1 CronJob': cronJob,
  'batch/v1 Job': podHolder,
  'v1 ConfigMap': configMap,
  'v1 Pod': pod,
  'v1 ReplicationController': podHolder,
  'v1 Secret': secret,
  'v1 Service': service,
};

/** The check of a kind of Kubernetes, if its fields are known. Where the pods get labels besides, others say whether they are selected. */
export function kubernetesFields(apiVersion: unknown, kind: unknown, labelsPods: boolean): Check | undefined {
  const key = `${String(apiVersion)} ${String(kind)}`;
  const check = Object.hasOwn(KUBERNETES_FIELDS, key) ? KUBERNETES_FIELDS[key] : undefined;
  return check === selecting && labelsPods ? deployment : check;
}

/** What is wrong with the fields of a Kubernetes object that was given whole, for a component with these parameters. */
export function kubernetesFindings(manifest: ObjectType, parameters: unknown): Finding[] {
  const check = kubernetesFields(manifest.apiVersion, manifest.kind, false);
  const isParameter = mayBeSet(parameters);
  return [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE].filter(({ path }) => !isParameter(path));
}

/** No API has a kind that begins with a small letter. */
export function kindFindings({ kind }: AnyType): Finding[] {
  return typeof kind !== 'string' || !/^[a-z]/.test(kind) ? FINE
    : bad('invalid-value', 'lower-case-kind', 'kind', kind);
}

/** Whether a field of a workload is one that these parameters may set, lies in one, or holds one. What is no parameter sets nothing. */
export function mayBeSet(parameters: unknown): (at: At) => boolean {
  const given = elementsOf(parameters).flatMap(each => isObject(each) ? elementsOf(each.fieldPaths) : []);
  const paths = given.filter(path => typeof path === 'string').map(stepsOf);
  return at => {
    const steps = pathOf(at).map(String);
    return paths.some(path => path.every((step, i) => i >= steps.length || step === steps[i]));
  };
}

/** A parameter has `data.a` or `data[a.b]` for what a finding calls `data['a']` or `data['a.b']`. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\['(.*?)'\]|\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, quoted, bracketed, plain]) => quoted ?? bracketed ?? plain);
}
