/** A request as it is sent. */
export interface SentRequest {
  readonly host: string;
  /** With its query, if it has one. */
  readonly path: string;
}

/** How a path may be written so that something on the way takes it for another one. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  path => path,
  path => `/${path}`,
  path => `//${path}`,
  path => `/.${path}`,
  path => `/x/..${path}`,
  path => `/..${path}`,
  path => `/..;${path}`,
  path => `/x/..;${path}`,
  path => `/x/..;y=1${path}`,
  path => `/.;${path}`,
  path => `/x/.;/..${path}`,
  path => `/;x=1${path}`,
  path => `/;${path}`,
  path => `/%2e${path}`,
  path => `/x/%2e%2e${path}`,
  path => `/x/%2E.${path}`,
  path => `/x/%2e%2e;${path}`,
  path => `/x/..%3b${path}`,
  path => `/%2F${path.slice(1)}`,
  path => `/%2f${path.slice(1)}`,
  path => `/x%2f..%2f${path.slice(1)}`,
  path => `/x/..%2F${path.slice(1)}`,
  path => `/x/%2e%2e%2f${path.slice(1)}`,
  path => `/%5c${path.slice(1)}`,
  path => `/x/..%5C${path.slice(1)}`,
  path => `/\\${path.slice(1)}`,
  path => `/x\\..\\${path.slice(1)}`,
  path => path.replace(/.$/, character => encoded(character)),
  path => path.replace(/(?<=^\/)./, character => encoded(character)),
  path => path.replace(/(?<=.)\//g, '//'),
  path => path.replace(/(?<=.)\//g, '%2F'),
  path => path.replace(/(?<=.)\//g, '/./'),
  path => path.replace(/(?<=.)\//g, ';x=1/'),
  path => path.replace(/(?<=.)\//g, '\\'),
  path => path.toUpperCase(),
  path => path.replace(/[a-z]/, character => character.toUpperCase()),
  path => `${path}/`,
  path => `${path}//`,
  path => `${path}/.`,
  path => `${path}/x/..`,
  path => `${path}/..;/${path.slice(1)}`,
  path => `${path}/1`,
  path => `${path}/a/../1`,
  path => `${path}%2F1`,
  path => `${path}%2f..%2f${path.slice(1)}`,
  path => `${path};x=1`,
  path => `${path};`,
  path => `${path};/1`,
  path => `${path}%3Bx`,
  path => `${path}%20`,
  path => `${path}%09`,
  path => `${path}%00`,
  path => `${path}.json`,
  path => `${path}~`,
  path => `${path}?x=/public`,
  path => `/public?${path}`,
  path => `${path}#x`,
  path => `/public/..${path}`,
  path => `/public/..;${path}`,
  path => `/public%2f..${path}`,
  path => `/public/..%2f${path.slice(1)}`,
];

/** How a host may be written. */
const HOSTS: readonly ((host: string) => string)[] = [
  host => host,
  host => host.toUpperCase(),
  host => host.replace(/^./, character => character.toUpperCase()),
  host => `${host}:443`,
  host => `${host}:80`,
  host => `${host}:8443`,
  host => `${host}:x`,
  host => `${host}:443:1`,
  host => `${host}.`,
  host => `${host}.:443`,
  host => `${host.toUpperCase()}.`,
  host => `${host}:`,
  host => `x.${host}`,
];

/** Spellings of a request by which somebody may try to come past a policy: each path with the host, and each host with the path. */
export function hostileRequests(host: string, path: string): SentRequest[] {
  const paths = [...new Set(SPELLINGS.map(spelling => spelling(path)))];
  const hosts = HOSTS.map(spelling => spelling(host));
  return [...paths.map(each => ({ host, path: each })), ...hosts.slice(1).flatMap(each => [
    { host: each, path }, { host: each, path: `/${path}` }, { host: each, path: `/;x${path}` },
  ])];
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** What steps stand for, and empty ones, as an application resolves them. A slash at the end stays. */
function resolved(path: string): string {
  const kept = path.replace(/\\/g, '/').split('/').reduce<string[]>((before, step) =>
    step === '' || step === '.' ? before : step === '..' ? before.slice(0, -1) : [...before, step], []);
  return `/${kept.join('/')}${kept.length > 0 && /[/\\]\.{0,2}$/.test(path) ? '/' : ''}`;
}

const withoutParameters = (path: string) => path.replace(/;[^/]*/g, '');

function decodedOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The paths for which applications may take what is forwarded to them: parameters are cut off, slashes decoded and merged, dots resolved. */
export function readingsOf(forwarded: string): string[] {
  const [path] = forwarded.split('?', 1);
  const decoded = decodedOnce(path);
  return [...new Set([
    path, decoded, resolved(path), resolved(decoded), withoutParameters(path),
    resolved(withoutParameters(path)), resolved(decodedOnce(withoutParameters(path))), resolved(withoutParameters(decoded)),
  ])];
}
