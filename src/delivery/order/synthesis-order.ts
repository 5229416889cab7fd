import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import {
  Dependencies, strangeDependencies, writtenDependencies, Graph, plainGraph, resolvedGraph, withChartDependencies,
  pathForError,
} from './dependencies';
import { NONE, Tree } from './tree';
import { refuseAll } from '../validation';
import { grouped } from '../../base/check';
import { found } from '../../base/findings/finding';

// The order of a depth-first search along the dependencies, as in cdk8s: first for the charts in the whole tree, then
// for the objects of each chart.

/** A chart and its own objects, each after those on which it depends. */
export interface ChartObjects {
  readonly chart: Chart;
  readonly objects: readonly ApiObject[];
}

/** The order in which an app is written. */
export interface SynthesisOrder {
  readonly charts: readonly ChartObjects[];
  /** Whether charts depend on charts: cdk8s then numbers the files. */
  readonly isNumbered: boolean;
}

/**
 * The order in which `App.synth()` of cdk8s would write charts and their objects; throws if there is none. No construct
 * is changed.
 */
export function synthesisOrder(root: IConstruct): SynthesisOrder {
  const tree = new Tree(root);
  const written = writtenDependencies(tree);
  const { dependencies, isNumbered, neededFromWithin, findings } = withChartDependencies(tree, written);
  refuseAll([...strangeDependencies(tree), ...findings]);
  const topology = new Topology(resolvedGraph(tree, dependencies));
  const order = orderedCharts(tree, topology, written);
  const regions = new ChartRegions(tree, neededFromWithin);
  const charts = order.map(chart => {
    const own = topology.orderOf(regions.of(chart)).filter(each => tree.isObject(each) && tree.charts[each] === chart);
    const objects = own.map(each => tree.constructs[each] as ApiObject);
    return { chart: tree.constructs[chart] as Chart, objects };
  });
  return { charts, isNumbered };
}

/**
 * The charts in the order of their current dependencies, as the getter `App.charts` of cdk8s returns them; throws if
 * there is no order.
 */
export function chartsInOrder(root: IConstruct): Chart[] {
  const tree = new Tree(root);
  const written = writtenDependencies(tree);
  const order = orderedCharts(tree, new Topology(plainGraph(tree, written)), written);
  return order.map(place => tree.constructs[place] as Chart);
}

/** The places of all charts in order; throws if the constructs have none. */
function orderedCharts(tree: Tree, topology: Topology, written: Dependencies): number[] {
  const whole = wholeRegion(tree);
  const order = topology.orderOf(whole);
  if (topology.cyclic !== NONE) {
    // a declared cycle, if there is one, explains the cycles that follow from it
    const declared = new Topology(plainGraph(tree, written));
    declared.orderOf(whole);
    reportCycle(tree, declared.cyclic === NONE ? topology : declared);
  }
  return order.filter(place => tree.isChart(place));
}

/** The number of constructs of a long cycle that are shown at its beginning and at its end. */
const [AT_BEGIN, AT_END] = [30, 15];

/** Throws a cycle: a shortest one through the first construct of the cycle that was found. */
function reportCycle(tree: Tree, { graph, cyclic }: Topology): void {
  const first = shortestCycle(graph, cyclic).reduce((least, place) => Math.min(least, place));
  const path = shortestCycle(graph, first).map(place => pathForError(tree.constructs[place]));
  const left = path.length + 1 - AT_BEGIN - AT_END;
  const whole = [...path, path[0]];
  const shown = left <= 1 ? whole : [...whole.slice(0, AT_BEGIN), `… ${left} more …`, ...whole.slice(-AT_END)];
  const [finding] = found('dependency-cycle', '', { path: shown });
  refuseAll([{ construct: tree.constructs[first], finding }]);
}

/** A shortest cycle through a vertex: constructs that each depend on the next, and the last on the first. */
function shortestCycle(graph: Graph, start: number): number[] {
  const before = new Map<number, number>();
  const queue = [start];
  for (const vertex of queue) {
    if (before.has(start)) break;
    for (const following of graph.edgesOf(vertex)) {
      if (before.has(following)) continue;
      before.set(following, vertex);
      queue.push(following);
    }
  }
  const cycle = [start];
  for (let each = before.get(start)!; each !== start; each = before.get(each)!) cycle.push(each);
  return [start, ...cycle.slice(1).reverse()].filter(each => graph.isConstruct(each));
}

