import { groupOf, ObjectType, isBuiltIn } from './oam-kind';
import { asObject, PlainValue, listOf, PlainFields } from './check';
import { Path, pathOf, FINE, Finding, found } from './findings/finding';
import { isIP } from 'node:net';
import type { Phrase } from './findings/sentence';
import { isDnsLabel, isDnsSubdomain } from './names';

/**
 * The rule for the names of a kind: what a name must be, if it is not. Each is what the API server requires in all
 * versions from 1.30 to 1.35, unless stated otherwise. It rejects `/` in every name.
 */
type NameRule = (name: string, json: PlainFields) => Phrase | undefined;

const LABEL = 63;
const SUBDOMAIN = 253;

function subdomainRule(phrase: 'subdomain' | 'job-name' | 'cron-job-name', max = SUBDOMAIN): NameRule {
  return name => isDnsSubdomain(name, max) ? undefined : { phrase, max };
}

function labelRule(phrase: 'label' | 'stateful-set-name' | 'indexed-job-name', max = LABEL): NameRule {
  return name => name.length <= max && isDnsLabel(name) ? undefined : { phrase, max };
}

/** From 1.36 on, a Service's name may begin with a digit. */
export const SERVICE_NAME: NameRule = name =>
  isDnsLabel(name) && /^[a-z]/.test(name) ? undefined : { phrase: 'service-name', max: LABEL };

/** Names that are valid in a URL: those of RBAC have colons, and Kubernetes' own have capital letters. */
export const PATH_SEGMENT: NameRule = name =>
  !/[/%]/.test(name) && name !== '.' && name !== '..' ? undefined : { phrase: 'path-segment' };

/** Objects that are requests, and never stored: they need no name. */
export const REVIEW_NAME: NameRule = name => PATH_SEGMENT(name, {});

const IP_ADDRESS: NameRule = name => isIP(name) !== 0 ? undefined : { phrase: 'ip-address' };

const PRIORITY_CLASS_NAME: NameRule = name =>
  isDnsSubdomain(name) && (!name.startsWith('system-') || /^system-(cluster|node)-critical$/.test(name)) ? undefined
    : { phrase: 'priority-class-name', max: SUBDOMAIN };

const ANY_NAME = subdomainRule('subdomain', SUBDOMAIN);

/** A name that is composed of fields. If one is missing, the server rejects more than the name. */
function composedName(fields: readonly string[], make: (spec: PlainValue) => readonly unknown[]): NameRule {
  return (name, { spec }) => {
    const parts = spec == null ? [] : make(spec);
    const made = parts.length > 0 && parts.every(Boolean) ? parts.join('.') : name;
    return made === name ? ANY_NAME(name, {}) : { phrase: 'made-of-fields', made, fields };
  };
}

/**
 * The pods of a Job have its name as a label, unless the user provides their labels. The host names of those of an
 * indexed Job consist of its name and their index.
 */
const JOB_NAME: NameRule = (name, json) => {
  const { completionMode, completions, manualSelector } = asObject(json.spec);
  const last = completionMode === 'Indexed' ? Number(completions) - 1 : -1;
  if (last >= 0) return labelRule('indexed-job-name', LABEL - `-${last}`.length)(name, json);
  return manualSelector === true ? ANY_NAME(name, json) : subdomainRule('job-name', LABEL)(name, json);
};

/** The steps from an object to one of its fields. */
export type FieldSteps = readonly string[];

/** The fields in which an object describes its pods. */
export interface PodsOfKind {
  /** The field with the labels and annotations of the pods. */
  readonly metadata: FieldSteps;
  /** The field with the containers and volumes of the pods. */
  readonly spec: FieldSteps;
  /** The list that takes further containers; `undefined` if one would keep the pods from ending. */
  readonly containers?: string;
  /** Whether the spec is that of a pod, rather than one of an operator. */
  readonly isPodSpec?: true;
  /** The name of the container that an operator creates itself; the spec has its resources. */
  readonly main?: string;
  /** Whether each container, even an added one, has the mounts of the spec. */
  readonly spreadsMounts?: true;
}

