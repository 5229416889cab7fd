import type { Words } from './syntax-words';

/** What is no YAML and no mistake in YAML either, by the line on which the parser stumbles over it. */
const HINTS: [RegExp, Words][] = [
  [/^\s*(?:- )?\[?(?:\.{3,}|…)\]?\s*(?:#.*)?$/, { problem: 'has dots in the place of something that was left out', remedy: 'write what they stand for, or leave out the line' }],
  [/^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/, { problem: 'has the marks of a merge that was not finished', remedy: 'decide for one of the two sides, and leave out the marks' }],
  [/^\s*(?:`{3}|~{3})/, { problem: 'has a line of Markdown, which says that YAML begins or ends', remedy: 'leave out all that is not YAML' }],
  [/\u00a0/, { problem: 'has a no-break space (U+00A0), which is a letter to YAML', remedy: 'write a space' }],
];

/** What a line tells better than the error of the parser on it. */
export function hintOf(line: string): Words | undefined {
  return HINTS.find(([pattern]) => pattern.test(line))?.[1];
}
