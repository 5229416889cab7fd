import { Component, ApplicationConfiguration, CustomWorkload, KubernetesWorkload, MetricsTrait, MetricsTraitProps, MetricsTraitShape, Scraper, Workload } from '../../../src';
import { bind, newChart, renderedTraits } from '../../support/app';
import { messageOf } from '../../support/message';
import { PATH, PORT, SECRET } from '../../support/texts';

const TYPE = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait' };
const SUBJECT = '[c/hello/greet/metrics]';

const metrics = (props?: any, workload?: Workload) => new MetricsTrait(bind(workload), 'metrics', props);

test.each<[string, MetricsTraitProps, any]>([
  ['nothing', {}, {}],
  [
    'everything',
    { enabled: true, port: 9090, path: '/m', ports: [{ port: 1, path: '/one' }, { port: 2 }, { path: '/three' }], secret: 'secret', scraper: Scraper.of('monitoring', 'prometheus') },
    { enabled: true, port: 9090, path: '/m', ports: [{ port: 1, path: '/one' }, { port: 2 }, { path: '/three' }], secret: 'secret', scraper: 'monitoring/prometheus' },
  ],
  ['the default values, which are written when given', { port: 8080, path: '/metrics' }, { port: 8080, path: '/metrics' }],
  ['no ports at all', { ports: [] }, { ports: [] }],
  ['that it is disabled', { enabled: false }, { enabled: false }],
  ['the highest port', { port: 65535 }, { port: 65535 }],
])('writes %s', (_, props, spec) => {
  expect(renderedTraits(metrics(props).binding)).toEqual([{ ...TYPE, spec }]);
});

test('without props', () => {
  expect(renderedTraits(new MetricsTrait(bind(), 'metrics').binding)).toEqual([{ ...TYPE, spec: {} }]);
});

test('overrides: a list in place of another, and a field that the types do not know', () => {
  const workloadRef = { apiVersion: 'v1', kind: 'Pod', name: 'a' };
  const trait = metrics({ ports: [{ port: 1 }, { port: 2 }], overrides: { spec: { ports: [{ port: 3 }], workloadRef } } });

  expect(renderedTraits(trait.binding)).toEqual([{ ...TYPE, spec: { ports: [{ port: 3 }], workloadRef } }]);
});

test('keeps a copy of its ports', () => {
  const ports = [{ port: 1 }];
  const trait = metrics({ ports });
  ports[0].port = 2;
  ports.push({ port: 3 });

  expect(renderedTraits(trait.binding)).toEqual([{ ...TYPE, spec: { ports: [{ port: 1 }] } }]);
});

const PATH_REMEDY = 'give the path alone, such as "/metrics"';

test.each<[string, any, string]>([
  ['enabled is a text', { enabled: 'false' }, "invalid-type: 'enabled' must be a boolean, got a string"],
  ['the port is 0', { port: 0 }, `invalid-port: 'port' ${PORT}, got 0`],
  ['the port is 65536', { port: 65536 }, `invalid-port: 'port' ${PORT}, got 65536`],
  ['the port is 1.5', { port: 1.5 }, `invalid-port: 'port' ${PORT}, got 1.5`],
  ['the port is a text', { port: '8080' }, `invalid-port: 'port' ${PORT}, got "8080"`],
  ['the port is NaN', { port: NaN }, "not-plain: 'port' must be a finite number, got NaN; leave it out, or give it as a string"],
  ['a port of several is 0', { ports: [{ port: 1 }, { port: 0 }] }, `invalid-port: 'ports[1].port' ${PORT}, got 0`],
  ['a port of several is null', { ports: [null] }, "invalid-type: 'ports[0]' must be an object, got null"],
  ['ports are numbers', { ports: [8080] }, "invalid-type: 'ports[0]' must be an object, got a number"],
  ['ports are one port', { ports: { port: 1 } }, "invalid-type: 'ports' must be a list, got an object"],
  ['the path has no slash in front', { path: 'metrics' }, `invalid-path: 'path' ${PATH}, got "metrics"; ${PATH_REMEDY}`],
  ['the path is empty', { path: '' }, `invalid-path: 'path' ${PATH}, got ""; ${PATH_REMEDY}`],
  ['the path has a space', { path: '/a b' }, `invalid-path: 'path' ${PATH}, got "/a b"; ${PATH_REMEDY}`],
  ['the path has a query', { path: '/m?format=prometheus' }, `invalid-path: 'path' ${PATH}, got "/m?…"; ${PATH_REMEDY}`],
  ['a path of several has a fragment', { ports: [{ path: '/m#a' }] }, `invalid-path: 'ports[0].path' ${PATH}, got "/m#a"; ${PATH_REMEDY}`],
  ['the secret is none', { secret: 'Welcome1!' }, `invalid-name: 'secret' ${SECRET}`],
  ['the scraper has no namespace', { scraper: 'prometheus' }, "invalid-value: 'scraper' must be of the form <namespace>/<deployment-name>, got \"prometheus\"; name the deployment of the scraper, such as \"monitoring/prometheus\""],
  ['overrides name no scraper', { overrides: { spec: { scraper: 'a/b/c' } } }, "invalid-value: 'scraper' must be of the form <namespace>/<deployment-name>, got \"a/b/c\"; name the deployment of the scraper, such as \"monitoring/prometheus\""],
  ['a value is a function', { ports: [{ port: () => 8080 }] }, "not-plain: 'ports[0].port' must be plain data, got a function; give its value"],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => metrics(props))).toBe(`${SUBJECT} ${message}`);
});

