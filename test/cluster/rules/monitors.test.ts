import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, ApiObjectProps, App, Chart, Include } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { stringify } from 'yaml';
import { PROMETHEUS, saidIn, synthesized } from './support';
import { GitOpsApp } from '../../../src';
import { describeBare } from '../../../src/base/findings/words';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { Manifests } from '../../../src/testing';
import { cli } from '../../cli/support';
import { messageOf } from '../../support/message';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Deployment and a Service of cdk8s-plus: the Service has no label. */
function cart(chart: Chart): void {
  const labels = { metadata: { name: 'cart' }, podMetadata: { labels: { app: 'cart' } } };
  const deployment = new kplus.Deployment(chart, 'cart', { ...labels, containers: [{ image: 'example/cart:1', ports: [{ number: 8080, name: 'http' }, { number: 9090, name: 'metrics' }] }] });
  deployment.exposeViaService({ name: 'cart', ports: [{ name: 'web', port: 80, targetPort: 8080 }] });
}

const monitor = (kind: string, spec: object, labels: object = { release: 'monitoring' }) =>
  ({ apiVersion: 'monitoring.coreos.com/v1', kind, metadata: { name: 'cart', labels }, spec }) as ApiObjectProps;
const podMonitor = (endpoint: object, labels?: object) => monitor('PodMonitor', { selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [endpoint] }, labels);
const serviceMonitor = (matchLabels: object, endpoint: object, labels?: object) => monitor('ServiceMonitor', { selector: { matchLabels }, endpoints: [endpoint] }, labels);

const AT = "'spec.podMetricsEndpoints[0]";
const declares = (port: string) => `must be a port that a container of Deployment shop/cart declares (8080 (http), 9090 (metrics)), got ${port}; declare it, or name another one`;

