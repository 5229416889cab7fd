import { ApiObject, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import {
  ApplicationConfiguration, Component, ComponentBinding, CustomTrait, DeploymentWorkload, IngressTrait, JobWorkload, KubernetesWorkload, MetricsTrait,
  MetricsTraitShape, StatefulSetWorkload, Workload,
} from '../../../../src';
import { byService, findingsOf, ingressChart, kubernetesChart, objectsOf, only, routesOf } from '../../../targets/kubernetes/support';
import { newChart, rendered } from '../../../support/app';
import { messageOf } from '../../../support/message';

// which ports are scraped, and which the Service has

const image = 'example/greet:1';
const resources = { requests: { cpu: '100m', memory: '64Mi' } };
const deployment = (ports: any[], more: object = {}) => new DeploymentWorkload({ image, resources, ports, ...more });
const sidecar = (...ports: object[]) => ({ podSpec: { containers: [{ name: 'envoy', image: 'example/envoy:1', resources, ports }] } as any });
const http = { name: 'http', port: 8080, servicePort: 80 };
const metrics = { name: 'metrics', port: 9090 };

function bind(chart: Chart, workload: Workload): ComponentBinding {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload }));
}

/** The Service's ports, with their targets; `undefined` if there is none. */
const servedIn = (chart: Chart): string[] | undefined => {
  const objects = objectsOf(chart).map(each => each.kind === 'Component' ? each.spec.workload : each);
  return objects.find(({ kind }) => kind === 'Service')?.spec.ports.map(({ name, port, targetPort }: any) => `${name} ${port} ${targetPort}`);
};
const scrapedIn = (chart: Chart): string[] => objectsOf(chart).flatMap(({ spec }) => spec.podMetricsEndpoints ?? spec.endpoints ?? [])
  .map(({ port, portNumber, path }: any) => `${port ?? portNumber} ${path}`);
const endpointsOf = ({ metrics: { endpoints } }: ComponentBinding) => endpoints.map(({ port, path, jobName }) => `${port} ${path} ${jobName}`);
const traitsIn = (chart: Chart) => rendered(chart).find(({ kind }) => kind === 'ApplicationConfiguration').spec.components[0].traits?.map(({ trait }: any) => trait.spec);

describe('scraped without a MetricsTrait is', () => {
  test.each<[string, any[], string[]]>([
    ['the port metrics', [http, metrics], ['metrics /metrics']],
    ['the port http-metrics', [http, { name: 'http-metrics', port: 9797 }], ['http-metrics /metrics']],
    ['a port whose name ends with it', [http, { name: 'jmx-metrics', port: 5556 }], ['jmx-metrics /metrics']],
    ['each of several', [http, metrics, { name: 'jmx-metrics', port: 5556 }], ['metrics /metrics', 'jmx-metrics /metrics']],
    ['no port whose name only has it', [http, { name: 'metricsport', port: 9797 }, { name: 'x-metrics-y', port: 9798 }], []],
    ['no port over UDP', [http, { ...metrics, protocol: 'UDP' }], []],
    ['no port over TLS, whose certificate is not known', [http, { name: 'https-metrics', port: 9443 }], []],
    ['a port for requests that has metrics too', [{ ...http, metrics: {} }], ['http /metrics']],
    ['at their path', [{ ...http, metrics: { path: '/actuator/prometheus' } }], ['http /actuator/prometheus']],
    ['at another path than usual', [http, { ...metrics, metrics: { path: '/stats' } }], ['metrics /stats']],
    ['an unnamed port', [{ port: 8080, metrics: {} }], ['8080 /metrics']],
  ])('%s', (_, ports, scraped) => {
    const chart = kubernetesChart();
    bind(chart, deployment(ports));

    expect(findingsOf(chart)).toEqual([]);
    expect(scrapedIn(chart)).toEqual(scraped);
  });

  test('the port of a sidecar, by its number if it has the name of another', () => {
    const chart = kubernetesChart();
    bind(chart, deployment([http, metrics], sidecar({ name: 'metrics', containerPort: 9901 }, { name: 'envoy-metrics', containerPort: 9902 })));

    expect(findingsOf(chart)).toEqual([]);
    expect(scrapedIn(chart)).toEqual(['9090 /metrics', '9901 /metrics', 'envoy-metrics /metrics']);
  });

  test('that of a Deployment as it is, unless an annotation names another', () => {
    const raw = (annotations?: object) => KubernetesWorkload.deployment({
      metadata: { name: 'greet' },
      spec: { selector: { matchLabels: { app: 'greet' } }, template: { metadata: { annotations, labels: { app: 'greet' } }, spec: { containers: [{ name: 'main', image, ports: [{ name: 'http-metrics', containerPort: 9797 }, { containerPort: 8081 }] }] } } } as any,
    });
    const scraped = (workload: Workload) => {
      const chart = kubernetesChart();
      bind(chart, workload);
      return scrapedIn(chart);
    };

    expect(scraped(raw())).toEqual(['http-metrics /metrics']);
    expect(scraped(raw({ 'prometheus.io/port': '8081' }))).toEqual(['8081 /metrics']);
    // an OAM platform reads no names
    expect(endpointsOf(bind(newChart(), raw()))).toEqual(['8080 /metrics hello_ns_greet']);
  });
});

