import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MOST_FINDINGS } from '../../../src/base/findings/finding';
import { ManifestError } from '../../../src/files/reading/located-finding';
import { collectManifests, MAX_FILE, MAX_TOTAL, readBytes, readManifestFiles, mergedManifests } from '../../../src/files/reading/manifest-files';
import { PATIENCE } from '../../properties/runs';
import { messageOf } from '../../support/message';

jest.mock('node:fs', () => {
  const actual = jest.requireActual('node:fs');
  return { ...actual, readSync: jest.fn(actual.readSync) };
});

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

describe('limits', () => {
  const MEBIBYTE = 2 ** 20;
  const tooLarge = 'manifest-too-large: has more than 16 MiB; check that it is a manifest, and divide a large one';

  test('a file may be as large as the limit', () => {
    write('a.yaml', `apiVersion: v1\nkind: X\nname: a\n#${' '.repeat(MAX_FILE * MEBIBYTE)}`.slice(0, MAX_FILE * MEBIBYTE));
    expect(names('a.yaml')).toEqual(['a']);
  });

  test('fails when a file is larger: it is not read any further, and the others are', () => {
    write('x/a.yaml');
    write('x/b.yaml', '#');
    truncateSync('x/b.yaml', 2 ** 32);
    write('x/c.yaml');
    const { documents, findings, unread, sources } = collectManifests(['x', '/dev/zero']);
    expect(documents.map(({ file }) => file)).toEqual([join('x', 'a.yaml'), join('x', 'c.yaml')]);
    expect(new ManifestError(findings).message).toBe(`2 findings:\n  ${join('x', 'b.yaml')}: ${tooLarge}\n  /dev/zero: ${tooLarge}`);
    expect(unread).toEqual(findings);
    expect([...sources.keys()]).toEqual([join('x', 'a.yaml'), join('x', 'c.yaml')]);
  });

  test('fails when bytes that somebody else has read are more', () => {
    expect(new ManifestError(readBytes(new Uint8Array(MAX_FILE * MEBIBYTE + 1), 'x').findings).message).toBe(`x: ${tooLarge}`);
  });

  test('fails when all files together are larger: no more are read', () => {
    const count = MAX_TOTAL / MAX_FILE;
    for (let i = 0; i <= count + 1; i++) write(`x/${i}.yaml`, `apiVersion: v1\nkind: X\nname: n${i}\n#${' '.repeat(MAX_FILE * MEBIBYTE)}`.slice(0, MAX_FILE * MEBIBYTE));
    const { documents, findings } = collectManifests(['x']);
    expect(documents.map(({ value }) => value.name)).toEqual(['n0', 'n1', 'n2', 'n3']);
    expect(new ManifestError(findings).message).toBe(`${join('x', '4.yaml')}: manifest-too-large: and the files before it have more than 64 MiB together; read some of them at a time`);
  }, PATIENCE);

  test('fails when all files together are larger once aliases are written out', () => {
    for (let i = 10; i < 76; i++) write(`x/${i}.yaml`, `apiVersion: v1\nkind: X\nname: &a ${'n'.repeat(90_000)}\nlist: [${'*a, '.repeat(11)}]\n`);
    const { documents, findings } = collectManifests(['x']);
    expect(documents).toHaveLength(63);
    expect(new ManifestError(findings).message).toBe(`${join('x', '73.yaml')}: manifest-too-large: and the files before it have more than 64 MiB together; read some of them at a time`);
  });

  test('very much that is wrong is read all the same, and the first findings are listed', () => {
    write('x/a.yaml', '---\n[]\n'.repeat(MOST_FINDINGS - 1));
    write('x/b.yaml', '---\n[]\n'.repeat(3));
    write('x/c.yaml');
    const { documents, findings, unread } = collectManifests(['x']);
    expect(documents).toHaveLength(1);
    expect([findings.length, unread]).toEqual([MOST_FINDINGS + 2, []]);
    expect(new ManifestError(findings).message.split('\n').at(-1)).toBe(`  ${join('x', 'b.yaml')}:4:1: findings-omitted: not listed: 2 more findings, beginning here; start with what is listed, then run the command again`);
  });

  test('fails when a folder holds a pipe, for which nobody might ever write: the other files are read', () => {
    write('x/a.yaml');
    execFileSync('mkfifo', ['x/b.yaml', 'x/c.txt']);
    symlinkSync('/dev/null', 'x/d.yaml');
    expect(collectManifests(['x']).documents).toHaveLength(1);
    const problem = 'manifest-not-readable: is a pipe, a socket or a device, which is read only if it is named itself; name it, or take it out of the folder';
    expect(failure('x')).toBe(`2 findings:\n  ${join('x', 'b.yaml')}: ${problem}\n  ${join('x', 'd.yaml')}: ${problem}`);
  });
});

