import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ManifestError } from '../../../src/manifest/reading/manifest-error';
import { collectManifests, readManifestFiles } from '../../../src/manifest/reading/manifest-files';
import { messageOf } from '../../support/message';

let home: string;
let before: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'manifests-'));
  before = process.cwd();
  process.chdir(home);
});

afterEach(() => {
  process.chdir(before);
  rmSync(home, { recursive: true });
});

function write(path: string, content: string | Uint8Array = `apiVersion: v1\nkind: X\nname: ${path}\n`): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const names = (...paths: string[]) => readManifestFiles(paths).map(({ value }) => value.name);
const failure = (...paths: string[]) => messageOf(() => readManifestFiles(paths));

describe('a folder', () => {
  test('is read by name, as deep as it goes', () => {
    for (const path of ['b.yaml', 'B.yml', 'a/z.yaml', 'a/y/x.yaml', 'c.json', 'd.YAML', 'a.yaml', 'é.yaml']) write(path, path.endsWith('.json') ? `{"apiVersion": "v1", "kind": "X", "name": "${path}"}` : undefined);
    expect(names('.')).toEqual(['B.yml', 'a/y/x.yaml', 'a/z.yaml', 'a.yaml', 'b.yaml', 'c.json', 'd.YAML', 'é.yaml']);
  });

  test('is read without hidden files, those of packages, and those of other kinds', () => {
    for (const path of ['x/a.yaml', 'x/.b.yaml', 'x/.git/c.yaml', 'x/node_modules/d.yaml', 'x/e.txt', 'x/f.yaml.bak', 'x/README']) write(path);
    expect(names('x')).toEqual(['x/a.yaml']);
    expect(names('x/.git', 'x/node_modules')).toEqual(['x/.git/c.yaml', 'x/node_modules/d.yaml']);
  });

  test('may be called like a file', () => {
    write('a.yaml/b.yaml');
    expect(names('.')).toEqual(['a.yaml/b.yaml']);
  });

  test('is read through links, and not in circles', () => {
    write('real/a.yaml');
    mkdirSync('x');
    symlinkSync('../real', 'x/link');
    symlinkSync('..', 'x/up');
    symlinkSync('../real/a.yaml', 'x/same.yaml');
    expect(names('x')).toEqual(['real/a.yaml']);
    expect(collectManifests(['x']).documents.map(({ file }) => file)).toEqual([join('x', 'link', 'a.yaml')]);
  });

  test('fails when it has no manifests', () => {
    write('x/y/a.txt');
    symlinkSync('nowhere', 'x/b');
    expect(failure('x')).toBe('x: no-manifests: has no file *.yaml, *.yml or *.json in it or below it; name the files, or the folder that holds them');
  });
});

describe('a file', () => {
  test('that is named is read whatever it is called', () => {
    write('a.txt');
    write('.b');
    expect(names('a.txt', '.b', './a.txt', join(home, '.b'))).toEqual(['a.txt', '.b']);
  });

  test('is read once, in its folder and by its name', () => {
    for (const path of ['x/a.yaml', 'x/b.yaml', 'x/y/c.yaml']) write(path);
    expect(names('x/b.yaml', 'x/y', 'x', 'x/y')).toEqual(['x/b.yaml', 'x/y/c.yaml', 'x/a.yaml']);
  });

  test('may begin with a byte order mark', () => {
    write('a.yaml', '\ufeffapiVersion: v1\nkind: X\nname: a\n');
    expect(names('a.yaml')).toEqual(['a']);
  });

  test('fails when it does not exist, or a link in a folder leads nowhere', () => {
    write('x/a.yaml');
    symlinkSync('nowhere', 'x/b.yaml');
    expect(failure('x', 'no.yaml')).toBe([
      '2 findings:',
      `  ${join('x', 'b.yaml')}: manifest-not-readable: does not exist; check the path`,
      '  no.yaml: manifest-not-readable: does not exist; check the path',
    ].join('\n'));
  });

  test('fails when it cannot be read', () => {
    write('a.yaml');
    write('big.yaml');
    truncateSync('big.yaml', 2 ** 31 + 1);
    expect(failure('big.yaml')).toBe('big.yaml: manifest-not-readable: cannot be read (ERR_FS_FILE_TOO_LARGE); check the path and its permissions');
    symlinkSync('self', 'self');
    expect(failure('self')).toBe('self: manifest-not-readable: cannot be read (ELOOP); check the path and its permissions');
    expect(failure('a.yaml/b')).toBe('a.yaml/b: manifest-not-readable: cannot be read (ENOTDIR); check the path and its permissions');
  });

  test('fails when it is not UTF-8', () => {
    write('a.yaml', Buffer.from('apiVersion: v1\nkind: \xe9\n', 'latin1'));
    write('b.yaml', Buffer.from('\ufeffapiVersion: v1\n', 'utf16le'));
    expect(failure('a.yaml', 'b.yaml')).toBe([
      '2 findings:',
      '  a.yaml:2:7: invalid-character: has bytes that are not UTF-8; save the file as UTF-8',
      '  b.yaml:1:1: invalid-character: has bytes that are not UTF-8; save the file as UTF-8',
    ].join('\n'));
  });
});

test('all that is wrong is told together', () => {
  write('x/a.yaml', 'kind: X\n');
  write('x/b.yaml');
  write('x/c.yaml', 'a: [\n---\nb: 1\nb: 2\n');
  const { documents, findings } = collectManifests(['x', 'no']);
  expect(documents.map(({ value }) => value.name)).toEqual(['x/b.yaml']);
  expect(findings).toHaveLength(6);
  expect(failure('x', 'no')).toBe([
    '6 findings:',
    '  no: manifest-not-readable: does not exist; check the path',
    '  x/a.yaml:1:1: missing-field: \'apiVersion\' is required',
    '  x/c.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the text in quotes',
    '  x/c.yaml:3:1: missing-field: \'apiVersion\' is required',
    '  x/c.yaml:3:1: missing-field: \'kind\' is required',
    '  x/c.yaml:4:1: duplicate-key: \'b\' is given twice in one map; leave out one of the two: most readers of YAML drop the first in silence',
  ].join('\n'));
  expect(() => readManifestFiles(['x'])).toThrow(ManifestError);
});

test('no paths are no manifests', () => {
  expect(readManifestFiles([])).toEqual([]);
});
