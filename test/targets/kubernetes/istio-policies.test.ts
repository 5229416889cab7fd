import { ApiObject, Chart } from 'cdk8s';
import { ISSUER, TOKENS, beside, istio, istioChart, ofKind, otherApplication, policy, routedBy } from './istio-support';
import { bindOn, findingOf, findingsOf, kubernetes, objectsOf, only, serviceBeside, weblogic, withPorts } from './support';
import { AuthorizationPolicy, IngressPathType, IngressTrait, IstioDataPlane, IstioIngressProps, IstioRequestAuthentication, NetworkPolicyTrait, TlsCertificate } from '../../../src';
import { messageOf } from '../../support/message';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const ANY_TOKEN = { from: [{ source: { notRequestPrincipals: ['https://login.example.com/*'] } }] };
const HOSTS = ['a.example.com', 'a.example.com:*', 'a.example.com.', 'a.example.com.:*'];
const SNI = { key: 'connection.sni', values: ['a.example.com'] };
const HOST = { hosts: ['a.example.com'] };

/** The rules of the only policy. */
const rulesOf = (...args: Parameters<typeof routedBy>): any[] => ofKind(routedBy(...args), 'AuthorizationPolicy')[0].spec.rules;
const guarded = (path: string, pathType = PREFIX, authorizationPolicy = policy()) => ({ path, pathType, authorizationPolicy });

describe('a policy', () => {
  test('refuses what the route takes, and allows nothing', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    const [{ metadata: { name, namespace }, spec }] = ofKind(binding, 'AuthorizationPolicy');

    expect([name, namespace]).toEqual(['ns.greet', 'istio-system']);
    expect(spec).toEqual({
      action: 'DENY',
      rules: [{ ...ANY_TOKEN, to: [{ operation: { hosts: HOSTS, paths: ['/orders*'] } }], when: [SNI] }],
      selector: { matchLabels: { istio: 'ingressgateway' } },
    });
  });

  test('leaves out more specific paths that it does not guard, whoever declares them', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/'), { path: '/login', pathType: EXACT }, guarded('/orders', PREFIX, policy('admin')), guarded('/', EXACT)] }] },
      { ...TOKENS, insecureTrustsSpelling: true });
    beside(binding, 'docs', [{ ...HOST, paths: [{ path: '/orders/docs', pathType: PREFIX }] }]);
    const operations = ofKind(binding, 'AuthorizationPolicy')[0].spec.rules.map(({ to }: any) => to.map(({ operation }: any) => operation));

    expect(operations).toEqual([
      [{ hosts: HOSTS, paths: ['/*'], notPaths: ['/login', '/orders/docs*', '/orders*'] }, { hosts: HOSTS, paths: ['/'] }],
      [{ hosts: HOSTS, paths: ['/orders*'], notPaths: ['/orders/docs*'] }],
      [{ hosts: HOSTS, paths: ['/orders*'], notPaths: ['/orders/docs*'] }],
    ]);
  });

  test('is refused by a rule for each combination of what could be missing', () => {
    const rules: AuthorizationPolicy['rules'] = [
      { requestPrincipals: [`${ISSUER.issuer}/ada`] },
      { requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[realm_access][roles]', values: ['admin', 'owner'] }, { key: 'request.auth.audiences', values: ['shop'] }] },
    ];
    const to = [{ operation: { hosts: HOSTS, paths: ['/orders'] } }];
    const ada = { notRequestPrincipals: ['https://login.example.com/ada'] };

    expect(rulesOf({ rules: [{ ...HOST, paths: [guarded('/orders', EXACT, { rules })] }] }, TOKENS)).toEqual([
      { from: [{ source: { notRequestPrincipals: ['https://login.example.com/ada', 'https://login.example.com/*'] } }], to, when: [SNI] },
      { from: [{ source: ada }], to, when: [{ key: 'request.auth.claims[realm_access][roles]', notValues: ['admin', 'owner'] }, SNI] },
      { from: [{ source: ada }], to, when: [{ key: 'request.auth.claims[aud]', notValues: ['shop'] }, SNI] },
    ]);
  });

  test.each<[string, Partial<IstioIngressProps>, object[]]>([
    ['over TLS alone', {}, [SNI]],
    ['over TLS, beside a redirect', { redirectsHttp: true }, [SNI]],
    ['in plain text', { tls: TlsCertificate.insecureNone() }, [{ key: 'connection.sni', notValues: ['*'] }]],
  ])('holds for connections %s, and not for TCP of others', (_, more, connections) => {
    const rules = rulesOf({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, { ...TOKENS, ...more });

    expect(rules.flatMap(({ when }) => when)).toEqual(connections);
    expect(rules.flatMap(({ to: [{ operation }] }) => operation)).toEqual(connections.map(() => ({ hosts: HOSTS, paths: ['/orders*'] })));
  });

  test('leaves out the ports at which others serve TCP without TLS', () => {
    const gateway = { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' }, tcpPorts: [5432, 6379] };
    const rules = [{ ...HOST, paths: [guarded('/orders')] }];
    const portsOf = (more: Partial<IstioIngressProps>) =>
      rulesOf({ rules }, { ...TOKENS, gateway, ...more }).map(({ to: [{ operation }] }) => operation.notPorts);

    expect(portsOf({ tls: TlsCertificate.insecureNone() })).toEqual([['5432', '6379']]);
    expect(portsOf({})).toEqual([undefined]);
  });

  test('precedes the routes that it guards, also those of an earlier trait', () => {
    const binding = routedBy({ rules: [{ ...HOST }] }, TOKENS);
    beside(binding, 'orders', [{ ...HOST, paths: [guarded('/orders')] }]);
    const kinds = objectsOf(binding).map(({ kind }) => kind);

    expect(kinds.indexOf('AuthorizationPolicy')).toBeLessThan(kinds.indexOf('VirtualService'));
    expect(kinds.indexOf('RequestAuthentication')).toBeLessThan(kinds.indexOf('VirtualService'));
  });
});

describe('a RequestAuthentication', () => {
  test('names the issuers, and is there once', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/a')] }] }, { ...TOKENS, jwtIssuers: [{ ...ISSUER, audiences: ['shop'] }] });
    beside(binding, 'orders', [{ ...HOST, paths: [guarded('/orders')] }]);

    expect(ofKind(binding, 'RequestAuthentication').map(({ metadata: { name, namespace }, spec }) => ({ name, namespace, spec }))).toEqual([{
      name: 'ns.hello',
      namespace: 'istio-system',
      spec: { jwtRules: [{ ...ISSUER, audiences: ['shop'], forwardOriginalToken: true }], selector: { matchLabels: { istio: 'ingressgateway' } } },
    }]);
  });

  test.each<[string, Partial<IstioIngressProps>, boolean]>([
    ['exists already', { ...TOKENS, requestAuthentication: IstioRequestAuthentication.EXISTS }, true],
    ['would guard nothing', TOKENS, false],
  ])('is not rendered where it %s', (_, more, isGuarded) => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [isGuarded ? guarded('/a') : { path: '/a', pathType: EXACT }] }] }, more);

    expect(ofKind(binding, 'RequestAuthentication')).toEqual([]);
  });
});

