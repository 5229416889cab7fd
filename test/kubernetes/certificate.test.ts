import { Duration } from 'cdk8s';
import { ingressOf, ingressesOf, routed } from './support';
import { IngressController, CertificateIssuerKind, TlsCertificate } from '../../src';
import { messageOf } from '../support/message';
import { SECRET, SUBDOMAIN } from '../support/texts';

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
    ['it is something else', 'letsencrypt', 'invalid-type: \'ingress.tls\' must be a TlsCertificate, got "letsencrypt"; use TlsCertificate.secret() or issuer(), or TlsCertificate.insecureNone() if you mean it'],
    ['the name of the Secret is none', TlsCertificate.secret('-----BEGIN'), `invalid-secret-name: 'ingress.tls.secretName' ${SECRET}`],
    ['the name of the issuer is none', TlsCertificate.issuer(undefined as any), `invalid-name: 'ingress.tls.name' ${SUBDOMAIN}, got nothing`],
    ['the options are none', TlsCertificate.issuer('a', 'Issuer' as any), 'invalid-type: \'ingress.tls\' must be an object, got a string'],
    ['each Ingress would write the one Secret', TlsCertificate.issuer('a', { secretName: 'b' }),
      'invalid-value: \'ingress.tls.secretName\' must not be set: each Ingress has its own Secret; leave it out'],
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
