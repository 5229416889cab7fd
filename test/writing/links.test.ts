import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { contents } from './contents';
import { exactly, INDEX, indexOf, NOTHING, Place } from './support';

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
