import { excerptOf } from '../../../src/cli/validate/excerpt';
import type { Reported } from '../../../src/cli/validate/report';
import { SourceLines } from '../../../src/cli/validate/source-lines';
import { readManifests } from '../../../src/manifest/reading';
import type { ErrorCode } from '../../../src/findings/catalogue/all';

const FOUND: Reported = { file: 'f.yaml', level: 'error', code: 'invalid-port', field: "a['a b'].größe[0]['a\u202eb'].port", path: ['a', 'a b', 'größe', 0, 'a\u202eb', 'port'], parameters: {}, problem: 'must be a port', remedy: '' };

type Said = Partial<Pick<Reported, 'problem' | 'code'>>;

/** What is shown of the last line, with a sign on both sides of what is marked; the place is where the sign ‸ is in the text. */
function shown(marked: string, said: Said = {}): string | undefined {
  const text = marked.replace('‸', '');
  const source = new SourceLines(readManifests(text, 'f.yaml').sources.get('f.yaml')!);
  const line = marked.slice(0, marked.indexOf('‸')).split('\n').length;
  const column = marked.split('\n')[line - 1].indexOf('‸') + 1;
  const excerpt = excerptOf({ ...FOUND, line, column, ...said }, source);
  if (!excerpt) return undefined;
  const { text: all, start, length } = excerpt;
  return `${all.slice(0, start)}‹${all.slice(start, start + length)}›${all.slice(start + length)}`;
}

const got = (value: string): Said => ({ problem: `must be another, got ${value}` });

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
    ['an entry', '  - ‸5', got('5'), '  - ‹5›'],
    ['a block of text', '  ‸a: |\n    hunter2', {}, '  ‹a›: …'],
    ['an anchor', '  ‸a: &hunter2 5', got('5'), '  ‹a›: …'],
    ['a key in braces', 'a: {hunter2: x, ‸port: 5, x: hunter2}', got('5'), '… ‹port›: 5 …'],
    ['the last key in braces', '  a: {‸port: 5}', got('5'), '  … ‹port›: 5 …'],
    ['a key of JSON', '  "a": {"hunter2":5,‸"port":5}', {}, '  … ‹"port"›: …'],
    ['a value', '  a: ‸!hunter2 x', {}, '  a: ‹…›'],
    ['a value of an entry', '- a: ‸!hunter2 x', {}, '- a: ‹…›'],
    ['a field that is known', '- ‸name: hunter2', {}, '- ‹name›: …'],
    ['a value of what may be any key', '  hunter2: ‸5', got('5'), '  … ‹5›'],
  ])('%s', (_, text, said, expected) => {
    expect(shown(text, said)).toBe(expected);
  });
});

describe('a value is shown if the finding shows it', () => {
  test.each<[string, string, string]>([
    ['99999', '99999', '99999'], ['-1.5e+3 # hunter2', '-1.5e+3', '-1.5e+3'], ['true', 'true', 'true'], ['null', 'null', 'null'],
    ['abc', '"abc"', 'abc'], ['"abc"', '"abc"', '"abc"'], ['\'abc\'', '"abc"', '\'abc\''], ['\'it\'\'s\'', '"it\'s"', '\'it\'\'s\''],
    ['a b  # hunter2', '"a b"', 'a b'], ['"a\\"b"', '"a\\"b"', '"a\\"b"'], ['""', '""', '""'], ['größe', '"größe"', 'größe'],
    ['abc', '"abc": the platform says so', 'abc'], ['5', '5: the platform says so', '5'],
  ])('%s', (written, said, expected) => {
    expect(shown(`‸a: ${written}`, got(said))).toBe(`‹a›: ${expected}`);
    expect(shown(`- ‸${written}`, got(said))).toBe(`- ‹${expected}›`);
  });

  test('wherever in it', () => {
    expect(shown('‸a: /greet', { problem: 'claims path "/greet" on host x' })).toBe('‹a›: /greet');
  });
});

describe('a value is not shown', () => {
  test.each<[string, string, string]>([
    ['of which it is a part', '99999x', '99999'], ['that it is a part of', '9', '99999'], ['that is shown in part only', 'ab', '"abc'], ['that is shortened', 'abc', '"abc… (200 characters)'],
    ['that goes on', 'abc def', '"abc"'], ['in quotes that go on', '"abc', '"abc def"'], ['that is another', 'abc', '"abd"'], ['that is allowed', '1', '65535'],
    ['that is written in another way', '0x1F', '31'], ['that is in the way of a text', 'hunter2', '"a" hunter2 "b"'], ['of which it is empty', 'hunter2', '""'],
    ['with a control character', 'abc\u202e', '"abc\u202e"'], ['that is no text of ours', 'a', '"\\x"'],
  ])('%s', (_, written, said) => {
    expect(shown(`‸a: ${written}`, got(said))).toMatch(/^‹a›: (…|abc …)$/);
  });

  test('that is only allowed', () => {
    expect(shown('‸a: 1', { problem: 'must be a port from 1 to 65535' })).toBe('‹a›: …');
  });
});

describe('of a line in a text that is no YAML is shown', () => {
  const code = 'yaml-syntax';
  test.each<[string, string, string | undefined]>([
    ['its key, where that is wrong', 'a:\n  p‸ort: hunter2', '  ‹port›: …'],
    ['its key, where what is behind it is wrong', 'a:\n  - port: hun‸ter2', '  - port: ‹…›'],
    ['its key alone, where nothing is behind it', 'a:\n  port:‸', '  port‹:›'],
    ['nothing that may be in a block of text', 'a: |\n  ‸hunter2: x', undefined],
    ['nothing that is no key', 'hun‸ter2', undefined],
    ['nothing that may be any key', 'a:\n  hun‸ter2: x', undefined],
    ['nothing beyond the text', 'a: b\n‸', undefined],
  ])('%s', (_, text, expected) => {
    expect(shown(text, { code })).toBe(expected);
  });

  test.each<ErrorCode>(['invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-too-deep'])('its key if the code is %s', of => {
    expect(shown('spec: {‸hunter2: x', { code: of })).toBe('spec: ‹…›');
  });
});

describe('nothing is shown', () => {
  test.each([
    ['of an entry that may be anything', '- ‸hunter2'],
    ['of what may be any key', '- ‸hunter2: hunter2'],
    ['of what may be any key in quotes', '- ‸"hunter2": hunter2'],
    ['of what is part of a name', '‸ort: hunter2'],
    ['of what is no key', '‸? hunter2'],
    ['of a value of what may be any key', 'hunter2: ‸!x'],
    ['of a Secret', 'kind: Secret\n‸data: hunter2'],
    ['of a Secret whose kind stands below', '‸data: hunter2\nkind: "Secret"'],
    ['of a Secret in a list', 'items:\n- ‸a: b\n- kind: Secret'],
    ['of a Secret behind others', 'a: b\n---\n---\nkind: Secret\n‸data: hunter2\n---\na: b'],
  ])('%s', (_, text) => {
    expect(shown(text)).toBeUndefined();
  });

  test('of a file as a whole', () => {
    const source = new SourceLines(readManifests('a: b', 'f').sources.get('f')!);
    expect(excerptOf(FOUND, source)).toBeUndefined();
  });

  test('is not said of the documents around a Secret', () => {
    expect(shown('kind: Secret\n---\n‸a: b\n---\nkind: Secret')).toBe('‹a›: …');
    expect(shown('---\n‸a: Secrets\n--- # Secret')).toBe('‹a›: …');
  });
});