/** The part of a graph that is ordered. */
interface Region {
  /** Its constructs, in the order in which they are visited. */
  readonly places: readonly number[];
  readonly contains: (place: number) => boolean;
}

/**
 * Puts constructs in the order of cdk8s: each after those to which its edges lead, in the order of the edges, starting
 * with those to which none leads. Each vertex is visited once, in a loop: a recursion would overflow the stack in a
 * chain of some thousands.
 */
class Topology {
  /** A vertex of a cycle, because of which there is no order; NONE if there is none. */
  public cyclic = NONE;

  // numbers instead of sets, which would have to be emptied for each region: an entry with the number of this run is in
  // the set
  private run = 0;
  private readonly wanted: Int32Array;
  private readonly entered: Int32Array;
  private readonly left: Int32Array;
  private readonly next: Int32Array;

  public constructor(public readonly graph: Graph) {
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
    for (const place of places) if (this.wanted[place] !== this.run) this.visit(place, region, order);
    // what no way leads to from there is in cycles, or after them
    for (const place of places) if (this.entered[place] !== this.run) this.visit(place, region, order);
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

  /** Adds a construct to the order, after everything to which its edges lead. */
  private visit(start: number, region: Region, order: number[]): void {
    const path: number[] = [];
    for (let next = start; ; next = this.following(path.at(-1)!, region)) {
      if (next === NONE) {
        const vertex = path.pop()!;
        this.left[vertex] = this.run;
        if (this.graph.isConstruct(vertex)) order.push(vertex);
        if (path.length === 0) return;
      } else {
        this.entered[next] = this.run;
        this.next[next] = 0;
        path.push(next);
      }
    }
  }

  /** The next vertex to which an edge leads and that has not been visited; NONE if there is none. */
  private following(vertex: number, region: Region): number {
    const edges = this.graph.edgesOf(vertex);
    while (this.next[vertex] < edges.length) {
      const candidate = edges[this.next[vertex]++];
      if (!this.isIn(region, candidate)) continue;
      if (this.entered[candidate] !== this.run) return candidate;
      if (this.cyclic === NONE && this.left[candidate] !== this.run) this.cyclic = candidate;
    }
    return NONE;
  }

  /** Whether a vertex belongs to a region: by its construct, or by the constructs for which it stands. */
  private isIn(region: Region, vertex: number): boolean {
    const owner = this.graph.ownerOf(vertex);
    return owner === NONE || region.contains(owner);
  }
}

/**
 * All constructs. cdk8s keeps them in an object by path, and JavaScript orders its keys: integers come first. These are
 * paths of constructs directly in the app; among themselves, the tree already has them in that order.
 */
function wholeRegion(tree: Tree): Region {
  const { constructs, parents } = tree;
  const isFirst = (place: number) => {
    const { id } = constructs[place].node;
    const isInteger = /^(0|[1-9]\d{0,9})$/.test(id) && Number(id) < 2 ** 32 - 1;
    return isInteger && parents[place] === 0 && constructs[0].node.id === '';
  };
  const places = [...constructs.keys()];
  return { places: [...places.filter(isFirst), ...places.filter(place => !isFirst(place))], contains: () => true };
}

/** The parts of a tree that determine the order of a chart's own objects. */
export class ChartRegions {
  private readonly own: ReadonlyMap<number, readonly number[]>;

  /** @param neededFromWithin charts with constructs on which something in a nested chart depends */
  public constructor(private readonly tree: Tree, private readonly neededFromWithin: ReadonlySet<number>) {
    this.own = grouped([...tree.constructs.keys()], place => [tree.charts[place]]);
  }

  /**
   * cdk8s takes everything below the chart. Nested charts lead to constructs of the chart itself only by dependencies
   * on them. Without any, they can be left out, and all charts together take no longer than the tree.
   */
  public of(chart: number): Region {
    if (!this.neededFromWithin.has(chart)) {
      return { places: this.own.get(chart)!, contains: place => this.tree.charts[place] === chart };
    }
    const places = Array.from({ length: this.tree.ends[chart] - chart }, (_, index) => chart + index);
    return { places, contains: place => this.tree.contains(chart, place) };
  }
}
