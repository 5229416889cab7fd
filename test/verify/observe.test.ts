import { FakeScraper, startScraper } from './fake-scraper';
import { ScraperClient } from '../../src/verify/query';
import { Observation, observe } from '../../src/verify/observe';
import { remarkText } from '../../src/verify/remarks';
import * as answers from '../e2e/support/upstream';
import { Upstream, startUpstream } from '../e2e/support/upstream';
import { rejectionOf } from '../support/message';

const labels = { app_oam_dev_name: 'hello', app_oam_dev_component: 'greet', namespace: 'ns', job: 'a', instance: '10.0.0.1:8080' };
const others = { ...labels, instance: '10.0.0.2:8080' };

let server: Upstream;
afterEach(async () => server.stop());

const clientOf = () => new ScraperClient({ url: server.url, retries: 0 });

async function observed(scraper: FakeScraper, applications = ['hello']): Promise<Observation> {
  server = await startScraper(scraper);
  return observe(clientOf(), applications);
}

/** What was asked, without the marks of the URL. */
const asked = () => server.requests.map(({ url, body }) => decodeURIComponent((url + body).replaceAll('+', ' '))).sort();

test('puts together what belongs to one target', async () => {
  const { scraped, targets, notes } = await observed({
    targets: [{ labels, isUp: true, samples: 7, age: 3.5 }, { labels: others, isUp: false, samples: 0, age: 12, lastError: 'refused' }, { labels: { job: 'new' } }],
  });
  expect(scraped).toEqual([
    { labels: { __name__: 'up', ...labels }, isUp: true, samples: 7, age: 3.5, interval: 30 },
    { labels: { __name__: 'up', ...others }, isUp: false, samples: 0, age: 12, interval: 30 },
  ]);
  expect(targets!.map(({ health }) => health)).toEqual(['up', 'down', 'unknown']);
  expect(notes).toEqual([]);
});

test('asks four questions, however many applications there are', async () => {
  await observed({}, ['b', 'a.b', 'b', 'c-1']);
  const selector = '{app_oam_dev_name=~"b|a\\\\.b|c-1"}';
  expect(asked()).toEqual([
    `/api/v1/query?query=scrape_samples_scraped${selector}`, `/api/v1/query?query=up${selector}`, `/api/v1/query?query=up${selector}[5m]`,
    '/api/v1/targets?state=active',
  ]);
});

test('asks three more for the jobs of monitors, and tells each series once', async () => {
  server = await startScraper({ targets: [{ labels, isUp: true }] });
  const expected = ['a', 'a', 'shop/cart+"x"'].map(job => ({ job, labels: new Map() }));
  const monitors = [{ file: 'a', monitor: 'PodMonitor cart', pool: 'podMonitor/shop/cart/0', expected, absent: { state: 'missing', reasons: [] }, rejections: [] } as const];
  expect((await observe(clientOf(), ['hello'], {}, false, monitors)).scraped).toHaveLength(1);
  const selector = '{job=~"a|shop/cart\\\\+\\"x\\""}';
  expect(asked().filter(url => !url.includes('app_oam_dev_name'))).toEqual([
    `/api/v1/query?query=scrape_samples_scraped${selector}`, `/api/v1/query?query=up${selector}`, `/api/v1/query?query=up${selector}[5m]`,
    '/api/v1/targets?state=active',
  ]);
});

test('asks for a thousand applications by forms', async () => {
  await observed({}, Array.from({ length: 1000 }, (_, index) => `application-${index}`));
  expect(server.requests.map(({ method }) => method).sort()).toEqual(['GET', 'POST', 'POST', 'POST']);
});

test('tells each warning once', async () => {
  expect((await observed({ warnings: ['a store is down', 'another one, too'] })).notes.map(remarkText))
    .toEqual(['the scraper warns: a store is down', 'the scraper warns: another one, too']);
});

test('does without samples, age and target where it is not told', async () => {
  const query = (result: object[]) => JSON.stringify({ status: 'success', data: { resultType: 'vector', result } });
  server = await startUpstream((response, request) => answers.reply(200, request.url.includes('targets')
    ? JSON.stringify({ status: 'success', data: { activeTargets: [] } })
    : query(request.url.includes('query=up') ? [{ metric: labels, value: [1, '1'] }] : []))(response, request));
  expect((await observe(clientOf(), ['hello'])).scraped).toEqual([{ labels, isUp: true }]);
});

describe('a scraper that does not list its targets', () => {
  const note = (code: string) => `the scraper does not list its targets (${code}): paths are not known, nor why a target is missing or down`;

  test.each([
    ['has no list', answers.reply(404, '404 page not found', { 'Content-Type': 'text/plain' }), 'not-found'],
    ['lets nobody see it', answers.reply(403, 'no'), 'unauthorized'],
    ['lists something else', answers.reply(200, '{"status":"success","data":{"activeTargets":{}}}'), 'malformed-body'],
    ['has another thing there', answers.reply(400, '{"status":"error","errorType":"400","error":"unsupported path"}'), 'bad-query'],
  ])('%s', async (_, list, code) => {
    const { scraped, targets, notes } = await observed({ targets: [{ labels, isUp: true }], list });
    expect(scraped).toEqual([{ labels: { __name__: 'up', ...labels }, isUp: true, samples: 10, age: 1, interval: 30 }]);
    expect([targets, notes.map(remarkText)]).toEqual([undefined, [note(code)]]);
  });

  test.each([
    ['asks for a password', answers.reply(401, ''), 'unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface'],
    ['is down', answers.reply(502, ''), 'unavailable: answers 502 Bad Gateway with application/json; try again later, and check that the scraper runs behind what answers'],
  ])('fails when it %s', async (_, list, text) => {
    server = await startScraper({ list });
    expect(await rejectionOf(async () => observe(clientOf(), ['hello']))).toBe(`[${server.url}] ${text}`);
  });
});

