import { Document, Lexer, YAMLParseError } from 'yaml';
import { HEAD, fields, read, said } from './support';
import { lexLeniently, tokenize } from '../../../src/files/reading/read-manifests';
import { Resolved, resolvePlain } from '../../../src/files/reading/value-reader';
import { MAX_DEPTH } from '../../../src/files/reading/documents';
import { mistakesIn, MOST_MISTAKES, SyntaxProblem, syntax } from '../../../src/files/reading/syntax-mistakes';
import { PATIENCE } from '../../properties/runs';
import { spoken } from '../../support/findings';

/** Texts without quotes, and the values that Kubernetes' own reader gives them: sigs.k8s.io/yaml 1.6.0 on go.yaml.in/yaml/v2 2.4.4. */
const SCALARS: Record<string, [text: string, value: string | number | boolean | null][]> = {
  'truth values': [
    ['y', true], ['Y', true], ['yes', true], ['Yes', true], ['YES', true], ['yEs', 'yEs'], ['true', true], ['True', true], ['TRUE', true],
    ['tRUE', 'tRUE'], ['on', true], ['On', true], ['ON', true], ['oN', 'oN'], ['n', false], ['N', false], ['no', false], ['No', false],
    ['NO', false], ['nO', 'nO'], ['false', false], ['False', false], ['FALSE', false], ['off', false], ['Off', false], ['OFF', false],
    ['oFF', 'oFF'], ['t', 't'], ['f', 'f'],
  ],
  'null': [
    ['', null], ['~', null], ['null', null], ['Null', null], ['NULL', null], ['nULL', 'nULL'], ['nil', 'nil'], ['none', 'none'],
    ['~~', '~~'],
  ],
  'whole numbers': [
    ['0', 0], ['1', 1], ['-1', -1], ['+1', 1], ['-0', 0], ['+0', 0], ['5432', 5432], ['1_000', 1000], ['1__0', 10], ['1_', 1],
    ['-1_0', -10], ['+_5', 5], ['9007199254740991', 9007199254740991], ['-9007199254740991', -9007199254740991], ['_1', '_1'],
    ['1,000', '1,000'], ['--1', '--1'], ['+-1', '+-1'], ['+', '+'], ['-_', '-_'], ['١', '١'],
  ],
  'octal': [
    ['00', 0], ['07', 7], ['0777', 511], ['0_7', 7], ['-017', -15], ['+017', 15], ['0o17', 15], ['0O17', 15], ['0o1_7', 15], ['-0o17', -15],
    ['+0o7', 7], ['08', 8], ['018', 18], ['0178', 178], ['-018', -18], ['09', 9], ['0o8', '0o8'], ['0o', '0o'], ['0o-1', '0o-1'],
    ['0-1', '0-1'], ['0o1.5', '0o1.5'], ['000', 0], ['00x1', '00x1'],
  ],
  'hexadecimal': [
    ['0x1F', 31], ['0X1f', 31], ['0x_1f', 31], ['0x1_f', 31], ['-0x1F', -31], ['+0x1F', 31], ['0x', '0x'], ['0xg', '0xg'], ['0x-1', '0x-1'],
    ['0x1.8', '0x1.8'], ['0x1p-2', '0x1p-2'], ['0x1e5', 485],
  ],
  'binary': [
    ['0b11', 3], ['0B11', 3], ['0b1_0', 2], ['-0b1', -1], ['+0b1', 1], ['0B-1', '0B-1'], ['0b', '0b'], ['0b2', '0b2'],
  ],
  'floats': [
    ['1.5', 1.5], ['-1.5', -1.5], ['+1.5', 1.5], ['1.', 1], ['1._5', 1.5], ['1_.5', 1.5], ['0.5', 0.5], ['.5', 0.5], ['-.5', -0.5],
    ['+.5', 0.5], ['.5_0', 0.5], ['._5', '._5'], ['-._5', -0.5], ['.5_', '.5_'], ['1.0', 1], ['1.10', 1.1], ['-0.0', 0], ['0.0', 0],
    ['0.1234567890123456789', 0.12345678901234568], ['12345678901234567.5', 12345678901234568], ['.', '.'], ['..', '..'], ['-.', '-.'],
    ['+.', '+.'], ['.5.1', '.5.1'], ['1.5.2', '1.5.2'], ['1.2.3', '1.2.3'], ['1_000.5', 1000.5],
  ],
  'exponents': [
    ['1e3', 1000], ['1E3', 1000], ['1e+3', 1000], ['1E-3', 0.001], ['-1e3', -1000], ['12e03', 12000], ['1.5e3', 1500], ['.5e1', 5],
    ['.5E-3', 0.0005], ['.5e1_0', 5000000000], ['.5_0e1', 5], ['0e5', 0], ['1e', '1e'], ['1e+', '1e+'], ['e5', 'e5'], ['.e5', '.e5'],
    ['.5e', '.5e'], ['1e5.', '1e5.'], ['1e3e4', '1e3e4'], ['1e_5', 100000], ['1e5_', 100000], ['1_e5', 100000],
    ['1e20', 100000000000000000000], ['1e308', 1e+308], ['1e-400', 0], ['5e-324', 5e-324], ['1e309', '1e309'], ['1e400', '1e400'],
    ['-1e400', '-1e400'], ['1.8e308', '1.8e308'], ['.1e400', '.1e400'],
  ],
  'dates and times': [
    ['2001-01-01', '2001-01-01'], ['2001-1-1', '2001-1-1'], ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['2001-12-14 21:59:43', '2001-12-14 21:59:43'], ['2001-12-14 21:59:43.10 -5', '2001-12-14 21:59:43.10 -5'],
    ['2001-12-14T21:59:43Z', '2001-12-14T21:59:43Z'], ['12:30', '12:30'], ['12:30:45', '12:30:45'], ['-1:30', '-1:30'],
    ['190:20:30', '190:20:30'], ['190:20:30.15', '190:20:30.15'],
  ],
  'other texts': [
    ['inf', 'inf'], ['Inf', 'Inf'], ['nan', 'nan'], ['NaN', 'NaN'], ['infinity', 'infinity'], ['.infinity', '.infinity'], ['.Nan', '.Nan'],
    ['.iNf', '.iNf'], ['-.nan', '-.nan'], ['+.nan', '+.nan'], ['=', '='], ['v1', 'v1'], ['1.2.3.4', '1.2.3.4'],
    ['10.0.0.0/8', '10.0.0.0/8'], ['100m', '100m'], ['1Gi', '1Gi'], ['5%', '5%'], ['1/2', '1/2'], ['a#b', 'a#b'], ['a:b', 'a:b'],
    ['http://x:80/y?z', 'http://x:80/y?z'], ['<<x', '<<x'], ['a  b', 'a  b'], ['é', 'é'], ['0day', '0day'], ['1st', '1st'], ['-a', '-a'],
    ['+a', '+a'], ['.a', '.a'], ['...a', '...a'], ['-- a', '-- a'], ['=1', '=1'], ['5e', '5e'], ['e', 'e'],
  ],
};

