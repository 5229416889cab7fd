import { found } from '../../../src/findings/finding';
import { LocatedFinding, ManifestError, describeLocated } from '../../../src/manifest/reading/located-finding';

const missing: LocatedFinding = { ...found('missing-field', 'spec.x', { reason: 'required' })[0], file: 'a/b.yaml', line: 3, column: 5 };
const whole: LocatedFinding = { ...found('no-manifests', '', { reason: 'folder' })[0], file: 'c' };
const WHOLE = 'c: no-manifests: has no file *.yaml, *.yml or *.json in it or below it; name the files, or the folder that holds them';

test('one finding is one line', () => {
  expect(new ManifestError([missing]).message).toBe('a/b.yaml:3:5: missing-field: \'spec.x\' is required');
});

test('one about a file as a whole has no line', () => {
  expect(new ManifestError([whole]).message).toBe(WHOLE);
});

test('several are in one error', () => {
  expect(new ManifestError([missing, whole]).message).toBe([
    '2 findings:',
    '  a/b.yaml:3:5: missing-field: \'spec.x\' is required',
    `  ${WHOLE}`,
  ].join('\n'));
});

test('the error keeps its findings for tools, and Node prints them once', () => {
  const error = new ManifestError([missing]);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ManifestError', findings: [missing] });
  expect(Object.keys(error)).toEqual(['name']);
});

test('of very many the first are listed, errors before warnings, and the others are counted', () => {
  const warning = { ...missing, isWarning: true };
  const times = (count: number) => Array.from({ length: count }, () => ({ ...missing }));
  const note = (text: string) => `a/b.yaml:3:5: ${text}; start with what is listed, then run the command again`;
  const lines = (findings: readonly LocatedFinding[]) => new ManifestError(findings).message.split('\n').map(line => line.trim()).slice(1);
  const [error, warned] = [describeLocated(missing), describeLocated(warning)];
  expect(lines([{ ...warning }, ...times(999), warning])).toEqual([
    warned, ...Array(999).fill(error), note('warning: findings-omitted: 1 more finding, which is here, is not listed'),
  ]);
  expect(lines([warning, ...times(1001)])).toEqual([
    note('findings-omitted: 2 more findings, the first of which is here, are not listed'), ...Array(1000).fill(error),
  ]);
});

test('what is not listed is counted once', () => {
  const { findings } = new ManifestError(Array.from({ length: 1500 }, (_, i) => ({ ...missing, line: i + 1 })));
  expect(findings).toHaveLength(1001);
  expect(new ManifestError(findings).findings).toEqual(findings);
});

test('a finding is one line, whatever the file is called, and begins no command of a CI system', () => {
  const [template] = found('templated-manifest', ['a\nb'], { mark: '\u0007\u2066' });
  const odd = { ...missing, ...template, file: '::error::a\nb\u2028\u202e' };
  expect(describeLocated(odd)).toBe(
    '\\::error::a b :3:5: templated-manifest: \'a b\' has a template\'s \' \' here, and is not YAML until the template is rendered; render it, '
    + 'for example with \'helm template\', and read the output');
  expect(new ManifestError([odd, odd]).message.split('\n')).toHaveLength(3);
});
