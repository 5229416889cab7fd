import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROLLERS, HOST, NAMES, PEERS, SERVICE, USER, access, ciphertext, fromStore, kind } from './access';
import { PasswordHash, ScraperAccess, ScraperCredentials, SecretStoreKind, TlsCertificate } from '../../../src';
import { describe as sentence } from '../../../src/base/findings/words';
import { CredentialsModel, SecretForm, bcryptGuard, checkHash, checkKnownHash, firstAccepted, planSecrets, secretNames } from '../../../src/targets/scraper/access-model';
import { parsed } from '../../properties/values';
import { rendered } from '../../support/app';
import { missingDefaults } from '../../support/crd-schemas';
import { expectGolden } from '../../support/golden';

const podsOf = (namespace: string, app: string) =>
  ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } }, podSelector: { matchLabels: { app } } });
const tcp = (port: number | string) => ({ port, protocol: 'TCP' });

describe('the NetworkPolicy', () => {
  test.each(NAMES)('lets in the pods of %s, and nobody else', name => {
    const [policy, ...others] = kind('NetworkPolicy', access(name));

    expect(others).toEqual([]);
    expect(policy.spec).toEqual({
      podSelector: { matchLabels: SERVICE.podLabels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [podsOf('ingress', 'controller')], ports: [tcp(9090)] }],
    });
  });

  test('lets in peers too', () => {
    const [policy] = kind('NetworkPolicy', access('traefik', { allowFrom: PEERS }));

    expect(policy.spec.ingress).toEqual([
      { from: [podsOf('ingress', 'controller')], ports: [tcp(9090)] },
      { from: [{ podSelector: { matchLabels: { app: 'thanos-query' } } }], ports: [tcp(9090)] },
      { from: [podsOf('grafana', 'grafana')], ports: [tcp(9090)] },
      { from: [{ ipBlock: { cidr: '10.0.0.0/16', except: ['10.0.1.0/24'] } }], ports: [tcp(9090), tcp(10901)] },
    ]);
  });

  test.each<[string, any, number | string]>([
    ['the Service\'s number, as a Service has it by default', { port: 8080 }, 8080],
    ['the number to which the Service leads', { port: 80, targetPort: 9091 }, 9091],
    ['the name to which the Service leads', { port: undefined, portName: 'http', targetPortName: 'web' }, 'web'],
    ['the number to which a named port leads', { port: undefined, portName: 'http', targetPort: 9092 }, 9092],
  ])('opens one port of the pods, for the controller and for peers that say nothing else: %s', (_, service, open) => {
    const allowFrom = [PEERS[0], { cidr: '10.0.0.0/16' }, { podLabels: { a: 'b' }, ports: [1] }];
    const [policy] = kind('NetworkPolicy', access('ingress-nginx', { service: { ...SERVICE, ...service }, allowFrom }));

    expect(policy.spec.ingress.map(({ ports }: any) => ports)).toEqual([[tcp(open)], [tcp(open)], [tcp(open)], [tcp(1)]]);
  });

  test('is left out when that is asked for by name: nothing else changes', () => {
    const [, ...others] = rendered(access('traefik'));

    expect(rendered(access('traefik', { insecureWithoutNetworkPolicy: true }))).toEqual(others);
  });
});

test.each(NAMES)('%s: the policy comes first, and what leads to the scraper last, when all else is there', name => {
  const kinds = rendered(access(name, { tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true }) })).map(o => o.kind);

  expect(kinds.slice(0, 2)).toEqual(['NetworkPolicy', 'ExternalSecret']);
  expect(kinds.filter(k => k === 'Certificate')).toHaveLength(1);
  expect(kinds.at(-1)).toBe(name.includes('gateway') ? 'HTTPRoute' : 'Ingress');
});

