import { IngressController, TlsCertificate } from '../../../../src';
import { rendered } from '../../../support/app';
import { DNS_LABEL, SUBDOMAIN } from '../../../support/texts';
import { CONTROLLERS, HOST, LEAVE_OUT, PODS, SERVICE, SUBJECT, USE_TLS, access, chartWithUser, kind, refusal } from '../access';

describe('envoy gateway', () => {
  const own = () => access('envoy-gateway');

  test('asks for the password on the Gateway of its own, by a policy', () => {
    const [policy, ...others] = kind('SecurityPolicy', own());

    expect(others).toEqual([]);
    expect(policy.metadata).toEqual({ name: 'prometheus', namespace: 'verrazzano-system' });
    expect(policy.spec).toEqual({
      targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'prometheus' }],
      basicAuth: { users: { group: '', kind: 'Secret', name: 'prometheus-credentials' } },
    });
  });

  test('asks for the password on the route alone, of a Gateway that is there', () => {
    const controller = CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway: { name: 'shared', sectionName: 'https' } });
    const [{ spec }] = kind('SecurityPolicy', access('envoy-gateway', { controller, tls: TlsCertificate.atGateway() }));

    expect(spec.targetRefs).toEqual([{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'prometheus' }]);
  });

  test('the route has no filter of its own', () => {
    expect(kind('HTTPRoute', own())[0].spec.rules[0]).not.toHaveProperty('filters');
  });

  test('reads one key of the client\'s Secret, hashed by {SHA}', () => {
    const [{ spec: { target } }] = kind('ExternalSecret', own());

    expect(Object.keys(target.template.data)).toEqual(['.htpasswd', 'password', 'username']);
    expect(target.template.data['.htpasswd']).toMatch(/"sha"/);
  });

  test('fails when it is given a realm, which it does not know', () => {
    expect(refusal('envoy-gateway', { realm: 'Metrics' }))
      .toBe(`${SUBJECT} invalid-value: 'realm' must not be set: Envoy Gateway has none; leave it out`);
    expect(kind('SecurityPolicy', access('envoy-gateway', { realm: null }))).toEqual(kind('SecurityPolicy', own()));
  });
});

const GATEWAY = { name: 'shared', namespace: 'gateways', sectionName: 'https' };
const TLS = { secret: TlsCertificate.secret('a'), issuer: TlsCertificate.clusterIssuer('a'), certificate: TlsCertificate.clusterIssuer('a', { rendersCertificate: true }) };

