import { isUtf8 } from 'node:buffer';
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Envelope } from './decode';
import { AnswerHead, failure, KnownFailure, Malformed, Redirected, Refused } from './failures';
import { attempt } from '../private/attempt';
import { isObject } from '../private/check';

/** A GET of this length works everywhere: proxies allow several thousand bytes for the request line. */
const LONGEST_URL = 2000;
export const MOST_REDIRECTS = 5;
const REDIRECTS: readonly unknown[] = [301, 302, 303, 307, 308];

/** The parts that all requests to a scraper share. */
export interface Connection {
  /** The URL of the scraper. Its path ends with `/`. */
  readonly base: URL;
  readonly agent: http.Agent;
  /** Called for each request, so that nothing else holds the headers. */
  readonly headers: () => http.OutgoingHttpHeaders;
}

/** A request to the API. */
export interface Question {
  /** The path below the base, such as `api/v1/query`. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  /** Whether long parameters may be sent as a form. */
  readonly mayPost: boolean;
  readonly signal: AbortSignal;
}

/** The response, with its body decompressed. */
export interface HttpAnswer extends AnswerHead {
  readonly body: Readable;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Sends a request, and follows redirects on the same scheme, host and port. */
export async function ask(connection: Connection, { path, parameters, mayPost, signal }: Question): Promise<HttpAnswer> {
  const query = String(parameters);
  let url = new URL(path, connection.base);
  const isForm = mayPost && url.href.length + query.length > LONGEST_URL;
  if (!isForm) url.search = query;
  for (let redirects = 0; ; redirects++) {
    const response = await send(connection, url, isForm ? query : undefined, signal);
    if (!REDIRECTS.includes(response.statusCode)) return answerOf(response);
    response.destroy();
    const { location } = response.headers;
    const next = location && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const isHere = next?.origin === url.origin;
    if (!isHere || redirects === MOST_REDIRECTS) throw new Redirected(response.statusCode!, next, isHere);
    url = next;
  }
}

async function send(
  { agent, headers }: Connection, url: URL, form: string | undefined, signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const type = 'application/x-www-form-urlencoded';
  const content = form === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(form) };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { 'accept': 'application/json', 'accept-encoding': 'gzip', ...content, ...headers() },
      agent,
      signal,
    }, resolve);
    sent.on('error', reject);
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(withCode('HPE_UPGRADE'));
    });
    // settles the promise in every other case: a promise that is never settled would end the program silently
    sent.on('close', () => reject(withCode('ECONNRESET')));
    sent.end(form);
  });
}

function withCode(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

function answerOf(response: http.IncomingMessage): HttpAnswer {
  const { 'content-type': contentType = '', 'content-encoding': encoding, 'retry-after': retryAfter } = response.headers;
  const seconds = Number(retryAfter ?? NaN);
  return {
    status: response.statusCode!,
    contentType,
    retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    body: decompressed(response, encoding),
  };
}

function decompressed(response: http.IncomingMessage, encoding = 'identity'): Readable {
  if (/^identity$/i.test(encoding)) return response;
  // errors of either stream reach the reader of the body
  if (/^(x-)?gzip$/i.test(encoding)) return pipeline(response, createGunzip(), () => {});
  response.destroy();
  // the status is enough to identify the failure
  if (!isSuccess(response.statusCode!)) return Readable.from([]);
  throw new Malformed('', clean => ({ reason: 'encoding', encoding: clean(encoding) }));
}

/** How many characters of a response identify one that is not Prometheus'. */
const EXCERPT = 4096;

/**
 * Reads the body of a response: that of Prometheus with `status: success`.
 *
 * @throws Refused for any other response, Malformed if Prometheus' own is broken
 */
export async function readAnswer(answer: HttpAnswer, maxBodySize: number): Promise<Envelope> {
  const chunks: Buffer[] = [];
  let left = maxBodySize;
  let broken: unknown;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new KnownFailure(failure('body-too-large', { limit: maxBodySize }));
      chunks.push(chunk);
    }
  } catch (error) {
    broken = error;
  } finally {
    answer.body.destroy();
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  const envelope = broken === undefined && isUtf8(bytes) ? attempt(() => JSON.parse(text) as unknown) : undefined;
  const isOwn = isObject(envelope) && (envelope.status === 'success' || envelope.status === 'error');
  if (isOwn && envelope.status === 'success' && isSuccess(answer.status)) return envelope;
  // the status of a failure takes precedence over a flaw of the body, and so does a page that is no JSON at all
  if (!isOwn && isSuccess(answer.status) && (broken !== undefined || /^\s*\{/.test(text))) {
    throw broken ?? new Malformed('', () => ({ reason: 'not-json' }));
  }
  throw new Refused(answer, text.slice(0, EXCERPT), isOwn && envelope.status === 'error' ? envelope : undefined, text.length > EXCERPT);
}
