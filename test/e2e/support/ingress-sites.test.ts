import { cookieOfIngressNginx, sessionOf, sitesOf } from './ingress';
import { INGRESS_SERVERS, IngressServer, ask, serveIngresses, startBackends } from './ingress-cases';
import { describeWith } from './waiting';

type Paths = Record<string, 'Exact' | 'Prefix'>;

/** An Ingress in which each path has a Service of its own, named by its place: `a`, `b` and so on. */
function ingress(host: string, paths: Paths | [string, 'Exact' | 'Prefix'][]): any {
  const entries = Array.isArray(paths) ? paths : Object.entries(paths);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'hello', namespace: 'ns' },
    spec: {
      ingressClassName: 'public',
      rules: [{ host, http: { paths: entries.map(([path, pathType], i) => ({ path, pathType, backend: backendOf('abcd'[i]) })) } }],
    },
  };
}

const backendOf = (name: string) => ({ service: { name, port: { number: 80 } } });

const cluster = (...ingresses: any[]) => ({
  className: 'public', ingresses, endpoints: { 'ns/a:80': ['x'], 'ns/b:80': ['x'], 'ns/c:80': ['x'] }, httpPort: 1, httpsPort: 2,
});

// kubernetes.io/docs/concepts/services-networking/ingress: the tables "Examples" and "Hostname wildcards"
const PATHS: [[string, 'Exact' | 'Prefix'][], string, string | undefined][] = [
  [[['/', 'Prefix']], '/', 'a'],
  [[['/', 'Prefix']], '/any/path', 'a'],
  [[['/foo', 'Exact']], '/foo', 'a'],
  [[['/foo', 'Exact']], '/bar', undefined],
  [[['/foo', 'Exact']], '/foo/', undefined],
  [[['/foo/', 'Exact']], '/foo', undefined],
  [[['/foo', 'Prefix']], '/foo', 'a'],
  [[['/foo', 'Prefix']], '/foo/', 'a'],
  [[['/foo/', 'Prefix']], '/foo', 'a'],
  [[['/foo/', 'Prefix']], '/foo/', 'a'],
  [[['/aaa/bb', 'Prefix']], '/aaa/bbb', undefined],
  [[['/aaa/bbb', 'Prefix']], '/aaa/bbb', 'a'],
  [[['/aaa/bbb/', 'Prefix']], '/aaa/bbb', 'a'],
  [[['/aaa/bbb', 'Prefix']], '/aaa/bbb/', 'a'],
  [[['/aaa/bbb', 'Prefix']], '/aaa/bbb/ccc', 'a'],
  [[['/aaa/bbb', 'Prefix']], '/aaa/bbbxyz', undefined],
  [[['/', 'Prefix'], ['/aaa', 'Prefix']], '/aaa/ccc', 'b'],
  [[['/', 'Prefix'], ['/aaa', 'Prefix'], ['/aaa/bbb', 'Prefix']], '/aaa/bbb', 'c'],
  [[['/', 'Prefix'], ['/aaa', 'Prefix'], ['/aaa/bbb', 'Prefix']], '/ccc', 'a'],
  [[['/aaa', 'Prefix']], '/ccc', undefined],
  [[['/foo', 'Prefix'], ['/foo', 'Exact']], '/foo', 'b'],
  [[['/foo', 'Prefix'], ['/foo', 'Exact']], '/foo/', 'a'],
];
const HOSTS: [string, string | undefined][] = [
  ['bar.foo.com', 'a'], ['baz.bar.foo.com', undefined], ['foo.com', undefined], ['bar.foo.com:8080', 'a'],
];