describe('a MetricsTrait that names no port', () => {
  const declare = (chart: Chart, ports: any[]) => {
    const binding = bind(chart, deployment(ports));
    new MetricsTrait(binding, 'metrics', { path: '/stats', secret: 'greet' });
    return binding;
  };
  const several = [http, metrics, { name: 'jmx-metrics', port: 5556 }];
  const jobs = ['9090 /stats hello_ns_greet', '5556 /stats hello_ns_greet_1'];

  test('is about all ports for metrics', () => {
    const chart = kubernetesChart();
    expect(endpointsOf(declare(chart, several))).toEqual(jobs);
    expect(scrapedIn(chart)).toEqual(['metrics /stats', 'jmx-metrics /stats']);
  });

  test('has them on an OAM platform', () => {
    const chart = newChart();
    expect(endpointsOf(declare(chart, several))).toEqual(jobs);
    expect(traitsIn(chart)).toEqual([{ secret: 'greet', ports: [{ port: 9090, path: '/stats' }, { port: 5556, path: '/stats' }] }]);
  });

  test('is about those of an object that the program makes elsewhere', () => {
    const chart = kubernetesChart();
    const made = new kplus.Deployment(chart, 'made', { containers: [{ image, ports: [{ number: 8080, name: 'http' }, { number: 9797, name: 'http-metrics' }] }] });
    new MetricsTrait(bind(chart, KubernetesWorkload.fromApiObject(ApiObject.of(made))), 'metrics');

    expect(scrapedIn(chart)).toEqual(['http-metrics /metrics']);
  });
});

describe('on an OAM platform', () => {
  test('the default trait has each port for metrics', () => {
    const chart = newChart();
    bind(chart, deployment([{ ...http, metrics: { path: '/prom' } }, metrics]));
    expect(traitsIn(chart)).toEqual([{ ports: [{ port: 8080, path: '/prom' }, { port: 9090, path: '/metrics' }] }]);
  });

  test('fails when a trait has one port, and the workload several for metrics', () => {
    const chart = newChart({ metricsTraitShape: MetricsTraitShape.SINGLE_PORT });
    const binding = bind(chart, deployment([metrics, { name: 'jmx-metrics', port: 5556 }]));
    expect(findingsOf(chart)).toEqual([
      "[c/hello/greet] ports-not-supported: 'workload' has the metrics ports 9090, 5556, and the MetricsTrait of the platform has one port; name one of them in a MetricsTrait, by 'port'",
    ]);
    new MetricsTrait(binding, 'metrics', { port: 5556 });
    expect(findingsOf(chart)).toEqual([]);
  });

  test('pods that are scraped have a Service, through which the platform does it', () => {
    const served = (workload: Workload) => {
      const chart = newChart();
      bind(chart, workload);
      return servedIn(chart);
    };
    expect(served(deployment([metrics]))).toEqual(['metrics 9090 metrics']);
    expect(served(deployment([http, metrics]))).toEqual(['http 80 http']);
    expect(served(deployment([metrics], { service: { enabled: false } }))).toBeUndefined();
    expect(served(new StatefulSetWorkload({ image, resources, ports: [metrics] }))).toEqual(['metrics 9090 metrics']);
  });
});

