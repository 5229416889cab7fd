import { Check } from '../../src/base/findings/finding';
import { describe as sentence } from '../../src/base/findings/words';
import { passwordCheck, userName } from '../../src/base/names';

const said = (check: Check, value: unknown) => check(value, 'f').map(sentence);

describe('user name', () => {
  const text = (shown: string) => "invalid-user: 'f' must be at most 128 letters, digits, '.', '_' and '-', the first a letter or digit, "
    + `got ${shown}; choose another user; a ':' in particular would end the name`;

  test.each([['a'], ['Verrazzano'], ['1'], ['a.b_c-d'], ['x'.repeat(128)]])('passes %p', value => {
    expect(said(userName, value)).toEqual([]);
  });

  test.each<[unknown, string]>([
    ['', '""'], ['a b', '"a b"'], ['a\nb', '"a\\nb"'], ['-a', '"-a"'], ['.a', '".a"'], ['ü', '"ü"'], ['{{ a }}', '"{{ a }}"'], ['a"', '"a\\""'],
    ['a@b', '"a@b"'], ['a+b', '"a+b"'],
    // what follows a colon may be the password
    ['admin:', '"admin:…"'], ['admin:hunter2', '"admin:…"'], ['admin:hunter2\n:x', '"admin:…"'], [':hunter2', '":…"'],
    [1, '1'], [null, 'null'], [undefined, 'nothing'], [['a'], 'a list of 1'], ['x'.repeat(129), `"${'x'.repeat(119)}… (129 characters)`],
  ])('fails when it is %p', (value, shown) => {
    expect(said(userName, value)).toEqual([text(shown)]);
  });
});

describe('password', () => {
  test.each([['x'], [' '], ['a:b"c\'d$e\\f{{g}}'], ['~'.repeat(72)]])('passes %p', value => {
    expect(said(passwordCheck, value)).toEqual([]);
  });

  const PRINTABLE = 'must have printable ASCII characters only, without line breaks; it is not shown; '
    + 'a line break often comes from reading a file: trim it';

  test.each<[string, unknown, string]>([
    ['it is empty', '', 'must not be empty; it is not shown; choose a long random one'],
    ['it ends with a line break', 'hunter2\n', PRINTABLE],
    ['it holds a line break of Windows', 'hunter\r\n2', PRINTABLE],
    ['it holds a tab', 'hunter\t2', PRINTABLE],
    ['it holds the character 0', 'hunter\0', PRINTABLE],
    ['it holds DEL', 'hunter\x7f', PRINTABLE],
    ['it is not ASCII', 'jägerin2', PRINTABLE],
    ['it is longer than bcrypt looks at', 'x'.repeat(73),
      'must have at most 72 characters, has 73; it is not shown; bcrypt would ignore the rest: choose a shorter one'],
    ['it is a number', 12345, 'must be a string, got a number; it is not shown; put it in quotes'],
    ['it is null', null, 'must be a string, got null; it is not shown; put it in quotes'],
    ['it is a list', ['hunter2'], 'must be a string, got a list of 1; it is not shown; put it in quotes'],
    ['it is bytes', Buffer.from('hunter2'), 'must be a string, got an instance of Buffer; it is not shown; put it in quotes'],
  ])('fails when %s', (_, value, text) => {
    expect(said(passwordCheck, value)).toEqual([`invalid-password: 'f' ${text}`]);
  });
});
