import { withProgress } from '../../src/cli/output';

const { isTTY } = process.stderr;
let told = '';

beforeEach(() => {
  told = '';
  jest.useFakeTimers();
  jest.spyOn(process.stderr, 'write').mockImplementation(text => (told += String(text)) !== '');
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

/** What is told while an action takes so many milliseconds. */
async function toldDuring(time: number): Promise<string> {
  const result = withProgress('running', async () => new Promise(done => setTimeout(() => done('the answer'), time)));
  await jest.advanceTimersByTimeAsync(time);
  expect(await result).toBe('the answer');
  await jest.advanceTimersByTimeAsync(5000);
  return told;
}

test.each([[true, 2000, 'running …\n'], [true, 900, ''], [false, 2000, '']])('on a terminal (%s), of an action of %i ms, it tells %j', async (isTerminal, time, expected) => {
  process.stderr.isTTY = isTerminal;
  expect(await toldDuring(time)).toBe(expected);
});
