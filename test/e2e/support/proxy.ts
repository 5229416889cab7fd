import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { Certificate } from './certificate';
import { temporaryFolder } from './folder';
import { hashOf } from './htpasswd';
import { startNginx } from './nginx';
import { freePort, LOOPBACK } from './ports';
import { RunningServer } from './server';

/** What an nginx before a scraper is started with. */
export interface ProxySetup {
  readonly tls: Certificate;
  /** Who may pass. */
  readonly user: string;
  readonly password: string;
  /** What it does below a path, as directives; below `/` too. */
  readonly locations: Readonly<Record<string, readonly string[]>>;
}

/** A request, as nginx has logged it. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query. */
  readonly uri: string;
  readonly status: number;
  /** Who asked, as the header says. */
  readonly user: string;
  /** What the client accepts. */
  readonly accepts: string;
  /** How the body was sent. */
  readonly encoding: string;
  /** Bytes of the body as it was sent. */
  readonly sent: number;
  /** Bytes of the request. */
  readonly received: number;
}

/** An nginx with TLS and a password. */
export interface Proxy extends RunningServer {
  readonly port: number;
  /** Where it serves a path; by the name `localhost` unless another one is given. */
  url(path?: string, host?: string): string;
  /** What it was asked, once it has answered. */
  requests(): LoggedRequest[];
}

/** Starts an nginx that asks for a password over TLS, wherever it is asked. */
export async function startProxy({ tls, user, password, locations }: ProxySetup): Promise<Proxy> {
  const port = await freePort();
  const log = join(temporaryFolder('access'), 'access.log');
  const running = await startNginx({
    http: http(tls, port, log, locations),
    files: { users: `${user}:${await hashOf(password, 'bcrypt')}\n` },
    ports: [port],
  });
  return {
    ...running,
    port,
    url: (path = '', host = 'localhost') => `https://${host}:${port}${path}`,
    requests: () => existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [],
  };
}

const LOGGED: Record<keyof LoggedRequest, string> = {
  method: '"$request_method"',
  uri: '"$request_uri"',
  status: '$status',
  user: '"$remote_user"',
  accepts: '"$http_accept_encoding"',
  encoding: '"$sent_http_content_encoding"',
  sent: '$body_bytes_sent',
  received: '$request_length',
};

function http(tls: Certificate, port: number, log: string, locations: ProxySetup['locations']): string {
  const fields = Object.entries(LOGGED).map(([name, variable]) => `"${name}":${variable}`);
  const blocks = Object.entries(locations).map(([path, directives]) => `    location ${path} {\n${lines(directives, '      ')}    }\n`);
  const settings = [
    `listen ${LOOPBACK}:${port} ssl`,
    `ssl_certificate ${tls.certFile}`,
    `ssl_certificate_key ${tls.keyFile}`,
    `access_log ${log} asked`,
    'auth_basic scraper',
    'auth_basic_user_file users',
  ];
  return `  log_format asked escape=json '{${fields.join(',')}}';\n  server {\n${lines(settings, '    ')}${blocks.join('')}  }\n`;
}

function lines(directives: readonly string[], indent: string): string {
  return directives.map((directive) => `${indent}${directive};\n`).join('');
}
