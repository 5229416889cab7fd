import { TWO, TWO_RESULT, WHICH, failed, ok, refusal, reply, result, said, serve, success } from './server';
import { ModelError, ScraperClient, ScraperClientProps, ScraperError } from '../../../src/verify/query';

async function serving(body: string, props: Partial<ScraperClientProps> = {}) {
  const server = await serve(ok(body));
  return { server, client: new ScraperClient({ url: server.url, ...props }) };
}

const NOTES = { warnings: [], infos: [] };
const NUMBER = (value: number, text = String(value)) => ({ value, text });

describe('query', () => {
  test('sends the expression and the options', async () => {
    const { server, client } = await serving(TWO);
    expect(await client.query('1 + 1', { time: new Date(1435781430781) })).toEqual(TWO_RESULT);
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/query?time=1435781430.781&query=1+%2B+1', body: '' });
  });

  test('sends no time of its own: the clock of the server is the one that counts', async () => {
    const { server, client } = await serving(TWO);
    await client.query('1');
    expect(server.requests[0].url).toBe('/api/v1/query?query=1');
  });

  test('gives what the scraper says beside its answer', async () => {
    const { client } = await serving(success({ resultType: 'vector', result: [] }, { warnings: ['cut'], infos: ['no counter'] }));
    expect(await client.query('up')).toEqual({ type: 'vector', series: [], warnings: ['cut'], infos: ['no counter'] });
  });
});

describe('queryRange', () => {
  const RANGE = { start: 0, end: 2000, step: '1s' };

  test('gives a matrix', async () => {
    const { server, client } = await serving(result('matrix', [{ metric: {}, values: [[1, '1']] }]));
    expect((await client.queryRange('up', RANGE)).series).toEqual([{ kind: 'range', labels: {}, samples: [{ time: 1000, ...NUMBER(1) }], histograms: [] }]);
    expect(server.requests[0].url).toBe('/api/v1/query_range?start=0.000&end=2.000&step=1s&query=up');
  });

  test('fails when the answer is something else', async () => {
    const { client } = await serving(TWO);
    expect(await said(client.queryRange('up', RANGE))).toBe(`[http://HOST] malformed-body: 'data.resultType' must be matrix, got a string; ${WHICH}`);
  });

  test.each([undefined, null, {}])('fails when its options are %p', async options => {
    const { server, client } = await serving(TWO);
    const expected = ['[ScraperClient.queryRange()] 3 findings:', ...['start', 'end', 'step'].map(name => `missing-field: '${name}' is required`)].join('\n  ');
    expect(await said(client.queryRange('up', options as any))).toBe(expected);
    expect(server.requests).toEqual([]);
  });
});

describe('targets', () => {
  test('gives those that are scraped', async () => {
    const { server, client } = await serving(success({ activeTargets: [], droppedTargets: [{ discoveredLabels: { a: 'b' } }] }));
    expect(await client.targets()).toEqual({ active: [], ...NOTES });
    expect(server.requests[0].url).toBe('/api/v1/targets?state=active');
  });

  test('fails when there is no such thing', async () => {
    const server = await serve(reply(404, 'nothing', { 'content-type': 'text/plain' }));
    expect(await said(new ScraperClient({ url: server.url }).targets())).toBe(`[http://HOST] not-found: answers 404 Not Found with text/plain "nothing"; ${WHICH}`);
  });
});

test('rules are those that are loaded', async () => {
  const { server, client } = await serving(success({ groups: [{ name: 'a', file: 'b', rules: [] }] }));
  expect(await client.rules({ type: 'alert' })).toEqual({ groups: [{ name: 'a', rules: [] }], ...NOTES });
  expect([server.requests[0].method, server.requests[0].url]).toEqual(['GET', '/api/v1/rules?type=alert']);
});

describe('what is wrong with an argument is told before anything is sent', () => {
  test.each<[string, (client: ScraperClient) => Promise<unknown>, string]>([
    ['query', async client => client.query(''), "[ScraperClient.query()] invalid-value: 'query' must be a non-empty string, got \"\""],
    ['rules', async client => client.rules({ type: 'alerts' as any }), "[ScraperClient.rules()] invalid-value: 'type' must be one of alert, record, got \"alerts\"; did you mean \"alert\"?"],
    ['targets', async client => client.targets({ state: 'any' } as any),
      "[ScraperClient.targets()] unknown-field: 'state' is an unknown field; expected one of signal, requestTimeout; leave it out, or check its spelling"],
  ])('%s', async (_, call, expected) => {
    const { server, client } = await serving(TWO);
    await expect(call(client)).rejects.toBeInstanceOf(ModelError);
    expect(await said(call(client))).toBe(expected);
    expect(server.requests).toEqual([]);
  });
});

test.each<[string, (client: ScraperClient) => Promise<unknown>, unknown]>([
  ['query', async client => client.query('up', null as any), result('vector', [])],
  ['rules', async client => client.rules(null as any), success({ groups: [] })],
  ['targets', async client => client.targets(null as any), success({ activeTargets: [] })],
])('%s: options that are null are none', async (_, call, body) => {
  const { server, client } = await serving(body as string);
  await call(client);
  expect(server.requests).toHaveLength(1);
});

test('knows its URL, as it was given', () => {
  expect(new ScraperClient({ url: 'https://example.com/prometheus/' }).url).toBe('https://example.com/prometheus/');
});

test.each(['/prometheus', '/prometheus/', '/prometheus//'])('asks below the path %s, and names it in errors without a slash at the end', async path => {
  const server = await serve(reply(400, refusal('bad_data', 'no')));
  const error = await failed(new ScraperClient({ url: server.url + path }).query('up'));
  expect(error).toBeInstanceOf(ScraperError);
  expect(error.url).toBe(`${server.url}/prometheus`);
  expect(server.requests[0].url).toBe('/prometheus/api/v1/query?query=up');
});

test('several calls at once do not meet', async () => {
  const server = await serve((response, { url }) => ok(result('string', [0, url]))(response, undefined!));
  const client = new ScraperClient({ url: server.url });
  const results = await Promise.all(Array.from({ length: 30 }, async (_, n) => client.query(`"${n}"`)));
  expect(results.map(each => (each as any).text)).toEqual(Array.from({ length: 30 }, (_, n) => `/api/v1/query?query=%22${n}%22`));
});
