import { Duration } from 'cdk8s';
import { TOKENS, beside, istioObjects, policy, routedBy } from './istio-support';
import { withPorts } from './support';
import { IngressPathType } from '../../../src';
import { expectGolden } from '../../support/golden';

const { EXACT, PREFIX } = IngressPathType;

test('golden: two components on one host, with TLS, a cookie and policies', () => {
  const binding = routedBy({
    metadata: { name: 'web', labels: { tier: 'front' }, annotations: { note: 'kept' } },
    rules: [
      { hosts: ['shop.example.com'], paths: [{ path: '/' }, { path: '/login', pathType: EXACT }], destination: { port: 8080, httpCookie: { name: 'session', ttl: Duration.minutes(10) } } },
      { hosts: ['admin.example.com'], paths: [{ path: '/', authorizationPolicy: policy('admin') }, { path: '/healthz', pathType: EXACT }], destination: { port: 9090 } },
    ],
  }, { ...TOKENS, redirectsHttp: true }, withPorts(['http', 8080], ['admin', 9090]));
  beside(binding, 'orders', [{
    hosts: ['shop.example.com', 'www.shop.example.com'],
    paths: [{ path: '/orders', pathType: PREFIX, authorizationPolicy: policy() }, { path: '/orders/public', pathType: EXACT }],
  }]);

  expectGolden('kubernetes-istio', istioObjects(binding));
});
