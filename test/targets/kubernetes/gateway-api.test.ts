import { Chart, Duration } from 'cdk8s';
import { ALL, GATEWAY, ISSUER, attached, readable, routingOf } from './gateway-api-support';
import { beside } from './istio-support';
import { findingOf, findingsOf, listening, weblogic, withPorts } from './support';
import { ApplicationConfiguration, Component, ComponentBinding, GatewayApiVersion, GatewayImplementation, IngressPathType, IngressTrait, TlsCertificate } from '../../../src';
import { expectGolden } from '../../support/golden';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const TELLER = { rules: [{ requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[realm_access][roles]', values: ['teller', 'manager'] }] }] };
const ANYONE = { rules: [{ requestPrincipals: [`${ISSUER.issuer}/*`] }] };

test('golden: Envoy Gateway', () => {
  const binding = attached({
    metadata: { name: 'web', labels: { tier: 'front' } },
    rules: [
      { hosts: ['shop.example.com'], paths: [{ path: '/' }, { path: '/images/.*\\.png', pathType: REGEX }, { path: '/orders', pathType: PREFIX, authorizationPolicy: TELLER }] },
      { hosts: ['example.com', 'admin.example.com'], paths: [{ path: '/', authorizationPolicy: ANYONE }], destination: { port: 9090, httpCookie: { name: 'session', path: '/admin', ttl: Duration.days(30) } } },
    ],
  }, { jwtIssuers: [ISSUER] }, withPorts(['http', 8080], ['admin', 9090]));

  expectGolden('kubernetes-gateway-envoy', routingOf(binding));
});

test.each([
  ['istio', GatewayImplementation.ISTIO, { name: 'session' }],
  ['nginx', GatewayImplementation.NGINX_GATEWAY_FABRIC, undefined],
  ['traefik', GatewayImplementation.TRAEFIK, undefined],
])('golden: %s', (name, implementation, httpCookie) => {
  const binding = attached({
    rules: [{ paths: [{ path: '/images/[0-9]+', pathType: REGEX }, { path: '/greet', pathType: PREFIX }, { path: '/login', pathType: EXACT }], destination: { httpCookie } }],
  }, { implementation });

  expectGolden(`kubernetes-gateway-${name}`, routingOf(binding));
});

test('golden: any other implementation, TLS for WebLogic', () => {
  const binding = attached({
    rules: [{ hosts: ['shop.example.com', 'shop.example.org'], destination: { host: 'front', port: 7001 } }],
  }, {
    implementation: GatewayImplementation.OTHER, insecurePlainText: true,
  }, weblogic());

  expectGolden('kubernetes-gateway-other', routingOf(binding));
});

describe('routes', () => {
  test('of a rule have 16 hosts each', () => {
    const hosts = Array.from({ length: 17 }, (_, i) => `h${i}.example.com`);

    expect(readable(attached({ rules: [{ hosts, paths: [{ path: '/a', pathType: EXACT }] }] }))).toEqual([
      `greet: ${hosts.slice(0, 16).join(' ')} <- https: Exact /a`,
      'greet-rule-0-part-1: h16.example.com <- https: Exact /a',
    ]);
  });

  test('of a trait in plain text are attached to listeners without TLS alone', () => {
    const rules = [{ hosts: ['a.example.com'] }];
    const binding = attached({ rules, insecurePlainText: true, metadata: { name: 'plain' } });
    new IngressTrait(binding, 'secure', { rules: [{ hosts: ['b.example.com'] }] });

    expect(readable(binding)).toEqual(['plain: a.example.com <- http: PathPrefix /', 'greet: b.example.com <- https: PathPrefix /']);
  });

  const PATHS = Array.from({ length: 129 }, (_, i) => ({ path: `/p${i}` }));

  test.each<[GatewayApiVersion, number[][]]>([
    [GatewayApiVersion.V1_2, [[64, 64], [1]]],
    [GatewayApiVersion.V1_1, [Array(16).fill(8), [1]]],
  ])('have as many matches as Gateway API %s takes', (apiVersion, matches) => {
    const binding = attached({ rules: [{ paths: PATHS }] }, { gateway: { ...GATEWAY, apiVersion } });
    const routes = Chart.of(binding).toJson().filter(({ kind }) => kind === 'HTTPRoute');

    expect(findingsOf(binding)).toEqual([]);
    expect(routes.map(({ spec }) => spec.rules.map((rule: any) => rule.matches.length))).toEqual(matches);
  });

  test('are attached to 32 listeners each', () => {
    const listeners = Array.from({ length: 33 }, (_, i) => ({ name: `l${i}`, port: 8000 + i, allowedRoutes: ALL }));
    const routes = routingOf(attached({ rules: [{}] }, { gateway: { ...GATEWAY, listeners } }));

    expect(routes.map(({ metadata: { name }, spec }) => [name, spec.parentRefs.length, spec.parentRefs[0].sectionName])).toEqual([
      ['greet', 32, 'l0'], ['greet-rule-0-part-1', 1, 'l32'],
    ]);
  });

  test('are attached to the listeners that the provider names', () => {
    const listeners = [{ name: 'https', allowedRoutes: ALL }, { name: 'inner', port: 8443 }];

    expect(readable(attached({ rules: [{}] }, { gateway: { ...GATEWAY, listeners }, sectionNames: ['https'] }))).toEqual([
      'greet: hello.ns.example.com <- https: PathPrefix /',
    ]);
  });

  test('of a host without a path take all', () => {
    expect(readable(attached({ rules: [{}] }))).toEqual(['greet: hello.ns.example.com <- https: PathPrefix /']);
  });

  test('with a policy are alone with it, and no other path of their host is ambiguous', () => {
    const binding = attached({ rules: [{ paths: [{ path: '/a', pathType: EXACT, authorizationPolicy: ANYONE }, { path: '/b', pathType: EXACT }] }] }, { jwtIssuers: [ISSUER] });
    const kinds = routingOf(binding).map(({ kind, metadata: { name } }) => `${kind} ${name}`);

    expect(kinds).toEqual(['SecurityPolicy greet', 'HTTPRoute greet-odd-paths', 'HTTPRoute greet', 'HTTPRoute greet-rule-0-paths-1']);
  });

  test('of a host that is guarded as a whole need nothing else', () => {
    const binding = attached({ rules: [{ paths: [{ path: '/', authorizationPolicy: ANYONE }] }] }, { jwtIssuers: [ISSUER] });

    expect(routingOf(binding).map(({ kind }) => kind)).toEqual(['SecurityPolicy', 'HTTPRoute']);
  });

  test('of a host with two policies are not read as those of the other one', () => {
    const jane = { rules: [{ requestPrincipals: [`${ISSUER.issuer}/jane`] }] };
    const paths = [{ path: '/', authorizationPolicy: ANYONE }, { path: '/admin', pathType: EXACT, authorizationPolicy: jane }];
    const kinds = routingOf(attached({ rules: [{ paths }] }, { jwtIssuers: [ISSUER] })).map(({ kind, metadata: { name } }) => `${kind} ${name}`);

    expect(kinds).toEqual([
      'SecurityPolicy greet', 'SecurityPolicy greet-rule-0-paths-1', 'HTTPRoute greet-odd-paths', 'HTTPRoute greet', 'HTTPRoute greet-rule-0-paths-1',
    ]);
  });

  test('lead to another namespace by a ReferenceGrant there', () => {
    const binding = attached({ rules: [{ destination: { host: 'front.store.svc', port: 80 } }] }, { rendersReferenceGrants: true });
    const [grant, route] = routingOf(binding);

    expect(grant).toMatchObject({
      apiVersion: 'gateway.networking.k8s.io/v1beta1',
      kind: 'ReferenceGrant',
      metadata: { name: 'ns.greet', namespace: 'store' },
      spec: { from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'ns' }], to: [{ group: '', kind: 'Service', name: 'front' }] },
    });
    expect(route.spec.rules[0].backendRefs).toEqual([{ group: '', kind: 'Service', name: 'front', namespace: 'store', port: 80, weight: 1 }]);
  });

  test('lead to another namespace by one cookie, of the Service there', () => {
    const destination = { host: 'front.store', port: 80, httpCookie: { name: 'session' } };
    const [rule] = routingOf(attached({ rules: [{ destination }] }, { rendersReferenceGrants: true, implementation: GatewayImplementation.ISTIO }));

    expect(rule).toMatchObject({ kind: 'DestinationRule', metadata: { name: 'ns.greet', namespace: 'store' }, spec: { host: 'front.store.svc.cluster.local' } });
  });

  test('fail when they lead to one Service of another namespace by two cookies', () => {
    const rules = [80, 81].map(port => ({ destination: { host: 'front.store', port, httpCookie: { name: `session-${port}` } }, hosts: [`p${port}.example.com`] }));
    const findings = findingsOf(attached({ rules }, { rendersReferenceGrants: true, implementation: GatewayImplementation.ISTIO }));

    expect(findings).toEqual([
      "[c/hello/greet/ingress] not-expressible: 'rules[1].destination.httpCookie' differs from 'rules[0].destination.httpCookie' of 'c/hello/greet/ingress', "
      + 'and both lead to one Service, which has a single cookie; use one cookie for both, or a Service each',
    ]);
  });

  test('have the certificate of their listener', () => {
    const binding = attached({ tls: { secretName: 'apex' }, rules: [{ hosts: ['example.com'] }] });

    expect(readable(binding)).toEqual(['greet: example.com <- apex: PathPrefix /']);
  });
});

describe('claims of tokens', () => {
  const rulesOf = (when: any[], requestPrincipals = ['*']) => {
    const binding = attached({ rules: [{ paths: [{ path: '/', authorizationPolicy: { rules: [{ requestPrincipals, when }] } }] }] }, { jwtIssuers: [ISSUER] });
    const [policy] = routingOf(binding);
    return policy.spec.authorization.rules.map(({ principal: { jwt } }: any) => jwt.claims.map(({ name, valueType, values }: any) => `${name} ${valueType} ${values}`));
  };

  test.each<[string, any[], string[] | undefined, string[][]]>([
    ['the issuer, where nothing else is asked', [], undefined, [['iss String https://id.example.com/realms/shop']]],
    ['the subject', [], [`${ISSUER.issuer}/alice`], [['sub String alice']]],
    ['a claim, as a string or a list', [{ key: 'request.auth.claims[groups]', values: ['a', 'b'] }], undefined, [['groups String a,b'], ['groups StringArray a,b']]],
    ['audiences', [{ key: 'request.auth.audiences', values: ['shop'] }], undefined, [['aud String shop'], ['aud StringArray shop']]],
    ['the presenter and a scope', [{ key: 'request.auth.presenter', values: ['app'] }, { key: 'request.auth.claims[scope]', values: ['read'] }], undefined, [['azp String app', 'scope StringArray read']]],
  ])('%s', (_, when, principals, claims) => {
    expect(rulesOf(when, principals)).toEqual(claims);
  });
});

describe('a lifetime of a cookie', () => {
  test.each<[Duration | undefined, string]>([
    [undefined, '0s'],
    [Duration.seconds(90), '90s'],
    [Duration.seconds(100_000), '27h2800s'],
    [Duration.seconds(359_999_999), '99999h3599s'],
  ])('of %s', (ttl, written) => {
    const [policy] = routingOf(attached({ rules: [{ destination: { httpCookie: { name: 's', ttl } } }] }));

    expect(policy.spec.loadBalancer.consistentHash.cookie).toEqual({ name: 's', ttl: written, attributes: { Path: '/' } });
  });
});

describe('an IngressTrait fails when', () => {
  const path = (given: object) => ({ rules: [{ paths: [{ ...given }] }] });
  const guarded = (when: any[], more: object = {}) => path({ path: '/a', authorizationPolicy: { rules: [{ requestPrincipals: ['*'], when }] }, ...more });
  const AT = 'rules[0].paths[0]';

  test.each<[string, any, any, string]>([
    ['no listener takes a host', { rules: [{ hosts: ['shop.example.com', 'shop.example.org'] }] }, {},
      'not-attached: \'rules[0].hosts[1]\' cannot be attached: "shop.example.org" is served in plain text only, by listener "http" of Gateway "public"; add a listener with \'protocol: HTTPS\', or allow plain text (\'insecurePlainText\' of IngressProvider.gatewayApi(), or TlsCertificate.insecureNone() for a ScraperAccess)'],
    ['its namespace is not allowed', { rules: [{}] }, { gateway: { ...GATEWAY, listeners: [{ name: 'https' }] } },
      'not-attached: \'rules[0].hosts\' is for listener https of Gateway public, which does not take it: only routes of its own namespace, gateways; compare the route with the listeners'],
    ['its certificate is another one', { tls: { secretName: 'own' }, rules: [{ hosts: ['a.example.com', 'example.com'] }] }, {},
      'not-expressible: \'tls.secretName\' cannot be expressed: the certificate of "a.example.com", "example.com" is that of a listener of the Gateway; name its Secret here and in the description of the listener, or set \'listenerSets\''],
    ['a path has steps', path({ path: '/a//b', pathType: EXACT }), {},
      `invalid-path: '${AT}.path' must have no "//", "/./", "/../" or "%2f" in an HTTPRoute, got "/a//b"; write the path as it is after these are resolved`],
    ['a path has an encoded slash', path({ path: '/a%2Fb', pathType: PREFIX }), {},
      `invalid-path: '${AT}.path' must have no "//", "/./", "/../" or "%2f" in an HTTPRoute, got "/a%2Fb"; write the path as it is after these are resolved`],
    ['a path has characters that an HTTPRoute does not take', path({ path: '/a"b', pathType: EXACT }), {},
      `invalid-path: '${AT}.path' must have letters, digits and the characters -/._~!$&'()*+,;=:@ only in an HTTPRoute, got "/a\\"b"; encode others, such as "%22" for a quotation mark`],
    ['a path is too long', path({ path: `/${'a'.repeat(1024)}`, pathType: EXACT }), {},
      `invalid-path: '${AT}.path' must have at most 1024 characters in an HTTPRoute, got 1025; use a shorter path, or a prefix`],
    ['a regular expression is none', path({ path: '/(', pathType: REGEX }), {},
      `invalid-value: '${AT}.path' must be a regular expression of RE2, got "/(": missing closing ); write it in the syntax of RE2, which has no lookaround and no backreferences`],
    ['what compares a regular expression is not known', path({ path: '/a.*', pathType: REGEX }), { implementation: GatewayImplementation.OTHER },
      `not-expressible: '${AT}.pathType' cannot be Regex: how any other compares it is not known; these are: Envoy Gateway, Istio, NGINX Gateway Fabric, Traefik (set 'implementation'), or use Prefix`],
    ['a path is for an ingress controller to compare', path({ path: '/a(/|$)(.*)', pathType: IngressPathType.IMPLEMENTATION_SPECIFIC }), {},
      `not-expressible: '${AT}.pathType' cannot be ImplementationSpecific: only Ingresses leave it to a controller how a path is compared; use Exact, Prefix or Regex`],
    ['hosts in plain text have listeners over TLS alone', { rules: [{ hosts: ['a.example.com'] }], insecurePlainText: true }, { gateway: { ...GATEWAY, listeners: GATEWAY.listeners.slice(0, 2) } },
      'not-attached: \'rules[0].hosts[0]\' cannot be attached: "a.example.com" is served over TLS only, by listener "https" of Gateway "public"; add a listener with \'protocol: HTTP\', or leave \'insecurePlainText\' out'],
    ['hosts in plain text have no listener at all', { rules: [{ hosts: ['a.example.org'] }], insecurePlainText: true }, { gateway: { ...GATEWAY, listeners: GATEWAY.listeners.slice(0, 2) } },
      'not-attached: \'rules[0].hosts[0]\' cannot be attached: "a.example.org" is served by no listener of Gateway "public", whose listeners serve "*.example.com", "example.com"; use one of these hosts, or add a listener'],
    ['NGINX cannot take a regular expression', path({ path: '/a|/b', pathType: REGEX }), { implementation: GatewayImplementation.NGINX_GATEWAY_FABRIC },
      `invalid-path: '${AT}.path' must have no '{', '}' and ';', and no '|' outside a group, for NGINX Gateway Fabric, got "/a|/b"; write alternatives as a group, such as "/(a|b)"`],
    ['the implementation has no cookie', { rules: [{ destination: { httpCookie: { name: 's', path: '/a' } } }] }, { implementation: GatewayImplementation.TRAEFIK },
      'not-expressible: \'rules[0].destination.httpCookie\' cannot be expressed: Traefik has no cookie for a session that is rendered; these have: Envoy Gateway, Istio (set \'implementation\'), or leave it out'],
    ['a cookie lives longer than can be written', { rules: [{ destination: { httpCookie: { name: 's', ttl: Duration.hours(100_000) } } }] }, {},
      'not-expressible: \'rules[0].destination.httpCookie.ttl\' must be at most 359999999 seconds for Envoy Gateway, got 360000000; use a shorter lifetime, or 0 for that of the session'],
    ['the implementation has no policies', guarded([]), { implementation: GatewayImplementation.TRAEFIK, jwtIssuers: [ISSUER] },
      `not-expressible: '${AT}.authorizationPolicy' cannot be expressed: Traefik has no authorization policy that is rendered; these have: Envoy Gateway, Istio, and IngressProvider.istio(); or let the application ask`],
    ['the issuer of tokens is not known', guarded([]), {},
      `invalid-value: '${AT}.authorizationPolicy.rules[0].from.requestPrincipals[0]' needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none; name the issuer and its keys there`],
    ['a guarded path can be encoded', guarded([], { path: '/a@b', pathType: EXACT }), { jwtIssuers: [ISSUER] },
      `invalid-path: '${AT}.path' must have letters, digits, '/', '_', '.', '~' and '-' only where it has an authorization policy, since others can be sent encoded and miss it, got "/a@b"; guard a prefix that ends before them`],
    ['a claim has a dot', guarded([{ key: 'request.auth.claims[https://a.b/roles]', values: ['x'] }]), { jwtIssuers: [ISSUER] },
      `not-expressible: '${AT}.authorizationPolicy.rules[0].when[0].key' cannot be expressed: Envoy Gateway takes the dots of claim [https://a.b/roles] for steps; let the issuer add a claim without dots`],
    ['a policy has too many combinations', guarded(Array.from({ length: 7 }, (_, i) => ({ key: `request.auth.claims[c${i}]`, values: ['x'] }))), { jwtIssuers: [ISSUER] },
      `not-expressible: '${AT}.authorizationPolicy.rules' becomes 128 rules of a SecurityPolicy, and at most 64 are rendered: each claim may be a string or a list; ask for fewer claims in each rule`],
    ['a claim has too many values', guarded([{ key: 'request.auth.presenter', values: Array.from({ length: 129 }, (_, i) => `v${i}`) }]), { jwtIssuers: [ISSUER] },
      `not-expressible: '${AT}.authorizationPolicy.rules[0].when[0].values' must have at most 128 values in a SecurityPolicy; ask for fewer, or split the rule`],
    ['a destination is in another namespace', { rules: [{ destination: { host: 'front.store', port: 80 } }] }, {},
      'not-expressible: \'rules[0].destination.host\' leads to Service "front" of namespace "store", which a ReferenceGrant there must allow; set \'rendersReferenceGrants\' if that namespace may be opened, or add a Service to this one'],
    ['a destination in another namespace has no port', { rules: [{ destination: { host: 'front.store' } }] }, { rendersReferenceGrants: true },
      'missing-field: \'rules[0].destination.port\' is required; give the port: those of a Service that is not rendered here are not known'],
  ])('%s', (_, trait, more, message) => {
    expect(findingOf(attached(trait, more))).toBe(message);
  });

  test('another trait leads to its Service without its policy', () => {
    const guardedBy = (...paths: object[]) => attached({ rules: [{ paths }] }, { jwtIssuers: [ISSUER] });
    const [whole, open] = [{ path: '/', authorizationPolicy: ANYONE }, { path: '/b', pathType: PREFIX }];
    const destination = { host: 'greet', port: 8080 };
    const alone = guardedBy(whole);
    beside(alone, 'other', [{ paths: [open], destination }]);
    expect(findingsOf(alone)).toEqual([
      "[c/hello/other/ingress] not-expressible: 'rules[0].paths[0]' would let requests past the authorization policy of 'rules[0].paths[0]' of 'c/hello/greet/ingress': "
      + 'both lead to the same pods, which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods',
    ]);

    const same = guardedBy(whole);
    beside(same, 'other', [{ paths: [{ ...open, authorizationPolicy: ANYONE }], destination }]);
    expect(findingsOf(same)).toEqual([]);
    const apart = guardedBy(whole);
    beside(apart, 'other', [{ paths: [open] }]);
    expect(findingsOf(apart)).toEqual([]);
  });

  const shadowed = (at: string, first: string) => `[c/hello/greet/ingress] shadowed-route: '${at}' gets no requests: '${first}' of 'c/hello/greet/ingress' takes all of them before; make that path narrower, or leave one of the two out`;
  const two = (a: object, b: object) => ({ rules: [{ paths: [a] }, { paths: [b], destination: { host: 'other', port: 80 } }] });
  const ALL_REGEX = { path: '/a/.*', pathType: REGEX };

  test.each<[string, any, GatewayImplementation, string]>([
    ['Envoy Gateway', two(ALL_REGEX, { path: '/a/b', pathType: PREFIX }), GatewayImplementation.ENVOY_GATEWAY, shadowed('rules[1].paths[0]', 'rules[0].paths[0]')],
    ['Istio', two(ALL_REGEX, { path: '/' }), GatewayImplementation.ISTIO, shadowed('rules[0].paths[0]', 'rules[1].paths[0]')],
    ['Traefik', two({ path: '/a/[bc]', pathType: REGEX }, { path: '/a/b/c/d/e/f/g', pathType: PREFIX }), GatewayImplementation.TRAEFIK, ''],
    ['Traefik, by the length', two({ path: '/longer-than/[a-z]', pathType: REGEX }, { path: '/longer-than', pathType: PREFIX }), GatewayImplementation.TRAEFIK, ''],
    ['Traefik, by a longer prefix', two({ path: '/aaaaaaaa|/b', pathType: REGEX }, { path: '/aaaaaaaa', pathType: PREFIX }), GatewayImplementation.TRAEFIK, ''],
    ['Traefik, by a longer expression', two({ path: '/.*', pathType: REGEX }, { path: '/a', pathType: PREFIX }), GatewayImplementation.TRAEFIK, shadowed('rules[1].paths[0]', 'rules[0].paths[0]')],
  ])('a path is never asked: %s', (_, trait, implementation, message) => {
    expect(findingsOf(attached(trait, { implementation }))).toEqual(message === '' ? [] : [message]);
  });

  test.each([undefined, TELLER])('an expression with policy %j is as long as the one that keeps ambiguous paths out', authorizationPolicy => {
    const expression = { path: `/b/.*${'c'.repeat(80)}`, pathType: REGEX, authorizationPolicy };
    const binding = attached({ rules: [{ paths: [{ path: '/a', pathType: EXACT, authorizationPolicy: ANYONE }, expression] }] }, { jwtIssuers: [ISSUER] });

    expect(findingOf(binding)).toBe(
      "not-expressible: 'rules[0].paths[1]' would let requests past the authorization policy of 'rules[0].paths[0]' of 'c/hello/greet/ingress': both lead to the same pods, "
      + 'which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods');
  });

  test.each<[string, any[], string]>([
    ['two exact paths are the same', [{ path: '/a', pathType: EXACT }, { path: '/a', pathType: EXACT }], '/a'],
    ['two expressions are the same', [ALL_REGEX, ALL_REGEX], '/a/.*'],
  ])('%s', (_, paths, route) => {
    expect(findingOf(attached({ rules: [{ paths }] }))).toBe(
      `duplicate-route: 'rules[0].paths[1]' claims path "${route}" on host hello.ns.example.com, which 'rules[0].paths[0]' of 'c/hello/greet/ingress' has claimed already; give each its own path or host`);
  });
});

describe('ListenerSets', () => {
  const gateway = { ...GATEWAY, apiVersion: GatewayApiVersion.V1_5, allowedListeners: ALL };
  const listenerSets = TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true });

  /** Two components of one application, on one host. */
  function two(first: object = {}, second: object = {}, more: object = {}): ComponentBinding {
    const binding = attached({ rules: [{ hosts: ['shop.example.org'] }], ...first }, { gateway, listenerSets, ...more });
    const chart = Chart.of(binding);
    const component = new Component(chart, 'cart', { workload: listening() });
    const other = (binding.application as ApplicationConfiguration).addComponent(component);
    new IngressTrait(other, 'ingress', { rules: [{ hosts: ['shop.example.org', '*.shop.example.org'], paths: [{ path: '/cart', pathType: EXACT }] }], ...second });
    return binding;
  }

  test('golden: hosts and certificates of an application', () => {
    expectGolden('kubernetes-gateway-listener-set', routingOf(two()));
  });

  test('have no Certificate where all traits name Secrets, and one for the others', () => {
    const own = { tls: { secretName: 'own' } };
    const certificates = (second: object) => routingOf(two(own, second)).filter(({ kind }) => kind === 'Certificate').map(({ spec }) => spec.dnsNames);

    expect(certificates(own)).toEqual([]);
    expect(certificates({ rules: [{ hosts: ['cart.example.org'] }] })).toEqual([['cart.example.org']]);
  });

  test('fails when a trait of the application was removed, whose hosts it has too', () => {
    const binding = two({}, { rules: [{ hosts: ['b.example.org'] }] });
    binding.node.tryRemoveChild('ingress');

    expect(findingOf(binding)).toBe("trait-removed: shares objects of its application with 'c/hello/greet/ingress', which was removed from the tree; do not declare that one");
  });

  test('are annotated for cert-manager, which makes the certificates of all their listeners', () => {
    const second = { tls: { secretName: 'hello-tls' }, rules: [{ hosts: ['cart.example.org'] }] };
    const [{ metadata, spec }] = routingOf(two({}, second, { listenerSets: TlsCertificate.clusterIssuer('letsencrypt') }));

    expect(metadata.annotations).toEqual({ 'acme.cert-manager.io/http01-parentreffallback': 'true', 'cert-manager.io/cluster-issuer': 'letsencrypt' });
    expect(spec.listeners.map(({ hostname, tls }: any) => `${hostname} ${tls.certificateRefs[0].name}`)).toEqual(['shop.example.org hello-tls', 'cart.example.org hello-tls']);
  });

  test.each<[string, any, any, string]>([
    ['the Gateway has a listener for the host', { rules: [{ hosts: ['example.com'] }] }, {},
      'not-attached: \'rules[0].hosts[0]\' cannot be attached: "example.com" is served by listener "apex" of Gateway "public", which precedes any listener of a ListenerSet; leave the host out, or leave \'listenerSets\' out to attach the routes to that listener'],
    ['the Gateway allows none of the namespace', { rules: [{ hosts: ['shop.example.org'] }] }, { gateway: { ...gateway, allowedListeners: undefined } },
      'not-attached: \'rules[0].hosts[0]\' needs a ListenerSet in namespace "ns", and Gateway "public" takes none from there; allow that namespace in \'allowedListeners\', in the Gateway and in its description with \'namespaceLabels\''],
    ['the hosts of a trait are to be in plain text', { rules: [{ hosts: ['shop.example.org'] }], insecurePlainText: true }, {},
      'not-expressible: \'insecurePlainText\' cannot be expressed: the listeners of a ListenerSet serve HTTPS; leave it out, or leave \'listenerSets\' out and describe a listener with \'protocol: HTTP\''],
    ['cert-manager would write to the Secret of a trait', { tls: { secretName: 'shop' }, rules: [{ hosts: ['shop.example.org'] }] }, { listenerSets: TlsCertificate.clusterIssuer('letsencrypt') },
      'not-expressible: \'tls.secretName\' cannot be expressed: cert-manager makes the certificates of all listeners of a ListenerSet, and would replace that in Secret "shop" with its own; set \'rendersCertificate\' of the TlsCertificate in \'listenerSets\', or leave it out'],
    ['there are too many hosts', { rules: [{ hosts: Array.from({ length: 65 }, (_, i) => `h${i}.example.org`) }] }, {},
      'not-attached: needs a ListenerSet with 65 listeners, one for each host of the application, and it can have at most 64; use wildcards, or several applications'],
  ])('fails when %s', (_, trait, more, message) => {
    expect(findingOf(attached(trait, { gateway, listenerSets, ...more }))).toBe(message);
  });

  test('fails when two traits name different Secrets for a host', () => {
    expect(findingsOf(two({ tls: { secretName: 'a' } }))).toEqual([
      '[c/hello/cart/ingress] not-attached: \'rules[0].hosts\' needs a second listener for "shop.example.org": \'rules[0].hosts\' of \'c/hello/greet/ingress\' has one, for another application or with another Secret, and a Gateway takes one for each host; use different hosts, or declare both in one application with one Secret',
    ]);
  });
});
