import { HEAD, fields, read, said } from './support';
import { MOST_FINDINGS, found, Path } from '../../../src/base/findings/finding';
import { locateFindings, Source, ValuePlace, YamlDocument } from '../../../src/files/reading/documents';
import { LocatedFinding, ManifestError, describeLocated, byPosition } from '../../../src/files/reading/located-finding';
import { readManifests } from '../../../src/files/reading/read-manifests';
import { finding } from '../../support/findings';

const TEXT = `# a file
---
apiVersion: v1
kind: X
metadata:
  labels: &labels
    a.b/c: d
spec:
  list:
    - name: a

    - {name: b, more: [1, 2]}
  copy: *labels
  merged:
    <<: *labels
    own: 1
---
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Z
    spec: {}
`;

const { documents: [first, second] } = readManifests(TEXT, 'dir/f.yaml');

test.each([
  ['', 3, 1], ['kind', 4, 1], ['metadata.labels', 6, 3], ['metadata.labels[\'a.b/c\']', 7, 5], ['spec.list[0]', 10, 7], ['spec.list[1]', 12, 7], ['spec.list[1].name', 12, 8],
  ['spec.list[1].more[1]', 12, 27], ['spec.copy', 13, 3], ['spec.copy[\'a.b/c\']', 7, 5], ['spec.merged[\'a.b/c\']', 7, 5], ['spec.merged.own', 16, 5],
  ['spec.list[0].port', 10, 7], ['spec.list[2]', 9, 3], ['status.x', 3, 1],
])('%j is at %i:%i', (field, line, column) => {
  expect(first.locate(field)).toEqual({ line, column });
});

test('the fields of an object in a list are those of the object', () => {
  expect(second.value).toEqual({ apiVersion: 'v1', kind: 'Z', spec: {} });
  expect(['', 'spec', 'metadata'].map(field => second.locate(field))).toEqual([{ line: 21, column: 5 }, { line: 23, column: 5 }, { line: 21, column: 5 }]);
});

test('findings get their places', () => {
  const findings = [...finding('missing-field', 'spec.list[1].port', 'is required; add the field', 'give it'), ...finding('invalid-type', '', 'must be another')];
  expect(first.file).toBe('dir/f.yaml');
  expect(locateFindings(first, findings).map(describeLocated)).toEqual([
    'dir/f.yaml:12:7: missing-field: \'spec.list[1].port\' is required; add the field; give it',
    'dir/f.yaml:3:1: invalid-type: must be another',
  ]);
});

const item = (name: string) => `{apiVersion: v1, kind: X, name: ${name}}`;
const object = (name: string, more = {}) => ({ apiVersion: 'v1', kind: 'X', name, ...more });

