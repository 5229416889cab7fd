import { Duration } from 'cdk8s';
import { PasswordHash, ScraperCredentials, SecretStoreKind } from '../../../../src';
import { SUBDOMAIN } from '../../../support/texts';
import { ControllerName, LEAVE_OUT, PASSWORD, SUBJECT, TITLES, USER, access, chartWithUser, fromStore, guardOf, kind, notInYaml, notAccepted, notOptions, refusal } from '../access';

const { BCRYPT, SHA, APR1 } = PasswordHash;
const { NOT_EMPTY, FOR_BCRYPT } = guardOf(PASSWORD);
const clientOf = (guard: string) => ({ username: USER, password: `${guard}{{ ${PASSWORD} }}` });
const CLIENT = clientOf(NOT_EMPTY);
const specsOf = (name: ControllerName, options?: any, chart?: any) =>
  kind('ExternalSecret', access(name, { credentials: fromStore(options) }, chart)).map(o => o.spec);

describe('where the password comes from', () => {
  const remote = { conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' };

  test('a store of the namespace, and the whole secret', () => {
    expect(specsOf('traefik')[0]).toMatchObject({
      secretStoreRef: { kind: 'SecretStore', name: 'vault' },
      data: [{ secretKey: 'password', remoteRef: { key: 'scraper', ...remote } }],
    });
  });

  test('a store of the cluster, and a part of one version of the secret', () => {
    const store = { name: 'vault', kind: SecretStoreKind.CLUSTER_SECRET_STORE };

    expect(specsOf('traefik', { store, key: 'metrics/scraper', property: 'pass', version: '3' })[0]).toMatchObject({
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'vault' },
      data: [{ secretKey: 'password', remoteRef: { key: 'metrics/scraper', property: 'pass', version: '3', ...remote } }],
    });
  });
});

test('options that are null are none', () => {
  const nulls = { store: { name: 'vault', kind: null }, property: null, version: null, refreshInterval: null, hash: null };

  expect(specsOf('traefik', nulls)).toEqual(specsOf('traefik'));
});

describe('what becomes of it', () => {
  const dataOf = (name: ControllerName, options?: any, chart?: any) => specsOf(name, options, chart).map(spec => spec.target.template.data);
  const sha = `{{ htpasswd "${USER}" (${PASSWORD}) "sha" }}`;
  const bcrypt = `{{ bcrypt (${PASSWORD}) }}`;

  test.each<[ControllerName, any, any]>([
    ['ingress-nginx', {}, { ...CLIENT, auth: sha }],
    ['ingress-nginx', { hash: BCRYPT }, { ...clientOf(FOR_BCRYPT), auth: `${USER}:${bcrypt}` }],
    ['f5-nginx', {}, { ...CLIENT, htpasswd: sha }],
    ['nginx-gateway-fabric', { hash: SHA }, { ...CLIENT, auth: sha }],
    ['envoy-gateway', {}, { ...CLIENT, '.htpasswd': sha }],
    ['haproxy-ingress', {}, { ...clientOf(FOR_BCRYPT), auth: `${USER}:${bcrypt}` }],
    ['traefik', {}, CLIENT],
    ['kong', {}, CLIENT],
  ])('for %s, with %p', (name, options, data) => {
    expect(dataOf(name, options)).toEqual([data]);
  });

  test('for HAProxy, which has a Secret of its own', () => {
    expect(dataOf('haproxy')).toEqual([clientOf(FOR_BCRYPT), { [USER]: FOR_BCRYPT + bcrypt }]);
  });

  test('for the user of the platform', () => {
    expect(dataOf('envoy-gateway', {}, chartWithUser('admin'))[0]).toMatchObject({ 'username': 'admin', '.htpasswd': sha.replace(USER, 'admin') });
  });

  test('the Secret is made anew from the template alone, and stays when the ExternalSecret goes wrong', () => {
    expect(specsOf('kong')[0].target).toMatchObject({
      name: 'prometheus-credentials',
      creationPolicy: 'Owner',
      deletionPolicy: 'Retain',
      template: { engineVersion: 'v2', mergePolicy: 'Replace', type: 'Opaque' },
    });
  });
});

describe('when it is read again', () => {
  const refresh = (name: ControllerName, options?: any) =>
    specsOf(name, options).map(spec => ({ refreshPolicy: spec.refreshPolicy, refreshInterval: spec.refreshInterval }));
  const ONCE = { refreshPolicy: 'OnChange', refreshInterval: '0s' };

  test('each hour, where the hash comes out the same, or is not made here', () => {
    for (const name of ['ingress-nginx', 'envoy-gateway', 'traefik', 'kong'] as const) {
      expect(refresh(name)).toEqual([{ refreshPolicy: 'Periodic', refreshInterval: '3600s' }]);
    }
  });

  test('as often as is asked for', () => {
    expect(refresh('traefik', { refreshInterval: Duration.minutes(5) })).toEqual([{ refreshPolicy: 'Periodic', refreshInterval: '300s' }]);
    expect(refresh('f5-nginx', { refreshInterval: Duration.seconds(1), hash: SHA })).toEqual([{ refreshPolicy: 'Periodic', refreshInterval: '1s' }]);
  });

  test('only where the ExternalSecret changes, where bcrypt would make another hash each time', () => {
    expect(refresh('ingress-nginx', { hash: BCRYPT })).toEqual([ONCE]);
    expect(refresh('haproxy-ingress')).toEqual([ONCE]);
    expect(refresh('haproxy')).toEqual([ONCE, ONCE]);
  });

  const UNSTABLE = "hash-not-accepted: 'credentials.refreshInterval' must not be set with bcrypt, "
    + 'which makes another hash of the same password at each refresh';
  const refreshInterval = Duration.hours(1);

  test('fails when bcrypt is chosen, with an interval', () => {
    expect(refusal('ingress-nginx', { credentials: fromStore({ hash: BCRYPT, refreshInterval }) }))
      .toBe(`${SUBJECT} ${UNSTABLE}: ingress-nginx would reload each time; leave it out, or set hash to PasswordHash.SHA if the controller accepts it`);
  });

  test.each<ControllerName>(['haproxy', 'haproxy-ingress'])('fails when %s, which takes no other hash, is given an interval', name => {
    expect(refusal(name, { credentials: fromStore({ refreshInterval }) })).toBe(
      `${SUBJECT} ${UNSTABLE}: ${TITLES[name]} would reload each time; `
      + 'leave it out, or set hash to PasswordHash.SHA if the controller accepts it');
  });
});

