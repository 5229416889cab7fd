import { k8s } from 'cdk8s-plus-27';
import {
  AutoscalerTrait, AutoscalerTraitProps, CoherenceWorkload, ComponentBinding, ContainerizedContainer, ContainerizedWorkload, CustomWorkload,
  DeploymentWorkload, DisruptionBudgetTrait, HelidonWorkload, KubernetesWorkload, LoggingTrait, ManualScalerTrait, StatefulSetWorkload,
  VolumeSharingPolicy, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';
import { bindOn, findingsOf, judgedOf, kubernetesChart, listening, objectsOf } from '../../targets/kubernetes/support';
import { bind, newChart } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const RESOURCES = { cpu: { required: '250m' }, memory: { required: '256Mi' } };
const REQUESTS = { requests: { cpu: '250m', memory: '256Mi' } };
const LABELS = { app: 'cart' };
const CPU: AutoscalerTraitProps = { maxReplicas: 5, cpuUtilization: 70 };
const QUEUE: k8s.MetricSpecV2 = {
  type: 'External',
  external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: k8s.Quantity.fromString('30') } },
};
/** One that asks for nothing of the containers. */
const BY_QUEUE: AutoscalerTraitProps = { maxReplicas: 5, metrics: [QUEUE] };

const requesting = (more: Partial<ContainerizedContainer> = {}) => listening({ resources: RESOURCES, ...more });

/** The workload `kind` of Kubernetes, whose one container has these resources. */
const plain = (kind: string, { resources = REQUESTS, apiVersion = 'apps/v1', pod = {}, ...spec }: any = {}) => new CustomWorkload({
  manifest: {
    apiVersion,
    kind,
    spec: {
      ...apiVersion === 'apps/v1' ? { selector: { matchLabels: LABELS } } : {},
      ...kind === 'StatefulSet' ? { serviceName: 'a' } : {},
      template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'main', image: 'example/main:1', resources, ports: [{ containerPort: 8080 }] }], ...pod } },
      ...spec,
    },
  },
});

const weblogic = (clusters: any[], resources: object | undefined = REQUESTS) => new WebLogicWorkload({
  domainVersion: WebLogicDomainVersion.V9,
  template: {
    name: 'shop',
    spec: { domainUID: 'shop', webLogicCredentialsSecret: { name: 'login' }, serverPod: { resources }, clusters: clusters.map(({ name }) => ({ name })) },
  },
  clusters,
});
const cluster = (name: string, spec: object = {}) => ({ name, spec: { clusterName: name, replicas: 2, ...spec } });

const onKubernetes = (workload: Workload = requesting()) => bindOn(kubernetesChart(), workload);
const onOam = (workload: Workload = requesting()) => bind(workload, {}, newChart());
const EVERYWHERE: [string, (workload?: Workload) => ComponentBinding][] = [['on Kubernetes', onKubernetes], ['on an OAM platform', onOam]];

function autoscalerOf(binding: ComponentBinding, props: any = CPU): any {
  new AutoscalerTrait(binding, 'autoscaler', props);
  const found = objectsOf(binding).map(each => each.spec?.workload ?? each).filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(found).toHaveLength(1);
  return found[0];
}

const resource = (name: string, averageUtilization: number) => ({ type: 'Resource', resource: { name, target: { type: 'Utilization', averageUtilization } } });

const at = '[c/hello/greet/autoscaler] ';

const requests = (i: number, resourceName: string, ...containers: string[]) => `warning HorizontalPodAutoscaler missing-request: 'spec.metrics[${i}].resource' compares with the `
  + `${resourceName} that each container requests, which is missing on ${containers.map(name => `"${name}"`).join(', ')}, so that nothing is scaled`;

describe('goldens', () => {
  const ALL: AutoscalerTraitProps = {
    metadata: { name: 'greet-load', labels: { team: 'greeters' }, annotations: { owner: 'shop' } },
    minReplicas: 2,
    maxReplicas: 10,
    cpuUtilization: 70,
    memoryUtilization: 80,
    metrics: [QUEUE],
    behavior: {
      scaleUp: { policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }], selectPolicy: 'Max', stabilizationWindowSeconds: 0 },
      scaleDown: { policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }], selectPolicy: 'Min', stabilizationWindowSeconds: 600 },
    },
  };

  test.each<[string, () => ComponentBinding]>([['kubernetes-autoscaler', onKubernetes], ['autoscaler-trait', onOam]])('%s', (golden, on) => {
    const binding = on();
    new AutoscalerTrait(binding, 'autoscaler', ALL);
    expectGolden(golden, objectsOf(binding));
  });
});

