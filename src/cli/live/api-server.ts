import { IncomingMessage, request, STATUS_CODES } from 'node:http';
import { found } from '../../findings/finding';
import type { Phrase } from '../../findings/sentence';
import { printable } from '../../findings/shown';
import { attempt } from '../../private/attempt';
import { isObject, PlainFields } from '../../private/check';
import { ModelError } from '../../private/errors';

/** An answer of the API server: an object, a list, or a Status. */
export interface ClusterAnswer {
  readonly status: number;
  readonly body: PlainFields;
  /** The texts of its warnings. */
  readonly warnings: readonly string[];
}

/** Thrown if an API server does not answer, with the reason. */
export class NoAnswer {
  public constructor(public readonly why: Phrase) {}
}

/** The maximum length of an answer, in bytes. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** The number of consecutive requests without an answer after which no more are sent. */
const MOST_SILENT = 5;
/** The failures that count as no answer. The page of an intermediate proxy does not: the next request may get a different answer. */
const SILENCE: readonly string[] = ['late-answer', 'cut-answer', 'no-connection'];
/** The length of the excerpt of a response that is not from an API server, in characters. */
const LONGEST_EXCERPT = 300;
/** The oldest version of Kubernetes that validates fields strictly and does not treat a dry run as a write. */
export const OLDEST_CLUSTER = { text: '1.25', minor: 25 };

const VERSION = /^v?(\d+)\.(\d+)/;

interface ClusterRequest {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly text?: string;
  readonly type?: string;
}

/** A dry run: a body, its content type, and additional query parameters. */
export interface DryRunRequest {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  readonly body: unknown;
  readonly type: 'application/apply-patch+yaml' | 'application/strategic-merge-patch+json' | 'application/merge-patch+json'
  | 'application/json';
  readonly query: Readonly<Record<string, string>>;
}

/** Asks an API server through the socket of a proxy. No request changes anything. */
export class ApiServer {
  /** Connects to an API server. Fails if none answers, or if it is too old. */
  public static async at(socket: string, timeout: number, subject: string): Promise<ApiServer> {
    const server = new ApiServer(socket, timeout);
    const why = await server.#greet().catch(unanswered);
    if (why === undefined) return server;
    throw new ModelError(subject, why, 'manifests');
  }

  #silent = 0;
  #version = '';

  private constructor(private readonly socket: string, private readonly timeout: number) {}

  /** The version of Kubernetes, such as `1.34.4`. */
  public get version(): string {
    return this.#version;
  }

  /** Sends a GET request. */
  public async get(path: string): Promise<ClusterAnswer> {
    return this.#send({ method: 'GET', path });
  }

  /** Sends a request as a dry run. This class has no other method that could write. */
  public async dryRun({ method, path, body, type, query }: DryRunRequest): Promise<ClusterAnswer> {
    const parameters = new URLSearchParams({ ...query, fieldValidation: 'Strict', dryRun: 'All' });
    return this.#send({ method, path: `${path}?${parameters}`, text: JSON.stringify(body), type });
  }

  async #greet() {
    const { status, body } = await this.get('/version');
    const { gitVersion } = body;
    if (typeof gitVersion !== 'string') {
      return found('no-cluster', '', status === 401 ? { reason: 'no-login' } : { reason: 'no-version', status: statusText(status) });
    }
    this.#version = printable(gitVersion.replace(/^v/, '')).slice(0, 60);
    const [, major = body.major, minor = body.minor] = VERSION.exec(gitVersion) ?? [];
    const isOld = Number(major) === 1 && parseInt(String(minor), 10) < OLDEST_CLUSTER.minor;
    return isOld ? found('no-cluster', '', { reason: 'too-old', version: this.#version, needed: OLDEST_CLUSTER.text }) : undefined;
  }

  async #send(what: ClusterRequest): Promise<ClusterAnswer> {
    if (this.#silent >= MOST_SILENT) throw new NoAnswer({ phrase: 'not-asked', number: MOST_SILENT });
    try {
      const answer = await this.#answer(what);
      this.#silent = 0;
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) this.#silent = SILENCE.includes(error.why.phrase) ? this.#silent + 1 : 0;
      throw error;
    }
  }

