import { HEAD, read, said } from './support';
import { MAX_DOCUMENTS } from '../../../src/manifest/reading/read-manifests';

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
  expect(said(`${HEAD}${'---\n'.repeat(MAX_DOCUMENTS)}`)).toEqual([`f.yaml:${MAX_DOCUMENTS + 2}:1: manifest-too-large: has more than 200000 documents; divide it into several files`]);
});
