import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compare, everywhere, isSafe, written, writtenByCdk8s } from './compared';
import { blockText, doubleQuoted, oneLine, writeDocuments } from '../../../src/files/write-yaml';

describe('block text', () => {
  function all(characters: readonly string[], length: number): string[] {
    return length === 0 ? [''] : characters.flatMap(each => all(characters, length - 1).map(text => each + text));
  }

  test.each([
    ['a\n', '|\n  a'],
    ['a\nb', '|-\n  a\n  b'],
    ['a\n\nb\n\n', '|+\n  a\n\n  b\n'],
    [' a\nb', '|2-\n   a\n  b'],
    ['\n\n a', '|2-\n  \n\n   a'],
    ['\n', '|+\n  '],
    ['a \n', '|\n  a '],
    ['a\n ', '"a\\n "'],
    ['a\r\nb', '"a\\r\\nb"'],
    ['---\n', '|\n  ---'],
  ])('%j', (text, block) => {
    expect(compare({ text })).toBe(0);
    expect(blockText(text, '\n  ')).toBe(block);
  });

  test('all short texts of line breaks, space and letters are written as cdk8s writes them', () => {
    const texts = [1, 2, 3, 4, 5, 6].flatMap(length => all(['\n', ' ', '\t', 'a'], length)).filter(text => text.includes('\n'));
    expect(compare(...everywhere(...texts))).toBe(0);
  });

  test('what means something in one line means nothing in a block', () => {
    const parts = ['', '#', '- a', 'a: b', 'a:', '"', '\'', '%', '---', '...', '...x', '{', '|', '\\', '日本', '8080', 'a '.repeat(200)];
    const texts = parts.flatMap(first => parts.flatMap(second => [`${first}\n${second}`, `${first}\n${second}\n`])).filter(isSafe);
    expect(compare({ texts }, texts.slice(), Object.fromEntries(texts.map((text, i) => [`a${i}`, text])))).toBe(0);
  });

  test.each([['in a map of a list', [{ a: 'x\n\n' }, 'y\n\n', 1]], ['at the end of a document', { a: [{ b: 'x\n\n\n' }] }], ['deep', [[[[{ a: { b: ['x\n\ny'] } }]]]]]])('a block %s', (_, value) => {
    expect(compare(value, { after: 1 })).toBe(0);
  });
});

test('a key of several lines is in quotes, and not broken', () => {
  const key = 'a key of several lines,\nwhich is "longer" than forty characters \nand ends in space\n ';
  expect(compare({ [key]: key }, [{ [key]: { [key]: 1 } }])).toBe(0);
});

test.each(['---', '--- a', '...', '....', '%', '%a'])('%j is left to a library in the lines of the document itself, and only there', key => {
  expect(compare({ a: 1, [key]: 1 })).toBe(1);
  expect(compare({ a: { [key]: 1 } }, [{ [key]: 1 }])).toBe(0);
});

test('a key that would have a line of its own is left to a library', () => {
  expect(compare({ [`${'a'.repeat(1024)}`]: 1, ['a '.repeat(510)]: { ['b'.repeat(1024)]: [1] } })).toBe(0);
  expect(compare({ ['a'.repeat(1025)]: 1 }, { a: [{ ['a'.repeat(1025)]: { b: 1 } }] }, { [`${'a'.repeat(1022)}:`]: [1] })).toBe(3);
});

test('more keys than are remembered come out right, twice', () => {
  const map = () => Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`a${i}`, { [`b${i}`]: i }]));
  expect(compare(map(), map(), [map()])).toBe(0);
});

test.each(['__proto__', 'constructor', 'toString', 'length', '0', '-1', '01', 'e0', '', ' ', '~', 'y', 'null', '?', '? a', '- a', 'a: b', ':', '#', '{{ a }}', '"', '\'', '日本', '\x1b', '\t', '%', '*a', '&a', '!a'])('the key %j', key => {
  const map = JSON.parse(`{"z":1,${JSON.stringify(key)}:{${JSON.stringify(key)}:[{${JSON.stringify(key)}:null}]},"a":2}`);
  expect(Object.keys(map)).toHaveLength(3);
  expect(compare([map, 1], { map })).toBe(0);
  expect(compare(map)).toBe(key === '%' ? 1 : 0);
});

