import { asObject, textOf, grouped } from '../../base/check';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { count } from '../output';

/** The role of a node. `missing` is a broken route, a Service or a monitor whose pods are elsewhere. */
export type NodeRole = 'component' | 'host' | 'missing' | 'namespace' | 'scraper' | 'secret';

/** A node of a picture. */
export interface GraphNode {
  readonly key: string;
  readonly role: NodeRole;
  /** The lines of its label. */
  readonly lines: readonly string[];
  readonly namespace?: string;
}

/** The meaning of an edge: its first node sends requests from outside to the second, calls it, scrapes it, or is used by it. */
export type EdgeKind = 'routes' | 'calls' | 'scrapes' | 'uses';

/** A connection between two nodes, given by their keys. */
interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly lines: readonly string[];
}

/** Nodes and edges in drawing order, each of them once. */
export class Picture {
  private readonly byKey = new Map<string, GraphNode>();
  private readonly byEnds = new Map<string, GraphEdge>();
  private readonly standingFor = new Map<TypedManifest, string>();

  public get nodes(): readonly GraphNode[] {
    return [...this.byKey.values()];
  }

  public get edges(): readonly GraphEdge[] {
    return [...this.byEnds.values()];
  }

  /** Adds a node unless it exists. Returns its key. */
  public node(key: string, role: NodeRole, lines: readonly string[], namespace?: unknown): string {
    if (!this.byKey.has(key)) this.byKey.set(key, { key, role, lines, namespace: textOf(namespace) });
    return key;
  }

  /** Makes a node stand for an object, which gets none of its own. */
  public represent(object: TypedManifest, key: string): void {
    this.standingFor.set(object, key);
  }

  /** The objects without a node of their own. */
  public get represented(): readonly TypedManifest[] {
    return [...this.standingFor.keys()];
  }

  /** Adds the node of an object, unless another one stands for it. Returns its key. */
  public object(object: TypedManifest, role: NodeRole, details: readonly string[] = []): string {
    const other = this.standingFor.get(object);
    if (other !== undefined) return other;
    const { name, generateName, namespace } = asObject(object.metadata);
    const lines = [String(name ?? `${String(generateName ?? '')}…`), String(object.kind), ...details];
    if (name !== undefined) return this.node(identityKey(identityOf(object)), role, lines, namespace);
    const key = this.node(`unnamed ${this.byKey.size}`, role, lines, namespace);
    this.represent(object, key);
    return key;
  }

  /** Adds an edge between two nodes that are drawn. Edges of one kind between the same nodes become one, with the labels of all. */
  public edge(from: string, to: string, kind: EdgeKind, lines: readonly string[] = []): void {
    if (!this.byKey.has(from) || !this.byKey.has(to)) return;
    const key = JSON.stringify([from, to, kind]);
    const before = this.byEnds.get(key)?.lines ?? [];
    this.byEnds.set(key, { from, to, kind, lines: [...new Set([...before, ...lines])] });
  }

  /** The nodes of a namespace, with those that an edge connects with one of them. */
  public near(namespace: string): Picture {
    const own = new Set(this.nodes.filter(node => node.namespace === namespace).map(({ key }) => key));
    const edges = this.edges.filter(({ from, to }) => own.has(from) || own.has(to));
    const shown = new Set([...own, ...edges.flatMap(({ from, to }) => [from, to])]);
    return pictureOf(this.nodes.filter(({ key }) => shown.has(key)), edges);
  }

  /** One node for each namespace, with the numbers of what is in it and of what leads from one to another. */
  public byNamespace(): Picture {
    const groups = grouped(this.nodes, ({ key, namespace }) => [namespace === undefined ? key : `namespace ${namespace}`]);
    const groupOf = new Map([...groups].flatMap(([group, nodes]) => nodes.map(({ key }) => [key, group])));
    const nodes = [...groups].map(([key, own]): GraphNode => {
      const [first] = own;
      if (first.namespace === undefined) return first;
      const counts = COUNTED.map(([role, what]) => [own.filter(node => node.role === role).length, what] as const);
      const counted = counts.filter(([number]) => number > 0).map(([number, what]) => count(number, what));
      return { key, role: 'namespace', lines: [first.namespace, ...counted] };
    });
    const outer = this.edges.map(edge => ({ ...edge, from: groupOf.get(edge.from)!, to: groupOf.get(edge.to)! }))
      .filter(({ from, to }) => from !== to);
    const edges = [...grouped(outer, ({ from, to, kind }) => [JSON.stringify([from, to, kind])]).values()]
      .map(own => ({ ...own[0], lines: own.length === 1 ? [] : [String(own.length)] }));
    return pictureOf(nodes, edges);
  }
}

/** What is counted in a namespace. */
const COUNTED: readonly (readonly [role: NodeRole, what: string])[] = [['host', 'host'], ['component', 'component'], ['secret', 'Secret']];

function pictureOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Picture {
  const picture = new Picture();
  for (const { key, role, lines, namespace } of nodes) picture.node(key, role, lines, namespace);
  for (const { from, to, kind, lines } of edges) picture.edge(from, to, kind, lines);
  return picture;
}