const ONE_OUT = 'leave one of them out';
const ONE_MORE = `${ONE_OUT}: 'port' adds an endpoint`;

test.each<[string, any, string]>([
  ['port and path repeat an entry of ports', { ports: [{ port: 1, path: '/a' }, { port: 2 }], port: 1, path: '/a' }, `duplicate-port: 'port' repeats 'ports[0]': port 1, path /a; ${ONE_MORE}`],
  ['port repeats an entry of ports, both with the default path', { ports: [{ port: 1 }, { port: 2 }], port: 2 }, `duplicate-port: 'port' repeats 'ports[1]': port 2, path /metrics; ${ONE_MORE}`],
  ['port repeats an entry that has the default path', { ports: [{ port: 1, path: '/metrics' }], port: 1 }, `duplicate-port: 'port' repeats 'ports[0]': port 1, path /metrics; ${ONE_MORE}`],
  ['two entries of ports are the same', { ports: [{ port: 1 }, { port: 2 }, { port: 1 }] }, `duplicate-port: 'ports[2]' repeats 'ports[0]': port 1, path /metrics; ${ONE_OUT}`],
  ['an entry has nothing, and another the defaults', { ports: [{}, { port: 8080 }] }, `duplicate-port: 'ports[1]' repeats 'ports[0]': port 8080, path /metrics; ${ONE_OUT}`],
  ['nothing uses the path', { ports: [{ port: 1 }], path: '/m' }, "no-effect: 'path' belongs to no endpoint: beside 'ports' it goes with 'port' only; put it into the entries of 'ports', or give 'port' too"],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => metrics(props))).toBe(`${SUBJECT} ${message}`);
});

test('endpoints are told apart by port and by path', () => {
  expect(() => metrics({ ports: [{ port: 1 }, { port: 1, path: '/b' }, { port: 2 }], port: 1, path: '/c' })).not.toThrow();
});

test('fails when several things are wrong, in one error', () => {
  expect(messageOf(() => metrics({ port: 0, path: 'm', ports: [{ port: -1 }], metadata: { name: 'A' } }))).toBe([
    `${SUBJECT} 4 findings:`,
    "invalid-name: 'metadata.name' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"A\"",
    `invalid-port: 'port' ${PORT}, got 0`,
    `invalid-path: 'path' ${PATH}, got "m"; ${PATH_REMEDY}`,
    `invalid-port: 'ports[0].port' ${PORT}, got -1`,
  ].join('\n  '));
});

const NO_PODS: [string, Workload][] = [
  ['Service', KubernetesWorkload.service({ spec: { ports: [{ port: 80 }] } })],
  ['ConfigMap', KubernetesWorkload.configMap({})],
];

const SELECTED = {
  selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
};

