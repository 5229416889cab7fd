import type { k8s } from 'cdk8s-plus-27';
import { PodSecurity } from '../../../cluster/checks/pod-security';
import { ContainerProtocol, ImagePullPolicy } from '../containerized-types';
import type { PodSpecPatch } from './pod-spec-patch';
import { LIFECYCLE, PROBES, WorkloadLifecycle, WorkloadProbes } from './probes';
import { WorkloadOptions, workloadRecord } from '../workload';
import { METRICS_PATH } from '../../traits/scrape-settings';
import {
  containerName, distinctPorts, envName, imageReference, portName, quantity, serviceName, serviceSpec,
} from '../../../cluster/checks/pods';
import {
  ANNOTATIONS, COUNT, FILLED, LABELS, OBJECT_NAME, PORT, TEXT, choice, exactlyOne, FieldsOf, FLAG, integer, kubernetes,
  listType, record, RecordOptions, RecordType, string, StringMap, Type,
} from '../../../base/definitions/type';
import { At, Check, FINE, found, ownWords, joinPath } from '../../../base/findings/finding';
import { all, closed, filled, isObject, listOf as elementsOf, mapOf, object, text, whole } from '../../../base/check';
import { labels, objectName, secretName } from '../../../base/names';
import { COMPONENT, NAME } from '../../../cluster/objects/selectors';

/** Metrics at a port that has other requests too. */
export interface WorkloadPortMetrics {
  /** Their HTTP path: starts with `/`, without query or fragment. @default "/metrics" */
  readonly path?: string;
}

/** A port on which the container listens. */
export interface WorkloadPort {
  /** Number of the port, 1 to 65535. */
  readonly port: number;

  /**
   * Name of the port, in the container and in the Service: at most 15 lower-case letters, digits and dashes. Metrics
   * are collected over HTTP at `/metrics` of each TCP port named `metrics`, `http-metrics` or `*-metrics`, except
   * `https…`. Requests from outside go to the port `http`, or else to the only one that begins with it.
   *
   * @default - no name, which a Service with a single port can do without
   */
  readonly name?: string;

  /**
   * The metrics that are collected at the port, also if its name does not say so. Not with a protocol other than TCP,
   * nor on a component with a MetricsTrait. A port over TLS needs a MetricsTrait instead, with `scheme` and `tls`.
   *
   * @default - none, except by the name
   */
  readonly metrics?: WorkloadPortMetrics;

  /**
   * Whether the Service has the port.
   *
   * @default - true, but for a port that is for metrics by its name, which the Service has if a ServiceMonitor needs
   * it, or if a StatefulSet has no other port
   */
  readonly published?: boolean;

  /** The port of the Service that forwards to it. @default - the same number */
  readonly servicePort?: number;
  /** The protocol. @default ContainerProtocol.TCP */
  readonly protocol?: ContainerProtocol;
}

/** Amounts of resources by name, such as `{ cpu: '250m', memory: '128Mi' }`. */
export interface WorkloadResources {
  /**
   * What a node must have free for the container. The scheduler uses it to place the pod, and an autoscaler to compute
   * the utilization.
   *
   * @default - nothing is reserved
   */
  readonly requests?: { [resource: string]: string };

  /**
   * What the container may use at most. A container that uses more memory is killed; one that uses more CPU is
   * throttled.
   *
   * @default - no limit
   */
  readonly limits?: { [resource: string]: string };
}

/** What happens to a pod that no node can take without a larger skew. */
export enum WhenUnsatisfiable {
  /** It starts nevertheless, where the skew is smallest. */
  SCHEDULE_ANYWAY = 'ScheduleAnyway',
  /** It waits. */
  DO_NOT_SCHEDULE = 'DoNotSchedule',
}

/** How the pods spread over nodes, zones or others. The label selector is that of the pods themselves. */
export interface WorkloadSpread {
  /**
   * Label of nodes over whose values the pods spread, such as `kubernetes.io/hostname` or
   * `topology.kubernetes.io/zone`.
   */
  readonly topologyKey: string;
  /** By how many pods the values may differ. @default 1 */
  readonly maxSkew?: number;
  /** What happens to a pod that no node can take without a larger skew. @default WhenUnsatisfiable.SCHEDULE_ANYWAY */
  readonly whenUnsatisfiable?: WhenUnsatisfiable;
}

/** The Service of a workload: one port for each published port of its first container. */
export interface WorkloadService {
  /** Whether the workload has a Service. @default - yes, if a port is published */
  readonly enabled?: boolean;
  /** Name of the Service. @default - the name of the component */
  readonly name?: string;
  /** Labels of the Service. @default - those that the platform adds */
  readonly labels?: { [key: string]: string };
  /** Annotations of the Service. @default - no annotations */
  readonly annotations?: { [key: string]: string };

