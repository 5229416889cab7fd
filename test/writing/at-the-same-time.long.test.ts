import { cpSync, rmSync } from 'node:fs';
import { atEachMoment, contents, systemError } from './moments';
import { ENVIRONMENTS, exactly, Files, filesOf, INDEX, Place, write } from './support';
import { messageOf } from '../support/message';

const place = new Place();

const OLD = { 'a.yaml': 'old a', 'b.yaml': 'old b', 'stale/x.yaml': 'stale x', 'stale/y.yaml': 'stale y' };
const NEW = { 'a.yaml': 'new a', 'b.yaml': 'old b', 'stale/y.yaml': 'new y', 'new/deep/n.yaml': 'new n' };
const OTHER = { 'a.yaml': 'other a', 'stale/x.yaml': 'stale x', 'new/o.yaml': 'other o' };

/** How a run has met others. */
enum Meeting {
  /** It had ended before. */
  NONE,
  ANY,
  /** Between reading and replacing the index, when what others do to it is missed. */
  UNSEEN,
}

/** Begins a run, and at the moment of this number lets others run from beginning to end. */
function meet(moment: number, files: Files, others: () => void, only?: string): Meeting {
  let moments = 0;
  let meeting = Meeting.NONE;
  let reads = 0;
  let isUnseen = false;
  atEachMoment(({ call, path, to }) => {
    if (++moments === moment) {
      meeting = isUnseen ? Meeting.UNSEEN : Meeting.ANY;
      others();
    }
    // what happens after it has been read first is found when it is read again
    if (call === 'readFileSync' && path === INDEX_FILE()) isUnseen = ++reads > 1;
    if (to === INDEX_FILE()) isUnseen = false;
  }, () => write(place.out, files, INDEX, [], only), true);
  return meeting;
}

const INDEX_FILE = () => `${place.out}/${INDEX}`;

/** Lets others run at each moment of a run. */
function atAnyMoment(files: Files, others: () => void, check: (meeting: Meeting) => void): void {
  let moment = 1;
  for (let meeting = Meeting.ANY; meeting !== Meeting.NONE; moment++) {
    rmSync(place.out, { recursive: true, force: true });
    write(place.out, OLD);
    meeting = meet(moment, files, others);
    check(meeting);
  }
  expect(moment).toBeGreaterThan(30);
}

test('two runs of the same at the same time come to the same', () => {
  atAnyMoment(NEW, () => write(place.out, NEW), () => expect(contents(place.out)).toEqual(exactly(NEW)));
});

test.each([
  ['something else', [OTHER]],
  ['nothing', [{}]],
  ['the old files', [OLD]],
  ['one thing and the other', [OTHER, NEW, OTHER]],
] as const)('when another run renders %s at the same time, every file is whole, and the next run settles it', (_, others) => {
  const texts = new Set([OLD, NEW, ...others].flatMap(files => Object.entries(files).map(([path, text]) => `${path} ${text}`)));
  atAnyMoment(NEW, () => {
    for (const files of others) write(place.out, files);
  }, meeting => {
    const { [INDEX]: index, ...rest } = contents(place.out);
    expect(Object.entries(rest).filter(([path, text]) => text !== null && !texts.has(`${path} ${text}`))).toEqual([]);
    if (meeting === Meeting.UNSEEN) return;
    // whatever is there is listed, so that a later run can remove it
    for (const [path, text] of Object.entries(rest)) if (text !== null) expect(index).toContain(`  ${path}\n`);
    for (const files of [OTHER, {}]) {
      const copy = place.at('copy');
      cpSync(place.out, copy, { recursive: true });
      write(copy, files);
      expect(contents(copy)).toEqual(exactly(files));
      rmSync(copy, { recursive: true });
    }
  });
});

test('fails while another run does not: what that one has written stays', () => {
  write(place.out, OLD);
  let hasMet = false;
  const message = messageOf(() => atEachMoment(moment => {
    if (moment.call !== 'half of writeFileSync' || !moment.path.includes('/new/deep/')) return;
    if (!hasMet) write(place.out, OTHER);
    hasMet = true;
    throw systemError('ENOSPC', 'no space left on device', moment);
  }, () => write(place.out, NEW)));
  expect(message).toContain('nothing has changed');
  expect(contents(place.out)).toEqual(exactly(OTHER));
});

test('apps with an index each do not get in each other\'s way', () => {
  const one = { 'one.yaml': 'new', 'shared/one.yaml': 'one' };
  const two = { 'two.yaml': 'two', 'shared/two.yaml': 'two' };
  for (let moment = 1, hasMet = true; hasMet; moment++) {
    rmSync(place.out, { recursive: true, force: true });
    write(place.out, { 'one.yaml': 'old', 'gone/x.yaml': 'x' });
    hasMet = meet(moment, one, () => write(place.out, two, `${INDEX}.two`)) !== Meeting.NONE;
    write(place.out, {}, `${INDEX}.two`);
    expect(contents(place.out)).toEqual(exactly(one));
  }
});

test('runs of one environment each do not get in each other\'s way', () => {
  const { old, next } = ENVIRONMENTS;
  const [staging, recovery] = [filesOf('staging', next), { 'recovery/shop/a.yaml': 'new a' }];
  const others = Object.entries(old).filter(([path]) => !path.startsWith('staging/'));
  const settled = { ...Object.fromEntries(others), ...staging, ...recovery };
  let meetings = 0;
  for (let moment = 1, meeting = Meeting.ANY; meeting !== Meeting.NONE; moment++) {
    rmSync(place.out, { recursive: true, force: true });
    write(place.out, old);
    meeting = meet(moment, staging, () => write(place.out, recovery, INDEX, [], 'recovery'), 'staging');
    if (meeting === Meeting.NONE) write(place.out, recovery, INDEX, [], 'recovery');
    const { [INDEX]: _, ...files } = contents(place.out);
    const { [INDEX]: _index, ...all } = exactly(settled);
    expect(files).toEqual(all);
    // the index may say that a run is not finished, or miss what the other one has done to it
    write(place.out, staging, INDEX, [], 'staging');
    write(place.out, recovery, INDEX, [], 'recovery');
    expect(contents(place.out)).toEqual(exactly(settled));
    meetings += meeting === Meeting.ANY ? 1 : 0;
  }
  expect(meetings).toBeGreaterThan(15);
});
