import { readFileSync } from 'fs';
import { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener, ServerResponse, createServer, request } from 'http';
import { createServer as createTlsServer } from 'https';
import { AddressInfo } from 'net';
import { pipeline } from 'stream';
import { Certificate } from './credentials';
import { atEnd } from './servers';
import { LOOPBACK } from './waiting';
import { ScraperClient, ScraperClientProps } from '../../../src/verify/query';

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What becomes of a request: one of `answers`. */
export type Answer = (response: ServerResponse, request: Received) => unknown;

/** A server that remembers what it was asked. */
export interface Upstream {
  readonly port: number;
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly Received[];
  stop(): Promise<void>;
}

/** Where a server listens. */
export interface UpstreamOptions {
  /** @default - it speaks plain HTTP */
  readonly tls?: Certificate;
  /** @default - one that is free */
  readonly port?: number;
}

/** Starts a server of HTTP or HTTPS that ends with the tests. */
export async function listening(
  listener: RequestListener, { tls, port: wanted = 0, host = LOOPBACK }: UpstreamOptions & { readonly host?: string },
): Promise<Pick<Upstream, 'port' | 'stop'>> {
  const server = tls ? createTlsServer({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) }, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, host, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  atEnd(stop);
  return { port, stop };
}

/** Starts a server that does what no nginx and no Prometheus can be told to do. */
export async function startUpstream(answer: Answer, { tls, port: wanted = 0 }: UpstreamOptions = {}): Promise<Upstream> {
  const requests: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    // who is asked may be left alone by the client
    const body = await incoming.setEncoding('utf8').toArray().catch(() => ['(left)']);
    const { method = '', url = '', headers } = incoming;
    const received = { method, url, headers, body: body.join('') };
    requests.push(received);
    await answer(response, received);
  };
  const { port, stop } = await listening(listener, { tls, port: wanted });
  return { port, url: `${tls ? 'https' : 'http'}://${LOOPBACK}:${port}`, requests, stop };
}

/** Answers with a body, by default JSON. */
export function reply(status: number, body: string | Buffer, headers: OutgoingHttpHeaders = {}): Answer {
  return (response) => response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

/** Ends the connection with a reset before any answer. */
export function reset(): Answer {
  return ({ socket }) => socket!.resetAndDestroy();
}

/** Never answers. */
export function silence(): Answer {
  return () => {};
}

/** Announces a body, sends half of it and closes the connection. Without its length it is chunked. */
export function cut(body: string | Buffer, { hasLength = true, headers = {} as OutgoingHttpHeaders } = {}): Answer {
  return (response) => {
    const bytes = Buffer.from(body);
    response.writeHead(200, { 'Content-Type': 'application/json', ...hasLength && { 'Content-Length': bytes.length }, ...headers });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  };
}

/** Hands over to another server, as a proxy does: its answer is passed on as it is. */
export function relay(to: string): Answer {
  return (response, { method, url, headers, body }) => {
    const passed = request(`${to}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      pipeline(answer, response, () => {});
    });
    passed.on('error', () => response.destroy()).end(body);
  };
}

/** The first answer for the first request, and so on; the last one for all that come later. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let asked = 0;
  return async (response, received) => answers[Math.min(asked++, answers.length - 1)](response, received);
}

/** What Prometheus answers: a vector of so many series, each in some 80 bytes, named `pod-0` and so on. */
export function vectorOf(count: number): string {
  const result = Array.from({ length: count }, (_, index) => ({ metric: { __name__: 'up', pod_name: `pod-${index}` }, value: [1_700_000_000.123, String(index)] }));
  return JSON.stringify({ status: 'success', data: { resultType: 'vector', result } });
}

/** A server that does as it is told, and a client of it. */
export async function serve(answer: Answer, props: Partial<ScraperClientProps>): Promise<{ upstream: Upstream; client: ScraperClient }> {
  const upstream = await startUpstream(answer);
  return { upstream, client: new ScraperClient({ url: upstream.url, ...props }) };
}
