import { PHRASES } from './catalogue/phrases';
import type { STRINGS } from './catalogue/strings';
import { Path, showPath } from './path';
import { show, Shown } from './shown';

/**
 * A construct of the program that a finding names beside its own; where manifests were read, its place in them.
 */
export interface Maker {
  /** The path of the construct. */
  readonly construct: string;
  /** `file:line`, where the construct was made of a manifest. */
  readonly place?: string;
}

export function isMaker(parameter: unknown): parameter is Maker {
  return typeof parameter === 'object' && parameter !== null && 'construct' in parameter;
}

/** A part of a sentence that differs: its key in PHRASES, and the parameters of its text. */
export type Phrase = {
  readonly [P in keyof typeof PHRASES]: { readonly phrase: P } & ParametersIn<(typeof PHRASES)[P]>
}[keyof typeof PHRASES];

/** What a finding knows beside its code and its path. A value that a user gave comes in as `Shown`. */
export type Parameter = string | number | boolean | Shown | Maker | readonly (string | number)[] | Phrase | readonly Phrase[];

/** Parameters by the names that the sentences of the catalogue have for them. */
export type Parameters = Readonly<Record<string, Parameter | undefined>>;

/** What is wrong, and what to do. Names in braces stand for parameters of the finding, see `fill()`. */
interface Words {
  /** What is wrong: `must be one of {allowed:list}, got {value}`. */
  readonly problem: string;
  /** What to do in a program, and, unless `inManifests` differs, in manifests. Without it the problem says what must be, and a message says no more. */
  readonly remedy?: string;
  /** What to do in manifests or settings, or on the command line; without a remedy, what only reports say. */
  readonly inManifests?: string;
}

/** A sentence about a finding: what to do in manifests is always known. */
export type Sentence = Words & ({ readonly remedy: string } | { readonly inManifests: string });

/** A sentence around that of another finding, whose remedy is told unless it has one. */
export type FrameSentence = Omit<Words, 'inManifests'>;

const PLACEHOLDER = /\{(\w+)(?::(\w+)|\|([^{}]+))?\}/g;

/**
 * Puts parameters into a sentence. `{name}` shows a value, a string in quotes; `{name:bare}` a string without quotes; `{names:list}`
 * strings without quotes and with commas; `{names:and}` the same with "and", `{names:arrows}` with "=>"; `{names:quoted}` strings in quotes
 * and with commas; `{path:path}` a path in quotes, `{path:file}` the path of a file, however long; `{maker:maker}` a construct or its place; `{rule:phrase}` a phrase, or several with
 * commas; `{name:named}` " named …", or nothing; `{name:namespace}` "in namespace …" or "without a namespace"; `{count|element}` a number
 * with its noun.
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

function showPhrase(phrase: Phrase): string {
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

/** What is in braces and is no placeholder: a literal of the sentence, such as `{}` or `{ name: value }`. */
type LiteralBraces = '' | `${string} ${string}` | `${string}'${string}`;

type NameOf<P extends string> = P extends `${infer Name}|${string}` ? Exclude<Name, LiteralBraces>
  : P extends LiteralBraces ? never : P extends `${infer Name}:${string}` ? Name : P;

type TypeOf<P extends string, Name extends string> =
  P extends `${Name}:${infer Format}` ? Format extends keyof ByFormat ? OfFormat<Format, Name> : never
    : P extends `${Name}|${string}` ? number
      : Name extends 'value' ? Shown : Allowed<string | number | boolean | Shown, Name>;

/** A path, a construct and a phrase are made by the library: they are no strings of a user. */
type OfFormat<F extends keyof ByFormat, Name> = F extends 'path' | 'maker' | 'phrase' ? ByFormat[F] : Allowed<ByFormat[F], Name>;

/** A type without plain strings, unless the parameter is one that may be a string. */
type Allowed<T, Name> = Name extends keyof typeof STRINGS ? T : WithoutString<T>;

type WithoutString<T> = T extends string ? never : T extends readonly (infer E)[] ? readonly Exclude<E, string>[] : T;

/** The parameters that texts ask for. */
export type ParametersIn<Text extends string> = {
  readonly [Name in NameOf<Placeholders<Text>>]: TypeOf<Extract<Placeholders<Text>, Name | `${Name}:${string}` | `${Name}|${string}`>, Name>;
};

/** The texts of a sentence. */
type TextsOf<S extends Words> = Extract<S[keyof S & ('problem' | 'remedy' | 'inManifests')], string>;

/** The parameters of a sentence; `meant` is the word that was probably meant, which takes the place of the remedy. */
export type ParametersOfSentence<S extends Words> = ParametersIn<TextsOf<S>> & { readonly meant?: string };
