import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { Certificate, hashOf } from './credentials';
import { startNginx } from './nginx';
import { RunningServer, temporaryFolder } from './servers';
import { LOOPBACK, freePort } from './waiting';

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

// What an nginx does below a path, well or badly: directives of a `location`. The password goes no further, as with an ingress controller.

/** Passes on what is below the path. */
export function pass(url: string): string[] {
  return [`proxy_pass ${url}/`, 'proxy_set_header Authorization ""'];
}

/** Passes on, and compresses what comes back itself. */
export function compress(url: string): string[] {
  const compression = ['gzip on', 'gzip_types application/json', 'gzip_min_length 1', 'gzip_proxied any'];
  return [...pass(url), 'proxy_set_header Accept-Encoding ""', ...compression];
}

/** Passes on, and lets few bytes a second through. */
export function slow(url: string, bytesPerSecond: number): string[] {
  return [...pass(url), `limit_rate ${bytesPerSecond}`];
}

/** Shows a page, as what stands before a scraper does. */
export function page(status: number, html = '<!doctype html><title>Sign in</title><form></form>'): string[] {
  return ['default_type text/html', `return ${status} '${html}'`];
}

/** Has nginx say something with its own page of that status. */
export function error(status: number): string[] {
  return [`return ${status}`];
}

/** Sends the client away; the query goes with it. */
export function redirect(status: 301 | 302 | 303 | 307 | 308, to: string): string[] {
  return [`return ${status} ${to}$is_args$args`];
}
