import { beside, istioChart, istioObjects, istioRoutes, ofKind, otherApplication, routedBy } from './istio-support';
import { bindOn, deployment, findingOf, findingsOf, objectsOf, only, serviceBeside, weblogic, withPorts } from './support';
import { IngressPathType, IngressRule, IngressTrait, IstioApiVersion, IstioIngressProps, TlsCertificate } from '../../../src';

const { EXACT, PREFIX, REGEX } = IngressPathType;

/** A rule of hosts and paths, all of which are prefixes. */
const rule = (hosts: string[], ...paths: string[]): IngressRule => ({ hosts, paths: paths.map(path => ({ path, pathType: PREFIX })) });

describe('routes', () => {
  test('have the order exact path, regular expression, longer prefix, whoever declares them', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/', '/orders'), { hosts: ['a.example.com'], paths: [{ path: '/x', pathType: EXACT }] }] });
    beside(binding, 'other', [rule(['a.example.com'], '/orders/old'), { hosts: ['a.example.com'], paths: [{ path: '/o[a-z]+', pathType: REGEX }, { path: '/orders', pathType: EXACT }] }]);

    expect(istioRoutes(binding)).toEqual([
      'greet a.example.com: exact /orders other:8080',
      'greet a.example.com: exact /x greet:8080',
      'greet a.example.com: regex /o[a-z]+ other:8080',
      'greet a.example.com: prefix /orders/old other:8080',
      'greet a.example.com: prefix /orders greet:8080',
      'greet a.example.com: prefix / greet:8080',
    ]);
  });

  test('may differ in a slash at the end of a prefix, and in the type', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/a', '/a/'), { hosts: ['a.example.com'], paths: [{ path: '/a', pathType: EXACT }, { path: '/a', pathType: REGEX }] }] });

    expect(istioRoutes(binding).map(route => route.split(' ').slice(2, 4).join(' '))).toEqual(['exact /a', 'regex /a', 'prefix /a/', 'prefix /a']);
  });

  test.each<[string, IngressRule[]]>([
    ['the same prefix is there twice', [rule(['a.example.com'], '/a', '/a')]],
    ['two rules claim all', [{ hosts: ['a.example.com'] }, rule(['a.example.com'], '/')]],
  ])('fails when %s', (_, rules) => {
    expect(findingOf(routedBy({ rules }))).toMatch(/^duplicate-route: 'rules\[\d\]\.paths\[\d\]' claims path "\/a?" on host a\.example\.com, which 'rules\[0\](\.paths\[0\])?' of 'c\/hello\/greet\/ingress' has claimed already; give each its own path or host$/);
  });
});

describe('hosts', () => {
  test('that the same rules name share a VirtualService; others, and wildcards, have their own', () => {
    const binding = routedBy({
      rules: [
        rule(['a.example.com', 'b.example.com', '*.example.com', '*.a.example.com'], '/'),
        rule(['b.example.com'], '/b'),
      ],
    });

    expect(istioRoutes(binding)).toEqual([
      'greet a.example.com: prefix / greet:8080',
      'greet-hosts-2 *.example.com: prefix / greet:8080',
      'greet-hosts-3 *.a.example.com: prefix / greet:8080',
      'greet-hosts-4 b.example.com: prefix /b greet:8080',
      'greet-hosts-4 b.example.com: prefix / greet:8080',
    ]);
  });

  test('of which another trait names some get a VirtualService of that trait', () => {
    const binding = routedBy({ rules: [rule(['a.example.com', 'b.example.com'], '/')] });
    beside(binding, 'orders', [rule(['b.example.com', 'c.example.com'], '/orders')]);

    expect(istioRoutes(binding)).toEqual([
      'greet a.example.com: prefix / greet:8080',
      'orders b.example.com: prefix /orders orders:8080',
      'orders b.example.com: prefix / greet:8080',
      'orders-hosts-2 c.example.com: prefix /orders orders:8080',
    ]);
  });

  test('of a trait that adds none are those of the first, which the other then has no object for', () => {
    const binding = routedBy({ rules: [{}] });
    beside(binding, 'orders', [{ paths: [{ path: '/orders', pathType: PREFIX }] }]);

    expect(istioRoutes(binding)).toEqual(['greet hello.ns.example.com: prefix /orders orders:8080', 'greet hello.ns.example.com: prefix / greet:8080']);
  });

  test('fails when another application has claimed one', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/a')] });
    otherApplication(binding, [rule(['b.example.com', 'a.example.com'], '/b')]);

    expect(findingsOf(binding)).toEqual([
      "[c/other/shop/ingress] duplicate-route: 'rules[0]' claims host \"a.example.com\", which 'rules[0]' of 'c/hello/greet/ingress' has claimed for another application: "
      + 'of two Gateways of Istio with one host, the second is ignored; give each application its own hosts',
    ]);
  });

  test('fails when a trait was taken away', () => {
    const binding = routedBy({ rules: [{}] });
    beside(binding, 'orders', [{ paths: [{ path: '/orders', pathType: EXACT }] }]);
    binding.node.tryRemoveChild('ingress');

    expect(findingOf(binding)).toBe("trait-removed: shares objects of its application with 'c/hello/greet/ingress', which was removed from the tree; do not declare that one");
  });

  test('fails when labels of a trait have no object', () => {
    const binding = routedBy({ rules: [{}] });
    beside(binding, 'orders', [{ paths: [{ path: '/orders', pathType: EXACT }] }], { metadata: { labels: { a: 'b' } } });

    expect(findingOf(binding)).toBe("not-expressible: 'metadata.labels' cannot be expressed: no object is made of the trait to which they could belong; leave them out");
  });

  test('fails when there is no domain', () => {
    expect(findingOf(routedBy({ rules: [{}] }, { domain: undefined }))).toBe(
      "missing-field: 'rules[0].hosts' is required: there is no domain from which the host 'hello.ns.<domain>' could be made; set 'domain' of the ingress provider, or name the hosts");
  });
});

