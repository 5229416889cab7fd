import type { CATALOGUE, ErrorCode } from './catalogue/all';
import type { Frame, FRAMES, Phrase, Maker, OwnWords, ParametersOfSentence, Sentence } from './sentence';
import type { Shape } from './catalogue/shapes';
import { containsPassword, withoutCredentials } from '../masking';

/** A fact of a finding beside its code and its path. A value that a user gave is passed as `Shown`. */
export type Parameter =
  string | number | boolean | Shown | Maker | readonly (string | number)[] | Phrase | readonly Phrase[];

/** Parameters by their names in the sentences of the catalogue. */
export type Parameters = Readonly<Record<string, Parameter | undefined>>;

/**
 * One problem with plain data. A check returns findings and never throws: the constructors, the tree and the readers of
 * YAML decide what to do with them. A finding holds no message; `describe()` builds it from the catalogue.
 */
export interface Finding {
  /** Stable id, explained in docs/errors.md. */
  readonly code: ErrorCode;
  /** The path of the field, in steps; empty for the object as a whole. */
  readonly path: Path;
  /** Other facts: the value that was found, what is allowed, names. `reason` selects one of the code's sentences. */
  readonly parameters: Parameters;
}

type Says<C extends ErrorCode> = (typeof CATALOGUE)[C];

/** The reasons of a code that has several sentences. */
type ReasonOf<C extends ErrorCode> = Exclude<keyof Says<C> & string, 'help'>;

/** The parameters that a finding with a code needs, including the reason if the code has several sentences. */
export type ParametersOf<C extends ErrorCode> = Says<C> extends Sentence ? ParametersOfSentence<Says<C>>
  : {
    [R in ReasonOf<C>]: { readonly reason: R } & ParametersOfSentence<Says<C>[R]>
  }[ReasonOf<C>];

/** The same as a table, from whose entries the compiler infers which sentence an argument is for. */
type ByCode = { readonly [C in ErrorCode]: ParametersOf<C> };

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * Parameters of known types. User input is `any` in a check, and may be a password: it must be passed as `Shown`, or as
 * a string that the code has declared to be a name, a kind or a path.
 */
type Known<P> = {
  readonly [K in keyof P]: IsAny<P[K]> extends true ? never
    : P[K] extends readonly (infer E)[] ? IsAny<E> extends true ? never : P[K] : P[K];
};

/** A finding, in a list as checks return them. */
export function found<C extends ErrorCode>(code: object extends ParametersOf<C> ? C : never, at: At): Finding[];
export function found<C extends ErrorCode, const P extends ByCode[C]>(
  code: C, at: At, parameters: P & Known<P>,
): Finding[];
export function found(code: ErrorCode, at: At, parameters: Parameters = {}): Finding[] {
  return [{ code, path: pathOf(at), parameters }];
}

/** A check of one value. */
export type Check = (value: any, field: string) => Finding[];

/** The most findings that are listed: nobody reads more, and each takes memory. Reading and checking stop there. */
export const MOST_FINDINGS = 1000;

/** Reports how many things are not checked because of the many findings before them. */
export function notChecked(at: At, count: number, what: string): Finding[] {
  return found('findings-omitted', at, { reason: 'unchecked', count, what, most: MOST_FINDINGS });
}

