import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { crdOf } from '../../../build-tools/crd';
import { PORT, TEXT, choice, listType, record, storedFields } from '../../../src/base/definitions/type';
import { givenPath, manifestOf, prunedFields, unknownProps } from '../../../src/base/definitions/props';
import { Finding } from '../../../src/base/findings/finding';
import { describe as inWords } from '../../../src/base/findings/words';
import { OAM_KINDS } from '../../../src/model/traits/all';
import { IngressTrait } from '../../../src/model/traits/ingress-trait';
import { checkOf } from '../../../src/model/traits/trait';
import { ContainerizedWorkload } from '../../../src/model/workloads/containerized-workload';
import { OAM_WORKLOADS } from '../../../src/model/workloads/known-kinds';
import { isScalable } from '../../../src/cluster/objects/oam-workloads';

enum Size {
  SMALL = 's',
  LARGE = 'l',
}

interface Inner {
  readonly a: string;
}

interface Props {
  readonly text: string;
  readonly port?: number;
  readonly inner?: Inner;
  readonly list?: Inner[];
  readonly size?: Size;
}

const INNER = record<Inner>()({ a: { type: TEXT, doc: '', at: 'deep.a', required: 'always' } });

const DEFINITION = record<Props>()({
  text: { type: TEXT, doc: '', at: 'metadata.text', required: 'always' },
  port: { type: PORT, doc: '' },
  inner: { type: INNER, doc: '' },
  list: { type: listType(INNER, ''), doc: '' },
  size: { type: choice('Size', Size), doc: '', at: 'spec.inner.size' },
}, { in: 'spec', around: { spec: { isAlways: true } }, others: { 'spec.reference': { type: storedFields({}) } } });

const GIVEN: Props = { text: 't', port: 1, inner: { a: 'x' }, list: [{ a: 'y' }], size: Size.LARGE };

const MANIFEST = {
  metadata: { text: 't' },
  spec: { port: 1, inner: { size: 'l', deep: { a: 'x' } }, list: [{ deep: { a: 'y' } }] },
};

const told = (findings: readonly Finding[]) => findings.map(inWords);

test('what is given becomes a manifest', () => {
  expect(manifestOf(DEFINITION, GIVEN)).toEqual(MANIFEST);
  expect(DEFINITION.check(MANIFEST, '')).toEqual([]);
});

test('what must be there is there, and nothing else', () => {
  expect(manifestOf(DEFINITION, {})).toEqual({ metadata: {}, spec: {} });
  expect(manifestOf(DEFINITION, { inner: 'x', list: 'y' })).toEqual({ metadata: {}, spec: { inner: 'x', list: 'y' } });
});

test.each([
  [['metadata', 'text'], ['text']],
  [['spec', 'port'], ['port']],
  [['spec', 'inner', 'deep', 'a'], ['inner', 'a']],
  [['spec', 'inner', 'size'], ['size']],
  [['spec', 'list', 1, 'deep', 'a'], ['list', 1, 'a']],
  [['spec', 'inner'], ['inner']],
  [['spec'], ['spec']],
  [['status', 'x'], ['status', 'x']],
])('%j of a manifest is %j of what is given', (path, given) => {
  expect(givenPath(DEFINITION, path)).toEqual(given);
});

test.each<[string, any, string[]]>([
  ['on the first level', { ...GIVEN, prot: 1 }, ['unknown-field: \'prot\' is an unknown field; expected one of text, port, inner, list, size; did you mean "port"?']],
  ['deeper', { inner: { b: 1 } }, ["unknown-field: 'inner.b' is an unknown field; expected one of a; leave it out, or check its spelling"]],
  ['in a list', { list: [{ a: '' }, { c: 1 }] }, ["unknown-field: 'list[1].c' is an unknown field; expected one of a; leave it out, or check its spelling"]],
  ['that only manifests have', { spec: {}, reference: {} }, [
    "unknown-field: 'spec' is an unknown field; expected one of text, port, inner, list, size; leave it out, or check its spelling",
    "unknown-field: 'reference' is an unknown field; expected one of text, port, inner, list, size; leave it out, or check its spelling",
  ]],
])('fails when a property is unknown %s', (_, given, findings) => {
  expect(told(unknownProps(DEFINITION, given))).toEqual(findings);
});

test.each<[string, any, string[]]>([
  ['a required field is missing', { spec: {} }, ["missing-field: 'metadata' is required"]],
  ['a required field is missing deeper', { ...MANIFEST, spec: { inner: { deep: {} } } }, ["missing-field: 'spec.inner.deep.a' is required"]],
  ['a field has another type', { ...MANIFEST, spec: { port: 'x', list: [5] } }, [
    'invalid-port: \'spec.port\' must be an integer from 1 to 65535, got "x"', "invalid-type: 'spec.list[0]' must be an object, got a number",
  ]],
  ['a field of another object is wrong', { ...MANIFEST, spec: { inner: { deep: { a: 'x' }, size: 'x' } } }, [
    'invalid-value: \'spec.inner.size\' must be one of s, l, got "x"',
  ]],
])('fails when %s', (_, manifest, findings) => {
  expect(told(DEFINITION.check(manifest, ''))).toEqual(findings);
});

