/**
 * A text of somebody else's on one line: without what steers a terminal, or lets it look like another text. Findings keep
 * such texts as they are; messages, and what the commands print, are made of printable ones.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** The same as the beginning of a line, which CI systems do not take for one of their commands, such as `::error::`. */
export function printableLine(text: string): string {
  return printable(text).replace(/^\s*(?=::|##\[)/, '$&\\');
}