describe('a policy is refused', () => {
  const AT = "not-expressible: 'rules[0].paths[0].authorizationPolicy'";
  const many = (conditions: number) => ({
    requestPrincipals: ['*'],
    when: Array.from({ length: conditions }, (_, i) => ({ key: `request.auth.claims[c${i}]`, values: ['v'] })),
  });

  test.each<[string, any, string]>([
    ['for a wildcard', { hosts: ['*.example.com'], paths: [guarded('/')] },
      `${AT} cannot be expressed for host "*.example.com": a policy of Istio would not hold for requests that name a port; name each host`],
    ['for a regular expression', { ...HOST, paths: [guarded('/o.*', REGEX)] },
      `${AT} cannot be expressed for a regular expression: a policy of Istio compares the whole path, or its beginning; use Exact or Prefix`],
    ['with more rules than fit', { ...HOST, paths: [guarded('/', PREFIX, { rules: [many(7), many(7), many(8)] })] },
      `${AT} becomes 576 rules of Istio, and a policy has at most 512: one for each combination of conditions; give fewer rules with conditions`],
  ])('%s', (_, rule, message) => {
    expect(findingOf(routedBy({ rules: [rule] }, TOKENS))).toBe(message);
  });

  test('beside a regular expression on its host', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    beside(binding, 'other', [{ ...HOST, paths: [{ path: '/o.*s', pathType: REGEX }] }]);

    expect(findingOf(binding)).toBe("not-expressible: 'rules[0].paths[0]' lets everybody in, and AuthorizationPolicy istio-system/ns.greet, the policy of another path, "
      + 'refuses some of its requests; use another host, or Exact or Prefix');
  });

  test.each([[true], [false]])('with a dry run, if there is one: %s', isGuarded => {
    const metadata = { annotations: { 'istio.io/dry-run': 'true' } };
    const binding = routedBy({ metadata, rules: [{ ...HOST, paths: [isGuarded ? guarded('/') : { path: '/' }] }] }, TOKENS);

    expect(findingsOf(binding)).toEqual(!isGuarded ? [] : ["[c/hello/greet/ingress] not-expressible: 'rules[0].paths[0]' "
      + 'is open although it has an authorization policy: no object enforces it; leave the policies of the trait in the app, without the annotation istio.io/dry-run']);
  });

  test('without an issuer', () => {
    expect(findingOf(routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }))).toBe(
      "invalid-value: 'rules[0].paths[0].authorizationPolicy.rules[0].from.requestPrincipals[0]' needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none; name the issuer and its keys there");
  });
});

