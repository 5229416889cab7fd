import { Duration } from 'cdk8s';
import { bindOn, findingOf, findingsOf, ingressOf, ingressesOf, kubernetesChart, routed, routesOf, withPorts } from './support';
import { AuthorizationPolicy, CertificateIssuerKind, CustomTrait, IngressController, IngressPathType, IngressProvider, IngressRule, IngressTrait, KubernetesIngressProps, TlsCertificate } from '../../../src';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { SECRET, SUBDOMAIN } from '../../support/texts';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const DEFAULT = 'hello.ns.example.com';

test('golden: hosts, paths, TLS and the cookies of an application', () => {
  const binding = routed({
    metadata: { name: 'web', labels: { tier: 'front' }, annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '8m' } },
    rules: [
      { paths: [{ path: '/' }, { path: '/greet', pathType: PREFIX }, { path: '/login' }], destination: { port: 8080 } },
      { hosts: ['admin.example.com', '*.admin.example.com'], destination: { port: 9090, httpCookie: { name: 'session', path: '/admin' } } },
      { hosts: ['admin.example.org'], destination: { port: 9090, httpCookie: { name: 'session', path: '/admin' } } },
    ],
  }, {
    tls: TlsCertificate.issuer('letsencrypt'),
    controller: IngressController.ingressNginx({ className: 'nginx' }),
    annotations: { 'external-dns.alpha.kubernetes.io/ttl': '60' },
  }, withPorts(['http', 8080], ['admin', 9090]));

  expectGolden('kubernetes-ingress', ingressesOf(binding));
});

describe('hosts', () => {
  test.each<[string, IngressRule[], string[]]>([
    ['are made of application, namespace and domain', [{}], [DEFAULT]],
    ['are those that the rule names', [{ hosts: ['b.example.com', 'a.example.com'] }], ['b.example.com', 'a.example.com']],
    ['may have a wildcard', [{ hosts: ['*.example.org'] }], ['*.example.org']],
    ['that mean none leave the generated one', [{ hosts: ['*', ''] }], [DEFAULT]],
    ['that mean none are left out beside others', [{ hosts: ['*', 'a.example.com', '', 'a.example.com'] }], ['a.example.com']],
    ['of several rules stand once each', [{ hosts: ['a.example.com'], paths: [{ path: '/a' }] }, { hosts: ['a.example.com', 'b.example.com'], paths: [{ path: '/b' }] }], ['a.example.com', 'b.example.com']],
  ])('%s', (_, rules, hosts) => {
    const { spec } = ingressOf(routed({ rules }, { tls: TlsCertificate.secret('wildcard') }));

    expect(spec.rules.map(({ host }: any) => host)).toEqual(hosts);
    expect(spec.tls).toEqual([{ hosts, secretName: 'wildcard' }]);
  });

  const LONG = `${['a', 'b', 'c'].map(letter => letter.repeat(63)).join('.')}.${'d'.repeat(60)}`;

  test.each<[string, IngressRule[], Partial<KubernetesIngressProps>, string]>([
    ['there is no domain', [{}], { domain: undefined }, 'missing-field: \'rules[0].hosts\' is required: there is no domain from which the host \'hello.ns.<domain>\' could be made; set \'domain\' of '
      + 'the ingress provider, or name the hosts'],
    ['the generated one is too long', [{ hosts: [''] }], { domain: LONG }, `invalid-host: 'rules[0].hosts' is required, as the generated host is too long, got "${`hello.ns.${LONG}`.slice(0, 119)}… (261 characters); name the hosts of the rule, or shorten the name of the application or the namespace`],
    ['one is an address', [{ hosts: ['10.0.0.1'] }], {}, 'invalid-host: \'rules[0].hosts[0]\' must be a lower-case DNS name, neither with a wildcard nor an address, got "10.0.0.1"; '
      + 'give the host alone, without scheme, port or path'],
  ])('fails when %s', (_, rules, more, message) => {
    expect(findingOf(routed({ rules }, more))).toBe(message);
  });
});

