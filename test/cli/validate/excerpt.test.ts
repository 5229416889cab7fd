import { excerptOf, Reported } from '../../../src/cli/validate';
import type { ErrorCode } from '../../../src/base/findings/catalogue/all';
import { Shown } from '../../../src/base/findings/finding';
import { readManifests } from '../../../src/files/reading';

const FOUND: Reported = { file: 'f.yaml', level: 'error', code: 'invalid-port', field: "a['a b'].größe[0]['a\u202eb'].port", path: ['a', 'a b', 'größe', 0, 'a\u202eb', 'port'], parameters: {}, problem: 'must be a port', remedy: '' };

type Said = Partial<Pick<Reported, 'parameters' | 'code'>>;

/** What is shown of the last line, with a sign on both sides of what is marked; the place is where the sign ‸ is in the text. */
function shown(marked: string, said: Said = {}): string | undefined {
  const text = marked.replace('‸', '');
  const source = readManifests(text, 'f.yaml').sources.get('f.yaml')!;
  const line = marked.slice(0, marked.indexOf('‸')).split('\n').length;
  const column = marked.split('\n')[line - 1].indexOf('‸') + 1;
  const excerpt = excerptOf({ ...FOUND, line, column, ...said }, source);
  if (!excerpt) return undefined;
  const { text: all, start, length } = excerpt;
  return `${all.slice(0, start)}‹${all.slice(start, start + length)}›${all.slice(start + length)}`;
}

const got = (value: unknown): Said => ({ parameters: { value: Shown.of(value) } });

describe('of a line is shown', () => {
  test.each<[string, string, Said, string]>([
    ['a key', '  ‸port: hunter2', {}, '  ‹port›: …'],
    ['a key without a value', '  ‸port:', {}, '  ‹port›:'],
    ['a key without a comment', '  ‸port: # hunter2', {}, '  ‹port›:'],
    ['a key in quotes', '"a b": x\n‸"port":hunter2', {}, '‹"port"›: …'],
    ['a key in single quotes', '‸\'a b\' : hunter2', {}, '‹\'a b\'›: …'],
    ['a key of other letters', '‸größe: hunter2', {}, '‹größe›: …'],
    ['a key without what steers a terminal', '‸"a\u202eb": hunter2', {}, '‹"a b"›: …'],
    ['the first key of an entry', '  - ‸port: hunter2', {}, '  - ‹port›: …'],
    ['an entry of an entry', '  - - ‸port: hunter2', {}, '  - - ‹port›: …'],
    ['an entry', '  - ‸5', got(5), '  - ‹5›'],
    ['a block of text', '  ‸a: |\n    hunter2', {}, '  ‹a›: …'],
    ['an anchor', '  ‸a: &hunter2 5', got(5), '  ‹a›: …'],
    ['a key in braces', 'a: {hunter2: x, ‸port: 5, x: hunter2}', got(5), '… ‹port›: 5 …'],
    ['the last key in braces', '  a: {‸port: 5}', got(5), '  … ‹port›: 5 …'],
    ['a key of JSON', '  "a": {"hunter2":5,‸"port":5}', {}, '  … ‹"port"›: …'],
    ['a value', '  a: ‸!hunter2 x', {}, '  a: ‹…›'],
    ['a value of an entry', '- a: ‸!hunter2 x', {}, '- a: ‹…›'],
    ['a field that is known', '- ‸name: hunter2', {}, '- ‹name›: …'],
    ['a value of what may be any key', '  hunter2: ‸5', got(5), '  … ‹5›'],
  ])('%s', (_, text, said, expected) => {
    expect(shown(text, said)).toBe(expected);
  });
});

describe('a value is shown if the finding shows it', () => {
  test.each<[string, unknown, string]>([
    ['99999', 99999, '99999'], ['-1.5 # hunter2', -1.5, '-1.5'], ['true', true, 'true'], ['null', null, 'null'],
    ['abc', 'abc', 'abc'], ['"abc"', 'abc', '"abc"'], ['\'abc\'', 'abc', '\'abc\''], ['\'it\'\'s\'', 'it\'s', '\'it\'\'s\''],
    ['a b  # hunter2', 'a b', 'a b'], ['"a\\"b"', 'a"b', '"a\\"b"'], ['""', '', '""'], ['größe', 'größe', 'größe'],
  ])('%s', (written, value, expected) => {
    expect(shown(`‸a: ${written}`, got(value))).toBe(`‹a›: ${expected}`);
    expect(shown(`- ‸${written}`, got(value))).toBe(`- ‹${expected}›`);
  });

  test('as one of its parameters', () => {
    expect(shown('‸a: /greet', { parameters: { reason: 'named', route: '/greet', host: 'x' } })).toBe('‹a›: /greet');
  });
});

describe('a value is not shown', () => {
  test.each<[string, string, Said]>([
    ['of which it is a part', '99999x', got(99999)], ['that it is a part of', '9', got(99999)],
    ['that is shortened', 'x'.repeat(200), got('x'.repeat(200))], ['that goes on', 'abc def', got('abc')],
    ['in quotes that go on', '"abc', got('abc def')], ['that is another', 'abc', got('abd')],
    ['that is written in another way', '0x1F', got(31)], ['of which it is empty', 'hunter2', got('')],
    ['with a control character', 'abc\u202e', got('abc\u202e')], ['that is a list', 'a list of 1', got(['hunter2'])],
    ['that may be a password', 'hunter2', { parameters: { value: Shown.typeOf('hunter2') } }],
    ['that may be a password, nor its type', 'a string', { parameters: { value: Shown.typeOf('hunter2') } }],
    ['with a password', 'https://u:hunter2@a', got('https://u:hunter2@a')],
    ['that is only allowed', '1', { parameters: { min: 1, max: 65535 } }],
    ['that is one of those allowed', 'Exact', { parameters: { allowed: ['Exact', 'Prefix'] } }],
    ['that is the reason of the finding', 'number', { parameters: { reason: 'number' } }],
  ])('%s', (_, written, said) => {
    expect(shown(`‸a: ${written}`, said)).toMatch(/^‹a›: (…|abc …)$/);
  });
});

describe('nothing is shown', () => {
  test.each<ErrorCode>([
    'invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
  ])('of a text that cannot be parsed: %s', code => {
    expect(shown('spec: {‸hunter2: x', { code })).toBeUndefined();
  });

  test.each([
    ['of an entry that may be anything', '- ‸hunter2'],
    ['of what may be any key', '- ‸hunter2: hunter2'],
    ['of what may be any key in quotes', '- ‸"hunter2": hunter2'],
    ['of what is no key', '‸? hunter2'],
    ['of a value of what may be any key', 'hunter2: ‸!x'],
  ])('%s', (_, text) => {
    expect(shown(text)).toBeUndefined();
  });

  test('of a file as a whole', () => {
    const source = readManifests('a: b', 'f').sources.get('f')!;
    expect(excerptOf(FOUND, source)).toBeUndefined();
  });
});
