import { FINE } from '../../src/base/findings/finding';
import { ModelError, throwFindings } from '../../src/base/brand';
import { finding } from '../support/findings';
import { messageOf } from '../support/message';

const noName = finding('missing-field', 'name', 'is required', 'give it a value');
const badPort = finding('invalid-port', 'port', 'must be an integer, got 0');

test('nothing is thrown where nothing was found', () => {
  expect(() => throwFindings('app/chart', FINE)).not.toThrow();
});

test('fails when there is one finding', () => {
  expect(messageOf(() => throwFindings('app/chart', noName))).toBe('[app/chart] missing-field: \'name\' is required; give it a value');
});

test('fails when there are several findings: all are in one error', () => {
  expect(messageOf(() => throwFindings('app/chart', [...noName, ...badPort]))).toBe([
    '[app/chart] 2 findings:',
    '  missing-field: \'name\' is required; give it a value',
    '  invalid-port: \'port\' must be an integer, got 0',
  ].join('\n'));
});

test('fails when something is found about the root of the tree, whose path is empty', () => {
  expect(messageOf(() => throwFindings('', noName))).toBe('[App] missing-field: \'name\' is required; give it a value');
});

test('a path of a construct makes no line more', () => {
  expect(messageOf(() => throwFindings('app/a\n::error::b\u202e', noName))).toBe("[app/a ::error::b ] missing-field: 'name' is required; give it a value");
  expect(messageOf(() => throwFindings('app/a\nb', [...noName, ...badPort])).split('\n')).toHaveLength(3);
});

test('the error keeps its findings for tools', () => {
  const error = new ModelError('app/chart', noName);

  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ModelError', subject: 'app/chart', findings: noName });
});
