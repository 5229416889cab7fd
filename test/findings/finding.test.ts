import { bad, FINE, found, framed, within } from '../../src/findings/finding';
import { show, Shown } from '../../src/findings/shown';
import { describe as sentence, describeProblem, describeTo, remedyOf } from '../../src/findings/words';
import { finding, spoken, unspoken } from '../support/findings';

test('a finding is one sentence: code, field, problem, remedy', () => {
  const [one] = bad('invalid-type', 'unquoted', 'spec.port', 0);

  expect(spoken(one)).toEqual({ code: 'invalid-type', field: 'spec.port', problem: 'must be a string, got 0', remedy: 'put it in quotes' });
  expect(sentence(one)).toBe('invalid-type: \'spec.port\' must be a string, got 0; put it in quotes');
  expect(describeProblem(one)).toBe('invalid-type: \'spec.port\' must be a string, got 0');
});

test('where the problem says what must be, a message says no more, and a report does', () => {
  const [one] = bad('invalid-type', 'list', 'spec.ports', 0);

  expect(describeTo('manifests', one)).toBe('invalid-type: \'spec.ports\' must be a list, got 0');
  expect(remedyOf(one, 'manifests')).toBe('give a list');
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
  const [inner] = found('invalid-type', 'spec.replicas', { reason: 'unquoted', value: Shown.of(5) });

  test('says more of the same finding, which keeps its code and what it knows', () => {
    const outer = framed('parameter', inner, { sets: ['spec', 'a.b'] });
    expect(sentence(outer)).toBe('invalid-type: \'spec.replicas\' sets \'spec[\'a.b\']\' of the workload, which must be a string, got 5; put it in quotes');
    expect(outer.parameters).toEqual({ ...inner.parameters, sets: ['spec', 'a.b'], frames: ['parameter'] });
  });

  test('keeps the remedy, unless it has one', () => {
    expect(describeTo('manifests', framed('not-scraped', inner))).toBe(
      'invalid-type: \'spec.replicas\' is not scraped: must be a string, got 5; put it in quotes');
    expect(describeTo('manifests', framed('scraped-by-operator', inner))).toBe(
      'invalid-type: \'spec.replicas\' is all that scrapes the component, since it must be a string, got 5; '
      + 'add a MetricsTrait to have the job name and the labels of the platform instead: the operator\'s monitor is switched off then');
  });

  test('may be in another one', () => {
    expect(sentence(framed('placeholder', framed('not-scraped', inner)))).toBe(
      'invalid-type: \'spec.replicas\' is not scraped: must be a string, got 5; '
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

  test.each([
    ['https://u:hunter2@a.b/c', 'https://u:…@a.b/c'], ['//u:hunter2@a', '//u:…@a'], ['amqp://:hunter2@a', 'amqp://:…@a'],
    ['https://u:a/b:c@d', 'https://u:…@d'],
    ['https://u:hunt@er2@a', 'https://u:…@a'], ['https://u:hunter2\n@a', 'https://u:…@a'], ['https://u:two words@a', 'https://u:…@a'],
    ['https://a.b:80/c', 'https://a.b:80/c'], ['https://u@a', 'https://u@a'], ['u@a:b', 'u@a:b'],
  ])('a URL without its password: %s', (value, shown) => {
    expect(show(value)).toBe(`"${shown}"`);
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
    found('invalid-type', 'f', { reason: 'list', value: 'hunter2' });
    // @ts-expect-error: of any type
    found('invalid-type', 'f', { reason: 'list', value: written });
    expect(found('invalid-type', 'f', { reason: 'list', value: Shown.typeOf(written) }).map(sentence)).toEqual(['invalid-type: \'f\' must be a list, got a string']);
  });

  test('a string that nobody has declared to be a name', () => {
    // @ts-expect-error: a mount path, which may be anything
    found('not-expressible', '', { reason: 'mount-expression', mountPath: 'hunter2' });
    expect(found('not-expressible', '', { reason: 'mount-expression', mountPath: Shown.of('/logs') })[0].parameters.mountPath).toEqual(Shown.of('/logs'));
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
