import { Chart } from 'cdk8s';
import { ALL, GATEWAY, ISSUER, ISTIO, attached, gatewayApi, routingOf } from './gateway-api-support';
import { beside, otherApplication, policy } from './istio-support';
import { findingOf, findingsOf, kubernetes, listening, objectsOf, serviceBeside, withPorts } from './support';
import {
  ApplicationConfiguration, Component, ComponentBinding, GatewayListener, GatewayApiIngressProps, GatewayApiVersion, GatewayImplementation,
  IngressPathType, IngressRule, IngressTrait, IngressTraitProps, IstioGatewayPolicies, IstioRequestAuthentication, ListenerProtocol, TlsCertificate,
  Workload,
} from '../../../src';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const HOST = { hosts: ['shop.example.com'] };
const HOSTS = ['shop.example.com', 'shop.example.com:*', 'shop.example.com.', 'shop.example.com.:*'];
const ANY_TOKEN = { from: [{ source: { notRequestPrincipals: [`${ISSUER.issuer}/*`] } }] };
const TARGETS = [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }];

const trusting = (more: Partial<IstioGatewayPolicies>) => ({ istio: { ...ISTIO.istio, ...more } });

const guarded = (path: string, pathType = PREFIX, authorizationPolicy = policy()) => ({ path, pathType, authorizationPolicy });

/** Istio before the component `greet`. */
function byIstio(trait: IngressTraitProps, more: Partial<GatewayApiIngressProps> = {}, workload?: Workload): ComponentBinding {
  return attached(trait, { ...ISTIO, ...more }, workload);
}

function policiesOf(binding: ComponentBinding): any[] {
  return routingOf(binding).filter(({ kind }) => kind === 'AuthorizationPolicy');
}

const rulesOf = (...args: Parameters<typeof byIstio>): any[] => policiesOf(byIstio(...args))[0].spec.rules;
const operationsOf = (...args: Parameters<typeof byIstio>): any[] => rulesOf(...args).map(({ to }) => to.map(({ operation }: any) => operation));

test('golden: policies of Istio for a Gateway', () => {
  const binding = byIstio({
    metadata: { name: 'web', annotations: { team: 'shop' } },
    rules: [{ ...HOST, paths: [guarded('/orders', PREFIX, policy('clerk')), guarded('/orders/admin', PREFIX, policy('clerk')), { path: '/login', pathType: EXACT }] }],
  });
  beside(binding, 'pages', [HOST]);

  expect(findingsOf(binding)).toEqual([]);
  expectGolden('kubernetes-gateway-istio-policies', routingOf(binding));
});

describe('a policy', () => {
  test('is one of the Gateway, and has nothing of the trait that could disarm it', () => {
    const binding = byIstio({ metadata: { annotations: { 'istio.io/dry-run': 'true' } }, rules: [{ ...HOST, paths: [guarded('/orders')] }] });
    const [{ metadata: { name, namespace, annotations }, spec }] = policiesOf(binding);

    expect({ name, namespace, annotations }).toEqual({ name: 'ns.greet', namespace: 'gateways', annotations: { 'argocd.argoproj.io/sync-wave': '-1' } });
    expect(spec).toEqual({
      action: 'DENY',
      rules: [{
        ...ANY_TOKEN,
        to: [{ operation: { hosts: HOSTS, paths: ['/orders', '/orders/*'] } }],
        when: [{ key: 'connection.sni', values: ['*.example.com'] }],
      }],
      targetRefs: TARGETS,
    });
  });

  test.each<[string, any[], string[]]>([
    ['an exact path', [guarded('/orders', EXACT)], ['/orders']],
    ['all paths', [guarded('/')], ['/*']],
    ['a prefix with a slash at its end', [guarded('/orders/')], ['/orders', '/orders/*']],
  ])('covers what a route takes: %s', (_, paths, expected) => {
    expect(operationsOf({ rules: [{ ...HOST, paths }] })).toEqual([[{ hosts: HOSTS, paths: expected }]]);
  });

  test('leaves out more specific paths that it does not guard, whoever declares them', () => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [guarded('/'), { path: '/login', pathType: EXACT }, guarded('/orders/own', PREFIX)] }] });
    beside(binding, 'docs', [{ ...HOST, paths: [{ path: '/docs', pathType: EXACT }, guarded('/orders', PREFIX, policy('admin'))] }]);
    const [greet, docs] = policiesOf(binding).map(({ spec }) => spec.rules.map(({ to }: any) => to.map(({ operation }: any) => operation)));

    expect(greet).toEqual([[
      { hosts: HOSTS, paths: ['/*'], notPaths: ['/login', '/docs', '/orders', '/orders/*'] }, { hosts: HOSTS, paths: ['/orders/own', '/orders/own/*'] },
    ]]);
    const admins = [{ hosts: HOSTS, paths: ['/orders', '/orders/*'], notPaths: ['/orders/own', '/orders/own/*'] }];
    expect(docs).toEqual([admins, admins]);
  });
});

