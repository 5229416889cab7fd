import { isUtf8 } from 'node:buffer';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CallFailure } from './errors';
import { Credentials } from './client-props';
import { printable, show } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { isObject } from '../../base/check';

/** A GET of this length works everywhere: proxies allow several thousand bytes for the request line. */
const LONGEST_URL = 2000;

/** The maximum size of an answer, in bytes after decompression. */
const MAX_BODY_SIZE = 64 * 1024 * 1024;

/** How many characters of a response identify one that is not Prometheus'. */
const EXCERPT = 4096;

/** The secrets of a client. They are in private fields, which nothing prints. */
export class Secrets {
  /** The user, who is not secret. */
  public readonly user?: string;
  readonly #authorization?: string;
  readonly #texts: readonly string[] = [];

  public constructor(credentials?: Credentials) {
    if (!credentials) return;
    const { user, password } = credentials;
    const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
    const token = base64(`${user}:${password}`);
    this.user = user;
    this.#authorization = `Basic ${token}`;
    const ofHtml = Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' });
    const echoes = [
      token, password, base64(password), encodeURIComponent(password),
      String(new URLSearchParams({ password })).slice('password='.length),
      JSON.stringify(password).slice(1, -1),
      ofHtml.reduce((text, [character, entity]) => text.replaceAll(character, entity), password),
    ];
    // the longest first, since it may contain another
    this.#texts = echoes.sort((a, b) => b.length - a.length);
  }

  /** The headers of a request. */
  public get headers(): { authorization?: string } {
    return this.#authorization ? { authorization: this.#authorization } : {};
  }

  /** A text of the server, which may echo the request, without the secrets in it. */
  public hide(text: string): string { return this.#texts.reduce((all, secret) => all.replaceAll(secret, '…'), text); }

  /** The same for a message: at most 300 characters on one line, without those that control a terminal. */
  public clean(text: string): string {
    const line = printable(this.hide(text)).trim();
    return line.length > 300 ? `${line.slice(0, 300)}…` : line;
  }
}

/** The parts that all requests to a scraper share. */
export interface Connection {
  /** The URL of the scraper. Its path ends with `/`. */
  readonly base: URL;
  readonly agent: http.Agent;
  readonly secrets: Secrets;
}

/** The parsed body of an answer. */
export type Envelope = Readonly<Record<string, unknown>>;

/**
 * Sends a request to a path below the base, long parameters as a form, and reads the answer: that of Prometheus with
 * `status: success`.
 *
 * @throws CallFailure for any other answer, and errors of Node
 */
export async function ask(
  { base, agent, secrets }: Connection, path: string, parameters: URLSearchParams, signal: AbortSignal,
): Promise<Envelope> {
  const query = String(parameters);
  const url = new URL(path, base);
  const isForm = url.href.length + query.length > LONGEST_URL;
  if (query && !isForm) url.search = query;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const type = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const headers = { 'accept': 'application/json', 'accept-encoding': 'gzip', ...type, ...secrets.headers };
    const sent = request(url, { method: isForm ? 'POST' : 'GET', headers, agent, signal }, resolve);
    sent.on('error', reject);
    // settles the promise in every other case: a promise that is never settled would end the program silently
    sent.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
    sent.end(isForm ? query : undefined);
  });
  return readAnswer(response, secrets);
}