describe('fails when a port has metrics, and the component', () => {
  const conflict = "duplicate-trait: says how the component is scraped, and 'ports[1].metrics' of its workload does too; leave the trait out, or that 'metrics', and give port and path in the trait";
  const workload = () => deployment([metrics, { ...http, metrics: {} }]);

  test.each<[string, () => Chart]>([['Kubernetes', () => kubernetesChart()], ['an OAM platform', () => newChart()]])('a MetricsTrait, on %s', (_, chart) => {
    expect(messageOf(() => new MetricsTrait(bind(chart(), workload()), 'metrics', { interval: undefined }))).toBe(`[c/hello/greet/metrics] ${conflict}`);
    expect(messageOf(() => new CustomTrait(bind(chart(), workload()), 'custom', { manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { enabled: false } } })))
      .toBe(`[c/hello/greet/custom] ${conflict}`);
  });
});

describe('a Service has', () => {
  const CASES: readonly [string, Workload, string[] | undefined][] = [
    ['no port for metrics', deployment([http, metrics, { name: 'https-metrics', port: 9443 }]), ['http 80 http']],
    ['one that is published', deployment([http, { ...metrics, published: true }]), ['http 80 http', 'metrics 9090 metrics']],
    ['the port that has metrics beside requests', deployment([{ ...http, metrics: {} }]), ['http 80 http']],
    ['no port that is not published', deployment([http, { name: 'admin', port: 9901, published: false }]), ['http 80 http']],
    ['no port of a sidecar, which needs no name', deployment([http], sidecar({ containerPort: 9901 }, { containerPort: 9902 })), ['http 80 http']],
    ['its own port of a name that a sidecar has too', deployment([http], sidecar({ name: 'http', containerPort: 9901 })), ['http 80 http']],
    ['a single port without a name beside one that is not published', deployment([{ port: 8080 }, { port: 9901, published: false }]), ['undefined 8080 8080']],
    ['no port that an init container keeps open', deployment([http], { podSpec: { containers: [], initContainers: [{ name: 'proxy', image, resources, restartPolicy: 'Always', ports: [{ name: 'admin', containerPort: 9901 }] }] } }), ['http 80 http']],
    ['the ports that are given', deployment([metrics], { service: { spec: { ports: [{ port: 9090 }] } } }), ['undefined 9090 undefined']],
    ['only ports of the first container of a pod spec', new DeploymentWorkload({
      podSpec: { containers: [{ name: 'main', image, resources, ports: [{ name: 'http', containerPort: 8080 }, { name: 'metrics', containerPort: 9090 }] }, { name: 'other', image, resources, ports: [{ name: 'b', containerPort: 81 }] }] } as any,
    }), ['http 8080 http']],
    ['and none is made without a port', deployment([metrics], sidecar({ containerPort: 9901 })), undefined],
  ];

  test.each(CASES)('%s', (_, workload, served) => {
    const chart = kubernetesChart();
    bind(chart, workload);
    expect(findingsOf(chart)).toEqual([]);
    expect(servedIn(chart)).toEqual(served);
  });

  // the API server accepts no other `serviceName` later, such as with a port for requests
  test.each([['kubernetesChart', kubernetesChart], ['byService', byService]])('the ports for metrics of a StatefulSet without others: %s', (_, make) => {
    const chart = make();
    bind(chart, new StatefulSetWorkload({ image, resources, ports: [metrics], service: {} }));
    expect(findingsOf(chart)).toEqual([]);
    expect(servedIn(chart)).toEqual(['metrics 9090 metrics']);
    expect(only('StatefulSet', objectsOf(chart)).spec.serviceName).toBe('greet');
  });

  test('the StatefulSet without one names none', () => {
    const chart = kubernetesChart();
    bind(chart, new StatefulSetWorkload({ image, resources, ports: [{ ...metrics, published: false }] }));
    expect(only('StatefulSet', objectsOf(chart)).spec).not.toHaveProperty('serviceName');
  });
});

