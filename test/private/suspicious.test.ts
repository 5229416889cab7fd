import { holdsPassword, isFieldOfSecret, isSuspicious } from '../../src/private/suspicious';

test.each([
  ['PASSWORD', true, true], ['db_pwd', true, true], ['clientSecret', true, true], ['API_TOKEN', true, true], ['pin', true, true],
  ['secretName', true, false], ['passwordRef', true, false], ['imagePullSecrets', true, false], ['fromSecret', true, false],
  ['image', false, false], ['opinion', false, false], ['user', false, false],
])('%s is suspicious: %s, and holds a password: %s', (name, suspicious, holds) => {
  expect([isSuspicious(name), holdsPassword(name)]).toEqual([suspicious, holds]);
});

test.each<[string, unknown, boolean]>([
  ['stringData', { kind: 'Secret' }, true], ['metadata', { kind: 'Secret' }, false], ['stringdata', { kind: 'Secret' }, true],
  ['spec', { kind: 'SealedSecret' }, true], ['data', { kind: 'ConfigMap' }, false], ['data', undefined, false],
])('%s of an object %j is a field of a Secret: %s', (key, parent, expected) => {
  expect(isFieldOfSecret(parent, key, true)).toBe(expected);
});

test('a mere reference to a Secret has a name', () => {
  expect(isFieldOfSecret({ kind: 'Secret' }, 'name')).toBe(false);
  expect(isFieldOfSecret({ kind: 'Secret', metadata: {} }, 'name')).toBe(true);
});
