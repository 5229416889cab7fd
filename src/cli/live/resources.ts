import { ApiServer, NoAnswer } from './api-server';
import { PatchSchema } from './patch-schema';
import { asObject, isObject, listOf, PlainFields } from '../../private/check';
import { ObjectType } from '../../private/oam-kind';
import { isBuiltIn } from '../../private/scopes';

/** A resource that a cluster serves. */
export interface ClusterResource {
  /** The name in the path of a request, such as `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** The resources that a cluster serves. Asks for each group only once. */
export class ClusterResources {
  private readonly versions = new Map<string, Promise<readonly ClusterResource[]>>();
  private readonly documents = new Map<string, Promise<PlainFields>>();
  private groups?: Promise<ReadonlyMap<string, string>>;

  public constructor(private readonly server: ApiServer) {}

  /** The resource of a kind in a version; `undefined` if the cluster does not serve it. */
  public async of({ apiVersion, kind }: ObjectType): Promise<ClusterResource | undefined> {
    return (await memoized(this.versions, apiVersion, async () => this.served(apiVersion))).find(each => each.kind === kind);
  }

  /** The version of a group that the cluster prefers, such as `apps/v1`; `undefined` if it does not serve the group. */
  public async preferred(group: string): Promise<string | undefined> {
    if (group === '') return 'v1';
    this.groups ??= this.preferredVersions();
    return (await this.groups).get(group);
  }

  /**
   * Whether a kind supports dry runs. Built-in kinds do. Other kinds may have another API server, which might ignore an unknown parameter
   * and write; its OpenAPI document has to list the parameter.
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

  /** The schema of strategic merge patches of a kind. Built-in kinds must have an OpenAPI document; the others may have none. */
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
      // a subresource, such as `deployments/scale`, is not a resource
      const isResource = typeof name === 'string' && !name.includes('/');
      return isResource ? [{ name, kind: String(kind), namespaced, verbs: listOf<string>(verbs) }] : [];
    });
  }

  private async preferredVersions(): Promise<ReadonlyMap<string, string>> {
    const { groups } = await this.ask('/apis', 'groups', Array.isArray);
    return new Map(listOf<PlainFields>(groups).map(({ name, preferredVersion }) => [String(name), String(preferredVersion?.groupVersion)]));
  }

  /** Asks for a discovery document, and checks the form of one of its fields. Returns an empty document if the path does not exist. */
  private async ask(path: string, field: string, isOfForm: (value: unknown) => boolean): Promise<PlainFields> {
    const { status, body } = await this.server.get(path);
    if (status === 404) return {};
    if (status >= 300 || !isOfForm(body[field])) throw undiscovered(path, status);
    return body;
  }
}

const undiscovered = (path: string, status: number) => new NoAnswer({ phrase: 'no-discovery', path, status });

/** The path of the objects of a kind, in a namespace or in the whole cluster. */
export function collectionPath(apiVersion: string, { name, namespaced }: ClusterResource, namespace: string): string {
  return `${groupPath(apiVersion)}${namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''}/${name}`;
}

/** Whether a name can be a segment of a path; `..`, for example, would lead to another path. */
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
