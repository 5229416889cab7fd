import { isManifestAssertionError } from '../../src/testing/errors';
import { Manifests } from '../../src/testing';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from '../cluster/routes/gateways';
import { ingressOf, wordsOf } from '../cluster/routes/support';
import { thrownBy } from '../support/message';

const manifests = (...objects: readonly object[]) => Manifests.ofYaml(objects.map(each => JSON.stringify(each)).join('\n---\n'));

test('routes of all kinds are distinct, and so are none', () => {
  manifests(
    ingressOf({ h: ['Prefix / => root:80', 'Prefix /a => a:80'] }),
    gatewayOf(['https * 443 HTTPS']), httpRouteOf(['h'], ['Prefix / => root:80', 'Prefix /a => a:80']),
    istioGatewayOf(['* 443 HTTPS']), virtualServiceOf(['h'], ['prefix /a => a:80', '* => root:80']),
  ).hasDistinctRoutes();
  Manifests.ofYaml('{ apiVersion: v1, kind: Namespace, metadata: { name: x } }').hasDistinctRoutes();
});

test('fails when a route gets no requests for one of its hosts', () => {
  const routes = manifests(
    gatewayOf(['https * 443 HTTPS'], { className: 'istio' }),
    httpRouteOf(['a.example.com', 'b.example.com'], ['Regex /orders/[0-9]+ => orders:80']),
    httpRouteOf(['b.example.com'], ['Prefix / => pages:80'], { name: 'pages' }),
  );
  const error = thrownBy(() => routes.hasDistinctRoutes());
  expect(isManifestAssertionError(error) && error.findings.slice(1).map(wordsOf)).toEqual([
    "shadowed-route: 'spec.rules[0].matches[0]' gets no requests for host \"b.example.com\" at Gateway infra/public:443 (HTTPS): "
    + "'spec.rules[0].matches[0]' of HTTPRoute shop/pages takes all of them before",
  ]);
});

test('fails when a route gets no requests, and when nothing says which one of two gets them', () => {
  const routes = manifests(
    istioGatewayOf(['* 443 HTTPS']), virtualServiceOf(['h', 'i'], ['* => root:80', 'prefix /a => a:80']),
    ingressOf({ h: ['Prefix /a => one:80'] }, { name: 'one' }), ingressOf({ h: ['Prefix /a/ => two:80'] }, { name: 'two' }),
  );
  const error = thrownBy(() => routes.hasDistinctRoutes());
  expect(isManifestAssertionError(error) && error.findings.slice(1).map(wordsOf)).toEqual([
    "shadowed-route: 'spec.http[1].match[0]' gets no requests: 'spec.http[0]' of VirtualService shop/cart takes all of them before",
    "ambiguous-route: 'spec.rules[0].http.paths[0]' claims the same as 'spec.rules[0].http.paths[0]' of Ingress shop/one, and leads elsewhere",
  ]);
  expect(error.message.split('\n')).toEqual([
    'indistinct-routes: every route must get its own requests: 2 routes must be changed',
    "  VirtualService shop/cart (<yaml>:3): 'spec.http[1].match[0]' gets no requests: 'spec.http[0]' of VirtualService shop/cart takes all of them before",
    "  Ingress shop/two (<yaml>:7): 'spec.rules[0].http.paths[0]' claims the same as 'spec.rules[0].http.paths[0]' of Ingress shop/one, and leads elsewhere",
  ]);
});