describe('paths', () => {
  test.each<[string, IngressRule['paths'], string[]]>([
    ['none means all', undefined, [`${DEFAULT} Prefix / greet:8080`]],
    ['an empty list means all', [], [`${DEFAULT} Prefix / greet:8080`]],
    ['the root is a prefix, others are exact', [{ path: '/' }, { path: '/greet' }], [`${DEFAULT} Prefix / greet:8080`, `${DEFAULT} Exact /greet greet:8080`]],
    ['an entry without a path is the root', [{}, { path: '/greet', pathType: PREFIX }], [`${DEFAULT} Prefix / greet:8080`, `${DEFAULT} Prefix /greet greet:8080`]],
    ['the root can be exact', [{ pathType: EXACT }], [`${DEFAULT} Exact / greet:8080`]],
    ['an exact path may stand beside a prefix', [{ path: '/a', pathType: PREFIX }, { path: '/a', pathType: EXACT }], [`${DEFAULT} Prefix /a greet:8080`, `${DEFAULT} Exact /a greet:8080`]],
    ['an exact path may end in a slash', [{ path: '/a' }, { path: '/a/' }], [`${DEFAULT} Exact /a greet:8080`, `${DEFAULT} Exact /a/ greet:8080`]],
    ['dots in names are allowed', [{ path: '/.well-known' }, { path: '/a..b' }, { path: '/a/...' }], ['/.well-known', '/a..b', '/a/...'].map(path => `${DEFAULT} Exact ${path} greet:8080`)],
  ])('%s', (_, paths, routes) => {
    expect(routesOf(routed({ rules: [{ paths }] }))).toEqual(routes);
  });

  const POLICY: AuthorizationPolicy = { rules: [{ requestPrincipals: ['*'] }] };
  const AT = '\'rules[0].paths[0]';
  const FORBIDDEN = `invalid-path: ${AT}.path' must be a path without "//", "/./", "/../" and "%2f" in an Ingress, got`;
  const RESOLVE = 'write the path as it is after these are resolved';
  const ENCODED = `invalid-path: ${AT}.path' must have only characters that need no encoding: ingress controllers compare others in different ways, got`;

  test.each<[string, any, string]>([
    ['it is a regular expression', { path: '/a[0-9]//.*', pathType: REGEX }, `not-expressible: ${AT}.pathType' cannot be Regex: an Ingress knows exact paths and prefixes only; `
      + 'use Prefix, or write an HTTPRoute as a further trait'],
    ['it has an authorization policy', { path: '/a', authorizationPolicy: POLICY }, `not-expressible: ${AT}.authorizationPolicy' cannot be expressed: an Ingress does not ask who sends a request; `
      + 'let the application ask, or write Istio\'s AuthorizationPolicy as a further trait'],
    ...['/a//b', '//', '/./a', '/a/.', '/../a', '/a/..', '/a%2Fb', '/a%2fb'].map((path): [string, any, string] => [`it is ${path}`, { path }, `${FORBIDDEN} "${path}"; ${RESOLVE}`]),
    ...['/a%20b', '/ä', '/a;b', '/{id}', '/a|b'].map((path): [string, any, string] => [`it is ${path}`, { path }, `${ENCODED} "${path}"; use a prefix that ends before them`]),
  ])('fails when %s', (_, path, message) => {
    expect(findingOf(routed({ rules: [{ paths: [path] }] }))).toBe(message);
  });

  test('fails when ingress-nginx does not take it', () => {
    expect(findingOf(routed({ rules: [{ paths: [{ path: '/~user' }] }] }, { controller: IngressController.ingressNginx({ className: 'nginx' }) }))).toBe(
      `invalid-path: ${AT}.path' must be letters, digits, '/', '_', '.' and '-' only: ingress-nginx rejects other paths, got "/~user"; use a prefix that ends before them`);
  });

  const claims = (field: string, path: string, first: string) =>
    `duplicate-route: '${field}' claims path "${path}" on host ${DEFAULT}, which '${first}' of 'c/hello/greet/ingress' has claimed already; give each its own path or host`;

  test.each<[string, IngressRule[], string]>([
    ['two prefixes differ in a slash at the end', [{ paths: [{ path: '/a', pathType: PREFIX }, { path: '/a/', pathType: PREFIX }] }], claims('rules[0].paths[1]', '/a', 'rules[0].paths[0]')],
    ['two rules claim all', [{}, { hosts: ['*'], paths: [{ path: '/' }] }], claims('rules[1].paths[0]', '/', 'rules[0]')],
    ['an exact path is there twice', [{ paths: [{ path: '/a' }, { path: '/a', pathType: EXACT }] }], claims('rules[0].paths[1]', '/a', 'rules[0].paths[0]')],
  ])('fails when %s', (_, rules, message) => {
    expect(findingOf(routed({ rules }))).toBe(message);
  });
});

