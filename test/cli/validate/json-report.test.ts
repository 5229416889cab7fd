import { OBJECT, reported } from './support';
import { jsonReport, thisTool } from '../../../src/cli/validate/report';

const json = (...args: Parameters<typeof reported>) => JSON.parse(JSON.stringify(jsonReport(reported(...args).report, thisTool())));

test('where nothing is wrong', () => {
  expect(json({ 'a.yaml': OBJECT, 'b.yaml': OBJECT })).toEqual({ valid: true, errors: 0, warnings: 0, files: 2, findings: [] });
});

test('warnings are valid', () => {
  expect(json({ 'f.yaml': OBJECT }, [{ line: 1, column: 2, isWarning: true, problem: 'must be a port, got 0', remedy: 'choose one' }])).toEqual({
    valid: true,
    errors: 0,
    warnings: 1,
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
  expect([valid, counts, second]).toEqual([false, { errors: 1, warnings: 0, files: 1 }, undefined]);
  expect(Object.keys(first)).toEqual(['file', 'level', 'code', 'field', 'path', 'parameters', 'problem', 'remedy', 'documentation']);
  expect(json({ 'f.yaml': 'a: "' })).toMatchObject({ valid: false, errors: 1, findings: [{ code: 'yaml-syntax', line: 1, column: 4 }] });
});
