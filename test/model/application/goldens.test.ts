import { Chart, Duration } from 'cdk8s';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBindingOptions, ComponentParameter, CustomTrait, DataConditionOperator,
  IngressPathType, IngressTrait, KubernetesWorkload, ImagePullPolicy, LoggingTrait, ManualScalerTrait, MetricsTrait, MetricsTraitShape,
  Scraper, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';
import { newChart, rendered, smallWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';

/** Binds new components to one application, and gives their bindings. */
function application(chart: Chart, workloads: Record<string, Workload>) {
  const hello = new ApplicationConfiguration(chart, 'hello', { metadata: { annotations: { version: 'v1.0.0', description: 'All there is' } } });
  return Object.entries(workloads).map(([id, workload]) => hello.addComponent(new Component(chart, id, { workload })));
}

test('every trait, in the order of declaration', () => {
  const chart = newChart();
  const [greet] = application(chart, { greet: smallWorkload() });
  new IngressTrait(greet, 'ingress', {
    metadata: { name: 'greet-ingress' },
    rules: [
      {
        hosts: ['greet.example.com'],
        paths: [
          {
            path: '/greet',
            pathType: IngressPathType.PREFIX,
            authorizationPolicy: { rules: [{ requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[iss]', values: ['example'] }] }] },
          },
          { path: '/images/.*\\.png', pathType: IngressPathType.REGEX },
        ],
        destination: { host: 'greet-service', port: 8080, httpCookie: { name: 'session', path: '/', ttl: Duration.hours(1) } },
      },
      { hosts: ['*.example.com', 'other.example.com'] },
    ],
    tls: { secretName: 'greet-tls' },
  });
  new MetricsTrait(greet, 'metrics', {
    metadata: { name: 'greet-metrics', labels: { tier: 'web' } },
    ports: [{ port: 8080 }, { port: 9090, path: '/prometheus' }],
    port: 7070,
    path: '/last',
    secret: 'greet-credentials',
    scraper: Scraper.of('monitoring', 'prometheus'),
  });
  new LoggingTrait(greet, 'logging', {
    loggingConfig: '<match **>\n  @type stdout\n</match>\n', loggingImage: 'example/fluentd:1', imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
  });
  new ManualScalerTrait(greet, 'scaler', { replicaCount: 3, overrides: { metadata: { annotations: { added: 'by overrides' } } } });
  new CustomTrait(greet, 'custom', { manifest: { apiVersion: 'example.com/v1', kind: 'Foo', spec: { nothing: null, empty: {} }, status: null } });

  expectGolden('application-traits', rendered(chart));
});

test('parameters, scopes, data and a pinned revision', () => {
  const chart = newChart();
  const hello = new ApplicationConfiguration(chart, 'hello');
  const bind = (id: string, options: ComponentBindingOptions, parameters?: ComponentParameter[]) =>
    hello.addComponent(new Component(chart, id, { workload: smallWorkload(), parameters }), options);

  bind('database', {
    scopes: [{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' }],
    dataOutputs: [{ name: 'address', fieldPath: 'status.address', conditions: [{ op: DataConditionOperator.EQUAL, value: 'Ready', fieldPath: 'status.phase' }] }],
  });
  const greet = bind('greet', {
    parameterValues: [{ name: 'image', value: 'example/main:2' }, { name: 'port', value: 8080 }],
    dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.containers[0].env[0].value'] }],
  }, [
    { name: 'image', fieldPaths: ['spec.containers[0].image'], required: true, description: 'The image.' },
    { name: 'port', fieldPaths: ['spec.containers[0].ports[0].containerPort'] },
  ]);
  bind('pinned', { revisionName: 'pinned-v3' });
  hello.addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
  new ManualScalerTrait(greet, 'scaler', {
    replicaCount: 1,
    dataInputs: [{ valueFrom: { dataOutputName: 'replicas' }, toFieldPaths: ['spec.replicaCount'] }],
    dataOutputs: [{ name: 'count', fieldPath: 'spec.replicaCount' }],
  });

  expectGolden('application-bindings', rendered(chart));
});

test.each(Object.values(MetricsTraitShape))('the MetricsTraits of the shape %s', metricsTraitShape => {
  const chart = newChart({ metricsTraitShape });
  const bindings = application(chart, {
    'carts': new CoherenceWorkload({ template: { name: 'carts', spec: { coherence: { metrics: { enabled: true, port: 7001 } } } } }),
    'config': KubernetesWorkload.configMap({ data: { a: 'b' } }),
    'domain': new WebLogicWorkload({ domainVersion: WebLogicDomainVersion.V9, template: { name: 'domain', spec: { domainUID: 'domain', webLogicCredentialsSecret: { name: 'credentials' } } } }),
    'generic': smallWorkload(),
    'left-out': smallWorkload(),
    'given': smallWorkload(),
  });
  new MetricsTrait(bindings[4], 'metrics');
  new MetricsTrait(bindings[5], 'metrics', { port: 9090, path: '/m', secret: 'credentials', scraper: Scraper.of('monitoring', 'prometheus') });

  expectGolden(`metrics-trait-${metricsTraitShape}`, rendered(chart));
});
