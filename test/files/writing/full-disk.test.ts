import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Children } from './children';
import { Moment, atEachMoment, contents, systemError } from './moments';
import { ENVIRONMENTS, exactly, Files, INDEX, Place, write } from './support';

const place = new Place();
const children = new Children();

const OLD = { 'a.yaml': 'old a', 'b.yaml': 'old b', 'stale/x.yaml': 'stale x' };
const NEW = { 'a.yaml': 'new a', 'b.yaml': 'new b', 'new/deep/n.yaml': 'new n' };
const BIG = { 'a.yaml': 'new a', 'big.yaml': 'big\n'.repeat(100_000), 'c.yaml': 'c' };
const CONSEQUENCE = /^\[GitOpsApp\] output-not-writable: '.*' cannot be (?:read|written): E[A-Z]+: [^;]*; .*(nothing has changed|the next run does the rest)$/;

/** What was written before, and what is written now. */
interface Change {
  readonly old: Files;
  readonly next: Files;
}

const CHANGES: Readonly<Record<string, Change>> = { 'an app': { old: OLD, next: NEW }, 'environments': ENVIRONMENTS };

/** What the disk does. */
interface Disk {
  readonly code: string;
  readonly hits: (moment: Moment) => boolean;
  /** Whether it goes on with it. */
  readonly forever: boolean;
  /** Whether it does so when something is looked up too. */
  readonly all: boolean;
}

const takesSpace = ({ call }: Moment) => ['mkdirSync', 'half of writeFileSync', 'renameSync'].includes(call);

const DISKS: readonly (readonly [string, Disk])[] = [
  ['is full for a moment', { code: 'ENOSPC', hits: takesSpace, forever: false, all: false }],
  ['is full', { code: 'ENOSPC', hits: takesSpace, forever: true, all: false }],
  // a lock that cannot be removed is there until this process has ended
  ['fails once', { code: 'EIO', hits: ({ call, path }) => !(call === 'unlinkSync' && path.endsWith('lock')), forever: false, all: true }],
];

/** Fails from the moment of this number on. Gives the message of the error, if there is one, or `undefined` when the run does not come so far. */
function failed(moment: number, next: Files, { code, hits, forever, all }: Disk): string | undefined {
  let moments = 0;
  try {
    atEachMoment(each => {
      if (!hits(each)) return;
      moments++;
      if (moments === moment || (forever && moments > moment)) throw systemError(code, 'told by a test', each);
    }, () => write(place.out, next), all);
    return moments < moment ? undefined : 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The files and folders that are not ours only for a while. */
function manifests(): Record<string, string | null> {
  return Object.fromEntries(Object.entries(contents(place.out)).filter(([path]) => !path.startsWith('.cdk8s-oam-')));
}

const CASES = DISKS.flatMap(([title, disk]) => Object.entries(CHANGES).map(([what, change]) => [title, what, disk, change] as const));

test.each(CASES)('fails when the disk %s, at any moment of writing %s: every file is whole, and the next run does the rest', (_, _what, disk, { old, next }) => {
  const whole = new Set([old, next].flatMap(files => Object.entries(files)).map(([path, text]) => `${path} ${text}`));
  const lasting = Object.keys(old).filter(path => path in next);
  const told: (string | undefined)[] = [];
  let moment = 1;
  for (; ; moment++) {
    write(place.out, old);
    const before = contents(place.out);
    const message = failed(moment, next, disk);
    if (message === undefined) break;
    const consequence = message === 'none' ? message : CONSEQUENCE.exec(message)?.[1] ?? message;
    told.push(consequence);
    if (consequence === 'nothing has changed') {
      expect(contents(place.out)).toEqual(before);
    } else if (consequence === 'the next run does the rest') {
      expect(Object.entries(manifests()).filter(([path, text]) => text !== null && !whole.has(`${path} ${text}`))).toEqual([]);
      expect(Object.keys(manifests())).toEqual(expect.arrayContaining(lasting));
    }
    write(place.out, next);
    const now = contents(place.out);
    expect(now).toMatchObject(exactly(next));
    const more = Object.entries(now).filter(([path]) => !(path in exactly(next)));
    // an empty folder may stay when the disk fails just when it is removed
    expect(more.filter(([, text]) => text !== null)).toEqual([]);
    if (consequence !== 'none') expect(more).toEqual([]);
  }
  expect(new Set(told)).toEqual(new Set(['nothing has changed', 'the next run does the rest', ...(disk.all ? ['none'] : [])]));
  expect(moment).toBeGreaterThan(10);
});

test('fails when a file is larger than the system allows: nothing has changed, and the next run writes it', () => {
  write(place.out, OLD);
  const [{ error, contents: after }] = children.outcomes([{ folder: place.out, files: BIG, index: INDEX }], { within: ['/bin/sh', '-c', 'ulimit -f 64; exec "$@"', 'sh'] });
  expect(error).toBe(`[GitOpsApp] output-not-writable: '${place.at('out/big.yaml')}' cannot be written: EFBIG: file too large; check its permissions and the space on the disk; nothing has changed`);
  expect(after).toEqual(exactly(OLD));
  write(place.out, BIG);
  expect(contents(place.out)).toEqual(exactly(BIG));
});

/** A shell that runs a command with a small disk of its own in place of a folder, which no other process sees. */
const SMALL_DISK = ['unshare', '--map-root-user', '--mount', '/bin/sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"'];
const [unshare, ...rest] = [...SMALL_DISK, tmpdir(), 'true'];
const canMount = spawnSync(unshare, rest).status === 0;

(canMount ? test : test.skip)(`fails when a real disk is full: nothing has changed, and with more room it is written${canMount ? '' : ' (without the right to mount one)'}`, () => {
  const [disk, out, filler] = ['disk', 'disk/out', 'disk/filler'].map(path => place.at(path));
  mkdirSync(disk);
  const job = { folder: out, index: INDEX };
  const [old, full, done] = children.outcomes([
    { ...job, files: OLD },
    { ...job, files: BIG, before: ['dd', 'if=/dev/zero', `of=${filler}`, 'bs=1k', 'count=800', 'status=none'] },
    { ...job, files: BIG, before: ['rm', filler] },
  ], { within: [...SMALL_DISK, disk] });
  expect(old).toEqual({ contents: exactly(OLD) });
  expect(full).toEqual({
    error: `[GitOpsApp] output-not-writable: '${out}/big.yaml' cannot be written: ENOSPC: no space left on device; check its permissions and the space on the disk; nothing has changed`,
    contents: exactly(OLD),
  });
  expect(done).toEqual({ contents: exactly(BIG) });
  // it was their disk alone
  expect(contents(disk)).toEqual({});
});
