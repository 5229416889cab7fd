import { ingressOf, objectsOf, stepsOf } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';

/** A Service of the shop. */
const service = (spec: object, name = 'cart', namespace: string | undefined = 'shop') =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec }) as unknown as TypedManifest;

/** A Deployment of the shop. */
const deployment = (ports: unknown, spec: object = {}, labels: object = { app: 'cart' }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart', namespace: 'shop' },
  spec: { ...spec, template: { metadata: { labels }, spec: { containers: [{ name: 'cart', ports }] } } },
}) as unknown as TypedManifest;

const SELECTOR = { app: 'cart' };
const INGRESS = ingressOf({ 'shop.example.com': ['Prefix /cart => cart:80'] });
const TAKES = "Ingress shop/web: 'spec.rules[0].http.paths[0]' takes shop.example.com/cart and what is below it";
const HTTP = [{ name: 'http', containerPort: 8080 }];
const URL_OF_CART = 'http://shop.example.com/cart/1';

test('a request is followed to the pods', () => {
  const objects = [INGRESS, service({ selector: SELECTOR, ports: [{ port: 443 }, { port: 80, targetPort: 'http' }] }), deployment(HTTP)];
  expect(stepsOf(objects, URL_OF_CART)).toEqual([
    TAKES,
    "Service shop/cart: 'spec.ports[1]' leads from port 80 to port http of the pods",
    "Service shop/cart: 'spec.selector' selects the pods",
    "Deployment shop/cart: '' listens on port 8080",
  ]);
});

describe('the port of the pods', () => {
  const behind = (port: object, ports: unknown, more: readonly TypedManifest[] = []) =>
    stepsOf([INGRESS, service({ selector: SELECTOR, ports: [{ port: 80, ...port }] }), deployment(ports), ...more], URL_OF_CART).slice(1).at(-1);

  test('is the number, the name, or that of the Service', () => {
    expect(behind({ targetPort: 8080 }, HTTP)).toBe("Deployment shop/cart: '' listens on port 8080");
    expect(behind({}, [{ containerPort: 80 }])).toBe("Deployment shop/cart: '' listens on port 80");
  });

  test('fails when no container declares it', () => {
    const declares = (which: string, ports: string) =>
      `Service shop/cart: broken-route: 'spec.ports[0]' leads to port ${which}, which no container of the pods declares (${ports})`;
    expect(behind({ targetPort: 'web' }, HTTP)).toBe(declares('"web"', '8080 (http)'));
    expect(behind({ targetPort: 9090 }, [...HTTP, { containerPort: 9091 }])).toBe(declares('9090', '8080 (http), 9091'));
    expect(behind({}, undefined)).toBe(declares('80', 'none'));
    expect(behind({ targetPort: 'http' }, [{ ...HTTP[0], protocol: 'UDP' }])).toBe(declares('"http"', '8080/UDP (http)'));
  });

  test('is that of a container that starts before the others and stays', () => {
    const initContainers = (restartPolicy?: string) => objectsOf(JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'proxied', namespace: 'shop', labels: { app: 'cart' } },
      spec: { containers: [{ name: 'cart' }], initContainers: [{ name: 'proxy', ports: HTTP, restartPolicy }] },
    }));
    expect(behind({ targetPort: 'http' }, undefined, initContainers('Always'))).toBe("Pod shop/proxied: '' listens on port 8080");
    expect(behind({ targetPort: 'http' }, undefined, initContainers())).toMatch(/no container of the pods declares \(none\)$/);
  });

  test('is not known of pods that an operator makes, and taken as it is', () => {
    const [coherence] = objectsOf('{ apiVersion: coherence.oracle.com/v1, kind: Coherence, metadata: { name: cart, namespace: shop }, spec: { labels: { app: cart } } }');
    expect(behind({ targetPort: 'web' }, undefined, [coherence])).toBe("Coherence shop/cart: '' listens on port 80");
    expect(behind({ targetPort: 7001 }, undefined, [coherence])).toBe("Coherence shop/cart: '' listens on port 7001");
  });

  test('is that of the pods which have it', () => {
    const [other] = objectsOf('{ apiVersion: v1, kind: Pod, metadata: { name: other, namespace: shop, labels: { app: cart } }, spec: { containers: [{ name: a, ports: [null] }] } }');
    expect(behind({ targetPort: 'http' }, HTTP, [other])).toBe("Deployment shop/cart: '' listens on port 8080");
  });
});