describeWith(['nginx', 'haproxy'], 'the translations of an Ingress', () => {
  test.each(Object.keys(INGRESS_SERVERS) as IngressServer[])('%s routes as the tables of the Kubernetes documentation say', async (server) => {
    const ingresses = [...PATHS.map(([paths], i) => ingress(`host-${i}.example.com`, paths)), ingress('*.foo.com', { '/': 'Prefix' })];
    const { httpPort } = await serveIngresses(server, { ingresses, backends: await startBackends(['ns/a:80', 'ns/b:80', 'ns/c:80']) });
    const answers = async (host: string, path: string) => {
      const { status, body } = await ask({ port: httpPort, host, path });
      return status === 404 ? undefined : body.replace(/^ns\/(\w):80 0$/, '$1');
    };
    for (const [i, [paths, path, expected]] of PATHS.entries()) {
      expect([paths, path, await answers(`host-${i}.example.com`, path)]).toEqual([paths, path, expected]);
    }
    for (const [host, expected] of HOSTS) expect([host, await answers(host, '/')]).toEqual([host, expected]);
  });

  test.each([
    ['a class of another controller is left alone', { ...ingress('h', { '/': 'Prefix' }), spec: { ingressClassName: 'other' } }, []],
    ['an Ingress without rules', { ...ingress('h', {}), spec: { ingressClassName: 'public' } }, []],
  ])('%s', (_, object, sites) => {
    expect(sitesOf(cluster(object))).toEqual(sites);
  });

  test.each([
    ['a path that the API server refuses', () => ingress('h', { '/a//b': 'Exact' }), 'the API server refuses the path /a//b'],
    ['a path of dots', () => ingress('h', { '/a/..': 'Exact' }), 'the API server refuses the path /a/..'],
    [
      'a path type of the controller\'s own', () => ingress('h', [['/', 'ImplementationSpecific' as any]]),
      'not translated: the path type ImplementationSpecific',
    ],
    ['a rule without a host', () => ingress('', { '/': 'Prefix' }), 'not translated: a rule without a host, in the Ingress hello'],
    ['the same prefix twice', () => ingress('h', { '/a': 'Prefix', '/a/': 'Prefix' }), 'several Ingresses or rules serve h/a'],
    [
      'a backend that is not there', () => ingress('h', { '/': 'Prefix', '/a': 'Exact', '/b': 'Exact', '/c': 'Exact' }),
      'the Ingress hello leads to ns/d:80; there are ns/a:80, ns/b:80, ns/c:80',
    ],
    [
      'a default backend', () => ({ ...ingress('h', {}), spec: { ingressClassName: 'public', defaultBackend: {} } }),
      'not translated: defaultBackend of the Ingress hello',
    ],
    ['another kind', () => ({ apiVersion: 'v1', kind: 'Service' }), 'not an Ingress: v1 Service'],
  ])('fails when there is %s', (_, object, message) => {
    expect(() => sitesOf(cluster(object()))).toThrow(message);
  });

  test('fails when there is no certificate for a host', () => {
    const object = ingress('h', { '/': 'Prefix' });
    object.spec.tls = [{ hosts: ['h'], secretName: 'h-tls' }];
    expect(() => sitesOf(cluster(object))).toThrow('no certificate ns/h-tls for h');
  });

  const sticky = (host: string, annotations: Record<string, string>) => {
    const object = ingress(host, { '/': 'Prefix' });
    const prefixed = Object.entries(annotations).map(([key, value]) => [`nginx.ingress.kubernetes.io/${key}`, value]);
    object.metadata.annotations = Object.fromEntries(prefixed);
    return object;
  };
  const COOKIE = { 'affinity': 'cookie', 'session-cookie-name': 'id', 'session-cookie-path': '/' };
  const session = (...objects: any[]) => sessionOf('ns/a:80', sitesOf(cluster(...objects)), cookieOfIngressNginx);

  test('one cookie is kept for a backend, whichever host it is asked for', () => {
    expect(session(sticky('h', COOKIE), sticky('i', COOKIE), sticky('j', {}))).toEqual({ name: 'id', path: '/' });
    expect(session(sticky('h', {}))).toBeUndefined();
  });

  test.each([
    [
      'there are several cookies for one backend', () => [sticky('h', COOKIE), sticky('i', { ...COOKIE, 'session-cookie-name': 'x' })],
      'ns/a:80 would have several cookies: id, x',
    ],
    ['a cookie has no path', () => [sticky('h', { affinity: 'cookie' })], 'not translated: a session cookie without a path'],
    [
      'a lifetime is no number', () => [sticky('h', { ...COOKIE, 'session-cookie-max-age': '1h' })],
      'ingress-nginx leaves out a lifetime that is no number: 1h',
    ],
  ])('fails when %s', (_, objects, message) => {
    expect(() => session(...objects())).toThrow(message);
  });
});