test.each([
  ['of any objects', `apiVersion: v1\nkind: List\nitems:\n- ${item('a')}\n- ${item('b')}\n`, [object('a'), object('b')]],
  ['without any', 'apiVersion: v1\nkind: List\nmetadata: {}\nitems: []\n', []],
  ['in a list', `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [${item('a')}]}\n- ${item('b')}\n`, [object('a'), object('b')]],
  ['of one kind', `apiVersion: v1\nkind: XList\nitems:\n- {name: a}\n- ${item('b')}\n- {apiVersion: v2, kind: Z}\n`, [object('a'), object('b'), { apiVersion: 'v2', kind: 'Z' }]],
  ['of JSON', `{"apiVersion": "v1", "kind": "List", "items": [${JSON.stringify(object('a'))}]}`, [object('a')]],
])('the objects of a list %s are read one by one', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('a kind that is called a list and has none is an object', () => {
  expect(read('apiVersion: x/v1\nkind: AllowList\nitems: {}\n')).toEqual([{ apiVersion: 'x/v1', kind: 'AllowList', items: {} }]);
});

test.each([
  ['a list', '- a\n', '1:1: invalid-type: must be an object, got a list of 1; give the whole object, with \'apiVersion\' and \'kind\''],
  ['a text, which is not shown', 'hunter2\n', '1:1: invalid-type: must be an object, got a string; give the whole object, with \'apiVersion\' and \'kind\''],
  ['without a version', 'kind: X\n', '1:1: missing-field: \'apiVersion\' is required'],
  ['without a kind', 'apiVersion: v1\nkind:\n', '2:1: missing-field: \'kind\' is required'],
  ['of a version that is a number', 'kind: X\napiVersion: 1\n', '2:1: invalid-value: \'apiVersion\' must be a non-empty string, got a number; put it in quotes'],
  ['of an empty kind', 'apiVersion: v1\nkind: ""\n', '2:1: invalid-value: \'kind\' must be a non-empty string, got ""'],
  ['a list without items', 'apiVersion: v1\nkind: List\n', '1:1: missing-field: \'items\' is required'],
  ['a list with one item', 'apiVersion: v1\nkind: List\nitems: {}\n', '3:1: invalid-type: \'items\' must be a list, got an object'],
])('fails when a document is %s', (_, text, message) => {
  expect(said(`---\n# c\n---\n${text}`)).toEqual([`f.yaml:${message.replace(/^\d+/, line => String(Number(line) + 3))}`]);
});

test('fails when objects in a list are none: the field is that in the document', () => {
  expect(said(`apiVersion: v1\nkind: List\nitems:\n  - kind: X\n  - ${item('a')}\n  - null\n  - apiVersion: v1\n    kind: XList\n    items:\n      - {}\n      - kind: 1\n`)).toEqual([
    'f.yaml:4:5: missing-field: \'items[0].apiVersion\' is required',
    'f.yaml:6:5: invalid-type: \'items[2]\' must be an object, got null; give the whole object, with \'apiVersion\' and \'kind\'',
    'f.yaml:11:9: missing-field: \'items[3].items[1].apiVersion\' is required',
    'f.yaml:11:9: invalid-value: \'items[3].items[1].kind\' must be a non-empty string, got a number; put it in quotes',
  ]);
});

test('what else is wrong is told together with it', () => {
  expect(said('kind: X\nspec: {a: 1, a: 2}\n')).toEqual([
    'f.yaml:1:1: missing-field: \'apiVersion\' is required',
    'f.yaml:2:14: duplicate-key: \'spec.a\' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first',
  ]);
});

test('a document in which something is wrong is not handed out, the others are', () => {
  const { documents } = readManifests(`${HEAD}a: 1\na: 2\n---\n${HEAD}b: 1\n---\n${HEAD}c: [\n`, 'f');
  expect(documents.map(({ value }) => value)).toEqual([{ apiVersion: 'v1', kind: 'X', b: 1 }]);
});

const leaf = (offset: number): ValuePlace => offset;
const map = (offset: number, places: Record<string, ValuePlace>): ValuePlace => ({ offset, content: new Map(Object.entries(places)) });

const root = map(0, {
  'spec': map(1, { rules: { offset: 2, content: [leaf(3), { offset: 4, content: [map(5, { host: leaf(6) })] }] }, other: leaf(7) }),
  'spec.rules': leaf(8),
  'labels': map(9, { 'a.b/c': leaf(10), 'a': map(11, { b: leaf(12) }), 'it\'s': leaf(13), 'x[0]': leaf(14), '': leaf(15) }),
});

// each offset has a line of its own
const document = new YamlDocument(new Source('f', '\n'.repeat(20)), undefined, root);

const FOUND: [path: Path, offset: number][] = [
  [[], 0], [['spec'], 1], [['spec', 'other'], 7], [['spec.rules'], 8], [['spec', 'rules', 0], 3], [['spec', 'rules', 1, 0, 'host'], 6],
  [['labels', 'a.b/c'], 10], [['labels', 'a', 'b'], 12], [['labels', 'it\'s'], 13], [['labels', 'x[0]'], 14], [['labels', ''], 15],
];

test.each(FOUND)('%j is found', (path, offset) => {
  expect(document.locate(path)).toEqual({ line: offset + 1, column: 1 });
});

const MISSING: [path: Path, offset: number][] = [
  [['other'], 0], [['specs'], 0], [['spec', 'missing'], 1], [['spec', 'rules', 2], 2], [['spec', 'rules', 2, 'host'], 2], [['spec', 'rules', 'x'], 2], [['spec', 'rules', 'length'], 2],
  [['labels', 'a.b'], 9], [[0], 0],
];

test.each(MISSING)('%j is missing: the nearest around it is found', (path, offset) => {
  expect(document.locate(path)).toEqual({ line: offset + 1, column: 1 });
});

test('positions are lines and columns, from 1', () => {
  const source = new Source('f', 'ab\n\ncd');
  expect([-1, 0, 1, 2, 3, 4, 5, 6, 99].map(at => source.position(at)).map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '1:1', '1:2', '1:3', '2:1', '3:1', '3:2', '3:3', '3:3']);
});