/** Each monitor, and what is said of it. */
const CASES: readonly [string, ApiObjectProps, string | undefined][] = [
  ['one that is right', podMonitor({ port: 'metrics' }), undefined],
  ['one that has the largest timeout there is', podMonitor({ port: 'metrics', interval: '15s', scrapeTimeout: '15s' }), undefined],
  ['one with rules that are right', podMonitor({
    port: 'metrics',
    relabelings: [{ sourceLabels: ['a'], targetLabel: 'b', regex: '(?i)x.*' }, { action: 'LabelDrop', regex: 'pod_uid' }, { action: 'hashmod', sourceLabels: ['a'], targetLabel: 'c', modulus: 2 }],
  }), undefined],
  ['one with a credential that is empty, as charts write it', podMonitor({ port: 'metrics', bearerTokenSecret: { key: '' } }), undefined],
  ['one with rules that have their defaults', podMonitor({
    port: 'metrics', relabelings: [{ action: 'labeldrop', regex: 'a', separator: ';', replacement: '$1', modulus: 0, sourceLabels: [] }, { action: 'keep', regex: '', sourceLabels: ['b'] }],
  }), undefined],
  ['one without the labels by which the Prometheus selects', podMonitor({ port: 'metrics' }, {}),
    `not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other monitors; add them, or set 'monitorLabels' of the platform for the monitors that it renders`],
  ['one for the release of another chart', podMonitor({ port: 'metrics' }, { release: 'prometheus' }),
    `not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other monitors; add them, or set 'monitorLabels' of the platform for the monitors that it renders`],
  ['a timeout longer than the interval', podMonitor({ port: 'metrics', interval: '15s', scrapeTimeout: '30s' }),
    `scrape-timeout: ${AT}.scrapeTimeout' is "30s", longer than the interval of "15s"; shorten it, or lengthen the interval`],
  ['a timeout longer than the interval of the Prometheus', podMonitor({ port: 'metrics', scrapeTimeout: '31s' }),
    `scrape-timeout: ${AT}.scrapeTimeout' is "31s", longer than the interval of "30s"; shorten it, or lengthen the interval`],
  ['an expression that only JavaScript takes', podMonitor({ port: 'metrics', metricRelabelings: [{ action: 'drop', sourceLabels: ['a'], regex: '(?=x)' }] }),
    `invalid-value: ${AT}.metricRelabelings[0].regex' must be a regular expression of RE2, got "(?=x)": invalid or unsupported Perl syntax: (?=; write it in the syntax of RE2, which has no lookaround and no backreferences`],
  ['a hash without a modulus', podMonitor({ port: 'metrics', relabelings: [{ action: 'HashMod', sourceLabels: ['a'], targetLabel: 'b' }] }),
    `missing-field: ${AT}.relabelings[0].modulus' is required with action hashmod`],
  ['a rule without a target', podMonitor({ port: 'metrics', relabelings: [{ sourceLabels: ['a'] }] }),
    `missing-field: ${AT}.relabelings[0].targetLabel' is required with action replace`],
  ['two credentials', podMonitor({ port: 'metrics', basicAuth: { username: { name: 'a', key: 'u' } }, authorization: { credentials: { name: 'a', key: 't' } } }),
    `invalid-value: ${AT}' must have exactly one of basicAuth, authorization, oauth2, bearerTokenSecret, bearerTokenFile, and has basicAuth and authorization`],
  ['two credentials, one of them empty', podMonitor({ port: 'metrics', bearerTokenSecret: { key: '' }, basicAuth: { username: { name: 'a', key: 'u' } } }),
    `invalid-value: ${AT}' must have exactly one of basicAuth, authorization, oauth2, bearerTokenSecret, bearerTokenFile, and has basicAuth and bearerTokenSecret`],
  ['an expression of a rule for targets, which is said once', podMonitor({ port: 'metrics', relabelings: [{ action: 'drop', regex: '(?=x)' }] }),
    `invalid-value: ${AT}.relabelings[0].regex' must be a regular expression of RE2, got "(?=x)": invalid or unsupported Perl syntax: (?=; write it in the syntax of RE2, which has no lookaround and no backreferences`],
  ['labels to drop by name', podMonitor({ port: 'metrics', relabelings: [{ action: 'LabelDrop', sourceLabels: ['pod'] }] }),
    `invalid-value: ${AT}.relabelings[0].sourceLabels' must not be set with action labeldrop; leave it out`],
  ['a comparison by an expression', podMonitor({ port: 'metrics', metricRelabelings: [{ action: 'keepequal', sourceLabels: ['pod'], targetLabel: 'a', regex: 'x' }] }),
    `invalid-value: ${AT}.metricRelabelings[0].regex' must not be set with action keepequal; leave it out`],
  ['capitals with a replacement', podMonitor({ port: 'metrics', metricRelabelings: [{ action: 'uppercase', sourceLabels: ['pod'], targetLabel: 'a', replacement: 'x' }] }),
    `invalid-value: ${AT}.metricRelabelings[0].replacement' must not be set with action uppercase; leave it out`],
  ['a rule that drops every target', podMonitor({ port: 'metrics', relabelings: [{ action: 'drop', sourceLabels: ['__meta_kubernetes_pod_name'], regex: '.*' }] }),
    `broken-scrape: ${AT}.relabelings[0]' drops all targets; let it keep those that are meant`],
  ['a port that no container declares', podMonitor({ port: 'metricz' }), `broken-scrape: ${AT}.port' ${declares('"metricz"')}`],
  ['a selector that no Service has the labels of', serviceMonitor({ app: 'cart' }, { port: 'web' }),
    "broken-scrape: 'spec.selector' selects other Services: cart lacks app=cart; change one of the two objects"],
  ['no endpoint', monitor('PodMonitor', { selector: {}, podMetricsEndpoints: [] }), "broken-scrape: 'spec.podMetricsEndpoints' must have an element: nothing is scraped; add one"],
  ['a port that the Service does not have', serviceMonitor({}, { port: 'metrics' }), "broken-scrape: 'spec.endpoints[0].port' must be a port of Service \"cart\" (80 (web)), got \"metrics\""],
];

describe.each(CASES)('%s', (_, object, said) => {
  const expected = said === undefined ? [] : [`[shop/monitor] ${said}`];
  const make = (chart: Chart) => {
    cart(chart);
    new ApiObject(chart, 'monitor', object);
  };

  test('in an App', () => expect(synthesized(make)).toEqual(expected));

  test('in a GitOpsApp', () => expect(synthesized(make, new GitOpsApp({ outdir: join(folder, 'out') }))).toEqual(expected));

  test('in a file that is included', () => {
    const file = join(folder, 'monitor.yaml');
    writeFileSync(file, stringify(object));
    expect(synthesized(chart => {
      cart(chart);
      new Include(chart, 'chart', { url: file });
    })).toEqual(expected.map(line => expect.stringContaining(line.slice('[shop/monitor]'.length))));
  });

  test('among files', async () => {
    const app = new App();
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    make(chart);
    const file = join(folder, 'all.yaml');
    const prometheus = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name: 'monitoring-kube-prometheus-prometheus', namespace: 'monitoring' } };
    const selectors = Object.fromEntries(['podMonitor', 'serviceMonitor'].flatMap(kind => [[`${kind}Selector`, { matchLabels: { release: 'monitoring' } }], [`${kind}NamespaceSelector`, {}]]));
    writeFileSync(file, `${app.synthYaml()}---\n${stringify({ ...prometheus, spec: selectors })}`);
    const { code, stdout } = await cli(['validate', file, '--json']);
    const { findings } = JSON.parse(stdout);
    expect(findings.map(saidIn)).toEqual(said === undefined ? [] : [said.split('; ')[0]]);
    // who is selected by nobody is refused, since the Prometheus is there
    const isWarning = said === undefined || said.startsWith('broken-scrape');
    expect(code).toBe(isWarning ? 0 : 1);
    const scraped = () => Manifests.ofYaml(readFileSync(file, 'utf8')).isScraped({ kind: 'Deployment' });
    if (said === undefined) expect(scraped()).toHaveLength(1);
    else expect(messageOf(scraped)).toMatch(/^not-scraped: /);
  });
});

