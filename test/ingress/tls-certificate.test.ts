import { CertificateIssuerKind, TlsCertificate } from '../../src';
import { access, CONTROLLERS, HOST, kind, refusal, SUBJECT } from '../scraper/access';
import { LEAVE_OUT } from '../scraper/texts';
import { rendered } from '../support/app';
import { SECRET, SUBDOMAIN } from '../support/texts';

const { CLUSTER_ISSUER: CLUSTER, ISSUER } = CertificateIssuerKind;
const ingress = (tls: TlsCertificate) => rendered(access('f5-nginx', { tls })).at(-1);

describe('on an Ingress', () => {
  const served = (secretName: string) => [{ hosts: [HOST], secretName }];

  test('from a Secret that is there', () => {
    const { spec, metadata } = ingress(TlsCertificate.secret('wildcard'));

    expect(spec.tls).toEqual(served('wildcard'));
    expect(Object.keys(metadata.annotations).filter(key => key.includes('cert-manager'))).toEqual([]);
  });

  test.each([
    ['an issuer of the cluster', undefined, 'cert-manager.io/cluster-issuer', 'prometheus-tls'],
    ['an issuer of the cluster, said', { kind: CLUSTER, secretName: 'mine' }, 'cert-manager.io/cluster-issuer', 'mine'],
    ['an issuer of the namespace', { kind: ISSUER, secretName: 'mine' }, 'cert-manager.io/issuer', 'mine'],
  ])('from %s, by an annotation', (_, options, annotation, secretName) => {
    const { spec, metadata } = ingress(TlsCertificate.issuer('ca', options));

    expect(spec.tls).toEqual(served(secretName));
    expect(metadata.annotations).toMatchObject({ [annotation]: 'ca' });
  });

  test.each([
    ['an issuer of the cluster', undefined, 'ClusterIssuer', 'prometheus-tls'],
    ['an issuer of the cluster, said', { kind: CLUSTER, secretName: 'mine' }, 'ClusterIssuer', 'mine'],
    ['an issuer of the namespace', { kind: ISSUER, secretName: 'mine' }, 'Issuer', 'mine'],
  ])('from %s, by a Certificate', (_, options, issuer, secretName) => {
    const own = access('f5-nginx', { tls: TlsCertificate.certificate('ca', options) });

    expect(kind('Ingress', own)[0].spec.tls).toEqual(served(secretName));
    expect(kind('Certificate', own)).toEqual([{
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name: 'prometheus', namespace: 'verrazzano-system' },
      spec: { secretName, dnsNames: [HOST], issuerRef: { group: 'cert-manager.io', kind: issuer, name: 'ca' } },
    }]);
  });

  test('left out when that is asked for by name', () => {
    expect(ingress(TlsCertificate.insecureNone()).spec).not.toHaveProperty('tls');
  });
});

describe('on a Gateway of its own', () => {
  const gateway = (tls: TlsCertificate) => kind('Gateway', access('envoy-gateway', { tls }))[0];
  const listener = { name: 'scraper', hostname: HOST, allowedRoutes: { namespaces: { from: 'Same' } } };
  const https = (name: string) => ({
    ...listener, port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name }] },
  });

  test.each<[string, TlsCertificate, string, any]>([
    ['from a Secret that is there', TlsCertificate.secret('wildcard'), 'wildcard', undefined],
    ['from an issuer', TlsCertificate.issuer('ca'), 'prometheus-tls', { 'cert-manager.io/cluster-issuer': 'ca' }],
    ['from a Certificate', TlsCertificate.certificate('ca', { secretName: 'mine' }), 'mine', undefined],
  ])('%s', (_, tls, secretName, annotations) => {
    const { metadata, spec } = gateway(tls);

    expect(spec.listeners).toEqual([https(secretName)]);
    expect(metadata.annotations).toEqual(annotations);
  });

  test('left out when that is asked for by name', () => {
    expect(gateway(TlsCertificate.insecureNone()).spec.listeners).toEqual([{ ...listener, port: 80, protocol: 'HTTP' }]);
  });
});

test('at the listener of a Gateway that is there: nothing is rendered for it', () => {
  const controller = CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway: { name: 'shared', sectionName: 'https' } });
  const kinds = rendered(access('envoy-gateway', { controller, tls: TlsCertificate.atGateway() })).map(o => o.kind);

  expect(kinds).toEqual(['NetworkPolicy', 'ExternalSecret', 'SecurityPolicy', 'HTTPRoute']);
});

const KINDS = "'tls.kind' must be one of ClusterIssuer, Issuer";

test.each<[string, any, any, string]>([
  ['nothing is given', undefined, undefined, `invalid-name: 'tls.name' ${SUBDOMAIN}, got nothing`],
  ['the name stands in the options', { name: 'letsencrypt' }, undefined, `invalid-name: 'tls.name' ${SUBDOMAIN}, got an object`],
  ['the name is none', 'A', {}, `invalid-name: 'tls.name' ${SUBDOMAIN}, got "A"`],
  ['the options are none', 'a', 'Issuer', "invalid-type: 'tls' must be an object, got a string"],
  ['the kind is none', 'a', { kind: 'clusterissuer' }, `invalid-value: ${KINDS}, got "clusterissuer"; did you mean "ClusterIssuer"?`],
  ['the Secret is none', 'a', { secretName: 'Welcome1!' }, `invalid-secret-name: 'tls.secretName' ${SECRET}`],
  ['there is a field too many', 'a', { group: 'b' },
    `unknown-field: 'tls.group' is an unknown field; expected one of kind, secretName; ${LEAVE_OUT}`],
])('fails when %s, for the annotation and for the Certificate', (_, name, options, message) => {
  expect(refusal('kong', { tls: TlsCertificate.issuer(name, options) })).toBe(`${SUBJECT} ${message}`);
  expect(refusal('kong', { tls: TlsCertificate.certificate(name, options) })).toBe(`${SUBJECT} ${message}`);
});

test.each([TlsCertificate.issuer, TlsCertificate.certificate])('fields that are null are none, and a later change changes nothing', make => {
  const options: any = { kind: null, secretName: null };
  const tls = make('ca', options);
  Object.assign(options, { kind: ISSUER, secretName: 'other' });

  expect(rendered(access('kong', { tls }))).toEqual(rendered(access('kong', { tls: make('ca') })));
});

test.each<any>([undefined, null, '', 'Welcome1!', 1, { name: 'a' }])('fails when the Secret that is there is %p', name => {
  expect(refusal('kong', { tls: TlsCertificate.secret(name) })).toBe(`${SUBJECT} invalid-secret-name: 'tls.secretName' ${SECRET}`);
});

test('fails when the Secret was none when it was chosen: a later change cannot hide it', () => {
  const options = { secretName: 'A' };
  const tls = TlsCertificate.issuer('a', options);
  options.secretName = 'a';

  expect(refusal('traefik', { tls })).toBe(`${SUBJECT} invalid-secret-name: 'tls.secretName' ${SECRET}`);
});
