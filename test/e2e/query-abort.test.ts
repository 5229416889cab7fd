import { Answer, answers, eventually, failureOf, randomPassword, serve, vectorOf, watched } from './support';
import { ScraperClient } from '../../src/query';

const BODY = vectorOf(1000);
const OK = answers.reply(200, BODY);
/** Takes four seconds, and begins at once. */
const SLOW = answers.trickle(BODY, { size: BODY.length / 40, interval: 100 });
const ABORTED = { code: 'aborted', message: '[http://127.0.0.1:PORT] aborted: the call was aborted; call it again, unless that was meant' };

const credentials = { user: 'metrics', password: randomPassword() };

describe('a call that is aborted', () => {
  const whole = async (client: ScraperClient, signal: AbortSignal) => client.query('up', { signal });
  const pause = async (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  test('before it begins', async () => {
    const { client, upstream } = await serve(OK, { credentials });
    expect(await failureOf(client, credentials, async () => whole(client, AbortSignal.abort()))).toEqual(ABORTED);
    expect(upstream.requests).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['before anything is answered', answers.silence()],
    ['while the body comes in', SLOW],
  ])('%s', async (_, answer) => {
    const { client, upstream } = await serve(answer, { credentials });
    const controller = new AbortController();
    const failure = failureOf(client, credentials, async () => whole(client, controller.signal));
    await eventually(async () => upstream.requests.length > 0 || undefined, () => 'not asked');
    await pause(200);
    controller.abort();
    expect(await failure).toEqual(ABORTED);
    expect(upstream.requests).toHaveLength(1);
  });

  test('closes its connection, and leaves others alone', async () => {
    const { answer, left } = watched(SLOW);
    const { client, upstream } = await serve(answers.inTurn(answer, OK), { credentials });
    const controller = new AbortController();
    const failure = failureOf(client, credentials, async () => whole(client, controller.signal));
    await eventually(async () => upstream.requests.length > 0 || undefined, () => 'not asked');
    const other = client.query('up');
    controller.abort();
    expect([await failure, await other]).toEqual([ABORTED, expect.objectContaining({ type: 'vector' })]);
    expect(await left()).toBe(true);
  });
});
