import { SCALARS } from './scalars';
import { fields } from './support';
import { Resolved, resolvePlain, resolveTagged } from '../../../src/manifest/reading/scalar';
import { spoken } from '../../support/findings';

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
    '0x20000000000000', '-0x8000000000000000', '0777777777777777777777', '09007199254740993', `0b${'1'.repeat(64)}`, '9_007_199_254_740_993', '1'.repeat(2000), `0x${'0'.repeat(2000)}`,
  ])('fails when a whole one is %s', text => {
    expect(refusal(resolvePlain(text))).toEqual({
      code: 'invalid-number', field: '', problem: 'is an integer beyond 9007199254740991, which loses digits in many readers of JSON', remedy: 'put it in quotes if it is a string',
    });
  });

  test('are texts to Go beyond 64 bits, unless they are decimal', () => {
    expect(resolvePlain('-0x8000000000000001')).toEqual({ value: '-0x8000000000000001' });
    expect(resolvePlain(`0b${'1'.repeat(65)}`)).toEqual({ value: `0b${'1'.repeat(65)}` });
    expect(resolvePlain(`1${'a'.repeat(2000)}`)).toEqual({ value: `1${'a'.repeat(2000)}` });
  });
});

describe('tags', () => {
  const tag = 'tag:yaml.org,2002:';

  test.each([
    ['str', '1', '1'], ['str', '', ''], ['int', '0x1F', 31], ['int', '0b-1', -1], ['float', '1', 1], ['float', '1.5', 1.5], ['bool', 'y', true], ['null', '', null], ['null', '~', null],
  ])('!!%s %s is %j', (name, text, value) => {
    expect(resolveTagged(tag + name, text)).toEqual({ value });
  });

  test.each([['int', '1.0'], ['int', '1e3'], ['int', 'x'], ['float', 'x'], ['bool', '1'], ['null', 'x']])('fails when !!%s is %s', (name, text) => {
    expect(refusal(resolveTagged(tag + name, text))).toEqual({
      code: 'yaml-tag', field: '', problem: `has the tag !!${name}, but is not one`, remedy: 'leave out the tag, or write a value of its type',
    });
  });

  test('fails when a number with a tag loses digits', () => {
    expect(resolveTagged(`${tag}int`, '9007199254740993')).toMatchObject({ code: 'invalid-number' });
  });

  test.each([`${tag}binary`, `${tag}timestamp`, `${tag}constructor`, '!foo', '!'])('%s is none of Kubernetes', name => {
    expect(resolveTagged(name, 'x')).toBeUndefined();
  });
});
