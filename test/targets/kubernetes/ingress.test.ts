import { Duration } from 'cdk8s';
import { bindOn, findingOf, findingsOf, ingressOf, ingressesOf, kubernetesChart, routed, routesOf, withPorts } from './support';
import { AuthorizationPolicy, CustomTrait, IngressPathType, IngressProvider, IngressRule, IngressTrait, TlsCertificate } from '../../../src';
import { IngressFactory, IngressOptions } from '../../support/ingress';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { SECRET, SUBDOMAIN } from '../../support/texts';
import { ONE_LABEL } from '../scraper/access';

const { EXACT, IMPLEMENTATION_SPECIFIC, PREFIX, REGEX } = IngressPathType;
const DEFAULT = 'hello.ns.example.com';
const TLS = { tls: TlsCertificate.insecureNone() };

test('golden: hosts, paths, TLS and the cookies of an application', () => {
  const binding = routed({
    metadata: { name: 'web', labels: { tier: 'front' }, annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '8m' } },
    rules: [
      { paths: [{ path: '/' }, { path: '/greet', pathType: PREFIX }, { path: '/login', pathType: EXACT }], destination: { port: 8080 } },
      { hosts: ['admin.example.com', '*.admin.example.com'], destination: { port: 9090, httpCookie: { name: 'session', path: '/admin' } } },
      { hosts: ['admin.example.org'], destination: { port: 9090, httpCookie: { name: 'session', path: '/admin' } } },
    ],
  }, {
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    controller: 'nginx',
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
    ['of several rules stand once each', [{ hosts: ['a.example.com'], paths: [{ path: '/a', pathType: EXACT }] }, { hosts: ['a.example.com', 'b.example.com'], paths: [{ path: '/b', pathType: EXACT }] }], ['a.example.com', 'b.example.com']],
  ])('%s', (_, rules, hosts) => {
    const { spec } = ingressOf(routed({ rules }, { tls: TlsCertificate.secret('wildcard') }));

    expect(spec.rules.map(({ host }: any) => host)).toEqual(hosts);
    expect(spec.tls).toEqual([{ hosts, secretName: 'wildcard' }]);
  });

  const LONG = `${['a', 'b', 'c'].map(letter => letter.repeat(63)).join('.')}.${'d'.repeat(60)}`;

  test.each<[string, IngressRule[], Partial<IngressOptions>, string]>([
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
    ['the controller may interpret any characters', ['/api(/|$)(.*)', '/a//b', '/'].map(path => ({ path, pathType: IMPLEMENTATION_SPECIFIC })), ['/api(/|$)(.*)', '/a//b', '/'].map(path => `${DEFAULT} ImplementationSpecific ${path} greet:8080`)],
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
    ['it is a regular expression', { path: '/a[0-9]//.*', pathType: REGEX }, `not-expressible: ${AT}.pathType' cannot be Regex: an Ingress knows exact paths and prefixes, and leaves others to its controller; `
      + 'use Prefix, or ImplementationSpecific with the annotation by which the controller reads an expression'],
    ['it has an authorization policy', { path: '/a', authorizationPolicy: POLICY }, `not-expressible: ${AT}.authorizationPolicy' cannot be expressed: an Ingress does not ask who sends a request; `
      + 'let the application ask, or write Istio\'s AuthorizationPolicy as a further trait'],
    ...['/a//b', '//', '/./a', '/a/.', '/../a', '/a/..', '/a%2Fb', '/a%2fb'].map((path): [string, any, string] => [`it is ${path}`, { path }, `${FORBIDDEN} "${path}"; ${RESOLVE}`]),
    ...['/a%20b', '/ä', '/a;b', '/{id}', '/a|b'].map((path): [string, any, string] => [`it is ${path}`, { path }, `${ENCODED} "${path}"; use a prefix that ends before them, or IMPLEMENTATION_SPECIFIC for a pattern of the controller`]),
  ])('fails when %s', (_, path, message) => {
    expect(findingOf(routed({ rules: [{ paths: [path] }] }))).toBe(message);
  });

  test('fails when ingress-nginx does not take it', () => {
    expect(findingOf(routed({ rules: [{ paths: [{ path: '/~user', pathType: EXACT }] }] }, { controller: 'nginx' }))).toBe(
      `invalid-path: ${AT}.path' must be letters, digits, '/', '_', '.' and '-' only: ingress-nginx rejects other paths, got "/~user"; use a prefix that ends before them, or IMPLEMENTATION_SPECIFIC for a pattern of the controller`);
  });

  const claims = (field: string, path: string, first: string) =>
    `duplicate-route: '${field}' claims path "${path}" on host ${DEFAULT}, which '${first}' of 'c/hello/greet/ingress' has claimed already; give each its own path or host`;

  test.each<[string, IngressRule[], string]>([
    ['two prefixes differ in a slash at the end', [{ paths: [{ path: '/a', pathType: PREFIX }, { path: '/a/', pathType: PREFIX }] }], claims('rules[0].paths[1]', '/a', 'rules[0].paths[0]')],
    ['two rules claim all', [{}, { hosts: ['*'], paths: [{ path: '/' }] }], claims('rules[1].paths[0]', '/', 'rules[0]')],
    ['a prefix and a path of the controller are the same', [{ paths: [{ path: '/a', pathType: PREFIX }, { path: '/a', pathType: IMPLEMENTATION_SPECIFIC }] }], claims('rules[0].paths[1]', '/a', 'rules[0].paths[0]')],
    ['an exact path is there twice', [{ paths: [{ path: '/a', pathType: EXACT }, { path: '/a', pathType: EXACT }] }], claims('rules[0].paths[1]', '/a', 'rules[0].paths[0]')],
  ])('fails when %s', (_, rules, message) => {
    expect(findingOf(routed({ rules }))).toBe(message);
  });
});

