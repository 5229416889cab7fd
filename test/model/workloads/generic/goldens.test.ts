import { createHash } from 'node:crypto';
import { App, Chart } from 'cdk8s';
import { ConfigMap, k8s } from 'cdk8s-plus-27';
import { parseAllDocuments } from 'yaml';
import { ApplicationConfiguration, Component, ComponentBinding, ComponentParameter, ConcurrencyPolicy, ContainerProtocol, CronJobWorkload, DaemonSetWorkload, DeploymentWorkload, ImagePullPolicy, IngressPathType, IngressTrait, JobRestartPolicy, JobWorkload, KubernetesWorkload, MetricsTrait, ParameterValue, PodManagement, PodSecurity, ProbeScheme, StatefulSetWorkload, WhenUnsatisfiable, Workload } from '../../../../src';
import { findingsOf, kubernetesChart, objectsOf } from '../../../targets/kubernetes/support';
import { newChart, rendered } from '../../../support/app';
import { expectGolden } from '../../../support/golden';

const REQUESTS = { requests: { cpu: '100m', memory: '64Mi' } };

const WORKLOADS: Readonly<Record<string, () => Workload>> = {
  'deployment-workload': () => new DeploymentWorkload({
    labels: { version: 'v1' },
    annotations: { note: 'all fields' },
    image: 'example/greet:1',
    imagePullPolicy: ImagePullPolicy.ALWAYS,
    containerName: 'server',
    command: ['/greet'],
    args: ['--port', '8080'],
    ports: [
      { name: 'http', port: 8080, servicePort: 80 },
      { name: 'metrics', port: 9090 },
      { name: 'dns-2', port: 5353, protocol: ContainerProtocol.UDP },
    ],
    env: { GREETING: 'Hello' },
    envSources: { PASSWORD: { secretKeyRef: { name: 'greet', key: 'password' } }, NODE: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    envFrom: [{ prefix: 'GREET_', configMapRef: { name: 'greet-settings' } }, { secretRef: { name: 'greet-keys', optional: true } }],
    resources: { ...REQUESTS, limits: { memory: '128Mi' } },
    probes: {
      liveness: { grpc: { port: 8080, service: 'greet' } },
      readiness: { httpGet: { path: '/ready', port: 'http', scheme: ProbeScheme.HTTPS, httpHeaders: [{ name: 'Accept', value: 'text/plain' }] }, periodSeconds: 5 },
      startup: { exec: { command: ['/bin/check'] }, failureThreshold: 30 },
    },
    lifecycle: { postStart: { exec: { command: ['/warm-up'] } }, preStop: { sleep: { seconds: 5 } } },
    terminationGracePeriodSeconds: 45,
    priorityClassName: 'system-cluster-critical',
    spread: [{ topologyKey: 'kubernetes.io/hostname' }, { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 2, whenUnsatisfiable: WhenUnsatisfiable.DO_NOT_SCHEDULE }],
    volumes: [{ name: 'config', configMap: { name: 'greet' } }],
    volumeMounts: [{ name: 'config', mountPath: '/etc/greet', readOnly: true }],
    securityContext: { readOnlyRootFilesystem: true, capabilities: { add: ['NET_BIND_SERVICE'] } },
    podSecurity: PodSecurity.RESTRICTED,
    podLabels: { tier: 'web' },
    podAnnotations: { owner: 'greeters' },
    podSpec: {
      containers: [
        { name: 'helper', image: 'example/helper:1', ports: [{ name: 'help', containerPort: 9999 }], resources: { requests: { cpu: '10m', memory: '16Mi' } } },
        {
          name: 'server',
          workingDir: '/srv',
          env: [{ name: 'GREETING', value: 'Hi' }, { name: 'ADDED', value: 'yes' }],
          ports: [{ containerPort: 8080, hostIp: '10.0.0.1' }, { containerPort: 5353, protocol: 'UDP', name: 'dns-3' }],
          volumeMounts: [{ name: 'config', mountPath: '/etc/greet', subPath: 'x' }, { name: 'tmp', mountPath: '/tmp' }],
          resources: { limits: { cpu: '1' } },
        },
      ],
      initContainers: [
        { name: 'prepare', image: 'example/prepare:1' },
        { name: 'proxy', image: 'example/proxy:1', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 15021 } } },
      ],
      volumes: [{ name: 'tmp', emptyDir: {} }, { name: 'config', configMap: { optional: true } }],
      topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3, nodeTaintsPolicy: 'Honor' }],
      hostAliases: [{ ip: '10.0.0.2', hostnames: ['db'] }],
      affinity: { nodeAffinity: {} },
      imagePullSecrets: [{ name: 'registry' }],
    },
    serviceAccount: { create: true, annotations: { 'example.com/role': 'greeter' } },
    service: { labels: { edge: 'yes' }, annotations: { lb: 'internal' }, spec: { publishNotReadyAddresses: true } },
    replicas: 3,
    minReadySeconds: 10,
    revisionHistoryLimit: 3,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: k8s.IntOrString.fromNumber(1) } },
    overrides: {
      spec: { paused: true, template: { spec: { containers: [{ name: 'helper', stdin: true }] } } },
    },
  }),
  'stateful-set-workload': () => new StatefulSetWorkload({
    image: 'example/store:1',
    ports: [{ name: 'sql', port: 5432 }],
    replicas: 2,
    podManagementPolicy: PodManagement.PARALLEL,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
    volumeClaimTemplates: [{
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: k8s.Quantity.fromString('1Gi') } } },
    }],
    serviceAccount: { name: 'store' },
  }),
  'daemon-set-workload': () => new DaemonSetWorkload({
    image: 'example/agent:1',
    ports: [{ port: 9100 }],
    updateStrategy: { type: 'OnDelete' },
    service: { name: 'agents' },
  }),
  'job-workload': () => new JobWorkload({
    image: 'example/migrate:1',
    restartPolicy: JobRestartPolicy.ON_FAILURE,
    backoffLimit: 2,
    completions: 4,
    parallelism: 2,
    activeDeadlineSeconds: 600,
    ttlSecondsAfterFinished: 3600,
  }),
  'cron-job-workload': () => new CronJobWorkload({
    image: 'example/report:1',
    resources: REQUESTS,
    schedule: '0 3 * * *',
    timeZone: 'Europe/Berlin',
    concurrencyPolicy: ConcurrencyPolicy.FORBID,
    suspend: false,
    startingDeadlineSeconds: 300,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 2,
    backoffLimit: 0,
  }),
};

