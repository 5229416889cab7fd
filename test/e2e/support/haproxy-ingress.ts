import { readFileSync } from 'fs';
import { Certificate } from './certificate';
import { HaproxySetup } from './haproxy';
import { annotationsOf, findSecret, IngressInput, referenceOf, Route, routeOf, RoutePath } from './ingress';
import { LOOPBACK } from './ports';

/** What becomes of a request for the host. */
interface Handling {
  /** The section `userlist`. @default - none */
  readonly users?: readonly string[];
  /** The rules for plain HTTP, in their order. */
  readonly http: readonly string[];
  /** The rules for HTTPS. */
  readonly https: readonly string[];
}

const MATCHES = 'is_host is_path';

/**
 * What the controller of haproxytech makes of an Ingress.
 *
 * Without `auth-type` it asks for no password. A missing Secret is one without users. It asks for the password before it redirects to HTTPS.
 */
export function haproxyFromIngress(input: IngressInput): HaproxySetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'haproxy.org', [
    'auth-type', 'auth-secret', 'auth-realm', 'ssl-redirect', 'ssl-redirect-code', 'ssl-redirect-port',
  ]);
  const list = `${route.namespace}-${route.name}`;
  const { 'auth-type': type, 'auth-secret': reference, 'auth-realm': realm = 'Protected-Content' } = annotations;
  const { 'ssl-redirect': isRedirected = String(route.tls !== undefined), 'ssl-redirect-code': code = '302' } = annotations;
  const { 'ssl-redirect-port': port = input.httpsPort } = annotations;
  const hashes = reference ? findSecret(input.secrets, reference, route.namespace)?.data ?? {} : {};
  const users = Object.entries(hashes).map(([user, hash]) => `user ${user} password ${hash.replace(/\n$/, '')} groups authenticated-users`);
  const isAsked = type === 'basic-auth';
  const ask = `http-request auth realm ${realm.replace(/ /g, '-')} if ${MATCHES} !{ http_auth_group(${list}) authenticated-users }`;
  const redirect = `http-request redirect location https://%[hdr(host),field(1,:)]:${port}%[capture.req.uri] code ${code} if ${MATCHES}`;
  return setup(input, route, {
    users: isAsked ? [`userlist ${list}`, 'group authenticated-users', ...users] : undefined,
    http: [...isAsked ? [ask] : [], ...isRedirected === 'true' ? [redirect] : []],
    https: isAsked ? [ask] : [],
  });
}

/**
 * What haproxy-ingress makes of an Ingress.
 *
 * Where it cannot read the Secret, or the Secret lies in another namespace, it writes that to its log and serves without a password.
 */
export function haproxyIngressFromIngress(input: IngressInput): HaproxySetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'haproxy-ingress.github.io', [
    'auth-type', 'auth-secret', 'auth-realm', 'ssl-redirect', 'ssl-redirect-code',
  ]);
  const { 'auth-secret': reference = '', 'auth-realm': realm = 'localhost', 'ssl-redirect': isRedirected = 'true' } = annotations;
  const list = referenceOf(reference, route.namespace).join('_');
  const isOwn = referenceOf(reference, route.namespace)[0] === route.namespace;
  const lines = reference && isOwn ? findSecret(input.secrets, reference, route.namespace)?.data.auth : undefined;
  const ask = `http-request auth realm "${realm}" if ${MATCHES} !{ http_auth(${list}) }`;
  const redirect = `http-request redirect scheme https code ${annotations['ssl-redirect-code'] ?? '302'} if ${MATCHES}`;
  const asks = lines === undefined ? [] : [ask];
  return setup(input, route, {
    users: lines === undefined ? undefined : [`userlist ${list}`, ...lines.split('\n').flatMap(userOfLine)],
    http: [...route.tls && isRedirected === 'true' ? [redirect] : [], ...asks],
    https: asks,
  });
}

/** `user:hash`, or `user::password`; it leaves out what is neither. */
function userOfLine(line: string): string[] {
  const [, user, plain, password] = /^([^:]+):(:?)(.+)$/.exec(line) ?? [];
  return user ? [`user ${user} ${plain ? 'insecure-password' : 'password'} ${password}`] : [];
}

function setup({ upstream, httpPort, httpsPort }: IngressInput, route: Route, { users = [], http, https }: Handling): HaproxySetup {
  const sections = [
    users,
    frontend('http', `bind ${LOOPBACK}:${httpPort}`, route, http),
    route.tls ? frontend('https', `bind ${LOOPBACK}:${httpsPort} ssl crt tls.pem`, route, https) : [],
    ['backend upstream', `server upstream ${new URL(upstream).host}`],
  ];
  const config = sections.flatMap(([name, ...lines]) => name === undefined ? [] : [name, ...lines.map((line) => `  ${line}`), '']).join('\n');
  return { config, files: route.tls ? { 'tls.pem': pem(route.tls) } : {}, ports: route.tls ? [httpPort, httpsPort] : [httpPort] };
}

function pem({ pemFile }: Certificate): string {
  return readFileSync(pemFile, 'utf8');
}

function frontend(name: string, bind: string, { host, paths }: Route, rules: readonly string[]): string[] {
  return [
    `frontend ${name}`,
    bind,
    `acl is_host req.hdr(host),field(1,:) -m str -i ${host}`,
    ...paths.flatMap(matches).map((match) => `acl is_path path ${match}`),
    `http-request return status 404 unless ${MATCHES}`,
    ...rules,
    'default_backend upstream',
  ];
}

function matches({ path, pathType }: RoutePath): string[] {
  if (pathType === 'Exact') return [`-m str ${path}`];
  if (pathType === 'ImplementationSpecific' || path === '/') return [`-m beg ${path}`];
  const folder = path.replace(/\/$/, '');
  return [`-m str ${folder}`, `-m beg ${folder}/`];
}
