import { Agent, IncomingHttpHeaders, request } from 'http';
import { Agent as TlsAgent, request as tlsRequest } from 'https';
import { atEnd } from './clean-up';
import { LOOPBACK } from './ports';

/** A request, with a path that goes out as it is written. */
export interface Question {
  readonly port: number;
  /** The header `Host`, and without its port the name for which the certificate must be. */
  readonly host: string;
  readonly path: string;
  /** @default - none is sent */
  readonly cookie?: string;
  /** Certificates of the authorities to trust. @default - the request is plain HTTP */
  readonly ca?: string[];
}

/** An answer. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// thousands of requests share their connections; over TLS those for one host do, and the servers take few
const agent = new Agent({ keepAlive: true });
const tlsAgent = new TlsAgent({ keepAlive: true, maxFreeSockets: 1 });
atEnd(async () => [agent, tlsAgent].forEach((each) => each.destroy()));

/** Sends a request without any tidying of its path, which curl and `fetch` do. Follows no redirect. */
export async function ask({ port, host, path, cookie, ca }: Question): Promise<Reply> {
  const options = { host: LOOPBACK, port, path, headers: { Host: host, ...cookie !== undefined && { Cookie: cookie } }, timeout: 20_000 };
  return new Promise((resolve, reject) => {
    const asked = ca
      ? tlsRequest({ ...options, agent: tlsAgent, servername: host.replace(/:\d+$/, ''), ca })
      : request({ ...options, agent });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`no answer from ${host}${path}`))).on('response', async (response) => {
      const { statusCode, headers } = response;
      response.setEncoding('utf8').toArray().then((texts) => resolve({ status: statusCode!, headers, body: texts.join('') }), reject);
    }).end();
  });
}
