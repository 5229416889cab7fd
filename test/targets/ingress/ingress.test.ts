import { IngressController, ScraperCredentials, TlsCertificate } from '../../../src';
import { adapterOf } from '../../../src/targets/scraper/controllers/all';
import { CONTROLLERS, HOST, KNOWN_CONTROLLERS, LEAVE_OUT, NAMES, ONE_LABEL, PODS, SUBJECT, TITLES, access, kind, refusal } from '../scraper/access';
import { rendered } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, LABEL_VALUE, SECRET, SUBDOMAIN } from '../../support/texts';

describe('controller props', () => {
  /** Those that read Ingress objects, with the fields that they have besides. */
  const FACTORIES: [string, (props: any) => IngressController, string[]][] = [
    ['ingress-nginx', IngressController.nginx, ['allowsCrossNamespaceSecrets']],
    ['Traefik', IngressController.traefik, ['entryPoint', 'safeNaming']],
    ['HAProxy', IngressController.haproxy, []],
    ['F5 NGINX', IngressController.f5Nginx, []],
    ['haproxy-ingress', IngressController.haproxyIngress, ['allowsCrossNamespaceSecrets', 'insecureOpenUntilSecretExists']],
    ['Kong', IngressController.kong, []],
  ];

  /** With credentials that all of them take, and no policy, which needs some of their properties. */
  function refusalOf(controller: IngressController): string {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', clientSecretName: 'client' });
    return refusal('haproxy', { controller, credentials, insecureWithoutNetworkPolicy: true });
  }

  describe.each(FACTORIES)('%s', (_, make, fields) => {
    const known = ['namespace', 'podLabels', 'className', ...fields].join(', ');

    test.each<[string, any, string]>([
      ['the class is empty', { ...PODS, className: '' }, `invalid-name: 'controller.className' ${SUBDOMAIN}, got ""`],
      ['the class is a number', { ...PODS, className: 1 }, `invalid-name: 'controller.className' ${SUBDOMAIN}, got 1`],
      ['the namespace is none', { ...PODS, className: 'a', namespace: 'A' }, `invalid-name: 'controller.namespace' ${DNS_LABEL}, got "A"`],
      ['there are no labels', { ...PODS, className: 'a', podLabels: {} }, `missing-field: 'controller.podLabels' ${ONE_LABEL}`],
      ['a label is missing', { ...PODS, className: 'a', podLabels: { app: 'b', tier: undefined } },
        `invalid-label: 'controller.podLabels.tier' ${LABEL_VALUE}, got nothing`],
      ['a label is null', { ...PODS, className: 'a', podLabels: { app: null } },
        `invalid-label: 'controller.podLabels.app' ${LABEL_VALUE}, got null`],
      ['labels are a list', { ...PODS, className: 'a', podLabels: ['app'] }, "invalid-type: 'controller.podLabels' must be a map, got a list of 1"],
      ['the class is given as that of a Gateway', { ...PODS, className: 'a', gatewayClassName: 'b' },
        `unknown-field: 'controller.gatewayClassName' is an unknown field; expected one of ${known}; ${LEAVE_OUT}`],
    ])('fails when %s', (__, props, message) => {
      expect(refusalOf(make(props))).toBe(`${SUBJECT} ${message}`);
    });
  });

  test.each<[string, any]>([
    ['allowsCrossNamespaceSecrets', IngressController.nginx],
    ['allowsCrossNamespaceSecrets', IngressController.haproxyIngress],
    ['insecureOpenUntilSecretExists', IngressController.haproxyIngress],
    ['safeNaming', IngressController.traefik],
  ])('fails when the flag %s is a text', (flag, make) => {
    expect(refusalOf(make({ ...PODS, className: 'a', [flag]: 'true' })))
      .toBe(`${SUBJECT} invalid-type: 'controller.${flag}' must be a boolean, got a string`);
  });

  test('fails when the labels of the pods are of no use: once', () => {
    expect(refusal('kong', { controller: IngressController.kong({ className: 'kong', namespace: 'kong', podLabels: {} }) }))
      .toBe(`${SUBJECT} missing-field: 'controller.podLabels' ${ONE_LABEL}`);
  });
});

