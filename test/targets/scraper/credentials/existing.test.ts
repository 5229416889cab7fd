import { PasswordHash, ScraperCredentials } from '../../../../src';
import { operatorHash } from '../../../../src/targets/scraper/credentials/external-secret';
import { CredentialsModel } from '../../../../src/targets/scraper/access-model';
import { rendered } from '../../../support/app';
import { DNS_LABEL, SECRET } from '../../../support/texts';
import { ControllerName, NAMES, NAMESPACE, NO_HASH, SUBJECT, TITLES, USER, access, chartWithUser, notOptions, refusal } from '../access';

const { BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA } = PasswordHash;
const existing = (options: any) => ({ credentials: ScraperCredentials.existingSecret(options) });
const KEY = "must be a key of a Secret or a ConfigMap (letters, digits, '-', '_' and '.', at most 253 characters); the value is not shown; give keys alone, never what they hold";
const NEEDS_CLIENT = "missing-field: 'credentials.clientSecretName' is required; name a Secret in the namespace of the scraper with the key "
  + '"password", which clients read';
const otherKeys = (controller: string) => `cannot hold other keys, such as those of a client: ${controller} reads every key of this Secret; `
  + "keep them in their own Secret, and name it in 'clientSecretName'";

test.each(NAMES)('%s: nothing is rendered for it', name => {
  const own = access(name, existing({ name: 'users', clientSecretName: 'client' }));
  const kinds = rendered(own).map(o => o.kind).filter(each => /Secret|Password/.test(each));

  expect(kinds).toEqual(name === 'kong' ? ['Secret'] : []);
  expect(own.secretName).toBe('client');
});

describe('what is told of it, and fits', () => {
  test.each<[ControllerName, any]>([
    ['ingress-nginx', { name: 'a' }],
    ['ingress-nginx', { name: 'a', secretType: 'example.com/any', keys: ['auth', 'password', 'other'], hash: APR1 }],
    ['ingress-nginx', { name: 'a', keys: ['auth'], clientSecretName: 'b' }],
    ['f5-nginx', { name: 'a', secretType: 'nginx.org/htpasswd', keys: ['htpasswd', 'password'], hash: SSHA }],
    ['nginx-gateway-fabric', { name: 'a', keys: ['auth', 'password'], hash: SHA512_CRYPT }],
    ['envoy-gateway', { name: 'a', keys: ['.htpasswd', 'password'], hash: SHA }],
    ['haproxy-ingress', { name: 'a', keys: ['auth', 'password'], hash: BCRYPT }],
    ['haproxy', { name: 'a', keys: [USER], hash: SHA512_CRYPT, clientSecretName: 'b' }],
    ['haproxy', { name: 'a', keys: [USER, 'other-user'], clientSecretName: 'b' }],
    ['haproxy', { name: 'a', namespace: 'vault', clientSecretName: 'b' }],
    ['traefik', { name: 'a', secretType: 'kubernetes.io/basic-auth', keys: ['username', 'password'] }],
    ['traefik', { name: 'a', secretType: 'Opaque', keys: ['any'], hash: BCRYPT, clientSecretName: 'b' }],
    ['kong', { name: 'a', keys: ['username', 'password', 'other'] }],
    ['kong', { name: 'a', namespace: NAMESPACE }],
    ['kong', { name: 'a', secretType: null, hash: null, keys: null, namespace: null, clientSecretName: null }],
    ['f5-nginx', { name: 'a', secretType: null, hash: null }],
  ])('%s: %p', (name, options) => {
    expect(() => rendered(access(name, existing(options)))).not.toThrow();
  });
});