describe('a policy holds for connections', () => {
  const sni = (...values: string[]) => [{ key: 'connection.sni', values }];
  const PLAIN = [{ key: 'connection.sni', notValues: ['*'] }];
  const rule = { ...HOST, paths: [guarded('/orders')] };
  const gateway = (...listeners: Partial<GatewayListener>[]) =>
    ({ gateway: { ...GATEWAY, listeners: listeners.map((each, i) => ({ name: `l${i}`, allowedRoutes: ALL, ...each })) } });

  test.each<[string, Partial<GatewayApiIngressProps>, unknown[]]>([
    ['to its listener', gateway({ hostname: 'shop.example.com' }, { hostname: '*.example.com', port: 443 }), [sni('shop.example.com')]],
    ['to its listener of each port', gateway({ hostname: 'shop.example.com' }, { hostname: '*.example.com', port: 8443 }), [sni('shop.example.com', '*.example.com')]],
    ['to its listener for every host, for any server name', gateway({}), [undefined]],
    ['in plain text', { ...gateway({ protocol: ListenerProtocol.HTTP }), insecurePlainText: true }, [PLAIN]],
    ['to its ListenerSet', { gateway: { ...GATEWAY, listeners: GATEWAY.listeners.slice(1), apiVersion: GatewayApiVersion.V1_5, allowedListeners: ALL }, listenerSets: TlsCertificate.clusterIssuer('letsencrypt') },
      [sni('shop.example.com')]],
  ])('%s', (_, more, expected) => {
    const binding = byIstio({ rules: [rule] }, more);

    expect(findingsOf(binding)).toEqual([]);
    expect(policiesOf(binding)[0].spec.rules.map(({ when }: any) => when)).toEqual(expected);
  });

  test('over TLS and in plain text, of hosts that have one or the other', () => {
    const more = { ...gateway({ hostname: 'shop.example.com' }, { hostname: '*.example.org', protocol: ListenerProtocol.HTTP }), insecurePlainText: true };
    const rules = rulesOf({ rules: [{ ...rule, hosts: ['shop.example.com', 'a.example.org'] }] }, more);

    expect(rules.map(({ when }) => when)).toEqual([sni('shop.example.com'), PLAIN]);
  });

  test('in plain text, of the hosts of a trait that asks for it', () => {
    const binding = byIstio({ rules: [rule], insecurePlainText: true });

    expect(findingsOf(binding)).toEqual([]);
    expect(policiesOf(binding)[0].spec.rules.map(({ when }: any) => when)).toEqual([PLAIN]);
  });

  test('over TLS, so that no other trait may lead to the same pods in plain text', () => {
    const binding = byIstio({ rules: [rule] });
    new IngressTrait(binding, 'plain', { rules: [HOST], insecurePlainText: true, metadata: { name: 'plain' } });

    expect(findingsOf(binding)).toEqual([
      "[c/hello/greet/plain] not-expressible: 'rules[0]' may take requests of 'rules[0].paths[0]' of 'c/hello/greet/ingress' without its authorization policy, and leads to the same pods; "
        + 'give this path that policy, declare that path with it on this host too, or lead this one to other pods',
    ]);
  });

  test('but not to ports at which others serve TCP', () => {
    expect(operationsOf({ rules: [rule] }, trusting({ tcpPorts: [5432, 6379] }))).toEqual([[{ hosts: HOSTS, paths: ['/orders', '/orders/*'], notPorts: ['5432', '6379'] }]]);
  });
});