test.each(NAMES)('%s has its own name and title', name => {
  const controller = CONTROLLERS[name]();
  expect([controller._name, adapterOf(controller).title]).toEqual([name, TITLES[name]]);
});

test.each(NAMES)('%s says what to watch for, in whole sentences', name => {
  const { watchFor } = adapterOf(CONTROLLERS[name]());

  expect(watchFor.length).toBeGreaterThan(0);
  watchFor.forEach(sentence => expect(sentence).toMatch(/^[A-Za-z].*\.$/));
});

describe('by name', () => {
  const credentials = ScraperCredentials.existingSecret({ name: 'users', clientSecretName: 'client' });

  test('knows every controller, and no other', () => {
    expect(KNOWN_CONTROLLERS.split(', ')).toEqual(NAMES);
  });

  test.each(NAMES)('%s is what its own factory makes', name => {
    const controller = IngressController.byName(name, { className: 'public', ...PODS });
    const own = CONTROLLERS[name](name.includes('gateway') ? { gatewayClassName: 'public' } : { className: 'public' });

    expect(rendered(access(name, { controller, credentials }))).toEqual(rendered(access(name, { controller: own, credentials })));
  });

  const HTTP_PROXY = 'Contour asks its own authorization server, for its HTTPProxy only, never for an Ingress';

  test.each<[any, string]>([
    ['contour', `"contour": ${HTTP_PROXY}`],
    ['gateway-api', '"gateway-api": the Gateway API itself has no basic authentication: each implementation has its own'],
    ['istio', '"istio": Istio has only a Wasm plugin, with the password in plain text'],
    ['kgateway', '"kgateway": its basic authentication is too new, and not supported yet'],
    ['apisix', '"apisix": it is not supported yet'],
    ['nginx', '"nginx"'],
    ['', '""'],
    ['constructor', '"constructor"'],
    ['__proto__', '"__proto__"'],
    ['hasOwnProperty', '"hasOwnProperty"'],
    [undefined, 'nothing'],
    [null, 'null'],
    [1, '1'],
    [['traefik'], 'a list of 1'],
    [Object.create(null), 'an object'],
    [{ toString: () => 'istio' }, 'an object'],
  ])('fails when it is %p', (name, shown) => {
    expect(messageOf(() => IngressController.byName(name, { className: 'public' }))).toBe(
      "[IngressController] no-basic-auth: 'name' must be a controller that can ask for a password, "
      + `got ${shown}; use one of ${KNOWN_CONTROLLERS}`);
  });

  test('a name that is nearly one is suggested', () => {
    expect(messageOf(() => IngressController.byName('Traefik' as any, { className: 'public' }))).toContain('got "Traefik"; did you mean "traefik"?');
  });
});

const ingress = (tls: TlsCertificate) => rendered(access('f5-nginx', { tls })).at(-1);