describe('names', () => {
  test('two traits have two Ingresses', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a', pathType: EXACT }] }] });
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [{ paths: [{ path: '/b', pathType: EXACT }] }] });

    expect(ingressesOf(binding).map(({ metadata }) => metadata.name)).toEqual(['greet', 'other']);
  });

  test('fails when a trait has the name of the component', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a', pathType: EXACT }] }] });
    new IngressTrait(binding, 'other', { metadata: { name: 'greet' }, rules: [{ paths: [{ path: '/b', pathType: EXACT }] }] });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/other] duplicate-object: Ingress "greet" in namespace "ns" is also made by \'c/hello/greet/ingress\'; rename one of them, or put it into another namespace',
    ]);
  });

  test.each<[string, number, IngressRule[]]>([
    ['the Secret with its certificate', 250, [{}]],
    ['the Ingress of a rule with a cookie', 248, [{ paths: [{ path: '/a', pathType: EXACT }] }, { destination: { httpCookie: { name: 'a' } } }]],
  ])('a name that is too long for %s is shortened, with a hash', (_, length, rules) => {
    const more = { tls: TlsCertificate.clusterIssuer('letsencrypt'), controller: 'nginx' } as const;
    const ingresses = ingressesOf(routed({ metadata: { name: 'n'.repeat(length) }, rules }, more));
    const names = ingresses.flatMap(({ metadata, spec }) => [metadata.name, spec.tls[0].secretName]);

    expect(names.filter(name => name.length > 253)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.at(-1)).toMatch(/^n{244}-[0-9a-f]{8}$/);
  });

  test('fails when F5 NGINX would have to serve two Ingresses for one host', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a', pathType: EXACT }] }] }, { controller: 'f5Nginx' });
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [{ paths: [{ path: '/b', pathType: EXACT }] }] });

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
    new CustomTrait(binding, 'ingress', { manifest: { ...TRAIT, spec: { rules: [{ paths: [{ path: '/a', pathType: EXACT }] }], workloadRef: { kind: 'A' } } } });

    expect(routesOf(binding)).toEqual([`${DEFAULT} Exact /a greet:8080`]);
  });

  test('fails when there are fields that are not known', () => {
    const binding = bindOn(kubernetesChart());
    const rule = { host: 'a', paths: [{ path: '/a', type: 'Exact' }], destination: { weight: 1, httpCookie: { name: 'a', domain: 'b' } } };
    new CustomTrait(binding, 'ingress', { manifest: { ...TRAIT, status: {}, spec: { gateway: 'x', rules: [rule] } } });

    const unknown = (field: string, known: string, remedy = 'leave it out, or check its spelling') =>
      `[c/hello/greet/ingress] unknown-field: '${field}' is an unknown field; expected one of ${known}; ${remedy}`;
    expect(findingsOf(binding)).toEqual([
      unknown('status', 'metadata, spec'),
      unknown('gateway', 'rules, tls, insecurePlainText, workloadRef'),
      unknown('rules[0].host', 'hosts, paths, destination', 'did you mean "hosts"?'),
      unknown('rules[0].paths[0].type', 'path, pathType, authorizationPolicy'),
      unknown('rules[0].destination.weight', 'host, port, httpCookie'),
      unknown('rules[0].destination.httpCookie.domain', 'name, path, ttl'),
    ]);
  });

  test('fails when the platform knows no way into the cluster', () => {
    const binding = bindOn(kubernetesChart({ ingress: undefined }));
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/ingress] no-ingress-provider: needs to know how requests enter the cluster; set \'ingress\' on the KubernetesPlatform, such as IngressProvider.traefik()',
    ]);
  });

  test('is known by the domain of the platform', () => {
    const chart = kubernetesChart({ ingress: IngressProvider.nginx({ className: 'public', domain: '11.22.0.230.nip.io', tls: TlsCertificate.insecureNone() }) });
    const binding = bindOn(chart);
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(ingressOf(binding).spec).toMatchObject({ ingressClassName: 'public', rules: [{ host: 'hello.ns.11.22.0.230.nip.io' }] });
  });
});

