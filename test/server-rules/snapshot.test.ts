import { smallProgram } from './small-program';
import { snapshotOf } from '../../build-tools/server-rules/snapshot';
import { Instance } from '../../server-rules/src/instance';
import { WebAssembly } from '../../server-rules/src/web-assembly';

const start = (wasm: Uint8Array) => new Instance(new WebAssembly.Module(wasm));

test('begins where the program was after its start, and what it did then', () => {
  const program = Buffer.from(smallProgram('echo'));
  expect(start(program).call('count')).toBe(0x0b);
  const snapshot = snapshotOf(program, (each) => expect(each.ask('judge', 'xy')).toBe('xy'));
  const started = start(snapshot);
  expect(started.call('count')).toBe(12);
  expect(Buffer.from(started.exports.memory.buffer, 1024, 2).toString()).toBe('xy');
  expect(started.ask('judge', 'ab')).toBe('ab');
  expect(Object.keys(started.exports)).toEqual(Object.keys(start(program).exports));
});

test('keeps memory that has grown, and lets it grow to 1 GiB at most', () => {
  const program = Buffer.from(smallProgram('grow'));
  const snapshot = start(snapshotOf(program, (each) => each.ask('judge', 'xy')));
  expect(snapshot.exports.memory.buffer.byteLength).toBe(2 * 65_536);
  const { grow } = snapshot.exports.memory as unknown as { grow(pages: number): number };
  expect(() => grow.call(snapshot.exports.memory, 2 ** 14)).toThrow('Maximum memory size exceeded');
});

test('is the same each time', () => {
  const program = Buffer.from(smallProgram('echo'));
  expect(snapshotOf(program, () => {}).equals(snapshotOf(program, () => {}))).toBe(true);
});
