import { ApiServer, ClusterAnswer, DryRunRequest, NoAnswer } from './api-server';
import { causesOf, isUntyped, messageOf } from './causes';
import { deployerOf, KUBECTL } from './deployer';
import { PatchSchema } from './patch-schema';
import { ClusterResource, ClusterResources, collectionPath, isPathSegment } from './resources';
import { LAST_APPLIED, withoutServerFields } from './server-fields';
import { threeWayPatch } from './three-way';
import type { ParametersOf } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { asObject, isFilled, isObject, PlainFields } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import { groupOf, ObjectType } from '../../private/oam-kind';
import { isBuiltIn } from '../../private/scopes';
import { answerTo } from '../validate/server-answers';
import type { ServerCause } from '../validate/server-rules';

/** The result that applying an object would have. */
export type LiveVerdict = { readonly warnings: readonly string[] } & (
  | { readonly state: 'created' }
  /** The object before and after, without the fields that the server writes. */
  | { readonly state: 'applied'; readonly before: PlainFields; readonly after: PlainFields }
  /** With the object in the cluster, if it exists. */
  | { readonly state: 'refused'; readonly causes: readonly ServerCause[]; readonly before?: PlainFields }
  | { readonly state: 'unknown'; readonly why: ParametersOf<'not-judged'> }
);

/** Rules for applying objects. */
export interface ApplyRules {
  /** The field manager; by default, the one that deployed the object last, or kubectl. */
  readonly manager?: string;
  /** The namespace of objects without one. */
  readonly namespace: string;
}

/** The number of concurrent requests. */
const AT_A_TIME = 8;

/** Asks for a dry run of each object. The verdicts have the order of the objects. */
export async function dryRun(
  server: ApiServer, resources: ClusterResources, objects: readonly PlainFields[], rules: ApplyRules,
): Promise<LiveVerdict[]> {
  const judge = new Judge(server, resources, objects, rules);
  return inParallel(objects, async object => judge.verdictOn(object));
}

/** Asks about each element, several at a time. The answers have the order of the elements. */
export async function inParallel<T, R>(all: readonly T[], ask: (each: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: AT_A_TIME }, async () => {
    for (let i = next++; i < all.length; i = next++) answers[i] = await ask(all[i]);
  }));
  return answers;
}

const CRD = 'apiextensions.k8s.io/CustomResourceDefinition';

class Judge {
  private readonly kinds = new Set<string>();
  private readonly namespaces = new Set<unknown>();

  public constructor(
    private readonly server: ApiServer, private readonly resources: ClusterResources, declared: readonly PlainFields[],
    private readonly rules: ApplyRules,
  ) {
    for (const { apiVersion, kind, metadata, spec } of declared) {
      if (isKind({ apiVersion, kind }, '/Namespace')) this.namespaces.add(metadata?.name);
      if (isKind({ apiVersion, kind }, CRD)) this.kinds.add(`${spec?.group}/${spec?.names?.kind}`);
    }
  }

  public async verdictOn(object: PlainFields): Promise<LiveVerdict> {
    try {
      return await this.ask(object);
    } catch (error) {
      if (error instanceof NoAnswer) return unknown({ reason: 'no-answer', why: error.why });
      throw error;
    }
  }

  private async ask(object: PlainFields): Promise<LiveVerdict> {
    const type = { apiVersion: String(object.apiVersion), kind: String(object.kind) };
    const resource = await this.resources.of(type);
    if (!resource) return unknown(this.notServed(type));
    if (!await this.resources.takesDryRuns(type)) return unknown({ reason: 'no-dry-run', kind: type.kind, resource: type.apiVersion });
    const { name, namespace = this.rules.namespace } = asObject<Record<string, unknown>>(object.metadata);
    const place = String(namespace || this.rules.namespace);
    // no namespace can have such a name, and the request would go to another path
    if (resource.namespaced && !isPathSegment(place)) return unknown({ reason: 'no-namespace', namespace: place });
    const asked = { object, type, resource, namespace: place, collection: collectionPath(type.apiVersion, resource, place) };
    // on creation, the server reports what is wrong with a name
    const isPatched = isFilled(name) && isPathSegment(name) && resource.verbs.includes('patch');
    return isPatched ? this.apply(asked, `${asked.collection}/${encodeURIComponent(name)}`) : this.create(asked);
  }

  private notServed({ apiVersion, kind }: ObjectType): ParametersOf<'not-judged'> {
    if (this.kinds.has(`${groupOf({ apiVersion })}/${kind}`)) return { reason: 'kind-declared', kind, resource: apiVersion };
    const known = { kind, resource: apiVersion, version: this.server.version };
    return isBuiltIn({ apiVersion }) ? { reason: 'other-version', ...known } : { reason: 'no-kind', ...known };
  }

  /** Tries to create an object whose name the server generates or rejects, or that the server answers without storing it. */
  private async create(asked: AskedObject): Promise<LiveVerdict> {
    const answer = await this.server.dryRun(creationOf(asked));
    if (answer.status >= 300) return this.refusal(asked, answer, 'create');
    if (answer.body.kind !== asked.type.kind) throw new NoAnswer({ phrase: 'other-object', status: answer.status });
    return { state: 'created', warnings: answer.warnings };
  }

