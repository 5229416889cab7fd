import { access, ciphertext, CONTROLLERS, NAMES, PEERS, USER } from './access';
import { CertificateIssuerKind, ScraperAccess, ScraperCredentials, ScraperTls, SecretStoreKind } from '../../src';
import { rendered } from '../support/app';
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
    tls: ScraperTls.certificate({ name: 'letsencrypt', kind: CertificateIssuerKind.CLUSTER_ISSUER }),
  })],
  ['no-tls', () => access('ingress-nginx', { tls: ScraperTls.insecureNone() })],
  ['peers', () => access('traefik', { allowFrom: PEERS })],
  ['listener', () => access('envoy-gateway', {
    controller: CONTROLLERS['envoy-gateway']({ gatewayClassName: undefined, gateway }),
    tls: ScraperTls.atGateway(),
  })],
])('%s', (name, make) => {
  expectGolden(`scraper-access-${name}`, rendered(make()));
});
