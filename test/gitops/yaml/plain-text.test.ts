import { writtenByCdk8s } from './compared';
import { isSurelyPlain } from '../../../src/gitops/yaml/strings';

test.each(['a', 'http', 'apps/v1', 'nginx:1.25', 'https://example.com/a#b', 'a b c', 'env', 'echo', 'Exact', 'naming', 'offset', '/', '$(NAME)', '(a|b)', 'a"b"', "it's", 'a\\n', 'a,b', 'a]', 'x-', 'a?', '<<', '=', '<a>'])('%j is told by one look', text => {
  expect(isSurelyPlain(text)).toBe(true);
  expect(writtenByCdk8s({ text, [text]: 1 })).toBe(`text: ${text}\n${text}: 1\n`);
});

test.each(['', 'y', 'no', 'true', 'off', 'false', 'null', 'names', 'e0', 'E+1', 'e', 'a:', 'a: b', 'a #', 'a ', 'a\t', 'a\n', '~', '8080', '-a', '.a', '"a"', 'é', 'a\x7f', 'a:\t', 'a:é'])('%j has to be looked at more closely', text => {
  expect(isSurelyPlain(text)).toBe(false);
});