describe('rules', () => {
  const groups = [{ name: 'shop.shop-alerts', file: 'a', rules: [{ name: 'A', query: 'up', health: 'ok' }] }];
  const told = async (scraper: FakeScraper) => {
    server = await startScraper(scraper);
    const { groups: found, notes } = await observe(new ScraperClient({ url: server.url, retries: 0 }), ['hello'], {}, true);
    return [found?.map(({ name }) => name), notes.map(remarkText)];
  };
  const note = (code: string) =>
    `the scraper does not list its rules (${code}): ask the one that evaluates them, or leave them out by --no-rules`;

  test('are asked for once, and only if they are declared', async () => {
    expect(await told({ groups })).toEqual([['shop.shop-alerts'], []]);
    expect(asked().filter(url => url.includes('rules'))).toEqual(['/api/v1/rules?type=alert']);
    expect((await observed({ groups })).groups).toBeUndefined();
  });

  test.each([
    ['has no such list', answers.reply(404, '404 page not found', { 'Content-Type': 'text/plain' }), 'not-found'],
    ['lets nobody see them', answers.reply(403, 'no'), 'unauthorized'],
    ['is an agent', answers.reply(422, '{"status":"error","errorType":"execution","error":"unavailable with Prometheus Agent"}'), 'execution'],
    ['lists something else', answers.reply(200, '{"status":"success","data":{"groups":[{"name":1}]}}'), 'malformed-body'],
  ])('are not known where the scraper %s', async (_, list, code) => {
    expect(await told({ groups: list })).toEqual([undefined, [note(code)]]);
  });

  test('come with warnings, of stores that lack a part', async () => {
    const partial = answers.reply(200, JSON.stringify({ status: 'success', data: { groups }, warnings: ['a ruler is down'] }));
    expect(await told({ groups: partial })).toEqual([['shop.shop-alerts'], ['the scraper warns: a ruler is down']]);
  });

  test('are all that is asked for without applications', async () => {
    server = await startScraper({ groups });
    expect(await observe(clientOf(), [], {}, true)).toMatchObject({ scraped: [], targets: undefined, groups: [{ name: 'shop.shop-alerts' }], notes: [] });
    expect(asked()).toEqual(['/api/v1/rules?type=alert']);
  });

  test.each([
    ['fails', answers.reply(500, '{"status":"error","errorType":"internal","error":"boom"}'),
      'unavailable: boom (500); try again later, and look into the log of the scraper'],
    ['is not there', answers.reply(502, 'no', { 'Content-Type': '' }),
      'unavailable: answers 502 Bad Gateway with no Content-Type "no"; try again later, and check that the scraper runs behind what answers'],
    ['cuts the connection', answers.reset(),
      'network: the connection was cut (ECONNRESET); try again; if it happens again, look into the log of the proxy in front of the scraper'],
  ])('are not known for now where a ruler %s', async (_, list, text) => {
    const outcome = await told({ groups: list });
    expect(outcome).toEqual([undefined, [`nothing is known of the rules, since /api/v1/rules fails: [${server.url}] ${text}; --no-rules leaves them out`]]);
  });

  test('are not known for now where a ruler hangs', async () => {
    server = await startScraper({ targets: [{ labels, isUp: true }], groups: answers.silence() });
    const { scraped, notes } = await observe(clientOf(), ['hello'], { requestTimeout: 500 }, true);
    expect([scraped.length, notes.map(({ code, parameters }) => [code, 'error' in parameters && parameters.error])]).toEqual([1, [['no-rule-answer', 'timeout']]]);
  });

  test('fail the run where they are all that is asked for and the password is wrong', async () => {
    server = await startScraper({ targets: [{ labels, isUp: true }], groups: answers.reply(401, '') });
    expect(await rejectionOf(async () => observe(clientOf(), [], {}, true))).toContain('unauthorized: asks for a user and a password');
    expect((await observe(clientOf(), ['hello'], {}, true)).notes.map(remarkText)).toEqual([note('unauthorized')]);
  });

  test('fail the run when all of the scraper is down', async () => {
    server = await startUpstream(answers.reply(502, ''));
    expect(await rejectionOf(async () => observe(clientOf(), ['hello'], {}, true))).toContain('unavailable: answers 502 Bad Gateway');
  });
});

test('fails when a query fails', async () => {
  server = await startUpstream(answers.reply(422, '{"status":"error","errorType":"execution","error":"agent mode"}'));
  expect(await rejectionOf(async () => observe(clientOf(), ['hello']))).toBe(`[${server.url}] execution: agent mode (422); ask for less, or see what the message says`);
});

test('ends when it is told to', async () => {
  server = await startScraper({ list: answers.silence() });
  expect(await rejectionOf(async () => observe(clientOf(), ['hello'], { requestTimeout: 100 })))
    .toBe(`[${server.url}] timeout: no complete answer within 100 ms; allow more time, or ask for less: fewer series, a shorter range, a larger step`);
});

test('one question that fails ends the others', async () => {
  server = await startUpstream((response, request) => request.url.includes('targets') ? answers.reply(401, '')(response, request) : undefined);
  const start = performance.now();
  expect(await rejectionOf(async () => observe(clientOf(), ['hello']))).toContain('unauthorized: ');
  expect(performance.now() - start).toBeLessThan(10_000);
});
