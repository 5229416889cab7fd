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

const CHECK = 'check its permissions and the space on the disk; ';

test('fails when the output folder is read-only: nothing is written', () => {
  expect(locked('out', () => tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' }))).toBe(
    `[GitOpsApp] output-not-writable: 'DIR/out/.cdk8s-oam-lock' cannot be written: EACCES: permission denied; ${CHECK}nothing has changed`);
  expect(contents(place.out)).toEqual({});
});

test('a read-only output that is up to date is left alone', () => {
  expect(tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' })).toBeUndefined();
  expect(locked('out', () => locked('out/sub', () => tried({ 'a.yaml': 'a', 'sub/b.yaml': 'b' })))).toBeUndefined();
});

test('fails when a folder in the output is read-only: nothing is lost, and the next run does the rest', () => {
  const old = { 'a.yaml': 'a', 'one/x.yaml': 'x', 'two/y.yaml': 'y' };
  tried(old);
  const next = { 'a.yaml': 'new', 'one/x.yaml': 'new' };
  expect(locked('out/one', () => tried(next))).toBe('[GitOpsApp] output-not-writable: \'DIR/out/one/x.yaml\' cannot be written: EACCES: permission denied; '
    + `${CHECK}every file is whole, old or new, and the next run does the rest`);
  expect(contents(place.out)).toEqual({ ...exactly(old), 'a.yaml': 'new' });
  expect(locked('out/two', () => tried(next))).toContain('\'DIR/out/two/y.yaml\' cannot be written');
  expect(contents(place.out)).toEqual(exactly({ ...next, 'two/y.yaml': 'y' }));
  expect(tried(next)).toBeUndefined();
  expect(contents(place.out)).toEqual(exactly(next));
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
  expect(contents(place.out)).toEqual({ 'a.yaml': 'new', 'b.yaml': 'b', ...indexOf(['a.yaml', 'b.yaml']) });
});
