import { Chart } from 'cdk8s';
import { onlyIn, operated } from './support';
import { messageOf } from '../../../support/message';

const URL_ = 'https://mimir.example.com/api/v1/push';
const PASSWORD = 'hunter2-hunter2';

const refused = (store: any) => messageOf(() => operated({ remoteWrite: [store] })).replace('[monitoring/prometheus] ', '');

describe('fails, and shows no password, when', () => {
  test.each<[string, any, string]>([
    ['it is in the address', { url: `https://shop:${PASSWORD}@mimir.example.com/push` },
      "plaintext-password: 'remoteWrite[0].url' must hold no password and no token: everybody may read it here; the value is not shown; "
      + "name a Secret in 'basicAuth' or 'authorization'"],
    ['a user is in the address', { url: `https://${PASSWORD}@mimir.example.com/push` },
      "plaintext-password: 'remoteWrite[0].url' must hold no password and no token: everybody may read it here; the value is not shown; "
      + "name a Secret in 'basicAuth' or 'authorization'"],
    ['it is a key in the query', { url: `${URL_}?tenant=shop&key=${PASSWORD}` },
      "plaintext-password: 'remoteWrite[0].url' must hold no password and no token: everybody may read it here; the value is not shown; "
      + "name a Secret in 'basicAuth' or 'authorization'"],
    ['it is behind the address', { url: `${URL_}#token=${PASSWORD}` },
      "plaintext-password: 'remoteWrite[0].url' must hold no password and no token: everybody may read it here; the value is not shown; "
      + "name a Secret in 'basicAuth' or 'authorization'"],
    ['it is a key in a header', { url: URL_, headers: { 'X-Api-Key': PASSWORD } },
      "plaintext-password: 'remoteWrite[0].headers.X-Api-Key' must hold no password and no token: everybody may read it here; "
      + "the value is not shown; name a Secret in 'basicAuth' or 'authorization'"],
    ['it is in the query of the address', { url: `${URL_}?tenant=shop&api_token=${PASSWORD}` },
      "plaintext-password: 'remoteWrite[0].url' must hold no password and no token: everybody may read it here; the value is not shown; "
      + "name a Secret in 'basicAuth' or 'authorization'"],
    ['it is a header', { url: URL_, headers: { Authorization: `Bearer ${PASSWORD}` } },
      "plaintext-password: 'remoteWrite[0].headers.Authorization' must hold no password and no token: everybody may read it here; "
      + "the value is not shown; name a Secret in 'basicAuth' or 'authorization'"],
    ['it is in place of the headers', { url: URL_, headers: PASSWORD },
      "invalid-value: 'remoteWrite[0].headers' must be an object of strings; the value is not shown; write { \"X-Scope-OrgID\": \"shop\" }"],
    ['it is in place of the address', { url: PASSWORD },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['it is in place of the Secret', { url: URL_, basicAuth: PASSWORD }, "invalid-type: 'remoteWrite[0].basicAuth' must be an object, got a string"],
    ['it is in place of the Secret\'s name', { url: URL_, basicAuth: { secretName: 'A b' } },
      "invalid-name: 'remoteWrite[0].basicAuth.secretName' must be the name of a secret (a DNS-1123 subdomain); the value is not shown; "
      + 'give the name of the secret, never its value'],
    ['it is beside the Secret', { url: URL_, basicAuth: { secretName: 'mimir', password: PASSWORD } },
      "unknown-field: 'remoteWrite[0].basicAuth.password' is an unknown field; expected one of secretName, usernameKey, passwordKey; "
      + 'leave it out, or check its spelling'],
  ])('%s', (_, store, message) => {
    expect(refused(store)).toBe(message);
    expect(refused(store)).not.toContain(PASSWORD);
  });
});

describe('fails when', () => {
  test.each<[string, any, string]>([
    ['it has a slash less', { url: 'http:mimir.example.com/push' },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['an escape is none', { url: 'https://mimir/%zz' },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['it has a line break', { url: 'https://mimir.ex\nample/push' },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['a space is before it', { url: ` ${URL_}` },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['the protocol is another', { url: 'ftp://mimir/push' },
      "invalid-value: 'remoteWrite[0].url' must be a URL that begins with http:// or https://; the value is not shown; "
      + 'write it as "https://mimir.example.com/api/v1/push"'],
    ['Prometheus writes the header itself', { url: URL_, headers: { 'Content-Type': 'text/plain' } },
      "invalid-value: 'remoteWrite[0].headers.Content-Type' must be a header that Prometheus does not write itself, "
      + 'with a value of printable ASCII characters; the value is not shown; leave it out'],
    ['a header has a line break', { url: URL_, headers: { 'X-Scope-OrgID': 'a\nb' } },
      "invalid-value: 'remoteWrite[0].headers.X-Scope-OrgID' must be a header that Prometheus does not write itself, "
      + 'with a value of printable ASCII characters; the value is not shown; leave it out'],
    ['there are two ways to say who sends', { url: URL_, basicAuth: { secretName: 'a' }, signature: { region: 'eu-central-1' } },
      "invalid-value: 'remoteWrite[0].signature' cannot be set together with 'basicAuth'; leave one of them out"],
    ['there is no address', {}, "missing-field: 'remoteWrite[0].url' is required"],
  ])('%s', (_, store, message) => {
    expect(refused(store)).toBe(message);
  });

  test('two stores have one name', () => {
    expect(messageOf(() => operated({ remoteWrite: [{ url: URL_, name: 'a' }, { url: URL_, name: 'a' }] }))).toBe(
      "[monitoring/prometheus] duplicate-name: 'remoteWrite[1]' has the same name \"a\" as element 0; give each its own name");
  });
});

test('the keys of the Secret are those that are named, or username and password', () => {
  const chart = Chart.of(operated({
    remoteWrite: [
      { url: URL_, basicAuth: { secretName: 'mimir' } },
      { url: URL_, basicAuth: { secretName: 'mimir', usernameKey: 'user', passwordKey: 'token' } },
    ],
  }));
  const name = 'mimir';
  expect(onlyIn(chart, 'Prometheus').spec.remoteWrite.map(({ basicAuth }: any) => basicAuth)).toEqual([
    { username: { name, key: 'username' }, password: { name, key: 'password' } },
    { username: { name, key: 'user' }, password: { name, key: 'token' } },
  ]);
});
