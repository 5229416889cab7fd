import { compareSync } from 'bcryptjs';
import { PasswordHash, ScraperCredentials } from '../../../../src';
import { hashPassword } from '../../../../src/targets/scraper/password-hash';
import { ControllerName, LEAVE_OUT, NAMES, NAMESPACE, NO_HASH, SUBJECT, TITLES, USER, access, chartWithUser, kind, notOptions, refusal, notAccepted } from '../access';

const { BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA } = PasswordHash;
const PASSWORD = 'correct horse';
const plaintext = (hash?: PasswordHash) => ({ credentials: ScraperCredentials.insecurePlaintext({ password: PASSWORD, hash }) });
const decoded = ({ data }: any) =>
  Object.fromEntries(Object.entries<string>(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]));
const isOfTheAccess = ({ metadata }: any) => /-(credentials|basic-auth)$/.test(metadata.name);
const secretsOf = (name: ControllerName, props: any = plaintext(), chart?: any) => kind('Secret', access(name, props, chart)).filter(isOfTheAccess);

const PASSWORD_FILES: [ControllerName, string, string][] = [
  ['ingress-nginx', 'auth', 'Opaque'], ['f5-nginx', 'htpasswd', 'nginx.org/htpasswd'], ['haproxy-ingress', 'auth', 'Opaque'],
  ['nginx-gateway-fabric', 'auth', 'Opaque'], ['envoy-gateway', '.htpasswd', 'Opaque'],
];

describe('the Secret', () => {
  test.each(PASSWORD_FILES)('of %s has a password file under the key %s, beside the client\'s keys', (name, key, type) => {
    const [secret, ...others] = secretsOf(name);
    const { [key]: line, ...client } = decoded(secret);

    expect(others).toEqual([]);
    expect(secret).toMatchObject({ apiVersion: 'v1', type, metadata: { name: 'prometheus-credentials', namespace: NAMESPACE } });
    expect(client).toEqual({ username: USER, password: PASSWORD });
    expect(line).toBe(`${USER}:${hashPassword(name === 'envoy-gateway' ? SHA : BCRYPT, PASSWORD, [NAMESPACE, 'prometheus', USER])}`);
  });

  test.each<[ControllerName, string, any]>([
    ['traefik', 'kubernetes.io/basic-auth', undefined],
    ['kong', 'Opaque', { 'konghq.com/credential': 'basic-auth' }],
  ])('of %s has the client\'s keys alone', (name, type, labels) => {
    const [secret, ...others] = secretsOf(name);

    expect(others).toEqual([]);
    expect(secret.type).toBe(type);
    expect(secret.metadata.labels).toEqual(labels);
    expect(decoded(secret)).toEqual({ username: USER, password: PASSWORD });
  });

  test('of HAProxy is one of its own, with a key for the user', () => {
    const [client, own, ...others] = secretsOf('haproxy');

    expect(others).toEqual([]);
    expect([client, own].map(o => o.metadata.name)).toEqual(['prometheus-credentials', 'prometheus-basic-auth']);
    expect(decoded(client)).toEqual({ username: USER, password: PASSWORD });
    expect(Object.keys(decoded(own))).toEqual([USER]);
    expect(compareSync(PASSWORD, decoded(own)[USER])).toBe(true);
  });

  test('has the user of the platform', () => {
    const [client, own] = secretsOf('haproxy', plaintext(), chartWithUser('admin.1'));

    expect(decoded(client).username).toBe('admin.1');
    expect(Object.keys(decoded(own))).toEqual(['admin.1']);
  });
});

