import { ManifestAssertionError } from './assertion-error';
import { PatternComparison } from './comparison';
import type { ManifestQuery } from './options';
import type { ViewedObject } from './snapshot';
import { throwFindings } from '../base/brand';
import { asObject, closed, filled, isFilled, mapOf, nearest, text } from '../base/check';
import { bad, Finding, FINE, found, Path, ownWords, Shown, showPath } from '../base/findings/finding';
import { Phrase, showPhrase } from '../base/findings/sentence';
import { describe, describeBare, describeProblem } from '../base/findings/words';
import { HIDDEN, mask, Place } from '../base/masking';
import { groupOf, TypedManifest } from '../base/oam-kind';
import { raise } from '../base/user-stack';
import { ObjectIndex } from '../cluster/objects/object-index';
import { describedBeside } from '../cluster/rules/judge';
import { definedFields } from '../base/plain';
import { cut, firstDifference, shownObject, visible, writtenJson } from '../base/shown';
import type { ChainLink } from '../cluster/objects/links';

// How an assertion of the test kit fails: what was asked for, what comes nearest to it, and where in the manifests.

// The messages of failing assertions: what was asserted, then what exists instead.

/** The most objects that a message names, and the most places of one object. */
export const [MOST_OBJECTS, MOST_PLACES] = [10, 20];

/** Fails because no object matches the query, with the objects that it may have meant, the likeliest first. */
export function failNone(query: ManifestQuery, objects: readonly ViewedObject[]): never {
  const what = describeQuery(query);
  if (objects.length === 0) return failWith(found('object-count', '', { reason: 'empty', what }));
  const parts = Object.keys(query) as QueryPart[];
  const has = (part: QueryPart, { value }: ViewedObject) => hasPart(query, part, value);
  // a word may have been meant instead of one in the query if objects meet all its other conditions
  const meant = parts.map(part => {
    if (part === 'labels') return undefined;
    const others = objects.filter(object => parts.every(other => other === part || has(other, object)));
    return nearest(query[part]!, others.map(({ value }) => PARTS[part](value)).filter(isFilled));
  }).find(word => word !== undefined);
  const near = objects.filter(object => (['kind', 'name'] as const).some(part => query[part] && has(part, object)));
  const counted = near.map(object => ({ object, count: parts.filter(part => has(part, object)).length }));
  const likeliest = counted.sort((a, b) => b.count - a.count).map(({ object }) => object);
  const named = likeliest.length > 0 ? likeliest : objects;
  return failWith(found('object-count', '', { reason: 'none', what, meant }), [], objectTitles(named));
}

/** What a test asserts of the objects of a query, and does not hold. */
type UnmetCount = { readonly reason: 'podless' | 'one' } | { readonly reason: 'count'; readonly number: number }
  | { readonly reason: 'unexpected'; readonly which: 'none' | 'none that match' };

/** Fails because there are more or fewer objects than asserted, or none that creates pods. */
export function failCount(query: ManifestQuery, objects: readonly ViewedObject[], unmet: UnmetCount): never {
  const counts = { ...unmet, all: objects.length, what: describeQuery(query) };
  return failWith(found('object-count', '', counts), [], objectTitles(objects));
}

/** Fails because of objects, with the findings on each of them. */
export function failEach(
  head: readonly Finding[], all: readonly { readonly object: ViewedObject; readonly findings: readonly Finding[] }[],
  inWords: (finding: Finding) => string,
): never {
  const blocks = all.map(({ object, findings }) =>
    [objectTitle(object), ...firstOnes(findings.map(inWords), MOST_PLACES).map(line => `  ${line}`)]);
  return failWith(head, all.flatMap(({ findings }) => findings), firstOnes(blocks, MOST_OBJECTS).flat());
}

/** Fails with what was asserted, and lines that say what exists instead, by default the first findings. */
export function failWith(
  head: readonly Finding[], findings: readonly Finding[] = [],
  lines: readonly string[] = firstOnes(findings.map(describeBare), MOST_PLACES),
): never {
  const [first] = head;
  // no advice: the reader of the lines knows best what to do
  const message = first.parameters.meant === undefined ? describeProblem(first) : describe(first);
  return raise(new ManifestAssertionError([message, ...lines].join('\n  '), [first, ...findings]));
}

