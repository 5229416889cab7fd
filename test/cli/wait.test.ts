import { waitFor } from '../../src/cli/verify';
import { ScraperClient } from '../../src/verify/query';
import * as answers from '../e2e/support/upstream';
import { Answer, Upstream, startUpstream } from '../e2e/support/upstream';
import { rejectionOf } from '../support/message';

const LIMIT = 300;

/** The time of these tests: a pause is over at once, and moves it on. */
const mockClock = { now: 0 };
jest.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => { mockClock.now += milliseconds; },
}));

let told = '';
let server: Upstream | undefined;

beforeEach(() => {
  told = '';
  jest.spyOn(performance, 'now').mockImplementation(() => mockClock.now);
  jest.spyOn(process.stderr, 'write').mockImplementation(chunk => Boolean(told += String(chunk)));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await server?.stop();
});

/** Waits for what comes out in turn; the last comes for ever. */
async function waited(outcomes: readonly (string | (() => Promise<string>))[], limit = LIMIT) {
  const start = mockClock.now;
  let tries = 0;
  const result = await waitFor(async () => {
    const outcome = outcomes[Math.min(tries++, outcomes.length - 1)];
    return typeof outcome === 'string' ? outcome : outcome();
  }, limit, outcome => outcome === 'done', outcome => `it is ${outcome}`);
  return { result, tries, elapsed: mockClock.now - start };
}

test('what is done at once is not waited for', async () => {
  expect(await waited(['done'], 60_000)).toMatchObject({ result: 'done', tries: 1 });
  expect(told).toBe('');
});

test('without time, it is tried once', async () => {
  expect(await waited(['not'], 0)).toMatchObject({ result: 'not', tries: 1 });
  expect(told).toBe('');
});

test('a line tells how far it is', async () => {
  expect(await waited(['a\u001b[2J', 'done'])).toEqual({ result: 'done', tries: 2, elapsed: LIMIT + 1 });
  expect(told).toBe('it is a [2J; waiting 1s more\n');
});

test('what is never done is tried a last time when the time is over', async () => {
  expect(await waited(['a'])).toEqual({ result: 'a', tries: 2, elapsed: LIMIT + 1 });
});

test('every two seconds; a line for each change', async () => {
  expect(await waited(['a', 'a', 'b'], 4100)).toEqual({ result: 'b', tries: 4, elapsed: 4101 });
  expect(told).toBe('it is a; waiting 5s more\nit is b; waiting 1s more\n');
});

describe('a scraper', () => {
  const OK = '{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}';

  /** Asks a scraper that answers in turn. */
  const asking = async (...all: Answer[]) => {
    server = await startUpstream(answers.inTurn(...all));
    const client = new ScraperClient({ url: server.url, retries: 0, timeout: 3000 });
    return async () => (await client.query('1')).type === 'scalar' ? 'done' : '';
  };

  test.each<[string, Answer, string]>([
    ['that is not up yet', answers.reply(502, ''), 'unavailable: answers 502 Bad Gateway with application/json'],
    ['that is slow', answers.silence(), 'timeout: no complete answer within 3000 ms'],
    ['that breaks off', answers.reset(), 'network: the connection was cut (ECONNRESET)'],
  ])('%s is waited for', async (_, first, problem) => {
    expect(await waited([await asking(first, answers.reply(200, OK))])).toMatchObject({ result: 'done', tries: 2 });
    expect(told.startsWith(`[${server!.url}] ${problem}; `)).toBe(true);
    expect(told).toMatch(/; waiting 1s more\n$/);
  }, 30_000);

  test('fails when it is never up', async () => {
    const ask = await asking(answers.reply(502, ''));
    expect(await rejectionOf(async () => waited([ask]))).toMatch(/^\[.*\] unavailable: answers 502 Bad Gateway/);
    expect(server!.requests.length).toBe(2);
  });

  test.each<[string, Answer]>([
    ['refuses the password', answers.reply(401, '')], ['is none', answers.reply(200, '<html>', { 'Content-Type': 'text/html' })], ['does not understand', answers.reply(400, '{"status":"error","errorType":"bad_data","error":"no"}')],
  ])('fails at once when it %s', async (_, answer) => {
    const ask = await asking(answer);
    await rejectionOf(async () => waited([ask], 60_000));
    expect([server!.requests.length, told]).toEqual([1, '']);
  });
});

test('fails at once when something else is wrong', async () => {
  expect(await rejectionOf(async () => waited([async () => Promise.reject(new TypeError('a defect'))], 60_000))).toBe('a defect');
});
