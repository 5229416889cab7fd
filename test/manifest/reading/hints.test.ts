import { hintOf } from '../../../src/manifest/reading/syntax-mistakes';

test.each([
  ['  ...', 'dots'], ['- ...', 'dots'], ['....', 'dots'], ['  […]', 'dots'], ['... # more', 'dots'],
  ['<<<<<<< HEAD', 'merge-marks'], ['=======', 'merge-marks'], ['>>>>>>> main', 'merge-marks'], ['||||||| base', 'merge-marks'],
  ['```yaml', 'markdown'], ['  ~~~', 'markdown'], ['a:\u00a0b', 'no-break-space'],
])('%j is told as %s', (line, what) => {
  expect(hintOf(line)).toBe(what);
});

test.each(['', 'a: ...', '..', '...a', '======', '======== a', ' =======', '`a`', 'a: b'])('%j is told as ever', line => {
  expect(hintOf(line)).toBeUndefined();
});
