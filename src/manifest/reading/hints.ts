import type { Mistake } from './syntax-words';

/** What is no YAML and no mistake in YAML either, by the line on which the parser stumbles over it. */
const HINTS: readonly (readonly [RegExp, Mistake])[] = [
  [/^\s*(?:- )?\[?(?:\.{3,}|…)\]?\s*(?:#.*)?$/, 'dots'],
  [/^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/, 'merge-marks'],
  [/^\s*(?:`{3}|~{3})/, 'markdown'],
  [/\u00a0/, 'no-break-space'],
];

/** What a line tells better than the error of the parser on it. */
export function hintOf(line: string): Mistake | undefined {
  return HINTS.find(([pattern]) => pattern.test(line))?.[1];
}
