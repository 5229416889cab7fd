import { appendFileSync, chmodSync, cpSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { contents } from './moments';
import { exactly, INDEX, indexOf, MINE, NOTHING, Place, write } from './support';

const place = new Place();
const FIRST = { 'a.yaml': 'a: 1\n', 'sub/b.yaml': 'é\u2028\n', 'sub/deep/c.yaml': '' };

test('files are written into a folder that is made, and into folders below it', () => {
  const out = place.at('new/deep');
  expect(write(out, FIRST)).toEqual({ ...NOTHING, written: Object.keys(FIRST) });
  expect(contents(out)).toEqual(exactly(FIRST));
});

test('the index is the same whatever the order of the files', () => {
  place.write(FIRST);
  write(place.at('other'), Object.fromEntries(Object.entries(FIRST).reverse()));
  expect(contents(place.at('other'))).toEqual(contents(place.out));
});

test('a relative folder is one, and the present folder too', () => {
  write(relative(process.cwd(), place.out), FIRST);
  const before = process.cwd();
  process.chdir(place.out);
  try {
    expect(write('.', { 'a.yaml': 'new' })).toEqual({ ...NOTHING, written: ['a.yaml'], removed: ['sub/b.yaml', 'sub/deep/c.yaml'] });
  } finally {
    process.chdir(before);
  }
  expect(contents(place.out)).toEqual(exactly({ 'a.yaml': 'new' }));
});

test('a file that is the same is not touched, nor is the index', () => {
  place.write(FIRST);
  const paths = ['', INDEX, `${INDEX}/a.yaml.own`, ...Object.keys(FIRST), 'sub', 'sub/deep'].map(path => `${place.out}/${path}`);
  for (const path of paths) utimesSync(path, 1_000_000, 1_000_000);
  const states = () => paths.map(path => statSync(path)).map(({ ino, mtimeMs, ctimeMs }) => ({ ino, mtimeMs, ctimeMs }));
  const before = states();
  expect(place.write(FIRST)).toEqual({ ...NOTHING, unchanged: Object.keys(FIRST) });
  expect(states()).toEqual(before);
});

test('one file that differs is replaced by another file, and all others stay as they are', () => {
  place.write(FIRST);
  const inode = (path: string) => statSync(`${place.out}/${path}`).ino;
  const [a, b] = [inode('a.yaml'), inode('sub/b.yaml')];
  // of one size
  expect(place.write({ ...FIRST, 'a.yaml': 'a: 2\n' })).toEqual({ ...NOTHING, written: ['a.yaml'], unchanged: ['sub/b.yaml', 'sub/deep/c.yaml'] });
  expect([inode('a.yaml') === a, inode('sub/b.yaml') === b]).toEqual([false, true]);
  expect(contents(place.out)).toEqual(exactly({ ...FIRST, 'a.yaml': 'a: 2\n' }));
});

test('what somebody has changed is rendered again', () => {
  place.write(FIRST);
  appendFileSync(`${place.out}/a.yaml`, 'b: 2\n');
  rmSync(`${place.out}/sub/b.yaml`);
  expect(place.write(FIRST)).toMatchObject({ written: ['a.yaml', 'sub/b.yaml'], unchanged: ['sub/deep/c.yaml'] });
  expect(contents(place.out)).toEqual(exactly(FIRST));
});

test('permissions stay as they are', () => {
  place.write(FIRST);
  chmodSync(`${place.out}/a.yaml`, 0o754);
  place.write({ ...FIRST, 'a.yaml': 'new', 'new.yaml': 'new' });
  writeFileSync(place.at('usual'), '');
  expect(['out/a.yaml', 'out/new.yaml', `out/${INDEX}/new.yaml.own`].map(path => statSync(place.at(path)).mode)).toEqual([0o100754, ...Array(2).fill(statSync(place.at('usual')).mode)]);
});

test('what is rendered no more is removed, with the folders that have held nothing else', () => {
  place.write({ ...FIRST, 'one/two/x.yaml': 'x', 'one/other/y.yaml': 'y' });
  writeFileSync(`${place.out}/one/README.md`, 'mine');
  expect(place.write({ 'new.yaml': 'new' })).toEqual({
    ...NOTHING, written: ['new.yaml'], removed: ['a.yaml', 'one/other/y.yaml', 'one/two/x.yaml', 'sub/b.yaml', 'sub/deep/c.yaml'], replacesAll: true,
  });
  expect(contents(place.out)).toEqual({ ...exactly({ 'new.yaml': 'new' }), 'one': null, 'one/README.md': 'mine' });
});

test('when nothing is rendered any more, the folder itself stays', () => {
  place.write(FIRST);
  expect(place.write({}).removed).toEqual(Object.keys(FIRST));
  expect(contents(place.out)).toEqual({});
});

test('a folder for no file at all is made', () => {
  place.write({});
  expect(contents(place.folder)).toEqual({ out: null });
});

test('what no run has written stays, whatever it is called', () => {
  mkdirSync(`${place.out}/sub`, { recursive: true });
  for (const path of ['old.k8s.yaml', 'sub/mine.yaml', '.gitkeep']) writeFileSync(`${place.out}/${path}`, 'mine');
  place.write(FIRST);
  place.write({ 'a.yaml': 'a' });
  expect(contents(place.out)).toEqual({ ...exactly({ 'a.yaml': 'a' }), 'old.k8s.yaml': 'mine', 'sub': null, 'sub/mine.yaml': 'mine', '.gitkeep': 'mine' });
});

test('what is there and as it is rendered belongs to the app from then on', () => {
  mkdirSync(place.out);
  writeFileSync(`${place.out}/a.yaml`, 'a');
  expect(place.write({ 'a.yaml': 'a' })).toMatchObject({ written: [], unchanged: ['a.yaml'] });
  expect(contents(place.out)).toEqual(exactly({ 'a.yaml': 'a' }));
  expect(place.write({}).removed).toEqual(['a.yaml']);
});

test('what is rendered no more and was edited by hand is kept, and told each time', () => {
  place.write(FIRST);
  appendFileSync(`${place.out}/a.yaml`, MINE);
  const { 'a.yaml': _, ...rest } = FIRST;
  for (const _again of [1, 2]) expect(place.write(rest)).toMatchObject({ removed: [], kept: ['a.yaml'] });
  expect(contents(place.out)).toEqual({ ...exactly(rest), ...indexOf(Object.keys(FIRST)), 'a.yaml': `a: 1\n${MINE}` });
  writeFileSync(`${place.out}/a.yaml`, FIRST['a.yaml']);
  expect(place.write(rest)).toMatchObject({ removed: ['a.yaml'], kept: [] });
  expect(contents(place.out)).toEqual(exactly(rest));
});

test('what is rendered no more and was taken out of the index by hand stays', () => {
  place.write(FIRST);
  rmSync(`${place.out}/${INDEX}/a.yaml.own`);
  const { 'a.yaml': mine, ...rest } = FIRST;
  expect(place.write(rest)).toMatchObject({ removed: [], kept: [] });
  expect(contents(place.out)).toEqual({ ...exactly(rest), 'a.yaml': mine });
});

test('a change of the line breaks, as Git makes it for Windows, is none by hand', () => {
  place.write({ 'a.yaml': 'a: é\nb: 1\n' });
  writeFileSync(`${place.out}/a.yaml`, 'a: é\r\nb: 1\r\n');
  expect(place.write({})).toMatchObject({ removed: ['a.yaml'], kept: [] });
});

test('what is rendered no more and is gone already is not spoken of', () => {
  place.write(FIRST);
  rmSync(`${place.out}/sub/b.yaml`);
  rmSync(`${place.out}/a.yaml`);
  mkdirSync(`${place.out}/a.yaml`);
  expect(place.write({})).toEqual({ ...NOTHING, removed: ['sub/deep/c.yaml'], replacesAll: true });
  expect(contents(place.out)).toEqual({ 'a.yaml': null });
});

test('several apps write into one folder, and none removes what is another\'s', () => {
  const [one, two] = [`${INDEX}.one`, `${INDEX}.two`];
  place.write({ 'a.yaml': 'a', 'moved.yaml': 'm' }, one);
  place.write({ 'b.yaml': 'b', 'moved.yaml': 'm' }, two);
  expect(place.write({ 'a.yaml': 'a' }, one)).toEqual({ ...NOTHING, unchanged: ['a.yaml'], left: new Map([['moved.yaml', two]]) });
  expect(contents(place.out)).toEqual({ 'a.yaml': 'a', 'b.yaml': 'b', 'moved.yaml': 'm', ...indexOf(['a.yaml'], one), ...indexOf(['b.yaml', 'moved.yaml'], two) });
  expect(place.write({}, two).removed).toEqual(['b.yaml', 'moved.yaml']);
});

test('a file that another app has written with another text is overwritten, and told', () => {
  const [one, two] = [`${INDEX}.one`, `${INDEX}.two`];
  place.write({ 'a.yaml': '1', 'b.yaml': 'b', 'c.yaml': 'c' }, one);
  expect(place.write({ 'a.yaml': '2', 'b.yaml': 'b' }, two)).toEqual({ ...NOTHING, written: ['a.yaml'], unchanged: ['b.yaml'], contested: new Map([['a.yaml', one]]) });
  expect(place.write({ 'a.yaml': '2', 'b.yaml': 'b' }, two)).toEqual({ ...NOTHING, unchanged: ['a.yaml', 'b.yaml'] });
  // what has moved to the other app is its own from now on
  expect(place.write({ 'b.yaml': 'b' }, one)).toEqual({ ...NOTHING, unchanged: ['b.yaml'], removed: ['c.yaml'], left: new Map([['a.yaml', two]]) });
  expect(place.write({ 'a.yaml': '3', 'b.yaml': 'b' }, two)).toEqual({ ...NOTHING, written: ['a.yaml'], unchanged: ['b.yaml'] });
});

test('a file that another app lists too is its file, when it is rendered no more', () => {
  const [one, two] = [`${INDEX}.one`, `${INDEX}.two`];
  place.write({ 'a.yaml': '1' }, one);
  place.write({ 'a.yaml': '2' }, two);
  expect(place.write({ 'a.yaml': '1' }, one)).toMatchObject({ written: ['a.yaml'], contested: new Map() });
  expect(place.write({}, one)).toMatchObject({ removed: [], left: new Map([['a.yaml', two]]) });
  expect(place.write({}, two)).toMatchObject({ removed: ['a.yaml'], left: new Map() });
});

test('an index with a name that no app can have is none', () => {
  place.write({ 'a.yaml': 'a', 'b.yaml': 'b', 'c.yaml': 'c' });
  for (const copy of ['BASE', 'shop_1', 'shop.orig']) cpSync(`${place.out}/${INDEX}`, `${place.out}/${INDEX}.${copy}`, { recursive: true });
  expect(place.write({ 'a.yaml': 'new', 'b.yaml': 'b' })).toEqual({ ...NOTHING, written: ['a.yaml'], unchanged: ['b.yaml'], removed: ['c.yaml'] });
});

test('fails when such a file is taken: nothing is written', () => {
  place.write({ 'a.yaml': '1', 'b.yaml': 'b', 'sub/c.yaml': 'c' }, `${INDEX}.one`);
  const remedy = 'give the chart or the object another id, or each app its own `outdir`';
  expect(place.refused({ 'a.yaml': '2', 'b.yaml': 'b', 'sub/c.yaml': '3', 'd.yaml': 'd' }, `${INDEX}.two`, ['a.yaml', 'b.yaml', 'sub/c.yaml'])).toBe(['[GitOpsApp] 2 findings:',
    `duplicate-file: 'a.yaml' is written by another GitOpsApp of this program too, with another content: one of them would be lost; ${remedy}`,
    `duplicate-file: 'sub/c.yaml' is written by another GitOpsApp of this program too, with another content: one of them would be lost; ${remedy}`].join('\n  '));
});

test('an index that somebody has forged removes nothing outside the folder', () => {
  mkdirSync(place.at('mine'));
  for (const path of ['mine/mine', 'mine.own']) writeFileSync(place.at(path), 'mine');
  place.write({ 'a.yaml': 'a' });
  // links in the index are not followed, and what is the library's own is no file of an app
  symlinkSync('../../mine', `${place.out}/${INDEX}/mine`);
  symlinkSync('../../mine.own', `${place.out}/${INDEX}/b.yaml.own`);
  mkdirSync(`${place.out}/${INDEX}/${INDEX}.other`, { recursive: true });
  writeFileSync(`${place.out}/${INDEX}/${INDEX}.other/x.own.own`, '');
  mkdirSync(`${place.out}/${INDEX}.other`);
  for (const path of ['b.yaml', `${INDEX}.other/x.own`]) writeFileSync(`${place.out}/${path}`, 'mine');
  expect(place.write({})).toMatchObject({ removed: ['a.yaml'], kept: [] });
  expect(contents(place.folder)).toMatchObject({ 'mine/mine': 'mine', 'mine.own': 'mine', 'out/b.yaml': 'mine', [`out/${INDEX}.other/x.own`]: 'mine' });
});

test('without its index, the app removes nothing', () => {
  place.write(FIRST);
  rmSync(`${place.out}/${INDEX}`, { recursive: true });
  expect(place.write({ 'a.yaml': 'a: 1\n' })).toEqual({ ...NOTHING, unchanged: ['a.yaml'] });
  expect(existsSync(`${place.out}/sub/b.yaml`)).toBe(true);
});

test('a text of many megabytes is written to its end, and is known again', () => {
  const text = 'é'.repeat(5_000_000);
  place.write({ 'a.yaml': text });
  expect(readFileSync(`${place.out}/a.yaml`, 'utf8') === text).toBe(true);
  expect(place.write({ 'a.yaml': text }).unchanged).toEqual(['a.yaml']);
});

test('the output folder may be a link', () => {
  mkdirSync(place.at('real'));
  symlinkSync('real', place.out);
  place.write(FIRST);
  place.write({ 'a.yaml': 'a' });
  expect(contents(place.at('real'))).toEqual(exactly({ 'a.yaml': 'a' }));
});

test('where two names are one file, it is not removed by its old name', () => {
  // as on a file system that does not tell case apart: both names lead to one file
  place.write({ 'A.yaml': 'a' });
  linkSync(`${place.out}/A.yaml`, `${place.out}/a.yaml`);
  const rename = jest.spyOn(jest.requireActual<typeof import('node:fs')>('node:fs'), 'renameSync');
  try {
    expect(place.write({ 'a.yaml': 'a' })).toMatchObject({ unchanged: ['a.yaml'], removed: ['A.yaml'] });
    expect(rename.mock.calls).toContainEqual([`${place.out}/A.yaml`, `${place.out}/a.yaml`]);
  } finally {
    rename.mockRestore();
  }
  // for this file system they are two names still, and renaming one to the other does nothing
  expect(contents(place.out)).toEqual({ ...exactly({ 'a.yaml': 'a' }), 'A.yaml': 'a' });
});

test('a file becomes a folder, and a folder a file', () => {
  place.write({ 'a': 'a', 'b/c': 'c' });
  place.write({});
  place.write({ 'a/c': 'c', 'b': 'b' });
  expect(contents(place.out)).toEqual(exactly({ 'a/c': 'c', 'b': 'b' }));
});