test.each(['é', '日本', '\u00a0', '\ue000', '\ufffd', '👍🏽', '\t'])('takes %j', character => {
  expect(fields(`a: x${character}x\n`)).toEqual({ a: `x${character}x` });
});

test.each([
  ['U+0000', '\0'], ['U+0008', '\b'], ['U+000B', '\v'], ['U+000D', '\r'], ['U+001B', '\x1b'], ['U+007F', '\x7f'], ['U+0085', '\x85'], ['U+2028', '\u2028'], ['U+FEFF', '\ufeff'],
  ['U+FFFE', '\ufffe'], ['U+D800', '\ud800'], ['U+DC00', '\udc00'],
])('fails when a text has the character %s', (name, character) => {
  expect(said(`${HEAD}a: x${character}x\nb: '\n---\n${HEAD}`)).toEqual([
    `f.yaml:3:5: invalid-character: has the character ${name}, which not every reader of YAML accepts; leave it out, or write it as an escape in double quotes`,
  ]);
});

/** What is told of a line on which the parser fails. */
function failing(line: string): SyntaxProblem[] {
  return mistakesIn({ errors: [new YAMLParseError([0, 1], 'UNEXPECTED_TOKEN', 'Unexpected scalar')] } as Document.Parsed, line);
}

test.each([
  ['  ...', 'dots'], ['- ...', 'dots'], ['....', 'dots'], ['  […]', 'dots'], ['... # more', 'dots'],
  ['<<<<<<< HEAD', 'markers of an unfinished merge'], ['=======', 'markers of an unfinished merge'], ['||||||| base', 'markers of an unfinished merge'],
  ['```yaml', 'a line of Markdown'], ['  ~~~', 'a line of Markdown'], ['a:\u00a0b', 'a no-break space'],
])('%j, on which the parser fails, is told as %s', (line, what) => {
  const [mistake] = failing(line);
  expect(spoken(mistake.findings[0]).problem).toContain(what);
});