describe('other spellings of a path', () => {
  const open = (field = 'rules[0].paths[1]') => `not-expressible: '${field}' would let requests past the authorization policy of 'rules[0].paths[0]' of 'c/hello/greet/ingress': `
    + 'both lead to the same pods, which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods';
  const plain = (at: string, field = 'rules[0]') => `[${at}] not-expressible: '${field}' may take requests of 'rules[0].paths[0]' of 'c/hello/greet/ingress' without its authorization policy, `
    + 'and leads to the same pods; give this path that policy, declare that path with it on this host too, or lead this one to other pods';

  test.each<[string, any]>([
    ['an open prefix', { path: '/public', pathType: PREFIX }],
    ['all other paths', { path: '/' }],
    ['a prefix with another policy', guarded('/public', PREFIX, policy('admin'))],
  ])('fails when %s leads to the same pods', (_, path) => {
    const [finding] = findingsOf(routedBy({ rules: [{ ...HOST, paths: [guarded('/orders'), path] }] }, TOKENS));
    expect(finding).toBe(`[c/hello/greet/ingress] ${open()}`);
  });

  test('fails when a prefix of another host does', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }, { hosts: ['b.example.com'] }] }, TOKENS);
    expect(findingsOf(binding)).toEqual([plain('c/hello/greet/ingress', 'rules[1]')]);
  });

  test('fails when a prefix of another component does', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    beside(binding, 'other', [{ ...HOST, paths: [{ path: '/other', pathType: PREFIX }], destination: { host: 'greet' } }]);
    expect(findingsOf(binding)).toEqual([`[c/hello/other/ingress] ${open('rules[0].paths[0]')}`]);
  });

  test('fails when a prefix of another Service does', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    const selector = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };
    const other = serviceBeside(binding, 'public', { selector, ports: [{ port: 80, targetPort: 8080 }] });
    new IngressTrait(other, 'ingress', { rules: [{ hosts: ['b.example.com'] }] });

    expect(findingsOf(binding)).toEqual([plain('c/hello/public/ingress')]);
  });

  test('fails when a prefix of another application leads to the same pods, by any Service of theirs', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    serviceBeside(binding, 'public', { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 80, targetPort: 8080 }] });
    const rules = ['greet', 'public'].map(host => ({ hosts: [`${host}.example.com`], destination: { host, port: host === 'greet' ? 8080 : 80 } }));
    otherApplication(binding, rules);

    expect(findingsOf(binding)).toEqual(['rules[0]', 'rules[1]'].map(field => plain('c/other/shop/ingress', field)));
  });

  test('fails when a Service that the program makes leads there', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    const spec = { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 80, targetPort: 8080 }] };
    new ApiObject(Chart.of(binding), 'plain', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'plain' }, spec } as any);
    beside(binding, 'other', [{ hosts: ['b.example.com'], destination: { host: 'plain', port: 80 } }]);

    expect(findingsOf(binding)).toEqual([plain('c/hello/other/ingress')]);
  });

  test('fails when a Service of another application leads there', () => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, TOKENS);
    const shop = otherApplication(binding, [{ hosts: ['b.example.com'], destination: { host: 'public', port: 80 } }]);
    serviceBeside(shop, 'public', { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 80, targetPort: 8080 }] });

    expect(findingsOf(binding)).toEqual([plain('c/other/shop/ingress')]);
  });

  test.each<[string, any, Partial<IstioIngressProps>]>([
    ['an exact path', { path: '/health', pathType: EXACT }, {}],
    ['the same policy', guarded('/other'), {}],
    ['trust', { path: '/public', pathType: PREFIX }, { insecureTrustsSpelling: true }],
  ])('of another application do not matter with %s', (_, path, more) => {
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }] }, { ...TOKENS, ...more });
    otherApplication(binding, [{ hosts: ['b.example.com'], paths: [path], destination: { host: 'greet', port: 8080 } }]);

    expect(findingsOf(binding)).toEqual([]);
  });

  test.each([false, true])('do not excuse the path itself on another host, whoever trusts them: in another application: %s', isOther => {
    const onOther = { hosts: ['b.example.com'], destination: { host: 'greet', port: 8080 } };
    const binding = routedBy({ rules: [{ ...HOST, paths: [guarded('/orders')] }, ...isOther ? [] : [onOther]] }, { ...TOKENS, insecureTrustsSpelling: true });
    if (isOther) otherApplication(binding, [onOther]);

    expect(findingsOf(binding)).toEqual([isOther ? plain('c/other/shop/ingress') : plain('c/hello/greet/ingress', 'rules[1]')]);
  });

  test('of another application do not matter where nobody asks for a token', () => {
    const binding = routedBy({ rules: [{ ...HOST }] });
    otherApplication(binding, [{ hosts: ['b.example.com'], destination: { host: 'greet', port: 8080 } }]);

    expect(findingsOf(binding)).toEqual([]);
  });

  test.each<[string, any[]]>([
    ['exact', [{ path: '/login' }, { path: '/orders/public', pathType: EXACT }]],
    ['under the same policy', [guarded('/'), guarded('/admin')]],
  ])('do not matter to paths that are %s', (_, paths) => {
    expect(rulesOf({ rules: [{ ...HOST, paths: [guarded('/orders'), ...paths] }] }, TOKENS)).toHaveLength(1);
  });

  test('do not matter to other pods, or other ports', () => {
    const rules = [{ ...HOST, paths: [guarded('/orders')], destination: { port: 9090 } }, { ...HOST, paths: [{ path: '/' }], destination: { port: 8080 } }];
    const binding = routedBy({ rules }, TOKENS, withPorts(['http', 8080], ['admin', 9090]));
    beside(binding, 'other', [{ ...HOST, paths: [{ path: '/other', pathType: PREFIX }] }]);

    expect(ofKind(binding, 'AuthorizationPolicy')).toHaveLength(1);
  });

  test('matter between ports that are not known', () => {
    const paths = (path: any, port: number) => ({ ...HOST, paths: [path], destination: { host: 'shop-cluster-front', port } });
    const binding = routedBy({ rules: [paths(guarded('/orders'), 8001), paths({ path: '/' }, 8002)] }, TOKENS, weblogic());

    expect(findingOf(binding)).toBe(open('rules[1].paths[0]'));
  });

  test('can be trusted', () => {
    expect(rulesOf({ rules: [{ ...HOST, paths: [guarded('/orders'), { path: '/' }] }] }, { ...TOKENS, insecureTrustsSpelling: true })).toHaveLength(1);
  });
});