describe('props', () => {
  test('are kept as they were', () => {
    const props = { className: 'nginx', domain: 'a.example.com', tls: TlsCertificate.insecureNone(), annotations: { own: 'a' } };
    const chart = kubernetesChart({ ingress: IngressProvider.other(props) });
    Object.assign(props, { className: 'other', domain: 'b.example.com' });
    props.annotations.own = 'b';
    const binding = bindOn(chart);
    new IngressTrait(binding, 'ingress', { rules: [{}] });

    expect(ingressOf(binding)).toMatchObject({ metadata: { annotations: { own: 'a' } }, spec: { ingressClassName: 'nginx', rules: [{ host: 'hello.ns.a.example.com' }] } });
  });

  test('fail at all that is wrong together', () => {
    const props: any = { className: '', domain: '*.example.com', podLabels: {}, safeNaming: 'no', annotations: { 'a': 1, 'b c': 'd' }, host: 'a' };

    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.traefik(props) }))).toBe([
      '[KubernetesPlatform] 8 findings:',
      'unknown-field: \'ingress.host\' is an unknown field; expected one of namespace, podLabels, className, entryPoint, safeNaming, tls, domain, annotations; leave it out, or check its spelling',
      'missing-field: \'ingress.tls\' is required; use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it',
      `missing-field: 'ingress.podLabels' ${ONE_LABEL}`,
      `invalid-name: 'ingress.className' ${SUBDOMAIN}, got ""`,
      'invalid-type: \'ingress.safeNaming\' must be a boolean, got a string',
      'invalid-host: \'ingress.domain\' must be a lower-case DNS name, neither with a wildcard nor an address, got "*.example.com"; give the host alone, without scheme, port or path',
      'invalid-annotation: \'ingress.annotations.a\' must be a string, got a number; put it in quotes',
      'invalid-annotation: \'ingress.annotations\' must be a map with keys of the form [<DNS subdomain>/]<name>, got "b c"',
    ].join('\n  '));
  });

  test.each<[IngressFactory, string, string]>([
    ['traefik', 'traefik', 'namespace, podLabels, className, entryPoint, safeNaming'],
    ['nginx', 'nginx', 'namespace, podLabels, className, allowsCrossNamespaceSecrets'],
    ['haproxy', 'haproxy', 'namespace, podLabels, className'],
    ['f5Nginx', 'nginx', 'namespace, podLabels, className'],
    ['haproxyIngress', 'haproxy', 'namespace, podLabels, className, allowsCrossNamespaceSecrets, insecureOpenUntilSecretExists'],
    ['kong', 'kong', 'namespace, podLabels, className'],
  ])('of %s have the class %s of its chart by default, and no others than %s', (factory, className, fields) => {
    const withProps = (more: object) => kubernetesChart({ ingress: IngressProvider[factory]({ ...TLS, ...more } as any) });
    const binding = bindOn(withProps({ className: null }));
    new IngressTrait(binding, 'ingress', { rules: [{ hosts: ['a.example.com'] }] });

    expect(ingressOf(binding).spec.ingressClassName).toBe(className);
    expect(messageOf(() => withProps({ controller: 'a' }))).toBe(
      `[KubernetesPlatform] unknown-field: 'ingress.controller' is an unknown field; expected one of ${fields}, tls, domain, annotations; leave it out, or check its spelling`);
  });

  test('fail when the class of another controller is left out', () => {
    const props: any = { tls: TlsCertificate.insecureNone() };

    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.other(props) }))).toBe('[KubernetesPlatform] missing-field: \'ingress.className\' is required');
  });

  test.each([null, [], 'nginx'])('fail when they are no object: %p', (props: any) => {
    expect(messageOf(() => kubernetesChart({ ingress: IngressProvider.traefik(props) }))).toMatch(/^\[KubernetesPlatform\] invalid-type: 'ingress' must be an object, got /);
  });
});

