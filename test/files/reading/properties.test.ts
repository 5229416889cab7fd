import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { Document, parseAllDocuments, stringify, visit } from 'yaml';
import { CATALOGUE } from '../../../src/base/findings/catalogue/all';
import { readManifests } from '../../../src/files/reading/read-manifests';
import { resolvePlain } from '../../../src/files/reading/value-reader';
import { isObject } from '../../../src/base/check';
import { original, testWithCorpus } from '../../examples/corpus';
import { anyObject } from '../../properties/arbitraries-values';
import { PATIENCE, runs } from '../../properties/runs';
import { same } from '../../properties/values';

const WRITERS: Record<string, (value: unknown) => string> = {
  'cdk8s': value => Yaml.stringify(value),
  'the npm package yaml': value => stringify(value, { version: '1.1' }),
  'the same, all in quotes': value => stringify(value, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  'the same, in brackets and quotes': value => stringify(value, { collectionStyle: 'flow', defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  'JSON': value => JSON.stringify(value),
  'JSON with tabs': value => JSON.stringify(value, undefined, '\t'),
};

/** Numbers as Kubernetes has them: no negative zero, and none whose last digits are lost. */
function withNumbers(value: any): any {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? 1 : value + 0;
  if (Array.isArray(value)) return value.map(withNumbers);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withNumbers(field)])) : value;
}

/**
 * Refused, since the parser and Kubernetes read some of them in two ways: a block that says its own indentation, with a line of
 * nothing but space. And what the writers leave as it is, though Kubernetes refuses it in YAML: a byte order mark in a text.
 */
const ODD = /[|>]\d[-+]?\n(?:[^]*\n)? +(?:\n|$)|\ufeff/;

// found by chance in blocks that say their indentation: a tab behind it, and a line of space that is none to YAML
test.each([' \ta >-\n a', ' a\n\u00a0', ' a\n\u3000\n'])('what cdk8s writes of %j is read as it was', text => {
  const object = { apiVersion: 'v1', kind: 'X', spec: [text] };
  expect(readManifests(WRITERS.cdk8s(object), 'f').documents.map(({ value }) => value)).toEqual([object]);
});

describe.each(Object.entries(WRITERS))('what %s writes', (_, write) => {
  test('is read as it was', () => {
    fc.assert(fc.property(anyObject, spec => {
      const object = { apiVersion: 'v1', kind: 'X', spec: withNumbers(spec) };
      const text = write(object);
      fc.pre(!ODD.test(text));
      const { documents, findings } = readManifests(text, 'f');
      same(findings, [], text);
      same(documents.map(({ value }) => value), [object], text);
    }), { numRuns: runs(250) });
  }, PATIENCE);
});

const PIECES = [
  ' ', '  ', '\n', '\n  ', '\t', ':', ': ', '- ', '? ', '#', '"', '\'', '[', ']', '{', '}', ',', '|', '>', '&a ', '*a', '!', '!!str ', '<<: ', '%', '@', '---', '\n---\n', '\n...\n', '\\', '{{ x }}', '\ufeff',
  '\u2028', '\r', '\0', '\ud800', '.nan', '9007199254740993', '[[[[', '}}}}',
];

/** Places are fractions of the text, so that they shrink with it. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(5),
  put: fc.oneof(fc.constant(''), fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })),
});

function changed(text: string, changes: { at: number; drop: number; put: string }[], cut: number): string {
  const all = changes.reduce((result, { at, drop, put }) => {
    const offset = Math.floor(at * result.length);
    return result.slice(0, offset) + put + result.slice(offset + drop);
  }, text);
  return all.slice(0, Math.ceil(cut * all.length));
}

/** Nothing is thrown; what is found is at a place of the text, and there is nothing wrong with what is handed out. */
function checkRead(text: string): void {
  const { yaml, documents, findings, unread } = readManifests(text, 'f');
  const lines = text.split('\n');
  for (const { code, line = 0, column = 0 } of findings) {
    const isThere = line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1].length + 1;
    if (!(code in CATALOGUE && isThere)) throw new Error(`${code} at ${line}:${column} of ${JSON.stringify(text)}`);
  }
  for (const { value } of documents) {
    if (typeof value.apiVersion !== 'string' || typeof value.kind !== 'string') throw new Error(JSON.stringify(text));
  }
  for (const { value } of yaml) same(JSON.parse(JSON.stringify(value)), value, JSON.stringify(text));
  if (unread.length === 0) checkValues(yaml.map(({ value }) => value), text);
}

/** What is read is what the parser reads by itself, which cuts the documents as YAML does and knows nothing of JSON. */
function checkValues(values: unknown[], text: string): void {
  const documents = parseAllDocuments(text, { schema: 'failsafe', logLevel: 'silent' });
  // lines that need not be indented are an error to the parser alone, and so are objects of JSON without a separator; a carriage return
  // alone is space to JSON, and text to the parser
  const differs = !Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0) || /<<|!|\r(?!\n)/.test(text);
  if (!differs) same(values, documents.map(valueOf).filter(value => value !== null), JSON.stringify(text));
}

