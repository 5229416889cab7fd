import type { CATALOGUE, ErrorCode } from './catalogue/all';
import type { Frame, FRAMES, Phrase } from './catalogue/phrases';
import type { Shape } from './catalogue/shapes';
import { At, joinPath, Path, pathOf } from './path';
import type { Maker, OwnWords, ParametersOfSentence, Sentence } from './sentence';
import { Shown } from './shown';

/** A fact of a finding beside its code and its path. A value that a user gave is passed as `Shown`. */
export type Parameter = string | number | boolean | Shown | Maker | readonly (string | number)[] | Phrase | readonly Phrase[];

/** Parameters by their names in the sentences of the catalogue. */
export type Parameters = Readonly<Record<string, Parameter | undefined>>;

/**
 * One problem with plain data. A check returns findings and never throws: the constructors, the tree and the readers of YAML decide what to
 * do with them. A finding holds no message; `describe()` builds it from the catalogue.
 */
export interface Finding {
  /** Stable id, explained in docs/errors.md. */
  readonly code: ErrorCode;
  /** The path of the field, in steps; empty for the object as a whole. */
  readonly path: Path;
  /** Other facts: the value that was found, what is allowed, names. `reason` selects one of the code's sentences. */
  readonly parameters: Parameters;
}

type Says<C extends ErrorCode> = (typeof CATALOGUE)[C]['says'];

/** The parameters that a finding with a code needs, including the reason if the code has several sentences. */
export type ParametersOf<C extends ErrorCode> = Says<C> extends Sentence ? ParametersOfSentence<Says<C>>
  : { [R in keyof Says<C> & string]: { readonly reason: R } & ParametersOfSentence<Says<C>[R]> }[keyof Says<C> & string];

/** The same as a table: only from an entry does the compiler infer which sentence an argument is for. */
type ByCode = { readonly [C in ErrorCode]: ParametersOf<C> };

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * Parameters of known types. User input is `any` in a check, and may be a password: it must be passed as `Shown`, or as a string that the
 * code has declared to be a name, a kind or a path.
 */
type Known<P> = {
  readonly [K in keyof P]: IsAny<P[K]> extends true ? never
    : P[K] extends readonly (infer E)[] ? IsAny<E> extends true ? never : P[K] : P[K];
};

/** A finding, in a list as checks return them. */
export function found<C extends ErrorCode>(code: object extends ParametersOf<C> ? C : never, at: At): Finding[];
export function found<C extends ErrorCode, const P extends ByCode[C]>(code: C, at: At, parameters: P & Known<P>): Finding[];
export function found(code: ErrorCode, at: At, parameters: Parameters = {}): Finding[] {
  return [{ code, path: pathOf(at), parameters }];
}

/** A check of one value. */
export type Check = (value: any, field: string) => Finding[];

/** The most findings that are listed: nobody reads more of them, and each takes memory. Reading and checking stop there. */
export const MOST_FINDINGS = 1000;

/** The things that are counted if they are not checked. */
type Uncounted = 'element' | 'field' | 'placeholder' | 'unknown field';

/** Reports how many things are not checked because of the many findings before them. */
export function notChecked(at: At, count: number, what: Uncounted): Finding[] {
  const known = { what, most: MOST_FINDINGS };
  return found('findings-omitted', at, count === 1 ? { reason: 'last', ...known } : { reason: 'first', count, ...known });
}

/** The first of many findings, and a note on how many more there are. A finding is built only when it is needed. */
export function firstOf(findings: Iterable<() => Finding>, what: Uncounted): Finding[] {
  const first: Finding[] = [];
  let next: Finding | undefined;
  let count = 0;
  for (const each of findings) {
    if (count++ < MOST_FINDINGS) first.push(each());
    else next ??= each();
  }
  return next ? [...first, ...notChecked(next.path, count - MOST_FINDINGS, what)] : first;
}

/** The result of a check without findings; shared, so that a valid value costs nothing. */
export const FINE: Finding[] = Object.freeze<Finding[]>([]) as Finding[];

/** The same findings, with paths that begin one level further out. */
export function within(outer: At, findings: readonly Finding[]): Finding[] {
  return findings.length === 0 ? FINE : findings.map(each => ({ ...each, path: joinPath(outer, each.path) }));
}

/** The same finding at another path. */
export function movedTo<F extends Finding>(at: At, moved: F): F {
  return { ...moved, path: pathOf(at) };
}

/** The same finding without the value that it shows: its type is enough. */
export function withoutValue<F extends Finding>(shown: F): F {
  const { value } = shown.parameters;
  return Shown.is(value) ? { ...shown, parameters: { ...shown.parameters, value: value.hidden() } } : shown;
}

/** The parameters that a frame needs beside the finding in it. */
type ParametersOfFrame<F extends Frame> = Omit<ParametersOfSentence<(typeof FRAMES)[F]>, 'problem' | 'meant'>;

/** The same finding with a sentence around its own. The parameters of a finding name its frames. */
export function framed<F extends Frame, T extends Finding>(
  frame: F, inner: T, ...[own]: object extends ParametersOfFrame<F> ? [] : [ParametersOfFrame<F>]
): T {
  const { frames = [] } = inner.parameters as { readonly frames?: readonly string[] };
  return { ...inner, parameters: { ...inner.parameters, ...own as Parameters | undefined, frames: [...frames, frame] } };
}

/**
 * Parameters that say it in own words, for what one place reports; they are words of the library, without input of a user. The remedy is
 * left out if the problem says what is required, or if it is the `help` of the code.
 */
export function saying<P>(problem: P & (IsAny<P> extends true ? never : string), remedy?: string, inManifests?: string): OwnWords {
  return { reason: 'own-words', problem, ...remedy !== undefined && { remedy }, ...inManifests !== undefined && { inManifests } };
}

/** What is wrong with a value: it is not of a shape, or own words. */
export type Wrong<C extends ErrorCode> = (Says<C> extends { readonly expected: unknown } ? Shape : never)
  | (Says<C> extends { readonly 'own-words': unknown } ? OwnWords : never);

/**
 * A finding about one value, which is shown. Of a value of a wrong type, the type is enough: it may be anything, such as a command line
 * with a password.
 */
export function bad<C extends ErrorCode>(code: C, wrong: Wrong<C>, at: At, value: unknown): Finding[] {
  const own = typeof wrong === 'string' ? { reason: 'expected', shape: wrong } : wrong as OwnWords;
  const shown = code === 'invalid-type' ? Shown.typeOf(value) : Shown.of(value);
  return [{ code, path: pathOf(at), parameters: { ...own, value: shown } }];
}

/** A finding about one value that may be secret, and is not shown. */
export function hidden(code: 'invalid-name' | 'invalid-type' | 'invalid-user' | 'invalid-value', shape: Shape, at: At): Finding[] {
  return found(code, at, { reason: 'expected', shape });
}

/** The check of one value by a test. A value that fails it is shown. */
export function must<C extends ErrorCode>(test: (value: any) => boolean, code: C, wrong: Wrong<C>): Check {
  return (value, field) => test(value) ? FINE : bad(code, wrong, field, value);
}
