import { Ended, cli } from './support';
import * as answers from '../e2e/support/upstream';
import { Answer, Upstream, startUpstream } from '../e2e/support/upstream';

const TIME = 1_700_000_000.123;
const ISO = '2023-11-14T22:13:20.123Z';
const HOSTILE = '\u001b[2J\u009b\u202e';

let server: Upstream;
afterEach(async () => server.stop());

const answer = (data: object, notes: object = {}) => answers.reply(200, JSON.stringify({ status: 'success', data, ...notes }));
const vector = (...result: object[]) => ({ resultType: 'vector', result });

async function ask(to: Answer, ...args: string[]): Promise<Ended> {
  server = await startUpstream(to);
  return cli(['query', 'up', `--url=${server.url}`, ...args]);
}

const lines = (...all: string[]) => all.map(line => `${line}\n`).join('');

describe('a result is a table', () => {
  test.each<[string, object, string]>([
    ['scalar', { resultType: 'scalar', result: [TIME, '+Inf'] }, lines('VALUE  TIME', `+Inf   ${ISO}`)],
    ['string', { resultType: 'string', result: [TIME, `a\n${HOSTILE}b`] }, lines('VALUE    TIME', `a [2J b  ${ISO}`)],
    ['empty vector', vector(), lines('SERIES  VALUE  TIME')],
    ['vector', vector(
      { metric: { __name__: 'up', job: 'a', z: 'é "\\' }, value: [TIME, '1'] },
      { metric: { __name__: 'up' }, value: [TIME, 'NaN'] },
      { metric: {}, value: [TIME, '1.7976931348623157e+308'] },
      { metric: { a: HOSTILE }, value: [TIME, '0'] },
    ), lines(
      'SERIES                   VALUE                    TIME',
      `up{job="a", z="é \\"\\\\"}  1                        ${ISO}`,
      `up                       NaN                      ${ISO}`,
      `{}                       1.7976931348623157e+308  ${ISO}`,
      `{a="\\u001b[2J "}         0                        ${ISO}`,
    )],
    ['native histogram', vector({
      metric: { __name__: 'h' },
      histogram: [TIME, { count: '9', sum: '4.5', buckets: [[0, '1', '2', '1'], [1, '2', '4', '2'], [2, '4', '8', '3'], [3, '-1', '1', '3']] }],
    }), lines('SERIES  VALUE                                             TIME', `h       count:9 sum:4.5 (1,2]:1 [2,4):2 (4,8):3 [-1,1]:3  ${ISO}`)],
    ['matrix', {
      resultType: 'matrix',
      result: [
        { metric: { a: 'b' }, values: [[TIME, '1'], [TIME + 2, '3']], histograms: [[TIME + 1, { count: '2', sum: '2' }]] },
        { metric: {}, values: [[9e12, '4']] },
      ],
    }, lines(
      'SERIES   VALUE          TIME',
      `{a="b"}  1              ${ISO}`,
      '{a="b"}  count:2 sum:2  2023-11-14T22:13:21.123Z',
      '{a="b"}  3              2023-11-14T22:13:22.123Z',
      '{}       4              9000000000000000 ms',
    )],
  ])('%s', async (_, data, stdout) => {
    expect(await ask(answer(data))).toEqual({ code: 0, stdout, stderr: '' });
  });
});

test('warnings and infos are told beside it', async () => {
  const notes = { warnings: ['results truncated', `steers ${HOSTILE}`], infos: ['metric might not be a counter'] };
  expect(await ask(answer(vector(), notes))).toEqual({
    code: 0, stdout: 'SERIES  VALUE  TIME\n', stderr: lines('warning: results truncated', 'warning: steers  [2J ', 'info: metric might not be a counter'),
  });
});

