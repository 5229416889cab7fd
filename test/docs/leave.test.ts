import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { App, Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { blocksOf } from './pages';
import { ApplicationConfiguration, KubernetesPlatform, MetricsAlerts, MonitoringProvider, Platform } from '../../src';
import { Manifests } from '../../src/testing';
import { cli } from '../cli/support';
import { objectsOf } from '../examples/programs';
import { startScraper } from '../verify/fake-scraper';

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/leave.md'), 'utf8');

/** The labels that the page says must stay, and those that it says can go. */
const [KEPT, GONE] = ['Keep. Selectors', 'You can remove them'].map(said =>
  [...PAGE.split('\n').find(line => line.includes(said))!.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
const isGone = (label: string) => GONE.some(each => each.endsWith('*') ? label.startsWith(each.slice(0, -1)) : label === each);

/** What the examples write for ordinary clusters: files, and their objects. */
const FOLDERS = ['dist/kubernetes', 'examples/deployments/dist'].map(folder => join(ROOT, folder));
const FILES = FOLDERS.flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(each => each.isFile()).map(({ parentPath, name }) => join(parentPath, name)));
const OBJECTS = FILES.filter(file => file.endsWith('.yaml')).flatMap(file => objectsOf(readFileSync(file, 'utf8')));

/** All values of a key in an object, however deep. */
function valuesOf(object: unknown, key: string): any[] {
  if (typeof object !== 'object' || object === null) return [];
  return Object.entries(object).flatMap(([name, value]) => name === key ? [value] : valuesOf(value, key));
}

/** Annotations of others: of what a program says of its application, of controllers, and of alerts. */
const OF_OTHERS = /^(version|description|summary)$|^(argocd\.argoproj|cert-manager|haproxy|haproxy-ingress\.github|ingress\.kubernetes|kubernetes|konghq|nginx\.ingress\.kubernetes|nginx|traefik\.ingress\.kubernetes)\.?(io|org|com)?\//;

describe('docs/leave.md', () => {
  test('names the labels that stay and those that can go, and there are no others of the library', () => {
    expect(KEPT).toEqual(['app.oam.dev/name', 'app.oam.dev/component']);
    const labels = new Set(OBJECTS.flatMap(object => valuesOf(object, 'labels')).flatMap(Object.keys));
    const own = [...labels].filter(label => /^(app\.oam\.dev|cdk8s-oam|app\.kubernetes\.io)\//.test(label));
    expect(own.filter(label => !KEPT.includes(label) && !isGone(label))).toEqual([]);
    expect(own.filter(isGone).length).toBeGreaterThan(3);
  });

  test('is right that selectors use the labels that stay, and none uses those that can go', () => {
    const kinds = ['Deployment', 'StatefulSet', 'Service', 'PodMonitor', 'PodDisruptionBudget'];
    // but for an object that an example writes as a whole
    const selecting = OBJECTS.filter(({ kind, metadata }) => kinds.includes(kind) && metadata.labels?.['app.oam.dev/name'] && metadata.name !== 'mysql');
    expect(new Set(selecting.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const used = selecting.flatMap(({ spec: { selector } }) => Object.keys(selector.matchLabels ?? selector));
    expect(used.filter(label => !KEPT.includes(label))).toEqual([]);
    const others = OBJECTS.flatMap(object => [...valuesOf(object, 'matchLabels'), ...valuesOf(object, 'selector')]);
    expect(others.filter(each => ['app.kubernetes.io/managed-by', 'app.oam.dev/resourceType'].some(label => label in each))).toEqual([]);
  });

  test('names all annotations that the library computes', () => {
    const annotations = new Set(OBJECTS.flatMap(object => valuesOf(object, 'annotations')).flatMap(Object.keys));
    const said = /annotations `(.*?)`, `(.*?)`/.exec(PAGE)!.slice(1);
    expect([...annotations].filter(name => !OF_OTHERS.test(name) && !said.includes(name))).toEqual([]);
    // each is written: one by an example, the other by a golden
    const golden = readdirSync(join(ROOT, 'test/golden')).map(name => readFileSync(join(ROOT, 'test/golden', name), 'utf8')).join('');
    expect(said.filter(name => !annotations.has(name) && !golden.includes(`${name}: `))).toEqual([]);
  });

  test('names the files that are no manifests', () => {
    const others = FILES.filter(file => !file.endsWith('.yaml')).map(file => FOLDERS.map(folder => relative(folder, file)).find(path => !path.startsWith('..'))!);
    expect(new Set(others.map(path => path.split('/')[0]))).toEqual(new Set(['.cdk8s-oam-index']));
    for (const name of ['.cdk8s-oam-index', 'images.yaml']) expect(PAGE).toContain(`\`${name}\``);
  });

  describe('once the labels that can go are gone,', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-leave-'));
    const file = join(folder, 'shop.yaml');
    afterAll(() => rmSync(folder, { recursive: true }));

    const app = new App();
    Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) }));
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    new ApplicationConfiguration(chart, 'shop').addDeployment('cart', {
      image: 'example/cart:1.0', ports: [{ name: 'metrics', port: 9090 }], resources: { requests: { cpu: '100m', memory: '128Mi' } },
    });
    new MetricsAlerts(chart, 'alerts');

    beforeEach(() => {
      const objects = Manifests.ofApp(app).all();
      for (const labels of objects.flatMap(object => valuesOf(object, 'labels'))) for (const label of Object.keys(labels)) if (isGone(label)) delete labels[label];
      writeFileSync(file, objects.map(object => stringify(object)).join('---\n'));
    });

    const [, validate] = /^npx cdk8s-oam (validate .*)$/m.exec(blocksOf(PAGE).at(-1)!)!;

    test('validate finds nothing', async () => {
      const { code, stdout, stderr } = await cli(validate.replace('dist', folder).split(' '));
      expect([code, stdout, stderr]).toEqual([0, expect.not.stringMatching(/error|warning/), expect.stringMatching(/^nothing wrong in 1 file/)]);
    });

    test('validate reports a monitor without the label by which the Prometheus selects it', async () => {
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^ +release: monitoring\n/gm, ''));
      expect((await cli(validate.replace('dist', folder).split(' '))).stdout).toContain('warning not-selected: ');
    });

    test('verify finds the endpoint, and skips the alert rules', async () => {
      const labels = { app_oam_dev_name: 'shop', app_oam_dev_component: 'cart', namespace: 'shop', job: 'shop_shop_cart' };
      const scraper = await startScraper({ targets: [{ labels, isUp: true, scrapeUrl: 'http://10.0.0.1:9090/metrics' }] });
      const { code, stdout } = await cli(['verify', folder, `--url=${scraper.url}`]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^shop +cart +:9090\/metrics +up .*\n(?!.*rules)/m)]);
    });
  });
});