describe('the standard input', () => {
  const real = jest.requireActual('node:fs').readSync;

  /** What is read of descriptor 0, in place of that of the tests. */
  function input(text: string): void {
    let rest = text;
    jest.mocked(readSync).mockImplementation((file: number, into: any) => {
      if (file !== 0) return real(file, into);
      const piece = rest.slice(0, 10);
      rest = rest.slice(10);
      return Buffer.from(into.buffer, into.byteOffset, into.length).write(piece);
    });
  }

  beforeEach(() => jest.clearAllMocks());
  afterEach(() => {
    jest.mocked(readSync).mockImplementation(real);
  });

  test('is the path -, and read once, in its place', () => {
    input('apiVersion: v1\nkind: X\nname: in\n');
    write('a');
    write('b');
    expect(names('a', '-', 'b', '-')).toEqual(['a', 'in', 'b']);
  });

  test('has a name of its own in what is told of it', () => {
    input('apiVersion: v1\na: 1\na: 2\n');
    const { findings, sources } = collectManifests(['-']);
    expect(new ManifestError(findings).message).toBe([
      '2 findings:',
      '  <stdin>:1:1: missing-field: \'kind\' is required',
      '  <stdin>:3:1: duplicate-key: \'a\' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first',
    ].join('\n'));
    expect([...sources.keys()]).toEqual(['<stdin>']);
  });

  test('is not a file of that name', () => {
    input('');
    write('-', 'apiVersion: v1\nkind: X\nname: dash\n');
    expect(names('./-')).toEqual(['dash']);
    expect(jest.mocked(readSync).mock.calls.filter(([file]) => file === 0)).toEqual([]);
  });

  test('may be empty', () => {
    input('');
    expect(collectManifests(['-']).findings).toEqual([]);
  });

  test('fails when it cannot be read', () => {
    jest.mocked(readSync).mockImplementation(() => { throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' }); });
    expect(failure('-')).toBe('<stdin>: manifest-not-readable: cannot be read (EISDIR); check the path and its permissions');
  });
});

test('several texts are one, in their order', () => {
  const [a, b] = ['a', 'b'].map(name => readBytes(Buffer.from(`kind: ${name}\n`), name));
  const { yaml, documents, findings, unread, sources } = mergedManifests([a, b]);
  expect(yaml.map(({ file, value }) => [file, value])).toEqual([['a', { kind: 'a' }], ['b', { kind: 'b' }]]);
  expect([documents, unread]).toEqual([[], []]);
  expect(findings).toEqual([...a.findings, ...b.findings]);
  expect([...sources]).toEqual([...a.sources, ...b.sources]);
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
    '  x/c.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes',
    '  x/c.yaml:3:1: missing-field: \'apiVersion\' is required',
    '  x/c.yaml:3:1: missing-field: \'kind\' is required',
    '  x/c.yaml:4:1: duplicate-key: \'b\' is given twice in one map, first on line 3; leave out one of the two: most readers of YAML silently drop the first',
  ].join('\n'));
  expect(() => readManifestFiles(['x'])).toThrow(ManifestError);
});

test('no paths are no manifests', () => {
  expect(readManifestFiles([])).toEqual([]);
});
