import { inspect } from 'util';
import { expectNoSecret, withoutPorts } from '.';
import { failureOf } from './failure-of';
import { ScraperClient, ScraperError } from '../../../src/query';
import { unspoken } from '../../support/findings';

const credentials = { user: 'metrics', password: 'p%ss word' };
const { user, password } = credentials;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const client = new ScraperClient({ url: 'http://localhost:1/', credentials });

/** Whether it is found that a thing shows the password, which must then not be shown by what says so. */
function isFound(...things: readonly unknown[]): boolean {
  try {
    expectNoSecret(credentials, ...things);
    return false;
  } catch (error) {
    expect(inspect(error)).not.toContain(password);
    return true;
  }
}

class Holder {
  public readonly open = password;
  readonly #closed = password;

  public get closed(): number {
    return this.#closed.length;
  }
}

test.each<[string, unknown]>([
  ['a text', `a ${password}.`],
  ['a message', new Error(password)],
  ['the field of an error', Object.assign(new Error('a'), { request: { headers: { authorization: `Basic ${base64(`${user}:${password}`)}` } } })],
  ['the cause of an error', new Error('a', { cause: [base64(password)] })],
  ['what is not enumerable', Object.defineProperty(new Error('a'), 'b', { value: { c: { d: { e: { f: password } } } } })],
  ['a symbol', { [Symbol('a')]: password }],
  ['what is encoded', `http://${user}:${encodeURIComponent(password)}@a`],
  ['a field', new Holder()],
  ['what becomes JSON', { toJSON: () => password }],
])('a password is found in %s', (_, thing) => {
  expect(isFound('a', thing)).toBe(true);
});

test('nothing is found where nothing is', () => {
  expect(isFound(new Error(user), client, { a: 'pass word' }, undefined)).toBe(false);
});

test('of a failure, its parts are told', async () => {
  const error = new ScraperError('http://localhost:1', unspoken({ code: 'network', field: '', problem: 'at 127.0.0.1:20' }), { systemCode: 'A' });
  const call = async () => { throw error; };
  expect(await failureOf(client, credentials, call)).toEqual({ code: 'network', systemCode: 'A', message: '[http://localhost:PORT] network: at 127.0.0.1:PORT' });
  await expect(failureOf(client, credentials, async () => 'fine')).rejects.toThrow('no error, but \'fine\'');
  await expect(failureOf(client, credentials, async () => { throw new TypeError('other'); })).rejects.toThrow('other');
});

test('a host keeps no port', () => {
  expect(withoutPorts('http://localhost:1234/a 127.0.0.1:1 b:1')).toBe('http://localhost:PORT/a 127.0.0.1:PORT b:1');
});