describe.each([
  ['envoy-gateway', IngressController.envoyGateway],
  ['nginx-gateway-fabric', IngressController.nginxGatewayFabric],
] as const)('%s', (name, make) => {
  const shared = { controller: make({ gateway: GATEWAY, ...PODS }), tls: TlsCertificate.atGateway() };
  const route = (props?: any) => kind('HTTPRoute', access(name, props))[0];
  const refused = (props: any, others: any = {}) => refusal(name, { controller: make(props && { ...PODS, ...props }), ...others });

  test('a route of the path to the Service, on a Gateway of its own', () => {
    const [gateway] = kind('Gateway', access(name));

    expect(gateway.metadata).toEqual({ name: 'prometheus', namespace: 'verrazzano-system' });
    expect(gateway.spec.listeners.map((listener: any) => listener.hostname)).toEqual([HOST]);
    expect(route({ path: '/prometheus' }).spec).toMatchObject({
      parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'prometheus', sectionName: 'scraper' }],
      hostnames: [HOST],
      rules: [{
        matches: [{ path: { type: 'PathPrefix', value: '/prometheus' } }],
        backendRefs: [{ group: '', kind: 'Service', name: 'prometheus-operated', port: 9090, weight: 1 }],
      }],
    });
  });

  test('a route on the listener of a Gateway that is there', () => {
    const { namespace: _, ...near } = GATEWAY;
    const parent = { group: 'gateway.networking.k8s.io', kind: 'Gateway' };

    expect(route(shared).spec.parentRefs).toEqual([{ ...parent, ...GATEWAY }]);
    expect(route({ ...shared, controller: make({ ...PODS, gateway: near }) }).spec.parentRefs).toEqual([{ ...parent, ...near }]);
    expect(kind('Gateway', access(name, shared))).toEqual([]);
  });

  test('a namespace of the Gateway that is null is none', () => {
    const controller = make({ ...PODS, gateway: { ...GATEWAY, namespace: null as any }, gatewayClassName: null as any });

    expect(route({ ...shared, controller }).spec.parentRefs[0])
      .toEqual({ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'shared', sectionName: 'https' });
  });

  test('a name of the port that is null is none', () => {
    expect(route({ service: { ...SERVICE, portName: null } })).toEqual(route());
  });

  test('a listener without TLS passes when that is asked for by name', () => {
    expect(() => rendered(access(name, { ...shared, tls: TlsCertificate.insecureNone() }))).not.toThrow();
  });

  const EITHER = "'controller' must have one of 'gatewayDescription', 'gateway' and 'gatewayClassName'; "
    + "describe a Gateway that is there, name a listener of it, or name the class of one that is rendered (byName() takes it as 'className')";
  const SECTION = "'controller.gateway.sectionName' must be the name of a listener";

  test.each<[string, any, string]>([
    ['neither Gateway nor class is given', {}, `invalid-value: ${EITHER}`],
    ['both are null', { gateway: null, gatewayClassName: null }, `invalid-value: ${EITHER}`],
    ['the class is none', { gatewayClassName: 'A' }, `invalid-name: 'controller.gatewayClassName' ${SUBDOMAIN}, got "A"`],
    ['the name of an IngressClass is given', { gatewayClassName: 'a', className: 'b' },
      `unknown-field: 'controller.className' is an unknown field; expected one of namespace, podLabels, gatewayDescription, sectionNames, gateway, gatewayClassName; ${LEAVE_OUT}`],
  ])('fails when %s', (_, props, message) => {
    expect(refused(props)).toBe(`${SUBJECT} ${message}`);
  });

  test.each<[string, any, string]>([
    ['is a name', 'shared', "invalid-type: 'controller.gateway' must be an object, got a string"],
    ['has no name', { sectionName: 'https' }, "missing-field: 'controller.gateway.name' is required"],
    ['has no listener', { name: 'shared' }, "missing-field: 'controller.gateway.sectionName' is required"],
    ['has a listener of no name', { ...GATEWAY, sectionName: '' }, `invalid-value: ${SECTION}, got ""; look it up in 'spec.listeners' of the Gateway`],
    ['has a listener by its number', { ...GATEWAY, sectionName: 443 }, `invalid-value: ${SECTION}, got 443; look it up in 'spec.listeners' of the Gateway`],
    ['lies in no namespace', { ...GATEWAY, namespace: 'a.b' }, `invalid-name: 'controller.gateway.namespace' ${DNS_LABEL}, got "a.b"`],
    ['has a field too many', { ...GATEWAY, port: 443 },
      `unknown-field: 'controller.gateway.port' is an unknown field; expected one of name, namespace, sectionName; ${LEAVE_OUT}`],
  ])('fails when the Gateway %s', (_, gateway, message) => {
    expect(refused({ gateway }, { tls: TlsCertificate.atGateway() })).toBe(`${SUBJECT} ${message}`);
  });

  test('fails when Gateway and class are given', () => {
    expect(refused({ gateway: GATEWAY, gatewayClassName: 'a' }, { tls: TlsCertificate.insecureNone() })).toBe(`${SUBJECT} invalid-value: ${EITHER}`);
  });

  test('fails when a class is missing, by name of the controller', () => {
    expect(refusal(name, { controller: IngressController.byName(name, PODS as any) })).toBe(`${SUBJECT} invalid-value: ${EITHER}`);
  });

  test('fails when nothing is given', () => {
    const props = { controller: make(undefined as any), insecureWithoutNetworkPolicy: true };

    expect(refusal(name, props)).toBe(`${SUBJECT} invalid-value: ${EITHER}`);
  });

  test.each(Object.entries(TLS))('fails when the listener of a Gateway that is there would get a certificate: %s', (_, tls) => {
    expect(refusal(name, { ...shared, tls })).toBe(
      `${SUBJECT} invalid-value: 'tls' must be TlsCertificate.atGateway(): the listener of an existing Gateway has its certificate already; use it, or `
      + "give 'gatewayClassName' for a Gateway with its own certificate");
  });

  test('fails when a Gateway of its own has no certificate', () => {
    expect(refusal(name, { tls: TlsCertificate.atGateway() })).toBe(
      `${SUBJECT} invalid-value: 'tls' must not be TlsCertificate.atGateway(): no existing Gateway terminates TLS; ${USE_TLS}`);
  });

  test('fails when TLS is none at all: nothing is said of the listener', () => {
    expect(refusal(name, { ...shared, tls: 'https' })).toBe(`${SUBJECT} invalid-type: 'tls' must be a TlsCertificate, got a string; use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it`);
  });

  test('fails when the port is given by its name', () => {
    expect(refusal(name, { service: { ...SERVICE, port: undefined, portName: 'web', targetPort: 9090 } })).toBe(
      `${SUBJECT} invalid-port: 'service.portName' must not be set: an HTTPRoute takes a port number only; set 'port'`);
  });
});

