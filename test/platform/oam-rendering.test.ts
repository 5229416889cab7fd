import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, CustomWorkload, IngressTrait, KubernetesWorkload, MetricsTrait, MetricsTraitShape, OamPlatform, Scraper, WebLogicWorkload } from '../../src';
import { application, chartOf, newApp } from '../private/models';
import { rendered } from '../support/app';
import { messageOf } from '../support/message';

const { PORTS, SINGLE_PORT } = MetricsTraitShape;
const SCRAPER = 'verrazzano-system/vmi-system-prometheus-0';

const acme = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme-system', systemScraper: Scraper.parse('acme-system/prometheus') });

const newChart = (platform?: OamPlatform) => chartOf(newApp(platform), 'ns');
const shaped = (metricsTraitShape: MetricsTraitShape) => newChart(OamPlatform.verrazzano({ metricsTraitShape }));

/** The traits of all components of the chart's applications. */
const traitsOf = (chart: Chart) => rendered(chart).filter(o => o.kind === 'ApplicationConfiguration')
  .flatMap(o => o.spec.components).flatMap(entry => entry.traits ?? []).map(entry => entry.trait);

describe('objects', () => {
  test('a component and an application', () => {
    const chart = newChart();
    application(chart, 'hello', 'greet');

    expect(rendered(chart)).toEqual([
      {
        apiVersion: 'core.oam.dev/v1alpha2',
        kind: 'ApplicationConfiguration',
        metadata: { name: 'hello', namespace: 'ns' },
        spec: {
          components: [{
            componentName: 'greet',
            traits: [{ trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } } }],
          }],
        },
      },
      {
        apiVersion: 'core.oam.dev/v1alpha2',
        kind: 'Component',
        metadata: { name: 'greet', namespace: 'ns' },
        spec: {
          workload: {
            apiVersion: 'oam.verrazzano.io/v1alpha1',
            kind: 'VerrazzanoHelidonWorkload',
            metadata: { name: 'greet-workload' },
            spec: {
              deploymentTemplate: { metadata: { name: 'greet-workload' }, podSpec: { containers: [{ name: 'main', image: 'example/main:1' }] } },
            },
          },
        },
      },
    ]);
  });

  test('an application without components, and a component whose parameters are declared', () => {
    const chart = newChart();
    application(chart, 'empty');
    new Component(chart, 'greet', {
      workload: KubernetesWorkload.configMap({ data: { a: 'b' } }),
      parameters: [{ name: 'a', fieldPaths: ['data.a'], required: true }],
    });

    expect(rendered(chart).map(o => o.spec)).toEqual([
      { components: [] },
      {
        workload: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
        parameters: [{ name: 'a', fieldPaths: ['data.a'], required: true }],
      },
    ]);
  });

  test('the kinds of another vendor', () => {
    const chart = newChart(acme);
    const [greet] = application(chart, 'hello', 'greet');
    new IngressTrait(greet, 'ingress', { rules: [{}] });

    expect(rendered(chart)[1].spec.workload).toMatchObject({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'AcmeHelidonWorkload' });
    expect(traitsOf(chart)).toEqual([
      { apiVersion: 'oam.acme.io/v1alpha1', kind: 'IngressTrait', spec: { rules: [{}] } },
      { apiVersion: 'oam.acme.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } },
    ]);
  });

  test('rendered twice, they are the same', () => {
    const chart = newChart();
    application(chart, 'hello', 'one', 'two');

    expect(rendered(chart)).toEqual(rendered(chart));
  });
});

describe('the default MetricsTrait', () => {
  const domain = new WebLogicWorkload({ template: { name: 'd', spec: { domainUID: 'd', webLogicCredentialsSecret: { name: 'credentials' } } } });

  test.each([
    [PORTS, { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials' }],
    [SINGLE_PORT, { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials', scraper: SCRAPER }],
  ])('in the shape %s', (shape, spec) => {
    const chart = shaped(shape);
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'domain', { workload: domain }));

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec }]);
  });

  test('stands after the traits that were declared, where the platform would put it', () => {
    const chart = newChart();
    const [greet] = application(chart, 'hello', 'greet');
    new IngressTrait(greet, 'ingress', { rules: [{}] });

    expect(traitsOf(chart).map(t => t.kind)).toEqual(['IngressTrait', 'MetricsTrait']);
  });

  test.each([PORTS, SINGLE_PORT])('gives way to one that was declared, which is written as it was: shape %s', shape => {
    const chart = shaped(shape);
    const [greet] = application(chart, 'hello', 'greet');
    new MetricsTrait(greet, 'metrics');

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: {} }]);
  });

  test('is not made for what cannot be scraped, or is not known here', () => {
    const chart = newChart();
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(new Component(chart, 'config', { workload: KubernetesWorkload.configMap({}) }));
    hello.addComponent(new Component(chart, 'custom', { workload: new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } }) }));
    hello.addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));

    expect(rendered(chart)[0].spec.components).toEqual([{ componentName: 'config' }, { componentName: 'custom' }, { componentName: 'elsewhere' }]);
  });

  test('is left to the cluster when the platform is told so; what is effective stays the same', () => {
    const chart = newChart(OamPlatform.verrazzano({ writeDefaultMetricsTraits: false }));
    const [one, two] = application(chart, 'hello', 'one', 'two');
    new MetricsTrait(two, 'metrics', { port: 9090 });

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 9090 } }]);
    expect(one.metrics.endpoints).toEqual([{ port: 8080, path: '/metrics', jobName: 'hello_ns_one' }]);
    expect(one.metrics.scraper.toString()).toBe(SCRAPER);
  });
});

describe('the single-port shape', () => {
  const INSTALL = 'install a platform with MetricsTraitShape.PORTS';
  const LOST = 'is not known to the single-port MetricsTrait, whose schema silently drops it';
  const binding = () => application(shaped(SINGLE_PORT), 'hello', 'greet')[0];

  test.each([
    ['ports are used', { ports: [{ port: 1 }] }, `'ports' ${LOST}; use 'port', or ${INSTALL}`],
    ['enabled is used', { enabled: false }, `'enabled' ${LOST}; leave it out, or ${INSTALL}`],
    ['enabled is used, even to say what holds anyway', { enabled: true }, `'enabled' ${LOST}; leave it out, or ${INSTALL}`],
  ])('fails when %s', (_, props, message) => {
    expect(messageOf(() => new MetricsTrait(binding(), 'metrics', props))).toBe(`[ns/hello/greet/metrics] ports-not-supported: ${message}`);
  });

  test('takes port, path, secret and scraper', () => {
    const trait = new MetricsTrait(binding(), 'metrics', { port: 1, path: '/a', secret: 'b', scraper: Scraper.parse('c/d') });

    expect(trait.binding.metrics).toMatchObject({ endpoints: [{ port: 1, path: '/a' }], secret: 'b', scraper: Scraper.parse('c/d') });
  });
});
