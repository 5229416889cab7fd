import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { Children } from './children';
import { contents } from './moments';
import { exactly, Files, INDEX, indexOf, Place } from './support';

const place = new Place();
const children = new Children();

/** Another user than the one who may do everything: `nobody`, or ourselves. */
const uid = process.getuid?.() === 0 ? 65534 : undefined;

/** Makes it the other user's. */
function own(...paths: string[]): void {
  if (uid !== undefined) for (const path of paths) chownSync(place.at(path), uid, uid);
}

beforeEach(() => {
  chmodSync(place.folder, 0o755);
  mkdirSync(place.out);
  own('out');
});

/** The message of the error, if there is one. */
function tried(files: Files): string | undefined {
  const [{ error, contents: seen }] = children.outcomes([{ folder: place.out, files, index: INDEX }], { uid });
  // what the other user sees is what there is
  expect(seen).toEqual(contents(place.out));
  return error?.replaceAll(place.folder, 'DIR');
}

/** Runs with a folder that is not to be written to. */
function locked<T>(path: string, run: () => T): T {
  chmodSync(place.at(path), 0o555);
  try {
    return run();
  } finally {
    chmodSync(place.at(path), 0o755);
  }
}

const denied = (path: string) => `output-not-writable: 'DIR/${path}' cannot be written into: EACCES: permission denied; check its permissions, or name another folder`;

test('fails when the output folder is read-only: nothing is written', () => {
  expect(locked('out', () => tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' }))).toBe(`[GitOpsApp] ${denied('out')}`);
  expect(contents(place.out)).toEqual({});
});

test('a read-only output that is up to date is left alone', () => {
  expect(tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' })).toBeUndefined();
  expect(locked('out', () => locked('out/sub', () => tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' })))).toBeUndefined();
});

test('fails when folders in the output are read-only: all of them are told, before anything is written', () => {
  const old = { 'a.yaml': 'a', 'one/x.yaml': 'x', 'two/y.yaml': 'y', 'three/z.yaml': 'z', 'four/w.yaml': 'w' };
  tried(old);
  // one is to be written into, one gets a folder, one loses a file, and one stays as it is
  const { 'three/z.yaml': _, ...rest } = old;
  const all = ['out/one', 'out/two', 'out/three', 'out/four'];
  const run = () => tried({ ...rest, 'a.yaml': 'new', 'one/x.yaml': 'new', 'two/sub/new.yaml': 'new' });
  const message = all.reduce<() => string | undefined>((inner, path) => () => locked(path, inner), run)();
  expect(message).toBe(['[GitOpsApp] 3 findings:', denied('out/one'), denied('out/two'), denied('out/three')].join('\n  '));
  expect(contents(place.out)).toEqual(exactly(old));
});

test('fails when the output folder cannot be made', () => {
  mkdirSync(place.at('locked'), { mode: 0o555 });
  own('locked');
  const [{ error }] = children.outcomes([{ folder: place.at('locked/new/out'), files: { 'a.yaml': 'a' }, index: INDEX }], { uid });
  expect(error?.replaceAll(place.folder, 'DIR'))
    .toBe('[GitOpsApp] output-not-writable: \'DIR/locked/new\' cannot be written: EACCES: permission denied; check its permissions and the space on the disk; nothing has changed');
  expect(contents(place.at('locked'))).toEqual({});
});

test('fails when a folder cannot be looked into', () => {
  tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' });
  chmodSync(place.at('out/sub'), 0o000);
  const [{ error }] = children.outcomes([{ folder: place.out, files: { 'sub/b.yaml': 'new' }, index: INDEX }], { uid });
  chmodSync(place.at('out/sub'), 0o755);
  expect(error?.replaceAll(place.folder, 'DIR'))
    .toBe('[GitOpsApp] output-not-writable: \'DIR/out/sub/b.yaml\' cannot be read: EACCES: permission denied; check its permissions; nothing has changed');
  expect(contents(place.out)).toEqual(exactly({ 'a.yaml': 'a', 'sub/b.yaml': 'b' }));
});

test('what cannot be read is replaced when it is rendered, and kept when it is not', () => {
  tried({ 'a.yaml': 'a', 'b.yaml': 'b' });
  chmodSync(place.at('out/a.yaml'), 0o000);
  chmodSync(place.at('out/b.yaml'), 0o000);
  const [{ error }] = children.outcomes([{ folder: place.out, files: { 'a.yaml': 'new' }, index: INDEX }], { uid });
  for (const path of ['out/a.yaml', 'out/b.yaml']) chmodSync(place.at(path), 0o644);
  expect(error).toBeUndefined();
  expect(contents(place.out)).toEqual({ 'a.yaml': 'new', 'b.yaml': 'b', [INDEX]: indexOf({ 'a.yaml': 'new', 'b.yaml': 'b' }) });
});
