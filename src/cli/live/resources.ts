import { ApiServer, NoAnswer } from './api-server';
import { PatchSchema } from './patch-schema';
import { asObject, isObject, listOf, PlainFields } from '../../private/check';
import { ObjectType } from '../../private/oam-kind';
import { isBuiltIn } from '../../private/scopes';

/** A kind that a cluster serves. */
export interface ClusterResource {
  /** As in the path of a request: `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** The kinds that a cluster serves, each group asked for once. */
export class ClusterResources {
  private readonly versions = new Map<string, Promise<readonly ClusterResource[]>>();
  private readonly documents = new Map<string, Promise<PlainFields>>();
  private groups?: Promise<ReadonlyMap<string, string>>;

  public constructor(private readonly server: ApiServer) {}

  /** A kind in a version; `undefined` if the cluster does not serve it. */
  public async of({ apiVersion, kind }: ObjectType): Promise<ClusterResource | undefined> {
    return (await memoized(this.versions, apiVersion, async () => this.served(apiVersion))).find(each => each.kind === kind);
  }

  /** The version of a group that the cluster prefers, as `apps/v1`; `undefined` if it has no such group. */
  public async preferred(group: string): Promise<string | undefined> {
    if (group === '') return 'v1';
    this.groups ??= this.preferredVersions();
    return (await this.groups).get(group);
  }

  /**
   * Whether a kind takes dry runs. Kubernetes' own kinds do. Another API server may serve the others, and would take an unknown parameter
   * for none: it has to say that it knows it.
   */
  public async takesDryRuns({ apiVersion, kind }: ObjectType): Promise<boolean> {
    if (isBuiltIn({ apiVersion })) return true;
    const { paths } = await this.document(apiVersion);
    const takes = (operation: PlainFields, path: PlainFields) =>
      asObject(operation['x-kubernetes-group-version-kind']).kind === kind
      && [operation, path].flatMap(({ parameters }) => listOf(parameters)).some(parameter => parameter?.name === 'dryRun');
    return Object.values(asObject<PlainFields>(paths)).filter(isObject)
      .some(path => [path.patch, path.post].filter(isObject).some(operation => takes(operation, path)));
  }

  /** How a strategic merge patch of a kind is read. Of Kubernetes' own kinds this has to be known; the others may have no document. */
  public async patchSchema(type: ObjectType): Promise<PatchSchema> {
    const document = await this.document(type.apiVersion);
    if (isBuiltIn(type) && !isObject(document.paths)) throw undiscovered(`/openapi/v3${groupPath(type.apiVersion)}`, 404);
    return PatchSchema.of(document, type);
  }

  private async document(apiVersion: string): Promise<PlainFields> {
    return memoized(this.documents, apiVersion, async () => this.ask(`/openapi/v3${groupPath(apiVersion)}`, 'paths', isObject));
  }

  private async served(apiVersion: string): Promise<readonly ClusterResource[]> {
    const { resources } = await this.ask(groupPath(apiVersion), 'resources', Array.isArray);
    return listOf<Partial<ClusterResource>>(resources).filter(isObject).flatMap(({ name, kind, namespaced = false, verbs }) => {
      // a part of a resource, such as its scale, is none
      const isResource = typeof name === 'string' && !name.includes('/');
      return isResource ? [{ name, kind: String(kind), namespaced, verbs: listOf<string>(verbs) }] : [];
    });
  }

  private async preferredVersions(): Promise<ReadonlyMap<string, string>> {
    const { groups } = await this.ask('/apis', 'groups', Array.isArray);
    return new Map(listOf<PlainFields>(groups).map(({ name, preferredVersion }) => [String(name), String(preferredVersion?.groupVersion)]));
  }

  /** What the cluster says of itself, which has a field of some form; nothing if it has no such path. */
  private async ask(path: string, field: string, isOfForm: (value: unknown) => boolean): Promise<PlainFields> {
    const { status, body } = await this.server.get(path);
    if (status === 404) return {};
    if (status >= 300 || !isOfForm(body[field])) throw undiscovered(path, status);
    return body;
  }
}

const undiscovered = (path: string, status: number) => new NoAnswer({ phrase: 'no-discovery', path, status });

/** The path of the objects of a kind: of a namespace, or of the whole cluster. */
export function collectionPath(apiVersion: string, { name, namespaced }: ClusterResource, namespace: string): string {
  return `${groupPath(apiVersion)}${namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''}/${name}`;
}

/** Whether a name can be a part of a path: as `..` it would lead to another one. */
export function isPathSegment(name: string): boolean {
  return !/^\.{1,2}$|[/%]/.test(name);
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${encoded(apiVersion)}` : `/api/${encoded(apiVersion)}`;
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

async function memoized<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
