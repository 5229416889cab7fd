import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../../src/base/findings/catalogue/all';
import { showPhrase, arrows, counted, quotedFile, quotedList, CodeSentences, Sentence } from '../../../src/base/findings/sentence';
import { SHAPES } from '../../../src/base/findings/catalogue/shapes';
import { bad, FINE, found, framed, ownWords, within, printable, printableLine, show, Shown } from '../../../src/base/findings/finding';
import { describe as sentence, describeProblem, describeTo, remedyOf } from '../../../src/base/findings/words';
import { errorReference } from '../../../src/cli/error-reference';
import { finding, spoken, unspoken } from '../../support/findings';

const ROOT = join(__dirname, '../../..');
const codes = Object.keys(CATALOGUE) as (keyof typeof CATALOGUE)[];

function sources(folder: string, but: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter(file => file.endsWith('.ts') && !file.endsWith(but)).map(file => readFileSync(join(ROOT, folder, file), 'utf8')).join('\n');
}

/** Any parameter of a sentence: a name, a list, a path, a construct and a phrase in one. */
const ANYTHING = new Proxy({ how: 'null', way: 'platform', shape: 'object' }, { get: (chosen, name) => Reflect.get(chosen, name) ?? Object.assign([{ phrase: 'allows' }], { text: 'x', exact: 'x', construct: 'x' }) });

const code = sources('src', 'codes.ts');
const tests = sources('test', 'codes.test.ts');

test('docs/errors.md has an entry for each code, in order', () => {
  expect([...errorReference().keys()]).toEqual([...codes].sort());
});

