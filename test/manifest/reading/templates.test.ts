import { fields, HEAD, said } from './support';

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
