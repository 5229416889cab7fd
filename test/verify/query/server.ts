import { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener, Server, ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { AddressInfo, Server as RawServer, Socket, createServer as createRawServer } from 'node:net';
import type { Certificate } from './certificate';
import { ScraperError } from '../../../src/verify/query';

export * from './certificate';

/** A request as it came. */
interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What becomes of a request. */
export type Answer = (response: ServerResponse, request: Received) => unknown;

/** A server of one test. */
export interface TestServer {
  readonly port: number;
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly Received[];
  /** How many connections are open. */
  readonly open: () => Promise<number>;
  /** Nothing listens any more. */
  readonly close: () => Promise<void>;
}

const running: (Server | RawServer)[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(running.splice(0).map(async server => new Promise(resolve => server.close(resolve))));
});

/** Starts a server on this machine; it ends with the test. */
export async function serve(answer: Answer, tls?: Certificate): Promise<TestServer> {
  const requests: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    // who is asked may be left alone by the client
    const body = await incoming.setEncoding('utf8').toArray().catch(() => []);
    const request = { method, url, headers, body: body.join('') };
    requests.push(request);
    answer(response, request);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  return { ...await started(server, tls ? 'https' : 'http'), requests };
}

/** Starts a server that speaks whatever it likes. */
export async function serveRaw(connected: (socket: Socket) => void): Promise<TestServer> {
  const server = createRawServer(socket => connected(socket.on('error', () => {})));
  return { ...await started(server, 'http'), requests: [] };
}

async function started(server: Server | RawServer, scheme: string): Promise<Omit<TestServer, 'requests'>> {
  running.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = async () => new Promise<number>((resolve, reject) => server.getConnections((error, count) => error ? reject(error) : resolve(count)));
  const close = async () => new Promise<void>(resolve => server.close(() => resolve()));
  return { port, url: `${scheme}://127.0.0.1:${port}`, open, close };
}

/** Waits for the last connection to be closed. */
export async function becomesUnused({ open }: TestServer): Promise<void> {
  for (let tries = 0; tries < 1000 && await open() > 0; tries++) await new Promise(resolve => setTimeout(resolve, 10));
  expect(await open()).toBe(0);
}

/** Answers with a body, by default JSON. */
export function reply(status: number, body: string | Buffer = '', headers: OutgoingHttpHeaders = {}): Answer {
  return response => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Answers as Prometheus does. */
export function ok(body: string | Buffer): Answer {
  return reply(200, body);
}

/** Sends to somewhere else. */
export function redirect(status: number, location?: string): Answer {
  return reply(status, '', location === undefined ? {} : { location });
}

/** Cuts the connection before any answer. */
export const reset: Answer = ({ socket }) => socket!.resetAndDestroy();

/** Never answers. */
export const silence: Answer = () => {};

/** Begins an answer and never ends it. */
export function begin(body: string | Buffer): Answer {
  return response => response.writeHead(200, { 'content-type': 'application/json' }).write(body);
}

/** Begins an answer, and cuts the connection once that was sent. */
export function cut(body: string | Buffer, headers: OutgoingHttpHeaders = {}): Answer {
  return response => response.writeHead(200, { 'content-type': 'application/json', ...headers }).write(body, () => setTimeout(() => response.socket?.destroy(), 20));
}

/** Sends a body in these pieces, one after the other. */
export function inPieces(...pieces: readonly (string | Buffer)[]): Answer {
  return async response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of pieces) {
      await new Promise<void>(resolve => response.write(piece, () => setTimeout(resolve, 10)));
    }
    response.end();
  };
}

/** The first answer for the first request, and so on; the last one for all that come later. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let asked = 0;
  return (response, request) => answers[Math.min(asked++, answers.length - 1)](response, request);
}

// Answers as Prometheus writes them.

/** An answer with this `data`. */
export function success(data: unknown, notes: object = {}): string {
  return JSON.stringify({ status: 'success', data, ...notes });
}

/** The result of an expression. */
export function result(resultType: string, elements: unknown, notes: object = {}): string {
  return success({ resultType, result: elements }, notes);
}

/** A vector of so many series. */
export function vectorOf(count: number): string {
  return result('vector', Array.from({ length: count }, (_, index) => ({ metric: { __name__: 'up', pod_name: `pod-${index}` }, value: [1_700_000_000.123, String(index)] })));
}

/** An error of Prometheus. */
export function refusal(errorType: unknown, error: unknown, more: object = {}): string {
  return JSON.stringify({ status: 'error', errorType, error, ...more });
}

export const TWO = '{"status":"success","data":{"resultType":"scalar","result":[1700000000.123,"2"]}}';

export const TWO_RESULT = { type: 'scalar', sample: { time: 1_700_000_000_123, value: 2, text: '2' }, warnings: [], infos: [] };

/** The error of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  return call.then(given => { throw new Error(`nothing was thrown, but given: ${JSON.stringify(given)}`); }, (error: unknown) => error as Error);
}

/** The whole message of a call that has to fail, without the port of this run. */
export async function said(call: Promise<unknown>): Promise<string> {
  return withoutPort((await errorOf(call)).message);
}

/** The error of a scraper, which a call has to fail with. */
export async function failed(call: Promise<unknown>): Promise<ScraperError> {
  const error = await errorOf(call);
  if (error instanceof ScraperError) return error;
  throw error;
}

/** A text without the ports of this run. */
export function withoutPort(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

// What many messages end with.
export const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
export const WHICH = 'check the URL: it is that of the scraper, with its path prefix';
export const LATER = 'try again later, and check that the scraper runs behind what answers';
export const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';
