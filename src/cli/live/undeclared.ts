import { NoAnswer } from './api-server';
import type { AskedCluster } from './ask-cluster';
import { inParallel } from './dry-run';
import { LABELLED_KINDS } from './labelled-kinds';
import { collectionPath, isPathSegment } from './resources';
import { withoutServerFields } from './server-fields';
import { showPhrase, type Phrase } from '../../findings/sentence';
import { asObject, isFilled, isObject, listOf, PlainFields } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind, kindName } from '../../private/kinds/kind-of';
import type { ObjectType } from '../../private/oam-kind';
import { objectName } from '../../private/written';
import { count } from '../output';

/** The objects in a cluster that are no longer declared. */
export interface Undeclared {
  readonly objects: readonly PlainFields[];
  /** Describe what was searched, and what was not and why. */
  readonly notes: readonly string[];
  /** Whether all of that could be looked at. */
  readonly isComplete: boolean;
}

/** The objects of an app, from which the search starts. */
export interface SearchedObjects {
  readonly declared: readonly PlainFields[];
  /** The objects that the app has written before, as far as known. */
  readonly written: readonly PlainFields[];
}

interface SearchPlace {
  readonly namespace: string;
  readonly type: ObjectType;
}

type Cluster = Pick<AskedCluster, 'server' | 'resources' | 'namespace'>;

/** The label of the objects that the library renders. */
const LABEL = 'app.kubernetes.io/managed-by=cdk8s-oam';
/** The maximum number of objects in an answer. */
const PAGE = 500;
/** The maximum number of answers that are read for one kind in a namespace. */
const MOST_PAGES = 100;

/** Finds objects that an app seems to have created in the cluster and no longer declares. Ignores objects with an owner. */
export async function undeclared(cluster: Cluster, { declared, written }: SearchedObjects): Promise<Undeclared> {
  const keyOf = (object: PlainFields) => identityKey(identityOf(object, { defaultNamespace: cluster.namespace }));
  const known = new Set(declared.map(keyOf));
  const namespaces = namespacesOf(declared, cluster.namespace);
  const { types, failures } = await typesToLookFor(cluster, declared);
  const places = namespaces.flatMap(namespace => types.map(type => ({ namespace, type })));
  const listed = await inParallel(places, async place => search(cluster, place));
  const left = written.filter(object => !known.has(keyOf(object)));
  const present = await inParallel(left, async object => ifPresent(cluster, object));
  const found = [...listed, ...present].flatMap(({ objects }) => objects);
  const others = new Map(found.filter(isAlone).map(object => [keyOf(object), object]));
  const isClaim = claimsOf(declared, keyOf);
  const undeclaredOnes = [...others].filter(([key, object]) => !known.has(key) && !isClaim(object)).sort(([a], [b]) => a < b ? -1 : 1);
  const missed = skipped([
    ...failures.map(({ type, why }) => ({ what: type.kind, where: '', why })),
    ...places.map(({ type, namespace }, i) => ({ what: type.kind, where: inNamespace(namespace), why: listed[i].why })),
    ...left.map((object, i) => ({ what: objectName(object), where: '', why: present[i].why })),
  ]);
  return {
    objects: undeclaredOnes.map(([, object]) => withoutServerFields(object)),
    notes: [
      `looked for what is no longer declared: ${told(places.filter((_, i) => !listed[i].why), present.filter(isKnown).length)}`,
      ...missed,
    ],
    isComplete: missed.length === 0,
  };
}

const CLAIM: ObjectType = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' };

/** Recognizes claims of declared StatefulSets, `<template>-<set>-<ordinal>`: they have the labels of the set, and no owner. */
function claimsOf(objects: readonly PlainFields[], keyOf: (object: PlainFields) => string): (object: PlainFields) => boolean {
  const keyOfClaim = (name: string, namespace: unknown) => keyOf({ ...CLAIM, metadata: { name, namespace } } as object as PlainFields);
  const created = new Set(objects.filter(each => isKind(each, 'apps/StatefulSet')).flatMap(({ metadata, spec }) =>
    listOf(spec?.volumeClaimTemplates).map(each => keyOfClaim(`${each?.metadata?.name}-${metadata?.name}`, metadata?.namespace))));
  return object => {
    const { name, namespace } = asObject<PlainFields>(object.metadata);
    const [, begin] = /^(.+)-(?:0|[1-9]\d*)$/.exec(String(name)) ?? [];
    return begin !== undefined && isKind(object, '/PersistentVolumeClaim') && created.has(keyOfClaim(begin, namespace));
  };
}