/** The way in which an object describes where pods are scraped. */
export interface MonitorOfKind {
  /** The list of endpoints in its spec. */
  readonly endpoints: 'endpoints' | 'podMetricsEndpoints';
  /** Whether the object finds pods through Services. */
  readonly selectsServices?: true;
  /** The field of an endpoint with the relabel rules that give its series their labels. */
  readonly rules?: string;
  /** Whether series get labels from these rules only. */
  readonly isAlone?: true;
  /** Whether the object's name becomes the job of its series, and series get labels of pods only as the object says. */
  readonly isJob?: true;
}

/** Fields that the API server does not allow to change once an object exists. */
export interface FixedFields {
  readonly fields: readonly FieldSteps[];
  /** Fields below them that may change; `*` stands for every element of a list. */
  readonly but?: readonly FieldSteps[];
  /** Whether this applies only to an object with `immutable: true`. */
  readonly ifImmutable?: true;
  /** Whether this applies only to a quantity that becomes smaller. */
  readonly ifSmaller?: true;
  /** The effect of deleting an object and creating it again. */
  readonly anew: Anew;
  /** The effect for objects that have the value `is` in another field. */
  readonly unless?: { readonly at: FieldSteps; readonly is: string; readonly anew: Anew };
}

/** The effect of deleting an object of a kind and creating it again. */
type Anew = Extract<Phrase['phrase'], `${string}-anew`>;

/** The special features of a kind's objects, in all its versions. An unknown kind has no facts. */
interface KindFacts {
  /** Only kinds whose objects create pods or are pods have this. */
  readonly pods?: PodsOfKind;
  /** Metadata of what an object creates besides its pods: labels and annotations. */
  readonly templates?: readonly FieldSteps[];
  /** Labels that select something, except those that choose the nodes of its pods. */
  readonly selectors?: readonly FieldSteps[];
  /** Whether an object must select the pods of its own template. */
  readonly selectsItsPods?: true;
  /** Whether `spec.replicas` is the number of its pods. */
  readonly scales?: true;
  /** The kind whose objects autoscalers scale instead, by group and kind. */
  readonly scaledAs?: string;
  /** Whether the API server serves the scale of an object only if the object states its number of replicas. */
  readonly needsReplicas?: true;
  /** A list in the spec whose elements state their own numbers of replicas, which override that of the object. */
  readonly scaledParts?: string;
  /** Whether an OAM platform scrapes its pods at the generic port by default. */
  readonly isScraped?: true;
  /** Whether an OAM platform adds the sidecar for logs to its pods itself: the platform has no image for it. */
  readonly needsLoggingImage?: true;
  /** Only kinds that describe where pods are scraped have this. */
  readonly monitor?: MonitorOfKind;
  /** The rule for its names. Without one, they are DNS subdomains. */
  readonly names?: NameRule;
  readonly fixed?: readonly FixedFields[];
  /** API versions that Kubernetes no longer serves, and the first version of Kubernetes without them. */
  readonly removed?: Readonly<Record<string, string>>;
  /** The API version that has the kind now: `v1` of its group unless stated otherwise, and `null` if none has it. */
  readonly servedAs?: string | null;
}

/** The field at the end of the steps; `undefined` if there is none. */
export function fieldAt(object: unknown, path: FieldSteps): PlainValue | undefined {
  return path.reduce((value, step) => value?.[step], object as PlainValue | undefined);
}

/** `spec.template.metadata` as steps. */
export function fieldSteps(path: string): FieldSteps { return path.split('.'); }

export const DAEMON_SET = 'apps/DaemonSet';
export const DEPLOYMENT = 'apps/Deployment';
export const POD = '/Pod';
export const SERVICE = '/Service';
export const CUSTOM_RESOURCE_DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

const SELECTOR = fieldSteps('spec.selector.matchLabels');

const podsAt = (template: FieldSteps, containers?: string): PodsOfKind =>
  ({ metadata: [...template, 'metadata'], spec: [...template, 'spec'], isPodSpec: true, containers });

/** Fields that cannot change; `but` lists fields below them that can. All are separated by spaces. */
function fixed(anew: Anew, fields: string, but = ''): FixedFields {
  const paths = (text: string) => text.split(' ').filter(Boolean).map(fieldSteps);
  return { anew, fields: paths(fields), but: paths(but) };
}

const TEMPLATE = fieldSteps('spec.template');
const LASTING = podsAt(TEMPLATE, 'containers');
const APP: KindFacts =
  { pods: LASTING, selectors: [SELECTOR], selectsItsPods: true, fixed: [fixed('pods-anew', 'spec.selector')] };