describe.each(EVERYWHERE)('%s', (_, on) => {
  test('it is called as the component, and scales its Deployment', () => {
    expect(autoscalerOf(on())).toMatchObject({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'greet' },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' }, maxReplicas: 5, metrics: [resource('cpu', 70)] },
    });
  });

  test.each<[string, Workload, object]>([
    ['the Deployment of a ContainerizedWorkload with a name',
      new ContainerizedWorkload({ name: 'other', containers: [{ name: 'main', image: 'example/main:1', resources: RESOURCES, ports: [{ name: 'http', containerPort: 8080 }] }] }),
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other' }],
    ['the Deployment of a HelidonWorkload',
      new HelidonWorkload({
        deployment: {
          name: 'made',
          podSpec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080 }], resources: { limits: { cpu: k8s.Quantity.fromString('1') } } }] },
        },
      }),
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'made' }],
    ['a Deployment without a name', plain('Deployment'), { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' }],
    ['a DeploymentWorkload', new DeploymentWorkload({ image: 'example/main:1', ports: [{ port: 8080 }], resources: REQUESTS }),
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' }],
    ['a StatefulSetWorkload with a name', new StatefulSetWorkload({ name: 'other', image: 'example/main:1', ports: [{ port: 8080 }], resources: REQUESTS }),
      { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'other' }],
    ['a StatefulSet', plain('StatefulSet'), { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'greet' }],
    ['pods that request as a whole', plain('Deployment', { resources: {}, pod: { resources: REQUESTS } }), { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' }],
    ['a Coherence resource', new CoherenceWorkload({ template: { name: 'cache', spec: { coherence: { metrics: { enabled: true } }, resources: REQUESTS } } }),
      { apiVersion: 'coherence.oracle.com/v1', kind: 'Coherence', name: 'cache' }],
    ['the Cluster of a WebLogic domain', weblogic([cluster('front')]), { apiVersion: 'weblogic.oracle/v1', kind: 'Cluster', name: 'front' }],
    ['a Cluster whose own servers request', weblogic([cluster('front', { serverPod: { resources: REQUESTS } })], {}),
      { apiVersion: 'weblogic.oracle/v1', kind: 'Cluster', name: 'front' }],
  ])('it scales %s', (__, workload, target) => {
    expect(autoscalerOf(on(workload)).spec.scaleTargetRef).toEqual(target);
  });

  test.each<[string, AutoscalerTraitProps, object]>([
    ['the fewest pods', { ...CPU, minReplicas: 2 }, { minReplicas: 2, metrics: [resource('cpu', 70)] }],
    ['cpu, memory and more', { maxReplicas: 5, memoryUtilization: 80, cpuUtilization: 120, metrics: [QUEUE] }, {
      metrics: [resource('cpu', 120), resource('memory', 80), { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } } }],
    }],
    ['how fast', { ...CPU, behavior: { scaleDown: { selectPolicy: 'Disabled' } } }, { metrics: [resource('cpu', 70)], behavior: { scaleDown: { selectPolicy: 'Disabled' } } }],
  ])('it has %s', (__, props, spec) => {
    expect(autoscalerOf(on(), props).spec).toEqual({ scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' }, maxReplicas: 5, ...spec });
  });

  test('what overrides name is scaled in place of the workload', () => {
    const scaleTargetRef = { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'greeters' };
    expect(autoscalerOf(on(plain('DaemonSet')), { ...CPU, overrides: { spec: { scaleTargetRef } } }).spec).toEqual({
      scaleTargetRef, maxReplicas: 5, metrics: [resource('cpu', 70)],
    });
  });

  test('what it scales has no number of replicas', () => {
    const binding = on();
    autoscalerOf(binding);
    const others = objectsOf(binding).map(each => each.spec?.workload ?? each).filter(({ kind }) => kind !== 'HorizontalPodAutoscaler');
    expect(others.filter(({ spec }) => 'replicas' in (spec ?? {}))).toEqual([]);
  });

  test('a budget counts no pods, whose number is not known', () => {
    const binding = on();
    new AutoscalerTrait(binding, 'autoscaler', CPU);
    new DisruptionBudgetTrait(binding, 'budget', { minAvailable: 1 as any });
    expect(findingsOf(binding)).toEqual([]);
  });

  test('a second one of the same name is an error', () => {
    const binding = on();
    new AutoscalerTrait(binding, 'autoscaler', CPU);
    expect(messageOf(() => new AutoscalerTrait(binding, 'again', CPU))).toBe(
      '[c/hello/greet/again] duplicate-trait: is a second HorizontalPodAutoscaler named "greet" beside \'c/hello/greet/autoscaler\'; merge them, or give each its own \'metadata.name\'');
  });

  const INTEGER = (field: string, value: string) => `invalid-value: '${field}' must be an integer from 1 to 2147483647, got ${value}`;

  test.each<[string, any, string]>([
    ['nothing bounds the pods', { cpuUtilization: 70 }, 'missing-field: \'maxReplicas\' is required'],
    ['no pod needs to run', { ...CPU, minReplicas: 0 }, INTEGER('minReplicas', '0')],
    ['none may run', { ...CPU, maxReplicas: 0 }, INTEGER('maxReplicas', '0')],
    ['the percentage is none', { ...CPU, cpuUtilization: 0 }, INTEGER('cpuUtilization', '0')],
    ['the percentage is a string', { ...CPU, memoryUtilization: '80%' }, INTEGER('memoryUtilization', '"80%"')],
    ['the most are fewer than the fewest', { ...CPU, minReplicas: 6 },
      'invalid-value: \'maxReplicas\' must be at least minReplicas (6), got 5; use a higher one'],
    ['there is no metric', { maxReplicas: 5 }, 'missing-field: must have at least one of cpuUtilization, memoryUtilization, metrics'],
    ['the list of metrics is empty', { maxReplicas: 5, metrics: [] }, 'missing-field: must have at least one of cpuUtilization, memoryUtilization, metrics'],
    ['a property is misspelt', { ...CPU, minReplica: 2 },
      'unknown-field: \'minReplica\' is an unknown field; expected one of metadata, overrides, minReplicas, maxReplicas, cpuUtilization, memoryUtilization, metrics, behavior; '
      + 'did you mean "minReplicas"?'],
  ])('fails when %s', (__, props, message) => {
    expect(messageOf(() => new AutoscalerTrait(on(), 'autoscaler', props))).toBe(`[c/hello/greet/autoscaler] ${message}`);
  });

  const told = (binding: ComponentBinding, props: AutoscalerTraitProps = CPU) => {
    new AutoscalerTrait(binding, 'autoscaler', props);
    return findingsOf(binding);
  };

  test.each<[string, string]>([['DaemonSet', 'apps/v1'], ['Job', 'batch/v1']])('fails when it is on a %s', (kind, apiVersion) => {
    expect(told(on(plain(kind, { apiVersion, ...kind === 'Job' ? { pod: { restartPolicy: 'Never' } } : {} })))).toEqual([
      `${at}not-scalable: is on a ${kind}, which has no number of replicas to set; put the trait on the component whose workload runs the pods, or leave it out`,
    ]);
  });

  test('fails when the workload has no pods', () => {
    expect(told(on(KubernetesWorkload.configMap({ data: { a: 'b' } })))).toEqual([
      `${at}no-pods: is on a ConfigMap, which has no pods; put the trait on the component whose workload runs the pods`,
    ]);
  });

  test.each<[string, string[]]>([['no Cluster', []], ['two Clusters', ['front', 'back']]])('fails when a WebLogic domain has %s', (__, names) => {
    expect(told(on(weblogic(names.map(name => cluster(name)))))).toEqual([expect.stringMatching(new RegExp(
      `not-scalable: is on a (VerrazzanoWebLogicWorkload|Domain), which autoscalers scale by its Cluster resources, and it has ${names.length}; `
      + 'declare one of them, or write a HorizontalPodAutoscaler for each by CustomObject$'))]);
  });
});

describe('rules say that', () => {
  const told = (workload: Workload, props: AutoscalerTraitProps = CPU, more: (binding: ComponentBinding) => void = () => {}) => {
    const binding = onKubernetes(workload);
    more(binding);
    new AutoscalerTrait(binding, 'autoscaler', props);
    return judgedOf(binding).map(each => each.split('; ')[0]);
  };

  test.each<[string, Workload, string, ((binding: ComponentBinding) => void)?]>([
    ['Deployment', plain('Deployment', { replicas: 0 }), '0'],
    ['Deployment', new DeploymentWorkload({ image: 'example/main:1', ports: [{ port: 8080 }], resources: REQUESTS, replicas: 2 }), '2'],
    ['Coherence', new CoherenceWorkload({ template: { name: 'cache', spec: { coherence: { metrics: { enabled: true } }, replicas: 3, resources: REQUESTS } } }), '3'],
    ['Deployment', requesting(), '2', binding => new ManualScalerTrait(binding, 'scaler', { replicaCount: 2 })],
  ])('the %s has a number of replicas too', (kind, workload, replicas, ...[more]) => {
    expect(told(workload, CPU, more)).toEqual([expect.stringMatching(
      `^warning ${kind} scaled-twice: 'spec.replicas' is set to ${replicas} whenever the manifests are applied, and HorizontalPodAutoscaler ns/greet sets it too$`)]);
  });

  test('a Cluster has no number of replicas, of which Kubernetes serves no scale', () => {
    expect(told(weblogic([{ name: 'front', spec: { clusterName: 'front' } }]))).toEqual([
      "error Cluster not-scalable: 'spec.replicas' is missing: Kubernetes serves no scale for HorizontalPodAutoscaler ns/greet then",
    ]);
  });

  test.each<[string, Workload, AutoscalerTraitProps, string[]]>([
    ['a container', listening(), { ...CPU, memoryUtilization: 80 }, [requests(0, 'cpu', 'main'), requests(1, 'memory', 'main')]],
    ['one of the two resources', plain('Deployment', { resources: { requests: { cpu: '1' } } }), { ...CPU, memoryUtilization: 80 }, [requests(1, 'memory', 'main')]],
    ['a container that starts before the others and stays', plain('Deployment', {
      pod: { initContainers: [{ name: 'proxy', image: 'example/proxy:1', restartPolicy: 'Always' }, { name: 'once', image: 'example/once:1' }] },
    }), CPU, [requests(0, 'cpu', 'proxy')]],
    ['members of Coherence, and what runs beside them', new CoherenceWorkload({ template: { name: 'cache', spec: { coherence: { metrics: { enabled: true } }, sideCars: [{ name: 'side', image: 'example/side:1' }] } } }),
      CPU, [requests(0, 'cpu', 'coherence', 'side')]],
    ['servers of WebLogic', weblogic([cluster('front')], {}), CPU, [requests(0, 'cpu', 'weblogic-server')]],
    ['what is not compared', listening(), BY_QUEUE, []],
    ['a Cluster whose Domain does', weblogic([cluster('front')]), CPU, []],
    ['a Domain whose Cluster does', weblogic([cluster('front', { serverPod: { resources: REQUESTS } })], {}), CPU, []],
    ['containers of pods that request as a whole', plain('Deployment', { resources: {}, pod: { resources: REQUESTS } }), CPU, []],
  ])('nothing is requested by %s', (_, workload, props, findings) => {
    expect(told(workload, props)).toEqual(findings);
  });

  test('the sidecar of a LoggingTrait requests nothing', () => {
    const log = (binding: ComponentBinding) => new LoggingTrait(binding, 'logging', { loggingImage: 'example/fluentd:1', loggingConfig: 'x' });
    expect(told(requesting(), CPU, log)).toEqual([requests(0, 'cpu', 'logging-stdout')]);
  });

  test('pods share a volume that one node can use', () => {
    const volumes = [{ name: 'data', mountPath: '/data', sharingPolicy: VolumeSharingPolicy.EXCLUSIVE, disk: { required: '1Gi' } }];
    expect(told(requesting({ resources: { ...RESOURCES, volumes } }))).toEqual([
      "warning HorizontalPodAutoscaler shared-volume: 'spec.maxReplicas' lets several pods mount claim \"greet.data\", whose access mode ReadWriteOnce is for the pods of one node",
    ]);
  });
});
