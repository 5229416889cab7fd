import { access, CONTROLLERS, HOST, kind, refusal, SUBJECT } from './access';
import { LEAVE_OUT } from './texts';
import { CertificateIssuerKind, ScraperTls } from '../../src';
import { rendered } from '../support/app';
import { SECRET, SUBDOMAIN } from '../support/texts';

const CLUSTER = CertificateIssuerKind.CLUSTER_ISSUER;
const ingress = (tls: ScraperTls) => rendered(access('f5-nginx', { tls })).at(-1);

describe('on an Ingress', () => {
  const served = (secretName: string) => [{ hosts: [HOST], secretName }];

  test('from a Secret that is there', () => {
    const { spec, metadata } = ingress(ScraperTls.secret('wildcard'));

    expect(spec.tls).toEqual(served('wildcard'));
    expect(Object.keys(metadata.annotations).filter(key => key.includes('cert-manager'))).toEqual([]);
  });

  test.each([
    ['an issuer of the namespace', { name: 'ca' }, 'cert-manager.io/issuer', 'prometheus-tls'],
    ['an issuer of the cluster', { name: 'ca', kind: CLUSTER, secretName: 'mine' }, 'cert-manager.io/cluster-issuer', 'mine'],
  ])('from %s, by an annotation', (_, options, annotation, secretName) => {
    const { spec, metadata } = ingress(ScraperTls.issuer(options));

    expect(spec.tls).toEqual(served(secretName));
    expect(metadata.annotations).toMatchObject({ [annotation]: 'ca' });
  });

  test.each([
    ['an issuer of the namespace', { name: 'ca' }, 'Issuer', 'prometheus-tls'],
    ['an issuer of the cluster', { name: 'ca', kind: CLUSTER, secretName: 'mine' }, 'ClusterIssuer', 'mine'],
  ])('from %s, by a Certificate', (_, options, issuer, secretName) => {
    const own = access('f5-nginx', { tls: ScraperTls.certificate(options) });

    expect(kind('Ingress', own)[0].spec.tls).toEqual(served(secretName));
    expect(kind('Certificate', own)).toEqual([{
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name: 'prometheus', namespace: 'verrazzano-system' },
      spec: { secretName, dnsNames: [HOST], issuerRef: { group: 'cert-manager.io', kind: issuer, name: 'ca' } },
    }]);
  });

  test('left out when that is asked for by name', () => {
    expect(ingress(ScraperTls.insecureNone()).spec).not.toHaveProperty('tls');
  });
});

describe('on a Gateway of its own', () => {
  const gateway = (tls: ScraperTls) => kind('Gateway', access('envoy-gateway', { tls }))[0];
  const listener = { name: 'scraper', hostname: HOST, allowedRoutes: { namespaces: { from: 'Same' } } };
  const https = (name: string) => ({
    ...listener, port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name }] },
  });

  test.each<[string, ScraperTls, string, any]>([
    ['from a Secret that is there', ScraperTls.secret('wildcard'), 'wildcard', undefined],
    ['from an issuer', ScraperTls.issuer({ name: 'ca', kind: CLUSTER }), 'prometheus-tls', { 'cert-manager.io/cluster-issuer': 'ca' }],
    ['from a Certificate', ScraperTls.certificate({ name: 'ca', secretName: 'mine' }), 'mine', undefined],
  ])('%s', (_, tls, secretName, annotations) => {
    const { metadata, spec } = gateway(tls);

    expect(spec.listeners).toEqual([https(secretName)]);
    expect(metadata.annotations).toEqual(annotations);
  });

  test('left out when that is asked for by name', () => {
    expect(gateway(ScraperTls.insecureNone()).spec.listeners).toEqual([{ ...listener, port: 80, protocol: 'HTTP' }]);
  });
});

test('at the listener of a Gateway that is there: nothing is rendered for it', () => {
  const controller = CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway: { name: 'shared', sectionName: 'https' } });
  const kinds = rendered(access('envoy-gateway', { controller, tls: ScraperTls.atGateway() })).map(o => o.kind);

  expect(kinds).toEqual(['NetworkPolicy', 'ExternalSecret', 'SecurityPolicy', 'HTTPRoute']);
});

const KINDS = "'tls.kind' must be one of ClusterIssuer, Issuer";

test.each<[string, any, string]>([
  ['nothing is given', undefined, "invalid-type: 'tls' must be an object, got nothing"],
  ['a name is given alone', 'letsencrypt', "invalid-type: 'tls' must be an object, got \"letsencrypt\""],
  ['the issuer has no name', {}, "missing-field: 'tls.name' is required"],
  ['the name is none', { name: 'A' }, `invalid-name: 'tls.name' ${SUBDOMAIN}, got "A"`],
  ['the kind is none', { name: 'a', kind: 'clusterissuer' }, `invalid-value: ${KINDS}, got "clusterissuer"`],
  ['the Secret is none', { name: 'a', secretName: 'Welcome1!' }, `invalid-secret-name: 'tls.secretName' ${SECRET}`],
  ['there is a field too many', { name: 'a', group: 'b' },
    `unknown-field: 'tls.group' is not a field that is known here (name, kind, secretName); ${LEAVE_OUT}`],
])('fails when %s, for the annotation and for the Certificate', (_, options, message) => {
  expect(refusal('kong', { tls: ScraperTls.issuer(options) })).toBe(`${SUBJECT} ${message}`);
  expect(refusal('kong', { tls: ScraperTls.certificate(options) })).toBe(`${SUBJECT} ${message}`);
});

test.each([ScraperTls.issuer, ScraperTls.certificate])('fields that are null are none, and a later change changes nothing', make => {
  const options: any = { name: 'ca', kind: null, secretName: null };
  const tls = make(options);
  Object.assign(options, { name: 'other', kind: CLUSTER, secretName: 'other' });

  expect(rendered(access('kong', { tls }))).toEqual(rendered(access('kong', { tls: make({ name: 'ca' }) })));
});

test.each<any>([undefined, null, '', 'Welcome1!', 1, { name: 'a' }])('fails when the Secret that is there is %p', name => {
  expect(refusal('kong', { tls: ScraperTls.secret(name) })).toBe(`${SUBJECT} invalid-secret-name: 'tls.secretName' ${SECRET}`);
});

test('fails when the name of the issuer was none when it was chosen: a later change cannot hide it', () => {
  const options = { name: 'A' };
  const tls = ScraperTls.issuer(options);
  options.name = 'a';

  expect(refusal('traefik', { tls })).toBe(`${SUBJECT} invalid-name: 'tls.name' ${SUBDOMAIN}, got "A"`);
});
