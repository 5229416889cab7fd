import { toldOf } from './malformed';
import { histogramSampleAt, labelsAt, listOf, mustBe, numberAt, objectAt, pairAt, sampleAt, textAt, timeAt } from '../../src/query/decode';
import { Malformed } from '../../src/query/failures';

/** What is said of a value at the field `f`. */
function refused(read: (value: any, field: string) => unknown, value: unknown): string {
  try {
    read(value, 'f');
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    expect(error.offset).toBeUndefined();
    return toldOf(error);
  }
  throw new Error('nothing was thrown');
}

/** What only JSON can make: nothing can be made a text of it. */
const UNPRINTABLE = JSON.parse('{"toString":1,"valueOf":1}');

describe('a number', () => {
  test.each<[string, number]>([
    ['0', 0], ['-0', -0], ['1', 1], ['-1.5', -1.5], ['+2', 2], ['1e3', 1000], ['1E-3', 0.001], ['.5', 0.5], ['5.', 5], ['007', 7],
    ['1.7976931348623157e+308', Number.MAX_VALUE], ['5e-324', 5e-324], ['1e-400', 0],
    ['NaN', NaN], ['+Inf', Infinity], ['Inf', Infinity], ['-Inf', -Infinity],
  ])('%s', (text, value) => {
    expect(numberAt(text, 'f')).toEqual({ value, text });
  });

  test('keeps the digits that it cannot hold as text', () => {
    const text = '0.1000000000000000055511151231257827';
    expect(numberAt(text, 'f')).toEqual({ value: 0.1, text });
    expect(numberAt('9007199254740993', 'f')).toEqual({ value: 9007199254740992, text: '9007199254740993' });
  });

  test.each<[unknown, string]>([
    ['', '""'], [' 1', '" 1"'], ['1 ', '"1 "'], ['nan', '"nan"'], ['inf', '"inf"'], ['Infinity', '"Infinity"'], ['-NaN', '"-NaN"'], ['0x10', '"0x10"'],
    ['1_000', '"1_000"'], ['1,5', '"1,5"'], ['1e', '"1e"'], ['.', '"."'], ['--1', '"--1"'], ['1e400', '"1e400"'], ['-1e400', '"-1e400"'],
    [`1${'0'.repeat(400)}`, `"1${'0'.repeat(118)}… (401 characters)`], ['constructor', '"constructor"'], ['١', '"١"'],
  ])('fails when it is the text %j', (value, shown) => {
    expect(refused(numberAt, value)).toBe(`'f' must be a number in a string, got ${shown}`);
  });

  test.each<[unknown, string]>([[1, '1'], [null, 'null'], [undefined, 'nothing'], [['1'], 'a list of 1'], [UNPRINTABLE, 'an object'], [true, 'true']])(
    'fails when it is %p', (value, shown) => {
      expect(refused(numberAt, value)).toBe(`'f' must be a string, got ${shown}`);
    });
});

describe('a time', () => {
  test.each<[number, number]>([
    [0, 0], [-0, 0], [1, 1000], [-0.001, -1], [0.001, 1],
    [1435781430.781, 1435781430781], [1435781430.78, 1435781430780], [-1435781430.781, -1435781430781],
    [1700000000.123, 1700000000123], [8640000000000, 8640000000000000], [-62135596800, -62135596800000], [1e3, 1000000],
    [4438640903195.521, 4438640903195521], [-4401984542319.011, -4401984542319011], [8639999999999.999, 8639999999999999],
  ])('%d in seconds is %d in milliseconds', (seconds, milliseconds) => {
    expect(timeAt(seconds, 'f')).toBe(milliseconds);
  });

  test('is exact all day', () => {
    const day = 1_767_225_600_000;
    const times = Array.from({ length: 86_400 }, (_, n) => day + n * 1000 + n % 1000);
    const seconds = (milliseconds: number) => Number(String(milliseconds).replace(/...$/, '.$&'));
    expect(times.filter(milliseconds => timeAt(seconds(milliseconds), 'f') !== milliseconds)).toEqual([]);
  });

  test.each<[unknown, string]>([
    [1.0001, '1.0001'], [1435781430.7815, '1435781430.7815'], [1e300, '1e+300'], [Infinity, 'Infinity'], [NaN, 'NaN'], [9007199254741, '9007199254741'],
    ['1', '"1"'], [null, 'null'], [undefined, 'nothing'], [[1], 'a list of 1'], [UNPRINTABLE, 'an object'], [true, 'true'],
  ])('fails when it is %p', (value, shown) => {
    expect(refused(timeAt, value)).toBe(`'f' must be a time in seconds with at most three decimals, got ${shown}`);
  });
});

