import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { contents } from './moments';
import { exactly, INDEX, indexOf, NOTHING, Place, write } from './support';
import { formatIndex, hashOf, parseIndex, together, without } from '../../src/writing/written-index';
import { messageOf } from '../support/message';

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
    expect(place.refused({ 'a.yaml': 'a' })).toBe(`[GitOpsApp] output-not-writable: 'DIR/out/${INDEX}' is not a regular file, and holds the index of what was written; remove it`);
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
    expect(contents(place.out)).toEqual({ 'a.yaml': '', 'b.yaml': null, [INDEX]: indexOf({ 'a.yaml': '', 'b.yaml': 'b' }), [`${INDEX}.other`]: null });
  });
});

describe('index file', () => {
  const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
  const entries = (given: Record<string, string[]>) => new Map(Object.entries(given).map(([path, hashes]) => [path, new Set(hashes)]));

  const place = new Place();

  test('an index is a line for each text, in the order of the paths', () => {
    expect(formatIndex({ entries: entries({ 'b': [TWO, ONE], 'a/x': [ONE], 'B': [TWO] }), isUnfinished: false })).toBe(`${TWO}  B\n${ONE}  a/x\n${ONE}  b\n${TWO}  b\n`);
  });

  test.each([true, false])('what is written is read (unfinished: %p)', isUnfinished => {
    const index = { entries: entries({ 'a': [ONE], 'ä/ b  c': [ONE, TWO] }), isUnfinished };
    expect(parseIndex(formatIndex(index))).toEqual(index);
  });

  test('no entry is no text', () => {
    expect(formatIndex({ entries: new Map(), isUnfinished: false })).toBe('');
    expect(parseIndex('')).toEqual({ entries: new Map(), isUnfinished: false });
  });

  test('the hash is that of the bytes', () => {
    expect(hashOf('é\n')).toBe(hashOf(Buffer.from([0xc3, 0xa9, 0x0a])));
    expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  test('both sides of a merge with conflicts count', () => {
    const merged = ['<<<<<<< HEAD', `${ONE}  a`, '=======', `${TWO}  a`, `${ONE}  b`, '>>>>>>> other', ''].join('\n');
    expect(parseIndex(merged).entries).toEqual(entries({ a: [ONE, TWO], b: [ONE] }));
  });

  test('line breaks of Windows and the mark for binary files are read', () => {
    expect(parseIndex(`${ONE}  a\r\n${TWO} *b\r\n`).entries).toEqual(entries({ a: [ONE], b: [TWO] }));
  });

  test.each(['../a', '/etc/passwd', 'a/../../b', '.cdk8s-oam-index', 'C:\\a', ''])('a line that leads elsewhere is none: %p', path => {
    expect(parseIndex(`${ONE}  ${path}\n${TWO}  b\n`).entries).toEqual(entries({ b: [TWO] }));
  });

  test.each([`${ONE} a`, `${ONE.slice(1)}  a`, ` ${ONE}  a`, `${'G'.repeat(64)}  a`, 'garbage', '\0', `# ${ONE}  a`])('a line of another form is none: %j', line => {
    expect(parseIndex(`${line}\n`).entries).toEqual(new Map());
  });

  test('entries are put together, and taken from each other', () => {
    expect(together(entries({ a: [ONE] }), entries({ a: [TWO], b: [ONE] }))).toEqual(entries({ a: [ONE, TWO], b: [ONE] }));
    expect(without(entries({ a: [ONE, TWO], b: [ONE], c: [ONE] }), entries({ a: [ONE], b: [ONE] }))).toEqual(entries({ a: [TWO], c: [ONE] }));
  });

  const isThere = spawnSync('sha256sum', ['--version']).status === 0;

  (isThere ? test : test.skip)(`sha256sum reads it${isThere ? '' : ' (without sha256sum)'}`, () => {
    place.write({ 'a.yaml': 'a: é\n', 'sub folder/b.yaml': '' });
    const check = () => execFileSync('sha256sum', ['--check', '--strict', '.cdk8s-oam-index'], { cwd: place.out, encoding: 'utf8' });
    expect(check()).toBe('a.yaml: OK\nsub folder/b.yaml: OK\n');
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

  test('fails when a path is longer than any system accepts: nothing has been made, and the message is short', () => {
    expect(place.refused({ 'a.yaml': 'a', [`${'x/'.repeat(2500)}y`]: 'y' })).toBe(
      `[GitOpsApp] unsafe-path: '${'x/'.repeat(127)}x…' must have at most 4096 bytes; give it a shorter path`);
  });
});
