import { note, printToStdout, printJson, table, printToStderr } from '../../src/cli/output';

const ESC = '\u001b';
/** What steers a terminal: control characters of both kinds, and those that turn the direction of a text. */
const HOSTILE = `a${ESC}[2J\u009b31mb\rc\nd\te\u0000\u007f\u202ef\u2066g\u2028h\u200bi\ufeff`;
const HARMLESS = 'a [2J 31mb c d e f g h i ';

describe('a table', () => {
  test('has columns as wide as what is in them', () => {
    expect(table(['A', 'LONGER', 'C'], [['1', '2', 'three'], ['wide value', '', '']])).toBe([
      'A           LONGER  C',
      '1           2       three',
      'wide value',
      '',
    ].join('\n'));
  });

  test('of nothing is its header', () => {
    expect(table(['A', 'B'], [])).toBe('A  B\n');
  });

  test('has a line a row, whatever is in it', () => {
    expect(table(['A', 'B'], [[HOSTILE, 'x']])).toBe(`A${' '.repeat(HARMLESS.length - 1)}  B\n${HARMLESS}  x\n`);
  });

  test('has cells of some length, and marks what is cut', () => {
    const [long, odd] = [`${'x'.repeat(998)}😀y`, `${'x'.repeat(998)}y😀`];
    expect(table(['A', 'B'], [[long, '1'], [odd, '2'], ['a', '3']])).toBe(
      `A${' '.repeat(199)}  B\n${'x'.repeat(998)}…  1\n${'x'.repeat(998)}y…  2\na${' '.repeat(199)}  3\n`);
    expect(table(['A'], [['x'.repeat(1000)]])).toBe(`A\n${'x'.repeat(1000)}\n`);
  });

  test('is not wider for every row because one cell is long', () => {
    function* rows() {
      yield ['x'.repeat(20_000_000), '1'];
      for (let row = 0; row < 2000; row++) yield [String(row), '1'];
    }
    expect(table(['A', 'B'], rows()).length).toBeLessThan(2001 * 210 + 1010);
  });

  test('of many rows', () => {
    expect(table(['A'], Array.from({ length: 200_000 }, (_, row) => [String(row)])).length).toBeGreaterThan(1_000_000);
  });
});

describe('where it goes', () => {
  const written = (act: () => void) => {
    const texts = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map(name => jest.spyOn(process[name], 'write').mockImplementation(chunk => Boolean(texts[name] += String(chunk))));
    act();
    spies.forEach(spy => spy.mockRestore());
    return texts;
  };

  test('what was asked for', () => {
    expect(written(() => printToStdout('a\n'))).toEqual({ stdout: 'a\n', stderr: '' });
    expect(written(() => printJson({ a: [NaN, 1], b: undefined }))).toEqual({ stdout: '{\n  "a": [\n    null,\n    1\n  ]\n}\n', stderr: '' });
  });

  test('what is told beside it, line by line', () => {
    expect(written(() => printToStderr('2 findings:\n  a\n  b'))).toEqual({ stdout: '', stderr: '2 findings:\n  a\n  b\n' });
    expect(written(() => printToStderr(`a${ESC}[2J\u202e\rb`))).toEqual({ stdout: '', stderr: 'a [2J b\n' });
  });

  test('JSON has no character that steers a terminal', () => {
    const { stdout } = written(() => printJson({ text: HOSTILE }));
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(JSON.parse(stdout)).toEqual({ text: HOSTILE });
  });
});

test('a note is one line, and no line begins a command of a CI system', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  note('note: a\n::error::b');
  printToStderr('2 findings:\n  ::error::a');
  expect(write.mock.calls.map(([text]) => text)).toEqual(['note: a ::error::b\n', '2 findings:\n  \\::error::a\n']);
  write.mockRestore();
  expect(table(['A'], [['::error::a']])).toBe('A\n\\::error::a\n');
});
