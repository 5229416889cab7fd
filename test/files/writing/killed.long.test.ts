import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Children } from './children';
import { contents } from './moments';
import { ENVIRONMENTS, exactly, Files, filesOf, INDEX, leftBy, Place, write } from './support';
import { PATIENCE } from '../../properties/runs';

const place = new Place();
const children = new Children();

const same = 'same'.repeat(100);
const OLD = { 'a.yaml': 'old a', 'b.yaml': 'old b', 'same.yaml': same, 'stale/deep/x.yaml': 'stale x', 'stale/y.yaml': 'stale y', 'shared/z.yaml': 'stale z' };
const NEW = { 'a.yaml': 'new a, which is longer', 'b.yaml': 'new b', 'same.yaml': same, 'new/deep/n.yaml': 'new n', 'new.yaml': 'new' };
const OTHER = { 'a.yaml': 'other a', 'stale/y.yaml': 'stale y', 'new/deep/n.yaml': 'other n' };
/** A part of it, for what takes many runs. */
const FEW = { 'a.yaml': NEW['a.yaml'], 'new/deep/n.yaml': NEW['new/deep/n.yaml'] };
const MINE = { 'mine.txt': 'mine', 'shared': null, 'shared/mine.yaml': 'mine' };

/** What was written before, what is written now, and what a later run may render. */
interface Change {
  readonly old: Files;
  readonly next: Files;
  readonly other: Files;
  /** The one environment that is written now. @default - all */
  readonly only?: string;
}

const CHANGES: Readonly<Record<string, Change>> = {
  'an app': { old: OLD, next: NEW, other: OTHER },
  'environments': { ...ENVIRONMENTS, other: filesOf('recovery', ENVIRONMENTS.old) },
  'environments, of which one is written': {
    old: ENVIRONMENTS.old, next: filesOf('staging', ENVIRONMENTS.next), other: filesOf('recovery', ENVIRONMENTS.old), only: 'staging',
  },
};
const APP = CHANGES['an app'];

const OWN = /^\.cdk8s-oam-/;

function prepare(out: string, { old }: Change): void {
  write(out, old);
  mkdirSync(`${out}/shared`, { recursive: true });
  writeFileSync(`${out}/mine.txt`, 'mine');
  writeFileSync(`${out}/shared/mine.yaml`, 'mine');
}

/** What there is in the end: also what a run of one environment leaves. */
function settled({ old, next, only }: Change): Files {
  const left = leftBy(only);
  return { ...Object.fromEntries(Object.entries(old).filter(([path]) => left(path))), ...next };
}

/** Kills a run at the moment of this number; says whether it has come so far. */
function kill(out: string, files: Files, killAt: number, only?: string): boolean {
  const { signal, status, stderr } = children.run([{ folder: out, files, index: INDEX, killAt, only }]);
  expect({ signal, status, stderr }).toEqual({ signal: signal && 'SIGKILL', status: signal ? null : 0, stderr: '' });
  removeTornLock(out);
  return signal !== null;
}

/** The lock of a run that was killed while it wrote its lock does not name the run; the user has to delete it, as `lock.test.ts` shows. */
function removeTornLock(out: string): void {
  for (const lock of ['lock', 'lock-next'].map(name => `${out}/.cdk8s-oam-${name}`)) {
    if (existsSync(lock) && !readFileSync(lock, 'utf8').endsWith('\n')) rmSync(lock);
  }
}

/** Every file is whole, and none that is still rendered, or somebody else's, is missing. */
function expectWhole(out: string, change: Change): void {
  const now = contents(out);
  const texts = new Set([change.old, change.next, MINE].flatMap(files => Object.entries(files)).map(([path, text]) => `${path} ${text}`));
  const found = Object.entries(now).filter(([path, text]) => text !== null && !OWN.test(path));
  expect(found.filter(([path, text]) => !texts.has(`${path} ${text}`))).toEqual([]);
  const lasting = Object.keys(change.old).filter(path => path in settled(change));
  expect(Object.keys(now)).toEqual(expect.arrayContaining([...lasting, ...Object.keys(MINE)]));
  // nothing of ours that kubectl would take for a manifest
  expect(Object.keys(now).filter(path => OWN.test(path) && /\.(ya?ml|json)$/.test(path))).toEqual([]);
}