describe('with ServiceMonitors, a Service has', () => {
  test.each<[string, Workload, string[] | undefined, string[]]>([
    ['the port for metrics', deployment([http, metrics]), ['http 80 http', 'metrics 9090 metrics'], ['metrics /metrics']],
    ['that alone', deployment([metrics]), ['metrics 9090 metrics'], ['metrics /metrics']],
    ['that of a sidecar', deployment([http], sidecar({ name: 'metrics', containerPort: 9901 }, { name: 'admin', containerPort: 9902 })), ['http 80 http', 'metrics 9901 metrics'], ['metrics /metrics']],
    ['nothing of a Job', new JobWorkload({ image, resources }), undefined, []],
  ])('%s', (_, workload, served, scraped) => {
    const chart = byService();
    bind(chart, workload);
    expect(findingsOf(chart)).toEqual([]);
    expect(servedIn(chart)).toEqual(served);
    expect(scrapedIn(chart)).toEqual(scraped);
  });

  test('the ports of a MetricsTrait, whatever has read it before', () => {
    const chart = byService();
    const binding = bind(chart, deployment([http, metrics, { name: 'admin', port: 9901, published: false }]));
    expect(servedIn(chart)).toEqual(['http 80 http', 'metrics 9090 metrics']);

    const trait = new MetricsTrait(binding, 'metrics', { port: 9901 });
    expect(servedIn(chart)).toEqual(['http 80 http', 'admin 9901 admin']);
    expect(scrapedIn(chart)).toEqual(['admin /metrics']);

    binding.node.tryRemoveChild(trait.node.id);
    new MetricsTrait(binding, 'none', { enabled: false });
    expect(servedIn(chart)).toEqual(['http 80 http']);
  });

  test('no port without a name beside others, which is an error', () => {
    const chart = byService();
    const binding = bind(chart, deployment([http], sidecar({ containerPort: 9901 })));
    new MetricsTrait(binding, 'metrics', { port: 9901 });
    expect(findingsOf(chart)).toEqual([
      '[c/hello/greet/metrics] service-not-found: a ServiceMonitor needs a Service with labels that leads to port 9901 of component "greet", and none is rendered; '
      + 'declare the port, bind a component with such a Service, or use MonitorKind.POD_MONITOR',
    ]);
  });
});

describe('requests go to', () => {
  const routed = (workload: Workload, chart: Chart) => {
    new IngressTrait(bind(chart, workload), 'ingress', { rules: [{ hosts: ['greet.example.com'] }] });
    return chart;
  };

  test.each<[string, any[], string]>([
    ['http beside http-metrics', [http, { name: 'http-metrics', port: 9797, published: true }], '80'],
    ['http beside https', [http, { name: 'https', port: 8443 }], '80'],
    ['the only port beside one for metrics', [{ name: 'web', port: 8000 }, { ...metrics, published: true }], '8000'],
  ])('%s', (_, ports, port) => {
    expect(routesOf(routed(deployment(ports), ingressChart()))).toEqual([`greet.example.com Prefix / greet:${port}`]);
    const { components } = rendered(routed(deployment(ports), newChart())).find(({ kind }) => kind === 'ApplicationConfiguration').spec;
    expect(components.find(({ componentName }: any) => componentName === 'greet-service').traits[0].trait.spec.rules[0].destination).toEqual({ port: Number(port) });
  });

  test('no port for metrics, even the only one', () => {
    expect(messageOf(() => routed(deployment([{ ...metrics, published: true }]), newChart()))).toBe(
      '[c/hello/greet/ingress] ambiguous-service: \'rules[0].destination.port\' is required: Service "greet" has ports for metrics alone (9090 (metrics)), and requests go to none of them by default; '
      + 'declare a port for requests, or give the port');
  });

  test('the only port of another Service on an OAM platform, which chooses it', () => {
    const service = (...ports: [string, number][]) => KubernetesWorkload.service({ metadata: { name: 'greet' }, spec: { ports: ports.map(([name, port]) => ({ name, port })) } });
    expect(findingsOf(routed(service(['metrics', 90]), newChart()))).toEqual([]);
    expect(messageOf(() => routed(service(['http', 80], ['http-metrics', 90]), newChart()))).toContain('of which not exactly one has a name that begins with "http"; give the port');
  });
});
