import { decodeUtf8 } from '../../src/private/utf8';

test.each(['', 'a', 'é\n日本 👍🏽', '\ufeffa', '\ufffd', '\0'])('%j is UTF-8', text => {
  expect(decodeUtf8(Buffer.from(text))).toEqual({ text, complete: true });
});

test.each([
  ['a byte of Latin-1', [0x61, 0xe9, 0x62], 'a'],
  ['a byte that never is', [0xff, 0xfe, 0x61, 0x00], ''],
  ['a character that is cut off', [...Buffer.from('aé\n'), 0xe2, 0x82], 'aé\n'],
  ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80, 0x61], 'a'],
  ['a character that is too long', [0x61, 0x62, 0xc0, 0x80], 'ab'],
  ['a byte at the end', [0x61, 0x80], 'a'],
])('%s is none: the text in front of it is kept', (_, bytes, text) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toEqual({ text, complete: false });
});