describe('on an Ingress', () => {
  const served = (secretName: string) => [{ hosts: [HOST], secretName }];

  test('from a Secret that is there', () => {
    const { spec, metadata } = ingress(TlsCertificate.secret('wildcard'));

    expect(spec.tls).toEqual(served('wildcard'));
    expect(Object.keys(metadata.annotations).filter(key => key.includes('cert-manager'))).toEqual([]);
  });

  test.each([
    ['ClusterIssuer', TlsCertificate.clusterIssuer('ca'), 'cert-manager.io/cluster-issuer', 'prometheus-tls'],
    ['ClusterIssuer', TlsCertificate.clusterIssuer('ca', { rendersCertificate: false, secretName: 'mine' }), 'cert-manager.io/cluster-issuer', 'mine'],
    ['Issuer', TlsCertificate.issuer('ca', { secretName: 'mine' }), 'cert-manager.io/issuer', 'mine'],
  ])('from a %s, by an annotation', (_, tls, annotation, secretName) => {
    const { spec, metadata } = ingress(tls);

    expect(spec.tls).toEqual(served(secretName));
    expect(metadata.annotations).toMatchObject({ [annotation]: 'ca' });
  });

  test.each([
    ['ClusterIssuer', TlsCertificate.clusterIssuer('ca', { rendersCertificate: true }), 'prometheus-tls'],
    ['ClusterIssuer', TlsCertificate.clusterIssuer('ca', { rendersCertificate: true, secretName: 'mine' }), 'mine'],
    ['Issuer', TlsCertificate.issuer('ca', { rendersCertificate: true, secretName: 'mine' }), 'mine'],
  ])('from a %s, by a Certificate', (issuer, tls, secretName) => {
    const own = access('f5-nginx', { tls });

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
    ['from an issuer', TlsCertificate.clusterIssuer('ca'), 'prometheus-tls', { 'cert-manager.io/cluster-issuer': 'ca' }],
    ['from a Certificate', TlsCertificate.clusterIssuer('ca', { rendersCertificate: true, secretName: 'mine' }), 'mine', undefined],
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

test.each<[string, any, any, string]>([
  ['nothing is given', undefined, undefined, `invalid-name: 'tls.name' ${SUBDOMAIN}, got nothing`],
  ['the name stands in the options', { name: 'letsencrypt' }, undefined, `invalid-name: 'tls.name' ${SUBDOMAIN}, got an object`],
  ['the name is none', 'A', {}, `invalid-name: 'tls.name' ${SUBDOMAIN}, got "A"`],
  ['the options are none', 'a', 'Issuer', "invalid-type: 'tls' must be an object, got a string"],
  ['it is not known whether a Certificate is rendered', 'a', { rendersCertificate: 'yes' }, "invalid-type: 'tls.rendersCertificate' must be a boolean, got a string"],
  ['the Secret is none', 'a', { secretName: 'Welcome1!' }, `invalid-name: 'tls.secretName' ${SECRET}`],
  ['the kind is given', 'a', { kind: 'Issuer' },
    `unknown-field: 'tls.kind' is an unknown field; expected one of rendersCertificate, secretName; ${LEAVE_OUT}`],
])('fails when %s, for a ClusterIssuer and for an Issuer', (_, name, options, message) => {
  expect(refusal('kong', { tls: TlsCertificate.clusterIssuer(name, options) })).toBe(`${SUBJECT} ${message}`);
  expect(refusal('kong', { tls: TlsCertificate.issuer(name, options) })).toBe(`${SUBJECT} ${message}`);
});

test.each([TlsCertificate.issuer, TlsCertificate.clusterIssuer])('fields that are null are none, and a later change changes nothing', make => {
  const options: any = { rendersCertificate: null, secretName: null };
  const tls = make('ca', options);
  Object.assign(options, { rendersCertificate: true, secretName: 'other' });

  expect(rendered(access('kong', { tls }))).toEqual(rendered(access('kong', { tls: make('ca') })));
});

test.each<any>([undefined, null, '', 'Welcome1!', 1, { name: 'a' }])('fails when the Secret that is there is %p', name => {
  expect(refusal('kong', { tls: TlsCertificate.secret(name) })).toBe(`${SUBJECT} invalid-name: 'tls.secretName' ${SECRET}`);
});

test('fails when the Secret was none when it was chosen: a later change cannot hide it', () => {
  const options = { secretName: 'A' };
  const tls = TlsCertificate.clusterIssuer('a', options);
  options.secretName = 'a';

  expect(refusal('traefik', { tls })).toBe(`${SUBJECT} invalid-name: 'tls.secretName' ${SECRET}`);
});
