import { ManifestAssertionError } from './assertion-error';
import { closest, PatternComparison, Difference, MissingElement } from './comparison';
import type { ManifestQuery } from './manifest-query';
import type { ViewedObject } from './snapshot';
import {
  Finding, found, ParametersOf, Shown, Path, showPath, bad, Check, FINE, saying,
} from '../base/findings/finding';
import { describe, describeBare, describeProblem } from '../base/findings/words';
import { HIDDEN, mask, Place } from '../base/hidden';
import { raise } from '../base/user-stack';
import {
  cut, firstDifference, objectName, visible, written, asObject, closed, filled, isFilled, mapOf, text as textCheck,
  nearest,
} from '../base/check';
import { Phrase, showPhrase } from '../base/findings/sentence';
import { ObjectIndex } from '../cluster/objects/object-index';
import { TypedManifest, groupOf } from '../base/oam-kind';
import type { ChainLink } from '../cluster/routes/reach';
import { describedBeside } from '../cluster/rules/judge';
import { refuse } from '../base/brand';

// The messages of failing assertions: what was asserted, then what exists instead.

/** The most objects that a message names. */
const MOST_OBJECTS = 10;

/** The most places of one object that a message names. */
export const MOST_PLACES = 20;

/** An object, and how it compares with a pattern. */
export interface Compared {
  readonly object: ViewedObject;
  readonly comparison: PatternComparison;
}

/** Fails because no object matches the query. */
export function failNone(query: ManifestQuery, objects: readonly ViewedObject[]): never {
  const what = wordsOf(query);
  if (objects.length === 0) return failWith(found('object-count', '', { reason: 'empty', what }), []);
  const meant = meantBy(query, objects.map(({ value }) => value));
  const near = nearMisses(query, objects);
  return failWith(found('object-count', '', { reason: 'none', what, meant }), titles(near.length > 0 ? near : objects));
}

/** What a test asserts of the objects of a query, and does not hold. */
type UnmetCount = { readonly reason: 'podless' | 'one' } | { readonly reason: 'count'; readonly number: number }
  | { readonly reason: 'unexpected'; readonly which: 'none' | 'none that match' };

/** Fails because there are more or fewer objects than asserted, or none that creates pods. */
export function failCount(query: ManifestQuery, objects: readonly ViewedObject[], unmet: UnmetCount): never {
  return failWith(found('object-count', '', { ...unmet, all: objects.length, what: wordsOf(query) }), titles(objects));
}

/** Fails because no object matches, with the differences of the closest one. */
export function failNoMatch(query: ManifestQuery, compared: readonly Compared[]): never {
  const { object, comparison } = compared[closest(compared.map(each => each.comparison)) ?? 0];
  const findings = findingsOf(comparison);
  return failWith(found('not-matched', '', { reason: 'none', what: wordsOf(query), object: titleOf(object) }), linesOf(findings), findings);
}

/** Fails because not all objects match. */
export function failSomeMatch(query: ManifestQuery, all: number, failing: readonly Compared[]): never {
  const findings = failing.map(({ comparison }) => findingsOf(comparison));
  const blocks = failing.map(({ object }, i) => [titleOf(object), ...linesOf(findings[i]).map(line => `  ${line}`)]);
  const head = found('not-matched', '', { reason: 'some', number: failing.length, all, what: wordsOf(query) });
  return failWith(head, firstOnes(blocks, MOST_OBJECTS).flat(), findings.flat());
}

/** An object and its findings. */
interface FaultyObject {
  readonly object: ViewedObject;
  readonly findings: readonly Finding[];
}

/** Fails because of findings on the objects themselves. */
export function failFindings(head: readonly Finding[], judged: readonly FaultyObject[]): never {
  const linesOfAll = (findings: readonly Finding[]) => firstOnes(findings.map(describe), MOST_PLACES).map(line => `  ${line}`);
  const blocks = judged.map(({ object, findings }) => [titleOf(object), ...linesOfAll(findings)]);
  return failWith(head, firstOnes(blocks, MOST_OBJECTS).flat(), judged.flatMap(({ findings }) => findings));
}