/** The findings on the places at which a value does not match its pattern. */
export function mismatches({ differences }: PatternComparison): Finding[] {
  const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  return differences.flatMap(({ place, expected, got, element, meant }) => {
    const { path } = place;
    if (element) {
      const { closest: index, after } = element;
      const lacking = Shown.inWords(cut(writtenJson(mask(expected, place.within(undefined, 0)))));
      return found('mismatch', path, index !== undefined ? { reason: 'close-element', expected: lacking, index }
        : after !== undefined ? { reason: 'later-element', expected: lacking, index: after }
          : { reason: 'element', expected: lacking });
    }
    // of a hidden value, the type is shown if that is the difference
    const isType = isScalar(expected) && isScalar(got) && typeof expected !== typeof got;
    const [wanted, value] = [expected, got].map(each => {
      const masked = mask(each, place);
      return isType && masked === HIDDEN ? `a ${typeof each} (hidden)` : writtenJson(masked);
    });
    const at = firstDifference(wanted, value);
    const shown = { expected: Shown.inWords(cut(wanted, at)), value: Shown.inWords(cut(value, at)) };
    return found('mismatch', path, { reason: 'value', ...shown, meant });
  });
}

function objectTitles(objects: readonly ViewedObject[]): string[] {
  return firstOnes(objects.map(objectTitle), MOST_OBJECTS);
}

/** Kind, namespace, name and origin of an object. */
export function objectTitle({ value, origin }: ViewedObject): string {
  return visible(`${shownObject(value)} (${origin})`);
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
    return objectTitle(this.titles.get(object) ?? { value: object, origin: 'described by the platform' });
  }

  /** A line that says what a field of an object does. */
  public lineOf(object: TypedManifest, path: Path, does: Phrase): string {
    const field = path.length > 0 ? `'${showPath(path)}' ` : '';
    return visible(`${this.titleOf(object)}: ${field}${showPhrase(does)}`);
  }

  /** The links of a chain, a line each. */
  public linkLines(links: readonly ChainLink[]): string[] {
    return links.flatMap(({ object, path, holds, breaks }) => holds
      ? [this.lineOf(object, path, holds)]
      : breaks.map(each => `${this.titleOf(object)}: ${describeBare(each)}`));
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

/** The check of a query. */
export const queryCheck = closed({
  kind: (value, field) => isFilled(value) && value.includes('/')
    ? bad('invalid-value', ownWords('must be a kind without its group', "give 'group' beside it"), field, value)
    : filled(value, field),
  group: text,
  apiVersion: filled,
  name: filled,
  namespace: filled,
  labels: mapOf(text),
});

/** The parts of a query that are given. */
export function checkedQuery(subject: string, given: ManifestQuery | undefined): ManifestQuery {
  throwFindings(subject, given == null ? FINE : queryCheck(given, 'query'));
  return definedFields(given ?? {});
}

/** Whether an object meets all conditions of a query. */
export function meetsQuery(query: ManifestQuery, object: TypedManifest): boolean {
  return Object.keys(query).every(part => hasPart(query, part as QueryPart, object));
}

/** Whether an object meets one condition. It may have other labels than those of the query. */
function hasPart(query: ManifestQuery, part: QueryPart, object: TypedManifest): boolean {
  if (part !== 'labels') return PARTS[part](object) === query[part];
  const labels = asObject(object.metadata?.labels);
  return Object.entries(query.labels!).every(([key, value]) => labels[key] === value);
}

const LABELS = Place.at({}, ['metadata', 'labels']);

/** A query in words: `Deployment named "cart" in namespace "shop"`. */
export function describeQuery({ kind = 'object', group, apiVersion, name, namespace, labels }: ManifestQuery): string {
  return [
    apiVersion === undefined ? String(kind) : `${String(apiVersion)} ${String(kind)}`,
    ...group === undefined ? [] : [group === '' ? 'of the core group' : `of group "${String(group)}"`],
    ...name === undefined ? [] : [`named "${String(name)}"`],
    ...namespace === undefined ? [] : [`in namespace "${String(namespace)}"`],
    ...labels === undefined ? [] : [`with labels ${writtenJson(mask(labels, LABELS))}`],
  ].join(' ');
}
