import { HashKind, hashOf } from './credentials';
import { haproxyFromIngress, haproxyIngressFromIngress, startHaproxy } from './haproxy';
import { IngressInput, routeOf } from './ingress';
import { f5NginxFromIngress, nginxFromIngress, startNginx } from './nginx';
import { RunningServer } from './servers';
import { LOOPBACK, freePort, run } from './waiting';

/** An ingress controller: its server is real, and it is configured as the controller does it. */
export const CONTROLLERS = {
  'ingress-nginx': async (input: IngressInput) => startNginx(nginxFromIngress(input)),
  'f5-nginx': async (input: IngressInput) => startNginx(f5NginxFromIngress(input)),
  'haproxytech': async (input: IngressInput) => startHaproxy(haproxyFromIngress(input)),
  'haproxy-ingress': async (input: IngressInput) => startHaproxy(haproxyIngressFromIngress(input)),
} as const;

/** The name of one. */
export type Controller = keyof typeof CONTROLLERS;

/** A controller that serves an Ingress. */
export interface RunningController extends RunningServer {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Asks the host of the Ingress over TLS, and trusts its authority. */
  get(path: string, options?: Partial<CurlOptions>): Promise<CurlResult>;
  /** Asks the host of the Ingress in the clear. */
  getPlain(path: string, options?: Partial<CurlOptions>): Promise<CurlResult>;
}

/** Starts a controller on free ports. */
export async function startController(name: Controller, objects: Omit<IngressInput, 'httpPort' | 'httpsPort'>): Promise<RunningController> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const input = { ...objects, httpPort, httpsPort };
  const { host } = routeOf(input);
  const running = await CONTROLLERS[name](input);
  return {
    ...running,
    httpPort,
    httpsPort,
    get: async (path, options) => curl({ url: `https://${host}:${httpsPort}${path}`, caFile: objects.tls?.caFile, ...options }),
    getPlain: async (path, options) => curl({ url: `http://${host}:${httpPort}${path}`, ...options }),
  };
}

/** A request. */
export interface CurlOptions {
  /** Its host is looked for on this machine, whatever it is called. */
  readonly url: string;
  /** The name for basic authentication. @default - none is sent */
  readonly user?: string;
  /** @default '' */
  readonly password?: string;
  /** The authority to trust. @default - those of the machine */
  readonly caFile?: string;
  /** @default GET */
  readonly method?: string;
  /** Further headers, as `name: value`. @default - none */
  readonly headers?: readonly string[];
  /** What to send, as a form does. @default - nothing */
  readonly data?: string;
}

/** An answer. */
export interface CurlResult {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request with the real curl. Follows no redirect; throws where there is no answer. */
export async function curl({ url, user, password = '', caFile, method, headers = [], data }: CurlOptions): Promise<CurlResult> {
  const { hostname, port, protocol } = new URL(url);
  const settings: [string, string | undefined][] = [
    ['url', url],
    ['resolve', `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:${LOOPBACK}`],
    ['noproxy', '*'],
    ['max-time', '20'],
    ['user', user === undefined ? undefined : `${user}:${password}`],
    ['cacert', caFile],
    ['request', method],
    ['data', data],
    ...headers.map((header): [string, string] => ['header', header]),
  ];
  const config = settings.flatMap(([name, value]) => value === undefined ? [] : `${name} = ${quoted(value)}\n`).join('');
  // the first, or curl reads the user's own settings; the rest through standard input, which no other process sees
  const { status, stdout, stderr } = await run('curl', ['--disable', '--config', '-'], `silent\nshow-error\ninclude\n${config}`);
  if (status !== 0) throw new Error(stderr.trim() || `curl: exit code ${status}`);
  return parsed(stdout);
}

/** As curl's configuration files escape. */
function quoted(value: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' };
  return `"${value.replace(/[\\"\n\r\t\v]/g, (character) => escapes[character])}"`;
}

function parsed(response: string): CurlResult {
  const end = response.indexOf('\r\n\r\n');
  const [first, ...lines] = response.slice(0, end).split('\r\n');
  const body = response.slice(end + 4);
  const status = Number(first.split(' ')[1]);
  // an interim answer: the real one follows
  if (status < 200) return parsed(body);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name, ...value] = line.split(':');
    const key = name.toLowerCase();
    headers[key] = [headers[key], value.join(':').trim()].filter((text) => text !== undefined).join(', ');
  }
  return { status, headers, body };
}

export const HOST = 'scraper.example.com';

/** An Ingress with TLS, as a person writes it. */
export function ingress(annotations: Record<string, string>, spec: object = {}): any {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'scraper', namespace: 'monitoring', annotations },
    spec: {
      rules: [{
        host: HOST,
        http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'prometheus', port: { number: 9090 } } } }] },
      }],
      tls: [{ hosts: [HOST], secretName: 'scraper-tls' }],
      ...spec,
    },
  };
}

/** The Secret `scraper-users`. */
export function secret(stringData: Record<string, string>, type?: string): any {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'scraper-users', namespace: 'monitoring' }, type, stringData };
}

/** A user for each kind of hash, named by it; all have the same password. */
export async function usersOf(password: string, kinds: readonly HashKind[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await hashOf(password, kind)])));
}

/** The users as a file of htpasswd has them. */
export function linesOf(users: Record<string, string>): string {
  return Object.entries(users).map(([user, hash]) => `${user}:${hash}\n`).join('');
}
