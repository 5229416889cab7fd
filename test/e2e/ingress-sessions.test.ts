import { Duration } from 'cdk8s';
import { INGRESS_SERVERS, IngressApplication, IngressServer, ask, ingressesOf, renderedOf, serveIngresses, servicePorts, startBackends } from './support/ingress-cases';
import { describeWith } from './support/waiting';
import { IngressPathType } from '../../src';

const SERVERS = Object.keys(INGRESS_SERVERS) as IngressServer[];
const HOST = 'sessions.example.com';
const { PREFIX } = IngressPathType;

const SHOP: IngressApplication = {
  name: 'hello',
  namespace: 'shop',
  components: {
    basket: {
      ports: { http: 8080, admin: 9090 },
      rules: [
        {
          hosts: [HOST],
          paths: [{ path: '/basket', pathType: PREFIX }],
          destination: { httpCookie: { name: 'basket-id', path: '/basket', ttl: Duration.hours(1) } },
        },
        { hosts: [HOST], paths: [{ path: '/admin', pathType: PREFIX }], destination: { port: 9090, httpCookie: { name: 'admin' } } },
      ],
    },
    front: { ports: { http: 8080 }, rules: [{ hosts: [HOST], paths: [{ path: '/' }] }] },
  },
};

/** What a browser reads of `Set-Cookie`: of two attributes with one name, the last. */
function parsed([header]: readonly string[] = []) {
  const [pair, ...attributes] = (header ?? '').split(/; */);
  const read = new Map(attributes.map((attribute): [string, string] => {
    const [name, value = ''] = attribute.split('=');
    return [name.toLowerCase(), value];
  }));
  return { pair, name: pair.split('=')[0], path: read.get('path'), maxAge: read.get('max-age'), isHttpOnly: read.has('httponly') };
}

describeWith(SERVERS, 'the session cookies of Ingresses', () => {
  test.each(SERVERS)('keep a session at one of two pods on %s', async (server) => {
    const objects = renderedOf(SHOP, { server });
    const backends = await startBackends(servicePorts(objects), 2);
    const { httpPort: port } = await serveIngresses(server, { ingresses: ingressesOf(objects), backends });
    const asking = async (path: string, cookie?: string) => {
      const { body, headers } = await ask({ port, host: HOST, path, cookie });
      return { body, cookie: headers['set-cookie'] };
    };
    const bodies = async (path: string, cookie?: string) => {
      const answers = await Promise.all(Array.from({ length: 30 }, async () => asking(path, cookie)));
      // who has the cookie gets no other one
      if (cookie) expect(answers.filter((answer) => answer.cookie)).toEqual([]);
      return [...new Set(answers.map(({ body }) => body))].sort();
    };

    for (const [path, backend, expected] of [
      ['/basket/x', 'shop/basket:8080', { name: 'basket-id', path: '/basket', maxAge: '3600' }],
      ['/admin', 'shop/basket:9090', { name: 'admin', path: '/', maxAge: undefined }],
    ] as const) {
      expect(await bodies(path)).toEqual([`${backend} 0`, `${backend} 1`]);
      for (let session = 0; session < 5; session++) {
        const { body, cookie } = await asking(path);
        const { pair, ...seen } = parsed(cookie);
        expect(seen).toEqual({ ...expected, isHttpOnly: true });
        expect(await bodies(path, `other=1; ${pair}`)).toEqual([body]);
      }
    }
    expect((await asking('/')).cookie).toBeUndefined();
    expect(await bodies('/', 'basket-id=x')).toEqual(['shop/front:8080 0', 'shop/front:8080 1']);
  });
});
