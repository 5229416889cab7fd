import { Path, showPath } from './path';
import { show, Shown } from './shown';

/** A construct that a finding names beside its own, with its place if manifests were read. */
export interface Maker {
  /** The path of the construct. */
  readonly construct: string;
  /** `file:line`, if the construct was created from a manifest. */
  readonly place?: string;
}

export function isMaker(parameter: unknown): parameter is Maker {
  return typeof parameter === 'object' && parameter !== null && 'construct' in parameter;
}

/**
 * The problem, the remedy for programs, and that for manifests, settings or the command line, if it differs. The remedy is empty if the
 * problem says what is required, so that a message says no more. A problem alone has the `help` of its code as its remedy.
 */
export type Text = string | readonly [problem: string, remedy: string, inManifests?: string | undefined];

/**
 * What a finding says: a text, or a function of its parameters that makes one. A value that a user gave may be a password, so it comes as
 * `Shown`; a parameter is a plain string only if it is a name, a type, a path or a word of the library.
 */
export type Sentence = Text | ((parameters: any) => Text);

/** The parameters of a sentence; `meant` is the word that was probably meant, which replaces the remedy. */
export type ParametersOfSentence<S> = (S extends (parameters: infer P) => Text ? P : unknown) & { readonly meant?: string };

/** The texts of a code: the sentences of its findings, and its entry in docs/errors.md. */
export interface Explanation {
  /** Why a finding is reported, in one sentence, for reports and docs/errors.md. */
  readonly cause: string;
  /** What to do, for reports and docs/errors.md. */
  readonly remedy: string;
  /** The remedy of the sentences that have none. */
  readonly help?: string;
  /** The sentences of findings: one, or one for each reason. */
  readonly says: Sentence | Readonly<Record<string, Sentence>>;
}

/** A name or a number, or a value as it may be shown. */
export type Name = string | number | Shown;

/** Several names or numbers. */
export type List = readonly (string | number)[];

/** The sentence of a rule that a value breaks: `must be a list, got "a"`. */
export function got(problem: string, remedy?: string, inManifests?: string): (p: { value: Shown }) => Text {
  return ({ value }) => ofWords({ problem, value, remedy, inManifests });
}

/** What a finding says in the words of the one place that reports it. */
export interface OwnWords {
  readonly reason: 'own-words';
  readonly problem: string;
  readonly remedy?: string;
  readonly inManifests?: string;
}

/** The sentence of findings in own words, for the catalogue. The value is shown if it is given. */
export function ofWords({ problem, value, remedy, inManifests }: Omit<OwnWords, 'reason'> & { readonly value?: Shown }): Text {
  const whole = value ? `${problem}, got ${shown(value)}` : problem;
  return remedy === undefined ? whole : [whole, remedy, inManifests];
}

/** A value, or a name in quotes. */
export function shown(name: Name): string {
  return Shown.is(name) ? name.text : show(name);
}

/** Names with commas, without quotes. */
export function list(names: List): string {
  return names.join(', ') || 'none';
}

export function listAnd(names: List): string {
  return names.join(' and ') || 'none';
}

export function arrows(names: List): string {
  return names.join(' => ');
}

export function quoted(names: List): string {
  return names.map(show).join(', ') || 'none';
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function fieldAt(path: Path): string {
  return `'${showPath(path)}'`;
}

/** The path of a file, however long. */
export function fileName(path: string): string {
  return JSON.stringify(path);
}

/** A construct in quotes, or its place in the manifests. */
export function showMaker({ construct, place }: Maker): string {
  return place ?? `'${construct}'`;
}

/** " named …", or nothing. */
export function named(name: string | undefined): string {
  return name ? ` named ${show(name)}` : '';
}

export function inNamespace(namespace: string | undefined): string {
  return namespace ? `in namespace ${show(namespace)}` : 'without a namespace';
}
