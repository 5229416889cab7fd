import { ScraperCredentials, SealedSecretScope } from '../../../../src';
import { ControllerName, LEAVE_OUT, NAMES, NAMESPACE, NO_PLAINTEXT, SUBJECT, USER, access, ciphertext, guardOf, kind, notOptions, refusal } from '../access';

const password = ciphertext('password');
const hash = ciphertext('hash');
const LINE = `${USER}:${guardOf('.password').FOR_BCRYPT}{{ bcrypt .password }}`;
const sealedSecrets = (name: ControllerName, options: any) =>
  kind('SealedSecret', access(name, { credentials: ScraperCredentials.sealedSecret(options) }));
const metadata = (name: string) => ({ name, namespace: NAMESPACE });

/** The least that each controller is given. */
const leastOf = (name: ControllerName): any => ({
  encryptedData: name === 'envoy-gateway' ? { password, '.htpasswd': hash } : { password },
  ...name === 'haproxy' ? { controllerEncryptedData: { [USER]: hash } } : {},
});

describe('the Secret that is unsealed', () => {
  test.each<[ControllerName, string, any]>([
    ['ingress-nginx', 'Opaque', { auth: LINE }],
    ['f5-nginx', 'nginx.org/htpasswd', { htpasswd: LINE }],
    ['nginx-gateway-fabric', 'Opaque', { auth: LINE }],
    ['haproxy-ingress', 'Opaque', { auth: LINE }],
    ['envoy-gateway', 'Opaque', {}],
    ['traefik', 'kubernetes.io/basic-auth', {}],
  ])('of %s: what is no secret, and the hash where it can be made, is added', (name, type, data) => {
    const [secret, ...others] = sealedSecrets(name, leastOf(name));

    expect(others).toEqual([]);
    expect(secret.metadata).toEqual(metadata('prometheus-credentials'));
    expect(secret.spec.encryptedData).toEqual(leastOf(name).encryptedData);
    expect(secret.spec.template).toEqual({ type, metadata: metadata('prometheus-credentials'), data: { username: USER, ...data } });
  });

  test('of Kong has its label', () => {
    const [{ spec: { template } }] = sealedSecrets('kong', leastOf('kong'));

    expect(template).toEqual({
      type: 'Opaque',
      metadata: { ...metadata('prometheus-credentials'), labels: { 'konghq.com/credential': 'basic-auth' } },
      data: { username: USER },
    });
  });

  test('of HAProxy is one of its own', () => {
    const [client, own, ...others] = sealedSecrets('haproxy', leastOf('haproxy'));

    expect(others).toEqual([]);
    expect(client.spec).toEqual({
      encryptedData: { password }, template: { type: 'Opaque', metadata: metadata('prometheus-credentials'), data: { username: USER } },
    });
    expect(own.metadata).toEqual(metadata('prometheus-basic-auth'));
    expect(own.spec).toEqual({ encryptedData: { [USER]: hash }, template: { type: 'Opaque', metadata: metadata('prometheus-basic-auth') } });
  });

  test('takes ciphertext for all its keys', () => {
    const encryptedData = { password, auth: hash };
    const [{ spec }] = sealedSecrets('ingress-nginx', { encryptedData });

    expect(spec).toEqual({ encryptedData, template: { type: 'Opaque', metadata: metadata('prometheus-credentials'), data: { username: USER } } });
  });
});

test('fields that are null are none', () => {
  const encryptedData = { password, username: null, auth: null };

  expect(sealedSecrets('ingress-nginx', { encryptedData, controllerEncryptedData: null, scope: null }))
    .toEqual(sealedSecrets('ingress-nginx', { encryptedData: { password } }));
});

test.each<[SealedSecretScope | undefined, any]>([
  [undefined, undefined],
  [SealedSecretScope.STRICT, undefined],
  [SealedSecretScope.NAMESPACE_WIDE, { 'sealedsecrets.bitnami.com/namespace-wide': 'true' }],
  [SealedSecretScope.CLUSTER_WIDE, { 'sealedsecrets.bitnami.com/cluster-wide': 'true' }],
])('the scope %p is told to the operator', (scope, annotations) => {
  const secrets = sealedSecrets('haproxy', { ...leastOf('haproxy'), scope });

  expect(secrets.map(secret => secret.metadata.annotations)).toEqual([annotations, annotations]);
});

test.each(NAMES)('%s gets the ciphertext as it was given, the same each time', name => {
  expect(sealedSecrets(name, leastOf(name))).toEqual(sealedSecrets(name, leastOf(name)));
});

test('keeps a copy of the ciphertext', () => {
  const options = leastOf('kong');
  const own = access('kong', { credentials: ScraperCredentials.sealedSecret(options) });
  options.encryptedData.password = 'hunter2';

  expect(kind('SealedSecret', own)[0].spec.encryptedData).toEqual({ password });
});