test.each(['', 'a: ...', '..', '...a', '======', '======== a', ' =======', '`a`', 'a: b'])('%j is told as ever', line => {
  const [mistake] = failing(line);
  expect(mistake.findings).toEqual(syntax('text-after-value'));
});

test('escapes in double quotes', () => {
  expect(fields(String.raw`a: "\0\a\b\t\n\v\f\r\e\"\\\N\_\L\P\x41é\U0001f600\\/"`)).toEqual({ a: '\0\x07\b\t\n\v\f\r\x1b"\\\x85\xa0\u2028\u2029Aé😀\\/' });
});

test('JSON has two more', () => {
  expect(read(String.raw`{"apiVersion": "v1", "kind": "X", "a": "\/", "b": "\ud83d\ude00"}`)).toEqual([{ apiVersion: 'v1', kind: 'X', a: '/', b: '😀' }]);
});

test.each([
  ['a slash', String.raw`"http:\/\/x"`, 'has the escape \\/, which Kubernetes reads in JSON only; write / alone'],
  ['a surrogate pair', String.raw`"\ud83d\ude00"`, 'has a character written as two escapes, which Kubernetes reads in JSON only; write the character itself, or \\U with eight digits'],
  ['half a surrogate pair', String.raw`"\udc00"`, 'has an escape of half a surrogate pair, which is not a character; leave it out'],
])('fails when there is an escape of %s', (_, text, problem) => {
  expect(said(`${HEAD}a:\n  - ${text}\n`)).toEqual([`f.yaml:4:5: invalid-character: 'a[0]' ${problem}`]);
});

test('fails when JSON has half a surrogate pair', () => {
  expect(said(String.raw`{"apiVersion": "v1", "kind": "X", "a": "\ud83d"}`)).toEqual([
    'f.yaml:1:40: invalid-character: \'a\' has an escape of half a surrogate pair, which is not a character; leave it out',
  ]);
});

const parts = (text: string) => [...new Lexer().lex(text)];

test.each([
  'a: b\n', 'a: [b, {c: "d"}]\n', '- |\n  a\n- "b\n  c"\n', 'a: [\n  b\n]\nc: d\n', '{a: b}', '"a', '[', ']', 'a: \'b\n  c\' # d\n', 'a: "b"\n---\n# c\n"d\n', '|\n"\n', '',
])('what is indented (%j) is read as ever', text => {
  expect([...lexLeniently(text)]).toEqual(parts(text));
});

test.each([
  ['in brackets', 'a:\n  b: [c,\nd]\n  e: f\n   g\n', 'a:\n  b: [c,\n   d]\n  e: f\n   g\n'],
  ['in several brackets', 'a:\n- [{b: [\n}: "]",\n"[" , c]}\n]\nd: e\n', 'a:\n- [{b: [\n  }: "]",\n  "[" , c]}\n  ]\nd: e\n'],
  ['in quotes', 'a:\n  b: "c\nd"\n  e: f\n', 'a:\n  b: "c\n   d"\n  e: f\n'],
  ['in quotes in brackets', 'a:\n  b: [\'c\n d\n\n\', e]\n  f: g\n', 'a:\n  b: [\'c\n   d\n\n   \', e]\n  f: g\n'],
])('lines %s may begin at any column, and what follows is read as ever', (_, text, indented) => {
  const words = (all: Iterable<string>) => [...all].map(part => part.replace(/\n +/g, '\n')).filter(part => !/^ +$/.test(part));
  expect(words(lexLeniently(text))).toEqual(words(parts(indented)));
  expect([...lexLeniently(text)].join('').replace(/[\x02\x1f]/g, '')).toBe(text);
});

test('many brackets and quotes whose lines are not indented are read in linear time', () => {
  const start = performance.now();
  expect(fields(`a:\n${'- [b,\nc, "d\ne"]\n'.repeat(20_000)}`).a).toHaveLength(20_000);
  expect(performance.now() - start).toBeLessThan(PATIENCE);
}, PATIENCE);