  /**
   * Fields of its spec, which replace those that are derived.
   *
   * @default - a ClusterIP with the published ports, headless for a StatefulSet
   */
  readonly spec?: k8s.ServiceSpec;
}

/** The ServiceAccount of the pods. */
export interface WorkloadServiceAccount {
  /** Whether the ServiceAccount is rendered too. @default false */
  readonly create?: boolean;
  /** Name of the ServiceAccount. Required unless it is created. @default - the name of the component */
  readonly name?: string;

  /**
   * Annotations of a ServiceAccount that is created, such as the one that names an identity of the cloud.
   *
   * @default - no annotations
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * The properties that workloads of Kubernetes' own kinds have in common. The properties of the container (`image` to
 * `securityContext`) are those of the pods' main container, which is the first one. `podSpec` changes all that has no
 * property.
 */
export interface PodWorkloadProps extends WorkloadOptions {
  /** Image of the container. @default - only the containers of `podSpec` */
  readonly image?: string;
  /** When the image is pulled. @default - Kubernetes' own: always for the tag `latest`, else if the node lacks it */
  readonly imagePullPolicy?: ImagePullPolicy;
  /** Name of the container. @default - the name of the component */
  readonly containerName?: string;
  /** Replaces the image's entry point. @default - that of the image */
  readonly command?: string[];
  /** Arguments of the entry point. @default - those of the image */
  readonly args?: string[];
  /** Ports on which the container listens. Names are kept as they are. @default - none */
  readonly ports?: WorkloadPort[];

  /**
   * Environment variables by name. Put passwords into `envSources`: everybody can read these values in the manifest. A
   * value may refer to other variables: `postgres://app:$(PASSWORD)@db`; the manifest has these first.
   *
   * @default - none
   */
  readonly env?: { [name: string]: string };

  /**
   * Environment variables whose values are elsewhere, by name, as in
   * `{ PASSWORD: { secretKeyRef: { name: 'db', key: 'password' } } }`.
   *
   * @default - none
   */
  readonly envSources?: { [name: string]: k8s.EnvVarSource };

  /**
   * ConfigMaps and Secrets whose keys become environment variables, as in `[{ secretRef: { name: 'cart' } }]`.
   * Variables of `env` and `envSources` take precedence.
   *
   * @default - none
   */
  readonly envFrom?: k8s.EnvFromSource[];

  /** What the container needs, and what it may use. @default - nothing is reserved, and nothing is limited */
  readonly resources?: WorkloadResources;
  /** How the health of the container is checked. @default - no probes */
  readonly probes?: WorkloadProbes;
  /** What is done when the container starts and ends. @default - nothing */
  readonly lifecycle?: WorkloadLifecycle;
  /** Where volumes appear in the container. @default - nowhere */
  readonly volumeMounts?: k8s.VolumeMount[];
  /** Security context of the container. @default - what `podSecurity` demands */
  readonly securityContext?: k8s.SecurityContext;
  /** Volumes of the pods. @default - those of `podSpec` */
  readonly volumes?: k8s.Volume[];

  /** Seconds that the containers have to end. @default - Kubernetes' own, 30 */
  readonly terminationGracePeriodSeconds?: number;
  /** Name of the PriorityClass of the pods. @default - that of the cluster */
  readonly priorityClassName?: string;

  /**
   * How the pods spread over nodes, zones or others, as in `[{ topologyKey: 'kubernetes.io/hostname' }]`.
   *
   * @default - as the scheduler of the cluster does, usually loosely over nodes and zones
   */
  readonly spread?: WorkloadSpread[];

  /**
   * All else, merged into the pods last as a strategic merge patch: objects by their fields, lists by the keys of their
   * elements, such as containers by `name`; lists without keys are replaced. A container with the name of the main one
   * changes that one; any other one is added, and needs an image. Nothing can be deleted.
   *
   * @default - nothing is changed
   */
  readonly podSpec?: PodSpecPatch;

  /** Labels of the pods, beside those by which they are selected. @default - none */
  readonly podLabels?: { [key: string]: string };
  /** Annotations of the pods. @default - none */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Whether the pods are replaced when a ConfigMap that they use changes. They get a checksum of it, the annotation
   * `checksum/config`. The program must declare at least one ConfigMap that they mount or take variables from: as a
   * component of the application, or elsewhere in its app and in the same namespace. A Secret is never part of it.
   *
   * @default false
   */
  readonly followsConfigMaps?: boolean;

  /**
   * The Pod Security Standard that the pods keep. What contradicts it is an error.
   *
   * @default - nothing is checked, and nothing is added
   */
  readonly podSecurity?: PodSecurity;

