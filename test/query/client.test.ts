import { TWO, TWO_RESULT, WHICH, failed, ok, refusal, reply, result, said, serve, success } from './server';
import { ModelError, ScraperClient, ScraperClientProps, ScraperError } from '../../src/query';

async function serving(body: string, props: Partial<ScraperClientProps> = {}) {
  const server = await serve(ok(body));
  return { server, client: new ScraperClient({ url: server.url, ...props }) };
}

const NOTES = { warnings: [], infos: [] };
const NUMBER = (value: number, text = String(value)) => ({ value, text });

describe('query', () => {
  test.each<[string, unknown, unknown]>([
    ['vector', [{ metric: { __name__: 'up' }, value: [1435781430.781, '1'] }, { metric: {}, histogram: [1, { count: '2', sum: '0.1', buckets: [[3, '-0.1', '0.1', '2']] }] }], {
      type: 'vector',
      series: [
        { kind: 'sample', labels: { __name__: 'up' }, sample: { time: 1435781430781, ...NUMBER(1) } },
        { kind: 'histogram', labels: {}, sample: { time: 1000, histogram: { count: NUMBER(2), sum: NUMBER(0.1), buckets: [{ boundaries: 'closed', lower: NUMBER(-0.1), upper: NUMBER(0.1), count: NUMBER(2) }] } } },
      ],
      ...NOTES,
    }],
    ['matrix', [{ metric: {}, values: [[-1.5, 'NaN'], [0, '+Inf']], histograms: [[1, { count: '0', sum: '-Inf' }]] }], {
      type: 'matrix',
      series: [{
        kind: 'range',
        labels: {},
        samples: [{ time: -1500, ...NUMBER(NaN) }, { time: 0, ...NUMBER(Infinity, '+Inf') }],
        histograms: [{ time: 1000, histogram: { count: NUMBER(0), sum: NUMBER(-Infinity, '-Inf'), buckets: [] } }],
      }],
      ...NOTES,
    }],
    ['scalar', [0, '0.1000000000000000055511151231257827'], { type: 'scalar', sample: { time: 0, value: 0.1, text: '0.1000000000000000055511151231257827' }, ...NOTES }],
    ['string', [1, 'é日😀\u0000\n'], { type: 'string', time: 1000, text: 'é日😀\u0000\n', ...NOTES }],
  ])('gives a %s', async (type, elements, expected) => {
    expect(await (await serving(result(type, elements))).client.query('up')).toEqual(expected);
  });

  test('sends the expression and the options', async () => {
    const { server, client } = await serving(TWO);
    expect(await client.query('1 + 1', { time: new Date(1435781430781), timeout: '1m', lookbackDelta: 60_000, stats: true, limit: 1 })).toEqual(TWO_RESULT);
    expect(server.requests[0]).toMatchObject({
      method: 'GET', url: '/api/v1/query?time=1435781430.781&timeout=1m&lookback_delta=60.000&stats=true&limit=1&query=1+%2B+1', body: '',
    });
  });

  test('sends no time of its own: the clock of the server is the one that counts', async () => {
    const { server, client } = await serving(TWO);
    await client.query('1');
    expect(server.requests[0].url).toBe('/api/v1/query?query=1');
  });

  test('gives what the scraper says beside its answer', async () => {
    const { client } = await serving(success({ resultType: 'vector', result: [], stats: { a: 1 } }, { warnings: ['cut'], infos: ['no counter'] }));
    expect(await client.query('up')).toEqual({ type: 'vector', series: [], warnings: ['cut'], infos: ['no counter'], stats: { a: 1 } });
  });
});