describe('its type', () => {
  const MAKE = 'create a Secret of that type: the type of an existing one cannot be changed';

  test.each<[ControllerName, string]>([
    ['f5-nginx', 'nginx.org/htpasswd'], ['traefik', 'kubernetes.io/basic-auth'],
  ])('fails when %s wants another', (name, type) => {
    expect(refusal(name, existing({ name: 'a', secretType: 'Opaque' })))
      .toBe(`${SUBJECT} secret-not-accepted: 'credentials.secretType' must be "${type}" for ${TITLES[name]}, got "Opaque"; ${MAKE}`);
  });
});

describe('a type of which Traefik reads a user and a password', () => {
  const BASIC_AUTH = 'kubernetes.io/basic-auth';

  test('fails when it has a password file', () => {
    expect(refusal('traefik', existing({ name: 'a', secretType: BASIC_AUTH, keys: ['auth'], clientSecretName: 'b' }))).toBe(
      `${SUBJECT} secret-not-accepted: 'credentials.keys' must have "username", "password" for Traefik, got "auth"; `
      + 'add what is missing to the Secret');
  });

  test('fails when it has a hash', () => {
    expect(refusal('traefik', existing({ name: 'a', secretType: BASIC_AUTH, hash: BCRYPT, clientSecretName: 'b' }))).toBe(
      `${SUBJECT} secret-not-accepted: 'credentials.secretType' must not be "${BASIC_AUTH}", of which Traefik reads other keys; `
      + 'create a Secret of another type');
  });
});

describe('its keys', () => {
  const ADD = 'add what is missing to the Secret';
  const keysOf = (name: ControllerName, keys: string[], clientSecretName?: string) => refusal(name, existing({ name: 'a', keys, clientSecretName }));

  test.each<[ControllerName, string]>([
    ['ingress-nginx', '"auth"'], ['f5-nginx', '"htpasswd"'], ['haproxy-ingress', '"auth"'], ['nginx-gateway-fabric', '"auth"'],
    ['envoy-gateway', '".htpasswd"'], ['kong', '"username", "password"'],
  ])('fails when %s looks for %s', (name, wanted) => {
    expect(keysOf(name, ['users', 'password']))
      .toBe(`${SUBJECT} secret-not-accepted: 'credentials.keys' must have ${wanted} for ${TITLES[name]}, got "users", "password"; ${ADD}`);
  });

  test('fails when HAProxy finds no user', () => {
    expect(keysOf('haproxy', ['auth'], 'client'))
      .toBe(`${SUBJECT} secret-not-accepted: 'credentials.keys' must have "${USER}" for ${TITLES.haproxy}, got "auth"; ${ADD}`);
  });

  test.each(['username', 'password'])('fails when HAProxy would take the value of %s for the hash of a user', key => {
    expect(keysOf('haproxy', [USER, key], 'client')).toBe(
      `${SUBJECT} secret-not-accepted: 'credentials.keys' ${otherKeys(TITLES.haproxy)}`);
  });

  test.each(['username', 'password'])('passes when HAProxy has a user of the name %s', user => {
    const chart = chartWithUser(user);

    expect(access('haproxy', existing({ name: 'a', keys: [user], clientSecretName: 'b' }), chart).secretName).toBe('b');
  });

  test('fails when Traefik would choke on a second one', () => {
    const credentials = existing({ name: 'a', secretType: 'Opaque', keys: ['auth', 'password'], hash: BCRYPT, clientSecretName: 'client' });

    expect(refusal('traefik', credentials)).toBe(
      `${SUBJECT} secret-not-accepted: 'credentials.keys' ${otherKeys('Traefik')}`);
  });

  test('fails when there is no password for a client', () => {
    expect(keysOf('ingress-nginx', ['auth'])).toBe(`${SUBJECT} ${NEEDS_CLIENT}`);
  });
});

