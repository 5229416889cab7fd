import { Ended, cli, lines, manifestFolder } from './support';
import * as answers from '../e2e/support/upstream';
import { Upstream } from '../e2e/support/upstream';
import { FakeScraper, FakeTarget, startScraper } from '../verify/fake-scraper';
import { deployment, endpoint, podMonitor } from '../verify/kubernetes-manifests';

const { manifests } = manifestFolder();

let server: Upstream;
afterEach(async () => server.stop());

async function verify(scraper: FakeScraper, ...args: readonly string[]): Promise<Ended> {
  server = await startScraper(scraper);
  return cli(['verify', ...args, `--url=${server.url}`]);
}

const pods = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: { template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, ports: [{ name: 'http', containerPort: 8080 }] }] } } },
});
const monitor = (name: string, port = 'http', status?: object) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name, namespace: 'shop', generation: 1 },
  spec: { selector: { matchLabels: { app: name } }, podMetricsEndpoints: [{ port }] },
  ...status && { status },
});
const up = (name: string, more: Partial<FakeTarget> = {}): FakeTarget =>
  ({ labels: { job: `shop/${name}`, namespace: 'shop', endpoint: 'http' }, isUp: true, samples: 12, age: 3.2, scrapePool: `podMonitor/shop/${name}/0`, ...more });

/** What the operator says, with the conditions of its scrapers. */
const status = (...conditions: readonly object[]) => ({
  bindings: conditions.map((condition, i) => ({
    group: 'monitoring.coreos.com', resource: 'prometheuses', name: `k8s-${i}`, namespace: 'monitoring', conditions: [{ type: 'Accepted', observedGeneration: 1, ...condition }],
  })),
});
const NO = { status: 'False', reason: 'InvalidConfiguration', message: 'endpoint[0]: bearerTokenSecret: password=hunter2 is wrong' };

test('monitors of other origin are listed after the components', async () => {
  const own = [deployment(), podMonitor([endpoint()])];
  const targets = [up('cart'), up('down', { isUp: false, samples: 0, lastError: 'refused' })];
  const others = [pods('cart'), monitor('cart'), pods('down'), monitor('down'), pods('lost'), monitor('lost'), monitor('elsewhere')];
  expect(await verify({ targets }, manifests(...own, ...others))).toEqual({
    code: 1,
    stdout: lines(
      'APPLICATION  NAMESPACE  COMPONENT             ENDPOINT       STATE    TARGETS  SAMPLES  AGE  JOB        WHY',
      'hello        ns         greet                 :8081/metrics  missing  0        -        -    -          no such target',
      '-            shop       PodMonitor cart       :8080/metrics  up       1        12       3s   shop/cart',
      '-            shop       PodMonitor down       :8080/metrics  down     1        0        3s   shop/down  the target is down: refused',
      '-            shop       PodMonitor lost       :8080/metrics  missing  0        -        -    -          no such target',
      '-            shop       PodMonitor elsewhere  :*             unknown  0        -        -    -          '
        + 'it is unknown whether it must be scraped: the pods that it selects are not among the manifests',
    ),
    stderr: '1 of 4 endpoints are up\n',
  });
});

test('their jobs are asked for, also where the scraper does not list its targets', async () => {
  const { code, stderr } = await verify({ targets: [up('cart')], list: answers.reply(404, '') }, manifests(pods('cart'), monitor('cart')));
  expect([code, stderr.split('\n').slice(1)]).toEqual([0, ['1 of 1 endpoint is up', '']]);
  expect(server.requests.map(({ url }) => decodeURIComponent(url)).sort()).toEqual([
    '/api/v1/query?query=scrape_samples_scraped{job=~"shop/cart"}', '/api/v1/query?query=up{job=~"shop/cart"}', '/api/v1/query?query=up{job=~"shop/cart"}[5m]',
    '/api/v1/targets?state=active',
  ]);
});

test('what only the scraper knows is no failure, unless nothing else is known', async () => {
  expect(await verify({ targets: [up('cart')] }, manifests(monitor('cart'), monitor('elsewhere')))).toMatchObject({ code: 0, stderr: '1 of 1 endpoint is up\n' });
  await server.stop();
  expect(await verify({}, manifests(monitor('elsewhere')))).toMatchObject({ code: 2, stderr: '0 of 0 endpoints are up\n' });
});

describe('a List of kubectl, with what the operator says,', () => {
  const list = (...items: readonly object[]) => manifests({ apiVersion: 'v1', kind: 'List', items });
  const why = (name: string) => `the operator rejects it for monitoring/${name} (InvalidConfiguration): endpoint[0]: bearerTokenSecret: (hidden)`;

  test('that it rejects a monitor', async () => {
    const { code, stdout, stderr } = await verify({}, list(monitor('cart', 'http', status(NO))));
    expect([code, stdout.split('\n')[1], stderr]).toEqual([
      1, `-            PodMonitor cart  :*        missing  0        -        -    -    no such target; ${why('k8s-0')}`, '0 of 1 endpoint is up\n',
    ]);
  });

  test('that it accepts it', async () => {
    expect(await verify({ targets: [up('cart')] }, list(monitor('cart', 'http', status({ status: 'True' }))))).toMatchObject({ code: 0, stderr: '1 of 1 endpoint is up\n' });
  });

  test('that it accepts it for one scraper of two, as JSON', async () => {
    const file = list(monitor('cart', 'http', status(NO, { status: 'True' })));
    const { code, stdout } = await verify({ targets: [up('cart')] }, file, '--json');
    expect([code, JSON.parse(stdout).endpoints]).toEqual([0, [{
      file,
      line: 16,
      monitor: 'PodMonitor cart',
      namespace: 'shop',
      endpoint: {},
      state: 'up',
      jobs: ['shop/cart'],
      targets: 1,
      reason: why('k8s-0'),
      reasons: [{ code: 'rejected', parameters: { scraper: 'monitoring/k8s-0', reason: 'InvalidConfiguration', message: 'endpoint[0]: bearerTokenSecret: (hidden)' } }],
    }]]);
  });
});

test('foreign text does not steer the terminal', async () => {
  const { stdout } = await verify({}, manifests(monitor('cart', 'http', status({ ...NO, message: 'a\u001b[2J\nb' }))));
  expect(stdout).toContain('(InvalidConfiguration): a [2J b\n');
});
