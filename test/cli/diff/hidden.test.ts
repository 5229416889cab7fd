import * as fc from 'fast-check';
import { Step } from '../../../src/cli/diff/compare';
import { compareFolders } from '../../../src/cli/diff/folder-difference';
import { HIDDEN, mask, surroundingsAt } from '../../../src/cli/diff/hidden';
import { jsonReport } from '../../../src/cli/diff/json-report';
import { textReport } from '../../../src/cli/diff/text-report';
import { anyData } from '../../properties/arbitraries-values';
import { PATIENCE, runs } from '../../properties/runs';

/** What is shown of an object, as JSON, with ? for what is hidden. */
const shown = (value: unknown, around = {}) => JSON.parse(JSON.stringify(mask(value, around).value, (_, each) => each === HIDDEN ? '?' : each).replaceAll('null', '"?"'));
const whole = (value: unknown) => shown(value, { isRoot: true });

describe('an object is shown without', () => {
  const metadata = { name: 'x', labels: { a: 'b' } };
  const head = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', immutable: true };

  test.each<[string, object, object]>([
    ['the values of a Secret', { ...head, data: { a: 'x', b: 1, c: true }, stringData: { d: 'x' } }, { ...head, data: { a: '?', b: '?', c: '?' }, stringData: { d: '?' } }],
    ['those of a Secret whose field is misspelled', { ...head, Data: 'x', stringdata: [{ a: ['x'] }] }, { ...head, Data: '?', stringdata: [{ a: ['?'] }] }],
    ['those of a Secret in another object', { kind: 'Component', spec: { workload: { ...head, more: 'x' } } }, { kind: 'Component', spec: { workload: { ...head, more: '?' } } }],
    ['those of one without metadata', { kind: 'A', spec: { template: { kind: 'Secret', data: { a: 'x' }, name: 'n' } } }, { kind: 'A', spec: { template: { kind: 'Secret', data: { a: '?' }, name: 'n' } } }],
    ['those of what a kind of secrets has in it', { kind: 'MultiClusterSecret', spec: { template: { data: { a: 'x' }, type: 't' } } }, { kind: 'MultiClusterSecret', spec: { template: { data: { a: '?' }, type: 't' } } }],
    ['those that it had when it was applied', { kind: 'A', metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'a': 'b' } } },
      { kind: 'A', metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '?', 'a': 'b' } } }],
    ['those of variables', { env: [{ name: 'DB_PASSWORD', value: 'x' }, { name: 'PORT', value: '80' }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 'n', key: 'password' } } }] },
      { env: [{ name: 'DB_PASSWORD', value: '?' }, { name: 'PORT', value: '80' }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 'n', key: 'password' } } }] }],
    ['those of keys', { token: 'x', password: 1, passwords: ['x', 2], apiKey: { a: 'b' }, automountServiceAccountToken: false }, { token: '?', password: '?', passwords: ['?', '?'], apiKey: { a: 'b' }, automountServiceAccountToken: false }],
    ['those of a ConfigMap\'s keys', { kind: 'ConfigMap', data: { 'tls.key': 'x', 'a.conf': 'password=x\nb' } }, { kind: 'ConfigMap', data: { 'tls.key': '?', 'a.conf': 'password=…\nb' } }],
    ['those in arguments', { args: ['--password=x', 'a'] }, { args: ['--password=…', 'a'] }],
  ])('%s', (_, value, expected) => {
    expect(whole(value)).toEqual(expected);
  });

  test('nothing, if it only refers to a Secret', () => {
    const value = { tls: [{ secretName: 'x' }], certificateRefs: [{ kind: 'Secret', name: 'x', namespace: 'y' }], secret: 'x', spec: { data: [{ secretKeyRef: 'y' }] }, kind: 'ExternalSecret' };
    expect(whole(value)).toEqual(value);
    expect(mask(value, { isRoot: true }).isHidden).toBe(false);
  });
});

test('a part of an object is shown as it is in the whole', () => {
  const object = { kind: 'Secret', data: { a: 'x' }, metadata: { annotations: { token: 'x', b: 'y' } } };
  const at = (...path: Step[]) => shown(path.reduce((value: any, step) => value[step], object), surroundingsAt(object, path));
  expect([at('data'), at('data', 'a'), at('metadata'), at('metadata', 'annotations', 'token'), at('metadata', 'annotations', 'b'), at('kind')])
    .toEqual([{ a: '?' }, '?', { annotations: { token: '?', b: 'y' } }, '?', 'y', 'Secret']);
});

describe('whatever differs', () => {
  const PASSWORD = 'hunter';
  const password = fc.integer({ min: 0, max: 3 }).map(i => `${PASSWORD}${i}`);
  const odd = anyData.filter(value => !JSON.stringify(value).includes(PASSWORD));
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const secretMap = fc.dictionary(fc.constantFrom('a', 'password', '__proto__', 'tls.key'), fc.oneof(password, fc.array(password), fc.record({ x: password })));
  const secret = some({ data: fc.oneof(secretMap, password), stringData: secretMap, strigData: fc.oneof(password, fc.array(secretMap)), type: fc.constantFrom('a', 'b'), metadata: some({ labels: odd }) })
    .map(fields => ({ apiVersion: 'v1', kind: 'Secret', ...fields, metadata: { ...fields.metadata as object, name: 'x' } }));
  const variable = fc.oneof(
    fc.record({ name: fc.constantFrom('DB_PASSWORD', 'TOKEN', 'MY_KEY'), value: fc.oneof(password, fc.array(password)) }),
    fc.record({ name: fc.constantFrom('A', 'B'), value: fc.oneof(odd, password.map(text => `--password=${text}`), password.map(text => `a\nhttp://x:${text}@y\nb`)) }),
  );
  const container = some({ name: fc.constantFrom('a', 'b'), env: fc.array(variable, { maxLength: 4 }), token: password, more: odd, args: fc.array(password.map(text => `a\n--token ${text}`)) });
  const workload = fc.record({
    apiVersion: fc.constantFrom('apps/v1', 'apps/v2'), kind: fc.constant('Deployment'), metadata: fc.constant({ name: 'x' }), spec: some({ containers: fc.array(container, { maxLength: 3 }), template: secret, list: fc.array(secret) }),
  });
  const config = some({ 'a.properties': fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), password.map(text => `x.password = ${text}`))).map(lines => lines.join('\n')), 'PASSWORD': password })
    .map(data => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }));
  const sides = fc.oneof(...[secret, workload, config].map(object => fc.tuple(object, object)));

  test('no password is shown, and something is', () => {
    fc.assert(fc.property(sides, ([before, after]) => {
      const difference = compareFolders([{ value: before, file: 'a.yaml' }], [{ value: after, file: 'a.yaml' }]);
      const [text, json] = [textReport(difference, 'dist'), JSON.stringify(jsonReport(difference, 'dist'))];
      expect(text + json).not.toContain(PASSWORD);
      expect([text !== '', !json.includes('"equal":true')]).toEqual(Array(2).fill(JSON.stringify(before) !== JSON.stringify(after) && difference.changed.length > 0));
      expect(text.split('\n').filter(line => /^ {4}[-+~]/.test(line)).length).toBe(difference.changed.flatMap(({ changes }) => changes).length);
    }), { numRuns: runs(3000) });
  }, PATIENCE);
});
