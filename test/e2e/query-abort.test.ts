import { Answer, answers, failureOf, randomPassword, serve, timed, vectorOf, watched } from './support';
import { ScraperClient } from '../../src/query';

const BODY = vectorOf(1000);
const OK = answers.reply(200, BODY);
/** Takes four seconds, and begins at once. */
const SLOW = answers.trickle(BODY, { size: BODY.length / 40, interval: 100 });
const ABORTED = { code: 'aborted', message: '[http://127.0.0.1:PORT] aborted: the call was aborted' };

const credentials = { user: 'metrics', password: randomPassword() };

describe('a call that is aborted', () => {
  const abortedAfter = async (answer: Answer, milliseconds: number, call: (client: ScraperClient, signal: AbortSignal) => Promise<unknown>) => {
    const { client, upstream } = await serve(answer, { credentials });
    const controller = new AbortController();
    if (milliseconds === 0) controller.abort();
    else setTimeout(() => controller.abort(), milliseconds);
    const [error, time] = await timed(async () => failureOf(client, credentials, async () => call(client, controller.signal)));
    expect(error).toEqual(ABORTED);
    expect(time).toBeLessThan(2000);
    return upstream.requests.length;
  };
  const whole = async (client: ScraperClient, signal: AbortSignal) => client.query('up', { signal });

  test.each<[string, Answer, number, number]>([
    ['before it begins', OK, 0, 0],
    ['before anything is answered', answers.silence(), 200, 1],
    ['while the body comes in', SLOW, 300, 1],
    ['while it waits to ask again', answers.reply(503, '', { 'Retry-After': '20' }), 300, 1],
  ])('%s', async (_, answer, milliseconds, count) => {
    expect(await abortedAfter(answer, milliseconds, whole)).toBe(count);
  });

  test('while its stream is read', async () => {
    let count = 0;
    expect(await abortedAfter(SLOW, 500, async (client, signal) => {
      for await (const { kind } of await client.queryStream('up', { signal })) count += Number(kind === 'sample');
    })).toBe(1);
    expect(count > 10 && count < 1000).toBe(true);
  });

  test('closes its connection, and leaves others alone', async () => {
    const { answer, left } = watched(SLOW);
    const { client } = await serve(answers.inTurn(answer, OK), { credentials });
    const signal = AbortSignal.timeout(300);
    const [error, result] = await Promise.all([
      failureOf(client, credentials, async () => whole(client, signal)), new Promise((resolve) => setTimeout(resolve, 100)).then(async () => client.query('up')),
    ]);
    expect([error, result]).toEqual([ABORTED, expect.objectContaining({ type: 'vector' })]);
    expect(await left()).toBe(true);
  });
});
