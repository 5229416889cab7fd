import * as envoy from './gateway-api-support';
import { TOKENS, istio, policy } from './istio-support';
import { kubernetesChart, listening, objectsOf } from './support';
import { ApplicationConfiguration, Component, IngressProvider, IngressTrait } from '../../src';

const PROVIDERS: [string, () => IngressProvider, string[]][] = [
  ['Istio', () => istio(TOKENS), ['RequestAuthentication "ns.hello"', 'AuthorizationPolicy "ns.orders"']],
  ['Istio at a Gateway', () => envoy.gatewayApi(envoy.ISTIO), ['RequestAuthentication "ns.hello"', 'AuthorizationPolicy "ns.orders"']],
  ['Envoy Gateway', () => envoy.gatewayApi({ jwtIssuers: [envoy.ISSUER] }), ['SecurityPolicy "orders"']],
];

test.each(PROVIDERS)('%s applies what guards a route before it, though a trait without a policy was declared first', (_, provider, guards) => {
  const chart = kubernetesChart({ ingress: provider() });
  const application = new ApplicationConfiguration(chart, 'hello');
  const add = (name: string) => application.addComponent(new Component(chart, name, { workload: listening() }));
  new IngressTrait(add('pages'), 'ingress', { rules: [{ hosts: ['a.example.com'] }] });
  new IngressTrait(add('orders'), 'ingress', { rules: [{ hosts: ['a.example.com'], paths: [{ path: '/orders', authorizationPolicy: policy() }] }] });

  const shown = objectsOf(application).map(({ kind, metadata: { name } }) => `${kind} "${name}"`);
  const firstRoute = shown.findIndex(each => /HTTPRoute|VirtualService/.test(each));
  for (const guard of guards) expect(shown.slice(0, firstRoute)).toContain(guard);
});