describe('one line', () => {
  const PRINTED = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i));

  /** All texts of so many of these characters, or fewer. */
  function all(characters: readonly string[], length: number): string[] {
    return length === 0 ? [''] : [...all(characters, length - 1).flatMap(text => text.length === length - 1 ? [text, ...characters.map(each => text + each)] : [text])];
  }

  /** The document's own lines have keys that look like document markers, which are left to a library. */
  const inner = (texts: string[]) => everywhere(...texts).slice(1);

  test('all texts of one or two printed characters are written as cdk8s writes them', () => {
    expect(compare(...inner(all([...PRINTED, '\t'], 2)))).toBe(0);
  });

  test('all short texts of what means something by its place are', () => {
    expect(compare(...inner(all(['-', '?', ':', '#', ' ', '\t', 'a'], 4)))).toBe(0);
  });

  test('all short texts of the characters of numbers are', () => {
    expect(compare(...inner(all(['0', '1', '8', '_', '.', 'e', '+', '-'], 4)))).toBe(0);
    expect(compare(...inner(all(['0', '7', 'x', 'b', 'F', '_'], 4)))).toBe(0);
    expect(compare(...inner(all(['0', '7', ':', '-', '.', '_', '59', '60'], 4)))).toBe(0);
  });

  test('the words of YAML 1.1 are, in capitals or not', () => {
    const cases = (word: string): string[] => word === '' ? [''] : cases(word.slice(1)).flatMap(rest => [word[0] + rest, word[0].toUpperCase() + rest]);
    const words = ['~', 'null', 'y', 'yes', 'n', 'no', 'true', 'false', 'on', 'off', '.inf', '.nan', '-.inf', '-.nan', '+.inf', '+.nan', 'inf', 'nan', 'nul', 'offs', '~~'];
    expect(compare(...inner([...new Set(words.flatMap(cases))]))).toBe(0);
  });

  test('dates are, whole or not', () => {
    const days = ['2001-01-02', '2001-1-2', '2001-01', '201-01-02', '2001-001-02', '2001-01-002', '20010102', '2001-01-', '2001-01-02x'];
    const clocks = ['', 'T', ' ', 'T10:11:12', 't1:2:3', ' 10:11:12', '\t 10:11:12', 'T10:11', 'T10:11:123', ' 10:11:12.5', 'T10:11:12.'];
    const zones = ['', 'Z', ' Z', '\tZ', 'z', '+1', '-12', ' +1', '+31', '+123', '-05:00', '-5:30', '-5:3', '+1:000'];
    expect(compare(...inner(days.flatMap(day => clocks.flatMap(clock => zones.map(zone => day + clock + zone)))))).toBe(0);
  });

  test('all characters are, alone and among others', () => {
    const characters = Array.from({ length: 0x300 }, (_, i) => String.fromCharCode(i)).concat('\u1680', '\u2000', '\u2028', '\u2029', '\u3000', '\ufeff', '\ufffd', '\uffff', '\ud800', '\udfff', '\ud83d\ude00', '\udbff\udfff');
    expect(compare(...inner(characters.flatMap(each => [each, `a${each}b`, `"${each}'`])))).toBe(0);
  });

  test.each([
    ['a', 'a'], ['apps/v1', 'apps/v1'], ['nginx:1.25', 'nginx:1.25'], ['https://example.com/a#b', 'https://example.com/a#b'], ['a b', 'a b'], ['env', 'env'], ['none', 'none'], ['-x', '-x'], ['10.0.0.1', '10.0.0.1'], ['500m', '500m'],
    ['', '""'], ['~', '"~"'], ['null', '"null"'], ['y', '"y"'], ['No', '"No"'], ['on', '"on"'], ['true', '"true"'], ['8080', '"8080"'], ['0775', '"0775"'], ['1e3', '"1e3"'], ['e0', '"e0"'], ['12:30', '"12:30"'], ['2001-01-01', '"2001-01-01"'],
    ['a: b', '"a: b"'], ['a:', '"a:"'], ['a #b', '"a #b"'], ['a ', '"a "'], ['- a', '"- a"'], ['{}', '"{}"'], ['*', '"*"'], ['{"a":1}', '\'{"a":1}\''], ['{"a":"it\'s"}', '"{\\"a\\":\\"it\'s\\"}"'], ['\x1b', '"\\e"'],
    ['日本', '日本'],
  ])('%j is written as %s', (text, line) => {
    expect(oneLine(text)).toBe(line);
    // remembered
    expect(oneLine(text)).toBe(line);
    expect(compare(...inner([text]))).toBe(0);
  });

  test('a text of several lines is none', () => {
    expect([oneLine('a\n'), oneLine('a\n'), oneLine('\n'), oneLine(`${'a'.repeat(200)}\n`)]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('long texts are not broken', () => {
    const texts = ['a b '.repeat(500) + 'c', '"a" '.repeat(500), '\x1b "a" '.repeat(500), `${'a '.repeat(500)}: b`];
    expect(compare({ texts }, texts.slice(), ...everywhere(...texts.map(text => text.slice(0, 500))))).toBe(0);
  });

  test('more texts than are remembered come out right, twice', () => {
    const texts = Array.from({ length: 25_000 }, (_, i) => String(i));
    const text = `${texts.map(each => `- "${each}"`).join('\n')}\n`;
    expect(written(texts, texts)).toEqual({ text: `${text}---\n${text}`, left: 0 });
  });
});

test.each(['a', 'http', 'apps/v1', 'nginx:1.25', 'https://example.com/a#b', 'a b c', 'env', 'echo', 'Exact', 'naming', 'offset', '/', '$(NAME)', '(a|b)', 'a"b"', "it's", 'a\\n', 'a,b', 'a]', 'x-', 'a?', '=', '<a>'])('%j is written as it is', text => {
  expect(writtenByCdk8s({ text, [text]: 1 })).toBe(`text: ${text}\n${text}: 1\n`);
});

test.each(['', 'y', 'no', 'true', 'off', 'false', 'null', 'names', 'e0', 'E+1', 'e', 'a:', 'a: b', 'a #', 'a ', 'a\t', 'a\n', '~', '8080', '-a', '.a', '"a"', 'é', 'a\x7f', 'a:\t', 'a:é'])('%j is written as cdk8s writes it', text => {
  expect(compare(...everywhere(text))).toBe(0);
});

test.each([
  ['a', '"a"'], ['"a\\', '"\\"a\\\\"'], ['\0\x07\b\t\n\x0b', '"\\0\\a\\b\\t\\n\\v"'], ['\f\r\x1b\x1c\x1f', '"\\f\\r\\e\\x1c\\x1f"'], ['\x7f\x85\xa0\u2028\ufeff', '"\\x7f\\x85\xa0\\u2028\\ufeff"'], ['\ud83d\ude00', '"\ud83d\ude00"'],
  ['a \nb', '"a\\ \\nb"'], ['\\n \\n', '"\\\\n \\\\n"'],
])('%j', (text, quoted) => {
  expect(doubleQuoted(text)).toBe(quoted);
  expect(doubleQuoted(text, '\n  ')).toBe(quoted);
});

test('a long text is broken at its line breaks, a key is not', () => {
  const text = 'a text of several lines with \x1b[0m\nb\n\nc \n  d\n\n';
  expect(doubleQuoted(text)).toBe('"a text of several lines with \\e[0m\\nb\\n\\nc\\ \\n  d\\n\\n"');
  expect(doubleQuoted(text, '\n  ')).toBe('"a text of several lines with \\e[0m\n\n  b\n\n\n  c\\ \n\n  \\  d\n\n  \\n"');
  expect(compare(...everywhere(text))).toBe(0);
});

test('texts are broken from forty characters on, as cdk8s does', () => {
  const texts = Array.from({ length: 20 }, (_, i) => `${'a'.repeat(20 + i)}\r\nb`);
  expect(compare(...everywhere(...texts))).toBe(0);
});

test('all orders of space, line breaks and escapes in a long text', () => {
  const parts = ['\n', ' ', '\\', '"', 'n', '\x01'];
  const middles = parts.flatMap(a => parts.flatMap(b => parts.flatMap(c => parts.map(d => a + b + c + d))));
  const escapes = '\x1b'.repeat(10);
  const texts = middles.flatMap(each => [`${escapes}${each}b`, `${escapes}${each}`, `${each}${escapes}`]).filter(isSafe);
  expect(compare({ texts }, texts.slice())).toBe(0);
});

const objects = (count: number) => Array.from({ length: count }, (_, i) => ({ a: i }));

test.each<[string, object]>([
  ['an object', { a: 1 }], ['a list', [1, 2]], ['an empty object', {}], ['an empty list', []],
])('%s that is there twice is left to a library, which makes an alias of it', (_, shared) => {
  const documents = [
    { a: shared, b: shared }, [shared, shared], { a: [shared], b: { c: shared } }, [[shared], { a: [{ b: shared }] }],
    [...objects(50), shared, ...objects(50), shared],
  ];
  for (const document of documents) expect(compare(document)).toBe(1);
  expect(compare(shared, shared, { a: shared }, [shared])).toBe(0);
});

test('two equal objects are two', () => {
  expect(compare({ a: { b: 1 }, c: { b: 1 }, d: [[], []] }, objects(100))).toBe(0);
});

test('cycles are left to a library', () => {
  const self: any = { a: 1 };
  self.self = self;
  const list: any[] = [1];
  list.push({ list });
  expect(compare(self, list, { a: [self] })).toBe(3);
});

const DIST = join(__dirname, '../../../dist');

test('documents are separated as cdk8s separates them', () => {
  expect(written()).toEqual({ text: '', left: 0 });
  expect(written({ a: 1 })).toEqual({ text: 'a: 1\n', left: 0 });
  expect(written({ a: 1 }, [2])).toEqual({ text: 'a: 1\n---\n- 2\n', left: 0 });
  expect(written(undefined, {}, undefined, [])).toEqual({ text: '\n---\n{}\n---\n\n---\n[]\n', left: 0 });
});

test.each<[unknown]>([[null], [true], [1], ['a'], [''], ['a\nb'], ['---\n'], ['%\n\n'], ['---'], ['a\nb\n '], [new Date(0)]])('a document that is only %j is left to a library', document => {
  expect(compare(document)).toBe(1);
  expect(compare({ a: 1 }, document, [1])).toBe(1);
});

test('only the document that is not certain is left to a library', () => {
  const shared = {};
  expect(compare({ a: 1 }, { a: shared, b: shared }, { c: 1 }, new Map([['a', 1]]), [1])).toBe(2);
});

test('more documents than a function takes arguments', () => {
  const documents = Array.from({ length: 200_000 }, () => ({ a: 1 }));
  expect(writeDocuments(documents)).toBe(`${'a: 1\n---\n'.repeat(199_999)}a: 1\n`);
});

test('a hole in the list of documents is one that is undefined', () => {
  // eslint-disable-next-line no-sparse-arrays
  expect(writeDocuments([undefined, , 1])).toBe('\n---\n\n---\n1\n');
});

const examples = ['kubernetes', 'oam'].flatMap(folder => readdirSync(join(DIST, folder)).map(file => join(folder, file)));

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(24);
});

