import { describeLocated, LocatedFinding } from '../../../src/manifest/reading/located-finding';
import { ManifestError } from '../../../src/manifest/reading/manifest-error';
import { unspoken } from '../../support/findings';

const found: LocatedFinding = unspoken({ code: 'missing-field', file: 'a/b.yaml', line: 3, column: 5, field: 'spec.x', problem: 'is required', remedy: 'give it' });
const whole: LocatedFinding = unspoken({ code: 'no-manifests', file: 'c', field: '', problem: 'has none' });

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

test('of very many the first are listed, errors before warnings, and the others are counted', () => {
  const warning = { ...found, isWarning: true };
  const times = (count: number) => Array.from({ length: count }, () => ({ ...found }));
  const note = (text: string) => `a/b.yaml:3:5: ${text}; start with what is listed, then run the command again`;
  const lines = (findings: readonly LocatedFinding[]) => new ManifestError(findings).message.split('\n').map(line => line.trim()).slice(1);
  const [error, warned] = [describeLocated(found), describeLocated(warning)];
  expect(lines([{ ...warning }, ...times(999), warning])).toEqual([
    warned, ...Array(999).fill(error), note('warning: findings-omitted: 1 further finding is not listed, which is here'),
  ]);
  expect(lines([warning, ...times(1001)])).toEqual([
    note('findings-omitted: 2 further findings are not listed, the first of which is here'), ...Array(1000).fill(error),
  ]);
});

test('what is not listed is counted once', () => {
  const { findings } = new ManifestError(Array.from({ length: 1500 }, (_, i) => ({ ...found, line: i + 1 })));
  expect(findings).toHaveLength(1001);
  expect(new ManifestError(findings).findings).toEqual(findings);
});

test('a finding is one line, whatever the file is called, and begins no command of a CI system', () => {
  const odd = { ...found, file: '::error::a\nb\u2028\u202e', field: 'a\nb', problem: 'is \u0007', remedy: '\u2066' };
  expect(describeLocated(odd)).toBe("\\::error::a b :3:5: missing-field: 'a b' is  ;  ");
  expect(new ManifestError([odd, odd]).message.split('\n')).toHaveLength(3);
});
