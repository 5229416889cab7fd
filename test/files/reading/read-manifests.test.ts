import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { HEAD, read, said } from './support';
import { MOST_FINDINGS } from '../../../src/base/findings/finding';
import * as manifest from '../../../src/files/reading';
import { describeLocated } from '../../../src/files/reading/located-finding';
import { readManifestFiles } from '../../../src/files/reading/manifest-files';
import { MAX_DOCUMENTS, readManifests } from '../../../src/files/reading/read-manifests';
import { original, testWithCorpus } from '../../examples/corpus';

test('what is exported', () => {
  expect(Object.keys(manifest).sort()).toEqual([
    'ManifestDocument', 'ManifestError', 'RefusedManifestsError', 'YamlDocument', 'collectManifests', 'describeLocated', 'isManifestError', 'locateFindings', 'mergedManifests', 'readBytes', 'readManifestFiles', 'readManifests',
  ]);
});

const TEXT = `# nothing
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: List
  items:
  - {apiVersion: v1, kind: A}
- {apiVersion: v1, kind: B, spec: null}
---
a text
---
- {apiVersion: v1, kind: C}
---
apiVersion: v1
kind: D
a: 1
a: 2
---
apiVersion: v1
kind: List
items: null
---
~
---
kind: E
---
b: [
`;

describe('a text of many kinds', () => {
  const { yaml, documents, findings, unread, sources } = readManifests(TEXT, 'dir/f.yaml');

  test('keeps the value of each document, whatever it is', () => {
    expect(yaml.map(({ value }) => value)).toEqual([
      { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'A' }] }, { apiVersion: 'v1', kind: 'B', spec: null }] },
      'a text',
      [{ apiVersion: 'v1', kind: 'C' }],
      { apiVersion: 'v1', kind: 'List', items: null },
      { kind: 'E' },
    ]);
    expect(yaml.map(document => document.locate('').line)).toEqual([3, 12, 14, 21, 27]);
    expect(new Set(yaml.map(({ file }) => file))).toEqual(new Set(['dir/f.yaml']));
  });

  test('gives the objects of lists one by one, each with the document it stands in', () => {
    expect(documents.map(({ value }) => value.kind)).toEqual(['A', 'B']);
    expect(documents.map(({ document }) => document)).toEqual([yaml[0], yaml[0]]);
    expect(documents.map(document => document.locate('spec'))).toEqual([{ line: 9, column: 5 }, { line: 10, column: 29 }]);
  });

  test('tells all that is wrong in the order of the text', () => {
    expect(findings.map(describeLocated)).toEqual([
      'dir/f.yaml:12:1: invalid-type: must be an object, got a string; give the whole object, with \'apiVersion\' and \'kind\'',
      'dir/f.yaml:14:1: invalid-type: must be an object, got a list of 1; give the whole object, with \'apiVersion\' and \'kind\'',
      'dir/f.yaml:19:1: duplicate-key: \'a\' is given twice in one map, first on line 18; leave out one of the two: most readers of YAML silently drop the first',
      'dir/f.yaml:23:1: missing-field: \'items\' is required',
      'dir/f.yaml:27:1: missing-field: \'apiVersion\' is required',
      'dir/f.yaml:30:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes',
    ]);
  });

  test('tells what could not be read apart from what is no object', () => {
    expect(unread.map(({ line, code }) => [line, code])).toEqual([[19, 'duplicate-key'], [30, 'yaml-syntax']]);
    expect(findings).toEqual(expect.arrayContaining(unread));
  });

  test('has the text, by its lines', () => {
    expect([...sources.keys()]).toEqual(['dir/f.yaml']);
    expect([0, 1, 17, 29, 30, 31].map(line => sources.get('dir/f.yaml')!.line(line))).toEqual(['', '# nothing', 'kind: D', 'b: [', '', '']);
  });
});

test('no text has no documents, and its source', () => {
  const { yaml, documents, findings, unread, sources } = readManifests('', 'f');
  expect([yaml, documents, findings, unread]).toEqual([[], [], [], []]);
  expect(sources.get('f')!.text).toBe('');
});

test('the lines of a text are those without a byte order mark, whatever breaks them', () => {
  const { sources, yaml } = readManifests('\ufeffa: b\r\nc:\r\n  d\r\n', 'f');
  expect([1, 2, 3].map(line => sources.get('f')!.line(line))).toEqual(['a: b', 'c:', '  d']);
  expect(yaml[0].locate('c')).toEqual({ line: 2, column: 1 });
});

const OBJECT = '---\napiVersion: v1\nkind: X\n';
const AGAIN = 'start with what is listed, then run the command again';