const HOSTS = ['hello.ns.example.com'];

test.each<[string, TlsCertificate, Record<string, string> | undefined, string | undefined]>([
  ['an issuer of the cluster', TlsCertificate.clusterIssuer('letsencrypt'), { 'cert-manager.io/cluster-issuer': 'letsencrypt' }, 'greet-tls'],
  ['an issuer of the namespace', TlsCertificate.issuer('own'), { 'cert-manager.io/issuer': 'own' }, 'greet-tls'],
  ['a Secret', TlsCertificate.secret('wildcard'), undefined, 'wildcard'],
  ['none', TlsCertificate.insecureNone(), undefined, undefined],
])('%s', (_, tls, annotations, secretName) => {
  const { metadata, spec } = ingressOf(routed({ rules: [{}] }, { tls }));

  expect(metadata.annotations).toEqual(annotations);
  expect(spec.tls).toEqual(secretName && [{ hosts: HOSTS, secretName }]);
});

test.each([TlsCertificate.clusterIssuer('letsencrypt'), TlsCertificate.secret('wildcard'), TlsCertificate.insecureNone()])(
  'the Secret of the trait goes before that of the platform, and nothing is issued: %#', tls => {
    const { metadata, spec } = ingressOf(routed({ rules: [{ hosts: ['a.example.com'] }], tls: { secretName: 'own' } }, { tls }));

    expect(metadata.annotations).toBeUndefined();
    expect(spec.tls).toEqual([{ hosts: ['a.example.com'], secretName: 'own' }]);
  });

test('annotations: those of the trait go before those of the certificate and the cookie, and these before those of the platform', () => {
  const KEY = 'cert-manager.io/cluster-issuer';
  const more = { tls: TlsCertificate.clusterIssuer('letsencrypt'), annotations: { [KEY]: 'platform', other: 'platform', kept: 'platform' } };
  const trait = (annotations: Record<string, string>) => ingressOf(routed({ metadata: { annotations }, rules: [{}] }, more)).metadata.annotations;

  expect(trait({ other: 'trait' })).toEqual({ [KEY]: 'letsencrypt', other: 'trait', kept: 'platform' });
  expect(trait({ [KEY]: 'trait' })).toEqual({ [KEY]: 'trait', other: 'platform', kept: 'platform' });
});

test('each Ingress of a trait has a certificate of its own', () => {
  const cookie = { port: 8080, httpCookie: { name: 'session', ttl: Duration.hours(1) } };
  const binding = routed({ metadata: { name: 'web' }, rules: [{ hosts: ['a.example.com'] }, { hosts: ['b.example.com'], destination: cookie }] }, {
    tls: TlsCertificate.clusterIssuer('letsencrypt'), controller: 'nginx',
  });

  expect(ingressesOf(binding).map(({ spec }) => spec.tls)).toEqual([
    [{ hosts: ['a.example.com'], secretName: 'web-tls' }],
    [{ hosts: ['b.example.com'], secretName: 'web-rule-1-tls' }],
  ]);
});