function bind(chart: Chart, workload: Workload) {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload }));
}

describe.each(Object.entries(WORKLOADS))('%s', (name, make) => {
  test('on an OAM platform', () => {
    const chart = newChart();
    bind(chart, make());
    expectGolden(name, rendered(chart));
  });

  test('on Kubernetes', () => {
    const chart = kubernetesChart();
    bind(chart, make());
    expectGolden(`kubernetes-${name}`, objectsOf(chart));
  });
});

describe('a DeploymentWorkload with traits', () => {
  const declared = (chart: Chart) => {
    const binding = bind(chart, new DeploymentWorkload({
      image: 'example/greet:1', ports: [{ name: 'http', port: 8080 }, { name: 'admin', port: 9000 }], resources: REQUESTS,
    }));
    new MetricsTrait(binding, 'metrics', { port: 9000 });
    new IngressTrait(binding, 'ingress', { rules: [{ hosts: ['greet.example.com'] }, { paths: [{ path: '/admin', pathType: IngressPathType.EXACT }], hosts: ['greet.example.com'], destination: { port: 9000 } }] });
    return chart;
  };

  test('on an OAM platform', () => {
    expectGolden('deployment-workload-traits', rendered(declared(newChart())));
  });

  test('on Kubernetes', () => {
    expectGolden('kubernetes-deployment-workload-traits', objectsOf(declared(kubernetesChart())));
  });
});

const CONTAINER = { image: 'example/greet:1', resources: { limits: { cpu: '1', memory: '1Gi' } } };
const MOUNTED = {
  volumes: [{ name: 'config', configMap: { name: 'greet-config' } }], volumeMounts: [{ name: 'config', mountPath: '/etc/greet' }],
};

interface Shown {
  readonly data?: Record<string, string>;
  readonly parameters?: ComponentParameter[];
  readonly values?: ParameterValue[];
}

function declare(chart: Chart, props: any, { data = { greeting: 'Hello' }, parameters, values: parameterValues }: Shown = {}): ComponentBinding {
  const application = new ApplicationConfiguration(chart, 'hello');
  const binding = application.addComponent(new Component(chart, 'greet', { workload: new DeploymentWorkload({ ...CONTAINER, ...props }) }));
  const config = new Component(chart, 'greet-config', { workload: KubernetesWorkload.configMap({ data }), parameters });
  application.addComponent(config, { parameterValues });
  return binding;
}

