import { ActiveTarget, Labels } from '../../src/query';
import { DeclaredComponent } from '../../src/verify/declared';
import { isFine, judge, Verdict } from '../../src/verify/judge';
import { Observation, ObservedTarget } from '../../src/verify/observe';

const DECLARED: DeclaredComponent = {
  file: 'app.yaml', line: 7, application: 'hello', namespace: 'ns', component: 'greet', endpoints: [{ port: 8080, path: '/metrics' }], isAnyPort: false,
};
const MODEL = { app_oam_dev_name: 'hello', app_oam_dev_component: 'greet', namespace: 'ns' };
const POD = {
  __meta_kubernetes_namespace: 'ns', __meta_kubernetes_pod_label_app_oam_dev_name: 'hello', __meta_kubernetes_pod_label_app_oam_dev_component: 'greet',
};

const target = (url: string, props: Partial<ActiveTarget> = {}): ActiveTarget => ({
  labels: MODEL, discoveredLabels: POD, scrapePool: 'pool', scrapeUrl: url, health: 'up', lastError: '', lastScrapeDuration: 1, ...props,
});

/** What is scraped, each with its target in the list. */
const scraped = (url: string, props: Partial<ObservedTarget> = {}, ofTarget: Partial<ActiveTarget> = {}): ObservedTarget => {
  const labels: Labels = { ...MODEL, job: 'job', instance: new URL(url).host, ...props.labels };
  return { isUp: true, samples: 10, age: 1, target: target(url, { labels, ...ofTarget }), ...props, labels };
};

const URL_A = 'http://10.0.0.1:8080/metrics';
const URL_B = 'http://10.0.0.2:8080/metrics';

function verdictsOf(declared: Partial<DeclaredComponent>, all: readonly ObservedTarget[], targets?: readonly ActiveTarget[]): Verdict[] {
  return judge([{ ...DECLARED, ...declared }], { scraped: all, targets: targets ?? all.flatMap(each => each.target ?? []), notes: [] });
}

/** What differs from case to case. */
function outcome(verdict: Verdict) {
  const { application, namespace, component, file, line, endpoint, ...rest } = verdict;
  expect({ application, namespace, component, file, line }).toEqual({ application: 'hello', namespace: 'ns', component: 'greet', file: 'app.yaml', line: 7 });
  return rest;
}

const NONE = { jobs: [], targets: 0 };

test('nothing is declared', () => {
  const [verdict, ...more] = verdictsOf({ endpoints: [], unscraped: 'a Service is not scraped' }, [scraped(URL_A)]);
  expect([outcome(verdict), more, verdict.endpoint, isFine(verdict)]).toEqual([{ state: 'none', reason: 'a Service is not scraped', ...NONE }, [], undefined, true]);
});