describe('paths', () => {
  const ISTIO = 'must have letters, digits and \'/_.~!$&()+,:=@-\' only, and no "//", "/./" or "/../": Envoy compares paths as they are sent, with dots resolved, got';

  test.each(['/a//b', '/./a', '/a/..', '/a%2Fb', '/a%20b', '/ä', '/a;b', '/{id}', '/a*', '/a\\b'])('fails when one is %s', path => {
    expect(findingOf(routedBy({ rules: [{ paths: [{ path }] }] }))).toBe(
      `invalid-path: 'rules[0].paths[0].path' ${ISTIO} ${JSON.stringify(path)}; write the path as it is sent, or a prefix that ends before it`);
  });

  test('fails when one is for an ingress controller to compare', () => {
    const paths = [{ path: '/a(/|$)(.*)', pathType: IngressPathType.IMPLEMENTATION_SPECIFIC }];

    expect(findingOf(routedBy({ rules: [{ paths }] }))).toBe("not-expressible: 'rules[0].paths[0].pathType' cannot be ImplementationSpecific: only Ingresses leave it to a controller how a path is compared; use Exact, Prefix or Regex");
  });

  test.each<[string, string, string]>([
    ['is none', '/(', "invalid-value: 'rules[0].paths[0].path' must be a regular expression of RE2, got \"/(\": missing closing ); "],
    ['looks ahead, which RE2 does not', '/(?=a)', "invalid-value: 'rules[0].paths[0].path' must be a regular expression of RE2, got \"/(?=a)\": "],
    ['is too long', `/${'a'.repeat(1024)}`, "not-expressible: 'rules[0].paths[0].path' must be at most 1024 characters long: Istio rejects longer regular expressions; use a shorter one, or Prefix"],
  ])('fails when a regular expression %s', (_, path, message) => {
    expect(findingOf(routedBy({ rules: [{ paths: [{ path, pathType: REGEX }] }] }))).toContain(message);
  });
});

