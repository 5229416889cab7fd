import { Yaml } from 'cdk8s';
import { parse } from 'yaml';
import { yamlHazard, yamlKeyHazard } from '../../src/private/plain';

const written = (value: any) => Yaml.stringify({ a: value });
const readBack = (value: any) => parse(written(value), { version: '1.1' })?.a;

describe('each hazard is one', () => {
  test('a line of one space in text that must be quoted comes back as a backslash', () => {
    const text = 'first line of a configuration file\n \nlast line\n  ';
    expect(readBack(text)).not.toBe(text);
    expect(yamlHazard(text)).toEqual({ reason: 'space-line' });
  });

  test('the same line does no harm where the text is not quoted', () => {
    const text = 'first line of a configuration file\n \nlast line\n';
    expect(readBack(text)).toBe(text);
    expect(yamlHazard(text)).toBeUndefined();
  });

  test('a key "<<" is read as a merge', () => {
    expect(() => parse(Yaml.stringify({ '<<': 'x' }), { version: '1.1' })).toThrow();
    expect(parse(Yaml.stringify({ '<<': { a: 1 } }), { version: '1.1', merge: true })).toEqual({ a: 1 });
    expect(yamlKeyHazard('<<')).toEqual({ reason: 'merge-key' });
  });

  test('a tab in front of several lines is written as indentation', () => {
    expect(written('\tserver {\n}\n')).toBe('a: |\n  \tserver {\n  }\n');
    expect(yamlHazard('\tserver {\n}\n')).toEqual({ reason: 'leading-tab' });
    expect(yamlHazard('\n\tserver {\n}\n')).toBeDefined();
  });

  test.each(['0o17', '0O17', '0X1F', '-0X1', '+0o7', '0o1_7', '0b+1', '+_5_', '1e1_', '1e_5', '-_.2', '0.1e1_'])('%s is written without quotes, and is a number to Go', text => {
    expect(written(text)).toBe(`a: ${text}\n`);
    expect(yamlHazard(text)).toEqual({ reason: 'number-like' });
  });

  test.each([
    ['U+007F', '\x7f'], ['U+0085', '\x85'], ['U+009F', '\x9f'], ['U+2028', '\u2028'], ['U+2029', '\u2029'], ['U+FFFE', '\ufffe'], ['U+D800', '\ud800'],
  ])('%s is refused', (code, character) => {
    expect(yamlHazard(`a${character}b`)).toEqual({ reason: 'character', character: code });
  });
});

describe('what is common passes', () => {
  test.each([
    '', 'yes', 'null', '~', '0775', '0x1f', '1e3', '12:30', '1.5', '-1', '+1', '1_000', '_', '_1', '0_a', '0x_1f', '0o8', '1._5', '0', '5432', '0.5', '/metrics', 'a\tb', 'a\n\tb\n', ' a\nb', '\ud83d\ude80',
    '\u00e9', 'a\n\nb', 'a\n \nb', 'a\r\nb', '- a', '# a', 'a: b', '"', '\'', '\\', '{{ x }}', '%a', '@a', '`a`',
  ])('%j', text => {
    expect(readBack(text)).toBe(text);
    expect(yamlHazard(text)).toBeUndefined();
  });
});
