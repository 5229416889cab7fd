import { Construct, IConstruct, Node } from 'constructs';
import { ModelObject, ModelObjectProps } from './model-object';
import { Registry } from './registry';

/** An API object below a construct. */
export interface RenderedChild extends ModelObjectProps {
  readonly id: string;
  /** Its top-level fields beside those that identify it, plain data. */
  readonly fields: object;
}

/** The API objects below a construct, with whatever else is known once they are rendered. */
interface WithChildren {
  readonly children: readonly RenderedChild[];
}

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

  /**
   * Renders the objects for a reader of the tree. A renderer that reads the tree sees what is there: each would wait
   * for all others.
   */
  public update(): void {
    if (!this.registry.isRendering) this.refresh();
  }

  /** What is rendered, also if it depends on objects that are not ours and have changed since. */
  public read(): T {
    if (this.registry.isForeign && this.readings !== this.registry.reading()) this.version = undefined;
    this.refresh();
    return this.rendered!;
  }

  public remove(id: string): void {
    if (this.made.has(id)) this.removed.add(id);
  }

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
      if (this.removed.has(id) || isSame(object, this.wanted.get(id))) continue;
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

function isSame({ apiVersion, kind, name }: ModelObject, child: RenderedChild | undefined): boolean {
  return child?.apiVersion === apiVersion && child.kind === kind && child.metadata.name === name;
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
export function rendersBelow(construct: IConstruct): boolean {
  return construct.node instanceof RenderingNode;
}