describe('queryRange', () => {
  const RANGE = { start: 0, end: 2000, step: '1s' };

  test('gives a matrix', async () => {
    const { server, client } = await serving(result('matrix', [{ metric: {}, values: [[1, '1']] }]));
    expect((await client.queryRange('up', RANGE)).series).toEqual([{ kind: 'range', labels: {}, samples: [{ time: 1000, ...NUMBER(1) }], histograms: [] }]);
    expect(server.requests[0].url).toBe('/api/v1/query_range?start=0.000&end=2.000&step=1s&query=up');
  });

  test('as a stream gives its series', async () => {
    const { server, client } = await serving(result('matrix', [{ metric: {}, values: [] }]));
    for await (const series of await client.queryRangeStream('up', RANGE)) expect(series).toEqual({ kind: 'range', labels: {}, samples: [], histograms: [] });
    expect(server.requests[0].url).toMatch(/^\/api\/v1\/query_range\?/);
  });

  test('fails when the answer is something else', async () => {
    const { client } = await serving(TWO);
    expect(await said(client.queryRange('up', RANGE))).toBe(`[http://HOST] malformed-body: 'data.resultType' must be matrix, got "scalar"; ${WHICH}`);
  });

  test.each([undefined, null, {}])('fails when its options are %p', async options => {
    const { server, client } = await serving(TWO);
    const expected = ['[ScraperClient.queryRange()] 3 findings:', ...['start', 'end', 'step'].map(name => `missing-field: '${name}' is required`)].join('\n  ');
    expect(await said(client.queryRange('up', options as any))).toBe(expected);
    expect(await said(client.queryRangeStream('up', options as any))).toBe(expected);
    expect(server.requests).toEqual([]);
  });
});

describe('series', () => {
  test('gives their labels', async () => {
    const { server, client } = await serving(success([{ __name__: 'up', job: 'a' }, {}], { warnings: ['cut'] }));
    expect(await client.series({ match: ['up', '{a="b"}'], start: 0, end: 1 })).toEqual({ series: [{ __name__: 'up', job: 'a' }, {}], warnings: ['cut'], infos: [] });
    expect(server.requests[0].url).toBe('/api/v1/series?match%5B%5D=up&match%5B%5D=%7Ba%3D%22b%22%7D&start=0.000&end=0.001');
  });

  test('sends many selectors as a form', async () => {
    const { server, client } = await serving(success([]));
    const match = Array.from({ length: 200 }, (_, n) => `metric_${n}`);
    await client.series({ match });
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/api/v1/series' });
    expect(new URLSearchParams(server.requests[0].body).getAll('match[]')).toEqual(match);
  });

  test('fails when labels are wrong', async () => {
    const { client } = await serving(success([{}, { a: 1 }]));
    expect(await said(client.series({ match: ['up'] }))).toBe(`[http://HOST] malformed-body: 'data[1].a' must be a string, got 1; ${WHICH}`);
  });
});

describe('labels', () => {
  test.each([[undefined], [{}], [{ match: ['up'] }]])('gives their names with the options %p', async options => {
    const { client } = await serving(success(['__name__', 'job', '__proto__']));
    expect(await client.labels(options)).toEqual({ labels: ['__name__', 'job', '__proto__'], ...NOTES });
  });

  test.each([success(null), success([])])('gives nothing where there is nothing: %s', async body => {
    expect(await (await serving(body)).client.labels()).toEqual({ labels: [], ...NOTES });
  });

  test('fails when a name is none', async () => {
    const { client } = await serving(success({ result: ['a'] }));
    expect(await said(client.labels())).toBe(`[http://HOST] malformed-body: 'data' must be a list, got an object; ${WHICH}`);
  });
});

