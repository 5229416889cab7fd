import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { access, ciphertext, CONTROLLERS, NAMES, PEERS, USER } from './access';
import { ScraperAccess, ScraperCredentials, SecretStoreKind, TlsCertificate } from '../../src';
import { parsed } from '../properties/values';
import { rendered } from '../support/app';
import { missingDefaults } from '../support/crd-schemas';
import { expectGolden } from '../support/golden';

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
    tls: TlsCertificate.certificate('letsencrypt'),
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
  const folders = ['test/golden', 'dist/oam', 'dist/kubernetes'].map(folder => join(__dirname, '../..', folder));
  const files = folders.flatMap(folder => readdirSync(folder).map(file => join(folder, file)));
  const objects = files.flatMap(file => parsed(readFileSync(file, 'utf8')));
  const checked = objects.map(object => ({ kind: object.kind, missing: missingDefaults(object) })).filter(({ missing }) => missing !== undefined);

  expect([...new Set(checked.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(['ExternalSecret', 'KongPlugin', 'Password', 'SecurityPolicy']));
  expect(checked.filter(({ missing }) => missing!.length > 0)).toEqual([]);
  expect(objects.filter(({ kind, stringData }) => kind === 'Secret' && stringData !== undefined)).toEqual([]);
});
