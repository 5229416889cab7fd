import { ApiObject, App, Chart } from 'cdk8s';
import { describePrograms } from './support/describe-cluster';
import { load, ServerRules } from '../../server-rules/src';
import {
  ApplicationConfiguration, Component, CronJobWorkload, DaemonSetWorkload, DeploymentWorkload, JobWorkload, KubernetesPlatform, MonitoringProvider,
  Platform, StatefulSetWorkload, Workload,
} from '../../src';
import { ManifestChecks } from '../../src/cluster/checks/manifest-checks';

const named = (apiVersion: string, kind: string, fields: object): any => ({ apiVersion, kind, metadata: { name: 'shop', namespace: 'shop' }, ...fields });

const container = { name: 'shop', image: 'example/shop:1', ports: [{ containerPort: 80 }] };

const deployment = (podSpec: object, own: object = {}, spec: object = {}) => named('apps/v1', 'Deployment', {
  spec: {
    selector: { matchLabels: { app: 'shop' } },
    ...spec,
    template: { metadata: { labels: { app: 'shop' } }, spec: { containers: [{ ...container, ...own }], ...podSpec } },
  },
});

/** The object of a kind that a component renders, or why it cannot be made. */
function made(kind: string, workload: () => Workload): any {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  Platform.install(chart, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) }));
  const binding = new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'cart', { workload: workload() }));
  return binding.node.findAll().filter(ApiObject.isApiObject).find(each => each.kind === kind)!.toJson();
}

const IMAGE = 'example/shop:1';

const job = (overrides: any) => made('Job', () => new JobWorkload({ image: IMAGE, overrides }));
const service = (spec: any) => made('Service', () => new DeploymentWorkload({ image: IMAGE, ports: [{ name: 'http', port: 80 }], service: { spec } }));
const pods = (podSpec: any, own: object = {}) =>
  made('Deployment', () => new DeploymentWorkload({ podSpec: { containers: [{ ...container, ...own }], ...podSpec } }));
const volume = (source: object) => pods({ volumes: [{ name: 'data', ...source }] }, { volumeMounts: [{ name: 'data', mountPath: '/data' }] });
const spread = { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {}, minDomains: 2 };
const affinity = { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, podAffinityTerm: { topologyKey: 'a', labelSelector: {} } }] } };
const daemons = (rollingUpdate: any) => made('DaemonSet', () => new DaemonSetWorkload({ image: IMAGE, updateStrategy: { rollingUpdate } } as any));
const claim = (spec: object) => named('v1', 'PersistentVolumeClaim', { spec });