/** Leaves out folders of the index that hold no file: a run that was killed just after it made one leaves it there, and Git ignores it. */
function withoutEmptyIndex(all: Record<string, string | null>): Record<string, string | null> {
  const isEmpty = (path: string) => path.startsWith(INDEX) && all[path] === null && !Object.keys(all).some(each => each.startsWith(`${path}/`) && all[each] !== null);
  return Object.fromEntries(Object.entries(all).filter(([path]) => !isEmpty(path)));
}

/** The next run comes to the state of one that nothing has disturbed, whatever it renders. */
function expectFinishedBy(
  out: string, files: Files, mine: Record<string, string | null>, { all = files, only }: { all?: Files; only?: string } = {},
): void {
  const copy = place.at('copy');
  cpSync(out, copy, { recursive: true });
  write(copy, files, INDEX, [], only);
  expect(withoutEmptyIndex(contents(copy))).toEqual({ ...exactly(all), ...mine });
  expect(write(copy, files, INDEX, [], only)).toMatchObject({ written: [], removed: [], kept: [] });
  rmSync(copy, { recursive: true });
}

test.each(Object.entries(CHANGES))('a run of %s that is killed at any moment leaves files whole, and the next one does the rest', (_, change) => {
  const { old, next, other, only } = change;
  let moment = 1;
  for (; ; moment++) {
    const out = place.at(`${moment}`);
    prepare(out, change);
    if (!kill(out, next, moment, only)) break;
    expectWhole(out, change);
    expectFinishedBy(out, next, MINE, { all: settled(change), only });
    for (const files of [old, other, {}]) expectFinishedBy(out, files, MINE);
  }
  expect(moment).toBeGreaterThan(20);
  expect(contents(place.at(`${moment}`))).toEqual({ ...exactly(settled(change)), ...MINE });
}, PATIENCE);

test('the first run of all can be killed at any moment too', () => {
  let moment = 1;
  for (; kill(place.out, FEW, moment); moment++) {
    if (existsSync(place.out)) for (const files of [FEW, OTHER, {}]) expectFinishedBy(place.out, files, {});
    rmSync(place.out, { recursive: true, force: true });
  }
  expect(moment).toBeGreaterThan(15);
  expect(contents(place.out)).toEqual(exactly(FEW));
}, PATIENCE);

test('a run without an index can be killed at any moment too: the next one leaves nothing of it', () => {
  const MORE = { ...FEW, 'shared/mine.yaml': 'mine too' };
  let moment = 1;
  for (; ; moment++) {
    const out = place.at(`${moment}`);
    prepare(out, APP);
    const [before, more] = [contents(out), MORE as Files];
    const { signal, stderr } = children.run([{ folder: out, files: MORE, killAt: moment }]);
    expect(stderr).toBe('');
    removeTornLock(out);
    const now = contents(out);
    const files = Object.entries(now).filter(([path, text]) => text !== null && !OWN.test(path));
    expect(files.filter(([path, text]) => ![before[path], more[path]].includes(text))).toEqual([]);
    expect(Object.keys(now)).toEqual(expect.arrayContaining(Object.keys(before)));
    expect(children.run([{ folder: out, files: MORE }]).signal).toBeNull();
    expect(contents(out)).toEqual({ ...before, ...MORE, 'new': null, 'new/deep': null });
    if (signal === null) break;
  }
  expect(moment).toBeGreaterThan(8);
}, PATIENCE);

test('runs of which each is killed a little later come to the end together', () => {
  prepare(place.out, APP);
  let moment = 1;
  for (; kill(place.out, FEW, moment); moment++) expectWhole(place.out, { ...APP, next: FEW });
  expect(moment).toBeGreaterThan(10);
  expect(contents(place.out)).toEqual({ ...exactly(FEW), ...MINE });
}, PATIENCE);