const PLUGINS = { 'konghq.com/plugins': 'prometheus-basic-auth,prometheus-acl' };
const annotations = (props?: any) => kind('Ingress', access('kong', props))[0].metadata.annotations;
const metadata = (name: string) => ({ name, namespace: 'verrazzano-system' });

test('asks for the password, and serves nothing over plain HTTP', () => {
  expect(annotations()).toEqual({ ...PLUGINS, 'konghq.com/protocols': 'https', 'konghq.com/https-redirect-status-code': '308' });
});

test('asks for the password without TLS too, and redirects to nowhere', () => {
  expect(annotations({ tls: TlsCertificate.insecureNone() })).toEqual(PLUGINS);
});

test('lets in the consumer of this access, and none of the others', () => {
  const [basicAuth, acl, ...others] = kind('KongPlugin', access('kong', { realm: 'Metrics' }));

  expect(others).toEqual([]);
  expect(basicAuth).toMatchObject({
    metadata: metadata('prometheus-basic-auth'), plugin: 'basic-auth', config: { realm: 'Metrics', hide_credentials: true },
  });
  expect(acl).toMatchObject({
    metadata: metadata('prometheus-acl'), plugin: 'acl', config: { allow: ['verrazzano-system-prometheus'], hide_groups_header: true },
  });
});

test('the realm is written where it is given, since not every Kong knows it', () => {
  const configOf = (props: any) => kind('KongPlugin', access('kong', props))[0].config;

  expect(configOf({})).toEqual({ hide_credentials: true });
  expect(configOf({ realm: 'prometheus.example.com' })).toEqual({ realm: 'prometheus.example.com', hide_credentials: true });
});

test('the consumer has a password and a group', () => {
  const own = access('kong');
  const [consumer] = kind('KongConsumer', own);
  const [group] = kind('Secret', own);

  expect(consumer).toMatchObject({ username: 'verrazzano-system-prometheus', credentials: ['prometheus-credentials', 'prometheus-acl'] });
  expect(consumer.metadata).toEqual({ ...metadata('prometheus'), annotations: { 'kubernetes.io/ingress.class': 'kong' } });
  expect(group).toMatchObject({ metadata: metadata('prometheus-acl'), data: { group: Buffer.from('verrazzano-system-prometheus').toString('base64') } });
});

test('reads what a client reads, by a label', () => {
  const [{ spec: { target } }] = kind('ExternalSecret', access('kong'));

  expect(target.template.metadata).toEqual({ labels: { 'konghq.com/credential': 'basic-auth' } });
  expect(Object.keys(target.template.data)).toEqual(['password', 'username']);
});

test('plugins, consumer and group are there before the Ingress', () => {
  expect(rendered(access('kong')).map(o => o.kind))
    .toEqual(['NetworkPolicy', 'ExternalSecret', 'KongPlugin', 'KongPlugin', 'Secret', 'KongConsumer', 'Ingress']);
});

test('consumers of two platforms in one cluster do not meet', () => {
  expect(kind('KongConsumer', access('kong', {}, chartWithUser('verrazzano')))[0].username).toBe('acme-system-prometheus');
});

describe('nginx gateway fabric', () => {
  const own = (props?: any) => access('nginx-gateway-fabric', props);

  test('asks for the password by a filter', () => {
    const [filter, ...others] = kind('AuthenticationFilter', own({ realm: 'Metrics' }));

    expect(others).toEqual([]);
    expect(filter.metadata).toEqual({ name: 'prometheus', namespace: 'verrazzano-system' });
    expect(filter.spec).toEqual({ type: 'Basic', basic: { secretRef: { name: 'prometheus-credentials' }, realm: 'Metrics' } });
  });

  test('the route goes through the filter', () => {
    expect(kind('HTTPRoute', own())[0].spec.rules[0].filters)
      .toEqual([{ type: 'ExtensionRef', extensionRef: { group: 'gateway.nginx.org', kind: 'AuthenticationFilter', name: 'prometheus' } }]);
  });

  test('reads one key of the client\'s Secret', () => {
    const [{ spec: { target } }] = kind('ExternalSecret', own());

    expect(Object.keys(target.template.data)).toEqual(['auth', 'password', 'username']);
    expect(target.template.type).toBe('Opaque');
  });
});
