import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { Ended, cli, lines, manifestFolder } from './support';
import { ScraperClient } from '../../src/verify/query';
import * as answers from '../e2e/support/upstream';
import { Upstream } from '../e2e/support/upstream';
import { FakeScraper, FakeTarget, startScraper } from '../verify/fake-scraper';
import { deployment, endpoint, HTTP, podMonitor, service } from '../verify/kubernetes-manifests';
import { application, component, entry, metricsTrait, WORKLOADS } from '../verify/manifests';

const { folder, last, fileOf, manifests } = manifestFolder();

let server: Upstream | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** An application of these components, and one that is not scraped. */
const app = (components: readonly string[], metadata = { name: 'hello', namespace: 'ns' }) => manifests(
  application([...components.map(name => entry(name)), entry('config')], metadata), component('config', WORKLOADS.ConfigMap),
  ...components.map(name => component(name)),
);

const labels = (name: string, props: object = {}) => ({ app_oam_dev_name: 'hello', app_oam_dev_component: name, namespace: 'ns', job: `${name}-job`, ...props });
const up = (name: string, props: Partial<FakeTarget> = {}): FakeTarget => ({ labels: labels(name), isUp: true, samples: 12, age: 3.2, ...props });

async function verify(scraper: FakeScraper | (() => FakeScraper), ...args: readonly string[]): Promise<Ended> {
  server = await startScraper(scraper);
  return cli(['verify', ...args, `--url=${server.url}`]);
}

describe('a table of what is declared', () => {
  test('and all of it is up', async () => {
    expect(await verify({ targets: [up('greet')] }, app(['greet']))).toEqual({
      code: 0,
      stdout: lines(
        'APPLICATION  COMPONENT  ENDPOINT       STATE  TARGETS  SAMPLES  AGE  JOB        WHY',
        'hello        greet      :8080/metrics  up     1        12       3s   greet-job',
        'hello        config     -              -      0        -        -    -          a ConfigMap is not scraped',
      ),
      stderr: '1 of 1 endpoint is up\n',
    });
  });

  test('and something is not', async () => {
    const targets = [up('a'), up('b', { isUp: false, samples: 0, lastError: 'refused \u001b[2J\n' }), up('c', { labels: labels('c', { job: 'x' }), scrapeUrl: 'http://10.0.0.1:9/metrics' })];
    expect(await verify({ targets }, app(['a', 'b', 'c', 'd']))).toEqual({
      code: 1,
      stdout: lines(
        'APPLICATION  COMPONENT  ENDPOINT       STATE    TARGETS  SAMPLES  AGE  JOB    WHY',
        'hello        a          :8080/metrics  up       1        12       3s   a-job',
        'hello        b          :8080/metrics  down     1        0        3s   b-job  the target is down: refused  [2J',
        'hello        c          :8080/metrics  missing  0        -        -    -      no such target; the component is scraped at :9/metrics',
        'hello        d          :8080/metrics  missing  0        -        -    -      no such target',
        'hello        config     -              -        0        -        -    -      a ConfigMap is not scraped',
      ),
      stderr: '1 of 4 endpoints are up\n',
    });
  });

  test('has the namespace where there are several', async () => {
    const targets = [up('greet'), up('greet', { labels: labels('greet', { namespace: 'other' }), isUp: undefined })];
    const { code, stdout } = await verify({ targets }, app(['greet']), manifests(application([entry('greet', metricsTrait())], { name: 'hello', namespace: 'other' })));
    expect([code, stdout]).toEqual([1, lines(
      'APPLICATION  NAMESPACE  COMPONENT  ENDPOINT       STATE    TARGETS  SAMPLES  AGE  JOB        WHY',
      'hello        ns         greet      :8080/metrics  up       1        12       3s   greet-job',
      'hello        ns         config     -              -        0        -        -    -          a ConfigMap is not scraped',
      'hello        other      greet      :8080/metrics  pending  1        -        -    greet-job  the target has no series yet',
    )]);
  });

  test('and nothing of it is scraped, which is fine', async () => {
    const { code, stderr } = await verify({}, app([]));
    expect([code, stderr]).toEqual([0, '0 of 0 endpoints are up\n']);
  });
});