const BINDING: KindFacts = { fixed: [fixed('rights-anew', 'roleRef')] };

/** StatefulSets whose claims are deleted with them. */
const OWNED_CLAIMS = {
  at: fieldSteps('spec.persistentVolumeClaimRetentionPolicy.whenDeleted'), is: 'Delete', anew: 'claims-anew',
} as const;

const ANY_SEGMENT: KindFacts = { names: PATH_SEGMENT };

/** A kind whose `v1beta1` Kubernetes has not served since version `since`. */
const beta = (since: string, servedAs?: string | null): KindFacts => ({ removed: { v1beta1: since }, servedAs });

/** Kubernetes' own kinds that differ from others in more than their fields, by group and kind. */
export const KUBERNETES_KINDS: Readonly<Record<string, KindFacts>> = {
  '/ConfigMap': { fixed: [{ ...fixed('read-anew', 'data binaryData immutable'), ifImmutable: true }] },
  '/Event': ANY_SEGMENT,
  '/Namespace': { names: labelRule('label') },
  '/PersistentVolume': {
    fixed: [fixed('data-anew', 'spec.csi spec.fc spec.hostPath spec.iscsi spec.local spec.nfs spec.nodeAffinity')],
  },
  '/PersistentVolumeClaim': {
    selectors: [SELECTOR],
    fixed: [
      fixed('data-anew', 'spec', 'spec.resources.requests spec.volumeAttributesClassName'),
      { ...fixed('data-anew', 'spec.resources.requests.storage'), ifSmaller: true },
    ],
  },
  [POD]: {
    pods: { metadata: ['metadata'], spec: ['spec'], containers: 'containers', isPodSpec: true },
    needsLoggingImage: true,
    fixed: [fixed('pods-anew', 'spec', 'spec.activeDeadlineSeconds spec.containers.*.image spec.initContainers.*.image '
      + 'spec.terminationGracePeriodSeconds spec.tolerations')],
  },
  // creates no pods itself
  '/PodTemplate': {
    templates: [fieldSteps('template.metadata')], selectors: [fieldSteps('template.spec.nodeSelector')],
  },
  '/ReplicationController': { pods: LASTING, selectors: [fieldSteps('spec.selector')], scales: true },
  '/ResourceQuota': { fixed: [fixed('nothing-anew', 'spec.scopes')] },
  '/Secret': {
    fixed: [
      fixed('read-anew', 'type'), { ...fixed('read-anew', 'data stringData immutable'), ifImmutable: true },
    ],
  },
  [SERVICE]: {
    selectors: [fieldSteps('spec.selector')],
    names: SERVICE_NAME,
    fixed: [fixed('address-anew', 'spec.clusterIP spec.clusterIPs spec.loadBalancerClass')],
  },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': beta('1.22'),
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': beta('1.22'),
  [CUSTOM_RESOURCE_DEFINITION]: {
    ...beta('1.22'),
    fixed: [fixed('kind-anew', 'spec.group spec.names.plural spec.names.kind spec.scope')],
    names: composedName(['spec.names.plural', 'spec.group'], ({ names, group }) => [names?.plural, group]),
  },
  'apiregistration.k8s.io/APIService': {
    ...beta('1.22'),
    names: composedName(['spec.version', 'spec.group'], ({ version, group }) => [version, group]),
  },
  'apps/ControllerRevision': { fixed: [fixed('nothing-anew', 'data')], removed: { v1beta1: '1.16', v1beta2: '1.16' } },
  [DAEMON_SET]: { ...APP, needsLoggingImage: true, removed: { v1beta2: '1.16' } },
  [DEPLOYMENT]: {
    ...APP, scales: true, isScraped: true, needsLoggingImage: true, removed: { v1beta1: '1.16', v1beta2: '1.16' },
  },
  'apps/ReplicaSet': { ...APP, scales: true, removed: { v1beta2: '1.16' } },
  'apps/StatefulSet': {
    ...APP,
    scales: true,
    needsLoggingImage: true,
    fixed: [
      {
        ...fixed('set-anew', 'spec', 'spec.replicas spec.ordinals spec.template spec.updateStrategy '
          + 'spec.revisionHistoryLimit spec.persistentVolumeClaimRetentionPolicy spec.minReadySeconds '
          + 'spec.volumeClaimTemplates'),
        unless: OWNED_CLAIMS,
      },
      { ...fixed('templates-anew', 'spec.volumeClaimTemplates'), unless: OWNED_CLAIMS },
    ],
    // the server accepts 63 characters, and then rejects the pods
    names: labelRule('stateful-set-name', 52),
    removed: { v1beta1: '1.16', v1beta2: '1.16' },
  },
  'autoscaling/HorizontalPodAutoscaler': { removed: { v2beta1: '1.25', v2beta2: '1.26' }, servedAs: 'autoscaling/v2' },
  'batch/CronJob': {
    pods: podsAt(fieldSteps('spec.jobTemplate.spec.template')),
    templates: [fieldSteps('spec.jobTemplate.metadata')],
    names: subdomainRule('cron-job-name', 52),
    removed: { v1beta1: '1.25', v2alpha1: '1.21' },
  },
  'batch/Job': {
    pods: podsAt(TEMPLATE),
    selectors: [SELECTOR],
    names: JOB_NAME,
    fixed: [fixed('run-anew', 'spec.selector spec.template spec.completions spec.completionMode spec.podFailurePolicy '
      + 'spec.backoffLimitPerIndex spec.managedBy spec.successPolicy')],
  },
  'certificates.k8s.io/CertificateSigningRequest': { ...ANY_SEGMENT, ...beta('1.22') },
  'certificates.k8s.io/ClusterTrustBundle': ANY_SEGMENT,
  'coordination.k8s.io/Lease': beta('1.22'),
  'discovery.k8s.io/EndpointSlice': { ...beta('1.25'), fixed: [fixed('slice-anew', 'addressType')] },
  'events.k8s.io/Event': beta('1.25'),
  'extensions/DaemonSet': beta('1.16', 'apps/v1'),
  'extensions/Deployment': beta('1.16', 'apps/v1'),
  'extensions/Ingress': beta('1.22', 'networking.k8s.io/v1'),
  'extensions/NetworkPolicy': beta('1.16', 'networking.k8s.io/v1'),
  'extensions/PodSecurityPolicy': beta('1.25', null),
  'extensions/ReplicaSet': beta('1.16', 'apps/v1'),
  'flowcontrol.apiserver.k8s.io/FlowSchema': { removed: { v1beta1: '1.26', v1beta2: '1.29' } },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': { removed: { v1beta1: '1.26', v1beta2: '1.29' } },
  'networking.k8s.io/IPAddress': { names: IP_ADDRESS, fixed: [fixed('nothing-anew', 'spec.parentRef')] },
  'networking.k8s.io/Ingress': beta('1.22'),
  'networking.k8s.io/IngressClass': { ...beta('1.22'), fixed: [fixed('class-anew', 'spec.controller')] },
  'networking.k8s.io/NetworkPolicy': { selectors: [fieldSteps('spec.podSelector.matchLabels')] },
  'node.k8s.io/RuntimeClass': { ...beta('1.25'), fixed: [fixed('class-anew', 'handler')] },
  'policy/PodDisruptionBudget': { ...ANY_SEGMENT, ...beta('1.25'), selectors: [SELECTOR] },
  // a policy by which Kubernetes used to admit pods
  'policy/PodSecurityPolicy': beta('1.25', null),
  'rbac.authorization.k8s.io/ClusterRole': { ...ANY_SEGMENT, ...beta('1.22') },
  'rbac.authorization.k8s.io/ClusterRoleBinding': { ...ANY_SEGMENT, ...BINDING, ...beta('1.22') },
  'rbac.authorization.k8s.io/Role': { ...ANY_SEGMENT, ...beta('1.22') },
  'rbac.authorization.k8s.io/RoleBinding': { ...ANY_SEGMENT, ...BINDING, ...beta('1.22') },
  'resource.k8s.io/ResourceClaim': { fixed: [fixed('pods-anew', 'spec')] },
  'resource.k8s.io/ResourceClaimTemplate': { fixed: [fixed('class-anew', 'spec')] },
  'scheduling.k8s.io/PriorityClass': {
    names: PRIORITY_CLASS_NAME, ...beta('1.22'), fixed: [fixed('class-anew', 'value preemptionPolicy')],
  },
  'storage.k8s.io/CSIDriver': {
    ...beta('1.22'), fixed: [fixed('nothing-anew', 'spec.attachRequired spec.volumeLifecycleModes')],
  },
  'storage.k8s.io/CSINode': beta('1.22'),
  'storage.k8s.io/CSIStorageCapacity': {
    ...beta('1.27'), fixed: [fixed('nothing-anew', 'nodeTopology storageClassName')],
  },
  'storage.k8s.io/StorageClass': {
    ...beta('1.22'), fixed: [fixed('class-anew', 'provisioner parameters reclaimPolicy volumeBindingMode')],
  },
  'storage.k8s.io/VolumeAttachment': { ...beta('1.22'), fixed: [fixed('nothing-anew', 'spec')] },
  'storage.k8s.io/VolumeAttributesClass': { fixed: [fixed('class-anew', 'driverName parameters')] },
};