describe('certificates', () => {
  const serversOf = (more: Partial<IstioIngressProps>, secretName?: string) =>
    ofKind(routedBy({ rules: [{ hosts: ['a.example.com'] }], ...secretName === undefined ? {} : { tls: { secretName } } }, more), 'Gateway')[0].spec.servers;
  const HOSTS = { hosts: ['ns/a.example.com'] };
  const HTTPS = { name: expect.stringMatching(/^https-ns-hello-[0-9a-f]{8}$/), number: 443, protocol: 'HTTPS' };
  const HTTP = { name: expect.stringMatching(/^http-ns-hello-[0-9a-f]{8}$/), number: 80, protocol: 'HTTP' };
  const tls = (credentialName: string) => ({ ...HOSTS, port: HTTPS, tls: { mode: 'SIMPLE', credentialName } });

  test.each<[string, Partial<IstioIngressProps>, string | undefined, object[]]>([
    ['of a Secret', { tls: TlsCertificate.secret('wildcard') }, undefined, [tls('wildcard')]],
    ['of the Secret of a trait', { tls: TlsCertificate.secret('wildcard') }, 'own', [tls('own')]],
    ['of the Secret of a trait in place of a Certificate', {}, 'own', [tls('own')]],
    ['made by cert-manager', { tls: TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true }) }, undefined, [tls('ns.hello-tls')]],
    ['that are none', { tls: TlsCertificate.insecureNone() }, undefined, [{ ...HOSTS, port: HTTP }]],
    ['of a trait alone', { tls: TlsCertificate.insecureNone() }, 'own', [tls('own')]],
  ])('%s', (_, more, secretName, servers) => {
    expect(serversOf(more, secretName)).toEqual(servers);
  });

  test('have a Gateway without routes beside them that redirects plain text', () => {
    const binding = routedBy({ rules: [rule(['a.example.com', '*.a.example.com'], '/')] }, { redirectsHttp: true });

    expect(ofKind(binding, 'Gateway').map(({ metadata, spec }) => [metadata.name, spec.servers])).toEqual([
      ['ns-hello-gw', [{ hosts: ['ns/a.example.com', 'ns/*.a.example.com'], port: HTTPS, tls: { mode: 'SIMPLE', credentialName: 'ns.hello-tls' } }]],
      ['ns-hello-gw-http', [{ hosts: ['a.example.com', '*.a.example.com'], port: HTTP, tls: { httpsRedirect: true } }]],
    ]);
    expect(ofKind(binding, 'VirtualService').flatMap(({ spec }) => spec.gateways)).toEqual(['ns-hello-gw', 'ns-hello-gw']);
  });

  test('are none for the hosts of a trait in plain text, which are not redirected either', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')] }, { redirectsHttp: true });
    beside(binding, 'plain', [rule(['b.example.com'], '/')], { insecurePlainText: true });

    expect(ofKind(binding, 'Certificate').map(({ spec }) => spec.dnsNames)).toEqual([['a.example.com']]);
    expect(ofKind(binding, 'Gateway').map(({ spec }) => spec.servers)).toEqual([
      [{ hosts: ['ns/a.example.com'], port: HTTPS, tls: { mode: 'SIMPLE', credentialName: 'ns.hello-tls' } }, { hosts: ['ns/b.example.com'], port: HTTP }],
      [{ hosts: ['a.example.com'], port: HTTP, tls: { httpsRedirect: true } }],
    ]);
  });

  test('are none, and there is no redirect, where all hosts are in plain text', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')], insecurePlainText: true }, { redirectsHttp: true });

    expect(ofKind(binding, 'Certificate')).toEqual([]);
    expect(ofKind(binding, 'Gateway').map(({ spec }) => spec.servers)).toEqual([[{ hosts: ['ns/a.example.com'], port: HTTP }]]);
  });

  test('fails when a host has one in one trait and none in another', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')] });
    beside(binding, 'plain', [rule(['a.example.com'], '/plain')], { insecurePlainText: true });

    expect(findingOf(binding)).toBe("duplicate-route: 'rules[0]' has another certificate for host \"a.example.com\" than 'rules[0]' of 'c/hello/greet/ingress'; give the same 'tls.secretName' or 'insecurePlainText' in both, or in neither of them");
  });

  test('are for the hosts of all traits that name no Secret', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')] });
    beside(binding, 'orders', [rule(['b.example.com', '*.b.example.com'], '/')]);
    beside(binding, 'own', [rule(['c.example.com'], '/')], { tls: { secretName: 'c' } });

    expect(ofKind(binding, 'Certificate')[0].spec.dnsNames).toEqual(['a.example.com', 'b.example.com', '*.b.example.com']);
    expect(ofKind(binding, 'Gateway')[0].spec.servers.map(({ hosts, tls: { credentialName } }: any) => [credentialName, hosts])).toEqual([
      ['ns.hello-tls', ['ns/a.example.com', 'ns/b.example.com', 'ns/*.b.example.com']],
      ['c', ['ns/c.example.com']],
    ]);
  });

  test('fails when two traits have different ones for a host', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')] });
    beside(binding, 'orders', [rule(['a.example.com'], '/orders')], { tls: { secretName: 'own' } });

    expect(findingOf(binding)).toBe("duplicate-route: 'rules[0]' has another certificate for host \"a.example.com\" than 'rules[0]' of 'c/hello/greet/ingress'; give the same 'tls.secretName' or 'insecurePlainText' in both, or in neither of them");
  });

  test('fails when two applications serve one Secret', () => {
    const binding = routedBy({ rules: [rule(['a.example.com'], '/')] }, { tls: TlsCertificate.secret('wildcard') });
    otherApplication(binding, [rule(['b.example.com'], '/')]);

    expect(findingOf(binding)).toBe("duplicate-certificate: 'rules' serves Secret \"wildcard\", as 'rules' of 'c/hello/greet/ingress' does for another application: browsers use one connection "
      + 'for all hosts of a certificate, and get 404 for those of the other Gateway; use TlsCertificate.clusterIssuer() or issuer(), by which each application has its own');
  });
});

