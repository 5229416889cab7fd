import { ApiObject, Chart, Lazy } from 'cdk8s';
import * as envoy from './gateway-api-support';
import { TOKENS, istio, policy } from './istio-support';
import { findingsOf, kubernetesChart, listening, objectsOf } from './support';
import { ApplicationConfiguration, AuthorizationPolicy, Component, ComponentBinding, IngressProvider, IngressPathType, IngressTrait } from '../../../src';

const PROVIDERS: [string, () => IngressProvider, string[]][] = [
  ['Istio', () => istio(TOKENS), ['RequestAuthentication "ns.hello"', 'AuthorizationPolicy "ns.orders"']],
  ['Istio at a Gateway', () => envoy.gatewayApi(envoy.ISTIO), ['RequestAuthentication "ns.hello"', 'AuthorizationPolicy "ns.orders"']],
  ['Envoy Gateway', () => envoy.gatewayApi({ jwtIssuers: [envoy.ISSUER] }), ['SecurityPolicy "orders"']],
];

/** An open component, whose trait has these annotations, and another one. */
function pagesBeside(ingress: IngressProvider, annotations: Record<string, string>, authorizationPolicy?: AuthorizationPolicy): ComponentBinding {
  const chart = kubernetesChart({ ingress });
  const application = new ApplicationConfiguration(chart, 'hello');
  const add = (name: string) => application.addComponent(new Component(Chart.of(chart), name, { workload: listening() }));
  const pages = add('pages');
  new IngressTrait(pages, 'ingress', { metadata: { annotations }, rules: [{ hosts: ['a.example.com'] }] });
  new IngressTrait(add('orders'), 'ingress', { rules: [{ hosts: ['a.example.com'], paths: [{ path: '/orders', pathType: IngressPathType.EXACT, authorizationPolicy }] }] });
  return pages;
}

const OPEN = "[c/hello/orders/ingress] not-expressible: 'rules[0].paths[0]' is open although it has an authorization policy: no object enforces it; "
  + 'leave the policies of the trait in the app, without the annotation istio.io/dry-run';

describe.each(PROVIDERS)('%s', (_, provider, guards) => {
  const annotations = { 'argocd.argoproj.io/sync-wave': '-5', 'argocd.argoproj.io/hook': 'PreSync', 'helm.sh/hook': 'pre-install' };

  test('fails when a trait says when its routes are applied, and another one has a policy', () => {
    expect(findingsOf(pagesBeside(provider(), annotations, policy()))).toEqual(Object.keys(annotations).map(key =>
      `[c/hello/pages/ingress] not-expressible: 'metadata.annotations['${key}']' must not be set where the application has an authorization policy: `
      + 'a route could be applied before it; leave it out'));
  });

  test('fails when what guards a route was taken away alone', () => {
    const pages = pagesBeside(provider(), {}, policy());
    const trait = pages.application.node.findChild('orders').node.findChild('ingress');
    const removed = trait.node.children.filter(each => /Policy|RequestAuthentication/.test((each as ApiObject).kind));
    for (const each of removed) trait.node.tryRemoveChild(each.node.id);

    expect(findingsOf(pages)).toEqual([OPEN]);
  });

  test.each<[string, (guard: ApiObject) => void]>([
    ['is added', guard => guard.metadata.addAnnotation('istio.io/dry-run', 'true')],
    ['is added by a Lazy', guard => guard.metadata.addAnnotation('istio.io/dry-run', Lazy.any({ produce: () => 'true' }))],
  ])('fails when an annotation %s by which Istio does not enforce a policy', (__, add) => {
    const pages = pagesBeside(provider(), {}, policy());
    const trait = pages.application.node.findChild('orders').node.findChild('ingress');
    for (const each of trait.node.children) add(each as ApiObject);

    expect(findingsOf(pages)).toEqual(guards.some(guard => guard.startsWith('AuthorizationPolicy')) ? [OPEN] : []);
  });

  test('leaves the order to traits where there is no policy', () => {
    expect(findingsOf(pagesBeside(provider(), annotations))).toEqual([]);
  });
});

test.each(PROVIDERS)('%s applies what guards a route before it, though a trait without a policy was declared first', (_, provider, guards) => {
  const chart = kubernetesChart({ ingress: provider() });
  const application = new ApplicationConfiguration(chart, 'hello');
  const add = (name: string) => application.addComponent(new Component(chart, name, { workload: listening() }));
  new IngressTrait(add('pages'), 'ingress', { rules: [{ hosts: ['a.example.com'] }] });
  new IngressTrait(add('orders'), 'ingress', { rules: [{ hosts: ['a.example.com'], paths: [{ path: '/orders', pathType: IngressPathType.EXACT, authorizationPolicy: policy() }] }] });

  const shown = objectsOf(application).map(({ kind, metadata: { name } }) => `${kind} "${name}"`);
  const firstRoute = shown.findIndex(each => /HTTPRoute|VirtualService/.test(each));
  for (const guard of guards) expect(shown.slice(0, firstRoute)).toContain(guard);
});