/** Kinds whose pods the platform does not scrape, or of which it is not known what they have. */
const OTHER_PODS: [string, Workload][] = [
  ['StatefulSet', new CustomWorkload({ manifest: { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { ...SELECTED, serviceName: 'a' } } })],
  ['DaemonSet', new CustomWorkload({ manifest: { apiVersion: 'apps/v1', kind: 'DaemonSet', spec: SELECTED } })],
  ['CronJob', new CustomWorkload({ manifest: { apiVersion: 'batch/v1', kind: 'CronJob', spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: { containers: [{ name: 'a', image: 'b' }], restartPolicy: 'Never' } } } } } } })],
  ['Widget', new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'Widget' } })],
];

describe.each(OTHER_PODS)('on a %s', (kind, workload) => {
  test('fails, and says what can be done', () => {
    expect(messageOf(() => metrics({ port: 8080 }, workload))).toBe(
      `${SUBJECT} metrics-not-scrapeable: is on component "greet", whose workload is of kind ${kind}: the OAM platform of "verrazzano" does not scrape its pods; `
      + 'leave it out, install a KubernetesPlatform, or an OamPlatform with hasExtendedCrds: true if the platform in your cluster scrapes them');
  });

  test('is written as it is where the platform in the cluster decides', () => {
    const { binding } = new MetricsTrait(bind(workload, {}, newChart({ hasExtendedCrds: true })), 'metrics', { port: 9090, path: '/m' });
    expect(renderedTraits(binding)).toEqual([{ ...TYPE, spec: { port: 9090, path: '/m' } }]);
  });

  test('is not there by default', () => {
    expect(renderedTraits(bind(workload, {}, newChart({ hasExtendedCrds: true })))).toEqual([]);
  });
});

test.each(NO_PODS)('fails when it is on a %s', (_, workload) => {
  expect(messageOf(() => metrics({ port: 8080 }, workload))).toBe(
    `${SUBJECT} metrics-not-scrapeable: is on component "greet", whose workload has no pods that the platform scrapes; put it on the component whose workload runs the pods, or leave it out`);
});

test.each(NO_PODS)('fails when it is on a %s, whatever the platform in the cluster scrapes', (_, workload) => {
  expect(messageOf(() => new MetricsTrait(bind(workload, {}, newChart({ hasExtendedCrds: true })), 'metrics'))).toContain('whose workload has no pods that the platform scrapes');
});

test.each([...NO_PODS, ...OTHER_PODS])('may be on a %s to say that it is disabled', (_, workload) => {
  expect(renderedTraits(metrics({ enabled: false }, workload).binding)).toEqual([{ ...TYPE, spec: { enabled: false } }]);
});

test('may be on a component from elsewhere, whose workload is not known', () => {
  const chart = newChart();
  const binding = new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
  new MetricsTrait(binding, 'metrics', { port: 9090 });

  expect(renderedTraits(binding)).toEqual([{ ...TYPE, spec: { port: 9090 } }]);
});

describe('the single-port shape', () => {
  const single = (props: any) => new MetricsTrait(bind(undefined, {}, newChart({ metricsTraitShape: MetricsTraitShape.SINGLE_PORT })), 'metrics', props);
  const LOST = 'is not known to the single-port MetricsTrait, whose schema silently drops it';

  test('writes what is given, and no scraper that is not', () => {
    expect(renderedTraits(single({ port: 9090, path: '/m', secret: 's' }).binding)).toEqual([{ ...TYPE, spec: { port: 9090, path: '/m', secret: 's' } }]);
  });

  test('fails when it has ports and enabled, by overrides too', () => {
    expect(messageOf(() => single({ ports: [{ port: 1 }], overrides: { spec: { enabled: true } } }))).toBe([
      `${SUBJECT} 2 findings:`,
      `ports-not-supported: 'ports' ${LOST}; use 'port', or install a platform with MetricsTraitShape.PORTS`,
      `ports-not-supported: 'enabled' ${LOST}; leave it out, or install a platform with MetricsTraitShape.PORTS`,
    ].join('\n  '));
  });

  test('fails when there are two, which cannot be merged here', () => {
    const { binding } = single({ port: 1 });

    expect(messageOf(() => new MetricsTrait(binding, 'second', { port: 2 })))
      .toBe("[c/hello/greet/second] duplicate-trait: is a second MetricsTrait beside 'c/hello/greet/metrics'; leave one of them out");
  });
});
