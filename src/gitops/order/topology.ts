import { Graph } from './graph';
import { NONE, Tree } from './tree';

/** The part of a graph that is ordered. */
interface Region {
  /** Its constructs, in the order in which they are visited. */
  readonly places: readonly number[];
  readonly contains: (place: number) => boolean;
}

/**
 * Puts constructs in the order of cdk8s: each after those to which its edges lead, in the order of the edges, starting with those to which
 * none leads. Each vertex is visited once, in a loop: a recursion would overflow the stack in a chain of some thousands.
 */
export class Topology {
  /** Whether some construct cannot come after everything on which it depends: the order then lacks constructs, or is wrong. */
  public hasCycle = false;

  // numbers instead of sets, which would have to be emptied for each region: an entry with the number of this run is in the set
  private run = 0;
  private readonly wanted: Int32Array;
  private readonly entered: Int32Array;
  private readonly left: Int32Array;
  private readonly next: Int32Array;

  public constructor(private readonly graph: Graph) {
    const { size } = graph;
    this.wanted = new Int32Array(size);
    this.entered = new Int32Array(size);
    this.left = new Int32Array(size);
    this.next = new Int32Array(size);
  }

  /** The places of a region in order. */
  public orderOf(region: Region): number[] {
    this.run++;
    const { places } = region;
    for (const place of places) this.want(place, region);
    const order: number[] = [];
    for (const place of places) {
      if (this.wanted[place] !== this.run) this.visit(place, region, order);
    }
    this.hasCycle ||= order.length < places.length;
    return order;
  }

  /** Marks the constructs to which edges of a construct lead, directly or through vertices that are no constructs. */
  private want(place: number, region: Region): void {
    const pending = [place];
    for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
      for (const vertex of this.graph.edgesOf(from)) {
        if (this.wanted[vertex] === this.run || !this.isIn(region, vertex)) continue;
        this.wanted[vertex] = this.run;
        if (!this.graph.isConstruct(vertex)) pending.push(vertex);
      }
    }
  }

  private visit(start: number, region: Region, order: number[]): void {
    const path = [start];
    this.enter(start);
    while (path.length > 0) {
      const vertex = path[path.length - 1];
      const following = this.following(vertex, region);
      if (following !== NONE) {
        this.enter(following);
        path.push(following);
        continue;
      }
      this.left[vertex] = this.run;
      path.pop();
      if (this.graph.isConstruct(vertex)) order.push(vertex);
    }
  }

  /** The next vertex to which an edge leads and that has not been visited; NONE if there is none. */
  private following(vertex: number, region: Region): number {
    const edges = this.graph.edgesOf(vertex);
    while (this.next[vertex] < edges.length) {
      const candidate = edges[this.next[vertex]++];
      if (!this.isIn(region, candidate)) continue;
      if (this.entered[candidate] !== this.run) return candidate;
      this.hasCycle ||= this.left[candidate] !== this.run;
    }
    return NONE;
  }

  private enter(vertex: number): void {
    this.entered[vertex] = this.run;
    this.next[vertex] = 0;
  }

  private isIn(region: Region, vertex: number): boolean {
    const owner = this.graph.ownerOf(vertex);
    return owner === NONE || region.contains(owner);
  }
}

/**
 * All constructs. cdk8s keeps them in an object by path, and JavaScript orders its keys: integers come first. These are paths of constructs
 * directly in the app; among themselves, the tree already has them in that order.
 */
export function wholeRegion(tree: Tree): Region {
  const { constructs, parents } = tree;
  const isFirst = (place: number) => parents[place] === 0 && constructs[0].node.id === '' && isArrayIndex(constructs[place].node.id);
  const places = Array.from(constructs.keys());
  const first = places.filter(isFirst);
  return { places: first.length === 0 ? places : [...first, ...places.filter(place => !isFirst(place))], contains: () => true };
}

/** Whether JavaScript treats the key of an object as an integer. */
const isArrayIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

/** The parts of a tree that determine the order of a chart's own objects. */
export class ChartRegions {
  private readonly own = new Map<number, number[]>();

  /** @param neededFromWithin charts with constructs on which something in a nested chart depends */
  public constructor(private readonly tree: Tree, private readonly neededFromWithin: ReadonlySet<number>) {
    for (let place = 0; place < tree.size; place++) {
      const places = this.own.get(tree.charts[place]);
      if (places) places.push(place);
      else this.own.set(tree.charts[place], [place]);
    }
  }

  /**
   * cdk8s takes everything below the chart. Nested charts lead to constructs of the chart itself only by dependencies on them. Without any,
   * they can be left out, and all charts together take no longer than the tree.
   */
  public of(chart: number): Region {
    if (!this.neededFromWithin.has(chart)) return { places: this.own.get(chart)!, contains: place => this.tree.charts[place] === chart };
    const places = Array.from({ length: this.tree.ends[chart] - chart }, (_, index) => chart + index);
    return { places, contains: place => this.tree.contains(chart, place) };
  }
}