test.each<[ControllerName, PasswordHash, RegExp]>([
  ['ingress-nginx', BCRYPT, /^\$2y\$10\$/], ['ingress-nginx', SHA512_CRYPT, /^\$6\$/], ['ingress-nginx', APR1, /^\$apr1\$/],
  ['f5-nginx', SSHA, /^{SSHA}/], ['nginx-gateway-fabric', SHA, /^{SHA}/], ['envoy-gateway', SHA, /^{SHA}/],
  ['haproxy-ingress', SHA512_CRYPT, /^\$6\$/],
])('%s takes a hash that is chosen: %s', (name, hash, shape) => {
  const [secret] = secretsOf(name, plaintext(hash));
  const file = Object.entries(decoded(secret)).find(([key]) => !['username', 'password'].includes(key))![1];

  expect(file.slice(USER.length + 1)).toMatch(shape);
});

test('HAProxy takes SHA-512 of crypt(3)', () => {
  expect(decoded(secretsOf('haproxy', plaintext(SHA512_CRYPT))[1])[USER]).toMatch(/^\$6\$/);
});

test.each(NAMES)('%s gets the same bytes each time', name => {
  expect(secretsOf(name)).toEqual(secretsOf(name));
});

test('another name gives another salt', () => {
  const hashOf = (name: string) => decoded(secretsOf('haproxy', { ...plaintext(), metadata: { name } })[1])[USER];

  expect(hashOf('one')).not.toBe(hashOf('two'));
});

test('the salt does not come from the password', () => {
  const saltOf = (password: string) => {
    const [, own] = secretsOf('haproxy', { credentials: ScraperCredentials.insecurePlaintext({ password }) });
    return decoded(own)[USER].slice(0, 29);
  };

  expect(saltOf('correct horse')).toBe(saltOf('battery staple'));
});

const TRIM = 'a line break often comes from reading a file: trim it';

test.each<[string, any, string]>([
  ['nothing is given', undefined, "missing-field: 'credentials.password' is required"],
  ['the password is given alone', 'hunter2',
    notOptions('a string')],
  ['it is empty', { password: '' }, "invalid-password: 'credentials.password' must not be empty; it is not shown; choose a long random one"],
  ['it has a line break', { password: 'hunter2\n' },
    `invalid-password: 'credentials.password' must have printable ASCII characters only, without line breaks; it is not shown; ${TRIM}`],
  ['it is too long', { password: 'x'.repeat(73) },
    "invalid-password: 'credentials.password' must have at most 72 characters, has 73; it is not shown; "
    + 'bcrypt would ignore the rest: choose a shorter one'],
  ['it is a number', { password: 12345 },
    "invalid-password: 'credentials.password' must be a string, got a number; it is not shown; put it in quotes"],
  ['it is null', { password: null }, "missing-field: 'credentials.password' is required"],
  ['there is a user too', { password: 'a', username: 'b' },
    `unknown-field: 'credentials.username' is an unknown field; expected one of password, hash; ${LEAVE_OUT}`],
  ['the hash is none', { password: 'a', hash: 'md5' }, NO_HASH],
])('fails when %s', (_, options, message) => {
  expect(refusal('ingress-nginx', { credentials: ScraperCredentials.insecurePlaintext(options) })).toBe(`${SUBJECT} ${message}`);
});

test.each<[ControllerName, PasswordHash, string]>([
  ['haproxy', APR1, 'bcrypt, sha512-crypt'], ['haproxy', SHA, 'bcrypt, sha512-crypt'], ['haproxy-ingress', SSHA, 'bcrypt, sha512-crypt'],
  ['envoy-gateway', BCRYPT, 'sha'],
])('fails when %s would get a hash that it does not accept: %s', (name, hash, accepted) => {
  expect(refusal(name, plaintext(hash))).toBe(`${SUBJECT} ${notAccepted(accepted, TITLES[name], hash)}`);
});

test.each<ControllerName>(['traefik', 'kong'])('fails when %s would get a hash at all', name => {
  expect(refusal(name, plaintext(BCRYPT))).toBe(
    `${SUBJECT} hash-not-accepted: 'credentials.hash' must not be set, got "bcrypt": ${TITLES[name]} reads the password itself; leave it out`);
});
