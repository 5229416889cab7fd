import type { RE2JS } from 're2js';

const COMPILED = new Map<string, RE2JS | undefined>();

/** The most remembered results: a few values recur often, such as names and durations. */
const MOST_REMEMBERED = 10_000;
const REMEMBERED = new Map<string, boolean>();

/** Whether a part of a string matches a pattern of a schema, as in API servers. A pattern that RE2 rejects matches every string. */
export function matches(pattern: string, value: string): boolean {
  const key = `${pattern}\n${value}`;
  let result = REMEMBERED.get(key);
  if (result === undefined) {
    result = compiled(pattern)?.matcher(value).find() ?? true;
    if (REMEMBERED.size < MOST_REMEMBERED && value.length < 100) REMEMBERED.set(key, result);
  }
  return result;
}

function compiled(pattern: string): RE2JS | undefined {
  if (!COMPILED.has(pattern)) COMPILED.set(pattern, compile(pattern));
  return COMPILED.get(pattern);
}

/** Compiles a pattern. RE2 is loaded with the first one. */
function compile(pattern: string): RE2JS | undefined {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { RE2JS } = require('re2js') as typeof import('re2js');
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