describe('a sample', () => {
  test('is a time and a number', () => {
    expect(sampleAt([1435781430.781, '+Inf'], 'f')).toEqual({ time: 1435781430781, value: Infinity, text: '+Inf' });
  });

  test.each<[unknown, string]>([
    [[], "'f' must be a list of two, time and value, got a list of 0"],
    [[1], "'f' must be a list of two, time and value, got a list of 1"],
    [[1, '2', 3], "'f' must be a list of two, time and value, got a list of 3"],
    ['12', "'f' must be a list of two, time and value, got \"12\""],
    [undefined, "'f' must be a list of two, time and value, got nothing"],
    [{ 0: 1, 1: '2', length: 2 }, "'f' must be a list of two, time and value, got an object"],
    [['1', '2'], "'f[0]' must be a time in seconds with at most three decimals, got \"1\""],
    [[1, 2], "'f[1]' must be a string, got 2"],
    [[1, 'x'], "'f[1]' must be a number in a string, got \"x\""],
  ])('fails when it is %j', (value, expected) => {
    expect(refused(sampleAt, value)).toBe(expected);
  });

  test('may have something else than a number', () => {
    expect(pairAt([1, 'text'], 'f', textAt)).toEqual({ time: 1000, second: 'text' });
  });
});

describe('a native histogram', () => {
  const histogram = (more: object = {}) => [1.5, { count: '10', sum: '3.5', ...more }];
  const number = (value: number, text = String(value)) => ({ value, text });

  test('has buckets of all four rules', () => {
    expect(histogramSampleAt(histogram({ buckets: [[0, '0.5', '1', '1'], [1, '-1', '-0.5', '2'], [2, '3', '+Inf', '3.5'], [3, '-0.001', '0.001', '4']] }), 'f')).toEqual({
      time: 1500,
      histogram: {
        count: number(10),
        sum: number(3.5),
        buckets: [
          { boundaries: 'open-left', lower: number(0.5), upper: number(1), count: number(1) },
          { boundaries: 'open-right', lower: number(-1), upper: number(-0.5), count: number(2) },
          { boundaries: 'open', lower: number(3), upper: number(Infinity, '+Inf'), count: number(3.5) },
          { boundaries: 'closed', lower: number(-0.001), upper: number(0.001), count: number(4) },
        ],
      },
    });
  });

  test.each([[{}], [{ buckets: null }], [{ buckets: [] }]])('may be without buckets: %j', more => {
    expect(histogramSampleAt(histogram(more), 'f')).toEqual({ time: 1500, histogram: { count: number(10), sum: number(3.5), buckets: [] } });
  });

  test('may have no number', () => {
    expect(histogramSampleAt(histogram({ sum: 'NaN', count: '0' }), 'f').histogram).toEqual({ count: number(0), sum: number(NaN), buckets: [] });
  });

  const FOUR = 'must be a list of four, rule, lower and upper boundary and count';

  test.each<[string, unknown, string]>([
    ['it is a number', [1, '2'], "'f[1]' must be an object, got \"2\""],
    ['it is no pair', [1], "'f' must be a list of two, time and value, got a list of 1"],
    ['it is nothing', null, "'f' must be a list of two, time and value, got null"],
    ['there is no count', [1, { sum: '1' }], "'f[1].count' must be a string, got nothing"],
    ['there is no sum', [1, { count: '1' }], "'f[1].sum' must be a string, got nothing"],
    ['the sum is a number', [1, { count: '1', sum: 1 }], "'f[1].sum' must be a string, got 1"],
    ['the buckets are no list', histogram({ buckets: {} }), "'f[1].buckets' must be a list, got an object"],
    ['a bucket is no list', histogram({ buckets: [{}] }), `'f[1].buckets[0]' ${FOUR}, got an object`],
    ['a bucket is too short', histogram({ buckets: [[0, '1', '2', '3'], [0, '1', '2']] }), `'f[1].buckets[1]' ${FOUR}, got a list of 3`],
    ['a bucket is too long', histogram({ buckets: [[0, '1', '2', '3', '4']] }), `'f[1].buckets[0]' ${FOUR}, got a list of 5`],
    ['a rule is not known', histogram({ buckets: [[4, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got 4"],
    ['a rule is below all others', histogram({ buckets: [[-1, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got -1"],
    ['a rule is not whole', histogram({ buckets: [[0.5, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got 0.5"],
    ['a rule is a text', histogram({ buckets: [['0', '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got \"0\""],
    ['a rule is the name of a method', histogram({ buckets: [['map', '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got \"map\""],
    ['a rule is an object', histogram({ buckets: [[UNPRINTABLE, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got an object"],
    ['a rule is a list', histogram({ buckets: [[[0], '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got a list of 1"],
    ['a boundary is a number', histogram({ buckets: [[0, 1, '2', '3']] }), "'f[1].buckets[0][1]' must be a string, got 1"],
    ['a boundary is none', histogram({ buckets: [[0, '1', '', '3']] }), "'f[1].buckets[0][2]' must be a number in a string, got \"\""],
    ['a count is null', histogram({ buckets: [[0, '1', '2', null]] }), "'f[1].buckets[0][3]' must be a string, got null"],
  ])('fails when %s', (_, value, expected) => {
    expect(refused(histogramSampleAt, value)).toBe(expected);
  });
});

describe('labels', () => {
  test.each(['{}', '{"a":"b"}', '{"__proto__":"x","constructor":"y","toString":"z"}', '{"":"","é日😀":"\\ud83d\\ude00"}'])('are %s', text => {
    expect(JSON.stringify(labelsAt(JSON.parse(text), 'f'))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each<[string, string]>([
    ['null', "'f' must be an object, got null"],
    ['[]', "'f' must be an object, got a list of 0"],
    ['"a"', "'f' must be an object, got \"a\""],
    ['{"a":"b","c":1}', "'f.c' must be a string, got 1"],
    ['{"__proto__":null}', "'f.__proto__' must be a string, got null"],
    ['{"a":{"toString":1}}', "'f.a' must be a string, got an object"],
  ])('fails when they are %s', (text, expected) => {
    expect(refused(labelsAt, JSON.parse(text))).toBe(expected);
  });
});

describe('lists, objects and texts', () => {
  test.each([[undefined], [null], [[]]])('a list may be %p', value => {
    expect(listOf(value, 'f', textAt)).toEqual([]);
  });

  test('a list has its elements read, each with its own field', () => {
    expect(listOf(['a', 'b'], 'f', (value, field) => `${field}=${value}`)).toEqual(['f[0]=a', 'f[1]=b']);
  });

  test.each<[string, (value: unknown, field: string) => unknown, unknown, string]>([
    ['a list is an object', (value, field) => listOf(value, field, textAt), {}, "'f' must be a list, got an object"],
    ['a list is a text', (value, field) => listOf(value, field, textAt), 'ab', "'f' must be a list, got \"ab\""],
    ['a list is false', (value, field) => listOf(value, field, textAt), false, "'f' must be a list, got false"],
    ['an element is wrong', (value, field) => listOf(value, field, textAt), ['a', 1], "'f[1]' must be a string, got 1"],
    ['an object is nothing', objectAt, undefined, "'f' must be an object, got nothing"],
    ['an object is a list', objectAt, [], "'f' must be an object, got a list of 0"],
    ['a text is a number', textAt, 1, "'f' must be a string, got 1"],
  ])('fails when %s', (_, read, value, expected) => {
    expect(refused(read, value)).toBe(expected);
  });
});

test('what is shown of a value is short', () => {
  expect(toldOf(mustBe('f', 'list', 'x'.repeat(1000)))).toBe(`'f' must be a list, got "${'x'.repeat(119)}… (1000 characters)`);
});