test('documents and what is around them', () => {
  expect(tokenize(parts('# a\n---\nb: c\n...\nd\n'))).toEqual([
    expect.objectContaining({ type: 'comment' }), expect.objectContaining({ type: 'newline' }), expect.objectContaining({ type: 'document', offset: 4 }),
    expect.objectContaining({ type: 'doc-end' }), expect.objectContaining({ type: 'document', offset: 17 }),
  ]);
});

test.each([['[', MAX_DEPTH], ['{a: ', 4 * MAX_DEPTH], ['- ', 2 * MAX_DEPTH], ['? ', 2 * MAX_DEPTH]])('stops where %j is nested too deep', (each, offset) => {
  expect(tokenize(parts(each.repeat(MAX_DEPTH + 5)))).toEqual({ offset, findings: [expect.objectContaining({ code: 'yaml-too-deep' })] });
});

test('stops where a document has too many parts', () => {
  expect(tokenize(parts('a: b\nc: d\n'), 15)).toHaveLength(1);
  // the first line is eight parts, with the marks of the document and of two texts
  expect(tokenize(parts('a: b\nc: d\n'), 8)).toEqual({ offset: 5, findings: [expect.objectContaining({ code: 'manifest-too-large' })] });
});

test('stops where there are many errors', () => {
  const tokens = tokenize(parts(`a: ${']'.repeat(3 * MOST_MISTAKES)}`));
  expect(tokens).toHaveLength(MOST_MISTAKES + 2);
  expect(said(`${HEAD}a: ${']'.repeat(3 * MOST_MISTAKES)}`)).toHaveLength(1);
});

test('errors keep their stack traces after a text with mistakes', () => {
  const before = Error.stackTraceLimit;
  expect(said(`${HEAD}a: [${'@,'.repeat(10)}]\n`)).toHaveLength(1);
  expect(Error.stackTraceLimit).toBe(before);
});

function refusal(resolved: Resolved | undefined): object {
  if (!resolved || !('code' in resolved)) throw new Error('is not refused');
  return spoken(resolved);
}

describe.each(Object.entries(SCALARS))('%s are what Kubernetes reads', (_, scalars) => {
  test.each(scalars)('%j is %j', (text, value) => {
    expect(fields(`a: ${text}\n`)).toEqual({ a: value });
    expect(resolvePlain(text)).toEqual({ value });
  });
});

describe('numbers', () => {
  test.each(['.inf', '+.Inf', '-.INF', '.nan', '.NaN', '.NAN'])('fails when one is %s', text => {
    expect(refusal(resolvePlain(text))).toEqual({
      code: 'invalid-number', field: '', problem: 'is a number that JSON, and so Kubernetes, does not have', remedy: 'put it in quotes if it is a string',
    });
  });

  test.each([
    '9007199254740992', '-9007199254740992', '9007199254740993', '9223372036854775807', '18446744073709551615', '18446744073709551616', '-9223372036854775809',
    '0x20000000000000', '-0x8000000000000000', '0777777777777777777777', '09007199254740993', `0b${'1'.repeat(64)}`, '9_007_199_254_740_993', '1'.repeat(2000), '0xFFFFFFFFFFFFFFFFF', `-0b${'1'.repeat(65)}`,
  ])('fails when a whole one is %s', text => {
    expect(refusal(resolvePlain(text))).toEqual({
      code: 'invalid-number', field: '', problem: 'is an integer beyond 9007199254740991, which loses digits in many readers of JSON', remedy: 'put it in quotes if it is a string',
    });
  });
});

const QUOTES = 'put the string in quotes';