test('is a copy of its options', () => {
  const options = { rendersCertificate: false };
  const tls = TlsCertificate.issuer('own', options);
  options.rendersCertificate = true;

  expect(ingressOf(routed({ rules: [{}] }, { tls })).metadata.annotations).toEqual({ 'cert-manager.io/issuer': 'own' });
});

describe('what cannot be', () => {
  const errorOf = (tls: any) => messageOf(() => routed({ rules: [{}] }, { tls })).replace('[KubernetesPlatform] ', '');

  test.each<[string, any, string]>([
    ['there is none', undefined, 'missing-field: \'ingress.tls\' is required; use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it'],
    ['it is something else', 'letsencrypt', 'invalid-type: \'ingress.tls\' must be a TlsCertificate, got a string; use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it'],
    ['the name of the Secret is none', TlsCertificate.secret('-----BEGIN'), `invalid-name: 'ingress.tls.secretName' ${SECRET}`],
    ['the name of the issuer is none', TlsCertificate.clusterIssuer(undefined as any), `invalid-name: 'ingress.tls.name' ${SUBDOMAIN}, got nothing`],
    ['the options are none', TlsCertificate.clusterIssuer('a', 'Issuer' as any), 'invalid-type: \'ingress.tls\' must be an object, got a string'],
    ['each Ingress would write the one Secret', TlsCertificate.clusterIssuer('a', { secretName: 'b' }),
      'invalid-value: \'ingress.tls.secretName\' must not be set with several certificates; leave it out'],
    ['a Certificate would be rendered', TlsCertificate.issuer('a', { rendersCertificate: true }),
      'invalid-value: \'ingress.tls.rendersCertificate\' must not be set with Ingresses of IngressTraits; leave it out'],
    ['it is that of a Gateway', TlsCertificate.atGateway(),
      'invalid-value: \'ingress.tls\' must be a certificate for each Ingress; use TlsCertificate.clusterIssuer(), issuer() or secret(); atGateway() is for a ScraperAccess'],
    ['all of the issuer is wrong', TlsCertificate.clusterIssuer('A B', { kind: 'issuer', rendersCertificate: 'a' } as any), [
      '3 findings:',
      `invalid-name: 'ingress.tls.name' ${SUBDOMAIN}, got "A B"`,
      'unknown-field: \'ingress.tls.kind\' is an unknown field; expected one of rendersCertificate, secretName; leave it out, or check its spelling',
      'invalid-type: \'ingress.tls.rendersCertificate\' must be a boolean, got a string',
    ].join('\n  ')],
  ])('fails when %s', (_, tls, message) => {
    expect(errorOf(tls)).toBe(message);
  });

  test('null is as good as nothing', () => {
    const { metadata } = ingressOf(routed({ rules: [{}] }, { tls: TlsCertificate.clusterIssuer('a', { rendersCertificate: null } as any) }));

    expect(metadata.annotations).toEqual({ 'cert-manager.io/cluster-issuer': 'a' });
  });
});

test('a host in plain text has neither a Secret nor an issuer, in each of the Ingresses of its trait', () => {
  const rules = [{ hosts: ['a.example.com'] }, { hosts: ['b.example.com'], destination: { httpCookie: { name: 'id' } } }];
  const binding = routed({ rules, insecurePlainText: true, metadata: { annotations: { own: 'a' } } }, {
    tls: TlsCertificate.clusterIssuer('letsencrypt'), controller: 'nginx',
  });
  new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [{ hosts: ['c.example.com'] }] });

  const [plain, sticky, other] = ingressesOf(binding);
  expect([plain.metadata.annotations, plain.spec.tls]).toEqual([{ own: 'a' }, undefined]);
  expect([Object.keys(sticky.metadata.annotations).filter(key => key.includes('cert-manager')), sticky.spec.tls]).toEqual([[], undefined]);
  expect([other.metadata.annotations, other.spec.tls]).toEqual([{ 'cert-manager.io/cluster-issuer': 'letsencrypt' }, [{ hosts: ['c.example.com'], secretName: 'other-tls' }]]);
});
