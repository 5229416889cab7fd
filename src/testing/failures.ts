import { ManifestAssertionError } from './assertion-error';
import { closest, PatternComparison, Difference, MissingElement } from './comparison';
import type { ManifestQuery } from './manifest-query';
import { meantBy, nearMisses, wordsOf } from './query';
import type { ViewedObject } from './viewed-objects';
import { Finding, found, ParametersOf } from '../findings/finding';
import { Shown } from '../findings/shown';
import { describe, describeBare, describeProblem } from '../findings/words';
import { HIDDEN, mask } from '../private/hidden';
import { raise } from '../private/user-stack';
import { cut, firstDifference, objectName, visible, written } from '../private/written';

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

/** Fails because none of the objects of the query creates pods. */
export function failPodless(query: ManifestQuery, objects: readonly ViewedObject[]): never {
  return failWith(found('object-count', '', { reason: 'podless', what: wordsOf(query) }), titles(objects));
}

/** Fails because the number of objects differs. */
export function failCount(query: ManifestQuery, number: number, objects: readonly ViewedObject[]): never {
  const all = objects.length;
  return failWith(found('object-count', '', { reason: 'count', number, all, what: wordsOf(query) }), titles(objects));
}

/** Fails because there are several objects instead of one. */
export function failSeveral(query: ManifestQuery, objects: readonly ViewedObject[]): never {
  return failWith(found('object-count', '', { reason: 'one', all: objects.length, what: wordsOf(query) }), titles(objects));
}

/** Fails because there are objects that should not exist. */
export function failUnexpected(query: ManifestQuery, objects: readonly ViewedObject[], which: 'none' | 'none that match'): never {
  return failWith(found('object-count', '', { reason: 'unexpected', which, all: objects.length, what: wordsOf(query) }), titles(objects));
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
