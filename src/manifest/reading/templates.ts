import { Finding, found } from '../../findings/finding';

const MARK = /\{[{%]/;

/** What is said of a template, of Helm say, in the place of all that follows from its braces. */
export function templated(mark: string): Finding[] {
  return found('templated-manifest', '', { mark });
}

/**
 * Where the template begins that is to blame for an error: on its line, on the last one above it that is not empty, or at
 * the beginning of the next one, which the parser may take for a part of the text where it says the error is.
 */
export function findTemplate(text: string, error: number): number | undefined {
  const end = text.indexOf('\n', error);
  const above = text.slice(0, end < 0 ? text.length : end).trimEnd();
  const below = /^\s*(?:- +)?\{[{%]/.exec(text.slice(end < 0 ? text.length : end));
  const own = above.lastIndexOf('\n') + 1;
  const before = above.slice(0, own).trimEnd();
  return within(text, own, above.length) ?? within(text, before.lastIndexOf('\n') + 1, before.length) ?? (below ? end + below[0].length - 2 : undefined);
}

function within(text: string, start: number, end: number): number | undefined {
  const mark = MARK.exec(text.slice(start, end));
  return mark ? start + mark.index : undefined;
}
