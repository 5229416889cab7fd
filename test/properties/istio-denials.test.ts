import { ApiObject, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { GatewayImplementation, IngressPathType, IngressRule } from '../../src';
import { attached } from '../targets/kubernetes/gateway-api-support';
import { ISSUER, TOKENS, beside, policy, routedBy } from '../targets/kubernetes/istio-support';
import { findingsOf } from '../targets/kubernetes/support';

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

/** What makes objects of IngressTraits, and which paths a prefix takes there. */
interface Way {
  readonly name: string;
  readonly by: (rules: IngressRule[], insecureTrustsSpelling: boolean) => ReturnType<typeof routedBy>;
  readonly isBelow: (path: string, prefix: string) => boolean;
}

const WAYS: readonly Way[] = [
  {
    name: 'IngressProvider.istio()',
    by: (rules, insecureTrustsSpelling) => routedBy({ rules }, { ...TOKENS, insecureTrustsSpelling }),
    isBelow: (path, prefix) => path.startsWith(prefix),
  },
  {
    name: 'IngressProvider.gatewayApi()',
    by: (rules, insecureTrustsSpelling) => attached({ rules }, {
      implementation: GatewayImplementation.ISTIO,
      jwtIssuers: [ISSUER],
      pods: { namespace: 'gateways', podLabels: { 'gateway.networking.k8s.io/gateway-name': 'public' } },
      istio: { requestAuthentication: TOKENS.requestAuthentication, insecureTrustsSpelling },
    }),
    isBelow: (path, prefix) => `${path}/`.startsWith(`${prefix.replace(/\/$/, '')}/`),
  },
];

function render({ by }: Way, declared: readonly Declared[], insecureTrustsSpelling: boolean) {
  const rulesOf = (name: string): IngressRule[] => declared.filter(({ component }) => component === name)
    .map(({ hosts, path, pathType, roles }) => ({ hosts, paths: [{ path, pathType, authorizationPolicy: roles && policy(...roles) }] }));
  const own = rulesOf('greet');
  // a host of its own, where the component has no route
  const binding = by(own.length > 0 ? own : [{ hosts: ['c.example.com'] }], insecureTrustsSpelling);
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

interface Taken {
  readonly match: { readonly exact?: string; readonly prefix?: string };
  readonly service: string;
}

/** The Service to which a request goes, and the match that takes it. */
function routed(objects: any[], request: Request, { isBelow }: Way): Taken | undefined {
  const exactly = ({ match: { exact } }: Taken) => exact === pathOf(request);
  const routesOfHost = objects.filter(({ kind, spec }) => kind === 'HTTPRoute' && spec.hostnames.includes(domainOf(request))).flatMap(({ spec: { rules } }) => rules);
  const matches = routesOfHost.flatMap(({ matches: some, backendRefs: [{ name: service }] }): Taken[] =>
    some.map(({ path: { type, value } }: any) => ({ match: type === 'Exact' ? { exact: value } : { prefix: value }, service })));
  // exact paths are asked first, then the longest prefix
  const prefixes = matches.filter(({ match: { prefix } }) => prefix !== undefined && isBelow(pathOf(request), prefix));
  const longest = [...prefixes].sort((a, b) => b.match.prefix!.length - a.match.prefix!.length)[0];
  return matches.find(exactly) ?? longest ?? routedByIstio(objects, request);
}

function routedByIstio(objects: any[], request: Request): Taken | undefined {
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
    && when.every(({ key, values, notValues }: any) => key === 'connection.sni' ? values.some((value: string) => domainOf(request).replace(/\.$/, '').endsWith(value.replace(/^\*/, '')))
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

test.each(WAYS)('$name: exactly the requests are refused that a guarded route takes with too little of a token', way => {
  fc.assert(fc.property(routes, requests, (declared, some) => {
    const binding = render(way, declared, true);
    // where prefixes are path elements, /a/ and /a are one
    if (findingsOf(binding).some(each => each.includes('duplicate-route'))) return;
    // a path that is open on another host is refused, and a policy is exact nevertheless
    const objects = Chart.of(binding).node.findAll().filter(ApiObject.isApiObject).map(each => each.toJson());
    for (const request of some) {
      const taken = routed(objects, request, way);
      if (!taken) continue;
      const { exact, prefix } = taken.match;
      const own = declared.find(({ path, pathType, hosts }) =>
        path === (exact ?? prefix) && pathType === (exact === undefined ? PREFIX : EXACT) && hosts.includes(domainOf(request)))!;
      same(isDenied(objects, request), !isAdmitted(own, request), `${JSON.stringify(request)} at ${JSON.stringify(own)}`);
    }
  }), { numRuns: runs(200) });
}, PATIENCE);

test.each(WAYS)('$name: no spelling of a guarded path comes past its policy', way => {
  fc.assert(fc.property(routes, requests, (declared, some) => {
    const binding = render(way, declared, false);
    if (findingsOf(binding).length > 0) return;
    const objects = Chart.of(binding).toJson();
    for (const request of some) {
      const taken = routed(objects, request, way);
      if (!taken || isDenied(objects, request) || taken.match.exact !== undefined) continue;
      const read = readPath(pathOf(request));
      const guarded = declared.filter(({ component, roles, path, pathType }) => roles && component === taken.service
        && (pathType === PREFIX ? way.isBelow(read, path) : read === path));
      same(guarded.filter(each => !isAdmitted(each, request)), [], JSON.stringify(request));
    }
  }), { numRuns: runs(400) });
}, PATIENCE);
