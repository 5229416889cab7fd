import { access, kind } from '../access';

const own = () => access('envoy-gateway');

test('asks for the password on the route, by a policy', () => {
  const [policy, ...others] = kind('SecurityPolicy', own());

  expect(others).toEqual([]);
  expect(policy.metadata).toEqual({ name: 'prometheus', namespace: 'verrazzano-system' });
  expect(policy.spec).toEqual({
    targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'prometheus' }],
    basicAuth: { users: { group: '', kind: 'Secret', name: 'prometheus-credentials' } },
  });
});

test('the route has no filter of its own', () => {
  expect(kind('HTTPRoute', own())[0].spec.rules[0]).not.toHaveProperty('filters');
});

test('reads one key of the client\'s Secret, hashed by {SHA}', () => {
  const [{ spec: { target } }] = kind('ExternalSecret', own());

  expect(Object.keys(target.template.data)).toEqual(['.htpasswd', 'password', 'username']);
  expect(target.template.data['.htpasswd']).toMatch(/"sha"/);
});
