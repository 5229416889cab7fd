import { printable, printableLine } from '../../src/findings/shown';

const ESC = '\u001b';
/** What steers a terminal: control characters of both kinds, and those that turn the direction of a text. */
const HOSTILE = `a${ESC}[2J\u009b31mb\rc\nd\te\u0000\u007f\u202ef\u2066g\u2028h\u200bi\ufeff`;
const HARMLESS = 'a [2J 31mb c d e f g h i ';

describe('a text of somebody else\'s', () => {
  test('does not steer the terminal', () => {
    expect(printable(HOSTILE)).toBe(HARMLESS);
  });

  test('keeps what can be read', () => {
    expect(printable('Grüße, 日本 😀 "\\')).toBe('Grüße, 日本 😀 "\\');
  });
});

test.each([
  ['::error::x', '\\::error::x'], [' \n ::error::x', '   \\::error::x'], ['##[error]x', '\\##[error]x'], ['a ::error::x', 'a ::error::x'], [':8080', ':8080'], ['# a', '# a'],
])('at the beginning of a line, %j is no command of a CI system', (text, line) => {
  expect(printableLine(text)).toBe(line);
});