/** The texts come after two lines. */
const CASES: [what: string, text: string, place: string, problem: string][] = [
  ['a tab is indentation', 'a:\n\t- b\n', '4:1', 'has a tab where indentation is read; indent with spaces'],
  ['a double quote is open', 'a: x\nb: "y\nc: z\n', '4:4', 'has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines'],
  ['a single quote is open', 'a: \'it\'\'s\n', '3:4', 'has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines'],
  ['an escape is none', 'a: "\\d"\n', '3:5', 'has a backslash in double quotes that YAML does not know; write two backslashes, or use single quotes'],
  ['a text has a colon and space', 'a: b: c\n', '3:4', 'has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
  ['a key follows a value', 'a: b\n  c: d\n', '3:4', 'has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
  ['a key has no colon', 'a: b\nc\n', '4:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a colon has no space', 'a:b\nc: d\n', '3:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a key is too long', `${'k'.repeat(1025)}: x\n`, '3:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a key is not in its column', 'a:\n    b: c\n  d: e\n', '5:3', 'has a line that is not in the column of the other entries of its map or list; indent with spaces, the same number for each entry'],
  ['an entry is not in its column', 'a:\n  - b\n - c\n', '5:2', 'has a line that is not in the column of the other entries of its map or list; indent with spaces, the same number for each entry'],
  ['a list begins beside its key', 'a: - b\n', '3:4', 'has a line that is not in the column of the other entries of its map or list; indent with spaces, the same number for each entry'],
  ['a text begins with an at sign', 'a: @b\n', '3:4', `has a string that begins with a character that YAML reserves; ${QUOTES}`],
  ['a text begins with a percent sign', 'a: %b\n', '3:4', `has a string that begins with a character that YAML reserves; ${QUOTES}`],
  ['a bracket is open', 'a: [1, 2\nb: 3\n', '4:1', `has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`],
  ['a comma is too much', 'a: [,]\n', '3:5', `has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`],
  ['a block of text has no indentation of its own', 'a: |\n    \n  b\n', '5:3', 'has a block of text (after | or >) that is not indented as its first line; indent all its lines alike, deeper than its key'],
  ['a text is beside the sign of a block', 'a: |b\n', '3:5', `has a string on the line of | or >; put it on the next line, or ${QUOTES}`],
  ['an anchor has no name', 'a: & b\n', '3:4', `has an anchor, an alias or a tag (after &, * or !) where none can be, or with characters that none can have; ${QUOTES}`],
  ['an alias has an anchor', 'a: &b *c\n', '3:7', `has an anchor, an alias or a tag (after &, * or !) where none can be, or with characters that none can have; ${QUOTES}`],
  ['a tag is not closed', 'a: !<b\n', '3:4', 'has a tag (after !) that a manifest cannot have; leave it out; put a string that begins with ! in quotes'],
  ['text follows a text in quotes', 'a: "b" c\n', '3:8', `has text after the end of a value, or an entry of another kind than the ones before it; ${QUOTES}, or check the indentation`],
  ['a bracket was not opened', 'a: ]\n', '3:4', `has text after the end of a value, or an entry of another kind than the ones before it; ${QUOTES}, or check the indentation`],
];

test.each(CASES)('fails when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test('fails in several places, which are told together; of one line the first', () => {
  expect(said(`${HEAD}a: b: c: d\ne: @f\n---\n${HEAD}g: [\n`)).toEqual([
    'f.yaml:3:4: yaml-syntax: has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map',
    `f.yaml:4:4: yaml-syntax: has a string that begins with a character that YAML reserves; ${QUOTES}`,
    `f.yaml:9:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`,
  ]);
});

test('fails in many places, of which the first five are told', () => {
  expect(said(`${HEAD}${[1, 2, 3, 4, 5, 6, 7].map(i => `a${i}: @b\n`).join('')}`)).toHaveLength(5);
});

test('no message has a text of the document', () => {
  const secret = 'hunter2';
  for (const [, text] of CASES) {
    const found = said((HEAD + text).replace(/(?<![a-z])[bc](?![a-z])/g, secret));
    expect(found.filter(line => line.includes(secret))).toEqual([]);
  }
});

test.each([
  ['a text is left out', 'a:\n  b: c\n  ...\n  d: e\n', '5:3', 'has dots in the place of something that was left out; write what they replace, or leave out the line'],
  ['an entry is left out', 'a:\n  - b\n  [...] # more\n', '5:3', 'has dots in the place of something that was left out; write what they replace, or leave out the line'],
  ['a merge was not finished', '<<<<<<< HEAD\na: b\n', '3:1', 'has the markers of an unfinished merge; choose one of the two sides, and remove the markers'],
  ['the text is a part of Markdown', '```\n', '3:1', 'has a line of Markdown that marks where YAML begins or ends; remove everything that is not YAML'],
  ['a space is none', 'a:\u00a0b\nc: d\n', '3:1', 'has a no-break space (U+00A0), which is a letter to YAML; write a space'],
])('fails with a hint of its own when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test('dots may be a text', () => {
  expect(fields('a: ...\nb:\n  ...\nc:\n  - ...\n')).toEqual({ a: '...', b: '...', c: ['...'] });
});