describe('its hash', () => {
  test.each<[ControllerName, PasswordHash, string]>([
    ['haproxy', APR1, 'bcrypt, sha512-crypt'], ['haproxy-ingress', SHA, 'bcrypt, sha512-crypt'], ['envoy-gateway', BCRYPT, 'sha'],
  ])('fails when %s does not accept %s', (name, hash, accepted) => {
    expect(refusal(name, existing({ name: 'a', hash, clientSecretName: 'b' }))).toBe(
      `${SUBJECT} hash-not-accepted: 'credentials.hash' must be one of ${accepted} for ${TITLES[name]}, got "${hash}"`);
  });

  test('fails when Traefik does not accept it: of its forms, the one with hashes speaks', () => {
    expect(refusal('traefik', existing({ name: 'a', hash: SSHA, keys: ['username', 'password'], clientSecretName: 'b' }))).toBe([
      `${SUBJECT} 2 findings:`,
      `secret-not-accepted: 'credentials.keys' ${otherKeys('Traefik')}`,
      "hash-not-accepted: 'credentials.hash' must be one of bcrypt, apr1, sha for Traefik, got \"ssha\"",
    ].join('\n  '));
  });

  test('fails when Kong hashes the password itself', () => {
    expect(refusal('kong', existing({ name: 'a', hash: BCRYPT }))).toBe(
      `${SUBJECT} hash-not-accepted: 'credentials.hash' must not be set, got "bcrypt": ${TITLES.kong} reads the password itself; leave it out`);
  });

  test('fails when it is none', () => {
    for (const hash of ['md5', '$2y$10$abcdefghijklmnopqrstuv']) {
      expect(refusal('f5-nginx', existing({ name: 'a', hash }))).toBe(`${SUBJECT} ${NO_HASH}`);
    }
  });
});

describe('its namespace', () => {
  const COPY = 'copy the Secret, or have an operator create it there';
  const elsewhere = existing({ name: 'a', namespace: 'vault', clientSecretName: 'b' });
  const UNLESS: Partial<Record<ControllerName, string>> = {
    'ingress-nginx': ' unless it runs with "allow-cross-namespace-resources" and \'allowsCrossNamespaceSecrets\' says so',
    'haproxy-ingress': ' unless "cross-namespace-secrets-passwd" of its ConfigMap is "allow" and \'allowsCrossNamespaceSecrets\' says so',
  };

  test.each(NAMES.filter(name => name !== 'haproxy'))('fails when %s would have to look into another', name => {
    expect(refusal(name, elsewhere)).toBe(`${SUBJECT} secret-namespace: 'credentials.namespace' must be "${NAMESPACE}", got "vault": `
      + `${TITLES[name]} reads no Secret of another namespace${UNLESS[name] ?? ''}; ${COPY}`);
  });

  test('fails when a client would have to look into another', () => {
    expect(refusal('haproxy', existing({ name: 'a', namespace: 'vault' })))
      .toBe(`${SUBJECT} ${NEEDS_CLIENT}`);
  });
});

describe('the client', () => {
  test.each<any>([
    {}, { namespace: NAMESPACE }, { namespace: null }, { clientSecretName: null }, { keys: [USER] },
  ])('fails when HAProxy has a Secret of its own, and the client none: %p', also => {
    expect(refusal('haproxy', existing({ name: 'a', ...also }))).toBe(`${SUBJECT} ${NEEDS_CLIENT}`);
  });

  test('fails when HAProxy is to share its own with the client', () => {
    expect(refusal('haproxy', existing({ name: 'a', clientSecretName: 'a' }))).toBe(
      `${SUBJECT} secret-not-accepted: 'credentials.clientSecretName' ${otherKeys(TITLES.haproxy)}`);
  });

  test.each<any>([
    { hash: BCRYPT }, { hash: SHA, secretType: 'Opaque' }, { keys: ['auth'], secretType: 'Opaque' },
  ])('fails when Traefik has a password file, and the client none: %p', also => {
    expect(refusal('traefik', existing({ name: 'a', ...also }))).toBe(`${SUBJECT} ${NEEDS_CLIENT}`);
  });
});

