import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFiles } from '../../src/files/writing/write-output';
import { asAnyone } from '../support/as-anyone';
import { messageOf } from '../support/message';

let folder: string;

beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'replace-')); });
afterEach(() => rmSync(folder, { recursive: true }));

/** All that is in the folder, and below it: texts of files, and `null` for folders. */
function contents(): Record<string, string | null> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort();
  return Object.fromEntries(names.map(name => [name, statSync(join(folder, name)).isDirectory() ? null : readFileSync(join(folder, name), 'utf8')]));
}

const NAMES = 'use 1 to 251 bytes, no invisible character, none of \\ : * ? " < > |, no space or dot at the end, and no device such as "con"';

const files = (given: Record<string, string>) => new Map(Object.entries(given));

/** Why files were not written; nothing may have changed. */
function refused(given: Record<string, string>, at = folder): string {
  const before = contents();
  const message = messageOf(() => replaceFiles(at, files(given))).replaceAll(folder, 'DIR');
  expect(contents()).toEqual(before);
  return message;
}

test('files are written into a folder that is made, and into folders below it', () => {
  replaceFiles(join(folder, 'new/deep'), files({ 'a.yaml': 'a: 1\n', 'sub/b.yaml': 'é\u2028\n', 'empty.yaml': '' }));
  expect(contents()).toEqual({ 'new': null, 'new/deep': null, 'new/deep/a.yaml': 'a: 1\n', 'new/deep/empty.yaml': '', 'new/deep/sub': null, 'new/deep/sub/b.yaml': 'é\u2028\n' });
});

test('files are replaced whole, and others stay as they are', () => {
  writeFileSync(join(folder, 'a.yaml'), 'long '.repeat(100_000));
  writeFileSync(join(folder, 'other.yaml'), 'other');
  const { ino } = statSync(join(folder, 'other.yaml'));
  replaceFiles(folder, files({ 'a.yaml': 'short' }));
  expect(contents()).toEqual({ 'a.yaml': 'short', 'other.yaml': 'other' });
  expect(statSync(join(folder, 'other.yaml')).ino).toBe(ino);
});

test('who reads a file while it is replaced has it whole', () => {
  writeFileSync(join(folder, 'a.yaml'), 'old');
  const { ino } = statSync(join(folder, 'a.yaml'));
  replaceFiles(folder, files({ 'a.yaml': 'new' }));
  // another file in its place, not the same one with other bytes
  expect(statSync(join(folder, 'a.yaml')).ino).not.toBe(ino);
});

test('no file at all is fine', () => {
  replaceFiles(folder, new Map());
  expect(contents()).toEqual({});
});

test('a text of many megabytes is written to its end', () => {
  const text = 'é'.repeat(5_000_000);
  replaceFiles(folder, files({ 'a.yaml': text }));
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8') === text).toBe(true);
});

test('fails when a file is where the folder must be: nothing is written', () => {
  writeFileSync(join(folder, 'out'), 'a file');
  expect(refused({ 'a.yaml': 'a' }, join(folder, 'out'))).toBe('[cdk8s-oam] output-not-writable: \'DIR/out\' is a file, where a folder must be; remove it, or move it');
});

test('fails when a file is where a folder below must be: no other file is written', () => {
  writeFileSync(join(folder, 'sub'), 'a file');
  writeFileSync(join(folder, 'a.yaml'), 'old');
  expect(refused({ 'a.yaml': 'new', 'b.yaml': 'new', 'sub/c.yaml': 'new' })).toBe('[cdk8s-oam] output-not-writable: \'DIR/sub\' is a file, where a folder must be; remove it, or move it');
});

test('fails when a file is on the way to the folder', () => {
  writeFileSync(join(folder, 'out'), 'a file');
  expect(refused({ 'a.yaml': 'a' }, join(folder, 'out/deep')))
    .toBe('[cdk8s-oam] output-not-writable: \'DIR/out/deep\' cannot be read: ENOTDIR: not a directory; check its permissions; nothing has changed');
});

