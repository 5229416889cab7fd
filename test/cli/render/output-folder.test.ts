import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { APPLICATION, COMPONENT, configMap, DEPLOYMENT, filesOf, inEmptyFolder, KUBERNETES, OAM } from './support';
import { cli } from '../support';

const write = inEmptyFolder();
const done = { code: 0, stdout: '', stderr: '' };
const refused = (code: number, text: string) => ({ code, stdout: '', stderr: `${text}\n` });

describe('--out writes', () => {
  test('a file for each that was read, by its path below the folder that was named', async () => {
    write({ 'm/app.yml': APPLICATION, 'm/parts/cart.yaml': COMPONENT, 'm/parts/deep/z.json': JSON.stringify({ apiVersion: 'v1', kind: 'Z' }), 'one.YAML': configMap('one') });
    expect(await cli(['render', 'm', 'one.YAML', '--out', 'new/out', ...OAM])).toEqual(done);
    expect(filesOf('new')).toEqual({
      'out/app.yaml': APPLICATION, 'out/parts/cart.yaml': COMPONENT, 'out/parts/deep/z.yaml': 'apiVersion: v1\nkind: Z\n', 'out/one.yaml': configMap('one'),
    });
  });

  test('an application to where it stands, and no file for what gives no object', async () => {
    write({ 'm/app.yaml': APPLICATION, 'm/cart.yaml': COMPONENT, 'm/empty.yaml': '# nothing\n' });
    expect(await cli(['render', './m/', '--out', 'out/', ...KUBERNETES])).toEqual(done);
    expect(filesOf('out')).toEqual({ 'app.yaml': DEPLOYMENT });
  });

  test('standard input to a file of its own', async () => {
    expect(await cli(['render', '-', '--out', 'out', ...OAM], { input: configMap('a') })).toEqual(done);
    expect(filesOf('out')).toEqual({ 'stdin.yaml': configMap('a') });
  });

  test('files of folders beside each other, of folders above, and of those that links lead to', async () => {
    write({ 'a/x.yaml': configMap('x'), 'b/y.yaml': configMap('other'), 'work/keep': '' });
    symlinkSync('../b/y.yaml', 'a/z.yaml');
    process.chdir('work');
    expect(await cli(['render', '../a', '../b', '--out', 'out', ...OAM])).toEqual(done);
    // one file is read once, by the first of its names
    expect(filesOf('out')).toEqual({ 'x.yaml': configMap('x'), 'z.yaml': configMap('other') });
  });

  test('over the files of an earlier run, and tells of those that it has not written', async () => {
    write({ 'm/a.yaml': configMap('a'), 'm/b/c.yaml': configMap('c') });
    expect(await cli(['render', 'm', '--out', 'out', ...OAM])).toEqual(done);
    write({ 'm/a.yaml': configMap('changed'), 'out/kustomization.yaml': 'resources: [a.yaml]\n', 'out/notes.txt': 'any' });
    expect(await cli(['render', 'm/a.yaml', '--out', 'out', ...OAM])).toEqual({
      ...done, stderr: 'note: "out" contains files that this run did not write: "b/c.yaml"; delete those that you no longer need\n',
    });
    expect(filesOf('out')).toEqual({ 'a.yaml': configMap('changed'), 'b/c.yaml': configMap('c'), 'kustomization.yaml': 'resources: [a.yaml]\n', 'notes.txt': 'any' });
  });

  test('and names some of many such files', async () => {
    write({ 'a.yaml': configMap('a'), ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`out/old-${i}.yaml`, ''])) });
    expect((await cli(['render', 'a.yaml', '--out', 'out', ...OAM])).stderr).toBe('note: "out" contains files that this run did not write: '
      + '"old-0.yaml", "old-1.yaml", "old-2.yaml", "old-3.yaml", "old-4.yaml", and 4 more; delete those that you no longer need\n');
  });
});

describe('--out is refused with 2, and nothing is written, when', () => {
  const here = () => readdirSync('.').sort();

  test.each<[string, string[], string]>([
    ['two files would become one', ['a/x.yaml', 'b/x.yml'], '[cdk8s-oam] usage: \'--out\' would get "x.yaml" from two files, "a/x.yaml" and "b/x.yml"; rename one of them, or name the folder that holds both'],
    ['they differ in their case only', ['a', 'b/X.json'], '[cdk8s-oam] usage: \'--out\' would get "X.yaml" from two files, "a/x.yaml" and "b/X.json"; rename one of them, or name the folder that holds both'],
  ])('%s', async (_, paths, text) => {
    write({ 'a/x.yaml': configMap('a'), 'b/x.yml': configMap('b'), 'b/X.json': '{"apiVersion": "v1", "kind": "X"}' });
    expect(await cli(['render', ...paths, '--out', 'out', ...OAM])).toEqual(refused(2, text));
    expect(here()).toEqual(['a', 'b']);
  });

  test.each<[string, string, string]>([
    ['it is a folder that is read', 'm', 'm'],
    ['it is the folder of a file that is read', 'm/a.yaml', 'm'],
    ['it lies in a folder that is read', '.', 'm/out/deep'],
    ['it holds a folder that is read', 'm', '.'],
    ['a link leads to it', 'm', 'link/../link'],
  ])('%s', async (_, path, out) => {
    write({ 'm/a.yaml': configMap('a') });
    symlinkSync('m', 'link');
    expect(await cli(['render', path, '--out', out, ...OAM])).toEqual(refused(2, `[cdk8s-oam] usage: '--out' must not hold what is read, or be in it: "${path}"; name a folder beside it`));
    expect([here(), filesOf('m')]).toEqual([['link', 'm'], { 'a.yaml': configMap('a') }]);
  });

  test('a file is where the folder must be', async () => {
    write({ 'a.yaml': configMap('a'), 'out': 'mine' });
    expect(await cli(['render', 'a.yaml', '--out', 'out', ...OAM]))
      .toEqual(refused(2, '[cdk8s-oam] output-not-writable: \'out\' is a file, where a folder must be; remove it, or move it'));
    expect(filesOf('.')).toEqual({ 'a.yaml': configMap('a'), 'out': 'mine' });
  });
});

