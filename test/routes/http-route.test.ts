import { objectsOf, stepsOf, taking } from './support';

/** A Gateway with listeners; a listener is `name host port protocol`. */
const gateway = (listeners: readonly string[], given: { name?: string; className?: string; from?: string } = {}) => {
  const { name = 'public', className = 'eg', from = 'All' } = given;
  const listenerOf = (text: string) => {
    const [own, hostname, port, protocol] = text.split(' ');
    const tls = protocol === 'HTTPS' ? { tls: { certificateRefs: [{ name: `${own}-tls` }] } } : {};
    return { name: own, ...hostname === '*' ? {} : { hostname }, port: Number(port), protocol, ...tls, allowedRoutes: { namespaces: { from } } };
  };
  return `---
${JSON.stringify({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: { name, namespace: 'infra' }, spec: { gatewayClassName: className, listeners: listeners.map(listenerOf) } })}
`;
};

/** An HTTPRoute of the shop; a rule is `Prefix /a, Exact /b => cart:80`. */
const route = (hostnames: readonly string[], rules: readonly string[], given: { name?: string; section?: string; parent?: string } = {}) => {
  const { name = 'cart', section, parent = 'public' } = given;
  const matchOf = (text: string) => {
    const [type, value] = text.split(' ');
    return { path: { type: { Prefix: 'PathPrefix', Regex: 'RegularExpression' }[type] ?? type, value } };
  };
  const ruleOf = (text: string) => {
    const [matches, backend] = text.split(' => ');
    const [service, port] = backend.split(':');
    return { matches: matches.split(', ').map(matchOf), backendRefs: [{ name: service, port: Number(port) }] };
  };
  const parentRefs = [{ name: parent, namespace: 'infra', ...section ? { sectionName: section } : {} }];
  return `---
${JSON.stringify({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name, namespace: 'shop' }, spec: { parentRefs, hostnames, rules: rules.map(ruleOf) } })}
`;
};

const of = (...documents: readonly string[]) => objectsOf(documents.join('').replace(/^---\n/, ''));
const HTTPS = gateway(['https *.example.com 443 HTTPS']);

describe('a route takes', () => {
  test('paths by their elements, the exact one first, then the longest', () => {
    const objects = of(HTTPS, route(['shop.example.com'], ['Prefix / => root:80', 'Prefix /cart/ => cart:80', 'Exact /cart => exact:80', 'Prefix /cart/a => a:80']));
    const paths = ['/', '/cart', '/cart/', '/cart/a/1', '/carts'];
    expect(paths.map(path => taking(objects, 'shop.example.com', path)[0])).toEqual(['root:80', 'exact:80', 'cart:80', 'a:80', 'root:80']);
  });

  test('any number of labels by a wildcard, and the more specific host decides', () => {
    const objects = of(HTTPS, route(['*.example.com'], ['Prefix / => wild:80']), route(['shop.example.com'], ['Prefix /cart => cart:80'], { name: 'b' }));
    expect(['a.example.com', 'a.b.example.com', 'example.com', 'shop.example.com'].map(host => taking(objects, host, '/'))).toEqual([['wild:80'], ['wild:80'], [], []]);
    expect(taking(objects, 'shop.example.com', '/cart/1')).toEqual(['cart:80']);
  });
});

test('the certificate is that of the listener', () => {
  expect(stepsOf(of(HTTPS, route(['shop.example.com'], ['Prefix /cart => cart:80'])), 'https://shop.example.com/cart')).toEqual([
    "HTTPRoute shop/cart: 'spec.rules[0].matches[0]' takes shop.example.com/cart and what is below it",
    "Gateway infra/public: 'spec.listeners[0].tls.certificateRefs[0]' serves shop.example.com with the certificate in Secret https-tls",
    "HTTPRoute shop/cart: broken-route: 'spec.rules[0].backendRefs[0].name' leads to Service \"cart\", which is not rendered in namespace \"shop\"",
  ]);
});
