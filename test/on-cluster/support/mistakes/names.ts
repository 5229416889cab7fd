/** Objects whose names are tried, and the names. */
import { container, deployment } from './mistake';

const LABELS = { app: 'greet' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: container({}) };
const ONCE = { spec: container({}, { restartPolicy: 'Never' }) };
const BACKEND = { service: { name: 'greet', port: { number: 80 } } };
const RBAC = 'rbac.authorization.k8s.io';
const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' };
const REF = { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' };

/** An object of each kind, but for its name; all that the library has a rule of its own for and a server keeps, and some others. */
export const NAMELESS: readonly any[] = [
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'v1', kind: 'Secret' },
  { apiVersion: 'v1', kind: 'ServiceAccount' },
  { apiVersion: 'v1', kind: 'Namespace' },
  { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }] } },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  deployment(container({})),
  { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { serviceName: 'greet', selector: { matchLabels: LABELS }, template: TEMPLATE } },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } },
  { apiVersion: 'batch/v1', kind: 'Job', spec: { template: ONCE } },
  { apiVersion: 'batch/v1', kind: 'Job', spec: { template: ONCE, completionMode: 'Indexed', completions: 10 } },
  { apiVersion: 'batch/v1', kind: 'CronJob', spec: { schedule: '@daily', jobTemplate: { spec: { template: ONCE } } } },
  { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: { defaultBackend: BACKEND } },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector: {} } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { minAvailable: 1, selector: { matchLabels: LABELS } } },
  { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', spec: { maxReplicas: 2, scaleTargetRef: TARGET } },
  { apiVersion: `${RBAC}/v1`, kind: 'Role', rules: [] },
  { apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', roleRef: REF },
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', rules: [] },
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', roleRef: REF },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1 },
  { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', spec: { workload: { apiVersion: 'v1', kind: 'ConfigMap' } } },
];

/** Names that some kinds take and others do not. */
export const NAMES: readonly string[] = [
  'a', 'A', '1', '1a', 'a1', 'a-', '-a', 'a--b', 'a.b', 'a..b', 'a.', '.a', '.', '..', 'a_b', 'a:b', 'a/b', 'a%b', 'a b', 'ä', 'system-a',
  'system:a', '1.2', '1.b',
  ...[52, 53, 61, 62, 63, 64, 253, 254].map((length) => 'n'.repeat(length)), `${'n'.repeat(63)}.${'n'.repeat(63)}`, `${'n'.repeat(64)}.n`,
];

/** Where the library asks more than the server, which takes the object and then fails to make its pods. */
export const STRICTER: readonly string[] = ['StatefulSet of 53', 'StatefulSet of 61', 'StatefulSet of 62', 'StatefulSet of 63'];
