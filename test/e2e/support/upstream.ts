import { readFileSync } from 'fs';
import { createServer, IncomingHttpHeaders, RequestListener, ServerResponse } from 'http';
import { createServer as createTlsServer } from 'https';
import { AddressInfo } from 'net';
import { Certificate } from './certificate';
import { atEnd } from './clean-up';
import { LOOPBACK } from './ports';

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

/** Starts a server that does what no nginx and no Prometheus can be told to do. */
export async function startUpstream(answer: Answer, { tls, port: wanted = 0 }: UpstreamOptions = {}): Promise<Upstream> {
  const requests: Received[] = [];
  const listener: RequestListener = async (incoming, response) => {
    // who is asked may be left alone by the client
    const body = await incoming.setEncoding('utf8').toArray().catch(() => ['(left)']);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: body.join('') };
    requests.push(request);
    await answer(response, request);
  };
  const server = tls ? createTlsServer({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) }, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  atEnd(stop);
  return { port, url: `${tls ? 'https' : 'http'}://${LOOPBACK}:${port}`, requests, stop };
}
