import { join } from 'path';
import { ContainerizedWorkload } from '../../src';
import { ManifestError, ModelError, RefusedManifestsError, ScraperError } from '../../src/testing/errors';
import { startAtUser } from '../../src/base/user-stack';
import { finding, unspoken } from '../support/findings';

const SOURCES = join(__dirname, '../../src');
const found = finding('missing-field', 'name', 'is required');

function thrown(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing is thrown');
}

const framesOf = ({ stack }: Error) => stack!.split('\n').filter((line) => line.startsWith('    at '));
const deep = (levels: number): unknown => levels === 0 ? new ContainerizedWorkload({ name: 'cart', containers: [] }) : deep(levels - 1);

test('the stack starts with the line that made the object, below the findings', () => {
  const error = thrown(() => new ContainerizedWorkload({ name: 'cart', containers: [] }));
  expect(error.stack).toMatch(/^ModelError: \[ContainerizedWorkload 'cart'\] missing-field: .*\n {4}at .*user-stack\.test\.ts:\d+:\d+\)?\n/);
  expect(error.stack).not.toContain(SOURCES);
  expect(error.stack).not.toContain('node:');
});

test('a program sees as many frames of its own as it wants', () => {
  const { stackTraceLimit } = Error;
  try {
    for (const limit of [10, 2, 0]) {
      Error.stackTraceLimit = limit;
      expect(framesOf(thrown(() => deep(20))).filter((frame) => frame.includes('at deep'))).toHaveLength(limit);
      expect(Error.stackTraceLimit).toBe(limit);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});

test('what Node itself calls does not come first', () => {
  const [first] = framesOf(thrown(() => [1].map(() => new ContainerizedWorkload({ name: 'cart', containers: [] }))));
  expect(first).toContain('user-stack.test.ts');
});

test.each([
  ['ModelError', new ModelError('app', found)],
  ['ManifestError', new ManifestError([{ ...found[0], file: 'a.yaml' }])],
  ['ManifestError', new RefusedManifestsError([{ ...found[0], file: 'a.yaml' }])],
  ['ScraperError', new ScraperError('http://localhost', unspoken({ code: 'network', field: '', problem: 'no' }))],
])('%s has such a stack, is printed once, and takes another one', (name, error) => {
  expect(error.stack!.startsWith(`${name}: ${error.message}\n    at `)).toBe(true);
  expect(framesOf(error)[0]).toContain('user-stack.test.ts');
  error.stack = 'another';
  expect(error.stack).toBe('another');
});

test('an error whose stack has no other frames keeps those that it has', () => {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = () => `Error\n    at refuse (${SOURCES}/base/errors.ts:1:1)\n    at run (node:internal/main:1:1)`;
    expect(framesOf(new ModelError('app', found))).toHaveLength(2);
    Error.prepareStackTrace = (_, sites) => sites;
    const error = new Error('why');
    startAtUser(error);
    expect(Array.isArray(error.stack)).toBe(true);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
});
