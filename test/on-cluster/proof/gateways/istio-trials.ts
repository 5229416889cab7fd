/** Gateways of Istio, routes, policies and requests, generated. */
import * as fc from 'fast-check';
import { GATEWAY_PODS } from './istio-server';
import { secretNamed, serviceOf } from './objects';
import { TOKENS, TRUSTED } from './tokens';
import type { KubernetesObject, Trial, TrialRequest } from './trial';

const SYSTEM = GATEWAY_PODS.namespace;
const NAMESPACES = ['shop', 'blog', SYSTEM];
const HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', '*.example.com', '*.b.example.com', 'other.org', '*'];
const ASKED_HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', 'x.example.com', 'x.y.example.com', 'd.b.example.com', 'A.Example.COM', 'a.example.com:443', 'nobody.net'];
const PATHS = ['/', '/a', '/a/', '/a/b', '/ab', '/A', '/b', '/b/a', '/a-b', '/a.b/c'];
const REGEXES = { '/a/[0-9]+': '/a/1', '/(a|b)': '/b', '/a.*': '/ab', '/.*': '/a/b', '/[a-z]+/b': '/ab/b', '/A|/b': '/A' };
const ENDS = ['/', '/1', '/12', 'x', '/b', '?a=/b', ';v=1', '/../b', '/./a', '//b', '/%61', '%2Fb', '/..%2fb', '/%2e%2e/b', '\\b', '/a%20b', '/..;/b'];

type Uri = Readonly<Partial<Record<'exact' | 'prefix' | 'regex', string>>>;

const uri: fc.Arbitrary<Uri> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...PATHS).map((exact) => ({ exact })) },
  { weight: 3, arbitrary: fc.constantFrom(...PATHS).map((prefix) => ({ prefix })) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(REGEXES)).map((regex) => ({ regex })) },
);

const service = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  gateway: fc.nat(),
  hosts: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
  rules: fc.array(fc.record({
    match: fc.uniqueArray(uri, { selector: (each) => JSON.stringify(each), maxLength: 3 }),
    isShort: fc.boolean(),
    hasCookie: fc.constantFrom(true, false, false),
  }), { minLength: 1, maxLength: 4 }),
});

const pattern = fc.constantFrom('/a', '/a*', '/a/*', '/b', '*b', '/*', '*', '/a/{*}', '/{**}/b', '/A');
const operation = fc.record({
  hosts: fc.option(fc.constantFrom(['a.example.com', 'a.example.com:*'], ['*.example.com', '*.example.com:*'], ['A.EXAMPLE.com'], ['b.example.com', 'other.org'])),
  paths: fc.option(fc.uniqueArray(pattern, { minLength: 1, maxLength: 2 })),
  notPaths: fc.option(fc.uniqueArray(pattern, { minLength: 1, maxLength: 2 }), { freq: 2 }),
  methods: fc.option(fc.constantFrom(['GET'], ['POST']), { freq: 1 }),
}).map(given);

const source = fc.constantFrom<object>(
  { requestPrincipals: ['*'] }, { notRequestPrincipals: ['*'] }, { requestPrincipals: [`${TRUSTED.issuer}/*`] }, { requestPrincipals: [`${TRUSTED.issuer}/jane`] },
);

const condition = fc.constantFrom<object>(
  { key: 'request.auth.claims[realm_access][roles]', values: ['clerk'] },
  { key: 'request.auth.claims[realm_access][roles]', notValues: ['clerk', 'boss'] },
  { key: 'request.auth.claims[team]', values: ['ord*', 'board'] },
  { key: 'request.auth.claims[scope]', values: ['orders'] },
  { key: 'request.auth.audiences', values: ['shop'] },
  { key: 'request.auth.claims[sub]', notValues: ['jane'] },
);

const policy = fc.record({
  namespace: fc.constantFrom(SYSTEM, SYSTEM, SYSTEM, 'shop'),
  selects: fc.constantFrom('gateway', 'gateway', 'all', 'other'),
  action: fc.constantFrom('DENY', 'DENY', 'DENY', 'ALLOW'),
  rules: fc.array(fc.record({ from: fc.option(source), to: operation, when: fc.option(condition) }), { minLength: 1, maxLength: 2 }),
});

/** Without what is `null`. */
function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

const istio = (group: string, kind: string, name: string, namespace: string, spec: object): KubernetesObject => {
  return { apiVersion: `${group}.istio.io/v1`, kind, metadata: { name, namespace }, spec };
};

const SELECTOR = { selector: { matchLabels: GATEWAY_PODS.labels } };
const SELECTORS = { gateway: SELECTOR, all: {}, other: { selector: { matchLabels: { app: 'other' } } } };

function policyOf({ namespace, selects, action, rules }: typeof policy extends fc.Arbitrary<infer T> ? T : never, i: number): KubernetesObject {
  const ruleOf = ({ from, to, when }: (typeof rules)[number]) => ({
    ...from && { from: [{ source: from }] },
    ...Object.keys(to).length > 0 && { to: [{ operation: to }] },
    ...when && { when: [when] },
  });
  const spec = { ...SELECTORS[selects as keyof typeof SELECTORS], action, rules: rules.map(ruleOf) };
  return istio('security', 'AuthorizationPolicy', `policy-${i}`, namespace, spec);
}