/** What is said of monitors beside a Deployment with an init container, a Service of it, and a Prometheus that selects all. */
function saidOf(...monitors: ApiObjectProps[]): string[] {
  const metadata = { name: 'cart', namespace: 'shop', labels: { app: 'cart' } };
  const containers = (port: number, name: string) => [{ name, image: 'example/cart:1', ports: [{ name: 'metrics', containerPort: port }] }];
  const template = { metadata, spec: { containers: containers(9090, 'main'), initContainers: [...containers(9092, 'init'), ...containers(9090, 'again')] } };
  const selectors = Object.fromEntries(['podMonitor', 'serviceMonitor'].flatMap(kind => [[`${kind}Selector`, {}], [`${kind}NamespaceSelector`, {}]]));
  const objects: unknown[] = [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template } },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'cart' }, ports: [{ name: 'metrics', port: 9090 }] } },
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name: 'k8s', namespace: 'shop' }, spec: { ...selectors, scrapeClasses: [{ name: 'mesh' }] } },
    ...monitors.map((each, i) => ({ ...each, metadata: { ...metadata, name: `monitor-${i}` } })),
  ];
  return judgeObjects(objects as TypedManifest[]).map(({ object, verdict, finding }) => `${verdict}: ${object.kind} ${describeBare(finding)}`);
}

const initPort = (i: number, name: string) => `warning: Deployment 'spec.template.spec.initContainers[${i}].ports' has "metrics", which ${name} scrapes: a port of an init `
  + 'container is one more target, down or scraped twice';

test.each<[string, ApiObjectProps, string[]]>([
  ['by a name', podMonitor({ port: 'metrics' }), [initPort(0, 'PodMonitor shop/monitor-0'), initPort(1, 'PodMonitor shop/monitor-0')]],
  ['by a name in the older field', podMonitor({ targetPort: 'metrics' }), [initPort(0, 'PodMonitor shop/monitor-0'), initPort(1, 'PodMonitor shop/monitor-0')]],
  ['by a number', podMonitor({ portNumber: 9090 }), [initPort(1, 'PodMonitor shop/monitor-0')]],
  ['with all others', podMonitor({}), [initPort(0, 'PodMonitor shop/monitor-0'), initPort(1, 'PodMonitor shop/monitor-0')]],
  ['unless a rule drops it', podMonitor({ relabelings: [{ action: 'drop', sourceLabels: ['__meta_kubernetes_pod_container_init'], regex: 'true' }] }), []],
  ['behind a Service by its name', serviceMonitor({}, { port: 'metrics' }), []],
  ['behind a Service by the name in the containers', serviceMonitor({}, { targetPort: 'metrics' }), [initPort(0, 'ServiceMonitor shop/monitor-0')]],
])('a port of an init container is scraped %s', (_, object, said) => expect(saidOf(object).map(line => line.split(';')[0])).toEqual(said));

test('a scrape class is one of the Prometheus, if that is known', () => {
  const withClass = (scrapeClass: string) => monitor('PodMonitor', { selector: {}, podMetricsEndpoints: [{ portNumber: 9092 }], scrapeClass });
  const classes = (name: string) => saidOf(withClass(name)).filter(line => line.includes('scrapeClass'));
  expect(classes('mesh')).toEqual([]);
  expect(classes('mash')).toEqual([expect.stringMatching(/^error: PodMonitor 'spec.scrapeClass' must be one of mesh, got "mash"/)]);
  const object = monitor('PodMonitor', { selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [{ port: 'metrics' }], scrapeClass: 'mash' });
  expect(synthesized(chart => {
    cart(chart);
    new ApiObject(chart, 'monitor', object);
  })).toEqual([]);
});
