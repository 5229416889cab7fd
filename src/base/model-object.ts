import {
  ApiObject, ApiObjectMetadata, App, Chart, ImplicitTokenResolver, IResolver, JsonPatch, LazyResolver,
  NumberStringUnionResolver, resolve,
} from 'cdk8s';
import { Construct, IConstruct, Node } from 'constructs';
import { grouped } from './check';
import { kindName } from './kind-of';
import type { TypedManifest } from './oam-kind';
import { ordered, withoutNulls } from './plain';
import { Registry } from './registry';

/** Whether the objects of a construct are rendered. */
export const isInChart = (construct: IConstruct): boolean => construct.node.scopes.some(Chart.isChart);

/** The API objects among constructs and all below them, each once. */
export function apiObjectsBelow(constructs: readonly IConstruct[]): ApiObject[] {
  return [...new Set(constructs.flatMap(each => each.node.findAll()))].filter(ApiObject.isApiObject);
}

/** What identifies a rendered object. All its other fields are computed at synthesis. */
interface ModelObjectProps {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata;
  /** Whether the object has no namespace, even if its chart has one. */
  readonly isClusterScoped?: boolean;
  /** The construct from which the object is derived: two objects of the same origin count as one. */
  readonly origin?: Construct;
}

/**
 * An API object whose fields are read from the model when it is rendered.
 *
 * cdk8s drops explicit nulls, which mean something to some operators, and walks through every value twice in search of
 * tokens. The model holds plain data only, so this object copies it once and keeps it whole.
 */
export class ModelObject extends ApiObject {
  private readonly operations: JsonPatch[] = [];
  private readonly registry: Registry;

  /** @param fields its top-level fields beside those that identify it, plain data */
  public constructor(scope: Construct, id: string, props: ModelObjectProps, private readonly fields: () => object) {
    const { isClusterScoped, origin, ...object } = props;
    // cdk8s fails on nulls in metadata
    super(scope, id, { ...object, metadata: withoutNulls(object.metadata) });
    // cdk8s gives every object the namespace of its chart
    if (isClusterScoped) Object.assign(this.metadata, { namespace: undefined });
    this.registry = Registry.of(this);
    this.registry.add(this, origin);
  }

  public addJsonPatch(...ops: JsonPatch[]): void { this.operations.push(...ops); }

  public toJson(): any {
    this.registry.rendered(this);
    const { apiVersion, kind, metadata, ...fields } = this.whole();
    const json = { apiVersion, kind, metadata, ...ordered(fields, !process.env.CDK8S_DISABLE_SORT) };
    if (this.operations.length === 0) return json;
    try {
      return JsonPatch.apply(json, ...this.operations);
    } catch (e) {
      throw new Error(`Failed serializing construct at path '${this.node.path}' with name '${this.name}': ${e}`);
    }
  }

  /** The same for those who only read it: not copied, and with its fields in any order. */
  public read(): object { return this.operations.length === 0 ? this.whole() : this.toJson(); }

  private whole() {
    const { apiVersion, kind } = this;
    const value = { apiVersion, kind, metadata: this.metadata.toJson(), ...this.fields() };
    // the resolvers that a user gives to `App` apply to this object as to any other
    return hasResolvers(this) ? resolve([], value, this) as typeof value : value;
  }
}

/** Whether an object is a ModelObject. `instanceof` accepts every API object, since cdk8s overrides it. */
export function isModelObject(object: ApiObject): object is ModelObject {
  return Object.prototype.isPrototypeOf.call(ModelObject.prototype, object);
}

/** The objects of a kind and a namespace that the program itself creates anywhere in its app, as currently rendered. */
export function programObjects(construct: IConstruct, kind: string, namespace?: string): readonly TypedManifest[] {
  const all = Registry.of(construct).once(programObjects, () => {
    const objects = construct.node.root.node.findAll()
      .filter((each): each is ApiObject => ApiObject.isApiObject(each) && !isModelObject(each));
    return { byKind: grouped(objects, each => [kindName(each)]), rendered: new Map<string, TypedManifest[]>() };
  });
  const rendered = all.rendered.get(kind) ?? (all.byKind.get(kind) ?? []).flatMap((each): TypedManifest[] => {
    try {
      return [each.toJson()];
    } catch {
      // cdk8s itself reports an object that cannot be rendered
      return [];
    }
  });
  all.rendered.set(kind, rendered);
  return rendered.filter(({ metadata }) => metadata?.namespace === namespace);
}

const OWN_RESOLVERS: readonly unknown[] =
  [LazyResolver.prototype, ImplicitTokenResolver.prototype, NumberStringUnionResolver.prototype];