const REQUESTS = 25;

export const istioTrial: fc.Arbitrary<Trial> = fc.record({
  // each host has one owner: of several, Istio takes one, and says so in a log alone
  servers: fc.uniqueArray(fc.record({
    host: fc.constantFrom(...HOSTS),
    namespace: fc.constantFrom(...NAMESPACES),
    port: fc.constantFrom(443, 443, 443, 80, 8443),
  }), {
    selector: ({ host, port }) => `${host} ${port}`, minLength: 1, maxLength: 5,
  }),
  services: fc.array(service, { minLength: 1, maxLength: 5 }),
  policies: fc.array(policy, { maxLength: 3 }),
  authenticates: fc.constantFrom(undefined, {}, {}, { audiences: ['shop'] }),
  picks: fc.array(fc.record({
    service: fc.nat(),
    match: fc.nat(),
    host: fc.nat(),
    port: fc.nat(),
    end: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...ENDS) }),
    isOddHost: fc.constantFrom(true, false, false, false),
    oddPath: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...PATHS) }),
    token: fc.constantFrom(undefined, 'clerk', ...Object.keys(TOKENS)),
  }), { minLength: REQUESTS, maxLength: REQUESTS }),
}).map(({ servers, services, policies, authenticates, picks }) => {
  const gateways = servers.map(({ host, namespace, port }, i) => istio('networking', 'Gateway', `gateway-${i}`, namespace, {
    selector: GATEWAY_PODS.labels,
    servers: [{
      hosts: [host],
      port: { name: `port-${i}`, number: port, protocol: port === 80 ? 'HTTP' : 'HTTPS' },
      ...port !== 80 && { tls: { mode: 'SIMPLE', credentialName: `cert-${i}` } },
    }],
  }));
  const drawn = services.map(({ gateway, hosts, ...rest }) => {
    const index = gateway % servers.length;
    const { host: served, namespace, port } = servers[index];
    const known = HOSTS.filter((host) => host === served || served === '*' || served.startsWith('*.') && host.endsWith(served.slice(1)));
    const own = [...new Set(hosts.map((each) => known[each % known.length]))];
    // those that cover each other are refused
    return { ...rest, gateway: `${namespace}/gateway-${index}`, port, hosts: own.filter((host, i) => i === 0 || !(host.includes('*') || own[0].includes('*'))) };
  });
  const routes = drawn.flatMap(({ namespace, gateway, hosts, rules }, i) => [
    ...rules.map((_, j) => serviceOf(`s${i}-${j}`, namespace)),
    ...rules.flatMap(({ hasCookie }, j) => hasCookie ? [istio('networking', 'DestinationRule', `s${i}-${j}`, namespace, {
      host: `s${i}-${j}.${namespace}.svc.cluster.local`,
      trafficPolicy: { loadBalancer: { consistentHash: { httpCookie: { name: 'session', path: '/', ttl: '0s' } } } },
    })] : []),
    istio('networking', 'VirtualService', `routes-${i}`, namespace, {
      hosts,
      gateways: [gateway],
      http: rules.map(({ match, isShort }, j) => ({
        ...match.length > 0 && { match: match.map((each) => ({ uri: each })) },
        route: [{ destination: { host: `s${i}-${j}${isShort ? '' : `.${namespace}.svc.cluster.local`}`, port: { number: 80 } } }],
      })),
    }),
  ]);
  const jwtRules = [{ issuer: TRUSTED.issuer, jwks: TRUSTED.jwks, forwardOriginalToken: true, ...authenticates }];
  const requests = picks.map((pick): TrialRequest => {
    const { hosts, rules, port } = drawn[pick.service % drawn.length];
    const matches = rules.flatMap(({ match }) => match.length > 0 ? match : [{ prefix: '/' } as Uri]);
    const { exact, prefix, regex } = matches[pick.match % matches.length];
    const path = pick.oddPath ?? exact ?? prefix ?? REGEXES[regex as keyof typeof REGEXES];
    const own = pick.isOddHost ? ASKED_HOSTS : hosts;
    const host = own[pick.host % own.length].replace(/^\*$/, 'nobody.net').replace('*', pick.host % 3 === 0 ? 'x.y' : 'x');
    const { token } = pick;
    const asked = pick.port % 4 === 0 ? servers[pick.port % servers.length].port : port;
    return { host, path: `${path}${pick.end}`, port: asked, token, ...token !== undefined && { headers: { Authorization: `Bearer ${TOKENS[token].text}` } } };
  });
  return {
    objects: [
      ...servers.flatMap(({ port }, i) => port === 80 ? [] : [secretNamed(`cert-${i}`, SYSTEM)]),
      ...authenticates ? [istio('security', 'RequestAuthentication', 'tokens', SYSTEM, { ...SELECTOR, jwtRules })] : [],
      ...policies.map(policyOf),
      ...gateways,
      ...routes,
    ],
    requests,
  };
});
