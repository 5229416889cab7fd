import * as fc from 'fast-check';
import { amountOf } from '../../src/base/quantity';
import { PATIENCE, runs } from '../properties/runs';

test.each([
  ['1', '1000m'], ['1k', '1000'], ['1Ki', '1024'], ['0.5Gi', '512Mi'], ['1E', '1e18'], ['1E3', '1000'], ['2e-3', '2m'], ['-1', '-1000m'], ['1n', '0.001u'],
  ['0.0000000000000000000000001e-99', '.0000000000000000000000001e-99'], ['.5', '0.50'], ['5.', '5'], ['+1', '1'], ['1Ti', '1099511627776'], ['9Ei', '10376293541461622784'], ['0', '-0'],
])('%s is %s', (a, b) => {
  expect(amountOf(a)).toBe(amountOf(b));
  expect(amountOf(a)).toBeDefined();
});

test.each(['', '.', 'm', '1 ', ' 1', '1,5', '1.2.3', '1GiB', '1K', '1e', '1e1.5', '1e3Mi', '0x1', 'Infinity', 'NaN', '1'.repeat(60), null, undefined, {}, NaN, true])('%p is no quantity', value => {
  expect(amountOf(value)).toBeUndefined();
});

test('numbers are themselves', () => {
  fc.assert(fc.property(fc.integer(), fc.integer({ min: -6, max: 6 }), (number, exponent) => {
    expect(amountOf(`${number}e${exponent}`)).toBe(amountOf(number * 10 ** exponent === 0 ? 0 : `${number}e${exponent}`));
    expect(amountOf(number)).toBe(amountOf(`${number}000m`));
    expect(amountOf(`${number}Mi`)).toBe(amountOf(`${number * 1024}Ki`));
  }), { numRuns: runs(125) });
}, PATIENCE);