/** Describes what was searched: the number of kinds that could be listed in each namespace, and of objects written before. */
function told(places: readonly SearchPlace[], left: number): string {
  const counts = [...grouped(places, ({ namespace }) => [namespace])].map(([namespace, { length }]) => ({ namespace, length }));
  const labelled = [...grouped(counts, ({ length }) => [length])].map(([number, own]) => {
    const names = own.map(({ namespace }) => namespace);
    const where = `namespace${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
    return `objects of ${count(number, 'kind')} with the label ${LABEL} in ${where}`;
  });
  const written = `${count(left, 'object')} that the output folder has and the app no longer writes`;
  return [...labelled, written, 'nothing else'].join('; ');
}

/** Something to search for, with the reason if it could not be searched. */
interface Sought {
  readonly what: string;
  readonly where: string;
  readonly why?: Phrase;
}

const isKnown = ({ why }: SearchResult) => why === undefined;

const inNamespace = (namespace: string) => `in namespace ${JSON.stringify(namespace)}`;

/** Describes what could not be searched, by namespace and reason. */
function skipped(all: readonly Sought[]): string[] {
  const reasonOf = ({ where, why }: Sought) => why ? [`${where}, since ${showPhrase(why)}`] : [];
  return [...grouped(all, reasonOf)].map(([why, own]) =>
    `not looked for: ${own.map(({ what }) => what).join(', ')}${why.startsWith(',') ? '' : ' '}${why}`);
}

/** The namespaces in which an app has objects or that it declares. */
function namespacesOf(declared: readonly PlainFields[], fallback: string): string[] {
  const names = declared.map(object => isKind(object, '/Namespace') ? object.metadata?.name
    : identityOf(object, { defaultNamespace: fallback }).namespace);
  return [...new Set(names.filter(isFilled))].sort();
}

/**
 * Finds the kinds that the library labels and the declared ones, in versions that the cluster serves. `failures` are the kinds on which
 * it does not answer.
 */
async function typesToLookFor({ resources }: Cluster, declared: readonly PlainFields[]) {
  const own = declared.map(({ apiVersion, kind }) => ({ apiVersion: String(apiVersion), kind: String(kind) }));
  const labelled = Object.entries(LABELLED_KINDS).flatMap(([group, kinds]) => kinds.map(kind => ({ group, kind })));
  const versions = await inParallel(labelled, async ({ group }) => orWhy(resources.preferred(group)));
  const named = labelled.map(({ group, kind }, i) => ({ type: { apiVersion: versions[i].answer ?? group, kind }, version: versions[i] }));
  const all = [...own, ...named.flatMap(({ type, version }) => version.answer === undefined ? [] : [type])];
  const types = [...new Map(all.map(type => [kindName(type), type])).values()];
  const served = await inParallel(types, async type => orWhy(resources.of(type)));
  return {
    // the Endpoints of a Service have its labels
    types: types.filter((type, i) => {
      const { namespaced = false, verbs = [] } = served[i].answer ?? {};
      return namespaced && verbs.includes('list') && !isKind(type, '/Endpoints');
    }),
    failures: [
      ...named.flatMap(({ type, version: { why } }) => why ? [{ type, why }] : []),
      ...types.flatMap((type, i) => served[i].why ? [{ type, why: served[i].why }] : []),
    ],
  };
}

/** An answer, or the reason why there is none. */
async function orWhy<T>(asked: Promise<T>): Promise<{ readonly answer?: T; readonly why?: Phrase }> {
  return asked.then(answer => ({ answer }), (error: unknown) => ({ why: whyNot(error) }));
}

/** The objects that were found, and the reason if the search is incomplete. */
interface SearchResult {
  readonly objects: readonly PlainFields[];
  readonly why?: Phrase;
}

async function search({ server, resources }: Cluster, { namespace, type }: SearchPlace): Promise<SearchResult> {
  const objects: PlainFields[] = [];
  try {
    const path = collectionPath(type.apiVersion, (await resources.of(type))!, namespace);
    let rest: unknown = '';
    for (let page = 0; rest !== undefined; page++) {
      if (page === MOST_PAGES) return { objects, why: { phrase: 'endless-list', max: MOST_PAGES * PAGE } };
      const query = new URLSearchParams({ labelSelector: LABEL, limit: String(PAGE), ...isFilled(rest) && { continue: rest } });
      const { status, body } = await server.get(`${path}?${query}`);
      if (status >= 300) return { objects, why: status === 403 ? NO_RIGHTS : { phrase: 'no-list', status } as const };
      objects.push(...listOf<PlainFields>(body.items).filter(isObject).map((item): any => ({ ...item, ...type })));
      rest = asObject<Record<string, unknown>>(body.metadata).continue || undefined;
    }
    return { objects };
  } catch (error) {
    return { objects, why: whyNot(error) };
  }
}

const NO_RIGHTS: Phrase = { phrase: 'no-rights', verb: 'list' };

/** Finds an object in the cluster. */
async function ifPresent({ server, resources, namespace }: Cluster, object: PlainFields): Promise<SearchResult> {
  try {
    const type = { apiVersion: String(object.apiVersion), kind: String(object.kind) };
    const { name, namespace: own = namespace } = asObject<Record<string, unknown>>(object.metadata);
    const resource = await resources.of(type);
    if (!resource || !isFilled(name) || ![name, String(own)].every(isPathSegment)) return { objects: [] };
    const { status, body } = await server.get(`${collectionPath(type.apiVersion, resource, String(own))}/${encodeURIComponent(name)}`);
    if (status === 403) return { objects: [], why: { phrase: 'no-rights', verb: 'get' } };
    return status < 300 || status === 404 ? { objects: status === 404 ? [] : [body] } : { objects: [], why: { phrase: 'no-list', status } };
  } catch (error) {
    return { objects: [], why: whyNot(error) };
  }
}

/** Whether an object has no owner and is not being deleted. */
function isAlone({ metadata }: PlainFields): boolean {
  return listOf(metadata?.ownerReferences).length === 0 && metadata?.deletionTimestamp === undefined;
}

function whyNot(error: unknown): Phrase {
  if (error instanceof NoAnswer) return error.why;
  throw error;
}
