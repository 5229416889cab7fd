import { TlsCertificate } from '../../../src';
import { access, CONTROLLERS, kind, refusal, SUBJECT } from '../access';

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
