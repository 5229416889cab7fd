import { failure } from './support';
import { Manifests } from '../../src/testing';
import { GivenIngress, ingressOf } from '../cluster/routes/support';

// annotations that change what the paths of a host match must not let an assertion about security pass

const NGINX = 'nginx.ingress.kubernetes.io/';
const REGEX = { [`${NGINX}use-regex`]: 'true' };
const PASSWORD = { [`${NGINX}auth-type`]: 'basic', [`${NGINX}auth-secret`]: 'users' };
const HOST = 'a.example.com';
const of = (path: string, annotations: GivenIngress['annotations'] = {}, given: GivenIngress = {}) =>
  ingressOf({ [HOST]: [`${path} => web:80`] }, { className: 'nginx', annotations, ...given });
const manifests = (...objects: readonly object[]) => Manifests.ofYaml([
  ...objects,
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' }, spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', ports: [{ containerPort: 8080 }] }] } } },
  },
].map(each => JSON.stringify(each)).join('\n---\n'));
const url = (path: string, host = HOST) => `http://${host}${path}`;
const SERVICE = 'port 80 of Service web in namespace "shop"';

test.each<[string, readonly object[], string]>([
  ['a regular expression', [of('/foo(/|$)(.*)', REGEX)], '/foo/x'],
  ['an exact path among expressions', [of('Exact /health', REGEX)], '/healthz'],
  ['one of another Ingress', [of('Exact /foo'), of('/b.*', REGEX, { name: 'b' })], '/foobar'],
  ['one of another namespace', [of('Prefix /foo'), of('/b', { [`${NGINX}rewrite-target`]: '/' }, { namespace: 'b' })], '/FOObar'],
  ['an expression of Kong', [of('/~/foo/.*', {}, { className: 'kong' })], '/foo/x'],
  ['an expression of HAProxy', [of('/foo/[0-9]+', { 'haproxy-ingress.github.io/path-type': 'regex' }, { className: 'haproxy' })], '/foo/1'],
  ['an expression of Traefik', [of('/[a-c]+', { 'traefik.ingress.kubernetes.io/router.pathmatcher': 'PathRegexp' }, { className: 'traefik' })], '/x/abc'],
])('isNotReachable() fails for %s', (_, objects, path) => {
  expect(failure(() => manifests(...objects).isNotReachable(url(path))).split('\n')[0]).toBe(`reachable: ${url(path)} must not be taken by a route, and is`);
  manifests(...objects).isReachable(url(path));
  manifests(...objects).isNotReachable(url('/other'));
});

test('isNotReachable() fails for an alias of the host', () => {
  const own = manifests(of('Prefix /', { [`${NGINX}server-alias`]: 'b.example.com' }));
  expect(failure(() => own.isNotReachable(url('/', 'b.example.com')))).toContain('must not be taken by a route, and is');
  own.isNotReachable(url('/', 'c.example.com'));
});

test.each<[string, object, string]>([
  ['a snippet of the server', of('Prefix /a', { [`${NGINX}server-snippet`]: 'location /b { return 200; }' }), '/b'],
  ['an expression that only the controller reads', of('/a(?!b)', REGEX), '/c'],
  ['a type of path that only the controller knows', of('/foo', {}, { className: 'own' }), '/foobar'],
])('isNotReachable() fails for what is not known: %s', (_, object, path) => {
  expect(failure(() => manifests(object).isNotReachable(url(path))).split('\n')).toEqual([
    `reachable: ${url(path)} must not be taken by a route, and it is not known whether it is`,
    expect.stringMatching(/^ {2}Ingress shop\/web.*: '.*' cannot be judged: .* is known to the controller alone$/),
  ]);
});

test('isNotReachable() fails for a snippet where policies close the pods', () => {
  const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'web', namespace: 'shop' }, spec: { podSelector: {}, policyTypes: ['Ingress'] } };
  manifests(of('Prefix /'), policy).isNotReachable(url('/'));
  const snippet = of('Prefix /', { [`${NGINX}configuration-snippet`]: 'proxy_pass http://other;' });
  expect(failure(() => manifests(snippet, policy).isNotReachable(url('/')))).toContain('it is not known whether it is');
});

test('isProtected() counts what expressions match, and snippets', () => {
  const protectedRoot = of('Prefix /', PASSWORD);
  const open = of('Exact /health', REGEX, { name: 'open' });
  expect(failure(() => manifests(protectedRoot, open).isProtected(url('/healthz'))).split('\n')[0]).toMatch(/1 of 1 route without one$/);
  expect(failure(() => manifests(protectedRoot, open).isProtected(url('/'))).split('\n')[0]).toMatch(/1 of 2 routes without one$/);
  manifests(protectedRoot, open).isProtected(url('/admin'));
  manifests(protectedRoot, of('Exact /health', {}, { name: 'open' })).isProtected(url('/healthz'));
  for (const [name, value] of [['configuration-snippet', 'auth_basic off;'], ['server-snippet', 'location /x {}'], ['auth-snippet', 'return 200;']]) {
    expect(failure(() => manifests(of('Prefix /', { ...PASSWORD, [`${NGINX}${name}`]: value })).isProtected(url('/'))))
      .toContain("' cannot be judged: what it changes for requests is known to the controller alone");
  }
  manifests(of('Prefix /', { ...PASSWORD, [`${NGINX}configuration-snippet`]: 'more_set_headers "A: b";' })).isProtected(url('/'));
});

test('sameRoutes() fails where a path takes more than it did, or a snippet is another one', () => {
  const exact = manifests(of('Exact /foo'));
  expect(failure(() => Manifests.sameRoutes(exact, manifests(of('Exact /foo', REGEX)))).split('\n')).toEqual([
    'routes-changed: must lead where they did: 4 of 5 requests changed',
    `  requests for /FOO, /foo/, /foo/*, /fooX of ${HOST} lead to ${SERVICE}, and led to nothing`,
  ]);
  expect(failure(() => Manifests.sameRoutes(manifests(of('Exact /foo', REGEX)), exact))).toContain(`/fooX of ${HOST} lead to nothing, and led to ${SERVICE}`);
  const besides = of('/b.*', REGEX, { name: 'b' });
  expect(failure(() => Manifests.sameRoutes(exact, manifests(of('Exact /foo'), besides)))).toContain(`lead to ${SERVICE}, and led to nothing`);
  // a path that is new takes what it takes
  Manifests.sameRoutes(manifests(of('Prefix /bar', REGEX)), manifests(of('Prefix /bar', REGEX), of('/b/.*', REGEX, { name: 'b' })));
  const [one, other] = ['deny all;', 'allow all;'].map(value => manifests(of('Prefix /', { [`${NGINX}configuration-snippet`]: value })));
  Manifests.sameRoutes(one, one);
  expect(failure(() => Manifests.sameRoutes(one, other))).toMatch(/lead to .* \(nginx.*configuration-snippet \w{8}\), and led to .* \(nginx.*configuration-snippet \w{8}\)$/);
});

test('hasDistinctRoutes() fails for a path that an expression hides', () => {
  const own = manifests(ingressOf({ [HOST]: ['/a/[a-z]+ => web:80', 'Exact /a/abc => other:80'] }, { className: 'nginx', annotations: REGEX }));
  expect(failure(() => own.hasDistinctRoutes())).toContain("'spec.rules[0].http.paths[1]' gets no requests: 'spec.rules[0].http.paths[0]' of Ingress shop/web takes all of them before");
});
