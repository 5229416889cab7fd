// Nearly all texts of manifests are plain: names, images, paths, addresses. They are told by one look at each character, which is quicker than
// remembering them and quicker than a regular expression. "no" is no answer here: `one-line.ts` looks closer then.

/** What a first character says. The others are 0: they may begin a number, or mean something in YAML. */
const PLAIN = 1;
/** May begin a word that YAML 1.1 takes for a boolean or for null; no such word has more than five letters. */
const WORD = 2;
/** May begin a number without digits in front, as in `e0`. */
const EXPONENT = 3;

const LONGEST_WORD = 5;
const [SPACE, HASH, NINE, COLON, ASCII] = [0x20, 0x23, 0x39, 0x3a, 0x80];

const FIRST = table([[PLAIN, 'abcdghijklmpqrsuvwxzABCDGHIJKLMPQRSUVWXZ/_$()<=;\\^'], [WORD, 'fnotyFNOTY'], [EXPONENT, 'eE']]);

/** Characters that mean nothing behind the first, wherever they stand: all that are printed, but for `:` and `#`. */
const INNER = table([[PLAIN, Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(SPACE + i)).join('').replace(/[:#]/g, '')]]);

function table(rows: readonly (readonly [number, string])[]): Uint8Array {
  const codes = new Uint8Array(ASCII);
  for (const [meaning, characters] of rows) for (const each of characters) codes[each.charCodeAt(0)] = meaning;
  return codes;
}

/** Whether a text is surely written as it is, as a key or as a value. */
export function isSurelyPlain(text: string): boolean {
  const length = text.length;
  if (length === 0) return false;
  let code = text.charCodeAt(0);
  if (code >= ASCII || !canBegin(FIRST[code], text)) return false;
  for (let i = 1; i < length; i++) {
    code = text.charCodeAt(i);
    if (code >= ASCII || INNER[code] === 0 && !isHarmless(code, text, i)) return false;
  }
  return code !== SPACE;
}

function canBegin(meaning: number, text: string): boolean {
  return meaning === PLAIN || meaning === WORD && text.length > LONGEST_WORD || meaning === EXPONENT && text.length > 1 && text.charCodeAt(1) > NINE;
}

/** A colon ends a key if space or nothing follows, `#` begins a comment behind space. */
function isHarmless(code: number, text: string, at: number): boolean {
  return code === COLON && at + 1 < text.length && text.charCodeAt(at + 1) > SPACE || code === HASH && text.charCodeAt(at - 1) > SPACE;
}