describe('names', () => {
  test('two traits have two Ingresses', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a' }] }] });
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [{ paths: [{ path: '/b' }] }] });

    expect(ingressesOf(binding).map(({ metadata }) => metadata.name)).toEqual(['greet', 'other']);
  });

  test('fails when a trait has the name of the component', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a' }] }] });
    new IngressTrait(binding, 'other', { metadata: { name: 'greet' }, rules: [{ paths: [{ path: '/b' }] }] });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/other] duplicate-object: Ingress "greet" in namespace "ns" is also made by \'c/hello/greet/ingress\'; rename one of them, or put it into another namespace',
    ]);
  });

  test.each<[string, number, IngressRule[]]>([
    ['the Secret with its certificate', 250, [{}]],
    ['the Ingress of a rule with a cookie', 248, [{ paths: [{ path: '/a' }] }, { destination: { httpCookie: { name: 'a' } } }]],
  ])('a name that is too long for %s is shortened, with a hash', (_, length, rules) => {
    const more = { tls: TlsCertificate.issuer('letsencrypt'), controller: IngressController.ingressNginx({ className: 'nginx' }) };
    const ingresses = ingressesOf(routed({ metadata: { name: 'n'.repeat(length) }, rules }, more));
    const names = ingresses.flatMap(({ metadata, spec }) => [metadata.name, spec.tls[0].secretName]);

    expect(names.filter(name => name.length > 253)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.at(-1)).toMatch(/^n{244}-[0-9a-f]{8}$/);
  });

  test('fails when F5 NGINX would have to serve two Ingresses for one host', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a' }] }] }, { controller: IngressController.f5Nginx({ className: 'nginx' }) });
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [{ paths: [{ path: '/b' }] }] });

    expect(findingsOf(binding)).toEqual([
      `[c/hello/greet/other] duplicate-route: 'rules' needs a second Ingress for host ${DEFAULT} beside that of 'rules' of 'c/hello/greet/ingress', and controller f5-nginx serves one for each host; name its `
        + 'own host, use the same cookie, or write mergeable Ingresses by CustomTrait',
    ]);
  });
});

describe('a trait of the vendor', () => {
  const TRAIT = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait' };

  test('may be written by CustomTrait', () => {
    const binding = bindOn(kubernetesChart());
    new CustomTrait(binding, 'ingress', { manifest: { ...TRAIT, spec: { rules: [{ paths: [{ path: '/a' }] }], workloadRef: { kind: 'A' } } } });

    expect(routesOf(binding)).toEqual([`${DEFAULT} Exact /a greet:8080`]);
  });

  test('fails when there are fields that are not known', () => {
    const binding = bindOn(kubernetesChart());
    const rule = { host: 'a', paths: [{ path: '/a', type: 'Exact' }], destination: { weight: 1, httpCookie: { name: 'a', domain: 'b' } } };
    new CustomTrait(binding, 'ingress', { manifest: { ...TRAIT, status: {}, spec: { gateway: 'x', rules: [rule] } } });

    const unknown = (field: string, known: string) => `[c/hello/greet/ingress] unknown-field: '${field}' is an unknown field; expected one of ${known}; leave it out, or check its spelling`;
    expect(findingsOf(binding)).toEqual([
      unknown('status', 'metadata, spec'),
      unknown('gateway', 'rules, tls, workloadRef'),
      unknown('rules[0].host', 'hosts, paths, destination'),
      unknown('rules[0].paths[0].type', 'path, pathType, authorizationPolicy'),
      unknown('rules[0].destination.weight', 'host, port, httpCookie'),
      unknown('rules[0].destination.httpCookie.domain', 'name, path, ttl'),
    ]);
  });

  test('fails when the platform knows no way into the cluster', () => {
    const binding = bindOn(kubernetesChart({ ingress: undefined }));
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/ingress] no-ingress-provider: needs to know how requests enter the cluster; set \'ingress: IngressProvider.ingress({ … })\' on the KubernetesPlatform',
    ]);
  });

  test('is known by the domain of the platform', () => {
    const chart = kubernetesChart({ ingress: IngressProvider.ingress({ controller: IngressController.ingressNginx({ className: 'public' }), domain: '11.22.0.230.nip.io', tls: TlsCertificate.insecureNone() }) });
    const binding = bindOn(chart);
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(ingressOf(binding).spec).toMatchObject({ ingressClassName: 'public', rules: [{ host: 'hello.ns.11.22.0.230.nip.io' }] });
  });
});

