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

/** A finding about one value in a place that may hold a password: the type of a string or a number is shown, and not the value. */
export function wrongHidden(code: ErrorCode, at: At, must: string, value: unknown, remedy?: string): Finding[] {
  return [{ code, path: pathOf(at), parameters: { value: Shown.typeOf(value) }, said: { problem: `must ${must}`, remedy } }];
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

/** One finding with its own words. */
export function unsaid<C extends ErrorCode>(code: C, problem: string, remedy?: string, at: At = ''): Finding & { readonly code: C } {
  return { code, path: pathOf(at), parameters: {}, said: { problem, remedy } };
}

/** The same finding in other words, which show no value. */
export function inOtherWords<F extends Finding>(found: F, problem: string, remedy?: string): F {
  return { ...found, parameters: {}, said: { problem, remedy } };
}

/** The same finding with another remedy. */
export function withRemedy<F extends Finding>(found: F, remedy: string | undefined): F {
  const value = found.parameters.value;
  return value instanceof Shown && found.said
    ? { ...found, said: { ...found.said, remedy } }
    : { ...found, parameters: {}, said: { problem: problemOf(found), remedy } };
}
