import { smallProgram } from './small-program';
import { Instance } from '../../server-rules/src/instance';
import { WebAssembly } from '../../server-rules/src/web-assembly';

const instanceOf = (...[code, timeout]: [...Parameters<typeof smallProgram>, timeout?: number]) =>
  new Instance(new WebAssembly.Module(smallProgram(code)), timeout);

test('gives a program a text, and reads its answer', () => {
  expect(instanceOf('echo').ask('judge', 'ab')).toBe('ab');
});

test('fails when the program does not answer in time, and does not wait for it', () => {
  const start = Date.now();
  expect(() => instanceOf('hang', 50).ask('judge', 'ab')).toThrow('no answer after 0.05 s');
  expect(Date.now() - start).toBeLessThan(5000);
});

test('fails when the program ends itself, with what it said', () => {
  expect(() => instanceOf('exit').ask('judge', 'ab')).toThrow(/^runtime: out of memory$/);
});

test('fails when the program does what is not allowed', () => {
  expect(() => instanceOf('trap').ask('judge', 'ab')).toThrow('unreachable');
});