test.each(examples)('the example %s is written again as it is, and nothing of it is left to a library', example => {
  const text = readFileSync(join(DIST, example), 'utf8');
  const documents = parseAllDocuments(text, { version: '1.1' }).map(each => each.toJS());
  expect(written(...documents)).toEqual({ text, left: 0 });
});

test.each<[string, object]>([
  ['nothing', {}],
  ['an empty list', []],
  ['empties', { a: {}, b: [], c: [{}, [], [[]], [{}], { d: {} }, { e: [] }] }],
  ['lists of lists', [[1, 2], [[3], [[4]]], [[{ a: [[5]] }, 6]]]],
  ['maps of lists', [{ a: 1, b: [2, { c: 3, d: { e: 4 } }] }, { f: { g: { h: [] } } }]],
  ['a map first in a map of a list', [{ a: { b: 1, c: 2 }, d: 3 }, { a: [1, 2], d: 3 }, { a: 'b\nc\n', d: 3 }, { a: {}, d: 3 }]],
  ['nulls', { a: null, b: undefined, c: [null, undefined], d: { e: null } }],
  ['a map of nulls', { a: null, b: null }],
  ['numbers', [0, -0, 1, -1, 1.5, -0.1, 1e21, 1e-7, 123456789012345680000, 2 ** 53, 5e-324, 1.7976931348623157e308]],
  ['booleans', { yes: true, no: [false] }],
  ['keys that are numbers', { '2': 'a', '1': 'b', '-1': 'c', '1.5': 'd' }],
  ['a list with a hole', [1, , 3]], // eslint-disable-line no-sparse-arrays
  ['a map without a prototype', Object.assign(Object.create(null), { a: { b: 1 } })],
  ['frozen data', Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 })]) })],
  ['fields that cannot be listed', Object.defineProperty({ a: 1 }, 'b', { value: 2, enumerable: false })],
  ['a getter', { get a() { return [1]; } }],
  ['a symbol as a key', { a: 1, [Symbol('b')]: 2 }],
  ['a hundred fields', Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, { b: [i] }]))],
])('%s', (_, value) => {
  expect(compare(value, { value })).toBe(0);
});

