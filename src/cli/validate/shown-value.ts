import type { Parameters } from '../../findings/sentence';
import { Shown } from '../../findings/shown';

/** In the place of what is not shown. */
export const HIDDEN = '…';

/** What stands behind a value. */
const END = /^(?:$|[\s,}\]])/;

/**
 * What is shown of the text behind a key: its value, if the finding shows the very same; a sign where there is another
 * one; and nothing where there is none, or a comment.
 */
export function shownValue(rest: string, parameters: Parameters): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  const value = spellingsIn(parameters).find(each => text.startsWith(each) && END.test(text.slice(each.length, each.length + 1)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** How the values that a finding shows may be written; other numbers and truth values say what is allowed. */
function spellingsIn({ reason: _, ...parameters }: Parameters): string[] {
  return Object.values(parameters).flatMap(parameter => {
    const { exact } = typeof parameter === 'string' ? Shown.of(parameter) : Shown.is(parameter) ? parameter : { exact: undefined };
    if (exact === undefined) return [];
    return typeof exact === 'string' ? spellingsOf(exact) : [String(exact)];
  });
}

function spellingsOf(text: string): string[] {
  // what is not on one line, or steers a terminal, is not written like this
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return [];
  return [JSON.stringify(text), `'${text.replaceAll('\'', '\'\'')}'`, ...text === '' ? [] : [text]];
}