/** Reads the body, at most MAX_BODY_SIZE bytes uncompressed, and throws on everything but a success. */
async function readAnswer(response: http.IncomingMessage, secrets: Secrets): Promise<Envelope> {
  const { statusCode: status = 0, headers } = response;
  const { location, 'content-type': type = '', 'content-encoding': encoding = '' } = headers;
  const isSuccess = status >= 200 && status < 300;
  // errors of either stream reach the reader of the body
  const body = /^(x-)?gzip$/i.test(encoding) ? pipeline(response, createGunzip(), () => {}) : response;
  const chunks: Buffer[] = [];
  let left = MAX_BODY_SIZE;
  let broken: unknown;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new CallFailure('body-too-large', { limit: MAX_BODY_SIZE });
      chunks.push(chunk);
    }
  } catch (error) {
    broken = error;
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  const parsed = broken === undefined && isUtf8(bytes) ? attempt(() => JSON.parse(text) as unknown) : undefined;
  const envelope: Envelope = isObject(parsed) ? parsed : {};
  if (envelope.status === 'success' && isSuccess) return envelope;
  if (envelope.status === 'error') {
    // the failure that Prometheus itself reports
    const { errorType, error = 'no reason is given' } = envelope;
    const [name, message] = [errorType, error].map(each => typeof each === 'string' ? secrets.clean(each) : show(each));
    const code = meaningOf(errorType) ?? meaningOf(status) ?? (status >= 500 ? 'unavailable' : 'execution');
    throw new CallFailure(code, { reason: 'refused', message, status }, { status, errorType: name });
  }
  // the status of a failure takes precedence over a flaw of the body, and so does a page that is no JSON at all
  if (isSuccess && broken !== undefined) throw broken;
  if (isSuccess && /^\s*\{/.test(text)) throw new CallFailure('malformed-body', { reason: 'not-json' }, { field: '' });
  if (location !== undefined && status >= 300 && status < 400) {
    // without the query, where tokens lie
    throw new CallFailure('redirected', { status, to: secrets.clean(location.split(/[?#]/)[0]) }, { status });
  }
  throw foreignRefusal(status, type, text, secrets);
}

/**
 * The error codes of Prometheus' names of failures, and of the statuses of other servers that answer in its form with
 * their own names.
 */
const MEANINGS = [
  ['bad-query', ['bad_data', 'not_acceptable', 400]],
  ['execution', ['execution']],
  ['not-found', ['not_found', 404]],
  ['timeout', ['timeout']],
  ['unauthorized', [401, 403]],
  ['unavailable', ['canceled', 'internal', 'unavailable', 429, 502, 503, 504]],
] as const;

function meaningOf(nameOrStatus: unknown) {
  return MEANINGS.find(([, all]) => (all as readonly unknown[]).includes(nameOrStatus))?.[0];
}

/** The failure that a server in front of Prometheus reports, or one in its place. */
function foreignRefusal(code: number, contentType: string, text: string, secrets: Secrets): CallFailure {
  const details = { status: code };
  const status = `${code} ${http.STATUS_CODES[code] ?? ''}`.trim();
  const { user } = secrets;
  if (code === 401 || code === 403) {
    if (user === undefined) return new CallFailure('unauthorized', { reason: 'no-credentials', status }, details);
    const reason = code === 401 ? 'wrong-credentials' : 'not-this-user';
    return new CallFailure('unauthorized', { reason, status, user }, details);
  }
  // hidden in all of it, since the end of an excerpt may hold a part of a secret
  const excerpt = secrets.hide(text).slice(0, EXCERPT);
  // the title of a page, or the beginning of another body
  const [, title = /^\s*</.test(excerpt) ? '' : excerpt] = /<title[^>]*>([^<]*)</i.exec(excerpt) ?? [];
  const shown = secrets.clean(title);
  const type = secrets.clean(contentType.split(';')[0]) || 'no Content-Type';
  const body = shown ? { phrase: 'body-with-text', type, text: shown } as const : { phrase: 'body', type } as const;
  if (code === 404) return new CallFailure('not-found', { reason: 'foreign', status, body }, details);
  if ([413, 414, 431].includes(code)) {
    return new CallFailure('bad-query', { reason: 'too-long', status, body }, details);
  }
  const meaning = meaningOf(code) === 'unavailable' ? 'unavailable' : 'not-prometheus';
  return new CallFailure(meaning, { reason: 'foreign', status, body }, details);
}