test('--json prints what the client gives', async () => {
  const { code, stdout, stderr } = await ask(answer(vector({ metric: { a: 'b' }, value: [TIME, '+Inf'] }), { warnings: ['w'] }), '--json');
  expect([code, stderr]).toEqual([0, 'warning: w\n']);
  expect(JSON.parse(stdout)).toEqual({
    type: 'vector', series: [{ kind: 'sample', labels: { a: 'b' }, sample: { time: TIME * 1000, value: null, text: '+Inf' } }], warnings: ['w'], infos: [],
  });
});

describe('--time', () => {
  test.each([['1700000000.123'], ['2023-11-14T22:13:20.123Z'], ['0']])('%s goes to the scraper', async time => {
    expect(await ask(answer(vector()), '--time', time)).toMatchObject({ code: 0 });
    expect(new URL(server.requests[0].url, server.url).searchParams.get('time')).toBe(time);
  });

  test('is left out', async () => {
    await ask(answer(vector()));
    expect(server.requests[0].url).toBe('/api/v1/query?query=up');
  });

  test('fails when it is none, as the scraper says', async () => {
    const refusal = answers.reply(400, JSON.stringify({ status: 'error', errorType: 'bad_data', error: 'cannot parse "yesterday" to a valid timestamp' }));
    const { code, stdout, stderr } = await ask(refusal, '--time', 'yesterday');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('bad-query: cannot parse "yesterday" to a valid timestamp (400)');
  });

  test('fails when it is empty, before anything is asked', async () => {
    const { code, stdout, stderr } = await ask(answer(vector()), '--time', '');
    expect([code, stdout, server.requests]).toEqual([2, '', []]);
    expect(stderr).toMatch(/^\[ScraperClient\.query\(\)\] invalid-value: 'time' must be .*, got ""/);
  });
});

describe('fails with 2 when the scraper', () => {
  const error = (errorType: string, text: string) => JSON.stringify({ status: 'error', errorType, error: text });

  test.each<[string, Answer, string]>([
    ['does not understand', answers.reply(400, error('bad_data', `1:1: parse error ${HOSTILE}`)), 'bad-query: 1:1: parse error  [2J (400); correct the expression'],
    ['cannot do it', answers.reply(422, error('execution', 'too many samples')), 'execution: too many samples (422); ask for less, or see what the message says'],
    ['asks for a password', answers.reply(401, ''), 'unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface'],
    ['is none', answers.reply(200, '<!doctype html><title>Sign in</title>', { 'Content-Type': 'text/html' }),
      'not-prometheus: answers 200 OK with text/html "Sign in", which is not a response of Prometheus; check the URL: it is that of the scraper, with its path prefix'],
  ])('%s', async (_, to, text) => {
    const { code, stdout, stderr } = await ask(to);
    expect([code, stdout, stderr]).toEqual([2, '', `[${server.url}] ${text}\n`]);
  });

  test('is not there, and says so in JSON too', async () => {
    server = await startUpstream(answers.silence());
    await server.stop();
    const message = `[${server.url}] network: nothing listens there (ECONNREFUSED); check the URL, and that the scraper is reachable from here`;
    const { code, stdout, stderr } = await cli(['query', 'up', `--url=${server.url}`, '--json']);
    expect([code, JSON.parse(stdout), stderr]).toEqual([2, { error: { code: 'network', message } }, `${message}\n`]);
  });
});

test('fails with 2 when the expression is empty', async () => {
  server = await startUpstream(answer(vector()));
  const { code, stderr } = await cli(['query', '', `--url=${server.url}`]);
  expect([code, server.requests]).toEqual([2, []]);
  expect(stderr).toBe('[ScraperClient.query()] invalid-value: \'query\' must be a non-empty string, got ""\n');
});

test('an expression may begin with a minus, after --', async () => {
  server = await startUpstream(answer(vector()));
  expect(await cli(['query', `--url=${server.url}`, '--', '-up'])).toMatchObject({ code: 0 });
  expect(server.requests[0].url).toBe('/api/v1/query?query=-up');
});
