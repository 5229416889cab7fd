import { objectsOf, stepsOf, taking } from './support';

const object = (kind: string, namespace: string, name: string, spec: object) =>
  `---\n${JSON.stringify({ apiVersion: 'networking.istio.io/v1', kind, metadata: { name, namespace }, spec })}\n`;

/** A Gateway of Istio; a server is `host,host 443 HTTPS`. */
const gateway = (servers: readonly string[], name = 'public') => object('Gateway', 'shop', name, {
  selector: { istio: 'ingressgateway' },
  servers: servers.map((text, i) => {
    const [hosts, port, protocol] = text.split(' ');
    const tls = protocol === 'HTTPS' ? { mode: 'SIMPLE', credentialName: `${name}-${i}-tls` } : protocol === 'REDIRECT' ? { httpsRedirect: true } : undefined;
    return { hosts: hosts.split(','), port: { number: Number(port), protocol: protocol === 'REDIRECT' ? 'HTTP' : protocol, name: `p-${i}` }, ...tls && { tls } };
  }),
});

/** A VirtualService; a rule is `prefix /a, exact /b => cart:80`. */
const service = (hosts: readonly string[], rules: readonly string[], given: { name?: string; gateways?: readonly string[] } = {}) => {
  const { name = 'cart', gateways = ['public'] } = given;
  const ruleOf = (text: string) => {
    const [matches, backend] = text.split(' => ');
    const [host, port] = backend.split(':');
    const match = matches.split(', ').map(each => ({ uri: Object.fromEntries([each.split(' ')]) }));
    return { ...matches !== '*' && { match }, route: [{ destination: { host, ...port && { port: { number: Number(port) } } } }] };
  };
  return object('VirtualService', 'shop', name, { hosts, gateways, http: rules.map(ruleOf) });
};

const of = (...documents: readonly string[]) => objectsOf(documents.join('').replace(/^---\n/, ''));
const HTTPS = gateway(['*.example.com 443 HTTPS']);

describe('a route takes', () => {
  test('paths by the beginning of their text, the first one of the object', () => {
    const objects = of(HTTPS, service(['shop.example.com'], ['prefix /cart => cart:80', 'exact /cart => exact:80', 'regex /[a-z]{2} => two:80', '* => root:80', 'prefix /behind => behind:80']));
    const paths = ['/', '/cart', '/carts', '/ab', '/abc', '/behind'];
    expect(paths.map(path => taking(objects, 'shop.example.com', path)[0])).toEqual(['root:80', 'cart:80', 'cart:80', 'two:80', 'root:80', 'root:80']);
  });

  test('what another object takes too, and nothing says which one comes first; what takes all comes last', () => {
    const [one, two] = [service(['a.example.com'], ['prefix /a => one:80', '* => rest:80']), service(['a.example.com'], ['prefix /a/b => two:80'], { name: 'two' })];
    expect(['/a', '/a/b', '/b'].map(path => taking(of(HTTPS, one, two), 'a.example.com', path))).toEqual([['one:80'], ['one:80', 'two:80'], ['rest:80']]);
  });
});

test('the certificate is that of the server with the most specific host', () => {
  const objects = of(gateway(['*.example.com 443 HTTPS', 'shop.example.com 443 HTTPS', '* 80 REDIRECT']), service(['shop.example.com'], ['prefix / => cart']));
  expect(stepsOf(objects, 'https://shop.example.com/cart')).toEqual([
    "VirtualService shop/cart: 'spec.http[0].match[0]' takes shop.example.com/ and what begins so",
    "Gateway shop/public: 'spec.servers[1].tls.credentialName' serves shop.example.com with the certificate in Secret public-1-tls",
    "VirtualService shop/cart: broken-route: 'spec.http[0].route[0].destination.host' leads to Service \"cart\", which is not rendered in namespace \"shop\"",
  ]);
  expect(stepsOf(objects, 'http://shop.example.com/cart')).toEqual([
    "Gateway shop/public: 'spec.servers[2].tls.httpsRedirect' takes */ and what begins so",
    "Gateway shop/public: broken-route: 'spec.servers[2].tls.httpsRedirect' redirects to https://: no pods answer",
  ]);
});
