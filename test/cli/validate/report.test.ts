import { OBJECT, linesOf, reported } from './support';
import { exitCodeOf, jsonReport, reportOf, reportSummary } from '../../../src/cli/validate';
import { ExitCode } from '../../../src/cli/output';
import { CATALOGUE, ErrorCode } from '../../../src/base/findings/catalogue/all';
import { MANIFEST_CODES } from '../../../src/base/findings/catalogue/manifest';
import { collectManifests } from '../../../src/files/reading';

const WARNING = { line: 1, column: 1, isWarning: true } as const;
const ERROR = { line: 1, column: 1 } as const;

describe('findings', () => {
  test('are in the order of files, lines and columns, whoever has found them', () => {
    const broken = `${OBJECT}a: 1\na: 2\n---\nx: "`;
    const { report } = reported({ 'b.yaml': broken, 'a.yaml': OBJECT }, [
      { file: 'a.yaml', line: 2, column: 3 }, { file: 'a.yaml', line: 2, column: 1 }, { file: 'b.yaml', line: 1, column: 1 }, { file: 'b.yaml', line: 5, column: 1 },
    ]);
    expect(linesOf(report)).toEqual([
      "b.yaml:1:1: invalid-port: 'spec.port' must be a port; give the number of the port; a named port is not supported here",
      "b.yaml:4:1: duplicate-key: 'a' is given twice in one map, first on line 3; leave out one of the two: most readers of YAML silently drop the first",
      "b.yaml:5:1: invalid-port: 'spec.port' must be a port; give the number of the port; a named port is not supported here",
      'b.yaml:6:4: yaml-syntax: has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines',
      "a.yaml:2:1: invalid-port: 'spec.port' must be a port; give the number of the port; a named port is not supported here",
      "a.yaml:2:3: invalid-port: 'spec.port' must be a port; give the number of the port; a named port is not supported here",
    ]);
  });

  test('of files that cannot be read come first', () => {
    const report = reportOf(collectManifests(['/nowhere/b.yaml', '/nowhere/a.yaml']), []);
    expect(linesOf(report)).toEqual([
      '/nowhere/b.yaml: manifest-not-readable: does not exist; check the path', '/nowhere/a.yaml: manifest-not-readable: does not exist; check the path',
    ]);
    expect(report).toMatchObject({ errors: 2, warnings: 0, files: 2, exitCode: 2 });
  });

  test('are told once', () => {
    const { report } = reported({ 'f.yaml': OBJECT }, [ERROR, ERROR, { ...ERROR, field: 'other' }, { ...ERROR, problem: 'other' }, { ...ERROR, code: 'invalid-value' }, { ...ERROR, line: 2 }, { ...ERROR, column: 2 }]);
    expect(report.findings).toHaveLength(6);
  });

  test('say what to do', () => {
    const { report } = reported({ 'f.yaml': OBJECT }, [{ ...ERROR, remedy: 'do this' }]);
    expect(report.findings).toEqual([{
      file: 'f.yaml',
      line: 1,
      column: 1,
      level: 'error',
      code: 'invalid-port',
      field: 'spec.port',
      path: ['spec', 'port'],
      parameters: { reason: 'must be a port' },
      problem: 'must be a port',
      remedy: 'do this',
    }]);
  });
});

describe('a text without objects', () => {
  const said = 'e.yaml: warning: no-objects: holds no Kubernetes object, so that nothing is checked; check the path, and what has written the file';

  test.each(['', '\n', '# nothing\n', '---\n---\n', '{}', 'null'])('%j', text => {
    expect(linesOf(reported({ 'e.yaml': text, 'f.yaml': '' }).report)).toEqual(text === '{}' ? expect.not.arrayContaining([said]) : [said]);
  });

  test('is fine beside others', () => {
    expect(linesOf(reported({ 'e.yaml': '', 'f.yaml': OBJECT }).report)).toEqual([]);
  });

  test('says what is wrong with it, if it is known', () => {
    expect(linesOf(reported({ 'e.yaml': 'a: {{ b }}' }).report)).toEqual([expect.stringContaining('templated-manifest')]);
  });
});

