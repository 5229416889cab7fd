/** Requests to a gateway, as they are written: hosts and paths go out byte by byte. */
import { Agent, request as plain } from 'http';
import { Agent as TlsAgent, request as overTls, RequestOptions } from 'https';
import type { TLSSocket } from 'tls';
import type { Received } from './backends';
import { LOOPBACK } from '../../../e2e/support/waiting';

/** A request. */
export interface Asked {
  /** The header `Host`. */
  readonly host: string;
  readonly path: string;
  /** The port that the listener asks for. @default 443 */
  readonly port?: number;
  /** @default - by the port: not at 80 */
  readonly tls?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer. */
export interface Answer {
  readonly status: number;
  /** What a pod has received; undefined if the gateway itself has answered. */
  readonly received?: Received;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The name of the certificate. */
  readonly certificate?: string;
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 8 });
/** What the certificate says is up to those who ask for it. */
const TLS_AGENT = new TlsAgent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false, maxCachedSessions: 0 });

/** Asks at a loopback port. The name that TLS asks for is that of the host, as a browser has it. */
export async function ask(loopbackPort: number, { host, path, port = 443, tls = port !== 80, headers = {} }: Asked): Promise<Answer> {
  const options: RequestOptions = { host: LOOPBACK, port: loopbackPort, path, headers: { ...headers, Host: host }, timeout: 20_000 };
  const servername = host.toLowerCase().replace(/:.*/, '').replace(/\.$/, '');
  return new Promise((resolve, reject) => {
    const sent = tls ? overTls({ ...options, agent: TLS_AGENT, servername }) : plain({ ...options, agent: AGENT });
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer'))).on('response', async (response) => {
      // before the connection serves another request
      const certificate = tls ? String((response.socket as TLSSocket).getPeerCertificate().subject?.CN) : undefined;
      const body = (await response.setEncoding('utf8').toArray()).join('');
      const isOfPod = response.headers['content-type'] === 'application/json' && body.startsWith('{"service"');
      resolve({ status: response.statusCode ?? 0, ...isOfPod && { received: JSON.parse(body) }, headers: response.headers, certificate });
    }).end();
  });
}

/** Ends the connections that are kept. */
export function hangUp(): void {
  AGENT.destroy();
  TLS_AGENT.destroy();
}