describe('the gateway', () => {
  test('is in the namespace of its pods where Istio wants it so', () => {
    const binding = routedBy({ rules: [{}] }, { scopesGatewaysToNamespace: true });

    expect(ofKind(binding, 'Gateway')[0].metadata.namespace).toBe('istio-system');
    expect(ofKind(binding, 'VirtualService')[0].metadata.namespace).toBe('ns');
    expect(ofKind(binding, 'VirtualService')[0].spec.gateways).toEqual(['istio-system/ns-hello-gw']);
  });

  test('has names without dots that are not too long', () => {
    const binding = routedBy({ metadata: { name: `web.${'w'.repeat(70)}` }, rules: [{ hosts: ['a.example.com'] }] });

    expect(ofKind(binding, 'VirtualService')[0].metadata.name).toMatch(/^web-w{50}-[0-9a-f]{8}$/);
  });

  test('has the older API version where it is asked for', () => {
    const types = istioObjects(routedBy({ rules: [{ destination: { httpCookie: { name: 'a' } } }] }, { apiVersion: IstioApiVersion.V1BETA1 })).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);

    expect(types.sort()).toEqual([
      'cert-manager.io/v1 Certificate', 'networking.istio.io/v1beta1 DestinationRule', 'networking.istio.io/v1beta1 Gateway', 'networking.istio.io/v1beta1 VirtualService',
    ]);
  });
});

describe('cookies', () => {
  const cookie = (name: string) => ({ httpCookie: { name } });

  test('of a session have the ttl that makes one', () => {
    const [{ metadata, spec }] = ofKind(routedBy({ rules: [{ destination: cookie('session') }] }), 'DestinationRule');

    expect(metadata.name).toBe('greet');
    expect(spec).toEqual({ host: 'greet', trafficPolicy: { loadBalancer: { consistentHash: { httpCookie: { name: 'session', path: '/', ttl: '0s' } } } } });
  });

  test('of one Service have one DestinationRule', () => {
    const binding = routedBy({ rules: [{ hosts: ['a.example.com'], destination: cookie('a') }, { hosts: ['b.example.com'], destination: { host: 'greet', ...cookie('a') } }] });
    beside(binding, 'other', [{ hosts: ['c.example.com'], destination: { host: 'greet', ...cookie('a') } }]);

    expect(ofKind(binding, 'DestinationRule').map(({ metadata }) => metadata.name)).toEqual(['greet']);
  });

  test('fails when a Service has two, on whatever ports', () => {
    const rules = [{ hosts: ['a.example.com'], destination: { port: 8080, ...cookie('a') } }, { hosts: ['b.example.com'], destination: { port: 9090, ...cookie('b') } }];

    expect(findingOf(routedBy({ rules }, {}, withPorts(['http', 8080], ['admin', 9090])))).toBe(
      "not-expressible: 'rules[1].destination.httpCookie' differs from 'rules[0].destination.httpCookie' of 'c/hello/greet/ingress', "
      + 'and both lead to one Service, which has a single cookie; use one cookie for both, or a Service each');
  });

  test('fails when its name or its path could say more', () => {
    expect(findingsOf(routedBy({ rules: [{ destination: { httpCookie: { name: 'x y;=', path: '/a;b' } } }] }))).toEqual([
      "[c/hello/greet/ingress] invalid-value: 'rules[0].destination.httpCookie.name' must have letters, digits, '.', '_', '~' and '-' only, got \"x y;=\"; use another name",
      "[c/hello/greet/ingress] invalid-value: 'rules[0].destination.httpCookie.path' must have letters, digits, '.', '_', '~' and '-' between slashes only, got \"/a;b\"; choose another path",
    ]);
  });

  test('belongs to a Service that is declared after the trait', () => {
    const binding = bindOn(istioChart(), deployment([{ containerPort: 8080 }]));
    new IngressTrait(binding, 'ingress', { rules: [{ destination: cookie('a') }] });
    serviceBeside(binding, 'web', { selector: { app: 'greet' }, ports: [{ port: 80, targetPort: 8080 }] });

    expect(only('DestinationRule', objectsOf(binding)).metadata.name).toBe('web');
  });
});

describe('WebLogic', () => {
  const requestOf = (more: Partial<IstioIngressProps>) =>
    ofKind(routedBy({ rules: [{ destination: { host: 'shop-cluster-front', port: 8001 } }] }, more, weblogic()), 'VirtualService')[0].spec.http[0].headers.request;

  test('is told that a request came over TLS', () => {
    expect(requestOf({})).toEqual({ set: { 'WL-Proxy-SSL': 'true' } });
  });

  test('is not told so by the client', () => {
    expect(requestOf({ tls: TlsCertificate.insecureNone() })).toEqual({ remove: ['WL-Proxy-SSL'] });
  });
});