describe('the outcome', () => {
  test.each<[string, string, Parameters<typeof reported>[1], { strict?: boolean }, number, string]>([
    ['nothing', OBJECT, [], {}, 0, 'nothing wrong in 1 file'],
    ['warnings', OBJECT, [WARNING, { ...WARNING, line: 2 }], {}, 0, '2 warnings in 1 file'],
    ['a warning that counts', OBJECT, [WARNING], { strict: true }, 1, '1 error in 1 file'],
    ['an error', OBJECT, [ERROR, { ...WARNING, line: 2 }], {}, 1, '1 error and 1 warning in 1 file'],
    ['a key given twice', `${OBJECT}a: 1\na: 2`, [], {}, 1, '1 error in 1 file'],
    ['a template', 'a: {{ b }}', [], {}, 1, '1 error in 1 file'],
    ['no object', 'a: b', [], {}, 1, '2 errors in 1 file'],
    ['no YAML', 'a: "', [], {}, 2, '1 error in 1 file'],
    ['no YAML in one of the documents', `${OBJECT}---\na: "`, [ERROR], {}, 2, '2 errors in 1 file'],
  ])('of %s', (_, text, found, options, code, summary) => {
    const { report } = reported({ 'f.yaml': text }, found, options);
    expect([report.exitCode, reportSummary(report)]).toEqual([code, summary]);
  });

  test('is not known by these codes', () => {
    const isUnreadable = (code: ErrorCode) => exitCodeOf([{ code, parameters: {} }], ExitCode.FINE) === ExitCode.NOT_DONE;
    expect((Object.keys(CATALOGUE) as ErrorCode[]).sort().filter(isUnreadable)).toEqual([
      'invalid-character', 'manifest-not-readable', 'manifest-too-large', 'no-manifests', 'yaml-alias', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
    ]);
    expect(Object.keys(MANIFEST_CODES).sort().filter(code => !isUnreadable(code as ErrorCode))).toEqual([
      'duplicate-key', 'findings-omitted', 'invalid-number', 'key-not-text', 'not-judged-by-server', 'refused-by-server', 'templated-manifest', 'yaml-merge', 'yaml-tag',
    ]);
  });
});

const json = (...args: Parameters<typeof reported>) => JSON.parse(JSON.stringify(jsonReport(reported(...args).report)));

test('where nothing is wrong', () => {
  expect(json({ 'a.yaml': OBJECT, 'b.yaml': OBJECT })).toEqual({ valid: true, errors: 0, warnings: 0, notes: 0, accepted: 0, files: 2, findings: [] });
});

test('warnings are valid', () => {
  expect(json({ 'f.yaml': OBJECT }, [{ line: 1, column: 2, isWarning: true, problem: 'must be a port, got 0', remedy: 'choose one' }])).toEqual({
    valid: true,
    errors: 0,
    warnings: 1,
    notes: 0,
    accepted: 0,
    files: 1,
    findings: [{
      file: 'f.yaml',
      line: 1,
      column: 2,
      level: 'warning',
      code: 'invalid-port',
      field: 'spec.port',
      path: ['spec', 'port'],
      parameters: { reason: 'must be a port, got 0' },
      problem: 'must be a port, got 0',
      remedy: 'choose one',
      documentation: 'https://github.com/cdk8s-oam/cdk8s-oam/blob/main/docs/errors.md#invalid-port',
    }],
  });
});

test('what is not read is not valid, and a file as a whole has no line', () => {
  const { valid, findings: [first, second], ...counts } = json({ 'e.yaml': '' }, [], { strict: true });
  expect([valid, counts, second]).toEqual([false, { errors: 1, warnings: 0, notes: 0, accepted: 0, files: 1 }, undefined]);
  expect(Object.keys(first)).toEqual(['file', 'level', 'code', 'field', 'path', 'parameters', 'problem', 'remedy', 'documentation']);
  expect(json({ 'f.yaml': 'a: "' })).toMatchObject({ valid: false, errors: 1, findings: [{ code: 'yaml-syntax', line: 1, column: 4 }] });
});