test('folders are read, and what lies below them', async () => {
  const below = join(folder, 'below');
  mkdirSync(join(below, 'deep'), { recursive: true });
  writeFileSync(join(below, 'a.yaml'), stringify(application([entry('one', metricsTrait())])));
  writeFileSync(join(below, 'deep/b.json'), JSON.stringify(application([entry('two', metricsTrait())], { name: 'other', namespace: 'ns' })));
  const { code, stdout } = await verify({ targets: [up('one')] }, below);
  expect([code, stdout.split('\n').slice(1, 3).map(line => line.split(/ {2,}/).slice(0, 4))])
    .toEqual([1, [['hello', 'one', ':8080/metrics', 'up'], ['other', 'two', ':8080/metrics', 'missing']]]);
  expect(server!.requests.filter(({ url }) => url.includes('other')).length).toBe(3);
});

/** Why a ConfigMap has no endpoint, in the JSON of the command. */
const configMap = { reason: 'a ConfigMap is not scraped', reasons: [{ code: 'kind-not-scraped', parameters: { kind: 'ConfigMap' } }] };

describe('what is rendered as plain Kubernetes', () => {
  const plain = () => [deployment([HTTP], 'a'), podMonitor([endpoint('hello_ns_a')], 'a'), deployment([HTTP], 'b'), podMonitor([endpoint('hello_ns_b')], 'b'), service([], 'c'), deployment([], 'd')];
  const at = (url: string, job: string, of: string) => up(of, { scrapeUrl: url, labels: labels(of, { job }) });

  test('is verified by its monitors', async () => {
    const targets = [at('http://10.0.0.1:8081/metrics', 'hello_ns_a', 'a'), at('http://10.0.0.2:8081/metrics', 'hello_ns', 'b')];
    expect(await verify({ targets }, manifests(...plain()))).toEqual({
      code: 1,
      stdout: lines(
        'APPLICATION  COMPONENT  ENDPOINT       STATE         TARGETS  SAMPLES  AGE  JOB         WHY',
        'hello        a          :8081/metrics  up            1        12       3s   hello_ns_a',
        'hello        b          :8081/metrics  wrong-labels  1        12       3s   hello_ns    the target has wrong labels: job is "hello_ns" and not "hello_ns_b"',
        'hello        c          -              -             0        -        -    -           a Service is not scraped',
        'hello        d          -              -             0        -        -    -           no monitor selects it',
      ),
      stderr: '1 of 2 endpoints are up\n',
    });
  });

  test('is verified beside the same application of OAM', async () => {
    const { code, stdout, stderr } = await verify({ targets: [at('http://10.0.0.1:8081/metrics', 'hello_ns_a', 'a')] }, app(['a']), manifests(...plain().slice(0, 2)), '--json');
    expect([code, stderr]).toEqual([1, '1 of 2 endpoints are up\n']);
    expect(JSON.parse(stdout).endpoints.map(({ component: name, endpoint: { port = '-' } = {}, state }: any) => `${name} ${port} ${state}`)).toEqual([
      'a 8080 missing', 'config - none', 'a 8081 up',
    ]);
  });
});

test('--default-namespace is that of what is declared without one', async () => {
  const file = manifests(application([entry('greet', metricsTrait())], { name: 'hello' }));
  const targets = [up('greet', { labels: labels('greet', { namespace: 'other' }) })];
  expect((await verify({ targets }, file)).code).toBe(0);
  expect((await cli(['verify', file, `--url=${server!.url}`, '--default-namespace', 'other'])).code).toBe(0);
  expect((await cli(['verify', file, `--url=${server!.url}`, '--default-namespace', 'ns'])).code).toBe(1);
});

