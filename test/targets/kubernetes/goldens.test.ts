import { Chart } from 'cdk8s';
import { kubernetesChart, objectsOf } from './support';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBindingOptions, ComponentParameter, ContainerizedWorkload, ContainerProtocol,
  CpuArchitecture, CustomWorkload, HelidonWorkload, KubernetesWorkload, ManualScalerTrait, MonitoringProvider, MetricsTrait, OperatingSystem,
  VolumeAccessMode, VolumeSharingPolicy, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';
import { expectGolden } from '../../support/golden';

const METADATA = { labels: { team: 'greeters' }, annotations: { version: 'v1.0.0', description: 'All there is' } };

/** Binds a component to the application `hello`, whose labels and annotations go with it. */
function bind(chart: Chart, workload: Workload, options: ComponentBindingOptions = {}, parameters?: ComponentParameter[]) {
  return new ApplicationConfiguration(chart, 'hello', { metadata: METADATA }).addComponent(new Component(chart, 'greet', { workload, parameters }), options);
}

function expectRendered(name: string, workload: Workload, chart: Chart = kubernetesChart()): void {
  bind(chart, workload);
  expectGolden(`kubernetes-${name}`, objectsOf(chart));
}

test('a ContainerizedWorkload with all there is', () => {
  const data = (mountPath: string, accessMode: VolumeAccessMode) =>
    ({ name: 'data', mountPath, accessMode, sharingPolicy: VolumeSharingPolicy.SHARED, disk: { required: '10Gi' } });
  const workload = new ContainerizedWorkload({
    name: 'greet-workload',
    labels: { version: 'v1' },
    annotations: { note: 'all fields' },
    osType: OperatingSystem.LINUX,
    arch: CpuArchitecture.AMD64,
    containers: [
      {
        name: 'main',
        image: 'example/main:1',
        command: ['/main'],
        args: ['--config', '/etc/greet/app.yaml'],
        env: [{ name: 'GREETING', value: 'Hello' }, { name: 'PASSWORD', fromSecret: { name: 'greet', key: 'password' } }],
        config: [
          { path: '/etc/greet/app.yaml', value: 'greeting: Hello\n' },
          { path: '/etc/greet/log.properties', value: 'level=INFO\n' },
          { path: '/etc/greet/tls.key', fromSecret: { name: 'greet.tls', key: 'tls.key' } },
        ],
        ports: [{ name: 'http', containerPort: 8080 }, { name: 'dns', containerPort: 53, protocol: ContainerProtocol.UDP }],
        livenessProbe: { httpGet: { path: '/health/live', port: 8080 }, periodSeconds: 10 },
        readinessProbe: { tcpSocket: { port: 8080 } },
        resources: {
          cpu: { required: '500m' },
          memory: { required: '256Mi' },
          extended: [{ name: 'nvidia.com/gpu', required: 1 }],
          volumes: [data('/data', VolumeAccessMode.READ_WRITE), { name: 'cache', mountPath: '/cache', disk: { required: '1Gi', ephemeral: true } }],
        },
        imagePullSecret: 'registry',
      },
      {
        name: 'reader',
        image: 'example/reader:1',
        config: [{ path: '/etc/greet/app.yaml', value: 'greeting: Hi\n' }],
        ports: [{ name: 'http', containerPort: 8081 }],
        resources: { cpu: { required: '100m' }, memory: { required: '64Mi' }, volumes: [data('/in', VolumeAccessMode.READ_ONLY)] },
        imagePullSecret: 'registry',
      },
    ],
  });

  expectRendered('containerized-workload', workload);
});

test('a ContainerizedWorkload with a volume for itself alone', () => {
  const volumes = [{ name: 'data', mountPath: '/data', disk: { required: '1Gi' } }];
  const resources = { cpu: { required: '1' }, memory: { required: '1Gi' }, volumes };
  const chart = kubernetesChart();
  const binding = bind(chart, new ContainerizedWorkload({ containers: [{ name: 'database', image: 'example/database:1', resources }] }));
  new MetricsTrait(binding, 'metrics', { enabled: false });

  expectGolden('kubernetes-containerized-workload-volume', objectsOf(chart));
});

test('a HelidonWorkload', () => {
  expectRendered('helidon-workload', new HelidonWorkload({
    name: 'greet-workload',
    labels: { version: 'v1' },
    deployment: {
      name: 'greet-deployment',
      labels: { tier: 'web' },
      annotations: { owner: 'greeters' },
      selector: { matchLabels: { app: 'greet' } },
      strategy: { type: 'Recreate' },
      podSpec: {
        containers: [
          { name: 'greet', image: 'example/greet:1', ports: [{ name: 'http', containerPort: 8080 }, { containerPort: 9090 }], env: [{ name: 'A', value: 'b' }] },
          { name: 'side', image: 'example/side:1', ports: [{ containerPort: 5353, protocol: 'UDP' }] },
        ],
        serviceAccountName: 'greet',
      },
    },
  }));
});

test('a HelidonWorkload with a Service of its own', () => {
  expectRendered('helidon-workload-service', new HelidonWorkload({
    deployment: { name: 'greet-deployment', podSpec: { containers: [{ name: 'greet', image: 'example/greet:1', ports: [{ containerPort: 8080 }] }] } },
    service: { labels: { tier: 'web' }, spec: { type: 'NodePort', ports: [{ name: 'http-greet', port: 80, targetPort: 8080 as any, nodePort: 30080 }] } },
  }));
});