export const COHERENCE = 'coherence.oracle.com/Coherence';
export const SCRAPE_CONFIG = 'monitoring.coreos.com/ScrapeConfig';
export const PROBE = 'monitoring.coreos.com/Probe';
export const PROMETHEUS_RULE = 'monitoring.coreos.com/PrometheusRule';
export const VM_RULE = 'operator.victoriametrics.com/VMRule';
/** A scrape job in a configuration, which is not an object, but is read like one. */
export const SCRAPE_JOB = 'cdk8s-oam/ScrapeJob';
export const DOMAIN = 'weblogic.oracle/Domain';
export const DOMAIN_CLUSTER = 'weblogic.oracle/Cluster';

/** A Deployment of Argo that changes pods step by step. One with a `workloadRef` has the pods of a Deployment. */
export const ROLLOUT = 'argoproj.io/Rollout';

const SERVER_POD = fieldSteps('spec.serverPod');
const POD_MONITOR: MonitorOfKind = { endpoints: 'podMetricsEndpoints', rules: 'relabelings' };
const JOB: MonitorOfKind = { endpoints: 'endpoints', rules: 'relabelings', isAlone: true };
const SERVICE_MONITOR: MonitorOfKind = { endpoints: 'endpoints', rules: 'relabelings', selectsServices: true };

