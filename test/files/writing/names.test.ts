import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe as told } from '../../../src/base/findings/words';
import { checkFileNames, fold, INDEX } from '../../../src/files/writing/names';
import { indexNames } from '../../../src/files/writing/write-output';
import { inFolder } from '../../delivery/support';

const findings = (paths: string[]) => checkFileNames(paths).map(told);

test.each([
  'a.yaml', 'a', 'a/b/c.k8s.yaml', '0001-chart.k8s.yaml', '.hidden', '..a', 'a..b', '...a', 'a b', 'Ärger/日本語.yaml', '~', '-', 'c', 'index', '@', '#', `${'x'.repeat(251)}`, 'console.yaml', 'com.yaml', 'com10.yaml', 'my-con.yaml', 'a.con', 'auxiliary/nul1',
])('the path %p is safe', path => {
  expect(findings([path])).toEqual([]);
});

const shown = (path: string) => path === '' ? '' : `'${path.replace(/[\p{Cc}\p{Cf}\u2028]/gu, ' ')}' `;

test.each(['/a', '/', '/a/b', '..', '../a', 'a/../../b', 'a/..'])('fails when the path leads out of the folder: %p', path => {
  expect(findings([path])).toEqual([`unsafe-path: '${path}' must be a path in the output folder; give each part of the path a name that every file system accepts`]);
});

test.each([
  ['', ''], ['a/', ''], ['a//b', ''], ['.', '.'], ['a/./b', '.'], ['C:a', 'C:a'], ['C:/a', 'C:'], ['a\\b', 'a\\\\b'], ['..\\a', '..\\\\a'],
  ['a\0b', 'a\\u0000b'], ['a\nb', 'a\\nb'], ['a\u202eb', 'a b'], ['a\u2028', 'a '], ['a\ud800', 'a\\ud800'], ['a?', 'a?'], ['a.', 'a.'],
  ['.. /a', '.. '], ['...', '...'], ['con.', 'con.'], ['a/lpt9/b.yaml', 'lpt9'],
  ...['con', 'con.yaml', 'AUX.k8s.yaml', 'Nul', 'prn.a.b', 'com1', 'COM9.json', 'lpt1.yaml', 'com².yaml', 'aux .yaml', 'CONIN$'].map(name => [name, name]),
])('fails when a name of a path is not portable: %p', (path, part) => {
  expect(findings([path])).toEqual([`unsafe-path: ${shown(path)}must have names that every file system accepts, got "${part}"; `
    + 'use 1 to 251 bytes, no invisible character, none of \\ : * ? " < > |, no space or dot at the end, and no device such as "con"']);
});

test('fails when a name is longer than file systems take, with the ending of its entry in the index', () => {
  expect(findings(['é'.repeat(126)])).toEqual([expect.stringMatching(/^unsafe-path: .* must have names .*; use 1 to 251 bytes/)]);
});

// file systems of macOS take ſ for another s
test.each([INDEX, 'a/.CDK8S-oam-x', '.cdk8ſ-oam-index'])('fails when a name is the library\'s own: %p', path => {
  expect(findings([path])).toEqual([`unsafe-path: '${path}' must have no part that begins with ".cdk8s-oam-", as the library's own files do; `
    + 'give each part of the path a name that every file system accepts']);
});

test('an index of an app of several has a name', () => {
  inFolder(folder => {
    const names = [INDEX, `${INDEX}.shop`, `${INDEX}2`, `${INDEX}.`, `${INDEX}.A`, `${INDEX}.a.yaml`, 'index'];
    for (const name of names) mkdirSync(join(folder, name));
    expect(indexNames(folder)).toEqual([INDEX, `${INDEX}.shop`]);
  });
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
  [['A', 'a/x'], [differs('a', 'A')]],
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
  expect(findings(['../a', 'b', 'B', '/c']).map(text => text.split(' ')[1])).toEqual(['\'../a\'', '\'/c\'', '\'B\'']);
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
