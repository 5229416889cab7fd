import { PHRASES, STRINGS } from './catalogue/phrases';
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

/** A variable part of a sentence: its key in PHRASES, and the parameters of its text. */
export type Phrase = {
  readonly [P in keyof typeof PHRASES]: { readonly phrase: P } & ParametersIn<(typeof PHRASES)[P]>
}[keyof typeof PHRASES];

/** A fact of a finding beside its code and its path. A value that a user gave is passed as `Shown`. */
export type Parameter = string | number | boolean | Shown | Maker | readonly (string | number)[] | Phrase | readonly Phrase[];

/** Parameters by their names in the sentences of the catalogue. */
export type Parameters = Readonly<Record<string, Parameter | undefined>>;

/**
 * The problem and the remedy: `['must be one of {allowed:list}, got {value}', 'choose one']`. Names in braces stand for parameters of the
 * finding, see `fill()`. The remedy is for programs; it is empty if the problem says what is required, so that a message says no more. A
 * third part is the remedy for manifests, settings or the command line, if it differs. A problem alone has the `help` of its code as its
 * remedy.
 */
export type Sentence = string | SentenceParts;

export type SentenceParts = readonly [problem: string, remedy: string, inManifests?: string];

/** The texts of a code: the sentences of its findings, and its entry in docs/errors.md. */
export interface Explanation {
  /** Why a finding is reported, in one sentence, for reports and docs/errors.md. */
  readonly cause: string;
  /** What to do, for reports and docs/errors.md. */
  readonly remedy: string;
  /** The remedy of the sentences that have none; it has no parameters. */
  readonly help?: string;
  /** The sentences of findings: one, or one for each reason. */
  readonly says: SentenceParts | Readonly<Record<string, Sentence>>;
}

/** Joins two parts of a string that is too long for a line. Unlike with `+`, the compiler knows the parameters in the result. */
export function joined<A extends string, B extends string>(begin: A, end: B): `${A}${B}` {
  return `${begin}${end}`;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+)|\|([^{}]+))?\}/g;

/**
 * Puts parameters into a sentence. `{name}` shows a value, a string in quotes; `{name:bare}` a string without quotes; `{names:list}`
 * strings without quotes and with commas; `{names:and}` the same with "and", `{names:arrows}` with "=>"; `{names:quoted}` strings in quotes
 * and with commas; `{path:path}` a path in quotes, `{path:file}` the path of a file, however long; `{maker:maker}` a construct or its
 * place; `{rule:phrase}` a phrase, or several with commas; `{name:named}` " named …", or nothing; `{name:namespace}` "in namespace …" or
 * "without a namespace"; `{count|element}` a number with its noun.
 */
export function fill(text: string, parameters: Parameters): string {
  return text.replace(PLACEHOLDER, (_, name: string, format: string | undefined, noun: string | undefined) =>
    shown(parameters[name], format, noun));
}

function shown(value: Parameter | undefined, format: string | undefined, noun: string | undefined): string {
  if (noun !== undefined) return `${value} ${noun}${value === 1 ? '' : 's'}`;
  switch (format) {
    case 'bare': return String(value);
    case 'list': return (value as readonly string[]).join(', ') || 'none';
    case 'and': return (value as readonly string[]).join(' and ') || 'none';
    case 'arrows': return (value as readonly string[]).join(' => ');
    case 'quoted': return (value as readonly string[]).map(show).join(', ') || 'none';
    case 'phrase': return [value as Phrase | readonly Phrase[]].flat().map(showPhrase).join(', ');
    case 'path': return `'${showPath(value as Path)}'`;
    case 'file': return JSON.stringify(value);
    case 'maker': return showMaker(value as Maker);
    case 'named': return value ? ` named ${show(value)}` : '';
    case 'namespace': return value ? `in namespace ${show(value)}` : 'without a namespace';
    default: return Shown.is(value) ? value.text : show(value);
  }
}

/** A construct in quotes, or its place in the manifests. */
export function showMaker({ construct, place }: Maker): string {
  return place ?? `'${construct}'`;
}

/** The text of a phrase. */
export function showPhrase(phrase: Phrase): string {
  return fill(PHRASES[phrase.phrase], phrase);
}

/** The types of parameters by the formats of their placeholders. */
interface ByFormat {
  readonly bare: string | number;
  readonly list: readonly (string | number)[];
  readonly and: readonly (string | number)[];
  readonly arrows: readonly string[];
  readonly quoted: readonly string[];
  readonly phrase: Phrase | readonly Phrase[];
  readonly path: Path;
  readonly file: string;
  readonly maker: Maker;
  readonly named: string | undefined;
  readonly namespace: string | undefined;
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}` ? Inner | Placeholders<Rest> : never;

/** Text in braces that is not a placeholder, but a literal of the sentence, such as `{}` or `{ name: value }`. */
type LiteralBraces = '' | `${string} ${string}` | `${string}'${string}`;

type NameOf<P extends string> = P extends `${infer Name}|${string}` ? Exclude<Name, LiteralBraces>
  : P extends LiteralBraces ? never : P extends `${infer Name}:${string}` ? Name : P;

type TypeOf<P extends string, Name extends string> =
  P extends `${Name}:${infer Format}` ? Format extends keyof ByFormat ? OfFormat<Format, Name> : never
    : P extends `${Name}|${string}` ? number
      : Name extends 'value' ? Shown : Allowed<string | number | boolean | Shown, Name>;

/** Paths, constructs and phrases come from the library: they are not strings of a user. */
type OfFormat<F extends keyof ByFormat, Name> = F extends 'path' | 'maker' | 'phrase' ? ByFormat[F] : Allowed<ByFormat[F], Name>;

/** A type without plain strings, unless the parameter is one that may be a string. */
type Allowed<T, Name> = Name extends (typeof STRINGS)[number] ? T : WithoutString<T>;

type WithoutString<T> = T extends string ? never : T extends readonly (infer E)[] ? readonly Exclude<E, string>[] : T;

type ParametersFor<P extends string> = {
  readonly [Name in NameOf<P>]: TypeOf<Extract<P, Name | `${Name}:${string}` | `${Name}|${string}`>, Name>;
};

/** The parameters that a sentence needs. */
export type ParametersIn<Text extends string> = ParametersFor<Placeholders<Text>>;

/** The placeholders of each part. They are not collected from the joined parts, where one without a known text would hide the others. */
type PlaceholdersOf<S> = S extends string ? Placeholders<S>
  : S extends readonly [infer First, ...infer Others] ? PlaceholdersOf<First> | PlaceholdersOf<Others> : never;

/** The parameters of a sentence; `meant` is the word that was probably meant, which replaces the remedy. */
export type ParametersOfSentence<S> = ParametersFor<PlaceholdersOf<S>> & { readonly meant?: string };