/** The kinds of operators that this library reads or writes, by group and kind. */
export const OPERATOR_KINDS: Readonly<Record<string, KindFacts>> = {
  [COHERENCE]: {
    pods: { metadata: ['spec'], spec: ['spec'], containers: 'sideCars', main: 'coherence', spreadsMounts: true },
    scales: true,
  },
  [DOMAIN]: {
    pods: { metadata: SERVER_POD, spec: SERVER_POD, containers: 'containers', main: 'weblogic-server' },
    scales: true,
    scaledAs: DOMAIN_CLUSTER,
    // the clusters of a v8 Domain
    scaledParts: 'clusters',
  },
  [DOMAIN_CLUSTER]: { scales: true, needsReplicas: true },
  [ROLLOUT]: { pods: LASTING, scales: true },
  'azmonitoring.coreos.com/PodMonitor': { monitor: POD_MONITOR },
  'azmonitoring.coreos.com/ServiceMonitor': { monitor: SERVICE_MONITOR },
  'gateway.networking.k8s.io/GatewayClass': { fixed: [fixed('class-anew', 'spec.controllerName')] },
  'monitoring.coreos.com/PodMonitor': { monitor: POD_MONITOR },
  'monitoring.coreos.com/ServiceMonitor': { monitor: SERVICE_MONITOR },
  [SCRAPE_CONFIG]: { monitor: JOB },
  [SCRAPE_JOB]: { monitor: JOB },
  'monitoring.googleapis.com/PodMonitoring': { monitor: { endpoints: 'endpoints', isJob: true } },
  'operator.victoriametrics.com/VMPodScrape': { monitor: { ...POD_MONITOR, rules: 'relabelConfigs' } },
  'operator.victoriametrics.com/VMServiceScrape': { monitor: { ...SERVICE_MONITOR, rules: 'relabelConfigs' } },
};

const KINDS = new Map(Object.entries({ ...KUBERNETES_KINDS, ...OPERATOR_KINDS }));

const NO_FACTS: KindFacts = {};