function valueOf(document: Document.Parsed): unknown {
  visit(document, {
    Scalar: (position, node) => {
      if (position !== 'key' && node.type === 'PLAIN') node.value = (resolvePlain(node.source!) as { value: unknown }).value;
    },
  });
  return document.toJS({ maxAliasCount: -1 });
}

const cut = fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, fc.double({ min: 0, max: 1, noNaN: true }));

const MANIFEST = `# a comment
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: &labels {a.b/c: "d\\n", e: 'f''s'}}
data:
  script: |
    first
      second
  folded: >-
    one
    two
  copy: *labels
  list: [1, 2.5, yes, ~, {x: y}]
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: X
  <<: {spec: {}}
`;

const APPLICATION = `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata:
  name: app
  annotations:
    version: v1.0.0
    description: "An application"
spec:
  components:
    - componentName: front
      parameterValues: [{name: replicas, value: 2}]
      traits:
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: MetricsTrait
            spec:
              scraper: verrazzano-system/vmi-system-prometheus-0
              ports:
              - {port: 7001}
              - port: 9612
                path: '/metrics'
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: IngressTrait
            spec:
              rules:
                - paths:
                    # all of it
                    - path: "/"
                      pathType: Prefix
    - componentName: back
      traits:
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata:
  name: back
spec:
  workload:
    apiVersion: v1
    kind: ConfigMap
    data:
      script.sh: |-
        #!/bin/sh
        echo "a: b" # no comment

          exit 0
      folded: >
        one
        two
`;

const MULTI_CLUSTER = `apiVersion: v1
kind: List
items:
  - apiVersion: clusters.verrazzano.io/v1alpha1
    kind: MultiClusterApplicationConfiguration
    metadata: {name: app, namespace: ns}
    spec:
      template:
        metadata:
          annotations: {version: v1.0.0}
        spec:
          components: [{componentName: front}]
      placement:
        clusters:
          - name: managed1
      secrets: [secret-a, "secret-b"]
  - apiVersion: clusters.verrazzano.io/v1alpha1
    kind: MultiClusterComponent
    metadata:
      name: front
      creationTimestamp: null
    spec:
      template:
        spec:
          workload: &workload
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: VerrazzanoHelidonWorkload
            spec:
              deploymentTemplate:
                metadata: {name: front}
                podSpec:
                  containers:
                    - name: front
                      image: example/front:1.0
                      args: [
                        --port=8080, "-v"
                      ]
                      resources: {}
  - workload: *workload
`;

const [JSON_LINE, JSON_LINES] = parseAllDocuments(APPLICATION).map((document, i) => JSON.stringify(document, undefined, 2 * i));
const ORIGINALS = [MANIFEST, APPLICATION, MULTI_CLUSTER, JSON_LINE, JSON_LINES];

/** Changes of whole lines, as people and editors make them; places are fractions of the number of lines. */
const lineChange = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.constantFrom('drop', 'repeat', 'move', 'indent', 'outdent', 'join', 'comment', 'separate', 'tab', 'Windows'),
});

const CHANGES: Record<string, (lines: string[], at: number, to: number) => void> = {
  drop: (lines, at) => lines.splice(at, 1),
  repeat: (lines, at, to) => lines.splice(to, 0, lines[at]),
  move: (lines, at, to) => lines.splice(to, 0, ...lines.splice(at, 1)),
  indent: (lines, at) => lines[at] = `  ${lines[at]}`,
  outdent: (lines, at) => lines[at] = lines[at].replace(/^ {1,2}/, ''),
  join: (lines, at) => lines.splice(at, 2, `${lines[at]}${lines[at + 1] ?? ''}`),
  comment: (lines, at) => lines[at] = `# ${lines[at]}`,
  separate: (lines, at) => lines.splice(at, 0, '---'),
  tab: (lines, at) => lines[at] = `${lines[at]}\t`,
  Windows: lines => lines.forEach((line, i) => lines[i] = `${line}\r`),
};

function changedLines(text: string, changes: { at: number; to: number; how: string }[]): string {
  const lines = text.split('\n');
  for (const { at, to, how } of changes) {
    CHANGES[how](lines, Math.floor(at * (lines.length - 1)), Math.floor(to * (lines.length - 1)));
    if (lines.length === 0) lines.push('');
  }
  return lines.join('\n');
}

test('any change of a manifest gives what it holds, or findings', () => {
  const changes = fc.tuple(fc.constantFrom(...ORIGINALS), fc.array(lineChange, { maxLength: 3 }), fc.array(change, { maxLength: 3 }), cut);
  const tried = fc.property(changes, ([text, lines, places, end]) => checkRead(changed(changedLines(text, lines), places, end)));
  fc.assert(tried, { numRuns: runs(5000) });
}, PATIENCE);

test('any text gives objects or findings', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom(...PIECES, 'a', 'b: c', 'apiVersion: v1\nkind: X\n')).map(parts => parts.join('')));
  fc.assert(fc.property(text, checkRead), { numRuns: runs(1250) });
}, PATIENCE);

testWithCorpus('any change of an original gives objects or findings', () => {
  const changes = fc.array(change, { maxLength: 4 });
  fc.assert(fc.property(changes, cut, (made, end) => checkRead(changed(original('bobs-books'), made, end))), { numRuns: runs(125) });
}, PATIENCE);