describe('a RequestAuthentication', () => {
  test('names the issuers, and is there once for an application', () => {
    const binding = byIstio({ rules: [{ ...HOST }] }, { jwtIssuers: [{ ...ISSUER, audiences: ['shop'] }] });
    beside(binding, 'orders', [{ ...HOST, paths: [guarded('/orders')] }]);
    beside(binding, 'carts', [{ ...HOST, paths: [guarded('/carts')] }]);

    expect(routingOf(binding).filter(({ kind }) => kind === 'RequestAuthentication').map(({ metadata: { name, namespace }, spec }) => ({ name, namespace, spec }))).toEqual([{
      name: 'ns.hello',
      namespace: 'gateways',
      spec: { jwtRules: [{ ...ISSUER, audiences: ['shop'], forwardOriginalToken: true }], targetRefs: TARGETS },
    }]);
  });

  test.each<[string, IngressRule, Partial<IstioGatewayPolicies>, string[]]>([
    ['exists already', { ...HOST, paths: [guarded('/a')] }, { requestAuthentication: IstioRequestAuthentication.EXISTS }, ['AuthorizationPolicy', 'HTTPRoute']],
    ['would guard nothing', HOST, {}, ['HTTPRoute']],
  ])('is not rendered where it %s', (_, rule, more, kinds) => {
    expect(routingOf(byIstio({ rules: [rule] }, trusting(more))).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('precedes the routes, as policies do, also those of an earlier trait', () => {
    const binding = byIstio({ rules: [HOST] });
    beside(binding, 'orders', [{ ...HOST, paths: [guarded('/orders')] }]);

    expect(objectsOf(binding).map(({ kind }) => kind).filter(kind => /Route|Auth/.test(kind))).toEqual(['RequestAuthentication', 'AuthorizationPolicy', 'HTTPRoute', 'HTTPRoute']);
  });
});

describe('a policy is refused', () => {
  const AT = "not-expressible: 'rules[0].paths[0].authorizationPolicy'";
  const many = (conditions: number) => ({
    requestPrincipals: ['*'],
    when: Array.from({ length: conditions }, (_, i) => ({ key: `request.auth.claims[c${i}]`, values: ['v'] })),
  });

  test.each<[string, any, string, Partial<GatewayApiIngressProps>?]>([
    ['for a wildcard', { hosts: ['*.example.com'], paths: [guarded('/')] },
      `${AT} cannot be expressed for host "*.example.com": a policy of Istio would not hold for requests that name a port; name each host`],
    ['for a regular expression', { ...HOST, paths: [guarded('/o.*', REGEX)] },
      `${AT} cannot be expressed for a regular expression: a policy of Istio compares the whole path, or its beginning; use Exact or Prefix`],
    ['with more rules than fit', { ...HOST, paths: [guarded('/', PREFIX, { rules: [many(7), many(7), many(8)] })] },
      `${AT} becomes 576 rules of Istio, and a policy has at most 512: one for each combination of conditions; give fewer rules with conditions`],
    ['with a condition that is no claim', { ...HOST, paths: [guarded('/', PREFIX, { rules: [{ requestPrincipals: ['*'], when: [{ key: 'source.ip', values: ['10.0.0.1'] }] }] })] },
      `${AT.slice(0, -1)}.rules[0].when[0].key' cannot be expressed: a gateway reads claims of tokens alone, got "source.ip"; use request.auth.claims[…], request.auth.audiences or request.auth.presenter`],
    ['without an issuer', { ...HOST, paths: [guarded('/')] },
      'invalid-value: \'rules[0].paths[0].authorizationPolicy.rules[0].from.requestPrincipals[0]\' needs an issuer of tokens, and \'jwtIssuers\' of the ingress provider names none; name the issuer and its keys there',
      { jwtIssuers: undefined, istio: undefined }],
    ['beside a path that is a pattern in it', { ...HOST, paths: [guarded('/'), { path: '/open*', pathType: EXACT }] },
      "invalid-path: 'rules[0].paths[1].path' must have no \"'\", \"*\", \";\" or \"%\" on \"shop.example.com\", which has an authorization policy: Istio compares the paths of policies as they are sent, got \"/open*\"; "
      + 'use a prefix that ends before them, or another host'],
  ])('%s', (_, rule, message, more = {}) => {
    expect(findingsOf(byIstio({ rules: [rule] }, more))).toEqual([`[c/hello/greet/ingress] ${message}`]);
  });

  test('not beside a pattern on another host', () => {
    expect(findingsOf(byIstio({ rules: [{ ...HOST, paths: [guarded('/')] }, { hosts: ['b.example.com'], paths: [{ path: '/open*', pathType: EXACT }] }] }))).toEqual([]);
  });

  test('where a trait of the application was removed', () => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [guarded('/a')] }] });
    beside(binding, 'orders', [{ ...HOST, paths: [guarded('/orders')] }]);
    binding.node.tryRemoveChild('ingress');

    expect(findingOf(binding)).toBe("trait-removed: shares objects of its application with 'c/hello/greet/ingress', which was removed from the tree; do not declare that one");
  });
});