/** Whether a program has given its app a resolver, which may change every value. */
function hasResolvers(object: ApiObject): boolean {
  const { resolvers }: { readonly resolvers: readonly IResolver[] } = App.of(object);
  return resolvers.some(resolver => !OWN_RESOLVERS.includes(Object.getPrototypeOf(resolver)));
}

/** An API object below a construct. */
export interface RenderedChild extends ModelObjectProps {
  readonly id: string;
  /** Its top-level fields beside those that identify it, plain data. */
  readonly fields: object;
}

/** The API objects below a construct, with whatever else is known once they are rendered. */
interface WithChildren { readonly children: readonly RenderedChild[] }

/**
 * Renders the API objects of a construct when its children are first read, as cdk8s does at the beginning of a
 * synthesis: the program has declared everything by then. They are rendered again if they are read after the model has
 * changed. An object that is still among them stays the same construct, with its patches and dependencies; one that was
 * removed from the tree stays away.
 *
 * The construct gets another node, so it must be new: without children, dependencies and validations.
 *
 * @param render renders the objects as they are now
 * @param place called with the constructs of new objects
 * @returns reads what is rendered
 */
export function renderBelow<T extends WithChildren>(
  construct: Construct, render: () => T, place?: (made: readonly ModelObject[]) => void,
): () => T {
  const { scope, id } = construct.node;
  scope!.node.tryRemoveChild(id);
  const rendering = new RenderedObjects(construct, render, place);
  Object.assign(construct, { node: Object.assign(new RenderingNode(construct, scope!, id), { rendering }) });
  return () => rendering.read();
}

/** The objects below one construct. */
class RenderedObjects<T extends WithChildren> {
  private rendered?: T;
  private wanted: ReadonlyMap<string, RenderedChild> = new Map();
  private version?: number;
  private readings?: object;
  private isBusy = false;
  private readonly registry: Registry;
  private readonly made = new Map<string, ModelObject>();
  private readonly removed = new Set<string>();

  public constructor(
    private readonly construct: Construct, private readonly render: () => T,
    private readonly place?: (made: readonly ModelObject[]) => void,
  ) {
    this.registry = Registry.of(construct);
  }

  /** Renders the objects for a reader of the tree. A renderer that reads it sees what is there, or all would wait. */
  public update(): void { if (!this.registry.isRendering) this.refresh(); }

  /** What is rendered, also if it depends on objects that are not ours and have changed since. */
  public read(): T {
    if (this.registry.isForeign && this.readings !== this.registry.reading()) this.version = undefined;
    this.refresh();
    return this.rendered!;
  }

  public remove(id: string): void { if (this.made.has(id)) this.removed.add(id); }

  /** Renders the objects, unless they are rendered for the model as it is now. */
  private refresh(): void {
    const { registry, registry: { version, isRendering } } = this;
    if (this.isBusy || this.version === version) return;
    this.isBusy = registry.isRendering = true;
    try {
      this.readings = registry.reading();
      this.rendered = this.render();
      this.adjust(this.rendered.children);
      this.version = version;
    } finally {
      this.isBusy = false;
      registry.isRendering = isRendering;
    }
  }

  /** Creates the constructs of new objects, and removes those of objects that are no longer rendered. */
  private adjust(children: readonly RenderedChild[]): void {
    this.wanted = new Map(children.map(child => [child.id, child]));
    for (const [id, object] of this.made) {
      const { apiVersion, kind, metadata } = this.wanted.get(id) ?? {};
      const isSame = object.apiVersion === apiVersion && object.kind === kind && object.name === metadata?.name;
      if (this.removed.has(id) || isSame) continue;
      this.made.delete(id);
      this.construct.node.tryRemoveChild(id);
    }
    const added: ModelObject[] = [];
    for (const { id, fields: _, ...props } of children) {
      if (this.made.has(id)) continue;
      const object = new ModelObject(this.construct, id, props, () => this.fieldsOf(id));
      this.made.set(id, object);
      added.push(object);
    }
    this.place?.(added);
  }

  private fieldsOf(id: string): object {
    this.read();
    return this.wanted.get(id)?.fields ?? {};
  }
}

/** The node of a construct whose children are rendered when somebody looks for them. */
class RenderingNode extends Node {
  public rendering!: RenderedObjects<WithChildren>;

  public get children(): IConstruct[] {
    this.rendering.update();
    return super.children;
  }

  public tryFindChild(id: string): IConstruct | undefined {
    this.rendering.update();
    return super.tryFindChild(id);
  }

  public tryRemoveChild(id: string): boolean {
    this.rendering.update();
    this.rendering.remove(id);
    return super.tryRemoveChild(id);
  }
}

/** Whether the objects of a construct are rendered below it. */
export function rendersBelow(construct: IConstruct): boolean { return construct.node instanceof RenderingNode; }
