import { ActiveTarget, Labels } from '../../src/verify/query';
import { DeclaredComponent, DeclaredEndpoint } from '../../src/verify/declared-components';
import { isAsDeclared, judgeComponents, Verdict } from '../../src/verify/judge';
import { Observation, ObservedSeries } from '../../src/verify/observe';
import { Remark, reasonText, remark } from '../../src/verify/remarks';

const DECLARED: DeclaredComponent = {
  file: 'app.yaml', line: 7, application: 'hello', namespace: 'ns', component: 'greet', endpoints: [{ port: 8080, path: '/metrics' }], hints: [],
};
const MODEL = { app_oam_dev_name: 'hello', app_oam_dev_component: 'greet', namespace: 'ns' };
const POD = {
  __meta_kubernetes_namespace: 'ns', __meta_kubernetes_pod_label_app_oam_dev_name: 'hello', __meta_kubernetes_pod_label_app_oam_dev_component: 'greet',
};

const target = (url: string, props: Partial<ActiveTarget> = {}): ActiveTarget => ({
  labels: MODEL, discoveredLabels: POD, scrapePool: 'pool', scrapeUrl: url, health: 'up', lastError: '', ...props,
});

/** What is scraped, with its target in the list. */
interface Scraped extends ObservedSeries {
  readonly target?: ActiveTarget;
}

/** What is scraped, each with its target. */
const scraped = (url: string, props: Partial<Scraped> = {}, ofTarget: Partial<ActiveTarget> = {}): Scraped => {
  const labels: Labels = { ...MODEL, job: 'job', instance: new URL(url).host, ...props.labels };
  return { isUp: true, samples: 10, age: 1, target: target(url, { labels, ...ofTarget }), ...props, labels };
};

const URL_A = 'http://10.0.0.1:8080/metrics';
const URL_B = 'http://10.0.0.2:8080/metrics';

function verdictsOf(declared: Partial<DeclaredComponent>, all: readonly Scraped[], targets?: readonly ActiveTarget[]): Verdict[] {
  return judgeComponents([{ ...DECLARED, ...declared }], { scraped: all, targets: targets ?? all.flatMap(each => each.target ?? []), notes: [] });
}

/** What differs from case to case, with the reasons in words. */
function outcome(verdict: Verdict) {
  const { application, namespace, component, file, line, endpoint, ...rest } = worded(verdict);
  expect({ application, namespace, component, file, line }).toEqual({ application: 'hello', namespace: 'ns', component: 'greet', file: 'app.yaml', line: 7 });
  return rest;
}

/** A verdict with its reasons in words. */
function worded({ reasons, ...verdict }: Verdict) {
  const reason = reasonText(reasons);
  return reason === undefined ? verdict : { ...verdict, reason };
}

const NONE = { jobs: [], targets: 0 };

test('nothing is declared', () => {
  const [verdict, ...more] = verdictsOf({ endpoints: [], unscraped: remark('kind-not-scraped', { kind: 'Service' }) }, [scraped(URL_A)]);
  expect([outcome(verdict), more, verdict.endpoint, isAsDeclared(verdict)]).toEqual([{ state: 'none', reason: 'a Service is not scraped', ...NONE }, [], undefined, true]);
});