/** So many levels around a map. */
function nested(depth: number, wrap: (value: object) => object): object {
  let value: object = { a: 'b\nc' };
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

test.each<[string, (value: object) => object]>([['maps', value => ({ a: value })], ['lists', value => [value]], ['lists after others', value => [1, value]]])('a hundred levels of %s are written, more are left to a library', (_, wrap) => {
  expect(compare(nested(50, wrap), nested(100, wrap))).toBe(0);
  expect(compare(nested(101, wrap), nested(300, wrap))).toBe(2);
});

// each is one that Kubernetes would read as something else, or as no YAML at all, in the way in which cdk8s writes it
test.each([
  ['0o17', '"0o17"'], ['0O17', '"0O17"'], ['-0X1F', '"-0X1F"'], ['1e_5', '"1e_5"'], ['<<', '"<<"'], ['\ta\nb', '"\\ta\\nb"'], ['\n\tserver {\n}\n', '"\\n\\tserver {\\n}\\n"'], [' \n', '"\\ \\n"'], ['\t\n', '"\\t\\n"'],
  ['a\x7fb', '"a\\x7fb"'], ['a\x85b', '"a\\x85b"'], ['\x80\n', '"\\x80\\n"'], ['a\u2028b', '"a\\u2028b"'], ['\u2029', '"\\u2029"'], ['\ufffe', '"\\ufffe"'], ['"\uffff"', '"\\"\\uffff\\""'],
  ['first line of a configuration file\n \nlast line\n  ', '"first line of a configuration file\\n\\ \\nlast line\\n  "'],
])('%j is written as %s, as a key and as a value, and so is what a library writes', (text, quoted) => {
  expect(written({ a: text, list: [text], map: { [text]: text } })).toEqual({ text: `a: ${quoted}\nlist:\n  - ${quoted}\nmap:\n  ${quoted}: ${quoted}\n`, left: 0 });
  const shared = [text];
  expect(written({ a: shared, b: { [text]: shared } })).toEqual({ text: `a: &a1\n  - ${quoted}\nb:\n  ${quoted}: *a1\n`, left: 1 });
});
