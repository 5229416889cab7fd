/**
 * How the objects that the library writes come back from a server: the fields that differ, by kind, and who sets each.
 *
 * All are additions: no field comes back changed, and none is missing, but for what `DROPPED` has. None is in the spec of a custom resource, where a GitOps tool may show it
 * as drift; the defaults of Kubernetes' own kinds are known to these tools.
 */
import { isIPv4 } from 'net';
import { isDeepStrictEqual } from 'util';
import { Difference } from './differences';

/** Who sets a field. */
type Setter =
  /** What the server records about every object. */
  | 'storage'
  /** The status, which controllers write on. */
  | 'status'
  /** The default of the field in its API version. */
  | 'default'
  /** The server, which allocates addresses. */
  | 'allocation'
  /** An admission plugin of the server. */
  | `admission ${string}`;

/** Whether a value is allowed, by what was applied beside it. */
type Allows = (live: any, beside: any) => boolean;

/** A field that the server adds: its path, who sets it, and its value, or which values are allowed; without one, any is. */
type Line = readonly [path: string, by: Setter, value?: unknown];

/** Where the token of a pod's service account is. */
export const TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount';

/** A list of one thing, which has a name that ends at random, and the fields. */
const token = (fields: object): Allows => (live) => Array.isArray(live) && live.length === 1
  && /^kube-api-access-[a-z0-9]{5}$/.test(live[0].name) && isDeepStrictEqual({ ...live[0], name: '' }, { ...fields, name: '' });

