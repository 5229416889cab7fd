import { createServer } from 'http';
import { AddressInfo } from 'net';
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
export async function startWorkload({ metrics, path = '/metrics', user, password = '' }: WorkloadSetup): Promise<Workload> {
  const expected = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const isKnown = expected === undefined || request.headers.authorization === expected;
    const status = isKnown ? request.url === path ? 200 : 404 : 401;
    statuses.push(status);
    response.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4', ...status === 401 && { 'WWW-Authenticate': 'Basic realm="metrics"' } });
    response.end(status !== 200 ? '' : typeof metrics === 'function' ? metrics() : metrics);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  atEnd(stop);
  return { port, target: `${LOOPBACK}:${port}`, statuses, stop };
}
