import * as fc from 'fast-check';
import { failure } from './support';
import { Manifests } from '../../src/testing';

const of = (...objects: object[]) => Manifests.ofYaml(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
const configMap = (data: unknown, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', namespace: 'shop' }, data, ...more });
const secret = (more: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, ...more });
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('values', () => {
  test('are found in plain text and in whatever is around them, and are never shown', () => {
    const password = 's3cret "q" & täg';
    const manifests = of(configMap({
      'plain': `a ${password} b`,
      'base64': `Authorization: Basic ${base64(`user:${password}`)}`,
      'json': JSON.stringify({ nested: JSON.stringify({ password }) }),
      'url': `https://user:${encodeURIComponent(password)}@example.com/`,
      'form': new URLSearchParams({ password }).toString(),
      'docker.json': base64(JSON.stringify({ auths: { x: { auth: base64(`u:${password}`) } } })),
      'none': 'secret',
    }, { binaryData: { lines: base64(`${'x'.repeat(100)}${password}`).replace(/(.{20})/g, '$1\n') } }));
    const message = failure(() => manifests.hasNoSecrets(['another one', password]));
    expect(message).toBe([
      'exposed-secret: 7 places must not hold what is secret',
      "  ConfigMap shop/config (<yaml>:1): 'data.plain' holds values[1]",
      "  ConfigMap shop/config (<yaml>:1): 'data.base64' holds values[1], encoded",
      "  ConfigMap shop/config (<yaml>:1): 'data.json' holds values[1], encoded",
      "  ConfigMap shop/config (<yaml>:1): 'data.url' holds values[1], encoded",
      "  ConfigMap shop/config (<yaml>:1): 'data.form' holds values[1], encoded",
      "  ConfigMap shop/config (<yaml>:1): 'data['docker.json']' holds values[1], encoded",
      "  ConfigMap shop/config (<yaml>:1): 'binaryData.lines' holds values[1], encoded",
    ].join('\n'));
  });

  test('are found in keys, names and numbers, which are not shown either', () => {
    const object = configMap({ 'x-hunter2': 'hunter2 twice' });
    expect(failure(() => of({ ...object, metadata: { name: 'hunter2', labels: { pin: 482916 } } }).hasNoSecrets(['hunter2', '482916']))).toBe([
      'exposed-secret: 4 places must not hold what is secret',
      "  ConfigMap: 'metadata.name' holds values[0]",
      "  ConfigMap: 'metadata.labels.pin' holds values[1]",
      "  ConfigMap: 'data' has values[0] in a key",
      "  ConfigMap: 'data['…']' holds values[0]",
    ].join('\n'));
  });

  test('are found in lines that are indented', () => {
    const key = '-----BEGIN KEY-----\nMIIabc\n-----END KEY-----';
    expect(failure(() => of(configMap({ file: `key: |\n  ${key.replaceAll('\n', '\n  ')}\n` })).hasNoSecrets([key])))
      .toContain("'data.file' holds values[0], encoded");
  });

  test('that are nowhere are no failure', () => {
    of(configMap({ a: 'hunter', b: base64('hunter3'), c: null, d: true })).hasNoSecrets(['hunter2', 'true!']);
    Manifests.ofYaml('').hasNoSecrets(['hunter2']);
  });

  test('fails when a value is too short to be looked for, or is none', () => {
    expect(failure(() => of().hasNoSecrets(['long enough', 'abc']))).toBe(
      "[Manifests.hasNoSecrets()] invalid-value: 'values[1]' must have at least 4 characters: a shorter value is in many texts by chance; leave it out");
    expect(failure(() => of().hasNoSecrets([12345 as any]))).not.toContain('12345');
  });

  test('are found wherever they are, in each of the encodings and in two of them at once', () => {
    const encodings: ((text: string) => string)[] = [
      text => text, base64, text => Buffer.from(text).toString('base64url'), encodeURIComponent, text => JSON.stringify(text),
      text => new URLSearchParams({ text }).toString(),
      text => text.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ];
    const encoding = fc.constantFrom(...encodings);
    const around = fc.string({ maxLength: 9 });
    const character = fc.constantFrom(...'abcXYZ019!?&%+/ "\\é~');
    const value = fc.string({ unit: character, minLength: 4, maxLength: 20 }).filter(text => text.trim().length > 3);
    fc.assert(fc.property(value, around, around, encoding, encoding, fc.constantFrom('', 'x: ', '"'), (text, before, after, inner, outer, lead) => {
      const data = { a: [{ b: `${lead}${outer(inner(`${before}${text}${after}`))}` }] };
      expect(() => of(configMap(data)).hasNoSecrets([text])).toThrow("'data.a[0].b' holds values[0]");
    }), { numRuns: 500 });
  });
});

test('what looks like a password fails, with its name, but without a value in the name', () => {
  const env = (name: string) => of({ ...configMap({}), kind: 'Widget', spec: { env: [{ name, value: 'hunter3' }] } });
  const head = 'exposed-secret: 1 place must not hold what is secret';
  expect(failure(() => env('DB_PASSWORD').hasNoSecrets())).toBe(`${head}\n  Widget shop/config (<yaml>:1): 'spec.env[0].value' looks like a password (DB_PASSWORD)`);
  expect(failure(() => env('DB_PASSWORD').hasNoSecrets(['hunter3']))).toBe(`${head}\n  Widget shop/config (<yaml>:1): 'spec.env[0].value' holds values[0]`);
  expect(failure(() => env('X_hunter2_PASSWORD').hasNoSecrets(['hunter2', 'value']))).toContain("'spec.env[0]['…']' looks like a password (…)");
});

describe('Secrets', () => {
  test('fail when they hold data', () => {
    const message = failure(() => of(
      secret({ data: { user: base64('cart'), password: base64('hunter2') } }),
      secret({ metadata: { name: 'other', namespace: 'shop' }, stringData: { token: 'hunter2', empty: '' } }),
      secret({ data: 'hunter2' }),
    ).hasNoSecrets());
    expect(message).toBe([
      'exposed-secret: 3 places must not hold what is secret',
      '  Secret db (<yaml>:1): \'data\' holds "user", "password" of a Secret',
      '  Secret shop/other (<yaml>:1): \'stringData\' holds "token" of a Secret',
      "  Secret db (<yaml>:1): 'data' looks like a password (data)",
    ].join('\n'));
  });

  test('fail when a value is one of their keys, which is not shown', () => {
    expect(failure(() => of(secret({ data: { hunter2: base64('a'), user: base64('b') } })).hasNoSecrets(['hunter2']))).toBe([
      'exposed-secret: 2 places must not hold what is secret',
      "  Secret db (<yaml>:1): 'data' has values[0] in a key",
      '  Secret db (<yaml>:1): \'data\' holds "…", "user" of a Secret',
    ].join('\n'));
  });

  test('may hold what a tool replaces or decrypts', () => {
    const references = [
      'ENC[AES256_GCM,data:x,iv:y,type:str]', '<path:secret/data/db#password>', '<password>', 'ref+vault://secret/db#/password', 'vault:secret/data/db#password',
      'op://vault/db/password', '${DB_PASSWORD}', '{{ .Values.password }}', '$(PASSWORD)',
    ];
    const stringData = Object.fromEntries(references.map((each, i) => [`k${i}`, each]));
    of(secret({ stringData, data: Object.fromEntries(references.map((each, i) => [`k${i}`, base64(each)])) }), secret({ data: null })).hasNoSecrets();
    of(secret({ data: stringData })).hasNoSecrets();
    expect(() => of(secret({ stringData: { url: 'https://cart:hunter2@${HOST}' } })).hasNoSecrets()).toThrow('\'stringData\' holds "url" of a Secret');
  });

  test('fail when they are workloads of an OAM platform', () => {
    const workload = secret({ stringData: { password: 'hunter2' } });
    const component = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { name: 'db' }, spec: { workload } };
    expect(failure(() => of(component).hasNoSecrets())).toBe([
      'exposed-secret: 1 place must not hold what is secret',
      '  Component db (<yaml>:1): \'spec.workload.stringData\' holds "password" of a Secret',
    ].join('\n'));
  });
});