test('fails when a folder is where a file must be: the files before it are not replaced', () => {
  mkdirSync(join(folder, 'b.yaml'));
  writeFileSync(join(folder, 'b.yaml/kept'), 'kept');
  writeFileSync(join(folder, 'a.yaml'), 'old');
  expect(refused({ 'a.yaml': 'new', 'b.yaml': 'new' })).toBe('[cdk8s-oam] output-not-writable: \'DIR/b.yaml\' is a folder, where a file must be; remove the folder, or move it');
});

test('fails when one file cannot be written: folders that were made for others are gone again', () => {
  writeFileSync(join(folder, 'sub'), 'a file');
  refused({ 'new/deep/a.yaml': 'a', 'sub/c.yaml': 'c' });
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

test('fails when one name is given twice in two spellings', () => {
  writeFileSync(join(folder, 'a.yaml'), 'old');
  expect(refused({ 'a.yaml': 'one', './a.yaml': 'two' })).toBe('[cdk8s-oam] unsafe-path: \'./a.yaml\' must have names that every file system accepts, got "."; ' + NAMES);
});

test('fails when a name is too long for file systems', () => {
  const name = `${'x'.repeat(300)}.yaml`;
  expect(refused({ 'a.yaml': 'a', [name]: 'b' }))
    .toContain(`[cdk8s-oam] unsafe-path: '${name}' must have names that every file system accepts, got "xxx`);
});

test('a name may be as long as file systems take it with the ending of the index', () => {
  const name = `${'x'.repeat(246)}.yaml`;
  replaceFiles(folder, files({ [name]: 'a' }));
  expect(contents()).toEqual({ [name]: 'a' });
});

test('fails when a link is in place of a folder: nothing is written where it leads', () => {
  mkdirSync(join(folder, 'source'));
  writeFileSync(join(folder, 'source/a.yaml'), 'source');
  mkdirSync(join(folder, 'out'));
  symlinkSync('../source', join(folder, 'out/sub'));
  expect(refused({ 'sub/a.yaml': 'new', 'b.yaml': 'new' }, join(folder, 'out')))
    .toBe('[cdk8s-oam] output-not-writable: \'DIR/out/sub\' is a link, where a folder must be: what is written would be somewhere else; remove it, or move it');
});

test('a link in place of a file is replaced, and what it leads to stays', () => {
  writeFileSync(join(folder, 'target'), 'target');
  symlinkSync(join(folder, 'target'), join(folder, 'a.yaml'));
  replaceFiles(folder, files({ 'a.yaml': 'new' }));
  expect(contents()).toEqual({ 'a.yaml': 'new', 'target': 'target' });
});

test('fails when the disk fails between two files: each is whole, and the next run does the rest', () => {
  writeFileSync(join(folder, 'b.yaml'), 'old');
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { renameSync } = fs;
  let calls = 0;
  const spy = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (++calls === 2) throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO', path: from, syscall: 'rename' });
    renameSync(from, to);
  });
  const message = messageOf(() => replaceFiles(folder, files({ 'a.yaml': 'new', 'b.yaml': 'new' })));
  spy.mockRestore();
  expect(message.replaceAll(folder, 'DIR')).toBe('[cdk8s-oam] output-not-writable: \'DIR/b.yaml\' cannot be written: EIO: i/o error; '
    + 'check its permissions and the space on the disk; every file is whole, old or new, and the next run does the rest');
  expect(contents()).toEqual({ 'a.yaml': 'new', 'b.yaml': 'old' });
  replaceFiles(folder, files({ 'a.yaml': 'new', 'b.yaml': 'new' }));
  expect(contents()).toEqual({ 'a.yaml': 'new', 'b.yaml': 'new' });
});

test('fails when the folder is not to be written to', () => {
  chmodSync(folder, 0o500);
  const message = asAnyone(folder, () => messageOf(() => replaceFiles(folder, files({ 'a.yaml': 'a' }))));
  chmodSync(folder, 0o700);
  expect(message.replaceAll(folder, 'DIR'))
    .toBe('[cdk8s-oam] output-not-writable: \'DIR/.cdk8s-oam-lock\' cannot be written: EACCES: permission denied; check its permissions and the space on the disk; nothing has changed');
  expect(contents()).toEqual({});
});