/** What the server refuses: with what the checks of the library say of it, where they do. */
const ROWS: readonly (readonly [title: string, object: () => any, isFound: 'found' | undefined])[] = ([
  // of our classes
  ['externalTrafficPolicy of a ClusterIP', () => service({ externalTrafficPolicy: 'Local' })],
  ['no clusterIP with NodePort', () => service({ type: 'NodePort', clusterIP: 'None' })],
  ['a long affinity', () => service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } })],
  ['an address as range', () => service({ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.1'] })],
  ['the loopback as external address', () => service({ externalIPs: ['127.0.0.1'] })],
  ['no address', () => service({ clusterIP: '10.96.0.300' })],
  ['two GPUs at most, one at least', () => pods({}, { resources: { requests: { 'nvidia.com/gpu': '1' }, limits: { 'nvidia.com/gpu': '2' } } })],
  ['only huge pages', () => pods({}, { resources: { requests: { 'hugepages-2Mi': '2Mi' }, limits: { 'hugepages-2Mi': '2Mi' } } })],
  ['a field that no variable has', () => pods({}, { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.creationTimestamp' } } }] })],
  ['a resource that no variable has', () => pods({}, { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.pods' } } }] })],
  ['an item outside of its volume', () => volume({ configMap: { name: 'a', items: [{ key: 'a', path: '../x' }] } })],
  ['one path twice', () => volume({ projected: { sources: ['a', 'b'].map(name => ({ configMap: { name, items: [{ key: 'a', path: 'x' }] } })) } })],
  ['a short token', () => volume({ projected: { sources: [{ serviceAccountToken: { path: 'x', expirationSeconds: 599 } }] } })],
  ['privileged without escalation', () => pods({}, { securityContext: { privileged: true, allowPrivilegeEscalation: false } })],
  ['a user on Windows', () => pods({ os: { name: 'windows' }, securityContext: { runAsUser: 1 } })],
  ['a weight of 101', () => pods({ affinity })],
  ['domains without a condition', () => pods({ topologySpreadConstraints: [spread] })],
  ['surge and unavailable', () => daemons({ maxSurge: 1, maxUnavailable: 1 })],
  ['no unavailable, and no surge by default', () => daemons({ maxUnavailable: 0 }), 'found'],
  ['neither surge nor unavailable', () => daemons({ maxSurge: 0, maxUnavailable: 0 }), 'found'],
  ['OnDelete with rollingUpdate', () => made('StatefulSet', () => new StatefulSetWorkload({
    image: IMAGE, overrides: { spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } } },
  } as any))],
  ['a failure policy with OnFailure', () => job({
    spec: { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }] }, template: { spec: { restartPolicy: 'OnFailure' } } },
  })],
  ['more failed indexes than completions', () => job({ spec: { completionMode: 'Indexed', completions: 1, backoffLimitPerIndex: 1, maxFailedIndexes: 2 } })],
  ['a schedule of no day', () => made('CronJob', () => new CronJobWorkload({ image: IMAGE, schedule: '0 0 31 2 *', overrides: { spec: { startingDeadlineSeconds: -1 } } }))],
  ['a claim of two modes', () => claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } })],
  // what people often miss
  ['a request above its limit', () => deployment({}, { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }), 'found'],
  ['a long name of a port', () => deployment({}, { ports: [{ name: 'a'.repeat(16), containerPort: 80 }] }), 'found'],
  ['a rolling update of no step', () => deployment({}, {}, { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }), 'found'],
  ['a probe that asks nothing', () => deployment({}, { readinessProbe: {} }), 'found'],
  ['a source of nothing', () => deployment({}, { env: [{ name: 'A', valueFrom: {} }] }), 'found'],
  ['no image', () => deployment({}, { image: '' }), 'found'],
  ['a Service of no ports', () => named('v1', 'Service', { spec: { selector: { app: 'shop' } } }), 'found'],
  // what is left to the server's code
  ['a probe of an init container', () => deployment({ initContainers: [{ name: 'init', image: 'a', readinessProbe: { tcpSocket: { port: 1 } } }] })],
  ['two sources of a volume', () => deployment({ volumes: [{ name: 'data', emptyDir: {}, configMap: { name: 'a' } }] }), 'found'],
  ['a path that leaves its volume', () => deployment({ volumes: [{ name: 'data', emptyDir: {} }] }, { volumeMounts: [{ name: 'data', mountPath: '/a', subPath: '../b' }] })],
  ['a host alias of a name', () => deployment({ hostAliases: [{ ip: 'db', hostnames: ['db'] }] })],
  ['a variable with an equals sign', () => deployment({}, { env: [{ name: 'A=1' }] }), 'found'],
  ['a toleration of nothing', () => deployment({ tolerations: [{ value: 'a' }] })],
  ['DNS without servers', () => deployment({ dnsPolicy: 'None' })],
  ['a step-by-step Recreate', () => deployment({}, {}, { strategy: { type: 'Recreate', rollingUpdate: {} } })],
  ['a share that is none', () => named('policy/v1', 'PodDisruptionBudget', { spec: { selector: {}, minAvailable: '50' } })],
  ['a claim of nothing', () => claim({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0' } } })],
  ['an autoscaler of 5 to 3', () => named('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' }, minReplicas: 5, maxReplicas: 3 },
  })],
  ['an Ingress to nowhere', () => named('networking.k8s.io/v1', 'Ingress', { spec: {} })],
  ['a range from a named port', () => named('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ingress: [{ ports: [{ port: 'http', endPort: 90 }] }] } })],
  ['a rule without groups', () => named('rbac.authorization.k8s.io/v1', 'Role', { rules: [{ resources: ['pods'], verbs: ['get'] }] })],
  ['a subject of no kind', () => named('rbac.authorization.k8s.io/v1', 'RoleBinding', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' }, subjects: [{ kind: 'ServiceAcount', name: 'a' }],
  })],
  ['a ConfigMap with a key twice', () => named('v1', 'ConfigMap', { data: { a: 'b' }, binaryData: { a: '' } })],
  ['another port of the host', () => deployment({ hostNetwork: true }, { ports: [{ containerPort: 80, hostPort: 81 }] })],
] as [string, () => any, 'found'?][]).map(([title, object, isFound]) => [title, object, isFound] as const);

describePrograms(['server-rules'], 'what the server refuses', () => {
  let rules: ServerRules;
  beforeAll(() => {
    rules = load();
  });

  test.each(ROWS)('%s', (_, make, isFound) => {
    const object = make();
    expect(rules.judge([object])[0].verdict).toBe('refused');
    expect(new ManifestChecks({ kubernetesVersion: '1.34' }).checkWhole(object).length > 0).toBe(isFound === 'found');
  });
});