describe('props', () => {
  test('are kept as they were', () => {
    const classed = { className: 'nginx' };
    const props = { controller: IngressController.other(classed), domain: 'a.example.com', tls: TlsCertificate.insecureNone(), annotations: { own: 'a' } };
    const chart = kubernetesChart({ ingress: IngressProvider.ingress(props) });
    Object.assign(props, { controller: IngressController.other({ className: 'other' }), domain: 'b.example.com' });
    classed.className = 'other';
    props.annotations.own = 'b';
    const binding = bindOn(chart);
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(ingressOf(binding)).toMatchObject({ metadata: { annotations: { own: 'a' } }, spec: { ingressClassName: 'nginx', rules: [{ host: 'hello.ns.a.example.com' }] } });
  });

  test('fail at all that is wrong together', () => {
    const props: any = { className: 'nginx', domain: '*.example.com', controller: IngressController.kong({ className: '' }), annotations: { 'a': 1, 'b c': 'd' }, host: 'a' };

    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.ingress(props) }))).toBe([
      '[KubernetesPlatform] 7 findings:',
      'unknown-field: \'ingress.className\' is an unknown field; expected one of controller, tls, domain, annotations; leave it out, or check its spelling',
      'unknown-field: \'ingress.host\' is an unknown field; expected one of controller, tls, domain, annotations; leave it out, or check its spelling',
      'missing-field: \'ingress.tls\' is required',
      `invalid-name: 'ingress.controller.className' ${SUBDOMAIN}, got ""`,
      'invalid-host: \'ingress.domain\' must be a lower-case DNS name, neither with a wildcard nor an address, got "*.example.com"; give the host alone, without scheme, port or path',
      'invalid-annotation: \'ingress.annotations.a\' must be a string, got a number; put it in quotes',
      'invalid-annotation: \'ingress.annotations\' must be a map with keys of the form [<DNS subdomain>/]<name>, got "b c"',
    ].join('\n  '));
  });

  test.each<[string, any, string]>([
    ['there is none', undefined, 'missing-field: \'ingress.controller\' is required'],
    ['it is a name', 'traefik',
      'invalid-type: \'ingress.controller\' must be an IngressController, got a string; name the one that the cluster runs, such as IngressController.traefik()'],
    ['it reads no Ingresses', IngressController.envoyGateway({ gatewayClassName: 'envoy' }),
      'invalid-value: \'ingress.controller\' must be a controller that reads Ingresses, got envoy-gateway, which reads the Gateway API; '
      + 'name the controller of the IngressClass; IngressController.other() is any that the library does not know'],
  ])('fail when the controller is wrong: %s', (_, controller, message) => {
    const props = { controller, tls: TlsCertificate.insecureNone() };

    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.ingress(props) }))).toBe(`[KubernetesPlatform] ${message}`);
  });

  test.each([undefined, null, [], 'nginx'])('fail when there are none: %p', (props: any) => {
    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.ingress(props) }))).toMatch(/^\[KubernetesPlatform\] invalid-type: 'ingress' must be an object, got /);
  });
});

const HOSTS = ['hello.ns.example.com'];

test.each<[string, TlsCertificate, Record<string, string> | undefined, string | undefined]>([
  ['an issuer of the cluster', TlsCertificate.issuer('letsencrypt'), { 'cert-manager.io/cluster-issuer': 'letsencrypt' }, 'greet-tls'],
  ['an issuer of the cluster, said', TlsCertificate.issuer('letsencrypt', { kind: CertificateIssuerKind.CLUSTER_ISSUER }), { 'cert-manager.io/cluster-issuer': 'letsencrypt' }, 'greet-tls'],
  ['an issuer of the namespace', TlsCertificate.issuer('own', { kind: CertificateIssuerKind.ISSUER }), { 'cert-manager.io/issuer': 'own' }, 'greet-tls'],
  ['a Secret', TlsCertificate.secret('wildcard'), undefined, 'wildcard'],
  ['none', TlsCertificate.insecureNone(), undefined, undefined],
])('%s', (_, tls, annotations, secretName) => {
  const { metadata, spec } = ingressOf(routed({ rules: [{}] }, { tls }));

  expect(metadata.annotations).toEqual(annotations);
  expect(spec.tls).toEqual(secretName && [{ hosts: HOSTS, secretName }]);
});

test.each([TlsCertificate.issuer('letsencrypt'), TlsCertificate.secret('wildcard'), TlsCertificate.insecureNone()])(
  'the Secret of the trait goes before that of the platform, and nothing is issued: %#', tls => {
    const { metadata, spec } = ingressOf(routed({ rules: [{ hosts: ['a.example.com'] }], tls: { secretName: 'own' } }, { tls }));

    expect(metadata.annotations).toBeUndefined();
    expect(spec.tls).toEqual([{ hosts: ['a.example.com'], secretName: 'own' }]);
  });

