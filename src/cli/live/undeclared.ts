import { NoAnswer } from './api-server';
import type { AskedCluster } from './ask-cluster';
import { inParallel } from './dry-run';
import { LABELLED_KINDS } from './labelled-kinds';
import { collectionPath } from './resources';
import { withoutServerFields } from './server-fields';
import { showPhrase, type Phrase } from '../../findings/sentence';
import { asObject, isFilled, isObject, listOf, PlainFields } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind, kindName } from '../../private/kinds/kind-of';
import type { ObjectType } from '../../private/oam-kind';

/** What is in a cluster and no longer declared. */
export interface Undeclared {
  readonly objects: readonly PlainFields[];
  /** What was looked at, and what not, and why. */
  readonly notes: readonly string[];
}

/** Which objects are looked for. */
export interface SearchedObjects {
  readonly declared: readonly PlainFields[];
  /** Those that the app has written before, as far as that is known. */
  readonly written: readonly PlainFields[];
}

interface SearchPlace {
  readonly namespace: string;
  readonly type: ObjectType;
}

type Cluster = Pick<AskedCluster, 'server' | 'resources' | 'namespace'>;

/** The label of what the library renders. */
const LABEL = 'app.kubernetes.io/managed-by=cdk8s-oam';
/** How many objects an answer has at most. */
const PAGE = 500;

/** The objects that an app seems to have brought into the cluster, and that it does not declare. What others own is not among them. */
export async function undeclared(cluster: Cluster, { declared, written }: SearchedObjects): Promise<Undeclared> {
  const keyOf = (object: PlainFields) => identityKey(identityOf(object, { defaultNamespace: cluster.namespace }));
  const known = new Set(declared.map(keyOf));
  const namespaces = namespacesOf(declared, cluster.namespace);
  const types = await typesToLookFor(cluster, declared);
  const places = namespaces.flatMap(namespace => types.map(type => ({ namespace, type })));
  const listed = await inParallel(places, async place => search(cluster, place));
  const left = written.filter(object => !known.has(keyOf(object)));
  const present = await inParallel(left, async object => ifPresent(cluster, object));
  const found = [...listed.flatMap(({ objects }) => objects), ...present.flat()];
  const others = new Map(found.filter(isAlone).map(object => [keyOf(object), object]));
  const undeclaredOnes = [...others].filter(([key]) => !known.has(key)).sort(([a], [b]) => a < b ? -1 : 1);
  return {
    objects: undeclaredOnes.map(([, object]) => withoutServerFields(object)),
    notes: [
      `looked for what is no longer declared: ${told(namespaces, types, left.length)}`,
      ...skipped(places, listed.map(({ why }) => why)),
    ],
  };
}

function told(namespaces: readonly string[], types: readonly ObjectType[], left: number): string {
  const places = namespaces.length === 0 ? [] : [
    `objects of ${types.length} kinds with the label ${LABEL} in namespace${namespaces.length === 1 ? '' : 's'} ${namespaces.join(', ')}`,
  ];
  return [...places, `${left} object${left === 1 ? '' : 's'} that the output folder has and the app does not write any more`].join('; ')
    + '; nothing else';
}

/** What could not be looked at, by namespace and reason. */
function skipped(places: readonly SearchPlace[], reasons: readonly (Phrase | undefined)[]): string[] {
  const groups = grouped([...places.keys()].filter(i => reasons[i] !== undefined), i =>
    [`in namespace ${JSON.stringify(places[i].namespace)}, since ${showPhrase(reasons[i]!)}`]);
  return [...groups].map(([why, indexes]) => `not looked for: ${indexes.map(i => places[i].type.kind).join(', ')} ${why}`);
}

/** The namespaces in which an app has objects, or that it declares. */
function namespacesOf(declared: readonly PlainFields[], fallback: string): string[] {
  const names = declared.map(object => isKind(object, '/Namespace') ? object.metadata?.name
    : identityOf(object, { defaultNamespace: fallback }).namespace);
  return [...new Set(names.filter(isFilled))].sort();
}

/** The kinds that the library labels and those that are declared, each in a version that the cluster serves. */
async function typesToLookFor({ resources }: Cluster, declared: readonly PlainFields[]): Promise<ObjectType[]> {
  const own = declared.map(({ apiVersion, kind }) => ({ apiVersion: String(apiVersion), kind: String(kind) }));
  const labelled = Object.entries(LABELLED_KINDS).flatMap(([group, kinds]) => kinds.map(kind => ({ group, kind })));
  const versions = await inParallel(labelled, async ({ group }) => resources.preferred(group).catch(silent));
  const all = [...own, ...labelled.flatMap(({ kind }, i) => versions[i] === undefined ? [] : [{ apiVersion: versions[i], kind }])];
  const types = [...new Map(all.map(type => [kindName(type), type])).values()];
  const served = await inParallel(types, async type => resources.of(type).catch(silent));
  // those of a Service have its labels
  return types.filter((type, i) => served[i]?.namespaced && served[i].verbs.includes('list') && !isKind(type, '/Endpoints'));
}

async function search({ server, resources }: Cluster, { namespace, type }: SearchPlace) {
  const objects: PlainFields[] = [];
  try {
    const path = collectionPath(type.apiVersion, (await resources.of(type))!, namespace);
    for (let rest: unknown = ''; rest !== undefined;) {
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

/** An object, if it is in the cluster. */
async function ifPresent({ server, resources, namespace }: Cluster, object: PlainFields): Promise<PlainFields[]> {
  try {
    const type = { apiVersion: String(object.apiVersion), kind: String(object.kind) };
    const { name, namespace: own = namespace } = asObject<Record<string, unknown>>(object.metadata);
    const resource = await resources.of(type);
    if (!resource || !isFilled(name)) return [];
    const { status, body } = await server.get(`${collectionPath(type.apiVersion, resource, String(own))}/${encodeURIComponent(name)}`);
    return status < 300 ? [body] : [];
  } catch (error) {
    void whyNot(error);
    return [];
  }
}

/** Whether nobody owns an object, and nobody has deleted it. */
function isAlone({ metadata }: PlainFields): boolean {
  return listOf(metadata?.ownerReferences).length === 0 && metadata?.deletionTimestamp === undefined;
}

function silent(error: unknown): undefined {
  void whyNot(error);
}

function whyNot(error: unknown): Phrase {
  if (error instanceof NoAnswer) return error.why;
  throw error;
}
