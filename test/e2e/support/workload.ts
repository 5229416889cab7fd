import { readFileSync } from 'fs';
import { createServer, RequestListener } from 'http';
import { createServer as createTlsServer } from 'https';
import { AddressInfo } from 'net';
import { Certificate } from './certificate';
import { atEnd } from './clean-up';
import { LOOPBACK } from './ports';

/** What a workload serves. */
export interface WorkloadSetup {
  /** Text that Prometheus reads, or what makes it for each scrape. */
  readonly metrics: string | (() => string);
  /** @default /metrics */
  readonly path?: string;
  /** Who may read. @default - anyone */
  readonly user?: string;
  /** @default '' */
  readonly password?: string;
  /** An address of this machine. @default 127.0.0.1 */
  readonly host?: string;
  /** @default - one that is free */
  readonly port?: number;
  /** @default - it speaks plain HTTP */
  readonly tls?: Certificate;
}

/** A workload that serves metrics. */
export interface Workload {
  readonly port: number;
  /** The address as Prometheus writes it. */
  readonly target: string;
  /** The status of every answer so far. */
  readonly statuses: readonly number[];
  stop(): Promise<void>;
}

/** Starts a server of metrics that asks for a password, as an application with a metrics secret does. */
export async function startWorkload(setup: WorkloadSetup): Promise<Workload> {
  const { metrics, path = '/metrics', user, password = '', host = LOOPBACK, port: wanted = 0, tls } = setup;
  const expected = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const statuses: number[] = [];
  const listener: RequestListener = (request, response) => {
    const isKnown = expected === undefined || request.headers.authorization === expected;
    const status = isKnown ? request.url === path ? 200 : 404 : 401;
    statuses.push(status);
    response.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4', ...status === 401 && { 'WWW-Authenticate': 'Basic realm="metrics"' } });
    response.end(status !== 200 ? '' : typeof metrics === 'function' ? metrics() : metrics);
  };
  const server = tls ? createTlsServer({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) }, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, host, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  atEnd(stop);
  return { port, target: `${host}:${port}`, statuses, stop };
}
