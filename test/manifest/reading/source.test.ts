import { found } from '../../../src/findings/finding';
import { inOrder } from '../../../src/manifest/reading/located-finding';
import { MOST_FINDINGS } from '../../../src/findings/finding';
import { Source } from '../../../src/manifest/reading/source';

test('positions are lines and columns, from 1', () => {
  const source = new Source('f', 'ab\n\ncd');
  expect([-1, 0, 1, 2, 3, 4, 5, 6, 99].map(at => source.position(at)).map(({ line, column }) => `${line}:${column}`)).toEqual(['1:1', '1:1', '1:2', '1:3', '2:1', '3:1', '3:2', '3:3', '3:3']);
});

test('neither a byte order mark nor the line breaks of Windows move a place', () => {
  const source = new Source('f', '\ufeffa\r\nb\r\nc');
  expect(source.text).toBe('a\nb\nc');
  expect(source.position(source.text.indexOf('c'))).toEqual({ line: 3, column: 1 });
});

test('what is found is told in the order of the text', () => {
  const source = new Source('f', 'ab\ncd');
  for (const at of [4, 1, 0]) source.report(at, found('yaml-syntax', '', { reason: 'tab' }));
  expect([...source.findings].sort(inOrder).map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(['f:1:1', 'f:1:2', 'f:2:2']);
});

test('a line is given without its end', () => {
  const source = new Source('f', 'ab\n\ncd');
  expect([0, 1, 2, 3, 4].map(line => source.line(line))).toEqual(['', 'ab', '', 'cd', '']);
});

test('of very much that is wrong the first part is told', () => {
  const source = new Source('f', 'a');
  for (let i = 0; i < MOST_FINDINGS + 5; i++) source.report(0, found('yaml-syntax', [String(i)], { reason: 'not-yaml' }));
  expect(source.reported).toBe(MOST_FINDINGS + 5);
  expect(source.findings).toHaveLength(MOST_FINDINGS);
  expect(source.findings.at(-1)).toMatchObject({ code: 'yaml-syntax', path: [String(MOST_FINDINGS - 1)], file: 'f', line: 1, column: 1 });
});