test('takes what kubeseal makes with keys of 4096 bits', () => {
  const encryptedData = { password: Buffer.concat([Buffer.from([2, 0]), Buffer.alloc(512 + 16 + 7, 'x')]).toString('base64') };

  expect(sealedSecrets('traefik', { encryptedData })[0].spec.encryptedData).toEqual(encryptedData);
});

const PLAIN = `must be ciphertext of kubeseal; the value is not shown; ${NO_PLAINTEXT}`;

test.each<[string, any]>([
  ['a password', 'hunter2'],
  ['a long password in base64', Buffer.from('a password that is longer than that of most people').toString('base64')],
  ['empty', ''],
  ['a hash', '$2y$10$abcdefghijklmnopqrstuv'],
  ['a number', 12345],
  ['a list', ['hunter2']],
  ['cut', password.slice(0, 100)],
  ['broken into lines', `${password.slice(0, 64)}\n${password.slice(64)}`],
  ['without its end', password.replace(/=+$/, '')],
  ['nearly nothing', 'AA=='],
])('fails when the ciphertext is %s: it is not shown', (_, value) => {
  expect(refusal('kong', { credentials: ScraperCredentials.sealedSecret({ encryptedData: { password: value } }) }))
    .toBe(`${SUBJECT} plaintext-password: 'credentials.encryptedData.password' ${PLAIN}`);
});

test('fails when the ciphertext of the controller\'s Secret is none: it is not shown', () => {
  const options = { encryptedData: { password }, controllerEncryptedData: { [USER]: 'hunter2' } };

  expect(refusal('haproxy', { credentials: ScraperCredentials.sealedSecret(options) }))
    .toBe(`${SUBJECT} plaintext-password: 'credentials.controllerEncryptedData.${USER}' ${PLAIN}`);
});

test.each<[ControllerName, string, any, string]>([
  ['kong', 'nothing is given', undefined, "missing-field: 'credentials.encryptedData' is required, with the key password"],
  ['kong', 'a password is given alone', 'hunter2',
    notOptions('a string')],
  ['envoy-gateway', 'nothing is given', {}, "missing-field: 'credentials.encryptedData' is required, with the keys password, .htpasswd"],
  ['kong', 'the password is missing', { encryptedData: {} }, "missing-field: 'credentials.encryptedData.password' is required"],
  ['envoy-gateway', 'a key is missing that the cluster cannot make', { encryptedData: { password } },
    "missing-field: 'credentials.encryptedData['.htpasswd']' is required"],
  ['kong', 'a key is not known', { encryptedData: { password, auth: hash } },
    `unknown-field: 'credentials.encryptedData.auth' is an unknown field; expected one of password; ${LEAVE_OUT}`],
  ['f5-nginx', 'the key is that of another controller', { encryptedData: { password, auth: hash } },
    `unknown-field: 'credentials.encryptedData.auth' is an unknown field; expected one of password, htpasswd; ${LEAVE_OUT}`],
  ['ingress-nginx', 'a user is given, which the platform names', { encryptedData: { password, username: ciphertext('user') } },
    `unknown-field: 'credentials.encryptedData.username' is an unknown field; expected one of password, auth; ${LEAVE_OUT}`],
  ['haproxy', 'its own Secret is missing', { encryptedData: { password } },
    `missing-field: 'credentials.controllerEncryptedData' is required, with the key ${USER}`],
  ['haproxy', 'its own Secret has another user', { encryptedData: { password }, controllerEncryptedData: { [USER]: hash, admin: hash } },
    `unknown-field: 'credentials.controllerEncryptedData.admin' is an unknown field; expected one of ${USER}; ${LEAVE_OUT}`],
  ['traefik', 'a Secret of its own is given without need', { encryptedData: { password }, controllerEncryptedData: { [USER]: hash } },
    "invalid-value: 'credentials.controllerEncryptedData' must not be set with Traefik; leave it out"],
  ['kong', 'the ciphertext has no key', { encryptedData: 'hunter2' },
    "invalid-type: 'credentials.encryptedData' must be a map of ciphertext by key; the value is not shown; write { <key>: <ciphertext> }"],
  ['kong', 'the scope is none', { encryptedData: { password }, scope: 'cluster' },
    "invalid-value: 'credentials.scope' must be one of strict, namespace-wide, cluster-wide, got \"cluster\""],
  ['kong', 'plain data are given', { encryptedData: { password }, data: { password: 'hunter2' } },
    `unknown-field: 'credentials.data' is an unknown field; expected one of encryptedData, controllerEncryptedData, scope; ${LEAVE_OUT}`],
])('fails when %s: %s', (name, _, options, message) => {
  expect(refusal(name, { credentials: ScraperCredentials.sealedSecret(options) })).toBe(`${SUBJECT} ${message}`);
});