test('neither a byte order mark nor the line breaks of Windows move a place', () => {
  const source = new Source('f', '\ufeffa\r\nb\r\nc');
  expect(source.text).toBe('a\nb\nc');
  expect(source.position(source.text.indexOf('c'))).toEqual({ line: 3, column: 1 });
});

test('what is found is told in the order of the text', () => {
  const source = new Source('f', 'ab\ncd');
  for (const at of [4, 1, 0]) source.report(at, found('yaml-syntax', '', { reason: 'tab' }));
  expect([...source.findings].sort(byPosition).map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(['f:1:1', 'f:1:2', 'f:2:2']);
});

test('a line is given without its end', () => {
  const source = new Source('f', 'ab\n\ncd');
  expect([0, 1, 2, 3, 4].map(line => source.line(line))).toEqual(['', 'ab', '', 'cd', '']);
});

test('of very much that is wrong the first part is told', () => {
  const source = new Source('f', 'a');
  for (let i = 0; i < MOST_FINDINGS + 5; i++) source.report(0, found('yaml-syntax', [String(i)], { reason: 'not-yaml' }));
  expect(source.reported).toBe(MOST_FINDINGS + 5);
  expect(source.findings).toHaveLength(MOST_FINDINGS);
  expect(source.findings.at(-1)).toMatchObject({ code: 'yaml-syntax', path: [String(MOST_FINDINGS - 1)], file: 'f', line: 1, column: 1 });
});

const missing: LocatedFinding = { ...found('missing-field', 'spec.x', { reason: 'required' })[0], file: 'a/b.yaml', line: 3, column: 5 };
const whole: LocatedFinding = { ...found('no-manifests', '')[0], file: 'c' };
const WHOLE = 'c: no-manifests: has no file *.yaml, *.yml or *.json in it or below it; name the files, or the folder that holds them';

test('one finding is one line', () => {
  expect(new ManifestError([missing]).message).toBe('a/b.yaml:3:5: missing-field: \'spec.x\' is required');
});

test('one about a file as a whole has no line', () => {
  expect(new ManifestError([whole]).message).toBe(WHOLE);
});

test('several are in one error', () => {
  expect(new ManifestError([missing, whole]).message).toBe([
    '2 findings:',
    '  a/b.yaml:3:5: missing-field: \'spec.x\' is required',
    `  ${WHOLE}`,
  ].join('\n'));
});

test('the error keeps its findings for tools, and Node prints them once', () => {
  const error = new ManifestError([missing]);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ManifestError', findings: [missing] });
  expect(Object.keys(error)).toEqual(['name']);
});

test('of very many the first are listed, errors before warnings, and the others are counted', () => {
  const warning = { ...missing, isWarning: true };
  const times = (count: number) => Array.from({ length: count }, () => ({ ...missing }));
  const note = (text: string) => `a/b.yaml:3:5: ${text}; start with what is listed, then run the command again`;
  const lines = (findings: readonly LocatedFinding[]) => new ManifestError(findings).message.split('\n').map(line => line.trim()).slice(1);
  const [error, warned] = [describeLocated(missing), describeLocated(warning)];
  expect(lines([{ ...warning }, ...times(999), warning])).toEqual([
    warned, ...Array(999).fill(error), note('warning: findings-omitted: not listed: 1 more finding, beginning here'),
  ]);
  expect(lines([warning, ...times(1001)])).toEqual([
    note('findings-omitted: not listed: 2 more findings, beginning here'), ...Array(1000).fill(error),
  ]);
});

test('what is not listed is counted once', () => {
  const { findings } = new ManifestError(Array.from({ length: 1500 }, (_, i) => ({ ...missing, line: i + 1 })));
  expect(findings).toHaveLength(1001);
  expect(new ManifestError(findings).findings).toEqual(findings);
});

test('a finding is one line, whatever the file is called, and begins no command of a CI system', () => {
  const [template] = found('templated-manifest', ['a\nb'], { mark: '\u0007\u2066' });
  const odd = { ...missing, ...template, file: '::error::a\nb\u2028\u202e' };
  expect(describeLocated(odd)).toBe(
    '\\::error::a b :3:5: templated-manifest: \'a b\' has a template\'s \' \' here, and is not YAML until the template is rendered; render it, '
    + 'for example with \'helm template\', and read the output');
  expect(new ManifestError([odd, odd]).message.split('\n')).toHaveLength(3);
});

const TEMPLATED = 'templated-manifest: has a template\'s \'{{\' here, and is not YAML until the template is rendered; render it, for example with \'helm template\', and read the output';

test.each([
  ['a value', 'a: {{ .Values.a }}\n', '3:4'],
  ['a key', '{{ .Values.a }}: b\n', '3:1'],
  ['a part of a value', 'a: {{ .Values.a }}-b\n', '3:4'],
  ['a line', 'a:\n{{- toYaml .Values.a | nindent 2 }}\n', '4:1'],
  ['a condition', '{{- if .Values.a }}\nb: c\n{{- end }}\n', '3:1'],
  ['every line', 'a: {{ .Values.a }}\nb: {{ .Values.b }}\n', '3:4'],
  ['the line below what goes on', 'a: b\n  {{- range .Values.a }}\n  - c: {{ . }}\n  {{- end }}\n', '4:3'],
  ['the line above the one with the error', 'a:\n  {{ include "b" . }}\n\nc: "\n', '4:3'],
])('fails when %s is a template: it is all that is said', (_, text, place) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: ${TEMPLATED}`]);
});

test('fails when a document is a template: the others are read', () => {
  expect(said(`{{ include "a" . }}\n---\n${HEAD}a: 1\na: 2\n`)).toEqual([
    `f.yaml:1:1: ${TEMPLATED}`,
    'f.yaml:6:1: duplicate-key: \'a\' is given twice in one map, first on line 5; leave out one of the two: most readers of YAML silently drop the first',
  ]);
});

test('fails when it is a template of Jinja', () => {
  expect(said(`${HEAD}{% if a %}\nb: c\n{% endif %}\n`)).toEqual([`f.yaml:3:1: ${TEMPLATED.replace('{{', '{%')}`]);
});

test('a template in a text is that of somebody else, of Prometheus say', () => {
  expect(fields('a: "{{ $labels.pod }} is down"\nb: of {{ $value }}\n')).toEqual({ a: '{{ $labels.pod }} is down', b: 'of {{ $value }}' });
});

test('an error elsewhere is not laid to a template', () => {
  expect(said(`${HEAD}a: "{{ b }}"\nc: d\ne: @f\n`)).toEqual([
    'f.yaml:5:4: yaml-syntax: has a string that begins with a character that YAML reserves; put the string in quotes',
  ]);
});