describe('up', () => {
  const up = { state: 'up', jobs: ['job'], targets: 1, samples: 10, age: 1 };

  test.each<[string, Partial<DeclaredComponent>, ObservedTarget[], object]>([
    ['one pod', {}, [scraped(URL_A)], up],
    ['several pods', {}, [scraped(URL_A, { samples: 1, age: 7 }), scraped(URL_B, { samples: 2, age: 3 })], { ...up, targets: 2, samples: 3, age: 7 }],
    ['by several jobs', {}, [scraped(URL_A, { labels: { ...MODEL, job: 'b' } }), scraped(URL_B, { labels: { ...MODEL, job: 'a' } })], { ...up, jobs: ['a', 'b'], targets: 2, samples: 20 }],
    ['no samples, which is a number', {}, [scraped(URL_A, { samples: 0 })], { ...up, samples: 0 }],
    ['neither samples nor age known', {}, [scraped(URL_A, { samples: undefined, age: undefined })], { state: 'up', jobs: ['job'], targets: 1 }],
    ['any namespace where none is declared', { namespace: undefined }, [scraped(URL_A, { labels: { ...MODEL, namespace: 'other' } })], up],
    ['with TLS', { endpoints: [{ port: 443, path: '/metrics' }] }, [scraped('https://10.0.0.1/metrics')], up],
    ['at port 80', { endpoints: [{ port: 80, path: '/metrics' }] }, [scraped('http://10.0.0.1/metrics')], up],
    ['with parameters', {}, [scraped(`${URL_A}?module=http`)], up],
    ['at IPv6', {}, [scraped('http://[fd00::1]:8080/metrics')], up],
    ['WebLogic at any port', { isAnyPort: true }, [scraped('http://10.0.0.1:7001/metrics'), scraped('http://10.0.0.1:8001/metrics')], { ...up, targets: 2, samples: 20 }],
    // without a list of targets
    ['by its instance', {}, [scraped(URL_A, { target: undefined })], up],
    ['under an instance that is a name', {}, [scraped(URL_A, { target: undefined, labels: { ...MODEL, instance: 'pod-a' } })], up],
    ['without an instance', {}, [{ labels: MODEL, isUp: true }], { state: 'up', jobs: [''], targets: 1 }],
    ['an odd scrape URL', {}, [scraped(URL_A, {}, { scrapeUrl: 'none' })], up],
  ])('%s', (_, declared, all, expected) => {
    const [verdict] = verdictsOf({ namespace: 'ns', ...declared }, all);
    expect(outcome({ ...verdict, namespace: 'ns' })).toEqual(expected);
    expect(isFine(verdict)).toBe(true);
  });

  test.each([
    // as Prometheus writes them
    ['/metrics', '/metrics'], ['//metrics', '//metrics'], ['/a(b)!*', '/a%28b%29%21%2A'], ['/a%20b', '/a%2520b'], ['/é', '/%C3%A9'], ['/a|b^{c}', '/a%7Cb%5E%7Bc%7D'], ['/', '/'], ['/a/', '/a/'], ['/%zz', '/%25zz'], ['/%zz', '/%zz'],
  ])('the path %s at %s', (path, written) => {
    expect(verdictsOf({ endpoints: [{ port: 8080, path }] }, [scraped(`http://10.0.0.1:8080${written}`)])).toMatchObject([{ state: 'up' }]);
  });
});

test('several endpoints, each for itself', () => {
  const endpoints = [{ port: 8080, path: '/metrics' }, { port: 8080, path: '/stats' }, { port: 9000, path: '/metrics' }];
  const all = [scraped(URL_A, { samples: 1 }), scraped('http://10.0.0.1:9000/metrics', { isUp: false, samples: 0 }, { lastError: 'refused' })];
  expect(verdictsOf({ endpoints }, all).map(verdict => [verdict.endpoint, outcome(verdict)])).toEqual([
    [endpoints[0], { state: 'up', jobs: ['job'], targets: 1, samples: 1, age: 1 }],
    [endpoints[1], { state: 'missing', reason: 'no such target; the component is scraped at :8080/metrics, :9000/metrics', ...NONE }],
    [endpoints[2], { state: 'down', reason: 'the target is down: refused', jobs: ['job'], targets: 1, samples: 0, age: 1 }],
  ]);
});

describe('down', () => {
  const down = (url: string, lastError: string) => scraped(url, { isUp: false }, { lastError, health: 'down' });

  test.each<[string, ObservedTarget[], string]>([
    ['with an error', [down(URL_A, 'connection refused')], 'the target is down: connection refused'],
    ['without one', [down(URL_A, '')], 'the target is down'],
    ['without a list of targets', [scraped(URL_A, { isUp: false, target: undefined })], 'the target is down'],
    ['one of two', [scraped(URL_B), down(URL_A, 'a')], '1 of 2 targets is down: a'],
    ['both alike', [down(URL_B, 'a'), down(URL_A, 'a')], '2 of 2 targets are down: a'],
    ['both, each for its own reason', [down(URL_B, 'b'), down(URL_A, 'a')], '2 of 2 targets are down: b; a'],
  ])('%s', (_, all, reason) => {
    const [verdict] = verdictsOf({}, all);
    expect(outcome(verdict)).toEqual({ state: 'down', reason, jobs: ['job'], targets: all.length, samples: 10 * all.length, age: 1 });
    expect(isFine(verdict)).toBe(false);
  });
});

