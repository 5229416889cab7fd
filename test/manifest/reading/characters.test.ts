import { fields, HEAD, said } from './support';

test.each(['é', '日本', '\u00a0', '\ue000', '\ufffd', '👍🏽', '\t'])('takes %j', character => {
  expect(fields(`a: x${character}x\n`)).toEqual({ a: `x${character}x` });
});

test.each([
  ['U+0000', '\0'], ['U+0008', '\b'], ['U+000B', '\v'], ['U+000D', '\r'], ['U+001B', '\x1b'], ['U+007F', '\x7f'], ['U+0085', '\x85'], ['U+2028', '\u2028'], ['U+FEFF', '\ufeff'],
  ['U+FFFE', '\ufffe'], ['U+D800', '\ud800'], ['U+DC00', '\udc00'],
])('fails when a text has the character %s', (name, character) => {
  expect(said(`${HEAD}a: x${character}x\nb: '\n---\n${HEAD}`)).toEqual([
    `f.yaml:3:5: invalid-character: has the character ${name}, which not every reader of YAML accepts; leave it out, or write it as an escape in double quotes`,
  ]);
});