describe('in ambient mode', () => {
  test('NetworkPolicies let in the tunnel of the gateway', () => {
    const binding = bindOn(istioChart({ dataPlane: IstioDataPlane.AMBIENT }));
    new IngressTrait(binding, 'ingress', { rules: [{}] });
    new NetworkPolicyTrait(binding, 'policy', { withoutScraper: true });

    expect(only('NetworkPolicy', objectsOf(binding)).spec.ingress).toEqual([{
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'istio-system' } }, podSelector: { matchLabels: { istio: 'ingressgateway' } } }],
      ports: [{ port: 8080, protocol: 'TCP' }, { port: 15008, protocol: 'TCP' }],
    }]);
  });
});

describe('properties', () => {
  test.each<[string, Partial<IstioIngressProps>, string]>([
    ['issuers have no RequestAuthentication', { ...TOKENS, requestAuthentication: undefined },
      "missing-field: 'ingress.requestAuthentication' is required with 'jwtIssuers'"],
    ['a RequestAuthentication has no issuers', { ...TOKENS, jwtIssuers: undefined },
      "missing-field: 'ingress.jwtIssuers' is required with 'requestAuthentication'"],
    ['an issuer has an asterisk', { ...TOKENS, jwtIssuers: [{ ...ISSUER, issuer: 'https://*' }] },
      "invalid-value: 'ingress.jwtIssuers[0].issuer' must have no asterisk, which stands for any issuer in a policy of Istio, got \"https://*\"; write the issuer as tokens do"],
    ['an issuer is below another', { ...TOKENS, jwtIssuers: [{ ...ISSUER, issuer: 'https://login.example.com/a' }, ISSUER] },
      "invalid-value: 'ingress.jwtIssuers[0].issuer' is below the issuer of jwtIssuers[1], and Istio before 1.22 takes its tokens for that one's, got \"https://login.example.com/a\"; leave one of them out, or give them a gateway each"],
    ['a port of TCP is one at which gateways serve HTTP', { gateway: { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' }, tcpPorts: [5432, 80] } },
      "invalid-value: 'ingress.gateway.tcpPorts[1]' must not be 80, 443, 8080 or 8443, where gateways serve HTTP: no authorization policy would hold there, got 80; name ports at which others serve TCP alone"],
  ])('fails when %s', (_, more, message) => {
    expect(messageOf(() => kubernetes({ ingress: istio(more) }))).toContain(message);
  });
});