describe('up', () => {
  const up = { state: 'up', jobs: ['job'], targets: 1, samples: 10, age: 1 };

  test.each<[string, Partial<DeclaredComponent>, Scraped[], object]>([
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
    ['at any port where none is declared', { endpoints: [{ path: '/metrics' }] }, [scraped('http://10.0.0.1:7001/metrics'), scraped('http://10.0.0.1:8001/metrics')], { ...up, targets: 2, samples: 20 }],
    // without a list of targets
    ['by its instance', {}, [scraped(URL_A, { target: undefined })], up],
    ['under an instance that is a name', {}, [scraped(URL_A, { target: undefined, labels: { ...MODEL, instance: 'pod-a' } })], up],
    ['without an instance', {}, [{ labels: MODEL, isUp: true }], { state: 'up', jobs: [''], targets: 1 }],
    ['an odd scrape URL', {}, [scraped(URL_A, {}, { scrapeUrl: 'none' })], up],
  ])('%s', (_, declared, all, expected) => {
    const [verdict] = verdictsOf({ namespace: 'ns', ...declared }, all);
    expect(outcome({ ...verdict, namespace: 'ns' })).toEqual(expected);
    expect(isAsDeclared(verdict)).toBe(true);
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

  test.each<[string, Scraped[], string]>([
    ['with an error', [down(URL_A, 'connection refused')], 'the target is down: connection refused'],
    ['without one', [down(URL_A, '')], 'the target is down'],
    ['without a list of targets', [scraped(URL_A, { isUp: false, target: undefined })], 'the target is down'],
    ['one of two', [scraped(URL_B), down(URL_A, 'a')], '1 of 2 targets is down: a'],
    ['both alike', [down(URL_B, 'a'), down(URL_A, 'a')], '2 of 2 targets are down: a'],
    ['both, each for its own reason', [down(URL_B, 'b'), down(URL_A, 'a')], '2 of 2 targets are down: b; a'],
  ])('%s', (_, all, reason) => {
    const [verdict] = verdictsOf({}, all);
    expect(outcome(verdict)).toEqual({ state: 'down', reason, jobs: ['job'], targets: all.length, samples: 10 * all.length, age: 1 });
    expect(isAsDeclared(verdict)).toBe(false);
  });
});

describe('missing', () => {
  const missing = (reason: string) => ({ state: 'missing', reason, ...NONE });

  test.each<[string, Partial<DeclaredComponent>, Scraped[], string]>([
    ['at all', {}, [], 'no such target'],
    ['while there are hints', { hints: [remark('other-scraper', { scraper: 'a/b' }), remark('no-component')] }, [],
      'no such target; its trait names scraper a/b; its Component is not among the manifests'],
    ['and elsewhere, whatever the hints', { hints: [remark('no-component')] }, [scraped('http://10.0.0.1:9000/metrics')], 'no such target; the component is scraped at :9000/metrics'],
    ['and at another port', {}, [scraped('http://10.0.0.1:9000/metrics'), scraped('http://10.0.0.2:9000/metrics')], 'no such target; the component is scraped at :9000/metrics'],
    ['and at other paths', {}, [scraped('http://10.0.0.1:8080/b'), scraped('http://10.0.0.1:8080/a')], 'no such target; the component is scraped at :8080/a, :8080/b'],
    ['and at another path, whatever the port', { endpoints: [{ path: '/metrics' }] }, [scraped('http://10.0.0.1:8001/b')], 'no such target; the component is scraped at :8001/b'],
    ['and at another port, by its instance', {}, [scraped('http://10.0.0.1:9000/metrics', { target: undefined })], 'no such target; the component is scraped at :9000'],
    ['while others of its application are scraped', {}, [scraped(URL_A, { labels: { ...MODEL, app_oam_dev_component: 'other' } }, { discoveredLabels: {} })], 'no such target'],
    ['while one of its name is scraped in another namespace', {}, [scraped(URL_A, { labels: { ...MODEL, namespace: 'other' } }, { discoveredLabels: {} })], 'no such target'],
  ])('%s', (_, declared, all, reason) => {
    const [verdict] = verdictsOf(declared, all);
    expect(outcome(verdict)).toEqual(missing(reason));
    expect(isAsDeclared(verdict)).toBe(false);
  });
});

describe('the list of targets says more', () => {
  const said = (...targets: ActiveTarget[]) => outcome(verdictsOf({}, [], targets)[0]);
  const one = { jobs: [''], targets: 1 };

  test.each(['unknown', 'up'] as const)('the target is new (%s)', health => {
    expect(said(target(URL_A, { health }))).toEqual({ state: 'pending', reason: 'the target has no series yet', ...one });
  });

  test('the target is down, and its series is not there', () => {
    expect(said(target(URL_A, { health: 'down', lastError: 'refused' }))).toEqual({ state: 'down', reason: 'the target is down: refused', ...one });
  });

  test.each<[string, Labels, string]>([
    ['has none of them', {}, 'app_oam_dev_name is missing, app_oam_dev_component is missing, namespace is missing'],
    ['lacks the namespace', { ...MODEL, namespace: undefined as any }, 'namespace is missing'],
    ['has others', { ...MODEL, app_oam_dev_name: 'a', namespace: '"' }, 'app_oam_dev_name is "a" and not "hello", namespace is "\\"" and not "ns"'],
  ])('the target %s', (_, labels, reason) => {
    for (const health of ['up', 'down', 'unknown'] as const) {
      expect(said(target(URL_A, { labels, health }))).toEqual({ state: 'wrong-labels', reason: `the target has wrong labels: ${reason}`, ...one });
    }
  });

  test.each<[string, Partial<ActiveTarget>]>([
    ['of another namespace', { labels: {}, discoveredLabels: { ...POD, __meta_kubernetes_namespace: 'other' } }],
    ['of another component', { labels: {}, discoveredLabels: { ...POD, __meta_kubernetes_pod_label_app_oam_dev_component: 'other' } }],
    ['of no pod', { labels: {}, discoveredLabels: {} }],
  ])('a target %s says nothing', (_, props) => {
    expect(said(target(URL_A, props))).toEqual({ state: 'missing', reason: 'no such target', ...NONE });
  });

  test('a target elsewhere does not count', () => {
    expect(said(target('http://10.0.0.1:1/metrics', { labels: {} }))).toEqual({ state: 'missing', reason: 'no such target; the component is scraped at :1/metrics', ...NONE });
  });

  test('and where there is none, nothing is known', () => {
    const observation: Observation = { scraped: [], notes: [] };
    expect(judgeComponents([DECLARED], observation).map(outcome)).toEqual([{ state: 'missing', reason: 'no such target', ...NONE }]);
  });

  // one of two pods is not as the other
  test.each<[string, ActiveTarget, string, string]>([
    ['is new', target(URL_B, { health: 'unknown' }), 'pending', '1 of 2 targets has no series yet'],
    ['lacks the labels', target(URL_B, { labels: {} }), 'wrong-labels',
      '1 of 2 targets has wrong labels: app_oam_dev_name is missing, app_oam_dev_component is missing, namespace is missing'],
    ['is down', target(URL_B, { health: 'down', lastError: 'refused' }), 'down', '1 of 2 targets is down: refused'],
  ])('a second pod %s', (_, other, state, reason) => {
    const all = scraped(URL_A);
    const [verdict] = verdictsOf({}, [all], [all.target!, other]);
    expect([worded(verdict), isAsDeclared(verdict)]).toEqual([expect.objectContaining({ state, reason, targets: 2 }), false]);
  });

  test('the worst of several pods counts', () => {
    const all = scraped(URL_A);
    const others = [target(URL_B, { health: 'unknown' }), target('http://10.0.0.3:8080/metrics', { health: 'down', lastError: 'refused' })];
    expect(verdictsOf({}, [all], [all.target!, ...others]).map(worded)).toMatchObject([{ state: 'down', reason: '1 of 3 targets is down: refused' }]);
  });

  test('what another job does with the same pod is its affair', () => {
    const all = scraped(URL_A);
    expect(verdictsOf({}, [all], [target(URL_A, { labels: { job: 'all-pods' } }), all.target!])).toMatchObject([{ state: 'up', targets: 1 }]);
  });

  test('a metric of the component that is called up is no target', () => {
    const all = scraped(URL_A);
    const own: Scraped = { labels: { ...all.labels, db: 'primary' }, isUp: false };
    expect(verdictsOf({}, [own, all], [all.target!])).toMatchObject([{ state: 'up', targets: 1, samples: 10 }]);
  });
});

describe('series of no target in the list', () => {
  const series = (age: number, isUp = true): Scraped => ({ labels: { ...MODEL, job: 'job', instance: '10.0.0.1:8080' }, isUp, samples: 10, age, interval: 30 });

  test.each<[string, Scraped, object]>([
    ['are scraped elsewhere, and federated', series(61), { state: 'up', targets: 1 }],
    ['are down elsewhere', series(1, false), { state: 'down', reason: 'the target is down' }],
    ['are what is left of a job that was removed', series(62), { state: 'stale', reason: 'the target was scraped some time ago, but not since', age: 62 }],
    ['were scraped but once, some time ago', { ...series(121), interval: undefined }, { state: 'up' }],
    ['were scraped but once, long ago', { ...series(122), interval: undefined }, { state: 'stale' }],
    ['are of an age that is not known', { ...series(1), age: undefined }, { state: 'up' }],
  ])('%s', (_, found, expected) => {
    expect(verdictsOf({}, [found], []).map(worded)).toMatchObject([expected]);
  });

  test('do not count where the list has others', () => {
    expect(verdictsOf({}, [series(1)], [target(URL_B, { health: 'down', lastError: 'refused' })])).toMatchObject([{ state: 'down', targets: 1 }]);
  });
});

describe('where the job is declared', () => {
  const ENDPOINT = { port: 8080, path: '/metrics', job: 'hello_ns_greet' };
  const by = (job: string, url = URL_A, props: Partial<Scraped> = {}, ofTarget: Partial<ActiveTarget> = {}) =>
    scraped(url, { labels: { ...MODEL, job }, ...props }, ofTarget);
  const judged = (all: readonly Scraped[], endpoints: readonly DeclaredEndpoint[] = [ENDPOINT], targets?: readonly ActiveTarget[]) =>
    verdictsOf({ endpoints }, all, targets).map(outcome);
  const up = { state: 'up', jobs: ['hello_ns_greet'], targets: 1, samples: 10, age: 1 };
  const wrong = (reason: string) => ({ state: 'wrong-labels', reason });

  test('it is the one', () => {
    expect(judged([by('hello_ns_greet')])).toEqual([up]);
  });

  test('it is another', () => {
    expect(judged([by('hello_ns')])).toEqual([{ ...up, ...wrong('the target has wrong labels: job is "hello_ns" and not "hello_ns_greet"'), jobs: ['hello_ns'] }]);
    expect(judged([{ ...by('hello_ns'), target: undefined }])).toMatchObject([wrong('the target has wrong labels: job is "hello_ns" and not "hello_ns_greet"')]);
    expect(judged([{ labels: MODEL, isUp: true }])).toMatchObject([wrong('the target has wrong labels: job is "" and not "hello_ns_greet"')]);
  });

  test('it is another of a target that is down, or that is new', () => {
    expect(judged([by('a', URL_A, { isUp: false }, { health: 'down', lastError: 'refused' })])).toMatchObject([wrong('the target has wrong labels: job is "a" and not "hello_ns_greet"')]);
    expect(judged([], [ENDPOINT], [target(URL_A, { health: 'unknown', labels: { ...MODEL, job: 'a' } })]))
      .toMatchObject([wrong('the target has wrong labels: job is "a" and not "hello_ns_greet"')]);
  });

  test('other labels lack too', () => {
    expect(judged([], [ENDPOINT], [target(URL_A, { labels: { ...MODEL, namespace: 'other', job: 'a' } })]))
      .toMatchObject([wrong('the target has wrong labels: namespace is "other" and not "ns", job is "a" and not "hello_ns_greet"')]);
  });

  // as long as the platform runs beside
  test('another one beside it is that one\'s affair', () => {
    expect(judged([by('hello_ns'), by('hello_ns_greet')])).toEqual([up]);
    expect(judged([by('hello_ns', URL_A, { target: undefined }), by('hello_ns_greet', URL_A, { target: undefined })])).toEqual([up]);
    expect(judged([by('hello_ns'), by('hello_ns_greet', URL_A, { isUp: false }, { health: 'down', lastError: 'refused' })])).toMatchObject([{ state: 'down', targets: 1 }]);
  });

  test('one of two pods has another one', () => {
    expect(judged([by('hello_ns_greet'), by('hello_ns', URL_B)]))
      .toMatchObject([{ ...wrong('1 of 2 targets has wrong labels: job is "hello_ns" and not "hello_ns_greet"'), jobs: ['hello_ns', 'hello_ns_greet'] }]);
    expect(judged([by('hello_ns_greet', URL_A, { target: undefined }), by('hello_ns', URL_B, { target: undefined })]))
      .toMatchObject([wrong('1 of 2 targets has wrong labels: job is "hello_ns" and not "hello_ns_greet"')]);
  });

  test('what is left of another job is stale', () => {
    expect(judged([by('hello_ns', URL_A, { target: undefined, age: 100, interval: 30 })])).toMatchObject([{ state: 'stale', jobs: ['hello_ns'] }]);
  });

  test('the endpoints are told apart by it where their ports are not known', () => {
    const endpoints = [{ path: '/metrics', job: 'a' }, { path: '/metrics', job: 'b' }];
    expect(judged([by('a'), by('b', 'http://10.0.0.1:9000/metrics', { samples: 5 })], endpoints)).toEqual([{ ...up, jobs: ['a'] }, { ...up, jobs: ['b'], samples: 5 }]);
    expect(judged([by('a')], endpoints)).toMatchObject([{ state: 'up' }, { state: 'missing', reason: 'no such target; the component is scraped at :8080/metrics' }]);
  });

  test('the endpoints are told apart by their ports', () => {
    const endpoints = [{ port: 8080, job: 'a' }, { port: 9000, job: 'b' }];
    expect(judged([by('b'), by('b', 'http://10.0.0.1:9000/metrics')], endpoints))
      .toMatchObject([wrong('the target has wrong labels: job is "b" and not "a"'), { state: 'up', targets: 1 }]);
  });

  test('any port and any path will do where neither is declared', () => {
    const weblogic = [by('j', 'http://10.0.0.1:7001/wls-exporter/metrics'), by('j', 'http://10.0.0.2:8001/wls-exporter/metrics')];
    expect(judged(weblogic, [{ job: 'j' }])).toEqual([{ ...up, jobs: ['j'], targets: 2, samples: 20 }]);
  });
});

test('an endpoint may be declared elsewhere than its component', () => {
  const [verdict] = verdictsOf({ endpoints: [{ port: 8080, job: 'job', declaredAt: { file: 'monitor.yaml', line: 61 } }] }, [scraped(URL_A)]);
  expect(verdict).toMatchObject({ file: 'monitor.yaml', line: 61, endpoint: { port: 8080, job: 'job' }, state: 'up' });
  expect(Object.keys(verdict)).not.toContain('declaredAt');
});

describe('reasons are data', () => {
  const reasons = (declared: Partial<DeclaredComponent>, all: readonly Scraped[], targets?: readonly ActiveTarget[]) =>
    verdictsOf(declared, all, targets).map(verdict => verdict.reasons);
  const isDown = (url: string, lastError: string) => target(url, { health: 'down', lastError });

  test.each<[string, readonly (readonly Remark[])[], readonly Remark[]]>([
    ['of one that is up', reasons({}, [scraped(URL_A)]), []],
    ['of nothing that is declared', reasons({ endpoints: [], unscraped: remark('metrics-disabled') }, []), [{ code: 'metrics-disabled', parameters: {} }]],
    ['of targets that are down, each error once', reasons({}, [], [isDown(URL_A, 'a'), isDown(URL_B, 'a'), isDown('http://10.0.0.3:8080/metrics', '')]),
      [{ code: 'down', parameters: { count: 3, targets: 3, errors: ['a'] } }]],
    ['of wrong labels', reasons({}, [], [target(URL_A, { labels: { ...MODEL, namespace: 'other' } }), target(URL_B, { labels: { ...MODEL, namespace: undefined as any } })]),
      [{
        code: 'wrong-labels',
        parameters: {
          count: 2, targets: 2, labels: [[{ label: 'namespace', expected: 'ns', got: 'other' }], [{ label: 'namespace', expected: 'ns' }]],
        },
      }]],
    ['of a target without series', reasons({}, [], [target(URL_A)]), [{ code: 'pending', parameters: { count: 1, targets: 1 } }]],
    ['of what is scraped elsewhere, by port and path', reasons({}, ['http://10.0.0.1:9000/b', 'http://10.0.0.2:900/metrics', 'http://10.0.0.3:9000/a', 'http://10.0.0.4:9000/a']
      .map(url => scraped(url))),
    [{ code: 'no-target', parameters: {} }, { code: 'scraped-elsewhere', parameters: { places: [{ port: 900, path: '/metrics' }, { port: 9000, path: '/a' }, { port: 9000, path: '/b' }] } }]],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual([expected]);
  });
});