  /**
   * The ServiceAccount of the pods, created or named. The credentials of the Kubernetes API are mounted only if it is
   * set.
   *
   * @default - none, and `automountServiceAccountToken: false`
   */
  readonly serviceAccount?: WorkloadServiceAccount;
}

/** The properties that workloads with a Service have in common. */
export interface ServiceWorkloadProps extends PodWorkloadProps {
  /** The Service of the pods. @default - one of all published ports, with the name of the component */
  readonly service?: WorkloadService;
  /** Seconds that a new pod must be ready until it counts as available. @default - Kubernetes' own, 0 */
  readonly minReadySeconds?: number;
  /** How many old revisions are kept for a rollback. @default - Kubernetes' own, 10 */
  readonly revisionHistoryLimit?: number;
}

const KEY_REFERENCE = ['name', 'key'];

/** The sources of a variable's value, exactly one of which is given. */
const SOURCES: Record<string, Check> = {
  secretKeyRef: object({ name: secretName, key: filled }, KEY_REFERENCE),
  configMapKeyRef: object({ name: objectName, key: filled }, KEY_REFERENCE),
  fieldRef: object({ fieldPath: filled }, ['fieldPath']),
  resourceFieldRef: object({ resource: filled }, ['resource']),
};

const ENV: StringMap<{ [name: string]: string }> = { is: 'map', check: mapOf(text, envName) };

/** Environment variables by name, each with exactly one source, as the API server requires. */
const ENV_SOURCES: StringMap<{ [name: string]: k8s.EnvVarSource }> = {
  is: 'map',
  check: mapOf((value, field) => {
    const fields = Object.keys(SOURCES);
    const given = isObject(value) ? Object.keys(value).filter(name => value[name] != null) : [];
    // an unknown field may be a misspelling of one of them
    const isOne = given.length === 1 || given.some(name => !fields.includes(name));
    return isOne || !isObject(value) ? closed(SOURCES)(value, field) : found('invalid-value', field,
      { reason: 'one-field', fields, given });
  }, envName),
};

const AMOUNTS: StringMap<{ [resource: string]: string }> = { is: 'map', check: mapOf(quantity) };

/** What a container needs, and what it may use. */
export const RESOURCES = record<WorkloadResources>()({ requests: AMOUNTS, limits: AMOUNTS });

/** Labels of pods, except those by which they are selected. */
export const POD_LABELS: StringMap<{ [key: string]: string }> = {
  ...LABELS,
  check: (value, field) => {
    const own = isObject(value) ? [COMPONENT, NAME].filter(key => value[key] != null) : [];
    const reserved = own.flatMap(key => found('reserved-label', joinPath(field, [key]),
      ownWords('must not be set: it is the label by which the pods are selected')));
    return reserved.length > 0 ? reserved : labels(value, field);
  },
};

/** Reports a field of Kubernetes that has another name here. */
const called = (name: string) => (at: At) =>
  found('unknown-field', at, ownWords(`is '${name}' here`, `write ${name}`));

/** A port of a container and of its Service, which has the same number unless `servicePort` says otherwise. */
const WORKLOAD_PORT = record<WorkloadPort>()({
  port: { type: PORT, required: 'always' },
  name: string(portName),
  metrics: record<WorkloadPortMetrics>()({ path: METRICS_PATH }),
  published: FLAG,
  servicePort: PORT,
  protocol: choice('ContainerProtocol', ContainerProtocol),
}, { elsewhere: { containerPort: called('port'), targetPort: called('port') } });

/** A spread of pods. */
export const SPREAD = record<WorkloadSpread>()({
  topologyKey: { type: FILLED, required: 'always' },
  maxSkew: integer(whole(1)),
  whenUnsatisfiable: choice('WhenUnsatisfiable', WhenUnsatisfiable),
});

const ENV_FROM = kubernetes<k8s.EnvFromSource>('EnvFromSource', all(
  object({ configMapRef: object({ name: objectName }, ['name']), secretRef: object({ name: secretName }, ['name']) }),
  exactlyOne('configMapRef', 'secretRef'),
));

const anyObject = object({});

const MOUNT = object({ name: filled, mountPath: filled }, ['name', 'mountPath']);

/** Optional properties with these types, as fields of the manifest below a path. */
export function fieldsAt<P>(
  path: string, types: { readonly [K in keyof P]-?: Type<Exclude<P[K], undefined>> },
): FieldsOf<P> {
  return Object.fromEntries(Object.entries(types).map(([name, type]) =>
    [name, { type, at: `${path}.${name}` }])) as object as FieldsOf<P>;
}

/** The fields that describe the pods of a workload. */
const POD = fieldsAt<Omit<PodWorkloadProps, keyof WorkloadOptions>>('pod', {
  image: string(imageReference),
  imagePullPolicy: choice('ImagePullPolicy', ImagePullPolicy),
  containerName: string(containerName),
  command: listType(TEXT),
  args: listType(TEXT),
  ports: listType(WORKLOAD_PORT, '', { rules: distinctPorts('port') }),
  env: ENV,
  envSources: ENV_SOURCES,
  envFrom: listType(ENV_FROM),
  resources: RESOURCES,
  probes: PROBES,
  lifecycle: LIFECYCLE,
  volumeMounts: listType(kubernetes<k8s.VolumeMount>('VolumeMount', MOUNT)),
  securityContext: kubernetes<k8s.SecurityContext>('SecurityContext', anyObject),
  volumes: listType(kubernetes<k8s.Volume>('Volume', anyObject)),
  terminationGracePeriodSeconds: COUNT,
  priorityClassName: OBJECT_NAME,
  spread: listType(SPREAD),
  podSpec: kubernetes<PodSpecPatch>('PodSpec', anyObject),
  podLabels: POD_LABELS,
  podAnnotations: ANNOTATIONS,
  followsConfigMaps: FLAG,
  podSecurity: choice('PodSecurity', PodSecurity),
  serviceAccount: record<WorkloadServiceAccount>()({ create: FLAG, name: OBJECT_NAME, annotations: ANNOTATIONS }, {
    rules: [(account, field) => account?.create || account?.name != null ? FINE
      : found('missing-field', joinPath(field, ['name']), { reason: 'required', way: 'service-account' })],
  }),
});

/** The field of the Service of a workload. */
const SERVICE = {
  type: record<WorkloadService>()({
    enabled: FLAG,
    name: string(serviceName),
    labels: LABELS,
    annotations: ANNOTATIONS,
    spec: kubernetes<k8s.ServiceSpec>('ServiceSpec', serviceSpec),
  }),
  at: 'service',
};

/** The fields that workloads with a Service have in common. */
export const SERVED = { service: SERVICE, minReadySeconds: COUNT, revisionHistoryLimit: COUNT };

const OF_CONTAINER = [
  'imagePullPolicy', 'containerName', 'command', 'args', 'ports', 'env', 'envSources', 'envFrom', 'resources', 'probes',
  'lifecycle', 'volumeMounts', 'securityContext',
];

/** A pod has at least one container, and properties of the first one require its image; each variable is given once. */
const podRule: Check = (pod, field) => {
  if (!isObject(pod)) return FINE;
  const describesContainer = OF_CONTAINER.some(name => pod[name] != null);
  const isWithoutImage = pod.image == null && (describesContainer || elementsOf(pod.podSpec?.containers).length === 0);
  const { env, envSources } = pod;
  const repeated = isObject(env) && isObject(envSources)
    ? Object.keys(envSources).filter(name => Object.hasOwn(env, name)) : [];
  return [
    ...isWithoutImage ? found('missing-field', joinPath(field, ['image']), { reason: 'required', way: 'image' }) : FINE,
    ...repeated.flatMap(name => found('duplicate-name', joinPath(field, ['envSources', name]),
      ownWords("repeats a variable of 'env'", 'give each variable once'))),
  ];
};

/** Reports a field of pods or containers that has no property here. */
const belongs = (to: string, remedy: string) => (at: At) =>
  found('unknown-field', at, ownWords(`belongs to ${to}`, `write it into podSpec: ${remedy}`));

const IN_POD_SPEC = [
  'affinity', 'containers', 'dnsConfig', 'dnsPolicy', 'hostAliases', 'hostIPC', 'hostNetwork', 'hostPID',
  'imagePullSecrets', 'initContainers', 'nodeName', 'nodeSelector', 'runtimeClassName', 'schedulerName',
  'shareProcessNamespace', 'tolerations',
];
const IN_CONTAINER = ['stdin', 'tty', 'volumeDevices', 'workingDir'];

/** Fields of Kubernetes that people take for properties of a workload. */
const ELSEWHERE: RecordOptions['elsewhere'] = {
  ...Object.fromEntries(IN_POD_SPEC.map(name => [name, belongs('the pods', `{ ${name} }`)])),
  ...Object.fromEntries(IN_CONTAINER.map(name => [name, belongs('a container',
    `{ containers: [{ name, ${name} }] }, with the name of the component`)])),
  livenessProbe: called('probes.liveness'),
  readinessProbe: called('probes.readiness'),
  startupProbe: called('probes.startup'),
  serviceAccountName: called('serviceAccount.name'),
  topologySpreadConstraints: called('spread'),
};

/** The definition of a workload whose pods a program describes, with these fields of its spec. */
export function podsRecord<P extends PodWorkloadProps>(own: FieldsOf<Omit<P, keyof PodWorkloadProps>>): RecordType<P> {
  const fields = { ...POD, ...own } as object as FieldsOf<Omit<P, keyof WorkloadOptions>>;
  const around = { pod: { isAlways: true, rules: [podRule] } };
  return workloadRecord<P>(fields, { spec: {}, elsewhere: ELSEWHERE, around });
}
