import { Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { IngressPathType, IngressRule } from '../../src';
import { ISSUER, TOKENS, beside, policy, routedBy } from '../kubernetes/istio-support';
import { findingsOf } from '../kubernetes/support';

/** A route as it is declared. */
interface Declared {
  readonly component: string;
  readonly hosts: string[];
  readonly path: string;
  readonly pathType: IngressPathType;
  /** Roles, one of which a token must have; empty for any token. */
  readonly roles?: string[];
}

interface Token {
  readonly iss: string;
  readonly sub: string;
  readonly role?: string | string[];
}

interface Request {
  readonly host: string;
  readonly path: string;
  readonly token?: Token;
}

const { EXACT, PREFIX } = IngressPathType;
const HOSTS = ['a.example.com', 'b.example.com'];
const PATHS = ['/', '/a', '/a/', '/a/b', '/ab', '/b', '/b/a'];
const ROLES = ['x', 'y'];

const route: fc.Arbitrary<Declared> = fc.record({
  component: fc.constantFrom('greet', 'other'),
  hosts: fc.constantFrom(HOSTS, [HOSTS[0]], [HOSTS[1]]),
  path: fc.constantFrom(...PATHS),
  pathType: fc.constantFrom(EXACT, PREFIX),
  roles: fc.option(fc.subarray(ROLES), { nil: undefined }),
});

/** Each host has each path and type once. */
const routes = fc.uniqueArray(route, { minLength: 1, maxLength: 7, selector: ({ path, pathType }) => `${path} ${pathType}` });

const step = fc.constantFrom('a', 'b', 'ab', 'A', '', '.', '..', '..;', 'a;v=1', '%2F', '..%2Fa', '%61', '%5Cb', 'a%2f..');
const requests = fc.array(fc.record({
  host: fc.tuple(fc.constantFrom(...HOSTS), fc.constantFrom('', ':443', ':1', '.', '.:443'), fc.boolean()).map(([host, end, isUpper]) => (isUpper ? host.toUpperCase() : host) + end),
  path: fc.tuple(fc.array(step, { maxLength: 5 }), fc.constantFrom('', '/', '?x=/a', '/?a')).map(([steps, end]) => `/${steps.join('/')}${end}`),
  token: fc.option(fc.record({
    iss: fc.constantFrom(ISSUER.issuer, 'https://other.example.com'),
    sub: fc.constant('ada'),
    role: fc.option(fc.oneof(fc.constantFrom(...ROLES), fc.subarray(ROLES)), { nil: undefined }),
  }), { nil: undefined }),
}), { minLength: 30, maxLength: 30 });

function render(declared: readonly Declared[], insecureTrustsSpelling: boolean) {
  const rulesOf = (name: string): IngressRule[] => declared.filter(({ component }) => component === name)
    .map(({ hosts, path, pathType, roles }) => ({ hosts, paths: [{ path, pathType, authorizationPolicy: roles && policy(...roles) }] }));
  const own = rulesOf('greet');
  // a host of its own, where the component has no route
  const binding = routedBy({ rules: own.length > 0 ? own : [{ hosts: ['c.example.com'] }] }, { ...TOKENS, insecureTrustsSpelling });
  const others = rulesOf('other');
  if (others.length > 0) beside(binding, 'other', others);
  return binding;
}

// Envoy, as Istio configures it: paths are normalized, slashes neither merged nor unescaped; hosts are compared without their port

function pathOf({ path }: Request): string {
  const [text] = path.split('?');
  const steps: string[] = [];
  for (const each of text.replace(/%61/g, 'a').split('/').slice(1)) {
    if (each === '..') steps.pop();
    else if (each !== '.') steps.push(each);
  }
  return `/${steps.join('/')}${/\/\.\.?$/.test(text) && steps.length > 0 ? '/' : ''}`;
}

const domainOf = ({ host }: Request) => host.toLowerCase().replace(/:\d+$/, '');

/** The Service to which a request goes, and the match that takes it. */
function routed(objects: any[], request: Request): { readonly match: any; readonly service: string } | undefined {
  const services = objects.filter(({ kind, spec }) => kind === 'VirtualService' && spec.hosts.includes(domainOf(request)));
  expect(services.length).toBeLessThan(2);
  const taken = services[0]?.spec.http.find(({ match: [{ uri: { exact, prefix } }] }: any) =>
    exact === pathOf(request) || prefix !== undefined && pathOf(request).startsWith(prefix));
  return taken && { match: taken.match[0].uri, service: taken.route[0].destination.host };
}

const meets = (text: string | undefined, pattern: string) => text !== undefined
  && (pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern);
const meetsAny = (text: string | undefined, patterns: string[]) => patterns.some(pattern => meets(text, pattern));

function isDenied(objects: any[], request: Request): boolean {
  const { token } = request;
  const principal = token && `${token.iss}/${token.sub}`;
  const claimOf = (key: string) => [token?.[/\[(.*)\]/.exec(key)![1] as 'role'] ?? []].flat();
  return objects.filter(({ kind }) => kind === 'AuthorizationPolicy').some(({ spec }) => spec.rules.some(({ from, to, when = [] }: any) =>
    (!from || from.some(({ source }: any) => !meetsAny(principal, source.notRequestPrincipals)))
    && to.some(({ operation: { hosts, paths, notPaths = [] } }: any) => meetsAny(request.host.toLowerCase(), hosts)
      && meetsAny(pathOf(request), paths) && !meetsAny(pathOf(request), notPaths))
    && when.every(({ key, values, notValues }: any) => key === 'connection.sni' ? values.includes(domainOf(request).replace(/\.$/, ''))
      : !claimOf(key).some(value => notValues.includes(value)))));
}

/** Whether a token is enough for a route; the gateway has answered those of strangers by 401 already. */
function isAdmitted({ roles }: Declared, { token }: Request): boolean {
  if (!roles) return true;
  return token?.iss === ISSUER.issuer && (roles.length === 0 || [token.role ?? []].flat().some(role => roles.includes(role)));
}

/** A path as an application may read it: decoded, without parameters, with one slash for many, and resolved. */
function readPath(path: string): string {
  const steps: string[] = [];
  for (const each of decodeURIComponent(path).replaceAll('\\', '/').split('/').map(part => part.replace(/;.*$/, '')).filter(part => part !== '')) {
    if (each === '..') steps.pop();
    else if (each !== '.') steps.push(each);
  }
  return `/${steps.join('/')}`;
}

test('exactly the requests are refused that a guarded route takes with too little of a token', () => {
  fc.assert(fc.property(routes, requests, (declared, some) => {
    const objects = Chart.of(render(declared, true)).toJson();
    for (const request of some) {
      const taken = routed(objects, request);
      if (!taken) continue;
      const { exact, prefix } = taken.match;
      const own = declared.find(({ path, pathType, hosts }) =>
        path === (exact ?? prefix) && pathType === (exact === undefined ? PREFIX : EXACT) && hosts.includes(domainOf(request)))!;
      same(isDenied(objects, request), !isAdmitted(own, request), `${JSON.stringify(request)} at ${JSON.stringify(own)}`);
    }
  }), { numRuns: runs(2000) });
}, PATIENCE);

test('no spelling of a guarded path comes past its policy', () => {
  fc.assert(fc.property(routes, requests, (declared, some) => {
    const binding = render(declared, false);
    if (findingsOf(binding).length > 0) return;
    const objects = Chart.of(binding).toJson();
    for (const request of some) {
      const taken = routed(objects, request);
      if (!taken || isDenied(objects, request) || taken.match.exact !== undefined) continue;
      const read = readPath(pathOf(request));
      const guarded = declared.filter(({ component, roles, path, pathType }) => roles && component === taken.service
        && (pathType === PREFIX ? read.startsWith(path) : read === path));
      same(guarded.filter(each => !isAdmitted(each, request)), [], JSON.stringify(request));
    }
  }), { numRuns: runs(4000) });
}, PATIENCE);