  private async apply(asked: AskedObject, path: string): Promise<LiveVerdict> {
    const live = await this.server.get(path);
    if (live.status >= 300 && live.status !== 404) return this.refusal(asked, live, 'get');
    const before = live.status === 404 ? undefined : sameObject(asked, live);
    const answer = await this.server.dryRun(await this.applicationOf(asked, path, before));
    if (answer.status >= 300) {
      const refusal = this.refusal(asked, await this.inDetail(asked, answer), 'patch', before);
      return refusal.state === 'refused' && before ? { ...refusal, before: withoutServerFields(before) } : refusal;
    }
    const after = sameObject(asked, answer);
    const { warnings } = answer;
    if (before === undefined) return { state: 'created', warnings };
    if (before.metadata?.deletionTimestamp) return unknown({ reason: 'being-deleted' });
    return { state: 'applied', before: withoutServerFields(before), after: withoutServerFields(after), warnings };
  }

  private async applicationOf(asked: AskedObject, path: string, live: PlainFields | undefined): Promise<DryRunRequest> {
    const { manager } = this.rules;
    const deployer = manager !== undefined ? { manager } : live ? deployerOf(live) : { manager: KUBECTL };
    if (live && 'applied' in deployer) {
      const schema = await this.resources.patchSchema(asked.type);
      const body = threeWayPatch({ applied: deployer.applied, declared: asKubectlWrites(asked), live }, schema);
      const type = schema === PatchSchema.PLAIN ? 'application/merge-patch+json' : 'application/strategic-merge-patch+json';
      return { method: 'PATCH', path, body, type, query: { fieldManager: CLIENT_SIDE } };
    }
    const fieldManager = 'manager' in deployer ? deployer.manager : KUBECTL;
    return { method: 'PATCH', path, body: asked.object, type: 'application/apply-patch+yaml', query: { fieldManager, force: 'true' } };
  }

  /** Tries a creation for more details: its decoder reports every field with its path; server-side apply reports only one, or fails. */
  private async inDetail(asked: AskedObject, answer: ClusterAnswer): Promise<ClusterAnswer> {
    if (!isUntyped(answer.body) && answer.status !== 500) return answer;
    const created = await this.server.dryRun(creationOf(asked));
    return created.status === 400 ? created : answer;
  }

  private refusal(asked: AskedObject, answer: ClusterAnswer, verb: string, before?: PlainFields): LiveVerdict {
    const { object, type: { kind, apiVersion }, namespace } = asked;
    const { status, body, warnings } = answer;
    const { message, details } = body;
    const text = messageOf(message);
    const said = Shown.inWords(answerTo(object, [], { message: text }, before).text.slice(0, LONGEST_TEXT));
    if (status === 404 && isObject(details) && details.kind === 'namespaces') {
      return unknown({ reason: this.namespaces.has(namespace) ? 'namespace-declared' : 'no-namespace', namespace });
    }
    if (status === 401) return unknown({ reason: 'no-login' });
    if (status === 403 && FORBIDDEN.test(text)) {
      const what = { verb: VERB.exec(text)?.[1] ?? verb, kind, resource: apiVersion };
      return unknown(CLUSTER_WIDE.test(text) ? { reason: 'forbidden', ...what } : { reason: 'forbidden-in-namespace', namespace, ...what });
    }
    if (/does not support dry run/.test(text)) return unknown({ reason: 'webhook', answer: said });
    const isRefused = isUntyped(body) || status < 500 && ![404, 408, 409, 429].includes(status);
    if (!isRefused) return unknown({ reason: 'no-verdict', status, answer: said });
    return { state: 'refused', causes: causesOf(object, body), warnings };
  }
}

const LONGEST_TEXT = 400;

/** The message of the API server on missing rights. Admission controllers use other words. */
const FORBIDDEN = /: User ".*" cannot [a-z]+ resource /s;
const VERB = /" cannot ([a-z]+) resource /;
const CLUSTER_WIDE = /at the cluster scope/;

/** An object, with its resource and its location in the API. */
interface AskedObject {
  readonly object: PlainFields;
  readonly type: ObjectType;
  readonly resource: ClusterResource;
  readonly namespace: string;
  readonly collection: string;
}

function creationOf({ object, collection }: AskedObject): DryRunRequest {
  return { method: 'POST', path: collection, body: object, type: 'application/json', query: { fieldManager: KUBECTL } };
}

function unknown(why: ParametersOf<'not-judged'>): LiveVerdict {
  return { state: 'unknown', why, warnings: [] };
}

/** The field manager of client-side apply in kubectl. */
const CLIENT_SIDE = 'kubectl-client-side-apply';

/** An object as client-side `kubectl apply` writes it: with its namespace, and with the applied object in an annotation. */
function asKubectlWrites({ object, resource, namespace }: AskedObject): PlainFields {
  const { annotations, ...metadata } = asObject<Record<string, unknown>>(object.metadata);
  const { [LAST_APPLIED]: _, ...given } = asObject<Record<string, unknown>>(annotations);
  const written = { ...object, metadata: { ...metadata, ...resource.namespaced && { namespace }, annotations: given } };
  const applied = { ...given, [LAST_APPLIED]: `${JSON.stringify(written)}\n` };
  return { ...written, metadata: { ...written.metadata, annotations: applied } } as unknown as PlainFields;
}

/** Returns the object of the answer. Throws if it is another object, since an API server would not answer that. */
function sameObject({ object, type }: AskedObject, { status, body }: ClusterAnswer): PlainFields {
  const isSame = body.apiVersion === type.apiVersion && body.kind === type.kind && body.metadata?.name === object.metadata?.name;
  if (!isSame) throw new NoAnswer({ phrase: 'other-object', status });
  return body;
}