test.each<[string, any, string]>([
  ['nothing is given', undefined, "missing-field: 'credentials.name' is required"],
  ['nothing is given, as null', null, "missing-field: 'credentials.name' is required"],
  ['the name is null', { name: null }, "missing-field: 'credentials.name' is required"],
  ['the name is given alone', 'users', notOptions('a string')],
  ['the name is none', { name: 'Welcome1!' }, `invalid-name: 'credentials.name' ${SECRET}`],
  ['the name of the client\'s is none', { name: 'a', clientSecretName: 'Welcome1!' },
    `invalid-name: 'credentials.clientSecretName' ${SECRET}`],
  ['the namespace is none', { name: 'a', namespace: 'A' }, `invalid-name: 'credentials.namespace' ${DNS_LABEL}, got "A"`],
  ['the type is empty', { name: 'a', secretType: '' }, "invalid-value: 'credentials.secretType' must be the type of a Secret, such as \"Opaque\", got \"\"; look it up in the 'type' of the Secret"],
  ['keys are one', { name: 'a', keys: 'auth' }, "invalid-type: 'credentials.keys' must be a list of keys; the value is not shown; give the names of the keys, such as [\"username\", \"password\"]"],
  ['there are no keys', { name: 'a', keys: [] }, "missing-field: 'credentials.keys' must have at least 1 key"],
  ['a key is empty', { name: 'a', keys: ['auth', ''] }, `invalid-value: 'credentials.keys[1]' ${KEY}`],
  ['a key is a line of a password file', { name: 'a', keys: ['u:$2y$10$abcdefghijklmnopqrstuv'] }, `invalid-value: 'credentials.keys[0]' ${KEY}`],
  ['a key is too long', { name: 'a', keys: ['x'.repeat(254)] }, `invalid-value: 'credentials.keys[0]' ${KEY}`],
  ['a key is a number', { name: 'a', keys: [1] }, `invalid-value: 'credentials.keys[0]' ${KEY}`],
  ['there is a field too many', { name: 'a', key: 'auth' },
    'unknown-field: \'credentials.key\' is an unknown field; expected one of name, namespace, secretType, keys, hash, clientSecretName; did you mean "keys"?'],
])('fails when %s', (_, options, message) => {
  expect(refusal('ingress-nginx', existing(options))).toBe(`${SUBJECT} ${message}`);
});

test('fails when several things do not fit, in one error', () => {
  expect(refusal('f5-nginx', existing({ name: 'a', namespace: 'vault', secretType: 'Opaque', keys: ['auth'] }))).toBe([
    `${SUBJECT} 4 findings:`,
    `secret-namespace: 'credentials.namespace' must be "${NAMESPACE}", got "vault": ${TITLES['f5-nginx']} reads no Secret of another namespace; `
    + 'copy the Secret, or have an operator create it there',
    NEEDS_CLIENT,
    `secret-not-accepted: 'credentials.secretType' must be "nginx.org/htpasswd" for ${TITLES['f5-nginx']}, got "Opaque"; `
    + 'create a Secret of that type: the type of an existing one cannot be changed',
    `secret-not-accepted: 'credentials.keys' must have "htpasswd" for ${TITLES['f5-nginx']}, got "auth"; add what is missing to the Secret`,
  ].join('\n  '));
});


const model = (...hashes: PasswordHash[]): CredentialsModel =>
  ({ namespace: 'ns', name: 'a', user: 'u', controller: 'Any', demand: { form: { content: 'user-keys', hashes }, otherNamespaces: false } });

test('the hash is SHA where it is accepted, since it comes out the same each time; else bcrypt', () => {
  expect(operatorHash(model(BCRYPT, SHA), undefined)).toBe(SHA);
  expect(operatorHash(model(BCRYPT, SHA512_CRYPT), undefined)).toBe(BCRYPT);
  expect(operatorHash(model(BCRYPT, SHA), BCRYPT)).toBe(BCRYPT);
  expect(operatorHash(model(APR1), undefined)).toBeUndefined();
});