describe('other spellings of a path', () => {
  const open = (field = 'rules[0].paths[1]') => `not-expressible: '${field}' would let requests past the authorization policy of 'rules[0].paths[0]' of 'c/hello/greet/ingress': `
    + 'both lead to the same pods, which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods';
  const plain = (at: string, field = 'rules[0]') => `[${at}] not-expressible: '${field}' may take requests of 'rules[0].paths[0]' of 'c/hello/greet/ingress' without its authorization policy, `
    + 'and leads to the same pods; give this path that policy, declare that path with it on this host too, or lead this one to other pods';

  test.each<[string, any]>([
    ['an open prefix', { path: '/public', pathType: PREFIX }],
    ['an open regular expression', { path: '/p.*', pathType: REGEX }],
    ['a prefix with another policy', guarded('/public', PREFIX, policy('admin'))],
  ])('fails when %s leads to the same pods', (_, path) => {
    expect(findingsOf(byIstio({ rules: [{ ...HOST, paths: [guarded('/orders'), path] }] }))[0]).toBe(`[c/hello/greet/ingress] ${open()}`);
  });

  test('fails when a prefix of another host does, by another Service', () => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [guarded('/orders')] }] });
    const selector = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };
    new IngressTrait(serviceBeside(binding, 'public', { selector, ports: [{ port: 80, targetPort: 8080 }] }), 'ingress', { rules: [{ hosts: ['b.example.com'] }] });

    expect(findingsOf(binding)).toEqual([plain('c/hello/public/ingress')]);
  });

  test('fails when a prefix of another namespace does', () => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, { rendersReferenceGrants: true });
    const chart = new Chart(Chart.of(binding), 'blog', { namespace: 'blog' });
    const pages = new ApplicationConfiguration(chart, 'blog').addComponent(new Component(chart, 'pages', { workload: listening() }));
    new IngressTrait(pages, 'ingress', { rules: [{ hosts: ['b.example.com'], destination: { host: 'greet.ns', port: 8080 } }] });

    expect(findingsOf(binding)).toEqual([plain('c/blog/blog/pages/ingress')]);
  });

  test.each<[string, any, Partial<GatewayApiIngressProps>]>([
    ['are exact', { path: '/login' }, {}],
    ['have the same policy', guarded('/'), {}],
    ['are trusted', { path: '/' }, trusting({ insecureTrustsSpelling: true })],
  ])('do not matter where paths %s', (_, path, more) => {
    expect(findingsOf(byIstio({ rules: [{ ...HOST, paths: [guarded('/orders'), path] }] }, more))).toEqual([]);
  });

  test('do not matter to other ports', () => {
    const rules = [{ ...HOST, paths: [guarded('/orders')], destination: { port: 9090 } }, { ...HOST, destination: { port: 8080 } }];
    expect(findingsOf(byIstio({ rules }, {}, withPorts(['http', 8080], ['admin', 9090])))).toEqual([]);
  });
});

