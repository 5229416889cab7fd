import type { IConstruct } from 'constructs';
import { NONE, Tree } from './tree';
import { found, printable } from '../../base/findings/finding';
import { grouped } from '../../base/check';
import type { TreeFinding } from '../../base/registry';

// cdk8s resolves dependencies pair by pair, for each construct again, which takes the square of their number. Here, the
// same dependencies become a graph of about the size of the tree; only the order in which its edges are visited has to
// be that of cdk8s, so that the same bytes are written.

/** The targets of each construct's dependencies in order, by the construct's place. */
export type Dependencies = readonly (readonly number[])[];

/** The dependencies of constructs, including those that follow for charts. */
interface Resolution {
  readonly dependencies: Dependencies;
  /** Whether charts depend on charts. */
  readonly isNumbered: boolean;
  /** Charts with constructs on which something in a nested chart depends. */
  readonly neededFromWithin: ReadonlySet<number>;
  /** Dependencies from or to constructs that are in no chart. */
  readonly findings: readonly TreeFinding[];
}

const NOTHING: readonly number[] = [];

/** All dependencies, one by one. */
export function *pairsOf(dependencies: Dependencies): Generator<readonly [source: number, target: number]> {
  for (let source = 0; source < dependencies.length; source++) {
    for (const target of dependencies[source]) yield [source, target];
  }
}

/** The dependencies that the program declares, on constructs of the tree. */
export function writtenDependencies(tree: Tree): Dependencies {
  return tree.constructs.map(({ node: { dependencies } }) => dependencies.length === 0 ? NOTHING
    : dependencies.map(construct => tree.placeOf(construct)).filter(place => place !== NONE));
}

/**
 * Reports dependencies on constructs that are not in the tree. cdk8s looks for a construct of the same path, and
 * ignores a dependency without one.
 */
export function strangeDependencies(tree: Tree): TreeFinding[] {
  return tree.constructs.flatMap(construct =>
    construct.node.dependencies.filter(target => tree.placeOf(target) === NONE)
      .map(target => outside(construct, target, 'stranger')));
}

/**
 * Adds the dependencies that cdk8s adds for charts: each chart depends on the charts directly in it, and on the charts
 * of the targets of its own constructs. cdk8s adds them to the constructs; here, the constructs are not changed.
 */
export function withChartDependencies(tree: Tree, written: Dependencies): Resolution {
  const { parents } = tree;
  const nested = [...parents.keys()].filter(place =>
    parents[place] !== NONE && tree.isChart(place) && tree.isChart(parents[place]));
  const dependencies = [...written];
  for (const [chart, charts] of grouped(nested, place => [parents[place]])) {
    dependencies[chart] = [...dependencies[chart], ...charts];
  }
  const added = new Map<number, Set<number>>();
  const neededFromWithin = new Set<number>();
  const findings: TreeFinding[] = [];
  for (const [source, target] of pairsOf(dependencies)) {
    const from = tree.charts[source];
    const to = tree.charts[target];
    const reason = from === NONE ? 'source' : 'target';
    if (from === NONE || to === NONE) findings.push(outside(tree.constructs[source], tree.constructs[target], reason));
    else if (from !== to) added.set(from, (added.get(from) ?? new Set()).add(to));
    if (from !== to && tree.contains(to, from)) neededFromWithin.add(to);
  }
  for (const [chart, others] of added) dependencies[chart] = [...new Set([...dependencies[chart], ...others])];
  return { dependencies, isNumbered: added.size > 0, neededFromWithin, findings };
}

/** A dependency that cdk8s would ignore, at the construct that has it. */
function outside(source: IConstruct, target: IConstruct, reason: 'source' | 'target' | 'stranger'): TreeFinding {
  const [finding] = found('dependency-outside-chart', '', { reason, maker: { construct: pathForError(target) } });
  return { construct: source, finding };
}

/** The maximum length of a path in an error, in characters. */
const LONGEST = 200;

