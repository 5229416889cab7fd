import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { contents } from './moments';
import { exactly, INDEX, indexOf, NOTHING, Place, write } from './support';
import { readIndex } from '../../../src/files/writing/write-output';
import { messageOf } from '../../support/message';

describe('links', () => {
  const place = new Place();

  /** A folder outside of the output, and a file in it. */
  function outside(): string {
    mkdirSync(place.at('outside'));
    writeFileSync(place.at('outside/x.yaml'), 'x');
    return place.at('outside');
  }

  test('a link in place of a file is replaced, and what it leads to stays', () => {
    const folder = outside();
    mkdirSync(place.out);
    // the very text that is rendered: it is no file of the output all the same
    symlinkSync(`${folder}/x.yaml`, `${place.out}/a.yaml`);
    symlinkSync('nowhere', `${place.out}/b.yaml`);
    symlinkSync(folder, `${place.out}/c.yaml`);
    expect(place.write({ 'a.yaml': 'x', 'b.yaml': 'b', 'c.yaml': 'c' }).written).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
    expect(contents(place.out)).toEqual(exactly({ 'a.yaml': 'x', 'b.yaml': 'b', 'c.yaml': 'c' }));
    expect(contents(folder)).toEqual({ 'x.yaml': 'x' });
  });

  test('a file with a second name elsewhere is replaced, and stays under that name', () => {
    place.write({ 'a.yaml': 'old' });
    linkSync(`${place.out}/a.yaml`, place.at('second'));
    place.write({ 'a.yaml': 'new' });
    expect(readFileSync(place.at('second'), 'utf8')).toBe('old');
  });

  test('fails when a link is in place of a folder: nothing is written behind it', () => {
    mkdirSync(place.out);
    symlinkSync(outside(), `${place.out}/sub`);
    expect(place.refused({ 'a.yaml': 'a', 'sub/x.yaml': 'new', 'sub/deep/y.yaml': 'new' }))
      .toBe('[GitOpsApp] output-not-writable: \'DIR/out/sub\' is a link, where a folder must be: what is written would be somewhere else; remove it, or move it');
  });

  test('fails when the index is a link', () => {
    mkdirSync(place.out);
    symlinkSync(`${outside()}/x.yaml`, `${place.out}/${INDEX}`);
    expect(place.refused({ 'a.yaml': 'a' })).toBe(`[GitOpsApp] output-not-writable: 'DIR/out/${INDEX}' is a link, where a folder must be: what is written would be somewhere else; remove it, or move it`);
  });

  test('a link in place of a file that is rendered no more is kept, and what it leads to stays', () => {
    place.write({ 'a.yaml': 'x' });
    rmSync(`${place.out}/a.yaml`);
    symlinkSync(`${outside()}/x.yaml`, `${place.out}/a.yaml`);
    expect(place.write({})).toMatchObject({ removed: [], kept: ['a.yaml'] });
    expect(readlinkSync(`${place.out}/a.yaml`)).toBe(place.at('outside/x.yaml'));
  });

  test('nothing is removed behind a link, neither files nor folders', () => {
    place.write({ 'sub/x.yaml': 'x', 'sub/empty/y.yaml': 'y' });
    rmSync(`${place.out}/sub`, { recursive: true });
    symlinkSync(outside(), `${place.out}/sub`);
    mkdirSync(place.at('outside/empty'));
    expect(place.write({})).toEqual({ ...NOTHING, kept: ['sub/empty/y.yaml', 'sub/x.yaml'] });
    expect(contents(place.at('outside'))).toEqual({ 'x.yaml': 'x', 'empty': null });
    rmdirSync(place.at('outside/empty'));
  });

  test('a pipe in place of a file is not read, and is replaced', () => {
    mkdirSync(place.out);
    execFileSync('mkfifo', [`${place.out}/a.yaml`, `${place.out}/${INDEX}.other`]);
    place.write({ 'a.yaml': '', 'b.yaml': 'b' });
    rmSync(`${place.out}/b.yaml`);
    execFileSync('mkfifo', [`${place.out}/b.yaml`]);
    expect(place.write({ 'a.yaml': '' })).toMatchObject({ unchanged: ['a.yaml'], kept: ['b.yaml'] });
    expect(contents(place.out)).toEqual({ 'a.yaml': '', 'b.yaml': null, ...indexOf(['a.yaml', 'b.yaml']), [`${INDEX}.other`]: null });
  });
});

