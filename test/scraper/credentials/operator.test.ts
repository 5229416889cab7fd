import { Duration } from 'cdk8s';
import { PasswordHash } from '../../../src';
import { externalSecretOf, operatorHash, operatorTexts } from '../../../src/scraper/credentials/external-secret';
import { CredentialsModel } from '../../../src/scraper/model';
import { PASSWORD, guardOf } from '../access';

const { BCRYPT, SHA512_CRYPT, APR1, SHA } = PasswordHash;
const { NOT_EMPTY, FOR_BCRYPT } = guardOf(PASSWORD);

const model = (...hashes: PasswordHash[]): CredentialsModel =>
  ({ namespace: 'ns', name: 'a', user: 'u', controller: 'Any', demand: { form: { content: 'user-keys', hashes }, otherNamespaces: false } });

test('the hash is SHA where it is accepted, since it comes out the same each time; else bcrypt', () => {
  expect(operatorHash(model(BCRYPT, SHA), undefined)).toBe(SHA);
  expect(operatorHash(model(BCRYPT, SHA512_CRYPT), undefined)).toBe(BCRYPT);
  expect(operatorHash(model(BCRYPT, SHA), BCRYPT)).toBe(BCRYPT);
  expect(operatorHash(model(APR1), undefined)).toBeUndefined();
});

test.each<[PasswordHash, string, string, string]>([
  [BCRYPT, FOR_BCRYPT, `{{ bcrypt (${PASSWORD}) }}`, `u:{{ bcrypt (${PASSWORD}) }}`],
  [SHA, NOT_EMPTY, `{{ htpasswd "u" (${PASSWORD}) "sha" | trimPrefix "u:" }}`, `{{ htpasswd "u" (${PASSWORD}) "sha" }}`],
])('the texts of %s: the password and the value are guarded, the line of a file stands beside a password', (hash, guard, value, line) => {
  const texts = operatorTexts(model(hash), hash);

  expect(texts.hash()).toBe(guard + value);
  expect(texts.line()).toBe(line);
  expect(texts.password).toBe(`${guard}{{ ${PASSWORD} }}`);
});

test('without a hash, the password must not be empty', () => {
  expect(operatorTexts(model(), undefined).password).toBe(`${NOT_EMPTY}{{ ${PASSWORD} }}`);
});

test('an ExternalSecret has what the cluster would add', () => {
  const secret = { name: 'a', labels: { l: 'm' }, data: { k: 'v' } };
  const { metadata, spec } = externalSecretOf('ns', 'Id', secret, {
    policy: 'Periodic', interval: Duration.hours(1), store: { name: 's', kind: 'SecretStore' }, remote: { key: 'r' },
  });

  expect(metadata).toEqual({ namespace: 'ns', name: 'a' });
  expect(spec).toEqual({
    refreshPolicy: 'Periodic',
    refreshInterval: '3600s',
    secretStoreRef: { name: 's', kind: 'SecretStore' },
    data: [{ secretKey: 'password', remoteRef: { key: 'r', conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' } }],
    target: {
      name: 'a',
      creationPolicy: 'Owner',
      deletionPolicy: 'Retain',
      template: { engineVersion: 'v2', mergePolicy: 'Replace', type: 'Opaque', metadata: { labels: { l: 'm' } }, data: { k: 'v' } },
    },
  });
});
