import { Shown } from '../../src/findings/shown';

const LONG = 'x'.repeat(200);

test.each<[string, unknown, string, unknown]>([
  ['a string', 'a "b"', '"a \\"b\\""', 'a "b"'],
  ['a number', 1.5, '1.5', 1.5],
  ['a boolean', false, 'false', false],
  ['null', null, 'null', null],
  ['nothing', undefined, 'nothing', { shown: 'nothing' }],
  ['a number that JSON does not know', NaN, 'NaN', { shown: 'NaN' }],
  ['a long string', LONG, `"${LONG.slice(0, 119)}… (200 characters)`, { shown: `"${LONG.slice(0, 119)}… (200 characters)` }],
  ['a URL with a password', 'https://u:hunter2@a', '"https://u:…@a"', { shown: '"https://u:…@a"' }],
  ['a list', ['hunter2'], 'a list of 1', { shown: 'a list of 1' }],
  ['an object', { a: 'hunter2' }, 'an object', { shown: 'an object' }],
])('%s is shown in a sentence, and as data', (_, value, text, data) => {
  const shown = Shown.of(value);
  expect([shown.text, JSON.parse(JSON.stringify(shown))]).toEqual([text, data]);
});

test.each<[string, unknown, string, unknown]>([
  ['a string', 'hunter2', 'a string', { shown: 'a string' }],
  ['a number', 4711, 'a number', { shown: 'a number' }],
  ['a boolean', true, 'true', true],
  ['null', null, 'null', null],
  ['a list', ['hunter2'], 'a list of 1', { shown: 'a list of 1' }],
])('of %s that may be a password, the type is shown', (_, value, text, data) => {
  for (const shown of [Shown.typeOf(value), Shown.of(value).hidden()]) {
    expect([shown.text, JSON.parse(JSON.stringify(shown))]).toEqual([text, data]);
  }
});
