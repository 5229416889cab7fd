import { PasswordHash, ScraperCredentials, SecretStoreKind } from '../../../../src';
import { rendered } from '../../../support/app';
import { ControllerName, LEAVE_OUT, NAMES, PASSWORD, SUBJECT, USER, access, guardOf, kind, notAccepted, notOptions, refusal } from '../access';

const { NOT_EMPTY, FOR_BCRYPT } = guardOf(PASSWORD);
const clientOf = (guard: string) => ({ username: USER, password: `${guard}{{ ${PASSWORD} }}` });
const clusterStore = { name: 'in-cluster', kind: SecretStoreKind.CLUSTER_SECRET_STORE };
const generated = (name: ControllerName, options?: any) =>
  access(name, { credentials: ScraperCredentials.generatedPassword(name === 'haproxy' ? { clusterStore, ...options } : options) });
const specsOf = (name: ControllerName, options?: any) => kind('ExternalSecret', generated(name, options)).map(o => o.spec);

describe('the generator', () => {
  const generator = (options?: any) => kind('Password', generated('traefik', options));

  test('makes letters and digits, 32 of them, and writes the defaults that the cluster would add', () => {
    const spec = { length: 32, symbols: 0, noUpper: false, allowRepeat: true, encoding: 'raw' };

    expect(generator()).toMatchObject([{ metadata: { name: 'prometheus' }, spec }]);
  });

  test.each([16, 72])('makes %p of them', length => {
    expect(generator({ length })[0].spec.length).toBe(length);
  });
});

test.each(NAMES)('%s: it is asked once, since it makes another password each time', name => {
  const [first, ...others] = specsOf(name);

  expect(first).toMatchObject({ refreshPolicy: 'CreatedOnce', refreshInterval: '0s', target: { name: 'prometheus-credentials' } });
  expect(first.dataFrom).toEqual([{
    sourceRef: { generatorRef: { apiVersion: 'generators.external-secrets.io/v1alpha1', kind: 'Password', name: 'prometheus' } },
  }]);
  expect(others).toHaveLength(name === 'haproxy' ? 1 : 0);
});

test('a controller with a Secret of its own has it made of the client\'s, by the store', () => {
  const [client, own] = specsOf('haproxy');

  expect(client.target.template.data).toEqual(clientOf(FOR_BCRYPT));
  expect(own).toMatchObject({
    refreshPolicy: 'OnChange',
    secretStoreRef: { name: 'in-cluster', kind: 'ClusterSecretStore' },
    data: [{ secretKey: 'password', remoteRef: { key: 'prometheus-credentials', property: 'password' } }],
    target: { name: 'prometheus-basic-auth', template: { data: { [USER]: `${FOR_BCRYPT}{{ bcrypt (${PASSWORD}) }}` } } },
  });
  expect(specsOf('haproxy', { clusterStore: { name: 'a' } })[1].secretStoreRef).toEqual({ name: 'a', kind: 'SecretStore' });
});

test.each<[ControllerName, any, any]>([
  ['ingress-nginx', {}, { ...clientOf(NOT_EMPTY), auth: `{{ htpasswd "${USER}" (${PASSWORD}) "sha" }}` }],
  ['ingress-nginx', { hash: PasswordHash.BCRYPT }, { ...clientOf(FOR_BCRYPT), auth: `${USER}:{{ bcrypt (${PASSWORD}) }}` }],
  ['kong', {}, clientOf(NOT_EMPTY)],
])('for %s, with %p', (name, options, data) => {
  expect(specsOf(name, options)[0].target.template.data).toEqual(data);
});

test('options that are null are none', () => {
  const nulls = { length: null, hash: null, clusterStore: null };

  expect(specsOf('ingress-nginx', nulls)).toEqual(specsOf('ingress-nginx'));
  expect(rendered(generated('traefik', nulls))).toEqual(rendered(generated('traefik', null)));
});

const LENGTH = "invalid-value: 'credentials.length' must be an integer from 16 to 72";
const SYSTEM = "name a store of the operator's Kubernetes provider that reads the system namespace, "
  + 'or take the password from a store by ScraperCredentials.externalSecret()';

test.each<[string, any, string]>([
  ['it is too short', { length: 15 }, `${LENGTH}, got 15`],
  ['it is longer than bcrypt looks at', { length: 73 }, `${LENGTH}, got 73`],
  ['the length is no whole number', { length: 20.5 }, `${LENGTH}, got 20.5`],
  ['the length is a text', { length: '32' }, `${LENGTH}, got "32"`],
  ['the hash is none of the operator', { hash: PasswordHash.SHA512_CRYPT }, notAccepted('bcrypt, sha', 'ingress-nginx', 'sha512-crypt')],
  ['a password is given alone', 'hunter2', notOptions('a string')],
  ['the length is given alone', 32, notOptions('a number')],
  ['options are a list', [], notOptions('a list of 0')],
  ['a password is given', { password: 'hunter2' },
    `unknown-field: 'credentials.password' is an unknown field; expected one of length, hash, clusterStore; ${LEAVE_OUT}`],
  ['a store is given without need', { clusterStore },
    "invalid-value: 'credentials.clusterStore' must not be set with ingress-nginx; leave it out"],
])('fails when %s', (_, options, message) => {
  expect(refusal('ingress-nginx', { credentials: ScraperCredentials.generatedPassword(options) })).toBe(`${SUBJECT} ${message}`);
});

test('fails when a controller with a Secret of its own has no store from which it would be made', () => {
  expect(refusal('haproxy', { credentials: ScraperCredentials.generatedPassword() })).toBe(
    `${SUBJECT} missing-field: 'credentials.clusterStore' is required; ${SYSTEM}`);
});

test('fails when the store is null, as when there is none', () => {
  expect(refusal('haproxy', { credentials: ScraperCredentials.generatedPassword({ clusterStore: null as any }) })).toBe(
    `${SUBJECT} missing-field: 'credentials.clusterStore' is required; ${SYSTEM}`);
});

test('fails when the store is a name', () => {
  expect(refusal('haproxy', { credentials: ScraperCredentials.generatedPassword({ clusterStore: 'in-cluster' as any }) }))
    .toBe(`${SUBJECT} invalid-type: 'credentials.clusterStore' must be an object, got a string`);
});

test('fails when the hash is one that the controller does not accept', () => {
  expect(refusal('envoy-gateway', { credentials: ScraperCredentials.generatedPassword({ hash: PasswordHash.BCRYPT }) })).toBe(
    `${SUBJECT} ${notAccepted('sha', 'Envoy Gateway', 'bcrypt')}`);
});
