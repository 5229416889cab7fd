/** In the place of what is not shown. */
export const HIDDEN = '…';

/** A text as findings show it. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** What is no text, as findings show it: at the end of what they say, or before a reason. */
const GOT = /, got (-?\d[\d.eE+-]*|true|false|null)(?=$|[:;,])/;

/** What stands behind a value. */
const END = /^(?:$|[\s,}\]])/;

/**
 * What is shown of the text behind a key: its value, if the finding shows the very same; a sign where there is another
 * one; and nothing where there is none, or a comment.
 */
export function shownValue(rest: string, problem: string): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  const value = spellingsIn(problem).find(spelling => text.startsWith(spelling) && END.test(text.slice(spelling.length, spelling.length + 1)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** How the values that a finding shows may be written. */
function spellingsIn(problem: string): string[] {
  const got = GOT.exec(problem)?.[1];
  return [...got === undefined ? [] : [got], ...(problem.match(QUOTED) ?? []).flatMap(spellingsOf)];
}

function spellingsOf(quoted: string): string[] {
  const text = textOf(quoted);
  // what is not on one line, or steers a terminal, is not written like this
  if (text === undefined || /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return [];
  return [quoted, `'${text.replaceAll('\'', '\'\'')}'`, ...text === '' ? [] : [text]];
}

function textOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    // quotes in a text of somebody's own
    return undefined;
  }
}
