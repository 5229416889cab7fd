import { committed, PROGRAMS, README, synth, TIMEOUT } from './programs';

// examples/main.ts runs all programs in one process; each is also one of its own

const DIST = committed();

test.each(PROGRAMS.filter((program) => program !== README))('%s writes what is committed in dist/', async (program) => {
  const written = await synth(program);
  expect(Object.keys(written)).not.toEqual([]);
  expect(written).toEqual(Object.fromEntries(Object.keys(written).map((file) => [file, DIST[file]])));
}, 2 * TIMEOUT);
