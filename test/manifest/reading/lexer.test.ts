import { Lexer } from 'yaml';
import { LenientLexer } from '../../../src/manifest/reading/parse';

const words = (text: string, lexer: Pick<Lexer, 'lex'>) => [...lexer.lex(text)];

test.each([
  'a: b\n', 'a: [b, {c: "d"}]\n', '- |\n  a\n- "b\n  c"\n', 'a: [\n  b\n]\nc: d\n', '{a: b}', '"a', '[', 'a: \'b\n  c\' # d\n',
])('what is indented (%j) is read as ever', text => {
  expect(words(text, new LenientLexer())).toEqual(words(text, new Lexer()));
});

test('lines in brackets may begin at any column, and what follows is read as ever', () => {
  expect(words('a:\n  b: [c,\nd]\n  e: f\n   g\n', new LenientLexer()).join('|')).toBe('\x02|\x1f|a|:|\n|  |\x1f|b|:| |[|\x1f|c|,|\n|\x1f|d|]|\n|  |\x1f|e|:| |\x1f|f\n   g|\n');
});

test('lines in quotes may begin at any column', () => {
  expect(words('a:\n  b: "c\nd"\n  e: f\n', new LenientLexer()).join('|')).toBe('\x02|\x1f|a|:|\n|  |\x1f|b|:| |"c\nd"|\n|  |\x1f|e|:| |\x1f|f|\n');
});