  async #answer({ method, path, text, type }: ClusterRequest): Promise<ClusterAnswer> {
    const headers = {
      Host: 'localhost',
      Accept: 'application/json',
      ...text !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) },
    };
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.socket, method, path, headers, agent: false });
      const fail = (why: Phrase) => {
        reject(new NoAnswer(why));
        sent.destroy();
      };
      const timer = setTimeout(() => fail({ phrase: 'late-answer', timeout: this.timeout }), this.timeout);
      sent.on('close', () => clearTimeout(timer));
      const cut = ({ code = 'unknown' }: NodeJS.ErrnoException) => fail({ phrase: 'cut-answer', error: code });
      sent.on('error', cut).on('response', response => {
        const pieces: Buffer[] = [];
        let length = 0;
        response.on('error', cut).on('data', (piece: Buffer) => {
          length += piece.length;
          if (length > LONGEST_ANSWER) fail({ phrase: 'long-answer', max: LONGEST_ANSWER });
          else pieces.push(piece);
        }).on('end', () => {
          const answer = answerOf(response, Buffer.concat(pieces).toString('utf8'));
          if (answer instanceof NoAnswer) reject(answer);
          else resolve(answer);
        });
      });
      sent.end(text);
    });
  }
}

function unanswered(error: unknown) {
  if (!(error instanceof NoAnswer)) throw error;
  return found('no-cluster', '', { reason: 'no-answer', why: error.why });
}

/** The answer of the API server for a path that does not exist. */
const NO_PATH = /^404 page not found\s*$/;

function answerOf({ statusCode: status = 0, headers, rawHeaders }: IncomingMessage, text: string): ClusterAnswer | NoAnswer {
  if (status === 404 && NO_PATH.test(text)) return { status, body: {}, warnings: [] };
  const body: unknown = attempt(() => JSON.parse(text));
  // the API server rejects a request with a Status; an intermediary does not
  const isOfServer = isObject(body) && (status < 300 || status >= 400 && body.kind === 'Status');
  if (!isOfServer) {
    // so kubectl proxy says that it could not connect, log in, or read to the end
    if (status === 500 && isPlain(headers['content-type'])) return new NoAnswer({ phrase: 'no-connection', text: beginningOf(text) });
    return new NoAnswer({ phrase: 'other-answer', status: statusText(status), text: excerpt(headers['content-type'], text) });
  }
  return { status, body, warnings: headerValues(rawHeaders, 'warning').flatMap(warningText) };
}

function statusText(status: number): string {
  return [String(status), STATUS_CODES[status] ?? []].flat().join(' ');
}

const isPlain = (type = '') => /^text\/plain\b/.test(type);

const beginningOf = (text: string) => printable(text.trim()).slice(0, LONGEST_EXCERPT);

/** The content type of a response, with the title of a page or the start of a text. Shows nothing of what may be an object. */
function excerpt(type = '', text: string): string {
  const [, title] = /<title[^>]*>([^<]*)</i.exec(text) ?? [];
  const shown = beginningOf(title ?? (isPlain(type) ? text : ''));
  return [printable(type.split(';')[0]) || 'no Content-Type', ...shown ? [JSON.stringify(shown)] : []].join(' ');
}

/** The values of a header that may occur several times. */
function headerValues(rawHeaders: readonly string[], wanted: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === wanted);
}

/** The text of a header such as `299 - "apps/v1beta1 is deprecated"`. */
function warningText(header: string): string[] {
  const [, quoted] = /^299 \S+ ("(?:[^"\\]|\\.)*")/.exec(header) ?? [];
  return quoted === undefined ? [] : [quoted.slice(1, -1).replace(/\\(.)/g, '$1')];
}
