import { inspect } from 'node:util';
import { Shown } from '../../src/findings/shown';
import { ScraperError } from '../../src/query';
import { failure } from '../../src/query/failures';

const error = new ScraperError('https://example.com', failure('execution', { reason: 'refused', message: 'too much', status: 422 }),
  { status: 422, errorType: 'execution', retryAfter: undefined, warnings: ['cut'] });

test('says the URL, the code, what is wrong and what to do', () => {
  expect(error.message).toBe('[https://example.com] execution: too much (422); ask for less, or see what the message says');
  expect(String(error)).toBe(`ScraperError: ${error.message}`);
});

test('has what is known', () => {
  expect(error).toBeInstanceOf(Error);
  const { name, code, url, status, errorType, retryAfter, offset, field, systemCode, warnings, infos } = error;
  expect({ name, code, url, status, errorType, retryAfter, offset, field, systemCode, warnings, infos }).toEqual({
    name: 'ScraperError', code: 'execution', url: 'https://example.com', status: 422, errorType: 'execution', warnings: ['cut'], infos: [],
  });
});

test('does not have what is not known', () => {
  expect('retryAfter' in error).toBe(false);
  expect('offset' in error).toBe(false);
});

test('is printed once: nothing stands below its message', () => {
  expect(inspect(error)).toBe(error.stack);
  expect(Object.keys(error)).toEqual(['name']);
  expect(error.stack).toMatch(/^ScraperError: .*\n {4}at .*errors\.test\.ts:\d+:\d+\)\n/);
});

test('names a field', () => {
  const { message } = new ScraperError('http://localhost', failure('malformed-body', { reason: 'object', value: Shown.of(1) }, 'data.result[3]'));
  expect(message).toMatch('[http://localhost] malformed-body: \'data.result[3]\' must be an object, got 1; check the URL');
});