/** The facts about the kind of an object, whatever its version. The parts of its type may be any values. */
export function kindOf(type: unknown): KindFacts { return KINDS.get(kindName(type)) ?? NO_FACTS; }

/** The kinds of objects that are monitors. */
export const MONITOR_KINDS = [...KINDS.keys()].filter(kind => KINDS.get(kind)!.monitor && kind !== SCRAPE_JOB);

/** Group and kind of a type: `apps/Deployment`, `/Service`. */
export function kindName(type: unknown): string {
  const { apiVersion, kind } = Object(type) as Partial<ObjectType>;
  if (typeof apiVersion !== 'string') return '';
  // the core group has one version
  return !apiVersion.includes('/') && apiVersion !== 'v1' ? '' : `${groupOf({ apiVersion })}/${kind}`;
}

/** Whether a type is, in some version, this kind: `apps/Deployment`. */
export function isKind(type: unknown, kind: string): boolean { return kindName(type) === kind; }

/** Groups of operators and of Kubernetes projects whose objects have no pods. */
const WITHOUT_PODS = /^monitoring\.coreos\.com$|\.k8s\.io$/;

/** Whether objects of a type can have pods. It is known of Kubernetes' own kinds; those of operators may have them. */
export function mayHavePods(object: object): boolean {
  const type = object as ObjectType;
  return kindOf(type).pods !== undefined || !isBuiltIn(type) && !WITHOUT_PODS.test(groupOf(type));
}

/** The rule for the names of a kind. */
export function nameRuleOf(type: ObjectType): NameRule {
  const group = groupOf(type);
  if (group === 'authentication.k8s.io' || group === 'authorization.k8s.io') return REVIEW_NAME;
  // served by a separate API server, which accepts `user:name` and the names of Groups in a directory
  if (group.endsWith('.openshift.io')) return PATH_SEGMENT;
  return kindOf(type).names ?? ANY_NAME;
}

/**
 * The fields with labels in an object of a kind, apart from its own metadata: metadata of what it creates, and labels
 * that select pods, or the nodes for them. What the templates of an operator's kind mean is for the operator to decide.
 */
export function labelPlacesOf(type: ObjectType): Readonly<Record<'metadata' | 'selectors', readonly FieldSteps[]>> {
  const { pods, templates = [], selectors = [] } = kindOf(type);
  if (!pods?.isPodSpec) return { metadata: templates, selectors };
  // the metadata of a Pod itself is that of the object
  const metadata = pods.metadata.length > 1 ? [...templates, pods.metadata] : templates;
  return { metadata, selectors: [...selectors, [...pods.spec, 'nodeSelector']] };
}

/** A value, and its path. */
export interface PlacedValue { readonly value: PlainValue; readonly path: Path }

/** Where values are: the steps to a list, those in each of its elements, and so on. */
type FieldPlace = readonly FieldSteps[];

/** The place of a path with `[]` for each element of a list: `containers[].image`. */
export function fieldPlace(at: string): FieldPlace {
  return at.split('[]').map(part => pathOf(part.replace(/^\./, '')) as FieldSteps);
}

/** The values at some places of a value that has a path. */
export function valuesAt(value: unknown, path: Path, places: readonly FieldPlace[]): PlacedValue[] {
  return places.flatMap(([first, ...rest]) => {
    const own = fieldAt(value, first);
    if (own == null) return [];
    const at = [...path, ...first];
    return rest.length === 0 ? [{ value: own, path: at }]
      : listOf(own).flatMap((each, i) => each == null ? [] : valuesAt(each, [...at, i], [rest]));
  });
}

/** Reports an API version in which no supported version of Kubernetes serves the kind. */
export function removedVersion({ apiVersion, kind }: ObjectType): Finding[] {
  const { removed = {}, servedAs } = kindOf({ apiVersion, kind });
  const version = apiVersion?.slice(apiVersion.indexOf('/') + 1);
  if (!Object.hasOwn(removed, version)) return FINE;
  const removal = { version: apiVersion, since: removed[version], kind };
  if (servedAs === null) return found('unserved-version', 'apiVersion', { reason: 'gone', ...removal });
  const now = servedAs ?? `${groupOf({ apiVersion })}/v1`;
  return found('unserved-version', 'apiVersion', { reason: 'moved', now, ...removal });
}
