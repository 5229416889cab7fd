import { annotationsOf, findSecret, IngressInput, referenceOf, Route, routeOf, RoutePath } from './ingress';
import { NginxSetup } from './nginx';
import { LOOPBACK } from './ports';

/** What becomes of a request for the host. */
interface Handling {
  /** Where plain HTTP is sent. @default - it is served */
  readonly redirect?: string;
  /** Who may pass. @default - anyone */
  readonly auth?: { readonly realm: string; readonly users: string };
  /** Set if nobody may. */
  readonly isDenied?: boolean;
}

/**
 * What ingress-nginx makes of an Ingress.
 *
 * Without `auth-type` it asks for no password, whatever else is said; where it cannot read the users it answers 503.
 */
export function nginxFromIngress(input: IngressInput): NginxSetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'nginx.ingress.kubernetes.io', [
    'auth-type', 'auth-secret', 'auth-secret-type', 'auth-realm', 'ssl-redirect', 'force-ssl-redirect',
  ]);
  const isRedirected = annotations['force-ssl-redirect'] === 'true' || (route.tls && annotations['ssl-redirect'] !== 'false');
  const redirect = isRedirected ? '308 https://$host$request_uri' : undefined;
  const { 'auth-type': type, 'auth-secret': secret, 'auth-secret-type': secretType, 'auth-realm': realm = '' } = annotations;
  if (type === undefined) return setup(input, route, { redirect });
  const users = type === 'basic' && secret ? usersOfIngressNginx(input, route, secret, secretType) : undefined;
  return setup(input, route, users === undefined ? { isDenied: true } : { redirect, auth: { realm, users } });
}

/** Without `allow-cross-namespace-resources`, as it is installed. */
function usersOfIngressNginx({ secrets }: IngressInput, { namespace }: Route, reference: string, secretType = 'auth-file'): string | undefined {
  if (referenceOf(reference, namespace)[0] !== namespace) return undefined;
  const secret = findSecret(secrets, reference, namespace);
  switch (secretType) {
    case 'auth-file': return secret?.data.auth;
    case 'auth-map': return secret && Object.entries(secret.data).map(([user, hash]) => `${user}:${hash}\n`).join('');
    default: return undefined;
  }
}

/**
 * What F5's NGINX Ingress Controller makes of an Ingress.
 *
 * A Secret that is missing, has another type or has no key `htpasswd` leaves it without a file to name, and nobody gets through.
 */
export function f5NginxFromIngress(input: IngressInput): NginxSetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'nginx.org', ['basic-auth-secret', 'basic-auth-realm']);
  const { 'ssl-redirect': isRedirected = 'true' } = annotationsOf(input.ingress, 'ingress.kubernetes.io', ['ssl-redirect']);
  const redirect = route.tls && isRedirected !== 'false' ? `301 https://$host:${input.httpsPort}$request_uri` : undefined;
  const { 'basic-auth-secret': name, 'basic-auth-realm': realm = '' } = annotations;
  if (name === undefined) return setup(input, route, { redirect });
  const secret = name.includes('/') ? undefined : findSecret(input.secrets, name, route.namespace);
  const users = secret?.type === 'nginx.org/htpasswd' ? secret.data.htpasswd : undefined;
  return setup(input, route, users === undefined ? { isDenied: true } : { redirect, auth: { realm, users } });
}

function setup({ upstream, httpPort, httpsPort }: IngressInput, route: Route, handling: Handling): NginxSetup {
  const { redirect, auth, isDenied } = handling;
  const users = `${route.namespace}-${route.name}.htpasswd`;
  const ask = auth ? [`auth_basic ${quoted(auth.realm)}`, `auth_basic_user_file ${users}`] : [];
  const pass = [...ask, `proxy_pass ${upstream}`, 'proxy_set_header Host $host'];
  const served = isDenied ? ['return 503'] : pass;
  const certificate = route.tls ? [`ssl_certificate ${route.tls.certFile}`, `ssl_certificate_key ${route.tls.keyFile}`] : [];
  const servers = [
    ...serversOn(`${LOOPBACK}:${httpPort}`, route, [], redirect && !isDenied ? [`return ${redirect}`] : served),
    ...route.tls ? serversOn(`${LOOPBACK}:${httpsPort} ssl`, route, certificate, served) : [],
  ];
  return { http: servers.join(''), files: auth ? { [users]: auth.users } : {}, ports: route.tls ? [httpPort, httpsPort] : [httpPort] };
}

/** The host, and what is served for every other one. */
function serversOn(listen: string, { host, paths }: Route, settings: readonly string[], directives: readonly string[]): string[] {
  const body = directives.map((directive) => `      ${directive};\n`).join('');
  const locations = paths.flatMap(matches).map((match) => `    location ${match} {\n${body}    }\n`);
  return [
    block([`listen ${listen} default_server`, ...settings, 'return 404']),
    block([`listen ${listen}`, `server_name ${host}`, ...settings], locations),
  ];
}

function block(settings: readonly string[], locations: readonly string[] = []): string {
  return `  server {\n${settings.map((setting) => `    ${setting};\n`).join('')}${locations.join('')}  }\n`;
}

function matches({ path, pathType }: RoutePath): string[] {
  if (pathType === 'Exact') return [`= ${path}`];
  if (pathType === 'ImplementationSpecific' || path === '/') return [path];
  const folder = path.replace(/\/$/, '');
  return [`= ${folder}`, `${folder}/`];
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
