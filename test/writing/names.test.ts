import { describe as told } from '../../src/findings/words';
import { checkNames, fold, INDEX } from '../../src/writing/names';

const findings = (paths: string[], index = INDEX) => checkNames(paths, index).map(told);
const SAFE = '; give each part of the path a name that every file system accepts';

test.each([
  'a.yaml', 'a', 'a/b/c.k8s.yaml', '0001-chart.k8s.yaml', '.hidden', '..a', 'a..b', '...a', 'a b', 'Ärger/日本語.yaml', '~', '-', 'c', 'index', '@', '#', `${'x'.repeat(255)}`, 'console.yaml', 'com.yaml', 'com10.yaml', 'my-con.yaml', 'a.con', 'auxiliary/nul1',
])('the path %p is safe', path => {
  expect(findings([path])).toEqual([]);
});

test.each([
  ['', 'must not have an empty part'],
  ['/a', 'must be relative to the output folder, not absolute'],
  ['/', 'must be relative to the output folder, not absolute'],
  ['a/', 'must not have an empty part'],
  ['a//b', 'must not have an empty part'],
  ['..', 'must not lead out of its folder by ".."'],
  ['../a', 'must not lead out of its folder by ".."'],
  ['a/../../b', 'must not lead out of its folder by ".."'],
  ['a/..', 'must not lead out of its folder by ".."'],
  ['.', 'must not have the part "."'],
  ['a/./b', 'must not have the part "."'],
  ['C:a', 'must not have the character :, which some file systems do not accept'],
  ['C:/a', 'must not have the character :, which some file systems do not accept'],
  ['a\\b', 'must not have the character \\, which some file systems do not accept'],
  ['..\\a', 'must not have the character \\, which some file systems do not accept'],
  ['a\0b', 'must not have the character U+0000, which some file systems do not accept'],
  ['a\nb', 'must not have the character U+000A, which some file systems do not accept'],
  ['a\u202eb', 'must not have the character U+202E, which some file systems do not accept'],
  ['a\u2028', 'must not have the character U+2028, which some file systems do not accept'],
  ['a\ud800', 'must not have the character U+D800, which some file systems do not accept'],
  ['a?', 'must not have the character ?, which some file systems do not accept'],
  ['a.', 'must have no part that ends with a space or a dot, which Windows leaves out, got "a."'],
  ['.. /a', 'must have no part that ends with a space or a dot, which Windows leaves out, got ".. "'],
  ['...', 'must have no part that ends with a space or a dot, which Windows leaves out, got "..."'],
  [INDEX, 'must have no part that begins with ".cdk8s-oam-", as the library\'s own files do'],
  ['a/.CDK8S-oam-x', 'must have no part that begins with ".cdk8s-oam-", as the library\'s own files do'],
  // file systems of macOS take ſ for another s
  ['.cdk8ſ-oam-index', 'must have no part that begins with ".cdk8s-oam-", as the library\'s own files do'],
  ['é'.repeat(128), 'must have no part of more than 255 bytes'],
  ...['con', 'con.yaml', 'AUX.k8s.yaml', 'Nul', 'prn.a.b', 'com1', 'COM9.json', 'lpt1.yaml', 'com².yaml', 'aux .yaml', 'CONIN$'].map(name => [name, `must have no part that Windows takes for a device, got "${name}"`]),
  ['a/lpt9/b.yaml', 'must have no part that Windows takes for a device, got "lpt9"'],
  ['con.', 'must have no part that ends with a space or a dot, which Windows leaves out, got "con."'],
])('fails when the path is %p', (path, problem) => {
  const field = path === '' ? '' : `'${path.replace(/[\p{Cc}\p{Cf}\u2028]/gu, ' ')}' `;
  expect(findings([path])).toEqual([`unsafe-path: ${field}${problem}${SAFE}`]);
});

test('an index of an app of several has a name', () => {
  expect(findings([], `${INDEX}.shop`)).toEqual([]);
});

test.each([
  ['index', 'is not a valid index name: it must begin with ".cdk8s-oam-index."'],
  [`${INDEX}2`, 'is not a valid index name: it must begin with ".cdk8s-oam-index."'],
  [`${INDEX}.a/b`, 'is not a valid index name: it must be in the output folder itself'],
  [`${INDEX}./../../b`, 'is not a valid index name: it must be in the output folder itself'],
  [`${INDEX}.a.yaml`, 'is not a valid index name: it would be taken for a manifest'],
  [`${INDEX}.YML`, 'is not a valid index name: it would be taken for a manifest'],
  [`${INDEX}.a\\b`, 'must not have the character \\, which some file systems do not accept'],
  [`${INDEX}.`, `must have no part that ends with a space or a dot, which Windows leaves out, got "${INDEX}."`],
  [`${INDEX}.${'x'.repeat(240)}`, 'must have no part of more than 255 bytes'],
])('fails when the index is %p', (index, problem) => {
  expect(findings([], index)).toEqual([`unsafe-path: '${index}' ${problem}${SAFE}`]);
});

const differs = (path: string, twin: string) =>
  `files-differ-in-case: '${path}' differs from "${twin}" only in case, or in the Unicode form of a letter; rename one of them`;

test.each([
  [['a.yaml', 'A.yaml'], [differs('A.yaml', 'a.yaml')]],
  [['x/a', 'x/b', 'x/A'], [differs('x/A', 'x/a')]],
  [['A/x', 'a/y'], [differs('a', 'A')]],
  // the folders alone are told, once
  [['A/x', 'A/y', 'a/x', 'a/y'], [differs('a', 'A')]],
  [['a/B/x', 'a/b/x'], [differs('a/b', 'a/B')]],
  [['A/x', 'a/y', 'a/Y'], [differs('a', 'A'), differs('a/Y', 'a/y')]],
  [['A', 'a/x'], [differs('A', 'a')]],
  [['a/x', 'A'], [differs('A', 'a')]],
  // é as one character, and as an e with an accent
  [['\u00e9', 'e\u0301'], [differs('e\u0301', '\u00e9')]],
  [['Σας', 'σαΣ'], [differs('σαΣ', 'Σας')]],
  [['straße', 'STRASSE', 'straẞe'], [differs('STRASSE', 'straße'), differs('straẞe', 'straße')]],
])('fails when files differ in nothing but case: %j', (paths, expected) => {
  expect(findings(paths)).toEqual(expected);
});

test('case is told apart from everything else', () => {
  expect(findings(['a/x', 'b/X', 'c', 'd', 'ab/x', 'a/x1', 'AC/X'])).toEqual([]);
});

test('fails when a file has the name of a folder', () => {
  expect(findings(['a', 'a/b', 'a/c', 'x/y/z', 'x/y'])).toEqual([
    'output-not-writable: \'a\' is a file, and the folder of "a/b" too; rename one of them',
    'output-not-writable: \'x/y\' is a file, and the folder of "x/y/z" too; rename one of them',
  ]);
});

test('all that is wrong is told together, in order', () => {
  expect(findings(['../a', 'b', 'B', '/c'], 'x').map(text => text.split(' ')[1])).toEqual(['\'x\'', '\'../a\'', '\'/c\'', '\'B\'']);
});

test('the case of every letter is known, whatever the language of the user', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x1f000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    const folded = fold(letter);
    if ([letter.toUpperCase(), letter.toLowerCase(), letter.normalize('NFD'), folded].some(other => fold(other) !== folded)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
