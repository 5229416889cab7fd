import type { ErrorCode } from './catalogue/all';
import { Finding } from './finding';
import { At, pathOf } from './path';
import { Shown } from './shown';
import { problemOf } from './words';

// Findings that bring their own words. They move into the catalogue one by one; this file goes with the last of them.

/** A finding about one value, which is shown. */
export function wrong(code: ErrorCode, at: At, must: string, value: unknown, remedy?: string): Finding[] {
  return [{ code, path: pathOf(at), parameters: { value: Shown.of(value) }, said: { problem: `must ${must}`, remedy } }];
}

/** A finding that is not about the text of a value. */
export function finding(code: ErrorCode, at: At, problem: string, remedy?: string): Finding[] {
  return [{ code, path: pathOf(at), parameters: {}, said: { problem, remedy } }];
}

/** `a` and `b` give `a.b`; indexes need no dot. */
export function joinField(prefix: string, field: string): string {
  if (!prefix || !field) return prefix || field;
  return field.startsWith('[') ? prefix + field : `${prefix}.${field}`;
}

/** The same finding with another remedy. */
export function withRemedy<F extends Finding>(found: F, remedy: string | undefined): F {
  const value = found.parameters.value;
  return value instanceof Shown && found.said
    ? { ...found, said: { ...found.said, remedy } }
    : { ...found, parameters: {}, said: { problem: problemOf(found), remedy } };
}