/** Fails with what was asserted, and lines that say what exists instead. */
export function failWith(head: readonly Finding[], lines: readonly string[], findings: readonly Finding[] = []): never {
  const [first] = head;
  // no advice: the reader of the lines knows best what to do
  const text = first.parameters.meant === undefined ? describeProblem(first) : describe(first);
  return raise(new ManifestAssertionError([text, ...lines].join('\n  '), [first, ...findings]));
}

function findingsOf({ differences }: PatternComparison): Finding[] {
  return differences.flatMap(findingOf);
}

function findingOf(difference: Difference): Finding[] {
  const { place, expected, got, element, meant } = difference;
  const { path } = place;
  if (element) return found('mismatch', path, missingElement(difference, element));
  const wanted = valueText(mask(expected, place), expected, got);
  const value = valueText(mask(got, place), got, expected);
  const at = firstDifference(wanted, value);
  return found('mismatch', path, {
    reason: 'value',
    expected: Shown.inWords(cut(wanted, at)),
    value: Shown.inWords(cut(value, at)),
    meant,
  });
}

/** The element that a list lacks, and where. */
function missingElement({ place, expected }: Difference, { closest: index, after }: MissingElement): ParametersOf<'mismatch'> {
  const shown = Shown.inWords(cut(written(mask(expected, place.within(undefined, 0)))));
  if (index !== undefined) return { reason: 'close-element', expected: shown, index };
  return after === undefined ? { reason: 'element', expected: shown } : { reason: 'later-element', expected: shown, index: after };
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A value in words; for a hidden one, its type if that differs from the type of the other value. */
function valueText(masked: unknown, value: unknown, other: unknown): string {
  const isType = masked === HIDDEN && isScalar(value) && isScalar(other) && typeof value !== typeof other;
  return isType ? `a ${typeof value} (hidden)` : written(masked);
}

function linesOf(findings: readonly Finding[]): string[] {
  return firstOnes(findings.map(describeBare), MOST_PLACES);
}

function titles(objects: readonly ViewedObject[]): string[] {
  return firstOnes(objects.map(titleOf), MOST_OBJECTS);
}

/** Kind, namespace, name and origin of an object. */
export function titleOf({ value, origin }: ViewedObject): string {
  return visible(`${objectName(value)} (${origin})`);
}

/** The first ones of many, and the number of the others. */
export function firstOnes<T>(all: readonly T[], most: number): (T | string)[] {
  return all.length <= most ? [...all] : [...all.slice(0, most), `and ${all.length - most} more`];
}

/** The objects of manifests in one cluster, for assertions on how they work together. */
export class ViewedCluster {
  public readonly index: ObjectIndex;
  private readonly titles: ReadonlyMap<TypedManifest, ViewedObject>;

  /** @param described what platforms describe of the cluster beside the objects */
  public constructor(public readonly viewed: readonly ViewedObject[], described: readonly TypedManifest[] = []) {
    const own = viewed.map(({ value }) => value);
    this.index = new ObjectIndex([...own, ...describedBeside(own, described)]);
    this.titles = new Map(viewed.map(each => [each.value, each]));
  }

  /** The title of an object, with its origin. */
  public titleOf(object: TypedManifest): string {
    return titleOf(this.titles.get(object) ?? { value: object, origin: 'described by the platform' });
  }

  /** A line that says what a field of an object does. */
  public lineOf(object: TypedManifest, path: Path, does: Phrase): string {
    const field = path.length > 0 ? `'${showPath(path)}' ` : '';
    return visible(`${this.titleOf(object)}: ${field}${showPhrase(does)}`);
  }

  /** The findings on an object, a line each. */
  public linesOf(object: TypedManifest, findings: readonly Finding[]): string[] {
    return findings.map(each => `${this.titleOf(object)}: ${describeBare(each)}`);
  }

  /** The links of a chain, a line each. */
  public linkLines(links: readonly ChainLink[]): string[] {
    return links.flatMap(({ object, path, holds, breaks }) => holds ? [this.lineOf(object, path, holds)] : this.linesOf(object, breaks));
  }
}

type QueryPart = keyof ManifestQuery;

/** Returns the parts of an object that a query compares as a whole. Labels are compared one by one. */
const PARTS: Readonly<Record<Exclude<QueryPart, 'labels'>, (object: TypedManifest) => unknown>> = {
  kind: ({ kind }) => kind,
  group: groupOf,
  apiVersion: ({ apiVersion }) => apiVersion,
  name: ({ metadata }) => metadata?.name,
  namespace: ({ metadata }) => metadata?.namespace,
};

const withoutGroup: Check = (value, field) => isFilled(value) && value.includes('/')
  ? bad('invalid-value', saying('must be a kind without its group', "give 'group' beside it"), field, value)
  : filled(value, field);

/** The check of a query. */
export const queryCheck = closed({
  kind: withoutGroup, group: textCheck, apiVersion: filled, name: filled, namespace: filled, labels: mapOf(textCheck),
});

/** The parts of a query that are given. */
export function queryOf(subject: string, given: ManifestQuery): ManifestQuery {
  refuse(subject, given == null ? FINE : queryCheck(given, 'query'));
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value != null));
}