describe('a host with a policy, of two applications', () => {
  const open = { path: '/a/b', pathType: PREFIX };

  test.each([true, false])('fails when the policy of one refuses what the other lets in; the first of them has it: %s', isFirst => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [isFirst ? guarded('/a') : open] }] });
    otherApplication(binding, [{ ...HOST, paths: [isFirst ? open : guarded('/a')] }]);

    expect(findingsOf(binding)).toEqual([`[${isFirst ? 'c/other/shop/ingress' : 'c/hello/greet/ingress'}] not-expressible: 'rules[0].paths[0]' lets everybody in, `
      + `and AuthorizationPolicy gateways/ns.${isFirst ? 'greet' : 'shop'}, the policy of another path, refuses some of its requests; use another host, or Exact or Prefix`]);
  });

  test.each<[string, any, any]>([['the policy is for other paths', guarded('/a'), { path: '/b', pathType: EXACT }], ['there is none', { path: '/a', pathType: EXACT }, { path: '/b', pathType: EXACT }]])('passes when %s', (_, own, other) => {
    const binding = byIstio({ rules: [{ ...HOST, paths: [own] }] });
    otherApplication(binding, [{ ...HOST, paths: [other] }]);

    expect(findingsOf(binding)).toEqual([]);
  });
});

describe('properties', () => {
  const PODS = "invalid-value: 'ingress.pods' must have namespace \"gateways\" and label 'gateway.networking.k8s.io/gateway-name' with value \"public\": at other pods, Istio ignores the authorization policies of the Gateway; "
    + "let Istio run the Gateway (no address of type Hostname in 'spec.addresses') and set both, or use IngressProvider.istio()";

  test.each<[string, Partial<GatewayApiIngressProps>, string]>([
    ['the issuers of Istio have no RequestAuthentication', { istio: undefined },
      "missing-field: 'ingress.istio' is required with 'jwtIssuers'"],
    ['Istio has no issuers', { jwtIssuers: undefined },
      "missing-field: 'ingress.jwtIssuers' is required with 'istio'"],
    ['another implementation has what is for Istio', { implementation: GatewayImplementation.ENVOY_GATEWAY }, "invalid-value: 'ingress.istio' is for GatewayImplementation.ISTIO alone; leave it out"],
    ['the pods are not known', { pods: undefined }, PODS],
    ['the pods are in another namespace', { pods: { ...ISTIO.pods, namespace: 'istio-system' } }, PODS],
    ['the pods are those of another gateway', { pods: { namespace: 'gateways', podLabels: { istio: 'ingressgateway' } } }, PODS],
    ['an issuer has an asterisk', { jwtIssuers: [{ ...ISSUER, issuer: 'https://*' }] },
      "invalid-value: 'ingress.jwtIssuers[0].issuer' must have no asterisk, which stands for any issuer in a policy of Istio, got \"https://*\"; write the issuer as tokens do"],
    ['a port of TCP is one of a listener', { gateway: { ...GATEWAY, listeners: [{ name: 'https', port: 9443 }] }, ...trusting({ tcpPorts: [5432, 9443] }) },
      "invalid-value: 'ingress.istio.tcpPorts[1]' must not be the port of a listener: no authorization policy would hold there, got 9443; name ports at which others serve TCP alone"],
    ['who makes the RequestAuthentication is not said', { istio: {} as IstioGatewayPolicies }, "missing-field: 'ingress.istio.requestAuthentication' is required"],
  ])('fails when %s', (_, more, message) => {
    expect(messageOf(() => kubernetes({ ingress: gatewayApi({ ...ISTIO, ...more }) }))).toContain(message);
  });

  test('fails once when a port of TCP is one at which gateways serve HTTP, and that of a listener too', () => {
    expect(messageOf(() => kubernetes({ ingress: gatewayApi({ ...ISTIO, ...trusting({ tcpPorts: [443] }) }) }))).toBe(
      "[KubernetesPlatform] invalid-value: 'ingress.istio.tcpPorts[0]' must not be 80, 443, 8080 or 8443, where gateways serve HTTP: no authorization policy would hold there, got 443; name ports at which others serve TCP alone");
  });
});
