import { describe as sentence } from '../../src/findings/words';
import { Deadline, attempts } from '../../src/query/client';
import { KnownFailure, Refused } from '../../src/query/failures';

const refused = (status: number, retryAfter?: number, envelope?: object) => new Refused({ status, contentType: '', retryAfter }, '', envelope as any);
const system = (code: string) => Object.assign(new Error(code), { code });

let deadlines: Deadline[] = [];
const within = (milliseconds: number, user?: AbortSignal) => {
  const deadline = new Deadline(milliseconds, user);
  deadlines.push(deadline);
  return deadline;
};
afterEach(() => {
  deadlines.forEach(deadline => deadline.clear());
  deadlines = [];
});

/** How often it was tried, how long it took, and what came of it. */
async function tried(errors: readonly unknown[], { retries = 2, deadline = within(10_000) } = {}) {
  const start = performance.now();
  let tries = 0;
  const result = await attempts(retries, deadline, async () => {
    const error = errors[tries++];
    if (error) throw error;
    return 'fine';
  }).catch(error => error);
  return { tries, took: performance.now() - start, result };
}

describe('tries again', () => {
  test.each([['ECONNRESET', system('ECONNRESET')], ['EPIPE', system('EPIPE')], ['a 503 of a proxy', refused(503)], ['a 503 that names no time to wait', refused(503, 0)]])(
    'after %s, and waits a little', async (_, error) => {
      const { tries, took, result } = await tried([error]);
      expect([tries, result]).toEqual([2, 'fine']);
      expect(took).toBeGreaterThanOrEqual(190);
    });

  test('as often as it may, and waits twice as long each time', async () => {
    const errors = [system('ECONNRESET'), refused(503), system('EPIPE'), refused(503)];
    const { tries, took, result } = await tried(errors);
    expect([tries, result]).toEqual([3, errors[2]]);
    expect(took).toBeGreaterThanOrEqual(590);
  });

  test('after the time that the server names', async () => {
    const { tries, took } = await tried([refused(503, 400)]);
    expect(tries).toBe(2);
    expect(took).toBeGreaterThanOrEqual(390);
  });
});

describe('does not try again', () => {
  test.each<[string, unknown]>([
    ['Prometheus\' own 503: the expression took too long', refused(503, undefined, { status: 'error' })],
    ['500', refused(500)], ['502', refused(502)], ['504', refused(504)], ['429 with a time to wait', refused(429, 0)], ['401', refused(401)],
    ['nothing that listens', system('ECONNREFUSED')], ['a certificate', system('CERT_HAS_EXPIRED')], ['what is known', new KnownFailure({} as any)],
    ['what is no error', 'ECONNRESET'], ['nothing at all', null],
  ])('after %s', async (_, error) => {
    const deadline = within(10_000);
    let tries = 0;
    await expect(attempts(2, deadline, async () => {
      tries++;
      throw error;
    })).rejects.toBe(error);
    expect(tries).toBe(1);
  });

  test('where it may not', async () => {
    const error = refused(503);
    expect(await tried([error], { retries: 0 })).toMatchObject({ tries: 1, result: error });
  });

  test('where the time does not suffice for the pause', async () => {
    const error = refused(503, 30000);
    expect(await tried([error])).toMatchObject({ tries: 1, result: error });
  });

  test('once the call was ended', async () => {
    const error = system('ECONNRESET');
    expect(await tried([error], { deadline: within(1000, AbortSignal.abort()) })).toMatchObject({ tries: 1, result: error });
  });
});

test('a pause ends with the call', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  expect(await tried([refused(503, 20000)], { deadline: within(60_000, controller.signal) })).toMatchObject({ tries: 1, result: { name: 'AbortError' } });
});

describe('a deadline', () => {
  test('ends after its time, and says so', async () => {
    expect(within(10_000).left).toBeGreaterThan(0);
    const deadline = within(30);
    await new Promise(resolve => deadline.signal.addEventListener('abort', resolve));
    expect(sentence(deadline.signal.reason.why)).toMatch('timeout: no complete answer within 30 ms; ');
  });

  test('ends when its user says so, or has said so', () => {
    const controller = new AbortController();
    const deadline = within(1000, controller.signal);
    expect(deadline.signal.aborted).toBe(false);
    controller.abort(new Error('hunter2'));
    expect(sentence(deadline.signal.reason.why)).toBe('aborted: the call was aborted; call it again, unless that was meant');
    expect(within(1000, controller.signal).signal.aborted).toBe(true);
  });

  test('does not end once the call is over', async () => {
    const controller = new AbortController();
    const deadline = within(20, controller.signal);
    deadline.clear();
    controller.abort();
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(deadline.signal.aborted).toBe(false);
  });
});
