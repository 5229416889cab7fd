import { Duration } from 'cdk8s';
import { findingOf, findingsOf, ingressOf, ingressesOf, routed, serviceBeside, withPorts } from './support';
import { IngressController, IngressCookie, IngressRule, IngressTrait } from '../../src';

const [F5_NGINX, HAPROXY, HAPROXY_INGRESS, INGRESS_NGINX, KONG, TRAEFIK] =
  ['f5-nginx', 'haproxy', 'haproxy-ingress', 'ingress-nginx', 'kong', 'traefik'].map(name => IngressController.byName(name, { className: 'public' }));

const sticky = (httpCookie: IngressCookie, controller: IngressController) =>
  routed({ rules: [{ destination: { httpCookie } }] }, { controller });

const FULL = { name: 'session', path: '/greet', ttl: Duration.minutes(5) };

test.each<[string, IngressController, IngressCookie, Record<string, string>]>([
  ['ingress-nginx', INGRESS_NGINX, FULL, {
    'nginx.ingress.kubernetes.io/affinity': 'cookie',
    'nginx.ingress.kubernetes.io/session-cookie-name': 'session',
    'nginx.ingress.kubernetes.io/session-cookie-path': '/greet',
    'nginx.ingress.kubernetes.io/session-cookie-max-age': '300',
    'nginx.ingress.kubernetes.io/session-cookie-expires': '300',
  }],
  ['ingress-nginx, for the browser\'s session: one path for all of a rule', INGRESS_NGINX, { name: 'session' }, {
    'nginx.ingress.kubernetes.io/affinity': 'cookie',
    'nginx.ingress.kubernetes.io/session-cookie-name': 'session',
    'nginx.ingress.kubernetes.io/session-cookie-path': '/',
  }],
  ['haproxy-ingress', HAPROXY_INGRESS, FULL, {
    'haproxy-ingress.github.io/affinity': 'cookie',
    'haproxy-ingress.github.io/session-cookie-name': 'session',
    'haproxy-ingress.github.io/session-cookie-keywords': 'indirect nocache httponly attr "Path=/greet" attr "Max-Age=300"',
  }],
  ['haproxy-ingress, for the browser\'s session', HAPROXY_INGRESS, { name: 'session', ttl: Duration.seconds(0) }, {
    'haproxy-ingress.github.io/affinity': 'cookie',
    'haproxy-ingress.github.io/session-cookie-name': 'session',
    'haproxy-ingress.github.io/session-cookie-keywords': 'indirect nocache httponly',
  }],
  ['F5 NGINX', F5_NGINX, FULL, { 'nginx.com/sticky-cookie-services': 'serviceName=greet session expires=300s path=/greet' }],
  ['F5 NGINX, for the browser\'s session', F5_NGINX, { name: 'session' }, { 'nginx.com/sticky-cookie-services': 'serviceName=greet session path=/' }],
])('%s', (_, controller, cookie, annotations) => {
  expect(ingressOf(sticky(cookie, controller)).metadata.annotations).toEqual(annotations);
});

const REMEDY = 'these could: f5-nginx, haproxy-ingress, ingress-nginx (name one by IngressController), or an OAM platform with Istio; or leave it out';

test.each<[string, IngressController]>([
  ...[HAPROXY, KONG, TRAEFIK].map((each): [string, IngressController] => [`controller ${each._name} has no annotation of an Ingress for a session cookie`, each]),
  ['an Ingress alone has none, and the controller is not known', IngressController.other({ className: 'public' })],
])('fails when the controller cannot: %s', (who, controller) => {
  expect(findingOf(sticky({ name: 'session' }, controller))).toBe(`not-expressible: 'rules[0].destination.httpCookie' cannot be expressed: ${who}; ${REMEDY}`);
});