describe('--out overwrites nothing that a link leads to:', () => {
  test('a link in place of a file is replaced, and its target stays', async () => {
    write({ 'm/a.yaml': configMap('new'), 'elsewhere/a.yaml': 'mine', 'out/keep.txt': '' });
    symlinkSync('../elsewhere/a.yaml', 'out/a.yaml');
    expect(await cli(['render', 'm', '--out', 'out', ...OAM])).toEqual(done);
    expect([lstatSync('out/a.yaml').isFile(), filesOf('out'), filesOf('elsewhere')]).toEqual([true, { 'a.yaml': configMap('new'), 'keep.txt': '' }, { 'a.yaml': 'mine' }]);
  });

  test('a link in place of a folder is an error, also where it leads to the sources', async () => {
    write({ 'm/sub/a.yaml': '# a comment\n' + configMap('a'), 'out/keep.txt': '' });
    symlinkSync('../m/sub', 'out/sub');
    expect(await cli(['render', 'm', '--out', 'out', ...OAM]))
      .toEqual(refused(2, '[cdk8s-oam] output-not-writable: \'out/sub\' is a link, where a folder must be: what is written would be somewhere else; remove it, or move it'));
    expect(filesOf('m')).toEqual({ 'sub/a.yaml': '# a comment\n' + configMap('a') });
  });

  test('a file that is read by a link is a source too', async () => {
    write({ 'out/a.yaml': '# a comment\n' + configMap('a'), 'm/b.yaml': configMap('b') });
    symlinkSync('../out/a.yaml', 'm/a.yaml');
    expect(await cli(['render', 'm', '--out', 'out', ...OAM])).toEqual(refused(2, '[cdk8s-oam] usage: \'--out\' must not hold what is read, or be in it: "m/a.yaml"; name a folder beside it'));
    expect(filesOf('out')).toEqual({ 'a.yaml': '# a comment\n' + configMap('a') });
  });
});

test('--out removes what runs have left that were killed', async () => {
  write({ 'm/a.yaml': configMap('a'), 'out/.cdk8s-oam-new/0': 'a', 'out/.cdk8s-oam-lock': JSON.stringify({ host: hostname(), pid: 1, since: '2000-01-01' }) });
  expect(await cli(['render', 'm', '--out', 'out', ...OAM])).toEqual(done);
  expect(filesOf('out')).toEqual({ 'a.yaml': configMap('a') });
});

test('--out notes what belongs to a GitOpsApp', async () => {
  write({ 'm/a.yaml': configMap('a'), 'out/a.yaml': configMap('b'), 'out/.cdk8s-oam-index/a.yaml.own': '' });
  expect((await cli(['render', 'm', '--out', 'out', ...OAM])).stderr)
    .toBe('note: "a.yaml" was written by the GitOpsApp with the index ".cdk8s-oam-index", and is overwritten; name another folder if that app still writes it\n');
});

test('--out takes names as long as file systems do, and no device of Windows', async () => {
  const name = 'x'.repeat(246);
  write({ [`m/${name}.yaml`]: configMap('a') });
  expect(await cli(['render', 'm', '--out', 'out', ...OAM])).toEqual(done);
  expect(filesOf('out')).toEqual({ [`${name}.yaml`]: configMap('a') });
  write({ 'm/sub/aux.json': '{"apiVersion": "v1", "kind": "X"}' });
  expect(await cli(['render', 'm', '--out', 'other', ...OAM]))
    .toEqual(refused(2, '[cdk8s-oam] unsafe-path: \'sub/aux.yaml\' must have names that every file system accepts, got "aux.yaml"; '
      + 'use 1 to 251 bytes, no invisible character, none of \\ : * ? " < > |, no space or dot at the end, and no device such as "con"'));
  expect(readdirSync('.').sort()).toEqual(['m', 'out']);
});

test('--out is not touched where the manifests have errors', async () => {
  write({ 'm/app.yaml': APPLICATION.replace('false', '1'), 'm/good.yaml': configMap('a'), 'out/good.yaml': 'before' });
  expect((await cli(['render', 'm', '--out', 'out', ...KUBERNETES])).code).toBe(1);
  expect((await cli(['render', 'm', 'nowhere', '--out', 'out', ...OAM])).code).toBe(2);
  expect((await cli(['render', 'm', 'nowhere', '--out', 'new', ...OAM])).code).toBe(2);
  expect(filesOf('out')).toEqual({ 'good.yaml': 'before' });
  expect(readdirSync('.').sort()).toEqual(['m', 'out']);
});
