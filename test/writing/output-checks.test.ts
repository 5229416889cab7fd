import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { INDEX, Place, write } from './support';
import { messageOf } from '../support/message';

const place = new Place();

test('fails when a file is where the output folder must be', () => {
  writeFileSync(place.out, 'a file');
  expect(place.refused({ 'a.yaml': 'a' })).toBe('[GitOpsApp] output-not-writable: \'DIR/out\' is a file, where a folder must be; remove it, or move it');
});

test('fails when a file is on the way to the output folder', () => {
  writeFileSync(place.at('file'), 'a file');
  for (const below of ['file/out', 'file/deep/out']) {
    expect(messageOf(() => write(place.at(below), { 'a.yaml': 'a', 'sub/b.yaml': 'b' })).replace(place.folder, 'DIR'))
      .toBe('[GitOpsApp] output-not-writable: \'DIR/file\' is a file, where a folder must be; remove it, or move it');
  }
});

test('fails when the output folder is a link to what is below a file', () => {
  writeFileSync(place.at('file'), 'a file');
  symlinkSync('file/deep', place.out);
  expect(place.refused({ 'a.yaml': 'a' })).toBe('[GitOpsApp] output-not-writable: \'DIR/out\' is a link that leads to nothing, where a folder must be; remove it, or move it');
});

test('fails when the output folder is a link to nowhere', () => {
  symlinkSync('nowhere', place.out);
  expect(place.refused({ 'a.yaml': 'a' })).toBe('[GitOpsApp] output-not-writable: \'DIR/out\' is a link that leads to nothing, where a folder must be; remove it, or move it');
});

test('fails when files are where folders must be, and folders where files must be: all of them are told, once', () => {
  mkdirSync(`${place.out}/b.yaml/in`, { recursive: true });
  mkdirSync(`${place.out}/dir`);
  writeFileSync(`${place.out}/sub`, 'a file');
  writeFileSync(`${place.out}/dir/sub`, 'a file');
  writeFileSync(`${place.out}/a.yaml`, 'old');
  expect(place.refused({ 'a.yaml': 'new', 'sub/x.yaml': 'x', 'sub/y/z.yaml': 'z', 'b.yaml': 'b', 'dir/sub/x.yaml': 'x', 'dir/fine.yaml': 'fine' })).toBe(['[GitOpsApp] 3 findings:',
    'output-not-writable: \'DIR/out/sub\' is a file, where a folder must be; remove it, or move it',
    'output-not-writable: \'DIR/out/dir/sub\' is a file, where a folder must be; remove it, or move it',
    'output-not-writable: \'DIR/out/b.yaml\' is a folder, where a file must be; remove the folder, or move it'].join('\n  '));
});

test('fails when a folder is where the index must be', () => {
  mkdirSync(`${place.out}/${INDEX}`, { recursive: true });
  expect(place.refused({ 'a.yaml': 'a' })).toBe(`[GitOpsApp] output-not-writable: 'DIR/out/${INDEX}' is a folder, where a file must be; remove the folder, or move it`);
});

test('fails when names are not to be written: all of them are told, before anything is', () => {
  expect(place.refused({ '../x.yaml': 'x', 'a/b': '', 'A/c': '', 'a': '' }, 'index')).toBe(['[GitOpsApp] 4 findings:',
    'unsafe-path: \'index\' is not a valid index name: it must begin with ".cdk8s-oam-index."; give each part of the path a name that every file system accepts',
    'unsafe-path: \'../x.yaml\' must not lead out of its folder by ".."; give each part of the path a name that every file system accepts',
    'output-not-writable: \'a\' is a file, and the folder of "a/b" too; rename one of them',
    'files-differ-in-case: \'A\' differs from "a" only in case, or in the Unicode form of a letter; rename one of them'].join('\n  '));
});

test('fails when a path is too long for the system: nothing has been made', () => {
  const path = `${'x'.repeat(200)}/`.repeat(30);
  expect(place.refused({ 'a.yaml': 'a', [`${path}y`]: 'y' })).toContain('output-not-writable: ');
});