/** Whether an object meets all conditions of a query. */
export function isAsked(query: ManifestQuery, object: TypedManifest): boolean {
  return Object.keys(query).every(part => hasPart(query, part as QueryPart, object));
}

function hasPart(query: ManifestQuery, part: QueryPart, object: TypedManifest): boolean {
  if (part !== 'labels') return PARTS[part](object) === query[part];
  const labels = asObject(object.metadata?.labels);
  return Object.entries(query.labels!).every(([key, value]) => labels[key] === value);
}

/** A query in words: `Deployment named "cart" in namespace "shop"`. */
function wordsOf({ kind = 'object', group, apiVersion, name, namespace, labels }: ManifestQuery): string {
  return [
    apiVersion === undefined ? String(kind) : `${String(apiVersion)} ${String(kind)}`,
    ...group === undefined ? [] : [group === '' ? 'of the core group' : `of group "${String(group)}"`],
    ...name === undefined ? [] : [`named "${String(name)}"`],
    ...namespace === undefined ? [] : [`in namespace "${String(namespace)}"`],
    ...labels === undefined ? [] : [`with labels ${written(mask(labels, LABELS))}`],
  ].join(' ');
}

const LABELS = Place.at({}, ['metadata', 'labels']);

/** The objects that a query without results may have meant: those of the same kind or name, the likeliest first. */
function nearMisses<T extends { readonly value: TypedManifest }>(query: ManifestQuery, objects: readonly T[]): T[] {
  const parts = Object.keys(query) as QueryPart[];
  const count = ({ value }: T) => parts.filter(part => hasPart(query, part, value)).length;
  const isNear = ({ value }: T) => (['kind', 'name'] as const).some(part => query[part] !== undefined && hasPart(query, part, value));
  return objects.filter(isNear).map(object => ({ object, has: count(object) })).sort((a, b) => b.has - a.has).map(({ object }) => object);
}

/** The word that may have been meant instead of one in a query, from objects that meet all its other conditions. */
function meantBy(query: ManifestQuery, objects: readonly TypedManifest[]): string | undefined {
  for (const part of Object.keys(query) as QueryPart[]) {
    if (part === 'labels') continue;
    const { [part]: word, ...others } = query;
    const known = objects.filter(object => isAsked(others, object)).map(PARTS[part]).filter(isFilled);
    const meant = nearest(word!, known.map(String));
    if (meant !== undefined) return meant;
  }
  return undefined;
}
