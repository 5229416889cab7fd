/** A text of somebody else's on one line: without what steers a terminal, or lets it look like another text. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