/** The first of many findings, and a note on how many more there are. A finding is built only when it is needed. */
export function firstOf(findings: Iterable<() => Finding>, what: string): Finding[] {
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
export function movedTo<F extends Finding>(at: At, moved: F): F { return { ...moved, path: pathOf(at) }; }

/** The same findings as warnings. */
export function asWarnings<F extends Finding>(findings: readonly F[]): (F & { readonly isWarning: true })[] {
  return findings.map(each => ({ ...each, isWarning: true }));
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
  const parameters = { ...inner.parameters, ...own as Parameters | undefined, frames: [...frames, frame] };
  return { ...inner, parameters };
}

/**
 * Parameters that say it in own words, for what one place reports; they are words of the library, without input of a
 * user. The remedy is left out if the problem says what is required, or if it is the `help` of the code.
 */
export function ownWords<P>(
  problem: P & (IsAny<P> extends true ? never : string), remedy?: string, inManifests?: string,
): OwnWords {
  const ways = { ...remedy !== undefined && { remedy }, ...inManifests !== undefined && { inManifests } };
  return { reason: 'own-words', problem, ...ways };
}

/** What is wrong with a value: it is not of a shape, or own words. */
export type Wrong<C extends ErrorCode> = (Says<C> extends { readonly expected: unknown } ? Shape : never)
  | (Says<C> extends { readonly 'own-words': unknown } ? OwnWords : never);

/** A finding about one value, which is shown. Of one of a wrong type, only the type is: it may hold a password. */
export function bad<C extends ErrorCode>(code: C, wrong: Wrong<C>, at: At, value: unknown): Finding[] {
  const own = typeof wrong === 'string' ? { reason: 'expected', shape: wrong } : wrong as OwnWords;
  const shown = code === 'invalid-type' ? Shown.typeOf(value) : Shown.of(value);
  return [{ code, path: pathOf(at), parameters: { ...own, value: shown } }];
}

/** A finding about one value that may be secret, and is not shown. */
export function hidden(
  code: 'invalid-name' | 'invalid-type' | 'invalid-user' | 'invalid-value', shape: Shape, at: At,
): Finding[] {
  return found(code, at, { reason: 'expected', shape });
}

/** The check of one value by a test. A value that fails it is shown. */
export function must<C extends ErrorCode>(test: (value: any) => boolean, code: C, wrong: Wrong<C>): Check {
  return (value, field) => test(value) ? FINE : bad(code, wrong, field, value);
}

/** One step of a path: the name of a field or the key of a map, or the index of an element. */
export type Step = string | number;

/** The path from a value to something in it: `['rules', 0, 'host']`. */
export type Path = readonly Step[];

/** A path, or its text if the code knows all its steps: `spec.rules[0].host`. */
export type At = Path | string;

/** A name, or a call: `render()`. */
const NAME = /^[A-Za-z_$][\w$-]*(\(\))?$/;

const STEP = /\[(\d+)\]|\['(.*?)'\](?=[.[]|$)|([^.[\]]+)/gs;

/** The steps of a path. */
export function pathOf(at: At): Path {
  if (typeof at !== 'string') return at;
  return [...at.matchAll(STEP)].map(([, index, key, name]) => index === undefined ? key ?? name : Number(index));
}

/** Joins paths, one after the other. */
export function joinPath(...paths: readonly At[]): Path { return paths.flatMap(pathOf); }

/** The path as people read it: `spec.rules[1].host`, `metadata.labels['a.b/c']`. The first step may be a file. */
export function showPath(path: Path): string {
  return path.reduce<string>((text, step, i) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (i === 0) return step;
    return NAME.test(step) ? `${text}.${step}` : `${text}['${step}']`;
  }, '');
}

/** Whether a path is the outer one, or leads into it. */
export function isWithin(path: Path, outer: Path): boolean { return outer.every((step, i) => path[i] === step); }

/** The maximum number of characters of a string that are shown. */
const SHOWN = 120;

/** A value that a user gave, as a finding may show it. Only its factories create one: showing a value is a decision. */
export class Shown {
  /** A value at a place that holds no password: strings are shortened; lists and objects are named, but not opened. */
  public static of(value: unknown): Shown {
    if (typeof value === 'string' && containsPassword(value)) return Shown.typeOf(value);
    const isWhole = typeof value === 'string'
      ? withoutCredentials(value) === value && JSON.stringify(value).length <= SHOWN
      : value === null || typeof value === 'boolean' || Number.isFinite(value);
    return new Shown(show(value), typeof value, isWhole ? value as Shown['exact'] : undefined);
  }

  /** A value in a position that may hold a password: only the type of a string or a number is shown. */
  public static typeOf(value: unknown): Shown {
    const isText = typeof value === 'string' || typeof value === 'number';
    const exact = typeof value === 'boolean' || value === null ? value : undefined;
    return new Shown(isText ? `a ${typeof value}` : show(value), typeof value, exact);
  }

  /** A value in the words of the caller, who has hidden what may be a password. */
  public static inWords(text: string): Shown { return new Shown(text, 'string'); }

  /** Whether a parameter of a finding is such a value, including one of another copy of the library. */
  public static is(parameter: unknown): parameter is Shown {
    return typeof parameter === 'object' && parameter !== null && 'exact' in parameter && 'text' in parameter;
  }

  private constructor(
    /** The value in a sentence. */
    public readonly text: string,
    /** Its type in JavaScript. */
    public readonly type: string,
    /** The value itself, if it is shown whole. */
    public readonly exact?: string | number | boolean | null,
  ) {}

  /** The same value where it may be a password. */
  public hidden(): Shown {
    return this.type === 'string' || this.type === 'number' ? new Shown(`a ${this.type}`, this.type) : this;
  }

  /** For machines: the value itself, or a description of it. */
  public toJSON(): unknown { return this.exact === undefined ? { shown: this.text } : this.exact; }
}

/** A value as it is shown in an error: JSON, shortened; never the content of a class instance. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    // the class, taken from the prototype: a field `constructor` belongs to the user
    const name = Object.getPrototypeOf(value)?.constructor?.name;
    return typeof name === 'string' && name && name !== 'Object' ? `an instance of ${name}` : 'an object';
  }
  const text = JSON.stringify(typeof value === 'string' ? withoutCredentials(value) : value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${String(value).length} characters)` : text;
}

/**
 * A foreign text on one line: without characters that control a terminal, or make the text look like another one.
 * Findings keep such texts as they are; messages, and the output of commands, consist of printable ones.
 */
export function printable(text: string): string { return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '); }

/** The same for the beginning of a line that CI systems would read as one of their commands, such as `::error::`. */
export function printableLine(text: string): string { return printable(text).replace(/^\s*(?=::|##\[)/, '$&\\'); }
