import { LocatedFinding } from '../../../src/manifest/reading/located-finding';
import { ManifestError } from '../../../src/manifest/reading/manifest-error';

const found: LocatedFinding = { code: 'missing-field', file: 'a/b.yaml', line: 3, column: 5, field: 'spec.x', problem: 'is required', remedy: 'give it' };
const whole: LocatedFinding = { code: 'no-manifests', file: 'c', field: '', problem: 'has none' };

test('one finding is one line', () => {
  expect(new ManifestError([found]).message).toBe('a/b.yaml:3:5: missing-field: \'spec.x\' is required; give it');
});

test('one about a file as a whole has no line', () => {
  expect(new ManifestError([whole]).message).toBe('c: no-manifests: has none');
});

test('several are in one error', () => {
  expect(new ManifestError([found, whole]).message).toBe([
    '2 findings:',
    '  a/b.yaml:3:5: missing-field: \'spec.x\' is required; give it',
    '  c: no-manifests: has none',
  ].join('\n'));
});

test('the error keeps its findings for tools, and Node prints them once', () => {
  const error = new ManifestError([found]);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ManifestError', findings: [found] });
  expect(Object.keys(error)).toEqual(['name']);
});
