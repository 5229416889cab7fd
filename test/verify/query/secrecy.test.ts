import { inspect } from 'node:util';
import { Answer, errorOf, inPieces, ok, redirect, refusal, reply, reset, result, serve, success } from './server';
import { ScraperClient } from '../../../src/verify/query';

const password = 'hünter2/+ "x"\\&<>';
const lowercase = 'hunter2';
const user = 'metrics';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** All forms in which a server may say the password. */
const forms = (secret: string): Record<string, string> => ({
  'as it is': secret,
  'in base64': base64(secret),
  'as the header has it': base64(`${user}:${secret}`),
  'as in a URL': encodeURIComponent(secret),
  'as in a form': String(new URLSearchParams({ secret })).slice('secret='.length),
  'as in JSON': JSON.stringify(secret).slice(1, -1),
  'as in HTML': secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
});

/** Everything that can be printed of a thing. */
function printed(thing: any): string {
  const inspected = inspect(thing, { depth: null, showHidden: true, getters: true });
  return [String(thing), inspected, JSON.stringify(thing), thing?.stack, thing?.message, ...Object.getOwnPropertyNames(thing).map(name => inspect(thing[name]))].join('\n');
}

/** Fails where the password is seen; says where, and not what. */
function expectNoSecret(secret: string, ...things: unknown[]): void {
  const seen = things.map(printed).flatMap(text => {
    // what is printed may be quoted once more
    const unquoted = text.replace(/\\(["\\])/g, '$1');
    const found = Object.entries(forms(secret)).filter(([, form]) => text.includes(form) || unquoted.includes(form));
    return found.map(([how, form]) => `${how}: ${text.replaceAll(form, 'SECRET').slice(0, 300)}`);
  });
  expect(seen).toEqual([]);
}

async function expectKept(answer: Answer, secret = password, call = async (client: ScraperClient): Promise<unknown> => client.query('up')): Promise<Error> {
  const server = await serve(answer);
  const client = new ScraperClient({ url: server.url, credentials: { user, password: secret }, retries: 0 });
  const error = await errorOf(call(client));
  expectNoSecret(secret, error, client);
  expect(server.requests[0].headers.authorization).toBe(`Basic ${base64(`${user}:${secret}`)}`);
  expect(error.message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  return error;
}

const PLAIN = { 'content-type': 'text/plain' };

describe.each(Object.entries(forms(password)))('the password %s is not shown when the server says it', (_, form) => {
  test.each<[string, Answer]>([
    ['in a text', reply(200, `you are ${form}`, PLAIN)],
    ['in a title', reply(403, `<html><title>${form}</title>`, { 'content-type': 'text/html' })],
    ['in a page with the status of a failure', reply(502, form, PLAIN)],
    ['in JSON that is none of Prometheus', ok(`{"message":"${form}"}`)],
    ['as Prometheus\' error', reply(400, refusal('bad_data', `no ${form}`))],
    ['as Prometheus\' name of the error', reply(400, refusal(form, 'no'))],
    ['in a warning', reply(422, refusal('execution', 'no', { warnings: [form], infos: [form] }))],
    ['in the type of the content', reply(200, '<', { 'content-type': `text/${Buffer.from(form).toString('latin1')}` })],
    ['in a field that is wrong', ok(result('vector', [{ metric: { [form]: 1 }, value: [1, '1'] }]))],
    ['in a value that is wrong', ok(result('vector', [{ metric: {}, value: [1, form] }]))],
    ['as the type of the result', ok(result(form, []))],
    ['as a field that is cut', ok(`{${JSON.stringify(form)}:`)],
    ['as a field that is given twice', ok(`{${JSON.stringify(form)}:1,${JSON.stringify(form)}:2}`)],
    ['in the place to which it sends', redirect(302, `https://example.com/${encodeURI(form)}?x=${encodeURIComponent(form)}#${encodeURI(form)}`)],
  ])('%s', async (__, answer) => {
    await expectKept(answer);
  });
});

describe('not even a part of the password is shown when', () => {
  const part = lowercase.slice(0, 4);

  test.each<[string, Answer]>([
    ['it comes in two pieces', inPieces(`you are ${part}`, lowercase.slice(4))],
    ['it lies where a value is cut', ok(result('vector', [{ metric: {}, value: [1, `${'x'.repeat(114)}${lowercase}`] }]))],
    ['it lies where a page is cut', reply(200, `${'\n'.repeat(4092)}${lowercase}`, PLAIN)],
  ])('%s', async (_, answer) => {
    expect((await expectKept(answer, lowercase)).message).not.toContain(part);
  });
});

describe('the password is not shown when', () => {
  test('the server names it as the host to which it sends', async () => {
    await expectKept(redirect(302, `https://${lowercase}.example.com/`), lowercase);
    await expectKept(redirect(302, `https://${user}:${lowercase}@example.com/`), lowercase);
  });

  test('the connection is cut', async () => {
    await expectKept(reset);
  });

  test('a target is wrong', async () => {
    await expectKept(ok(success({ activeTargets: [{ health: password }] })), password, async client => client.targets());
  });

  test('a client or a result is printed', async () => {
    const server = await serve(ok(result('vector', [])));
    const client = new ScraperClient({ url: server.url, credentials: { user, password } });
    expectNoSecret(password, client, await client.query('up'));
  });

  test('a field of the credentials is wrong', async () => {
    for (const credentials of [{ user: `${user}:${lowercase}`, password: lowercase }, { user: '', password: lowercase }, { user, password: `${lowercase}\n` }, lowercase]) {
      const error = await errorOf((async () => new ScraperClient({ url: 'https://example.com', credentials: credentials as any }))());
      expectNoSecret(lowercase, error);
    }
  });
});

test.each(['\u001b[2J\u001b]0;x\u0007', '\r\nfake: line', '\u0000', '\u009b31m', '\u2028\u2029', '\u0085'])('what steers a terminal does not reach the message: %j', async steering => {
  const answers = [
    reply(200, `a${steering}b`, PLAIN), reply(200, `<title>a${steering}b</title>`), reply(400, refusal(`a${steering}b`, `a${steering}b`)),
    ok(result('vector', [{ metric: { [`a${steering}b`]: 1 }, value: [1, '1'] }])), ok(result(`a${steering}b`, [])), ok(`{${JSON.stringify(`a${steering}b`)}:`),
  ];
  for (const answer of answers) await expectKept(answer);
});

test('a warning of a good answer does not show the password', async () => {
  const body = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] }, warnings: [`for ${password}\nall is well`], infos: [base64(password)] });
  const server = await serve(ok(body));
  const client = new ScraperClient({ url: server.url, credentials: { user, password } });
  expect(await client.query('up')).toMatchObject({ warnings: ['for …\nall is well'], infos: ['…'] });
});