describe('index', () => {
  const place = new Place();

  test('it lists files in order, by an empty file for each', () => {
    place.write({ 'b': '', 'a/x': '', 'C': '', 'ä/ c  d': '' });
    expect([...readIndex(place.out, INDEX)]).toEqual(['C', 'a/x', 'b', 'ä/ c  d']);
    expect(contents(place.out)).toMatchObject({ [`${INDEX}/a/x.own`]: '', [`${INDEX}/ä/ c  d.own`]: '' });
  });

  test('what is no file of an index is none', () => {
    place.write({ b: '' });
    for (const path of ['.hidden', '.own', 'a', 'a.OWN', '.cdk8s-oam-lock.own']) writeFileSync(`${place.out}/${INDEX}/${path}`, '');
    mkdirSync(`${place.out}/${INDEX}/c.own`);
    expect([...readIndex(place.out, INDEX)]).toEqual(['b']);
  });

  test('a file is no index, and nor is what is not there', () => {
    expect(readIndex(place.out, INDEX).size).toBe(0);
    mkdirSync(place.out);
    writeFileSync(`${place.out}/${INDEX}`, '');
    expect(readIndex(place.out, INDEX).size).toBe(0);
  });
});

describe('output checks', () => {
  const place = new Place();

  test('fails when a file is where the output folder must be', () => {
    writeFileSync(place.out, 'a file');
    expect(place.refused({ 'a.yaml': 'a' })).toBe('[GitOpsApp] output-not-writable: \'DIR/out\' is a file, where a folder must be; remove it, or move it');
  });

  test('fails when a file is on the way to the output folder', () => {
    writeFileSync(place.at('file'), 'a file');
    for (const below of ['file/out', 'file/deep/out']) {
      expect(messageOf(() => write(place.at(below), { 'a.yaml': 'a', 'sub/b.yaml': 'b' })).replace(place.folder, 'DIR'))
        .toBe(`[GitOpsApp] output-not-writable: 'DIR/${below}' cannot be read: ENOTDIR: not a directory; check its permissions; nothing has changed`);
    }
  });

  test('fails when the output folder is a link to nowhere', () => {
    symlinkSync('nowhere', place.out);
    expect(place.refused({ 'a.yaml': 'a' })).toBe('[GitOpsApp] output-not-writable: \'DIR/out\' cannot be written: EEXIST: file already exists; check its permissions and the space on the disk; nothing has changed');
  });

  test('fails when files are where folders must be, and folders where files must be: all of them are told, once', () => {
    mkdirSync(`${place.out}/b.yaml/in`, { recursive: true });
    mkdirSync(`${place.out}/dir`);
    writeFileSync(`${place.out}/sub`, 'a file');
    writeFileSync(`${place.out}/dir/sub`, 'a file');
    writeFileSync(`${place.out}/a.yaml`, 'old');
    expect(place.refused({ 'a.yaml': 'new', 'sub/x.yaml': 'x', 'sub/y/z.yaml': 'z', 'b.yaml': 'b', 'dir/sub/x.yaml': 'x', 'dir/fine.yaml': 'fine' })).toBe(['[GitOpsApp] 3 findings:',
      'output-not-writable: \'DIR/out/sub\' is a file, where a folder must be; remove it, or move it',
      'output-not-writable: \'DIR/out/b.yaml\' is a folder, where a file must be; remove the folder, or move it',
      'output-not-writable: \'DIR/out/dir/sub\' is a file, where a folder must be; remove it, or move it'].join('\n  '));
  });

  test('fails when a file is where the index must be', () => {
    mkdirSync(place.out);
    writeFileSync(`${place.out}/${INDEX}`, '');
    expect(place.refused({ 'a.yaml': 'a' })).toBe(`[GitOpsApp] output-not-writable: 'DIR/out/${INDEX}' is a file, where a folder must be; remove it, or move it`);
  });

  test('fails when names are not to be written: all of them are told, before anything is', () => {
    expect(place.refused({ '../x.yaml': 'x', 'a/b': '', 'A/c': '', 'a': '' })).toBe(['[GitOpsApp] 3 findings:',
      'unsafe-path: \'../x.yaml\' must be a path in the output folder; give each part of the path a name that every file system accepts',
      'output-not-writable: \'a\' is a file, and the folder of "a/b" too; rename one of them',
      'files-differ-in-case: \'A\' differs from "a" only in case, or in the Unicode form of a letter; rename one of them'].join('\n  '));
  });

  test('fails when a path is longer than any system accepts: nothing has been made, and the message is short', () => {
    expect(place.refused({ 'a.yaml': 'a', [`${'x/'.repeat(2500)}y`]: 'y' })).toBe(
      `[GitOpsApp] unsafe-path: '${'x/'.repeat(125)}x…' must have at most 4096 bytes; give it a shorter path`);
  });
});
