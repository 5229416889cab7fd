import { inspect } from 'util';
import { Credentials, ScraperClient, ScraperError } from '../../../src/query';

/** What is compared of an error. */
export type Failed = Partial<Pick<ScraperError, 'code' | 'status' | 'errorType' | 'systemCode' | 'offset' | 'field' | 'message'>>;

const COMPARED = ['code', 'status', 'errorType', 'systemCode', 'offset', 'field', 'message'] as const;

/** What a call fails with; ports are left out of its message. Fails itself where the password is seen in whatever can be printed. */
export async function failureOf(client: ScraperClient, credentials: Credentials, call: (client: ScraperClient) => Promise<unknown>): Promise<Failed> {
  const error = await call(client).then((result) => new Error(`no error, but ${inspect(result)}`), (reason: unknown) => reason);
  expectNoSecret(credentials, error, client);
  if (!(error instanceof ScraperError)) throw error;
  expect([error.name, error.url]).toEqual(['ScraperError', client.url.replace(/\/$/, '')]);
  const known = COMPARED.filter((name) => error[name] !== undefined).map((name) => [name, error[name]]);
  return { ...Object.fromEntries(known), message: withoutPorts(error.message) };
}

/** A text without the ports of this run. */
export function withoutPorts(text: string): string {
  return text.replace(/(localhost|127\.0\.0\.1):\d+/g, '$1:PORT');
}

/** Each thing, however it is printed, holds neither the password nor what it is sent as. */
export function expectNoSecret({ user, password }: Credentials, ...things: readonly unknown[]): void {
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  const secrets = [password, base64(password), base64(`${user}:${password}`), encodeURIComponent(password)];
  const printed = things.flatMap((thing) => [
    String(thing), JSON.stringify(thing) ?? '', inspect(thing, { depth: null, showHidden: true }), String((thing as Error)?.stack),
  ]);
  // not `expect(printed)`, which would print it
  expect(secrets.filter((secret) => printed.some((text) => text.includes(secret))).length).toBe(0);
}
