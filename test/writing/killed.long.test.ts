import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { Children } from './children';
import { contents } from './moments';
import { exactly, Files, INDEX, Place, write } from './support';
import { PATIENCE } from '../properties/runs';

const place = new Place();
const children = new Children();

const same = 'same'.repeat(100);
const OLD = { 'a.yaml': 'old a', 'b.yaml': 'old b', 'same.yaml': same, 'stale/deep/x.yaml': 'stale x', 'stale/y.yaml': 'stale y', 'shared/z.yaml': 'stale z' };
const NEW = { 'a.yaml': 'new a, which is longer', 'b.yaml': 'new b', 'same.yaml': same, 'new/deep/n.yaml': 'new n', 'new.yaml': 'new' };
const OTHER = { 'a.yaml': 'other a', 'stale/y.yaml': 'stale y', 'new/deep/n.yaml': 'other n' };
/** A part of it, for what takes many runs. */
const FEW = { 'a.yaml': NEW['a.yaml'], 'new/deep/n.yaml': NEW['new/deep/n.yaml'] };
const MINE = { 'mine.txt': 'mine', 'shared': null, 'shared/mine.yaml': 'mine' };

/** What may be in a file while the one is replaced by the other. */
const TEXTS = new Set([...Object.entries(OLD), ...Object.entries(NEW), ...Object.entries(MINE)].map(([path, text]) => `${path} ${text}`));
const OWN = /(^|\/)\.cdk8s-oam-[^/]*$/;

function prepare(out: string): void {
  write(out, OLD);
  writeFileSync(`${out}/mine.txt`, 'mine');
  writeFileSync(`${out}/shared/mine.yaml`, 'mine');
}

/** Kills a run at the moment of this number; says whether it has come so far. */
function kill(out: string, files: Files, killAt: number): boolean {
  const { signal, status, stderr } = children.run([{ folder: out, files, index: INDEX, killAt }]);
  expect({ signal, status, stderr }).toEqual({ signal: signal && 'SIGKILL', status: signal ? null : 0, stderr: '' });
  return signal !== null;
}

/** Every file is whole, and none that is still rendered, or somebody else's, is missing. */
function expectWhole(out: string, files: Files): void {
  const now = contents(out);
  const found = Object.entries(now).filter(([path, text]) => text !== null && !OWN.test(path));
  expect(found.filter(([path, text]) => !TEXTS.has(`${path} ${text}`))).toEqual([]);
  expect(Object.keys(now)).toEqual(expect.arrayContaining([...Object.keys(OLD).filter(path => path in files), ...Object.keys(MINE)]));
  // nothing of ours that kubectl would take for a manifest
  expect(Object.keys(now).filter(path => OWN.test(path) && /\.(ya?ml|json)$/.test(path))).toEqual([]);
}

/** The next run comes to the state of one that nothing has disturbed, whatever it renders. */
function expectFinishedBy(out: string, files: Files, mine: Record<string, string | null>): void {
  const copy = place.at('copy');
  cpSync(out, copy, { recursive: true });
  write(copy, files);
  expect(contents(copy)).toEqual({ ...exactly(files), ...mine });
  expect(write(copy, files)).toMatchObject({ written: [], removed: [], kept: [] });
  rmSync(copy, { recursive: true });
}

test('a run that is killed at any moment leaves files whole, and the next one does the rest', () => {
  let moment = 1;
  for (; ; moment++) {
    const out = place.at(`${moment}`);
    prepare(out);
    if (!kill(out, NEW, moment)) break;
    expectWhole(out, NEW);
    for (const files of [NEW, OLD, OTHER, {}]) expectFinishedBy(out, files, MINE);
  }
  expect(moment).toBeGreaterThan(30);
  expect(contents(place.at(`${moment}`))).toEqual({ ...exactly(NEW), ...MINE });
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
    prepare(out);
    const [before, more] = [contents(out), MORE as Files];
    const { signal, stderr } = children.run([{ folder: out, files: MORE, killAt: moment }]);
    expect(stderr).toBe('');
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
  prepare(place.out);
  let moment = 1;
  for (; kill(place.out, FEW, moment); moment++) expectWhole(place.out, FEW);
  expect(moment).toBeGreaterThan(10);
  expect(contents(place.out)).toEqual({ ...exactly(FEW), ...MINE });
}, PATIENCE);
