import { access, kind } from '../access';

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
