import { Backends, INGRESS_SERVERS, IngressApplication, IngressServer, RunningIngresses, answersTo, ask, authoritiesOf, casesOf, certificatesFor, declaredOf, ingressesOf, renderedOf, requestsTo, serveIngresses, servicePorts, startBackends } from './support/ingress-cases';
import { describeWith } from './support/waiting';
import { IngressPathType } from '../../src';

const { EXACT, IMPLEMENTATION_SPECIFIC, PREFIX } = IngressPathType;
const SERVERS = Object.keys(INGRESS_SERVERS) as IngressServer[];

const PORTS = { http: 8080, admin: 9090 };
/** A Service that no component of the application renders. */
const LEGACY = 'shop/legacy:7070';

const SHOP: IngressApplication = {
  name: 'hello',
  namespace: 'shop',
  components: {
    // all that is left out: the generated host, all paths, the Service's port for HTTP
    front: { ports: PORTS, rules: [{}] },
    // a second trait on the same host; the path types are given or left out
    api: {
      ports: PORTS,
      rules: [
        { paths: [{ path: '/api', pathType: PREFIX }, { path: '/api/admin/x' }, { path: '/version' }, { path: '/docs/' }] },
        {
          hosts: [''],
          paths: [{ path: '/api', pathType: EXACT }, { path: '/api/admin', pathType: PREFIX }, { path: '/api/health', pathType: EXACT }],
          destination: { port: 9090 },
        },
      ],
    },
    // several hosts, and rules of one host that lead to several Services
    basket: {
      ports: { admin: 9090, http: 8080 },
      rules: [
        { hosts: ['shop.example.com', 'www.shop.example.com'] },
        {
          hosts: ['shop.example.com'],
          paths: [{ path: '/basket', pathType: PREFIX }, { path: '/Basket', pathType: EXACT }],
          destination: { host: 'api', port: 8080 },
        },
        {
          hosts: ['shop.example.com'],
          paths: [{ path: '/basket/admin' }, { path: '/old', pathType: PREFIX }],
          destination: { host: 'legacy', port: 7070 },
        },
        { hosts: ['*', 'star.example.com'], paths: [{ path: '/a.b_c-d', pathType: PREFIX }, { path: '/a.b_C-d' }] },
      ],
    },
    tenants: {
      ports: PORTS,
      rules: [
        { hosts: ['*.tenants.example.com'], paths: [{}] },
        { hosts: ['*.tenants.example.com'], paths: [{ path: '/admin', pathType: PREFIX }], destination: { port: 9090 } },
        { hosts: ['vip.tenants.example.com'], paths: [{ path: '/vip', pathType: PREFIX }], destination: { port: 9090 } },
      ],
    },
    slashes: {
      ports: { web: 8080 },
      rules: [{
        hosts: ['slashes.example.com'],
        paths: [{ path: '/in/', pathType: PREFIX }, { path: '/exact/' }, { path: '/exact/x', pathType: PREFIX }, { path: '/end' }],
      }],
    },
    // how its paths are compared is for the controller to say
    own: {
      ports: { web: 8080 },
      annotations: { 'haproxy-ingress.github.io/path-type': 'prefix' },
      rules: [{ hosts: ['own.example.com'], paths: [{ path: '/own', pathType: IMPLEMENTATION_SPECIFIC }, { path: '/own/exact', pathType: EXACT }] }],
    },
    sessions: {
      ports: PORTS,
      rules: [
        { hosts: ['sessions.example.com'], paths: [{ path: '/', pathType: PREFIX }], destination: { httpCookie: { name: 'id', path: '/' } } },
        { hosts: ['sessions.example.com'], paths: [{ path: '/open', pathType: PREFIX }], destination: { port: 9090 } },
        { hosts: ['sessions.example.com'], paths: [{ path: '/open/exact' }], destination: { host: 'front' } },
      ],
    },
  },
};

/** It has no certificate, although others have. */
const PLAIN = { ports: { web: 8080 }, rules: [{ hosts: ['plain.example.com'] }], insecurePlainText: true };

/** Its certificate is made by hand. */
const PAY = { ports: { web: 8080 }, rules: [{ hosts: ['pay.example.com'] }], secretName: 'pay-certificate' };