describe('targets', () => {
  test('gives those that are scraped and those that are not', async () => {
    const { server, client } = await serving(success({ activeTargets: [], droppedTargets: [{ discoveredLabels: { a: 'b' } }] }));
    expect(await client.targets({ state: 'any', scrapePool: 'x' })).toEqual({ active: [], dropped: [{ discoveredLabels: { a: 'b' } }], ...NOTES });
    expect(server.requests[0].url).toBe('/api/v1/targets?state=any&scrapePool=x');
  });

  test('is never a form, which Prometheus does not take here', async () => {
    const { server, client } = await serving(success({ activeTargets: [] }));
    await client.targets({ scrapePool: 'x'.repeat(3000) });
    expect(server.requests[0].method).toBe('GET');
  });

  test('fails when there is no such thing', async () => {
    const server = await serve(reply(404, 'nothing', { 'content-type': 'text/plain' }));
    expect(await said(new ScraperClient({ url: server.url }).targets())).toBe(`[http://HOST] not-found: answers 404 Not Found with text/plain "nothing"; ${WHICH}`);
  });
});

test('rules are those that are loaded', async () => {
  const { server, client } = await serving(success({ groups: [{ name: 'a', file: 'b', rules: [] }] }));
  expect(await client.rules({ type: 'alert' })).toEqual({ groups: [{ name: 'a', file: 'b', rules: [] }], ...NOTES });
  expect([server.requests[0].method, server.requests[0].url]).toEqual(['GET', '/api/v1/rules?type=alert']);
});

test('its version is that of what runs as the scraper', async () => {
  const { server, client } = await serving(success({ version: '3.13.1', revision: 'abc' }));
  expect(await client.buildInfo()).toEqual({ version: '3.13.1', ...NOTES });
  expect([server.requests[0].method, server.requests[0].url]).toEqual(['GET', '/api/v1/status/buildinfo']);
});

test('fails when a scraper gives no version', async () => {
  const { client } = await serving(success({ revision: 'abc' }));
  expect(await said(client.buildInfo())).toContain("'data.version' must be a string, got nothing");
});

describe('what is wrong with an argument is told before anything is sent', () => {
  test.each<[string, (client: ScraperClient) => Promise<unknown>, string]>([
    ['query', async client => client.query(''), "[ScraperClient.query()] invalid-value: 'query' must be a non-empty string, got \"\""],
    ['query', async client => client.query(undefined as any), "[ScraperClient.query()] missing-field: 'query' is required"],
    ['queryStream', async client => client.queryStream('up', { limit: -1 }), "[ScraperClient.query()] invalid-value: 'limit' must be an integer from 0 to 2147483647, got -1"],
    ['series', async client => client.series(undefined as any), "[ScraperClient.series()] missing-field: 'match' is required"],
    ['labels', async client => client.labels({ match: [''] }), "[ScraperClient.labels()] invalid-value: 'match[0]' must be a non-empty string, got \"\""],
    ['rules', async client => client.rules({ type: 'alerts' as any }), "[ScraperClient.rules()] invalid-value: 'type' must be one of alert, record, got \"alerts\"; did you mean \"alert\"?"],
    ['buildInfo', async client => client.buildInfo({ requestTimeout: 0 }),
      "[ScraperClient.buildInfo()] invalid-value: 'requestTimeout' must be an integer from 1 to 2147483647, got 0"],
    ['targets', async client => client.targets({ state: 'up' as any }), "[ScraperClient.targets()] invalid-value: 'state' must be one of active, dropped, any, got \"up\""],
  ])('%s', async (_, call, expected) => {
    const { server, client } = await serving(TWO);
    await expect(call(client)).rejects.toBeInstanceOf(ModelError);
    expect(await said(call(client))).toBe(expected);
    expect(server.requests).toEqual([]);
  });
});

test.each<[string, (client: ScraperClient) => Promise<unknown>, unknown]>([
  ['query', async client => client.query('up', null as any), result('vector', [])],
  ['queryStream', async client => {
    for await (const series of await client.queryStream('up', null as any)) expect(series).toBeUndefined();
  }, result('vector', [])],
  ['labels', async client => client.labels(null as any), success([])],
  ['rules', async client => client.rules(null as any), success({ groups: [] })],
  ['targets', async client => client.targets(null as any), success({ droppedTargets: [] })],
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
