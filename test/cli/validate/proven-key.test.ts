import { SourceLines, provenKey } from '../../../src/cli/validate/source-lines';
import { readManifests } from '../../../src/manifest/reading';

/** The key of the last line. */
function lastKey(...lines: readonly string[]) {
  const text = lines.join('\n');
  return provenKey(new SourceLines(readManifests(text, 'f').sources.get('f')!), lines.length);
}

const SECRET = '  hunter2: x';

test.each<[string, string[], string]>([
  ['at the beginning', ['key: x'], 'key:'],
  ['behind another document', ['a: "', '---', 'key: x'], 'key:'],
  ['with what comes behind it', ['key:'], 'key:'],
  ['with a comment', ['key:  # x'], 'key:'],
  ['in a map', ['a:', '  b: x', '', '# it\'s', '  key: x'], '  key:'],
  ['behind a block with a quote is not shown', ['a: |', '  text: "', 'b: |', '  x', 'key: x'], ''],
  ['behind a block of text without quotes', ['a:', '  b: |', '    text', '  key: x'], '  key:'],
  ['in a list', ['a:', '- b: x', '- key: x'], '- key:'],
  ['in a list further in', ['a:', '  - key: x'], '  - key:'],
  ['of an entry with dashes', ['a:', '  - b: x', '    c:', '      d: x', '    key: x'], '    key:'],
  ['of an entry in an entry', ['- - b: x', '    key: x'], '    key:'],
  ['of an entry behind others', ['a:', '  - b: x', '    c: x', '  - d: x', '    key: x'], '    key:'],
])('the key of a line %s', (_, lines, shown) => {
  const key = lastKey(...lines);
  expect(key ? `${key.indent}${key.name}:` : '').toBe(shown);
});

test('what is told of a key', () => {
  expect(['key: x', 'key:', '- a.b/c-d:  # x', 'key:   '].map(line => lastKey(line))).toEqual([
    { indent: '', name: 'key', hasValue: true },
    { indent: '', name: 'key', hasValue: false },
    { indent: '- ', name: 'a.b/c-d', hasValue: false },
    { indent: '', name: 'key', hasValue: false },
  ]);
});

test.each<[string, string[]]>([
  ['is in a block of text', ['a: |', SECRET]],
  ['is in a folded block of a list', ['- >-', SECRET]],
  ['is in a block of text, and not its first line', ['a: |', '  b: x', SECRET]],
  ['is in a block of text of an entry', ['- a: |', '   hunter2: x']],
  ['goes on with a text', ['a: b', SECRET]],
  ['goes on with a text below its key', ['a:', '  b', SECRET]],
  ['goes on with a text further in', ['a:', '    b', SECRET]],
  ['goes on with the text of an entry', ['- b', SECRET]],
  ['goes on with what is not known', ['    b', SECRET]],
  ['may be in quotes', ['a: "b', SECRET]],
  ['may be in single quotes', ['a: \'b', 'hunter2: x']],
  ['may be in brackets', ['a: [b,', 'hunter2: x']],
  ['may be in braces', ['a: {', SECRET]],
  ['is in the template of a map', ['a: {{ b }}', SECRET]],
  ['is that of a template', ['{{ hunter2 }}: x']],
  ['has no space behind it', ['hunter2:x']],
  ['has a space in it', ['hunter 2: x']],
  ['is in quotes', ['"hunter2": x']],
  ['begins with a tab', ['\thunter2: x']],
  ['is none', ['hunter2']],
  ['is that of a dash alone', ['-', SECRET]],
  ['is further in than an entry', ['- a: x', '   hunter2: x']],
  ['is between a dash and its key', ['  - a: x', ' hunter2: x', '   hunter2: x']],
])('no key is known where it %s', (_, lines) => {
  expect(lastKey(...lines)).toBeUndefined();
});