describe('fails when', () => {
  const PORTS = { ports: [{ port: 80, targetPort: 'http' }] };
  const CART = service({ selector: SELECTOR, ...PORTS });
  const END = "Ingress shop/web: broken-route: 'spec.rules[0].http.paths[0].backend";

  test.each<[string, readonly TypedManifest[], string]>([
    ['there is no Service', [deployment(HTTP)], `${END}.service.name' leads to Service "cart", which is not rendered in namespace "shop"`],
    ['its name is misspelt', [service({}, 'carts')], `${END}.service.name' leads to Service "cart", which is not rendered in namespace "shop"; did you mean "carts"?`],
    ['it is in another namespace', [service({}, 'cart', 'other')], `${END}.service.name' leads to Service "cart", which is not rendered in namespace "shop", but in "other": an Ingress reaches the Services of its own namespace alone`],
    ['it has no such port', [service({ selector: SELECTOR, ports: [{ port: 8080, name: 'http' }, { port: 80, protocol: 'UDP' }, null] })], `${END}.service.port' must be a port of Service "cart" (8080 (http), 80/UDP), got 80`],
    ['it stands for a host', [service({ type: 'ExternalName', externalName: 'cart.example.org' })], "Service shop/cart: broken-route: 'spec.externalName' stands for \"cart.example.org\", which is not in these manifests: what answers is not known"],
    ['it has no selector', [service(PORTS)], "Service shop/cart: broken-route: 'spec.selector' is not there: what answers is not known"],
    ['its selector is empty', [service({ ...PORTS, selector: {} })], "Service shop/cart: broken-route: 'spec.selector' is not there: what answers is not known"],
    ['it selects no pods', [CART], "Service shop/cart: broken-route: 'spec.selector' selects no pods"],
    ['the pods have other labels', [CART, deployment(HTTP, {}, { app: 'carts' })], "Service shop/cart: broken-route: 'spec.selector' selects no pods; those of Deployment shop/cart come closest, and lack app=cart"],
    ['there are no pods', [CART, deployment(HTTP, { replicas: 0 })], "Deployment shop/cart: broken-route: 'spec.replicas' is 0: there are no pods"],
  ])('%s', (_, objects, expected) => {
    expect(stepsOf([INGRESS, ...objects], URL_OF_CART)).toEqual([TAKES, expected]);
  });

  test('the backend is no Service, or none', () => {
    const spoilt = (backend: object) => ({ ...INGRESS, spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Exact', backend }] } }] } }) as unknown as TypedManifest;
    const taken = "Ingress shop/web: 'spec.rules[0].http.paths[0]' takes */";
    expect(stepsOf([spoilt({ resource: { kind: 'StorageBucket', name: 'icons' } })], 'http://h/')).toEqual([taken, `${END}.resource' leads to StorageBucket "icons", which is no Service: what answers is not known`]);
    expect(stepsOf([spoilt({ service: { name: 'cart' } })], 'http://h/')).toEqual([taken, `${END}.service' names no port of a Service`]);
  });

  test('no route takes the request', () => {
    expect(stepsOf([], 'http://h/')).toEqual(['no-route: no Ingress, HTTPRoute or VirtualService of a gateway is rendered']);
    expect(stepsOf([INGRESS], 'http://shop.exmple.com/cart')).toEqual(['no-route: no route is for host "shop.exmple.com"; there are "shop.example.com"; did you mean "shop.example.com"?']);
    expect(stepsOf([INGRESS], 'http://shop.example.com/card')).toEqual(['no-route: no route of host "shop.example.com" takes path "/card"; it has "/cart"; did you mean "/cart"?']);
  });

  test('two claim the same and lead to different backends', () => {
    const other = ingressOf({ 'shop.example.com': ['Prefix /cart/ => other:80'] }, { name: 'other' });
    expect(stepsOf([INGRESS, other, CART, deployment(HTTP)], URL_OF_CART)).toEqual([
      TAKES, "Ingress shop/other: ambiguous-route: 'spec.rules[0].http.paths[0]' claims the same as 'spec.rules[0].http.paths[0]' of Ingress shop/web, and leads elsewhere",
    ]);
  });

  test('a policy closes the port of the pods', () => {
    const [policy] = objectsOf(`
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec: { podSelector: { matchLabels: { app: cart } }, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 9090 }] }] }
`);
    const open = { ...policy, spec: { ...policy.spec as object, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 'http' }] }] } } as unknown as TypedManifest;
    expect(stepsOf([INGRESS, CART, deployment(HTTP), policy], URL_OF_CART).at(-1)).toBe("NetworkPolicy shop/cart: refused-connection: 'spec.ingress[0].ports' has no port 8080/TCP");
    expect(stepsOf([INGRESS, CART, deployment(HTTP), open], URL_OF_CART).at(-1)).toBe("Deployment shop/cart: '' listens on port 8080");
  });
});