const annotationsOf = (objects: readonly any[]) => {
  const found = objects.map(each => each.spec?.workload ?? each).find(({ kind }) => kind === 'Deployment');
  return found.spec.template.metadata.annotations;
};

const hashOf = (...maps: [string, object][]) => createHash('sha256').update(JSON.stringify(maps)).digest('hex');

const PLATFORMS: [string, () => Chart, (chart: Chart) => any[]][] = [['Kubernetes', kubernetesChart, objectsOf], ['an OAM platform', () => newChart(), rendered]];

describe.each(PLATFORMS)('on %s', (_, chart, objects) => {
  const annotated = (props: any, shown?: Shown) => {
    const own = chart();
    declare(own, props, shown);
    return annotationsOf(objects(own));
  };

  test.each<[string, object]>([
    ['mount it', MOUNTED],
    ['mount it among others', { volumes: [{ name: 'all', projected: { sources: [{ configMap: { name: 'greet-config' } }] } }], podSpec: { containers: [] } }],
    ['take a variable from it', { envSources: { GREETING: { configMapKeyRef: { name: 'greet-config', key: 'greeting' } } } }],
    ['take all variables from it', { podSpec: { containers: [{ name: 'x', image: 'example/x:1', envFrom: [{ configMapRef: { name: 'greet-config' } }] }] } }],
  ])('pods that %s have its checksum', (__, props) => {
    expect(annotated({ ...props, followsConfigMaps: true, podAnnotations: { owner: 'greeters' } }))
      .toEqual({ 'owner': 'greeters', 'checksum/config': hashOf(['greet-config', { data: { greeting: 'Hello' } }]) });
  });

  test('other contents give another checksum, and the values of parameters count', () => {
    const props = { ...MOUNTED, followsConfigMaps: true };
    const parameters = [{ name: 'greeting', fieldPaths: ['data.greeting'] }];
    const other = annotated(props, { data: { greeting: 'Hi' } });

    expect(other).not.toEqual(annotated(props));
    expect(annotated(props, { parameters, values: [{ name: 'greeting', value: 'Hi' }] })).toEqual(other);
  });

  test('a ConfigMap of the program that is no component counts as it is rendered', () => {
    const own = chart();
    new ApplicationConfiguration(own, 'hello').addDeployment('greet', { ...CONTAINER, ...MOUNTED, followsConfigMaps: true });
    // declared after the pods, changed before the synthesis, and of another namespace
    const config = new ConfigMap(own, 'config', { metadata: { name: 'greet-config' } });
    new ConfigMap(own, 'other', { metadata: { name: 'greet-config', namespace: 'other' }, data: { greeting: 'Hi' } });
    config.addData('greeting', 'Hello');
    expect(annotationsOf(objects(own))).toEqual({ 'checksum/config': hashOf(['greet-config', { data: { greeting: 'Hello' } }]) });
    config.addData('farewell', 'Bye');
    expect(annotationsOf(objects(own))).toEqual({ 'checksum/config': hashOf(['greet-config', { data: { farewell: 'Bye', greeting: 'Hello' } }]) });
    // and after a validation that is not followed by a synthesis at once
    const app = App.of(own);
    app.node.validate();
    config.addData('question', 'How?');
    const written = parseAllDocuments(app.synthYaml()).map((each) => each.toJS());
    expect(annotationsOf(written)).toEqual({ 'checksum/config': hashOf(['greet-config', { data: { farewell: 'Bye', greeting: 'Hello', question: 'How?' } }]) });
  });

  test('pods have none unless they should', () => {
    expect(annotated(MOUNTED)).toBeUndefined();
  });

  test('fails when the pods use none of the application, but a Secret', () => {
    const own = chart();
    declare(own, { volumes: [{ name: 'secret', secret: { secretName: 'greet-config' } }, { name: 'other', configMap: { name: 'other' } }], followsConfigMaps: true });

    expect(findingsOf(own)).toEqual([
      "[c/hello/greet] no-config-map: 'workload.followsConfigMaps' has no effect: the pods use no ConfigMap that the program declares in their namespace; declare the ConfigMap in the program and mount it, or leave it out",
    ]);
  });
});