describe.each(codes)('%s', id => {
  test('has a name of lower-case words', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('has a remedy in whole sentences', () => {
    expect(errorReference().get(id)!.remedy).toMatch(/^[A-Z`].*\.$/);
  });

  // reports show it alone, as a title
  test('has one sentence that names the cause', () => {
    const { cause } = errorReference().get(id)!;
    expect(cause).not.toMatch(/\. [A-Z`]/);
    expect(cause).toMatch(/^[A-Z`].*\.$/);
  });

  test('says what must be, or what to do', () => {
    const says: CodeSentences = CATALOGUE[id];
    const { help, ...reasons } = (typeof says === 'object' && !Array.isArray(says) ? says : { says }) as Record<string, Sentence> & { help?: string };
    const sentences = Object.values(reasons);
    const texts = sentences.map(each => typeof each === 'function' ? each(ANYTHING) : each).map(each => typeof each === 'string' ? [each, help] : each);
    expect(texts.filter(([problem, remedy]) => !remedy && !/^(must|is required)\b/.test(problem!))).toEqual([]);
    expect(texts.filter(([, remedy, inManifests]) => remedy === '' && !inManifests)).toEqual([]);
  });
});

test('each shape of a value has words for manifests, if it has none for programs', () => {
  const texts: (readonly (string | undefined)[])[] = Object.values(SHAPES).map(each => [each].flat());
  expect(texts.filter(([, remedy, inManifests]) => remedy === '' && !inManifests)).toEqual([]);
});

test('each code is reported somewhere', () => {
  expect(codes.filter(id => !code.includes(`'${id}'`))).toEqual([]);
});

test('each code has a test of its whole text', () => {
  expect(codes.filter(id => !new RegExp(`(?<![a-z-])${id}: `).test(tests))).toEqual([]);
});

test('a finding is one sentence: code, field, problem, remedy', () => {
  const [one] = bad('invalid-type', 'unquoted', 'spec.port', 0);

  expect(spoken(one)).toEqual({ code: 'invalid-type', field: 'spec.port', problem: 'must be a string, got a number', remedy: 'put it in quotes' });
  expect(sentence(one)).toBe('invalid-type: \'spec.port\' must be a string, got a number; put it in quotes');
  expect(describeProblem(one)).toBe('invalid-type: \'spec.port\' must be a string, got a number');
});

test.each([
  ['--password hunter2', 'a string', '"--password hunter2"'], [4711, 'a number', '4711'], [[1], 'a list of 1', 'a list of 1'], [null, 'null', 'null'],
])('a value of a wrong type is not shown, one that is wrong otherwise is: %j', (value, type, shown) => {
  const [[one], [other]] = [bad('invalid-type', 'map', 'a', value), bad('invalid-value', 'api-version', 'a', value)];
  expect([one, other].map(each => describeProblem(each).split(', got ')[1])).toEqual([type, shown]);
});

test('where the problem says what must be, a message says no more, and a report does', () => {
  const [one] = bad('invalid-type', 'list', 'spec.ports', 0);

  expect(describeTo('manifests', one)).toBe('invalid-type: \'spec.ports\' must be a list, got a number');
  expect(remedyOf(one, 'manifests')).toBe('give what is required');
  expect(remedyOf(one)).toBeUndefined();
});

test('a finding about the whole object names no field, and need not have a remedy', () => {
  expect(finding('no-platform', '', 'has no platform').map(sentence)).toEqual(['no-platform: has no platform']);
});

test('within: the same findings, seen from further out', () => {
  const names = [...finding('missing-field', 'name', 'is required'), ...finding('missing-field', '[0].name', 'is required'), ...finding('missing-field', '', 'is required')];

  expect(within('spec', names).map(({ path }) => path)).toEqual([['spec', 'name'], ['spec', 0, 'name'], ['spec']]);
  expect(names[0].path).toEqual(['name']);
  expect(within('spec', [])).toBe(FINE);
});

test('a finding is told on one line, whatever it quotes', () => {
  const odd = 'a\n::error::b\r\u2028\u2029\u0085\u202e\u2066\u001b[2J';
  expect(sentence({ ...unspoken({ code: 'invalid-value', field: '', problem: odd, remedy: odd }), path: [odd] })).toBe(
    "invalid-value: 'a ::error::b [2J' a ::error::b [2J; a ::error::b [2J");
});

describe('a sentence around another one', () => {
  const [inner] = bad('invalid-type', 'unquoted', 'spec.replicas', 5);

  test('says more of the same finding, which keeps its code and what it knows', () => {
    const outer = framed('parameter', inner, { sets: ['spec', 'a.b'] });
    expect(sentence(outer)).toBe('invalid-type: \'spec.replicas\' sets \'spec[\'a.b\']\' of the workload, which must be a string, got a number; put it in quotes');
    expect(outer.parameters).toEqual({ ...inner.parameters, sets: ['spec', 'a.b'], frames: ['parameter'] });
  });

  test('keeps the remedy, unless it has one', () => {
    expect(describeTo('manifests', framed('not-scraped', inner))).toBe(
      'invalid-type: \'spec.replicas\' is not scraped: must be a string, got a number; put it in quotes');
    expect(describeTo('manifests', framed('scraped-by-operator', inner))).toBe(
      'invalid-type: \'spec.replicas\' is all that scrapes the component, since it must be a string, got a number; '
      + 'add a MetricsTrait to have the job name and the labels of the platform instead: the operator\'s monitor is switched off then');
  });

  test('may be in another one', () => {
    expect(sentence(framed('placeholder', framed('not-scraped', inner)))).toBe(
      'invalid-type: \'spec.replicas\' is not scraped: must be a string, got a number; '
      + 'fill in the template, with the tool that it was written for, and read what comes out');
  });
});

describe('show', () => {
  class Password {
    public constructor(public readonly text: string) {}
  }

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'nothing'],
    ['null', null, 'null'],
    ['text', 'a "b"', '"a \\"b\\""'],
    ['a truth value', true, 'true'],
    ['a number', 1.5, '1.5'],
    ['a number that JSON does not know', NaN, 'NaN'],
    ['a bigint, not to be taken for a number', BigInt(10), '10n'],
    ['a symbol', Symbol('a'), 'a symbol'],
    ['a function, without its source', () => 'secret', 'a function'],
    ['a list, without its elements', ['secret'], 'a list of 1'],
    ['an object, without its fields', { key: 'secret' }, 'an object'],
    ['an object without a prototype', Object.create(null), 'an object'],
    ['a class instance, without its content', new Password('secret'), 'an instance of Password'],
    ['an instance of a class without a name', new (class {})(), 'an object'],
    ['an object whose field is called constructor', { constructor: { name: 'secret' } }, 'an object'],
  ])('%s', (_, value, shown) => {
    expect(show(value)).toBe(shown);
  });

  test('long text is cut, and its length told', () => {
    expect(show('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`);
    expect(show('x'.repeat(200))).toBe(`"${'x'.repeat(119)}… (200 characters)`);
    expect(show('\n'.repeat(200))).toBe(`"${'\\n'.repeat(59)}\\… (200 characters)`);
  });
});

describe('what a user has written does not get into a finding as it is', () => {
  const written: any = 'hunter2';

  test('a value', () => {
    // @ts-expect-error: a string
    found('invalid-type', 'f', { reason: 'expected', shape: 'list', value: 'hunter2' });
    // @ts-expect-error: of any type
    found('invalid-type', 'f', { reason: 'expected', shape: 'list', value: written });
    expect(found('invalid-type', 'f', { reason: 'expected', shape: 'list', value: Shown.typeOf(written) }).map(sentence)).toEqual(['invalid-type: \'f\' must be a list, got a string']);
  });

  test('own words', () => {
    // @ts-expect-error: of any type
    ownWords(written);
    expect(found('invalid-value', 'f', ownWords('must be even', 'add one')).map(sentence)).toEqual(['invalid-value: \'f\' must be even; add one']);
    expect(bad('invalid-value', ownWords('must be even'), 'f', 3).map(sentence)).toEqual(['invalid-value: \'f\' must be even, got 3']);
    expect(bad('invalid-type', ownWords('must be even'), 'f', 3).map(sentence)).toEqual(['invalid-type: \'f\' must be even, got a number']);
  });

  test('a string that nobody has declared to be a name', () => {
    // @ts-expect-error: a mount path, which may be anything
    found('not-expressible', '', { reason: 'clashing-mounts', mountPath: 'hunter2' });
    expect(found('not-expressible', '', { reason: 'clashing-mounts', mountPath: Shown.of('/logs') })[0].parameters.mountPath).toEqual(Shown.of('/logs'));
  });

  test('a name, and those of a list', () => {
    // @ts-expect-error: of any type
    found('component-not-found', '', { component: written });
    // @ts-expect-error: of unknown type
    found('component-not-found', '', { component: written as unknown });
    // @ts-expect-error: of any type
    found('unknown-field', 'f', { reason: 'not-known', known: [written] });
    expect(found('component-not-found', '', { component: Shown.typeOf(written) }).map(({ parameters }) => JSON.stringify(parameters))).toEqual([
      '{"component":{"shown":"a string"}}',
    ]);
  });
});

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

test('strings as steps', () => {
  expect(arrows(['a', 'b', 'a'])).toBe('a => b => a');
});

test('strings in quotes', () => {
  expect(quotedList(['a', 'b"c'])).toBe('"a", "b\\"c"');
  expect(quotedList([])).toBe('none');
});

test.each([[0, '0 arguments'], [1, '1 argument'], [2, '2 arguments']])('%d with its noun', (count, text) => {
  expect(counted(count, 'argument')).toBe(text);
});

describe('a phrase of the catalogue', () => {
  test('says what it knows', () => {
    expect(showPhrase({ phrase: 'made-of-fields', made: 'a.b', fields: ['c', 'd'] })).toBe('"a.b", as c and d say');
  });

  test('may be one of several', () => {
    expect(showPhrase([{ phrase: 'label-value', key: 'a', value: 'b' }, { phrase: 'no-label', key: 'c' }])).toBe('a=b, no label c');
  });

  test('is data where a machine reads it', () => {
    const [only] = found('invalid-name', 'metadata.name', { reason: 'given', rule: { phrase: 'job-name', max: 63 }, value: Shown.of('A') });
    expect(JSON.parse(JSON.stringify(only.parameters))).toEqual({ reason: 'given', rule: { phrase: 'job-name', max: 63 }, value: 'A' });
    expect(sentence(only)).toBe('invalid-name: \'metadata.name\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 63 characters, '
      + 'since its pods have it as a label), got "A"; set \'metadata.name\', or a construct id that is a valid name');
  });
});

test('the path of a file is shown whole', () => {
  const path = `/${'a'.repeat(200)}/"b`;
  expect(quotedFile(path)).toBe(JSON.stringify(path));
});

const LONG = 'x'.repeat(200);

test.each<[string, unknown, string, unknown]>([
  ['a string', 'a "b"', '"a \\"b\\""', 'a "b"'],
  ['a number', 1.5, '1.5', 1.5],
  ['a boolean', false, 'false', false],
  ['null', null, 'null', null],
  ['nothing', undefined, 'nothing', { shown: 'nothing' }],
  ['a number that JSON does not know', NaN, 'NaN', { shown: 'NaN' }],
  ['a long string', LONG, `"${LONG.slice(0, 119)}… (200 characters)`, { shown: `"${LONG.slice(0, 119)}… (200 characters)` }],
  ['a URL with a password', 'https://u:hunter2@a', '"https://…@a"', { shown: '"https://…@a"' }],
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