describe('defaults', () => {
  const METADATA = { name: 'prometheus', namespace: 'verrazzano-system' };
  const ingress = (props: any) => kind('Ingress', access('ingress-nginx', props))[0];

  test('the path is /, and the realm the host', () => {
    const { metadata, spec } = ingress({ host: 'a.example.com' });

    expect(spec.rules[0]).toMatchObject({ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix' }] } });
    expect(metadata.annotations['nginx.ingress.kubernetes.io/auth-realm']).toBe('a.example.com');
  });

  test('the name is the construct\'s id', () => {
    expect(ingress({}).metadata).toMatchObject(METADATA);
    expect(ingress({ metadata: { labels: { a: 'b' } } }).metadata).toMatchObject(METADATA);
  });

  test('path, realm and port are written when given', () => {
    const service = { name: 'a', portName: 'web', targetPortName: 'web', podLabels: { a: 'b' } };
    const { metadata, spec } = ingress({ path: '/prometheus', realm: 'Metrics of the shop', service });

    expect(spec.rules).toEqual([{
      host: HOST,
      http: { paths: [{ path: '/prometheus', pathType: 'Prefix', backend: { service: { name: 'a', port: { name: 'web' } } } }] },
    }]);
    expect(metadata.annotations['nginx.ingress.kubernetes.io/auth-realm']).toBe('Metrics of the shop');
  });
});

test('a controller and its credentials serve several accesses, and none of them changes them', () => {
  const shared = { controller: CONTROLLERS.kong(), credentials: fromStore(), allowFrom: PEERS };
  rendered(access('kong', { ...shared, metadata: { name: 'other' } }));

  expect(rendered(access('kong', shared))).toEqual(rendered(access('kong', { allowFrom: PEERS })));
});

test.each(NAMES)('%s, with a password from a store', name => {
  expectGolden(`scraper-access-${name}`, rendered(access(name)));
});

const clusterStore = { name: 'in-cluster', kind: SecretStoreKind.CLUSTER_SECRET_STORE };
const gateway = { name: 'shared', namespace: 'gateways', sectionName: 'https' };
const password = ciphertext('password');

test.each<[string, () => ScraperAccess]>([
  ['generated-password', () => access('ingress-nginx', { credentials: ScraperCredentials.generatedPassword() })],
  ['generated-password-haproxy', () => access('haproxy', { credentials: ScraperCredentials.generatedPassword({ clusterStore }) })],
  ['sealed-secret', () => access('ingress-nginx', { credentials: ScraperCredentials.sealedSecret({ encryptedData: { password } }) })],
  ['sealed-secret-haproxy', () => access('haproxy', {
    credentials: ScraperCredentials.sealedSecret({ encryptedData: { password }, controllerEncryptedData: { [USER]: ciphertext('hash') } }),
  })],
  ['certificate', () => access('traefik', {
    tls: TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true }),
  })],
  ['no-tls', () => access('ingress-nginx', { tls: TlsCertificate.insecureNone() })],
  ['peers', () => access('traefik', { allowFrom: PEERS })],
  ['listener', () => access('envoy-gateway', {
    controller: CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway }),
    tls: TlsCertificate.atGateway(),
  })],
])('%s', (name, make) => {
  expectGolden(`scraper-access-${name}`, rendered(make()));
});

test('nothing that is committed shows as drift: no default of a CRD is left out, and no Secret has stringData', () => {
  const folders = ['test/golden', 'dist/oam', 'dist/kubernetes'].map(folder => join(__dirname, '../../..', folder));
  const files = folders.flatMap(folder => readdirSync(folder).map(file => join(folder, file)));
  const objects = files.flatMap(file => parsed(readFileSync(file, 'utf8')));
  const checked = objects.map(object => ({ kind: object.kind, missing: missingDefaults(object) })).filter(({ missing }) => missing !== undefined);

  expect([...new Set(checked.map(each => each.kind))]).toEqual(expect.arrayContaining(['ExternalSecret', 'KongPlugin', 'Password', 'SecurityPolicy']));
  expect(checked.filter(({ missing }) => missing!.length > 0)).toEqual([]);
  expect(objects.filter(each => each.kind === 'Secret' && each.stringData !== undefined)).toEqual([]);
});