const STORE = { store: { name: 'vault' }, key: 'scraper' };
const INTERVAL = "invalid-value: 'credentials.refreshInterval' must be a Duration of whole seconds, at least one";
const HOURS = 'write it as Duration.hours(1), for example';

test.each<[string, any, string]>([
  ['the store is missing', { key: 'a' }, "missing-field: 'credentials.store' is required"],
  ['the store is a name', { ...STORE, store: 'vault' }, "invalid-type: 'credentials.store' must be an object, got a string"],
  ['the store has no name', { ...STORE, store: {} }, "missing-field: 'credentials.store.name' is required"],
  ['the name of the store is none', { ...STORE, store: { name: 'A' } }, `invalid-name: 'credentials.store.name' ${SUBDOMAIN}, got "A"`],
  ['the kind of the store is none', { ...STORE, store: { name: 'a', kind: 'Vault' } },
    "invalid-value: 'credentials.store.kind' must be one of ClusterSecretStore, SecretStore, got \"Vault\""],
  ['the store has a field too many', { ...STORE, store: { name: 'a', namespace: 'b' } },
    `unknown-field: 'credentials.store.namespace' is an unknown field; expected one of name, kind; ${LEAVE_OUT}`],
  ['the key is missing', { store: { name: 'a' } }, "missing-field: 'credentials.key' is required"],
  ['the key is empty', { ...STORE, key: '' }, "invalid-value: 'credentials.key' must be a non-empty string, got \"\""],
  ['the property is a number', { ...STORE, property: 1 }, "invalid-type: 'credentials.property' must be a string, got a number; put it in quotes"],
  ['the version is a number', { ...STORE, version: 3 }, "invalid-type: 'credentials.version' must be a string, got a number; put it in quotes"],
  ['the interval is a text', { ...STORE, refreshInterval: '1h' }, `${INTERVAL}, got "1h"; ${HOURS}`],
  ['the interval is shorter than a second', { ...STORE, refreshInterval: Duration.millis(999) }, `${INTERVAL}, got "999 millis"; ${HOURS}`],
  ['the interval is no whole number of seconds', { ...STORE, refreshInterval: Duration.millis(1500) },
    `${INTERVAL}, got "1 second 500 millis"; ${HOURS}`],
  ['the hash is none of the operator', { ...STORE, hash: APR1 }, notAccepted('bcrypt, sha', 'ingress-nginx', 'apr1')],
  ['there is a field too many', { ...STORE, user: 'a' },
    `unknown-field: 'credentials.user' is an unknown field; expected one of store, key, property, version, refreshInterval, hash; ${LEAVE_OUT}`],
])('fails when %s', (_, options, message) => {
  expect(refusal('ingress-nginx', { credentials: ScraperCredentials.externalSecret(options) })).toBe(`${SUBJECT} ${message}`);
});

test('fails when the key cannot be written', () => {
  expect(refusal('traefik', { credentials: fromStore({ key: 'a\u0085b' }) })).toBe(`${SUBJECT} not-plain: 'ExternalSecret.spec.data[0].remoteRef.key' ${notInYaml('U+0085')}`);
});

test.each<any>([undefined, null, {}])('fails when the options are %p: all that is missing is told', options => {
  expect(refusal('ingress-nginx', { credentials: ScraperCredentials.externalSecret(options) })).toBe([
    `${SUBJECT} 2 findings:`, "missing-field: 'credentials.store' is required", "missing-field: 'credentials.key' is required",
  ].join('\n  '));
});

test.each<any>([['hunter2', 'a string'], [['a'], 'a list of 1']])('fails when the options are %p', (options, shown) => {
  expect(refusal('ingress-nginx', { credentials: ScraperCredentials.externalSecret(options) })).toBe(`${SUBJECT} ${notOptions(shown)}`);
});

test.each<[ControllerName, PasswordHash, string]>([
  ['haproxy', SHA, `must be one of bcrypt for ${TITLES.haproxy}, got "sha"`],
  ['haproxy-ingress', SHA, `must be one of bcrypt for ${TITLES['haproxy-ingress']}, got "sha"`],
  ['envoy-gateway', BCRYPT, `must be one of sha for ${TITLES['envoy-gateway']}, got "bcrypt"`],
  ['traefik', SHA, 'must not be set, got "sha": Traefik reads the password itself; leave it out'],
])('fails when %s would get a hash that it does not accept: %s', (name, hash, message) => {
  expect(refusal(name, { credentials: fromStore({ hash }) })).toBe(`${SUBJECT} hash-not-accepted: 'credentials.hash' ${message}`);
});