test('annotations: those of the trait go before those of the certificate and the cookie, and these before those of the platform', () => {
  const KEY = 'cert-manager.io/cluster-issuer';
  const more = { tls: TlsCertificate.issuer('letsencrypt'), annotations: { [KEY]: 'platform', other: 'platform', kept: 'platform' } };
  const trait = (annotations: Record<string, string>) => ingressOf(routed({ metadata: { annotations }, rules: [{}] }, more)).metadata.annotations;

  expect(trait({ other: 'trait' })).toEqual({ [KEY]: 'letsencrypt', other: 'trait', kept: 'platform' });
  expect(trait({ [KEY]: 'trait' })).toEqual({ [KEY]: 'trait', other: 'platform', kept: 'platform' });
});

test('each Ingress of a trait has a certificate of its own', () => {
  const cookie = { port: 8080, httpCookie: { name: 'session', ttl: Duration.hours(1) } };
  const binding = routed({ metadata: { name: 'web' }, rules: [{ hosts: ['a.example.com'] }, { hosts: ['b.example.com'], destination: cookie }] }, {
    tls: TlsCertificate.issuer('letsencrypt'), controller: IngressController.ingressNginx({ className: 'nginx' }),
  });

  expect(ingressesOf(binding).map(({ spec }) => spec.tls)).toEqual([
    [{ hosts: ['a.example.com'], secretName: 'web-tls' }],
    [{ hosts: ['b.example.com'], secretName: 'web-rule-1-tls' }],
  ]);
});

test('is a copy of its options', () => {
  const options = { kind: CertificateIssuerKind.ISSUER };
  const tls = TlsCertificate.issuer('own', options);
  options.kind = CertificateIssuerKind.CLUSTER_ISSUER;

  expect(ingressOf(routed({ rules: [{}] }, { tls })).metadata.annotations).toEqual({ 'cert-manager.io/issuer': 'own' });
});

describe('what cannot be', () => {
  const errorOf = (tls: any) => messageOf(() => routed({ rules: [{}] }, { tls })).replace('[KubernetesPlatform] ', '');

  test.each<[string, any, string]>([
    ['there is none', undefined, 'missing-field: \'ingress.tls\' is required'],
    ['it is something else', 'letsencrypt', 'invalid-type: \'ingress.tls\' must be a TlsCertificate, got a string; use TlsCertificate.secret() or issuer(), or TlsCertificate.insecureNone() if you mean it'],
    ['the name of the Secret is none', TlsCertificate.secret('-----BEGIN'), `invalid-name: 'ingress.tls.secretName' ${SECRET}`],
    ['the name of the issuer is none', TlsCertificate.issuer(undefined as any), `invalid-name: 'ingress.tls.name' ${SUBDOMAIN}, got nothing`],
    ['the options are none', TlsCertificate.issuer('a', 'Issuer' as any), 'invalid-type: \'ingress.tls\' must be an object, got a string'],
    ['each Ingress would write the one Secret', TlsCertificate.issuer('a', { secretName: 'b' }),
      'invalid-value: \'ingress.tls.secretName\' must not be set with several certificates; leave it out'],
    ...[TlsCertificate.certificate('a'), TlsCertificate.atGateway()].map((tls): [string, any, string] => [
      `it is that of a ScraperAccess (${tls._model.from})`, tls,
      'invalid-value: \'ingress.tls\' must be a certificate for each Ingress; '
      + 'use TlsCertificate.issuer() or secret(); certificate() and atGateway() are for a ScraperAccess',
    ]),
    ['all of the issuer is wrong', TlsCertificate.issuer('A B', { kind: 'issuer', group: 'a' } as any), [
      '3 findings:',
      `invalid-name: 'ingress.tls.name' ${SUBDOMAIN}, got "A B"`,
      'unknown-field: \'ingress.tls.group\' is an unknown field; expected one of kind, secretName; leave it out, or check its spelling',
      'invalid-value: \'ingress.tls.kind\' must be one of ClusterIssuer, Issuer, got "issuer"; did you mean "Issuer"?',
    ].join('\n  ')],
  ])('fails when %s', (_, tls, message) => {
    expect(errorOf(tls)).toBe(message);
  });

  test('null is as good as nothing', () => {
    const { metadata } = ingressOf(routed({ rules: [{}] }, { tls: TlsCertificate.issuer('a', { kind: null } as any) }));

    expect(metadata.annotations).toEqual({ 'cert-manager.io/cluster-issuer': 'a' });
  });
});