const { BCRYPT, SHA512_CRYPT, APR1, SHA } = PasswordHash;
const UNKNOWN = "invalid-value: 'hash' must be a PasswordHash, such as PasswordHash.BCRYPT; the value "
  + 'is not shown; name the kind of hash';
const CLIENT = { username: 'u', password: 'p' };

const model = (form: SecretForm): CredentialsModel =>
  ({ namespace: 'ns', name: 'a', user: 'u', controller: 'Any', demand: { form, otherNamespaces: false } });

describe('the Secrets of one password', () => {
  test('client and controller share one, with its type and labels', () => {
    const shared = model({ content: 'password-file', key: 'auth', type: 't', labels: { l: 'm' }, hashes: [SHA] });

    expect(secretNames(shared)).toEqual({ client: 'a-credentials', controller: { name: 'a-credentials' } });
    expect(planSecrets(shared, 'p', () => 'u:h')).toEqual([{ id: 'Credentials', name: 'a-credentials', type: 't', labels: { l: 'm' }, data: { ...CLIENT, auth: 'u:h' } }]);
  });

  test('a controller that hashes the password itself reads what the client reads', () => {
    expect(planSecrets(model({ content: 'plain', hashes: [] }), 'p', () => 'u:h')).toEqual([{ id: 'Credentials', name: 'a-credentials', data: CLIENT }]);
  });

  test.each<[string, SecretForm, any]>([
    ['takes every key for a user', { content: 'user-keys', type: 't', hashes: [BCRYPT] }, { u: 'h' }],
    ['chokes on other keys', { content: 'password-file', key: 'auth', type: 't', alone: true, hashes: [SHA] }, { auth: 'u:h' }],
  ])('a controller that %s has one of its own', (_, form, data) => {
    expect(secretNames(model(form))).toEqual({ client: 'a-credentials', controller: { name: 'a-basic-auth' } });
    expect(planSecrets(model(form), 'p', () => String(Object.values(data)[0]))).toEqual([{ id: 'Credentials', name: 'a-credentials', data: CLIENT }, { id: 'BasicAuth', name: 'a-basic-auth', type: 't', data }]);
  });
});

describe('the hash', () => {
  const accepting = (...hashes: PasswordHash[]) => model({ content: 'password-file', key: 'auth', hashes });
  const said = (of: CredentialsModel, hash: any, made: PasswordHash[]) => checkHash(of, hash, made).map(sentence);

  test('is the first that is made and accepted', () => {
    expect(firstAccepted(accepting(SHA, BCRYPT), [APR1, BCRYPT, SHA])).toBe(BCRYPT);
    expect(firstAccepted(accepting(SHA), [BCRYPT])).toBeUndefined();
  });

  test('passes where it is not given, and where it is made and accepted', () => {
    expect(said(accepting(SHA), undefined, [BCRYPT])).toEqual([]);
    expect(said(accepting(SHA), SHA, [BCRYPT, SHA])).toEqual([]);
  });

  test.each<[string, CredentialsModel, PasswordHash, string]>([
    ['is not made there, whatever the controller accepts', accepting(APR1, SHA), APR1, 'sha'],
    ['is made, but not accepted', accepting(SHA512_CRYPT, SHA), BCRYPT, 'sha'],
  ])('fails when it %s', (_, of, hash, accepted) => {
    expect(said(of, hash, [BCRYPT, SHA])).toEqual([`hash-not-accepted: 'hash' must be one of ${accepted} for Any, got "${hash}"`]);
  });

  test.each(['md5', '$2y$10$abcdefghijklmnopqrstuv', 1, ['bcrypt'], null])('fails when it is %p, which is not shown', hash => {
    expect(checkKnownHash(hash, 'hash').map(sentence)).toEqual([UNKNOWN]);
  });
});

test('the guard of a template fails before bcrypt on an empty password and on one that it does not take', () => {
  expect(bcryptGuard('.p | trim')).toBe(
    '{{ if or (eq (.p | trim) "") (gt (len (.p | trim)) 72) }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}');
});