// what the compiler says of a definition that disagrees with its properties; `tsc` fails where one of these compiles
export const DISAGREEING = [
  // @ts-expect-error a property has no field
  () => record<Props>()({ text: { type: TEXT, doc: '', required: 'always' } }),
  // @ts-expect-error a field has no property
  () => record<Inner>()({ a: { type: TEXT, doc: '', required: 'always' }, b: { type: TEXT, doc: '' } }),
  // @ts-expect-error the type is another one
  () => record<Inner>()({ a: { type: PORT, doc: '', required: 'always' } }),
  // @ts-expect-error the property is required
  () => record<Inner>()({ a: { type: TEXT, doc: '' } }),
  // @ts-expect-error the property is optional
  () => record<{ a?: string }>()({ a: { type: TEXT, doc: '', required: 'always' } }),
  // @ts-expect-error the elements have another type
  () => record<{ a?: number[] }>()({ a: { type: listType(TEXT, ''), doc: '' } }),
  // @ts-expect-error the enum takes other values
  () => record<{ a?: Size }>()({ a: { type: TEXT, doc: '' } }),
];

describe('fields that OAM does not have', () => {
  const own = record<Inner>()({ a: { type: TEXT, doc: '', on: 'kubernetes', required: 'by types' } });
  const definition = record<{ readonly own?: Inner; readonly all?: Inner[] }>()({
    own: { type: own, doc: '' }, all: { type: listType(own, ''), doc: '', at: 'deep.all' },
  }, { in: 'spec' });
  const pruned = (value: unknown) => prunedFields(definition, value, 'verrazzano').map(inWords);

  test('are found at any depth', () => {
    expect(pruned({ spec: { own: { a: 'x', b: 1 } }, deep: { all: [{}, { a: '' }] } })).toEqual(['spec.own.a', 'deep.all[1].a'].map(path =>
      `pruned-field: '${path}' is dropped by the API server of the OAM platform of "verrazzano", whose CRD does not have it; `
      + 'leave it out, or install an OamPlatform with hasExtendedCrds: true if the CRD in your cluster has it'));
  });

  test.each([[undefined], [null], ['text'], [{ spec: 1, deep: { all: { a: 1 } } }], [{ spec: { own: { a: null } } }], [JSON.parse('{"__proto__": {"a": 1}}')]])(
    'are not in %j', value => {
      expect(pruned(value)).toEqual([]);
    });
});

const CRDS = join(__dirname, '../../../crds');

test('each kind has its CRD, and there is no other', () => {
  expect(OAM_KINDS.map(kind => crdOf(kind).file).sort()).toEqual(readdirSync(CRDS).sort());
});

test.each(OAM_KINDS)('the CRD of $name is the one of its definition', kind => {
  const { file, crd } = crdOf(kind);

  expect(parse(readFileSync(join(CRDS, file), 'utf8'))).toEqual(JSON.parse(JSON.stringify(crd)));
});

test.each(OAM_WORKLOADS)('$name can be scaled', ({ kind }) => {
  expect(isScalable(kind({ apiVersion: 'oam.verrazzano.io/v1alpha1', workloadPrefix: 'Verrazzano' }))).toBe(true);
});

const SECRET = 'hunter2';

test.each<[string, object, string]>([
  ['a probe has no command', { livenessProbe: { exec: {} } }, "missing-field: 'spec.containers[0].livenessProbe.exec.command' is required"],
  ['a command is a string', { command: SECRET }, "invalid-type: 'spec.containers[0].command' must be a list, got a string"],
  ['arguments are a string', { args: SECRET }, "invalid-type: 'spec.containers[0].args' must be a list, got a string"],
  ['the command of a probe is a string', { livenessProbe: { exec: { command: SECRET } } },
    "invalid-type: 'spec.containers[0].livenessProbe.exec.command' must be a list, got a string"],
  ['headers are a string', { readinessProbe: { httpGet: { path: '/', port: 80, httpHeaders: SECRET } } },
    "invalid-type: 'spec.containers[0].readinessProbe.httpGet.httpHeaders' must be a list, got a string"],
  ['variables are a string', { env: SECRET }, "invalid-type: 'spec.containers[0].env' must be a list, got a string"],
  ['a variable is a string', { env: [SECRET] }, "invalid-type: 'spec.containers[0].env[0]' must be an object, got a string"],
  ['files are a string', { config: SECRET }, "invalid-type: 'spec.containers[0].config' must be a list, got a string"],
  ['the key of a secret is a string', { env: [{ name: 'A', fromSecret: SECRET }] },
    "invalid-type: 'spec.containers[0].env[0].fromSecret' must be an object, got a string"],
])('a ContainerizedWorkload fails when %s, and shows no value', (_, container, finding) => {
  const spec = { containers: [{ name: 'a', image: 'a', ...container }] };

  expect(told(ContainerizedWorkload._definition.definition.check({ spec }, ''))).toEqual([finding]);
});

test('an IngressTrait fails when its certificate is a string, and shows no value', () => {
  expect(told(checkOf(IngressTrait._definition)({ rules: [{ hosts: ['a.example.com'] }], tls: SECRET }, ''))).toEqual([
    "invalid-type: 'tls' must be an object, got a string",
  ]);
});

test('a manifest of an IngressTrait fails when a condition is below from', () => {
  const rule = { from: { requestPrincipals: ['*'], when: [] } };
  const findings = checkOf(IngressTrait._definition)({ rules: [{ paths: [{ authorizationPolicy: { rules: [rule] } }] }] }, '');

  expect(findings).toEqual([{
    code: 'unknown-field',
    path: ['rules', 0, 'paths', 0, 'authorizationPolicy', 'rules', 0, 'from', 'when'],
    parameters: { reason: 'own-words', problem: 'would be lost: conditions belong beside \'from\', not in it', remedy: 'move it one level up' },
  }]);
});
