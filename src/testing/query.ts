import type { ManifestQuery } from './manifest-query';
import { bad, Check, FINE, saying } from '../findings/finding';
import { asObject, closed, filled, isFilled, mapOf, text } from '../private/check';
import { refuse } from '../private/errors';
import { mask, Place } from '../private/hidden';
import { nearest } from '../private/nearest';
import { groupOf, TypedManifest } from '../private/oam-kind';
import { written } from '../private/written';

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
  kind: withoutGroup, group: text, apiVersion: filled, name: filled, namespace: filled, labels: mapOf(text),
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
export function wordsOf({ kind = 'object', group, apiVersion, name, namespace, labels }: ManifestQuery): string {
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
export function nearMisses<T extends { readonly value: TypedManifest }>(query: ManifestQuery, objects: readonly T[]): T[] {
  const parts = Object.keys(query) as QueryPart[];
  const count = ({ value }: T) => parts.filter(part => hasPart(query, part, value)).length;
  const isNear = ({ value }: T) => (['kind', 'name'] as const).some(part => query[part] !== undefined && hasPart(query, part, value));
  return objects.filter(isNear).map(object => ({ object, has: count(object) })).sort((a, b) => b.has - a.has).map(({ object }) => object);
}

/** The word that may have been meant instead of one in a query, from objects that meet all its other conditions. */
export function meantBy(query: ManifestQuery, objects: readonly TypedManifest[]): string | undefined {
  for (const part of Object.keys(query) as QueryPart[]) {
    if (part === 'labels') continue;
    const { [part]: word, ...others } = query;
    const known = objects.filter(object => isAsked(others, object)).map(PARTS[part]).filter(isFilled);
    const meant = nearest(word!, known.map(String));
    if (meant !== undefined) return meant;
  }
  return undefined;
}
