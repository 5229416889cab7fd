import { ApiObject, App, Chart } from 'cdk8s';
import { report } from './models';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ContainerizedWorkload, CustomTrait, CustomWorkload, HelidonWorkload, IngressTrait,
  KubernetesWorkload, LoggingTrait, ManualScalerTrait, MetricsTrait, OamPlatform, Platform, Scraper, WebLogicWorkload,
} from '../../src';
import { ModelError } from '../../src/private/errors';
import { bind, newChart } from '../support/app';
import { messageOf } from '../support/message';
import { SCRAPED } from '../support/texts';

const containers = [{ name: 'c', image: 'i:1' }];
const workload = () => new ContainerizedWorkload({ containers });
const SYSTEM = { vendor: 'acme', systemNamespace: 'system', systemScraper: Scraper.of('a', 'b') };

const MAKERS: [string, (props: any) => unknown][] = [
  ['ContainerizedWorkload', props => new ContainerizedWorkload(props)],
  ['HelidonWorkload', props => new HelidonWorkload(props)],
  ['CoherenceWorkload', props => new CoherenceWorkload(props)],
  ['WebLogicWorkload', props => new WebLogicWorkload(props)],
  ['CustomWorkload', props => new CustomWorkload(props)],
  ['a Deployment', props => KubernetesWorkload.deployment(props)],
  ['a Service', props => KubernetesWorkload.service(props)],
  ['a ConfigMap', props => KubernetesWorkload.configMap(props)],
  ['OamPlatform', props => new OamPlatform(props)],
  ['Component', props => new Component(newChart(), 'greet', props)],
  ['ComponentBinding', props => new ApplicationConfiguration(newChart(), 'hello').addComponent(props)],
  ['IngressTrait', props => new IngressTrait(bind(), 't', props)],
  ['ManualScalerTrait', props => new ManualScalerTrait(bind(), 't', props)],
  ['CustomTrait', props => new CustomTrait(bind(), 't', props)],
];

describe.each(MAKERS)('%s', (_, make) => {
  test.each([[undefined], [null], ['text'], [[]], [5]])('fails with findings when the props are %j', props => {
    expect(() => make(props)).toThrow(ModelError);
  });
});

test.each<[string, () => unknown, string]>([
  ['HelidonWorkload', () => new HelidonWorkload({ deployment: { name: 'a', podSpec: { containers } }, replicas: 3 } as any),
    "[HelidonWorkload 'a'] unknown-field: 'replicas' is an unknown field; expected one of name, labels, annotations, overrides, deployment, service; leave it out, or check its spelling"],
  ['Component', () => new Component(newChart(), 'a', { workload: workload(), params: [] } as any),
    "[c/a] unknown-field: 'params' is an unknown field; expected one of workload, parameters, metadata; leave it out, or check its spelling"],
  ['ApplicationConfiguration', () => new ApplicationConfiguration(newChart(), 'a', { components: [] } as any),
    "[c/a] unknown-field: 'components' is an unknown field; expected one of metadata; leave it out, or check its spelling"],
  ['MetricsTrait', () => new MetricsTrait(bind(), 't', { prots: [] } as any),
    `[c/hello/greet/t] unknown-field: 'prots' is an unknown field; expected one of metadata, overrides, dataInputs, dataOutputs, enabled, port, path, ports, ${SCRAPED}, sampleLimit, labelLimit, fallbackScrapeProtocol, scraper, secret; did you mean "ports"?`],
  ['OamPlatform', () => new OamPlatform({ ...SYSTEM, metricsShape: 1 } as any),
    "[OamPlatform] unknown-field: 'metricsShape' is an unknown field; expected one of vendor, workloadKindPrefix, systemNamespace, systemScraper, scraperUser, scraperAccess, ownedObjects, metricsTraitShape, jobNaming, writeDefaultMetricsTraits, writePrunedFields; leave it out, or check its spelling"],
  ['addComponent', () => new ApplicationConfiguration(newChart(), 'h').addComponent(new Component(newChart(), 'a', { workload: workload() }), { traits: [] } as any),
    "[c/h/a] unknown-field: 'traits' is an unknown field; expected one of revisionName, parameterValues, scopes, dataInputs, dataOutputs; leave it out, or check its spelling"],
])('fails when %s is given a prop that would be lost', (_, make, message) => {
  expect(messageOf(make)).toBe(message);
});

test('props that are undefined are absent', () => {
  expect(new LoggingTrait(bind(), 't', { loggingImage: 'i:1', other: undefined } as any).kind).toBe('LoggingTrait');
});

test.each<[string, () => unknown]>([
  ['a variable', () => new ContainerizedWorkload({ containers: [{ ...containers[0], env: [{ name: 'P', value: 90210 as any }] }] })],
  ['a variable that YAML would change', () => new ContainerizedWorkload({ containers: [{ ...containers[0], env: [{ name: 'P', value: '0o90210'.replace('9', '7') }] }] })],
  ['an argument', () => new ContainerizedWorkload({ containers: [{ ...containers[0], args: [90210 as any] }] })],
  ['a ConfigMap', () => KubernetesWorkload.configMap({ data: { p: 90210 as any } })],
  ['the name of a secret', () => new MetricsTrait(bind(), 't', { secret: 'P_90210' })],
])('what may be a password is not shown: %s', (_, make) => {
  expect(messageOf(make)).not.toMatch(/[97]0210/);
});

describe('in a tree', () => {
  const tree = () => {
    const app = new App();
    Platform.install(app, OamPlatform.verrazzano());
    return { app, chart: new Chart(app, 'c', { namespace: 'ns' }) };
  };

  test('fails when a bound component was taken away', () => {
    const { app, chart } = tree();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    chart.node.tryRemoveChild('greet');

    expect(report(app)).toEqual([
      '[c/hello/greet] component-not-rendered: binds component "greet", which is no longer declared in this app; declare it in this app, or refer to it by Component.fromComponentName()',
    ]);
  });

  test('fails when a workload without a name becomes an object that is rendered as well', () => {
    const { app, chart } = tree();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    new ApiObject(chart, 'x', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'greet' } });

    expect(report(app)).toEqual([
      '[c/hello/greet] duplicate-object: Deployment "greet" in namespace "ns" is also made by \'c/x\'; rename one of them, or put it into another namespace',
    ]);
  });

  test('fails when the labels of a chart are none', () => {
    const { app } = tree();
    const chart = new Chart(app, 'd', { labels: { a: 'b c' } });

    expect(messageOf(() => new Component(chart, 'greet', { workload: workload() }))).toBe(
      "[d/greet] invalid-label: 'chartLabels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got \"b c\"");
  });

  test('fails when hosts with a wildcard leave two rules on the generated host', () => {
    const { app, chart } = tree();
    const binding = new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    new IngressTrait(binding, 'i', { rules: [{ hosts: ['*.foo.com'], paths: [{ path: '/a' }] }, { paths: [{ path: '/a' }] }] });

    expect(report(app)).toEqual([
      '[c/hello/greet/i] duplicate-route: \'rules[1].paths[0]\' claims path "/a" on host hello.ns.<domain>, which \'rules[0].paths[0]\' of \'c/hello/greet/i\' has claimed already; give each its own path or host',
    ]);
  });
});