describe('what annotations would take for something else', () => {
  const AT = '\'rules[0].destination.httpCookie';
  const ONLY = 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\'';

  test.each(['a b', 'a;b', 'a=b', 'a"b', 'a\\b', 'ä', 'a$b', 'a\nb'])('fails when it is in the name: %j', name => {
    expect(findingOf(sticky({ name }, HAPROXY_INGRESS))).toBe(`invalid-value: ${AT}.name' ${ONLY} only, for the annotation of the ingress controller, got ${JSON.stringify(name)}; use another name`);
  });

  test.each(['/a;b', '/"', '/a=b', '/ä'])('fails when it is in the path: %j', path => {
    expect(findingOf(sticky({ name: 'session', path }, F5_NGINX))).toBe(`invalid-value: ${AT}.path' ${ONLY} between slashes only, for the annotation of the ingress controller, got ${JSON.stringify(path)}; choose another path`);
  });
});

describe('rules', () => {
  const two = () => withPorts(['http', 8080], ['admin', 9090]);
  const rule = (host: string, port: number, httpCookie?: IngressCookie): IngressRule => ({ hosts: [`${host}.example.com`], destination: { port, httpCookie } });
  const split = (...rules: IngressRule[]) => ingressesOf(routed({ rules }, { controller: INGRESS_NGINX }, two())).map(({ metadata, spec }) =>
    [metadata.name, metadata.annotations?.['nginx.ingress.kubernetes.io/session-cookie-name'], spec.rules.map(({ host }: any) => host[0]).join('')]);

  test('F5 NGINX has one Ingress for a host: its annotation names each Service', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a' }], destination: { httpCookie: { name: 'x' } } }, { paths: [{ path: '/b' }], destination: { host: 'back', httpCookie: { name: 'y' } } }, {}] }, { controller: F5_NGINX });
    serviceBeside(binding, 'back', { ports: [{ port: 80 }] });

    expect(ingressOf(binding).metadata.annotations).toEqual({ 'nginx.com/sticky-cookie-services': 'serviceName=greet x path=/;serviceName=back y path=/' });
  });

  test('those with a cookie have an Ingress of their own', () => {
    expect(split(rule('a', 8080), rule('b', 9090, { name: 'x' }), rule('c', 8080), rule('d', 9090, { name: 'x' }))).toEqual([
      ['greet', undefined, 'ac'], ['greet-rule-1', 'x', 'bd'],
    ]);
  });

  test('the first keeps the name', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 9090, { name: 'y' }), rule('c', 8080))).toEqual([
      ['greet', 'x', 'a'], ['greet-rule-1', 'y', 'b'], ['greet-rule-2', undefined, 'c'],
    ]);
  });

  test('what is the default may be written', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 8080, { name: 'x', path: '/', ttl: Duration.seconds(0) }))).toEqual([['greet', 'x', 'ab']]);
  });

  test('one Service port may be led to with the cookie and without', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 8080))).toEqual([['greet', 'x', 'a'], ['greet-rule-1', undefined, 'b']]);
  });

  const CLASH = 'not-expressible: \'rules[1].destination.httpCookie\' differs from \'rules[0].destination.httpCookie\' of \'c/hello/greet/ingress\', '
    + 'and both lead to one port of one Service, for which an ingress controller keeps a single cookie; use one cookie for both, or a Service each';

  test.each<[string, IngressCookie]>([
    ['in the name', { name: 'y' }],
    ['in the path', { name: 'x', path: '/b' }],
    ['in the lifetime', { name: 'x', ttl: Duration.seconds(1) }],
  ])('fails when two cookies of one Service port differ %s', (_, other) => {
    expect(findingOf(routed({ rules: [rule('a', 8080, { name: 'x' }), rule('b', 8080, other)] }, { controller: INGRESS_NGINX }, two()))).toBe(CLASH);
  });

  test('fails when two traits differ', () => {
    const binding = routed({ rules: [rule('a', 8080, { name: 'x' })] }, { controller: INGRESS_NGINX }, two());
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [rule('c', 9090, { name: 'z' }), rule('b', 8080, { name: 'y' })] });

    expect(findingsOf(binding)).toEqual([`[c/hello/greet/other] ${CLASH}`]);
  });
});
