import type { Words } from './syntax-words';

export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What is said of a text with half a surrogate pair. */
export const HALF_PAIR = { problem: 'has an escape of half a surrogate pair, which is no character', remedy: 'leave it out' } as const satisfies Words;

/** Why Kubernetes does not read a text in double quotes: the two escapes that JSON has more than go-yaml it refuses in YAML. */
export function quotedHazard(raw: string, value: string): Words | undefined {
  if (LONE_SURROGATE.test(value)) return HALF_PAIR;
  const escape = /\\(\/|u[dD][89a-fA-F])/.exec(raw.replace(/\\\\/g, '  '))?.[1];
  if (!escape) return undefined;
  return escape === '/'
    ? { problem: 'has the escape \\/, which Kubernetes reads in JSON only', remedy: 'write / alone' }
    : { problem: 'has a character written as two escapes, which Kubernetes reads in JSON only', remedy: 'write the character itself, or \\U with eight digits' };
}