describe('the certificate', () => {
  const served = (...tls: readonly object[]) => stepsOf([ingressOf({ 'shop.example.com': ['Prefix / => cart:80'] }, { tls })], 'https://shop.example.com/')[1];

  test('is the one of the host, of a wildcard, or of all hosts', () => {
    const secret = 'serves shop.example.com with the certificate in Secret';
    expect(served({ hosts: ['example.com'], secretName: 'a' }, { hosts: ['Shop.example.com'], secretName: 'b' })).toBe(`Ingress shop/web: 'spec.tls[1]' ${secret} b`);
    expect(served({ hosts: ['*.example.com'], secretName: 'a' })).toBe(`Ingress shop/web: 'spec.tls[0]' ${secret} a`);
    expect(served({ secretName: 'a' })).toBe(`Ingress shop/web: 'spec.tls[0]' ${secret} a`);
    expect(served({ hosts: ['shop.example.com'] })).toBe("Ingress shop/web: 'spec.tls[0]' serves shop.example.com with a certificate of its controller");
  });

  test('may be that of another Ingress of the host', () => {
    const other = ingressOf({ 'shop.example.com': ['Prefix /other => cart:80'] }, { name: 'other', tls: [{ hosts: ['shop.example.com'], secretName: 'b' }] });
    expect(stepsOf([INGRESS, other], 'https://shop.example.com/cart')[1]).toBe("Ingress shop/other: 'spec.tls[0]' serves shop.example.com with the certificate in Secret b");
  });

  test('fails when there is none for the host', () => {
    const none = "Ingress shop/web: broken-route: 'spec.tls' has no certificate for host \"shop.example.com\"";
    expect(served()).toBe(none);
    expect(served({ hosts: ['a.shop.example.com', '*.com'], secretName: 'a' })).toBe(none);
  });
});

test('what is said of paths whose comparison is not known, and of a default backend', () => {
  const [assumed, rest] = [ingressOf({ h: ['/a => x:1'] }), ingressOf({}, { defaultBackend: 'x:1' })].map(each => stepsOf([each], 'http://h/a')[0]);
  expect(assumed).toBe("Ingress shop/web: 'spec.rules[0].http.paths[0]' takes h/a and what is below it, as ImplementationSpecific is read here");
  expect(rest).toBe("Ingress shop/web: 'spec.defaultBackend' takes what no rule takes");
});