/** A construct's path in the form for an error; a very long one is reduced to its two ends. */
export function pathForError({ node }: IConstruct): string {
  const path = printable(node.path || 'App');
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST / 2)}…${path.slice(-LONGEST / 2)}`;
}

/**
 * The constructs and their precedence: an edge leads to a vertex that comes first. The first vertices are the
 * constructs, by their places. Further vertices stand for sets of constructs, so that the dependency of a set on a set
 * needs one edge instead of one for each pair.
 */
export class Graph {
  private readonly edges: (readonly number[])[];
  private readonly owners: number[] = [];

  /** @param constructs the number of constructs */
  public constructor(public readonly constructs: number) {
    this.edges = new Array(constructs).fill(NOTHING);
  }

  public get size(): number { return this.edges.length; }

  /** The vertices that come before a vertex, in the order in which they are visited. */
  public edgesOf(vertex: number): readonly number[] { return this.edges[vertex]; }

  public setEdges(vertex: number, edges: readonly number[]): void {
    this.edges[vertex] = edges;
  }

  public isConstruct(vertex: number): boolean { return vertex < this.constructs; }

  /** Adds a vertex for constructs at and below `owner`; NONE if they have no common place. */
  public addVertex(owner: number): number {
    this.owners.push(owner);
    return this.edges.push(NOTHING) - 1;
  }

  /** The place that a vertex belongs to. */
  public ownerOf(vertex: number): number {
    return this.isConstruct(vertex) ? vertex : this.owners[vertex - this.constructs];
  }
}

/**
 * The needs of objects that follow from their own dependencies, or from those of constructs around them in their chart:
 * all objects of the target in its chart. A vertex for each construct with dependencies stands for the needs of its
 * objects: it leads to the needs of the constructs around it, and then to the sets of objects of its own targets.
 *
 * A construct that depends on something around or below it shares objects with its target, and no object depends on
 * itself. If one object is shared, its needs are put together for it alone. If two are shared, they depend on each
 * other.
 */
class ObjectNeeds {
  private readonly vertices: Int32Array;
  /** Shared objects, each with the outermost construct that shares it with a target. */
  private readonly shared = new Map<number, number>();
  /** The constructs whose dependencies were examined for a shared object, and that object. */
  private readonly opened = new Map<number, number>();
  /** The targets all of whose other objects a shared object needs, and that object. */
  private readonly last = new Map<number, number>();

  /** @param mutual collects the objects that depend on each other */
  public constructor(
    private readonly tree: Tree, private readonly dependencies: Dependencies,
    private readonly graph: Graph, private readonly sets: ObjectSets, private readonly mutual: MutualPair[],
  ) {
    this.vertices = new Int32Array(tree.size).fill(NONE);
    for (const [place, target] of pairsOf(dependencies)) this.findShared(place, target);
  }

  /**
   * The vertices of everything that an object needs, in order. Must be called for every construct, in preorder; empty
   * for constructs that are no objects.
   */
  public of(place: number): readonly number[] {
    const { [place]: count } = this.tree.objectCounts;
    if (count === 0) return NOTHING;
    const isObject = this.tree.isObject(place);
    const isAlone = isObject && count === 1;
    if (!isAlone) {
      const all = this.allOf(place);
      if (this.dependencies[place].length > 0) {
        this.vertices[place] = this.graph.addVertex(place);
        this.graph.setEdges(this.vertices[place], all);
      } else if (all.length > 0) {
        [this.vertices[place]] = all;
      }
    }
    const outermost = this.shared.get(place);
    if (outermost !== undefined) return this.ofShared(place, outermost);
    if (isAlone) return this.allOf(place);
    return isObject && this.vertices[place] !== NONE ? [this.vertices[place]] : NOTHING;
  }

  /**
   * Leaves out the sets that contain all objects of the construct: a single shared object needs the others then, and
   * two are mutual.
   */
  private allOf(place: number): readonly number[] {
    const targets = this.dependencies[place].filter(target => {
      const lower = this.lowerOf(place, target);
      return lower === NONE || lower !== place && this.tree.objectCounts[lower] === 1;
    });
    return [...this.around(place), ...targets.flatMap(target => this.sets.objectsOf(target))];
  }

  /** The needs of the constructs around a construct, within its chart. */
  private around(place: number): readonly number[] {
    const parent = this.tree.parents[place];
    return parent === NONE || this.tree.charts[parent] !== this.tree.charts[place] || this.vertices[parent] === NONE
      ? NOTHING : [this.vertices[parent]];
  }

  /** The needs of a shared object: those around the outermost construct that shares it, and those of all in between. */
  private ofShared(object: number, outermost: number): readonly number[] {
    const needs = new Set(this.around(outermost));
    for (const place of this.tree.pathDown(outermost, object)) {
      const own = this.dependencies[place];
      if (own.length === 0) continue;
      const other = this.opened.get(place);
      if (other !== undefined) {
        // each is the only object on which some construct around both depends
        this.mutual.push([object, other]);
        break;
      }
      this.opened.set(place, object);
      for (const target of own) for (const vertex of this.ofTargetFor(object, place, target)) needs.add(vertex);
    }
    return [...needs];
  }

  /** The needs of a shared object that follow from one dependency of a construct around it. */
  private ofTargetFor(object: number, place: number, target: number): readonly number[] {
    const isWithin = this.lowerOf(place, target) !== NONE && this.tree.contains(target, object);
    if (!isWithin) return this.sets.objectsOf(target);
    if (place === target || this.tree.objectCounts[place] > 1) return NOTHING;
    const other = this.last.get(target);
    if (other !== undefined && other !== object) {
      this.mutual.push([object, other]);
      return NOTHING;
    }
    this.last.set(target, object);
    return this.tree.objectsIn(target).filter(each => each !== object);
  }

  /** Records the object that a construct shares with its target, or that two objects depend on each other. */
  private findShared(place: number, target: number): void {
    const lower = this.lowerOf(place, target);
    if (lower === NONE || place === target || this.tree.objectCounts[lower] === 0) return;
    const [first, second] = this.tree.objectsIn(lower);
    if (second !== undefined) this.mutual.push([first, second]);
    else if (!this.shared.has(first)) this.shared.set(first, place);
  }

  /** The inner one of a construct and its target, if one contains the other within one chart; otherwise NONE. */
  private lowerOf(place: number, target: number): number {
    if (this.tree.charts[place] !== this.tree.charts[target]) return NONE;
    if (this.tree.contains(place, target)) return target;
    return this.tree.contains(target, place) ? place : NONE;
  }
}

/** The graph of the dependencies alone. */
export function plainGraph(tree: Tree, dependencies: Dependencies): Graph {
  const graph = new Graph(tree.size);
  dependencies.forEach((own, place) => graph.setEdges(place, own));
  return graph;
}

/** The graph of the dependencies, and of those that follow for the objects of the constructs. */
export function resolvedGraph(tree: Tree, dependencies: Dependencies): Graph {
  const graph = plainGraph(tree, dependencies);
  const mutual: MutualPair[] = [];
  const needs = new ObjectNeeds(tree, dependencies, graph, new ObjectSets(tree, graph), mutual);
  for (let place = 0; place < tree.size; place++) addEdges(graph, place, needs.of(place));
  // mutual dependencies are cycles, so the order of the edges does not matter
  const others = grouped(mutual.flatMap(([one, other]) => [[one, other], [other, one]]), ([object]) => [object]);
  for (const [object, pairs] of others) addEdges(graph, object, [...new Set(pairs.map(([, other]) => other))]);
  return graph;
}

function addEdges(graph: Graph, vertex: number, edges: readonly number[]): void {
  if (edges.length > 0) graph.setEdges(vertex, [...graph.edgesOf(vertex), ...edges]);
}

/** Two objects that depend on each other. */
type MutualPair = readonly [number, number];

/**
 * Vertices that stand for the objects that a construct has in its chart. Such a vertex leads to the construct itself,
 * if it is an object, and to the vertices of its children: the objects occur in preorder, and all sets together have no
 * more edges than the tree.
 */
class ObjectSets {
  private readonly vertices = new Map<number, number>();
  public constructor(private readonly tree: Tree, private readonly graph: Graph) {}

  /** The vertex of a target's objects; empty if it has none. */
  public objectsOf(target: number): readonly number[] {
    return this.tree.objectCounts[target] === 0 ? NOTHING : [this.vertexOf(target)];
  }

  /** An object without objects below it needs no vertex besides its own. */
  private vertexOf(place: number): number {
    const pending: number[] = [];
    const vertex = this.reserved(place, pending);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const owner = next;
      const edges = this.partsOf(owner).map(part => part === owner ? owner : this.reserved(part, pending));
      this.graph.setEdges(this.vertices.get(owner)!, edges);
    }
    return vertex;
  }

  /** The vertex for the objects of a construct, which is created at first and gets its edges later. */
  private reserved(place: number, pending: number[]): number {
    if (this.tree.isObject(place) && this.tree.objectCounts[place] === 1) return place;
    const known = this.vertices.get(place);
    if (known !== undefined) return known;
    const vertex = this.graph.addVertex(place);
    this.vertices.set(place, vertex);
    pending.push(place);
    return vertex;
  }

  /**
   * The constructs whose objects together are those of a construct: the construct itself, and its children in the same
   * chart.
   */
  private partsOf(place: number): number[] {
    const parts = this.tree.isObject(place) ? [place] : [];
    for (let child = place + 1; child < this.tree.ends[place]; child = this.tree.ends[child]) {
      if (this.tree.charts[child] === this.tree.charts[place] && this.tree.objectCounts[child] > 0) parts.push(child);
    }
    return parts;
  }
}
