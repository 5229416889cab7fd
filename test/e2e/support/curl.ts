import { LOOPBACK } from './ports';
import { run } from './run';

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
