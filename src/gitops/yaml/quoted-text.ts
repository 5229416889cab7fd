/** Escapes that YAML has a letter for, and JSON has not. */
const LETTERS: Readonly<Record<string, string>> = { '0000': '\\0', '0007': '\\a', '000b': '\\v', '001b': '\\e' };

/** The escapes of JSON, one by one; newlines together, with the space in front of them. */
const ESCAPES = /( ?)((?:\\n)+)|\\u(....)|\\./g;

/** From this length on, quotes included, a text that has line breaks is written on several lines. */
const SEVERAL_LINES = 40;

/**
 * A text in double quotes: that of JSON, with YAML's letters for control characters. Where `margin` (a line break and the indentation) is given, a
 * long text is broken at its line breaks; keys are not.
 */
export function doubleQuoted(text: string, margin?: string): string {
  const json = JSON.stringify(text);
  if (!json.includes('\\')) return json;
  const isBroken = margin !== undefined && json.length >= SEVERAL_LINES;
  return json.replace(ESCAPES, (escape: string, space: string, newlines: string | undefined, code: string | undefined, at: number) => {
    if (code !== undefined) return LETTERS[code] ?? (code.startsWith('00') ? `\\x${code.slice(2)}` : escape);
    if (newlines === undefined) return escape;
    // bare space at the end of a line would be dropped; cdk8s escapes it even if the line does not end here
    return (space && '\\ ') + (isBroken ? lineBreaks(newlines.length / 2, json.slice(at + escape.length), margin) : newlines);
  });
}

/**
 * So many line breaks, in front of the rest of the text. A reader makes a space of one and drops the first of several, so there is one more. The one
 * at the text's end stays an escape, or the closing quotes would stand alone. Space at a line's beginning would be dropped if it were not escaped.
 */
function lineBreaks(count: number, rest: string, margin: string): string {
  const isLast = rest === '"';
  const broken = isLast ? count - 1 : count;
  return (broken > 0 ? '\n'.repeat(broken) + margin : '') + (isLast ? '\\n' : rest.startsWith(' ') ? '\\' : '');
}
