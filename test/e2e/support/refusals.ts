import { inspect } from 'util';
import { Credentials, ScraperClient, ScraperError } from '../../../src/verify/query';

/** What is compared of an error. */
export type Failed = Partial<Pick<ScraperError, 'code' | 'status' | 'errorType' | 'systemCode' | 'field' | 'message'>>;

const COMPARED = ['code', 'status', 'errorType', 'systemCode', 'field', 'message'] as const;

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

/** It holds more samples than it may. */
const TOO_MUCH = 'count_over_time(vector(1)[2000s:1ms])';
/** What Prometheus is told to hold. */
export const MAX_SAMPLES = 2_000_000;

const CORRECT = 'correct the expression';
const LATER = 'try again later, and check that the scraper runs behind what answers';
const WHICH = 'check the URL: it is that of the scraper, with its path prefix';
const NGINX = 'with text/html';

/** What is asked below a path of the proxy, and what is said then. */
export type Case = [title: string, path: string, call: (client: ScraperClient) => Promise<unknown>, expected: Omit<Failed, 'message'> & { said: string }];

const one = async (client: ScraperClient) => client.query('1');

/** By Prometheus itself, through the proxy. */
export const BY_PROMETHEUS: Case[] = [
  ['an expression that is none', '', async (client) => client.query('up['), {
    code: 'bad-query',
    status: 400,
    errorType: 'bad_data',
    said: `bad-query: invalid parameter "query": 1:4: parse error: missing unit character in duration (400); ${CORRECT}`,
  }],
  ['an expression that is no range', '', async (client) => client.query('rate(up)'), {
    code: 'bad-query',
    status: 400,
    errorType: 'bad_data',
    said: `bad-query: invalid parameter "query": 1:6: parse error: expected type range vector in call to function "rate", got instant vector (400); ${CORRECT}`,
  }],
  ['a matrix over a range of time', '', async (client) => client.queryRange('up[5m]', { start: 0, end: 1000, step: 1000 }), {
    code: 'bad-query',
    status: 400,
    errorType: 'bad_data',
    said: `bad-query: invalid expression type "range vector" for range query, must be Scalar or instant Vector (400); ${CORRECT}`,
  }],
  ['too many steps', '', async (client) => client.queryRange('1', { start: 0, end: 20_000_000, step: 1000 }), {
    code: 'bad-query',
    status: 400,
    errorType: 'bad_data',
    said: `bad-query: exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX) (400); ${CORRECT}`,
  }],
  ['too many samples', '', async (client) => client.query(TOO_MUCH), {
    code: 'execution',
    status: 422,
    errorType: 'execution',
    said: 'execution: query processing would load too many samples into memory in query execution (422); ask for less, or see what the message says',
  }],
  ['vectors that do not match', '', async (client) => client.query('(label_replace(vector(1), "a", "b", "", "") or vector(1)) + on () vector(1)'), {
    code: 'execution',
    status: 422,
    errorType: 'execution',
    said: 'execution: multiple matches for labels: many-to-one matching must be explicit (group_left/group_right) (422); '
      + 'ask for less, or see what the message says',
  }],
  ['an agent, which has nothing', '/agent', one, {
    code: 'execution',
    status: 422,
    errorType: 'execution',
    said: 'execution: unavailable with Prometheus Agent (422); ask for less, or see what the message says',
  }],
  ['a path that Prometheus does not know', '/nowhere', one, {
    code: 'not-found', status: 404, said: `not-found: answers 404 Not Found with text/plain "404 page not found"; ${WHICH}`,
  }],
];

/** By nginx, as `locations` have it. */
export const BY_THE_PROXY: Case[] = [
  ['a page in place of an answer', '/page', one, {
    code: 'not-prometheus', status: 200, said: `not-prometheus: answers 200 OK with text/html "Sign in", which is not a response of Prometheus; ${WHICH}`,
  }],
  ['a page that shows the request', '/echo', one, {
    code: 'not-prometheus',
    status: 500,
    said: `not-prometheus: answers 500 Internal Server Error with text/html "Basic …", which is not a response of Prometheus; ${WHICH}`,
  }],
  ['a scraper that is down', '/down', one, {
    code: 'unavailable', status: 502, said: `unavailable: answers 502 Bad Gateway ${NGINX} "502 Bad Gateway"; ${LATER}`,
  }],
  ['a proxy that is busy', '/busy', one, {
    code: 'unavailable', status: 503, said: `unavailable: answers 503 Service Unavailable ${NGINX} "503 Service Temporarily Unavailable"; ${LATER}`,
  }],
  ['too many requests', '/often', one, {
    code: 'unavailable', status: 429, said: `unavailable: answers 429 Too Many Requests ${NGINX} "429 Too Many Requests"; ${LATER}`,
  }],
  ['a user who may not', '/forbidden', one, {
    code: 'unauthorized', status: 403, said: 'unauthorized: does not let user "metrics" ask (403 Forbidden); use a user who may query',
  }],
  ['a path that nginx does not know', '/missing', one, {
    code: 'not-found', status: 404, said: `not-found: answers 404 Not Found ${NGINX} "404 Not Found"; ${WHICH}`,
  }],
  ['a form that is too large for nginx', '/small', async (client) => client.query(`1 + ${'1'.repeat(5000)}`), {
    code: 'bad-query',
    status: 413,
    said: `bad-query: answers 413 Payload Too Large ${NGINX} "413 Request Entity Too Large"; the expression is too long for the proxy in front of the scraper: shorten it`,
  }],
];