describe('--json', () => {
  test('prints the outcome', async () => {
    const file = app(['greet']);
    const { code, stdout, stderr } = await verify({ targets: [up('greet', { isUp: false, lastError: 'refused' })], warnings: ['w'] }, file, '--json');
    expect([code, stderr]).toEqual([1, 'note: the scraper warns: w\n0 of 1 endpoint is up\n']);
    const same = { application: 'hello', namespace: 'ns', file };
    expect(JSON.parse(stdout)).toEqual({
      up: false,
      notes: [{ code: 'scraper-warning', parameters: { warning: 'w' }, text: 'the scraper warns: w' }],
      endpoints: [
        {
          ...same,
          component: 'greet',
          line: 9,
          endpoint: { port: 8080, path: '/metrics' },
          state: 'down',
          reason: 'the target is down: refused',
          reasons: [{ code: 'down', parameters: { count: 1, targets: 1, errors: ['refused'] } }],
          jobs: ['greet-job'],
          targets: 1,
          samples: 12,
          age: 3.2,
        },
        { ...same, component: 'config', line: 10, state: 'none', ...configMap, jobs: [], targets: 0 },
      ],
    });
  });

  test('prints what went wrong', async () => {
    const { code, stdout, stderr } = await verify({ list: answers.reply(401, '') }, app(['greet']), '--json');
    const message = `[${server!.url}] unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface`;
    expect([code, JSON.parse(stdout), stderr]).toEqual([2, { error: { code: 'unauthorized', message } }, `${message}\n`]);
  });
});

describe('--wait', () => {
  const waited = async (duration: string) => verify({ targets: [up('greet')] }, app(['greet']), '--wait', duration);

  test.each(['0s', '1ms', '5m', '1000h', '100000h'])('of %s is not over before all is asked', async duration => {
    expect(await waited(duration)).toMatchObject({ code: 0, stderr: '1 of 1 endpoint is up\n' });
  });

  test.each([['10s', 10_000], ['5m', 30_000], ['1000h', 30_000]])('of %s waits for one answer at most %i ms', async (duration, most) => {
    const asked = jest.spyOn(ScraperClient.prototype, 'query');
    await waited(duration);
    // where none is given, it is the client's own
    const times = asked.mock.calls.map(([, options]) => options?.requestTimeout ?? 30_000);
    asked.mockRestore();
    expect([times.length, Math.max(...times) <= most]).toEqual([3, true]);
  });
});

test('notes do not steer the terminal', async () => {
  const { code, stderr } = await verify({ targets: [up('greet')], warnings: ['a\u001b[2J\nb'] }, app(['greet']));
  expect([code, stderr.replace('\nb', ' b')]).toEqual([0, 'note: the scraper warns: a [2J b\n1 of 1 endpoint is up\n']);
});

test('a scraper without a list of targets will do', async () => {
  const { code, stderr } = await verify({ targets: [up('greet')], list: answers.reply(404, '') }, app(['greet']));
  expect([code, stderr]).toEqual([0, 'note: the scraper does not list its targets (not-found): paths are not known, nor why a target is missing or down\n1 of 1 endpoint is up\n']);
});

describe('fails with 2, and asks nothing, when', () => {
  const cases: [string, () => string[], () => string][] = [
    ['there is no such file', () => [join(folder, 'nowhere')], () => `${join(folder, 'nowhere')}: `],
    ['a manifest is no YAML', () => [fileOf('a: [')], () => `${last()}:1:5: yaml-syntax: `],
    ['nothing is declared', () => [manifests(component('greet'))], () => '[cdk8s-oam verify] no-objects: there is neither an ApplicationConfiguration with a component among the manifests, '
      + 'nor a workload with the labels app.oam.dev/name and app.oam.dev/component, nor a monitor with an endpoint, nor an alert rule of MetricsAlerts; give the files that hold them, such as the output of `cdk8s synth`\n'],
    ['what is declared is wrong', () => [manifests(application([{}]))], () => `${last()}:9:7: invalid-value: 'spec.components[0]' must have either a componentName or a revisionName; leave one of them out, or give one\n`],
    ['no duration is one', () => [app(['greet']), '--wait=5'], () => "[cdk8s-oam] invalid-value: '--wait' must be a duration such as 90s, 5m or 1h30m, got \"5\"\n"],
    ['no namespace is one', () => [app(['greet']), '--default-namespace=A'],
      () => "[cdk8s-oam] invalid-name: '--default-namespace' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got \"A\"\n"],
  ];

  test.each(cases)('%s', async (_, args, text) => {
    const { code, stdout, stderr } = await verify({}, ...args());
    expect([code, stdout, server!.requests, stderr.slice(0, text().length)]).toEqual([2, '', [], text()]);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