describe('of very much that is wrong', () => {
  test('a thousand findings are listed, and the others of the document are counted', () => {
    const { findings, unread } = readManifests(`${OBJECT}b: 1\n${'b: 1\n'.repeat(MOST_FINDINGS + 5)}`, 'f');
    expect(unread).toEqual(findings);
    expect(findings.map(({ code }) => code)).toEqual([...Array(MOST_FINDINGS).fill('duplicate-key'), 'findings-omitted']);
    expect(describeLocated(findings.at(-1)!)).toBe(`f:1005:1: findings-omitted: not listed: 5 more findings, beginning here; ${AGAIN}`);
  });

  test.each([
    ['what is not YAML', 'a: [\n', 'yaml-syntax'],
    ['what is no object', '[]\n', 'invalid-type'],
  ])('the documents behind are read, and the first findings are listed: %s', (_, text, wrong) => {
    const { documents, findings } = readManifests(`${OBJECT}${`---\n${text}`.repeat(MOST_FINDINGS + 2)}${OBJECT}`, 'f');
    expect(documents).toHaveLength(2);
    expect(findings.map(({ code }) => code)).toEqual([...Array(MOST_FINDINGS).fill(wrong), 'findings-omitted']);
    expect(describeLocated(findings.at(-1)!)).toMatch(/^f:200[56]:1: findings-omitted: not listed: 2 more findings, beginning here; /);
  });

  test('the last elements of a list are not looked at', () => {
    const { documents, findings } = readManifests(`apiVersion: v1\nkind: List\nitems: [${'[], '.repeat(MOST_FINDINGS)}{apiVersion: v1, kind: X}, {}]\n`, 'f');
    expect(documents).toEqual([]);
    expect(findings).toHaveLength(MOST_FINDINGS + 1);
    expect(describeLocated(findings.at(-1)!)).toBe(`f:3:4009: findings-omitted: 'items[1000]' begins what is not checked (2 elements): those before have ${MOST_FINDINGS} findings or more; ${AGAIN}`);
  });
});

const ROOT = join(__dirname, '../../..');

testWithCorpus('the originals are read', () => {
  for (const file of readdirSync(process.env.OAM_CORPUS!).filter(name => name.endsWith('.yaml'))) {
    const text = original(file.replace('.yaml', ''));
    const { documents, findings } = readManifests(text, file);
    expect(findings).toEqual([]);
    expect(documents.map(({ value }) => value)).toEqual(parseAllDocuments(text, { version: '1.1' }).map(document => document.toJS()).filter(value => value !== null));
  }
});

test.each(['dist/oam', 'dist/kubernetes', 'crds', 'test/golden', 'test/crds'])('the manifests in %s are read', folder => {
  expect(readManifestFiles([join(ROOT, folder)]).length).toBeGreaterThan(0);
});

const object = { apiVersion: 'v1', kind: 'X' };

test.each([
  ['nothing', '', []],
  ['comments', '# a\n---\n# b\n', []],
  ['separators', '---\n---\n---', []],
  ['null', `null\n---\n~\n---\n${HEAD}`, [object]],
  ['one document', HEAD, [object]],
  ['a separator in front', `---\n${HEAD}`, [object]],
  ['several documents', `${HEAD}a: 1\n---\n${HEAD}a: 2\n--- # c\n${HEAD}a: 3\n---  \n`, [{ ...object, a: 1 }, { ...object, a: 2 }, { ...object, a: 3 }]],
  ['an end mark', `${HEAD}...\n---\n${HEAD}... # c\n`, [object, object]],
  ['line breaks of Windows', '---\r\napiVersion: v1\r\nkind: X\r\na: |\r\n  b\r\n  c\r\n---\r\n', [{ ...object, a: 'b\nc\n' }]],
  ['three dashes in a text', `${HEAD}a: |\n  x\n  ---\n  y\nb: ---x\n`, [{ ...object, a: 'x\n---\ny\n', b: '---x' }]],
  ['a byte order mark', `\ufeff${HEAD}`, [object]],
])('reads %s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(['--- {}', '---x', '----', '--- |', '---# c', '-----BEGIN KEY-----'])('fails when a line of a separator is %s: what follows is not read', line => {
  expect(said(`${HEAD}${line}\nnot a document\n---\n${HEAD}`)).toEqual([
    'f.yaml:3:1: yaml-document: has text on the line of a separator, which kubectl does not read as a part of the document; put \'---\' on its own line, or indent the line if it is not a separator',
  ]);
});

test('fails when a document follows an end mark: Kubernetes drops it', () => {
  expect(said(`${HEAD}...\n${HEAD}`)).toEqual([
    'f.yaml:4:1: yaml-document: has another document after a line \'...\', which Kubernetes would drop; begin it with a line \'---\'; if the dots replace something, write it',
  ]);
});

test('fails when there is an end mark without a document', () => {
  expect(said(`${HEAD}---\n# c\n...\n`)).toEqual(['f.yaml:5:1: yaml-document: has a line \'...\' without a document, which Kubernetes rejects; leave it out']);
});

test.each(['%YAML 1.1', '%YAML 9', '%TAG ! tag:x:', '%FOO'])('fails when there is the directive %s', directive => {
  expect(said(`${directive}\n---\n${HEAD}`)).toEqual([
    'f.yaml:1:1: yaml-document: has a directive, a line that begins with %, which kubectl does not read; leave it out',
  ]);
});

test('fails when there are too many documents: none is read', () => {
  expect(said(`{}\n${'---\n'.repeat(MAX_DOCUMENTS)}`)).toHaveLength(1);
  expect(said(`${HEAD}${'---\n'.repeat(MAX_DOCUMENTS)}`)).toEqual([`f.yaml:${MAX_DOCUMENTS + 3}:1: manifest-too-large: has more than 200000 documents; divide it into several files`]);
});