const OTHER_HOSTS = [
  'unknown.example.com', 'example.com', 'hello.shop.apps.example.com.evil.org', 'x.hello.shop.apps.example.com',
  'SHOP.example.com', 'shop.example.com:8080',
  'a.tenants.example.com', 'a.b.tenants.example.com', 'tenants.example.com', 'tenantsXexample.com', 'shopXexample.com', 'A-1.Tenants.example.com',
];
const OTHER_PATHS = [
  '/', '/x', '/apix', '/api/', '/api/x?y=/version', '/api?x', '/API', '/api/healthy', '/api/health/', '/versions', '/index.html', '/docs', '/~',
  '/%61pi', '/api%2Fhealth', '/api%2fx', '/api%20x', '/api/%E2%82%AC', '/api%3Fx', '/a%2Eb_c-d', '/axb_c-d', '/a.b_%43-d',
  '//api', '/api//health', '/api/./x', '/api/../version', '/basket/../old', '/api;x',
];

describeWith(SERVERS, 'the Ingresses of an application', () => {
  describe.each(SERVERS)('on %s', (server) => {
    let backends: Backends;
    let ports: RunningIngresses;

    beforeAll(async () => {
      const objects = renderedOf(SHOP, { server });
      backends = await startBackends([...servicePorts(objects), LEGACY]);
      ports = await serveIngresses(server, { ingresses: ingressesOf(objects), backends });
    });

    test('reach what is declared for each host and path, and nothing else', async () => {
      const cases = casesOf(declaredOf(SHOP), server, OTHER_HOSTS, OTHER_PATHS);
      const before = requestsTo(backends);
      expect(await answersTo(cases, { port: ports.httpPort })).toEqual(cases);
      const expected = cases.flatMap(([, , answer]) => answer ?? []);
      expect(requestsTo(backends) - before).toBe(expected.length);
      // the second ports of `front` and `basket`, to which nothing leads
      expect(Object.keys(backends.endpoints).filter((name) => !expected.includes(name)).sort()).toEqual(['shop/basket:9090', 'shop/front:9090']);
      expect(cases.length - expected.length).toBeGreaterThan(1000);
    });

    test('pass path, query and host on as they came', async () => {
      const { requests } = backends.servers['shop/front:8080'][0];
      const before = requests.length;
      await ask({ port: ports.httpPort, host: 'hello.shop.apps.example.com', path: '/x%20y//z?a=%2F&b' });
      expect(requests.slice(before).map(({ url, headers: { host } }) => [url, host])).toEqual([['/x%20y//z?a=%2F&b', 'hello.shop.apps.example.com']]);
    });
  });
});

describeWith([...SERVERS, 'openssl'], 'the Ingresses of an application with TLS', () => {
  const application: IngressApplication = { ...SHOP, components: { ...SHOP.components, pay: PAY } };

  test.each(SERVERS)('reach the same on %s over TLS, with a certificate for the host', async (server) => {
    const objects = renderedOf({ ...application, components: { ...application.components, plain: PLAIN } }, { isTls: true, server });
    const ingresses = ingressesOf(objects);
    const backends = await startBackends([...servicePorts(objects), LEGACY]);
    const certificates = await certificatesFor(ingresses);
    const { httpPort, httpsPort } = await serveIngresses(server, { ingresses, backends, certificates });
    const ca = authoritiesOf(certificates);

    const cases = casesOf(declaredOf(application), server, ['a-1.tenants.example.com'], ['/', '/x', '/api/health', '/api/x']);
    expect(await answersTo(cases, { port: httpsPort, ca })).toEqual(cases);
    for (const host of ['hello.shop.apps.example.com', 'any.tenants.example.com', 'pay.example.com']) {
      const { status, headers: { location } } = await ask({ port: httpPort, host, path: '/x?y' });
      expect([host, status, location]).toEqual([host, server === 'nginx' ? 308 : 302, `https://${host}/x?y`]);
    }
    expect((await ask({ port: httpPort, host: 'plain.example.com', path: '/x' })).body).toBe('shop/plain:8080 0');
    for (const host of ['unknown.example.com', 'plain.example.com']) {
      await expect(ask({ port: httpsPort, host, path: '/', ca })).rejects.toThrow(/unrecognized name|handshake failure/);
    }
  });
});