const TOKEN_SOURCES = [
  { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
];

const tolerated = (condition: string) =>
  ({ key: `node.kubernetes.io/${condition}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 });

const asField = (name: string): Allows => (live, beside) => live === beside[name];

/** Of each object. */
const EACH: readonly Line[] = [
  ['metadata.creationTimestamp', 'storage'],
  ['metadata.generation', 'storage', 1],
  ['metadata.managedFields', 'storage'],
  ['metadata.resourceVersion', 'storage'],
  ['metadata.uid', 'storage'],
];

/** As an image has a tag other than `latest`, or a digest. */
const byTag: Allows = (live, { image }) => live === (/@|:(?!latest$)[^/]+$/.test(image) ? 'IfNotPresent' : 'Always');

/** Of each spec of a pod. */
const POD: readonly Line[] = [
  ['containers[].imagePullPolicy', 'default', byTag],
  ['containers[].resources', 'default', {}],
  ['containers[].terminationMessagePath', 'default', '/dev/termination-log'],
  ['containers[].terminationMessagePolicy', 'default', 'File'],
  ['dnsPolicy', 'default', 'ClusterFirst'],
  ['schedulerName', 'default', 'default-scheduler'],
  ['securityContext', 'default', {}],
  ['terminationGracePeriodSeconds', 'default', 30],
];

/** Of each spec of a pod that runs until it is replaced. */
const LASTING_POD: readonly Line[] = [
  ...POD,
  ['containers[].ports[].protocol', 'default', 'TCP'],
  ['restartPolicy', 'default', 'Always'],
];

/** Of the labels of a Job's pods, which have its identifier. */
const JOB_LABELS = ['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name', 'controller-uid', 'job-name'];

const below = (path: string, lines: readonly Line[]) => lines.map(([rest, ...line]): Line => [`${path}.${rest}`, ...line]);

/** The table. */
const BY_KIND: Readonly<Record<string, readonly Line[]>> = {
  'apps/v1 DaemonSet': [
    ['metadata.annotations', 'storage', { 'deprecated.daemonset.template.generation': '1' }],
    ['spec.revisionHistoryLimit', 'default', 10],
    ...below('spec.template.spec', LASTING_POD),
    ['status', 'status'],
  ],
  'apps/v1 Deployment': [
    ['spec.progressDeadlineSeconds', 'default', 600],
    ['spec.replicas', 'default', 1],
    ['spec.revisionHistoryLimit', 'default', 10],
    ['spec.strategy.rollingUpdate.maxSurge', 'default', '25%'],
    ['spec.strategy.rollingUpdate.maxUnavailable', 'default', '25%'],
    ['spec.strategy', 'default', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } }],
    ...below('spec.template.spec', [
      ...LASTING_POD,
      ['containers[].env[].valueFrom.fieldRef.apiVersion', 'default', 'v1'],
      ['containers[].livenessProbe.periodSeconds', 'default', 10],
      ['containers[].readinessProbe.httpGet.scheme', 'default', 'HTTP'],
      ['containers[].startupProbe.periodSeconds', 'default', 10],
      ['containers[].startupProbe.successThreshold', 'default', 1],
      ['containers[].startupProbe.timeoutSeconds', 'default', 1],
      ['initContainers[].imagePullPolicy', 'default', 'IfNotPresent'],
      ['initContainers[].resources', 'default', {}],
      ['initContainers[].terminationMessagePath', 'default', '/dev/termination-log'],
      ['initContainers[].terminationMessagePolicy', 'default', 'File'],
      ['initContainers[].startupProbe.failureThreshold', 'default', 3],
      ['initContainers[].startupProbe.periodSeconds', 'default', 10],
      ['initContainers[].startupProbe.successThreshold', 'default', 1],
      ['initContainers[].startupProbe.timeoutSeconds', 'default', 1],
      ['containers[].livenessProbe.failureThreshold', 'default', 3],
      ['containers[].livenessProbe.grpc.service', 'default', ''],
      ['containers[].livenessProbe.httpGet.scheme', 'default', 'HTTP'],
      ['containers[].livenessProbe.successThreshold', 'default', 1],
      ['containers[].livenessProbe.timeoutSeconds', 'default', 1],
      ['containers[].readinessProbe.failureThreshold', 'default', 3],
      ['containers[].readinessProbe.grpc.service', 'default', ''],
      ['containers[].readinessProbe.periodSeconds', 'default', 10],
      ['containers[].readinessProbe.successThreshold', 'default', 1],
      ['containers[].readinessProbe.timeoutSeconds', 'default', 1],
      // the old name of serviceAccountName, with its value
      ['serviceAccount', 'default', asField('serviceAccountName')],
      ['volumes[].configMap.defaultMode', 'default', 0o644],
      ['volumes[].secret.defaultMode', 'default', 0o644],
    ]),
    ['status', 'status', {}],
  ],
  'apps/v1 StatefulSet': [
    ['spec.persistentVolumeClaimRetentionPolicy', 'default', { whenDeleted: 'Retain', whenScaled: 'Retain' }],
    ['spec.podManagementPolicy', 'default', 'OrderedReady'],
    ['spec.replicas', 'default', 1],
    ['spec.revisionHistoryLimit', 'default', 10],
    ...below('spec.template.spec', [
      ...LASTING_POD,
      ['serviceAccount', 'default', asField('serviceAccountName')],
    ]),
    ['spec.updateStrategy', 'default', { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
    ['spec.volumeClaimTemplates[].apiVersion', 'default', 'v1'],
    ['spec.volumeClaimTemplates[].kind', 'default', 'PersistentVolumeClaim'],
    ['spec.volumeClaimTemplates[].spec.volumeMode', 'default', 'Filesystem'],
    ['spec.volumeClaimTemplates[].status', 'default', { phase: 'Pending' }],
    ['status', 'status', { replicas: 0, availableReplicas: 0 }],
  ],
  'autoscaling/v2 HorizontalPodAutoscaler': [['status', 'status']],
  'batch/v1 CronJob': [
    ['spec.concurrencyPolicy', 'default', 'Allow'],
    ['spec.failedJobsHistoryLimit', 'default', 1],
    ['spec.jobTemplate.metadata', 'default', {}],
    ...below('spec.jobTemplate.spec.template.spec', POD),
    ['spec.successfulJobsHistoryLimit', 'default', 3],
    ['spec.suspend', 'default', false],
    ['status', 'status', {}],
  ],
  'batch/v1 Job': [
    ['spec.completionMode', 'default', 'NonIndexed'],
    ['spec.manualSelector', 'default', false],
    ['spec.podReplacementPolicy', 'default', 'TerminatingOrFailed'],
    ['spec.selector', 'allocation'],
    ['spec.suspend', 'default', false],
    ...JOB_LABELS.map((label): Line => [`spec.template.metadata.labels.${label}`, 'allocation']),
    ...below('spec.template.spec', POD),
    ['status', 'status', {}],
  ],
  'gateway.networking.k8s.io/v1 Gateway': [['status', 'status']],
  'gateway.networking.k8s.io/v1 ListenerSet': [['status', 'status']],
  'networking.k8s.io/v1 Ingress': [['status', 'status', { loadBalancer: {} }]],
  'policy/v1 PodDisruptionBudget': [['status', 'status']],
  'v1 PersistentVolumeClaim': [
    ['metadata.finalizers', 'admission StorageObjectInUseProtection', ['kubernetes.io/pvc-protection']],
    ['spec.volumeMode', 'default', 'Filesystem'],
    ['status', 'status', { phase: 'Pending' }],
  ],
  'v1 Pod': [
    ...below('spec', POD),
    ['spec.containers[].volumeMounts', 'admission ServiceAccount', token({ mountPath: TOKEN, readOnly: true })],
    ['spec.enableServiceLinks', 'default', true],
    ['spec.preemptionPolicy', 'admission Priority', 'PreemptLowerPriority'],
    ['spec.priority', 'admission Priority', 0],
    ['spec.serviceAccount', 'default', 'default'],
    ['spec.serviceAccountName', 'admission ServiceAccount', 'default'],
    ['spec.tolerations', 'admission DefaultTolerationSeconds', [tolerated('not-ready'), tolerated('unreachable')]],
    ['spec.volumes', 'admission ServiceAccount', token({ projected: { defaultMode: 0o644, sources: TOKEN_SOURCES } })],
    ['status', 'status'],
  ],
  'v1 Service': [
    ['spec.clusterIP', 'allocation', isIPv4],
    ['spec.clusterIPs', 'allocation', (([ip, ...others]: string[], { clusterIP }: any) =>
      others.length === 0 && (clusterIP === undefined ? isIPv4(ip) : ip === clusterIP)) satisfies Allows],
    ['spec.externalTrafficPolicy', 'default', 'Cluster'],
    ['spec.internalTrafficPolicy', 'default', 'Cluster'],
    ['spec.ipFamilies', 'allocation', ['IPv4']],
    ['spec.ipFamilyPolicy', 'allocation', 'SingleStack'],
    ['spec.ports[].protocol', 'default', 'TCP'],
    ['spec.ports[].targetPort', 'default', asField('port')],
    ['spec.sessionAffinity', 'default', 'None'],
    ['spec.sessionAffinityConfig', 'default', { clientIP: { timeoutSeconds: 10_800 } }],
    ['spec.type', 'default', 'ClusterIP'],
    ['status', 'status', { loadBalancer: {} }],
  ],
};

/**
 * Kinds that the server stores once more at the second apply, though nothing in them changes; at the third it does not.
 *
 * What it adds to their status is not stored when they are made, but added by each read, and then stored with the next apply.
 */
export const STORED_TWICE: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io/v1 Gateway': 'the default of status.conditions in its CRD',
  'gateway.networking.k8s.io/v1 ListenerSet': 'as above',
  'v1 PersistentVolumeClaim': 'the default of status.phase',
};

/** What a program may write and a server does not keep: the paths that come back otherwise, and those that a second apply changes. */
export const DROPPED: readonly { title: string; object: any; lost: readonly string[]; changedAgain: readonly string[] }[] = [
  {
    // see docs/custom.md
    title: 'null and empty fields in the metadata of an embedded workload',
    object: {
      apiVersion: 'core.oam.dev/v1alpha2',
      kind: 'Component',
      metadata: { name: 'dropped', namespace: 'default' },
      spec: {
        workload: { apiVersion: 'example.com/v1', kind: 'Greeter', metadata: { name: 'greet', creationTimestamp: null, labels: {}, finalizers: [] } },
      },
    },
    lost: ['spec.workload.metadata.creationTimestamp', 'spec.workload.metadata.finalizers', 'spec.workload.metadata.labels'],
    changedAgain: ['metadata.generation', 'metadata.resourceVersion'],
  },
  {
    title: 'an empty list of rules',
    object: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'dropped' }, rules: [] },
    lost: ['rules'],
    changedAgain: [],
  },
];

/** Kinds whose CRDs no registry serves, so that no server proves these objects: what they are, and why. */
export const NOT_PROVED: Readonly<Record<string, string>> = {
  'coherence.oracle.com/v1 Coherence': 'the Coherence clusters of KubernetesPlatform; the CRD is in no module that a proxy serves',
  'configuration.konghq.com/v1 KongConsumer': 'the user that Kong lets in; Kong\'s CRDs are in no module that a proxy serves',
  'configuration.konghq.com/v1 KongPlugin': 'Kong\'s plugins that ask for the password and for the user\'s group; as above',
  'gateway.nginx.org/v1alpha1 AuthenticationFilter': 'what asks for the password in NGINX Gateway Fabric, whose CRDs are in no such module either',
  'monitoring.googleapis.com/v1 Rules': 'the alert rules for Google\'s managed collection; as above',
  'weblogic.oracle/v1 Cluster': 'the clusters of WebLogic domains on KubernetesPlatform; the CRD is in no module that a proxy serves',
  'weblogic.oracle/v9 Domain': 'the WebLogic domains on KubernetesPlatform; as above',
};

/** The line of the table that allows a difference, as `<kind> <path>`; undefined where none does. */
export function allowedBy(kind: string, { path, change, live, beside }: Difference): string | undefined {
  if (change !== 'added') return undefined;
  const allows = ([where, , value]: Line) => where === path
    && (value === undefined || (typeof value === 'function' ? value(live, beside) : isDeepStrictEqual(value, live)));
  if (EACH.some(allows)) return lineOf('*', path);
  return BY_KIND[kind]?.some(allows) ? lineOf(kind, path) : undefined;
}

/** All lines of the table. */
export function allowedLines(): string[] {
  return Object.entries({ '*': EACH, ...BY_KIND }).flatMap(([kind, lines]) => lines.map(([path]) => lineOf(kind, path)));
}

function lineOf(kind: string, path: string): string {
  return `${kind} ${path}`;
}