test('a CoherenceWorkload', () => {
  expectRendered('coherence-workload', new CoherenceWorkload({
    labels: { version: 'v1' },
    template: {
      name: 'carts-coh',
      spec: {
        cluster: 'SockShop',
        role: 'Carts',
        replicas: 3,
        image: 'example/carts:1',
        labels: { tier: 'data' },
        coherence: { cacheConfig: 'carts-cache-config.xml', metrics: { enabled: true, port: 7001 } },
        jvm: { args: ['-Xmx1g'] },
        ports: [{ name: 'http', port: 7001, service: { name: 'carts', port: 80 } }],
      },
    },
  }));
});

test('a CoherenceWorkload in a mesh', () => {
  const metrics = MonitoringProvider.prometheusOperator({
    namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, mesh: { scrapeClass: 'istio', namespaces: ['ns'] },
  });

  expectRendered('coherence-workload-mesh', new CoherenceWorkload({ template: { name: 'carts-coh', spec: { coherence: { metrics: { enabled: true } } } } }),
    kubernetesChart({ metrics }));
});

test('a WebLogicWorkload', () => {
  expectRendered('weblogic-workload', new WebLogicWorkload({
    labels: { version: 'v1' },
    domainVersion: WebLogicDomainVersion.V9,
    template: {
      name: 'bobs-bookstore',
      spec: {
        domainUID: 'bobs-bookstore',
        image: 'example/bobs-bookstore:1',
        webLogicCredentialsSecret: { name: 'bobs-bookstore-credentials' },
        clusters: [{ name: 'bobs-bookstore-cluster' }],
        configuration: { model: { domainType: 'WLS', runtimeEncryptionSecret: 'bobs-bookstore-encryption' } },
        serverPod: { labels: { tier: 'web' }, env: [{ name: 'JAVA_OPTIONS', value: '-Dweblogic.StdoutDebugEnabled=false' }] },
      },
    },
    clusters: [{ name: 'bobs-bookstore-cluster', spec: { clusterName: 'cluster-1', replicas: 2 } }],
  }));
});

test('a Deployment, scaled', () => {
  const chart = kubernetesChart();
  const workload = KubernetesWorkload.deployment({
    metadata: { labels: { tier: 'web' } },
    spec: {
      selector: { matchLabels: { app: 'greet' } },
      template: {
        metadata: { labels: { app: 'greet' }, annotations: { 'prometheus.io/path': '/m' } },
        spec: { containers: [{ name: 'greet', image: 'example/greet:1', ports: [{ containerPort: 8080 }] }] },
      },
    },
  });
  new ManualScalerTrait(bind(chart, workload), 'scaler', { replicaCount: 3 });

  expectGolden('kubernetes-deployment', objectsOf(chart));
});

test('objects of Kubernetes without pods, and with pods of their own', () => {
  const chart = kubernetesChart();
  const hello = new ApplicationConfiguration(chart, 'hello', { metadata: METADATA });
  const pod = { containers: [{ name: 'main', image: 'example/main:1' }], restartPolicy: 'Never' };
  const workloads: Record<string, Workload> = {
    config: KubernetesWorkload.configMap({ metadata: { name: 'greet-config' }, data: { greeting: 'Hello' } }),
    service: KubernetesWorkload.service({ metadata: { name: 'greet' }, spec: { selector: { app: 'greet' }, ports: [{ port: 80 }] } }),
    reader: new CustomWorkload({
      manifest: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'reader' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      },
    }),
    nightly: new CustomWorkload({ manifest: { apiVersion: 'batch/v1', kind: 'CronJob', spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: pod } } } } } }),
    debug: new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { app: 'debug' } }, spec: pod } }),
  };
  for (const [id, workload] of Object.entries(workloads)) hello.addComponent(new Component(chart, id, { workload }));

  expectGolden('kubernetes-plain-kinds', objectsOf(chart));
});

test('a kind of one\'s own, by its renderer', () => {
  const renderer = {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'HealthScope',
    render: ({ manifest, application, component, selector }: any) => [{
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: `${application}-${component}` },
      spec: { minAvailable: manifest.spec.minAvailable, selector: { matchLabels: selector } },
    }],
  };
  const manifest = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', spec: { minAvailable: 1 } };

  expectRendered('custom-workload', new CustomWorkload({ manifest }), kubernetesChart({ renderers: [renderer] }));
});

test('parameters and a pinned revision', () => {
  const chart = kubernetesChart();
  const parameters = [
    { name: 'image', required: true, fieldPaths: ['spec.containers[0].image'] },
    { name: 'port', fieldPaths: ['spec.containers[0].ports[0].containerPort'] },
    { name: 'tier', fieldPaths: ['metadata.labels.tier', 'spec.containers[0].env[0].value'] },
    { name: 'unset', fieldPaths: ['spec.osType'] },
  ];
  const container = { name: 'main', image: 'to-be-set', ports: [{ name: 'http', containerPort: 1 }], env: [{ name: 'TIER', value: '' }] };
  const parameterValues = [{ name: 'image', value: 'example/main:2' }, { name: 'port', value: 8080 }, { name: 'tier', value: 'web' }];
  bind(chart, new ContainerizedWorkload({ containers: [container] }), { revisionName: 'greet-v3', parameterValues }, parameters);

  expectGolden('kubernetes-parameters', objectsOf(chart));
});