describe('missing', () => {
  const missing = (reason: string) => ({ state: 'missing', reason, ...NONE });

  test.each<[string, Partial<DeclaredComponent>, ObservedTarget[], string]>([
    ['at all', {}, [], 'no such target'],
    ['while another scraper is named', { scraper: 'a/b' }, [], 'no such target; its trait names scraper a/b'],
    ['and at another port', {}, [scraped('http://10.0.0.1:9000/metrics'), scraped('http://10.0.0.2:9000/metrics')], 'no such target; the component is scraped at :9000/metrics'],
    ['and at other paths', {}, [scraped('http://10.0.0.1:8080/b'), scraped('http://10.0.0.1:8080/a')], 'no such target; the component is scraped at :8080/a, :8080/b'],
    ['and of WebLogic at another path', { isAnyPort: true }, [scraped('http://10.0.0.1:8001/b')], 'no such target; the component is scraped at :8001/b'],
    ['and at another port, by its instance', {}, [scraped('http://10.0.0.1:9000/metrics', { target: undefined })], 'no such target; the component is scraped at :9000'],
    ['while others of its application are scraped', {}, [scraped(URL_A, { labels: { ...MODEL, app_oam_dev_component: 'other' } }, { discoveredLabels: {} })], 'no such target'],
    ['while one of its name is scraped in another namespace', {}, [scraped(URL_A, { labels: { ...MODEL, namespace: 'other' } }, { discoveredLabels: {} })], 'no such target'],
  ])('%s', (_, declared, all, reason) => {
    const [verdict] = verdictsOf(declared, all);
    expect(outcome(verdict)).toEqual(missing(reason));
    expect(isFine(verdict)).toBe(false);
  });
});

describe('the list of targets says why there is no series', () => {
  const said = (...targets: ActiveTarget[]) => outcome(verdictsOf({}, [], targets)[0]);

  test('the target is new', () => {
    expect(said(target(URL_A, { health: 'unknown' }))).toEqual({ state: 'pending', reason: 'the target has not been scraped yet', ...NONE });
  });

  test.each<[string, Labels, string]>([
    ['has none of them', {}, 'app_oam_dev_name is missing, app_oam_dev_component is missing, namespace is missing'],
    ['lacks the namespace', { ...MODEL, namespace: undefined as any }, 'namespace is missing'],
    ['has others', { ...MODEL, app_oam_dev_name: 'a', namespace: '"' }, 'app_oam_dev_name is "a" and not "hello", namespace is "\\"" and not "ns"'],
  ])('the target %s', (_, labels, reason) => {
    for (const health of ['up', 'down', 'unknown'] as const) {
      expect(said(target(URL_B, { discoveredLabels: {} }), target(URL_A, { labels, health })))
        .toEqual({ state: 'wrong-labels', reason: `a target has wrong labels: ${reason}`, ...NONE });
    }
  });

  test.each<[string, Partial<ActiveTarget>]>([
    ['elsewhere', { scrapeUrl: 'http://10.0.0.1:1/metrics', labels: {} }],
    ['of another namespace', { labels: {}, discoveredLabels: { ...POD, __meta_kubernetes_namespace: 'other' } }],
    ['of another component', { labels: {}, discoveredLabels: { ...POD, __meta_kubernetes_pod_label_app_oam_dev_component: 'other' } }],
    ['of no pod', { labels: {}, discoveredLabels: {} }],
    ['with the right labels, which was scraped and has no series any more', {}],
  ])('a target %s says nothing', (_, props) => {
    expect(said(target(URL_A, props))).toEqual({ state: 'missing', reason: 'no such target', ...NONE });
  });

  test('and where there is none, nothing is known', () => {
    const observation: Observation = { scraped: [], notes: [] };
    expect(judge([DECLARED], observation).map(outcome)).toEqual([{ state: 'missing', reason: 'no such target', ...NONE }]);
  });
});
