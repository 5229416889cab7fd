import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import {
  Dependencies, strangeDependencies, writtenDependencies, Graph, plainGraph, resolvedGraph, withChartDependencies,
  pathForError,
} from './dependencies';
import { NONE, Tree } from './tree';
import { refuseAll } from '../validation';
import { found, ParametersOf } from '../../base/findings/finding';
import type { TreeFinding } from '../../base/registry';

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
  const program = programOf(root);
  const { tree, written } = program;
  const { dependencies, isNumbered, neededFromWithin, findings } = withChartDependencies(tree, written);
  refuseAll([...strangeDependencies(tree), ...findings]);
  const graph = resolvedGraph(tree, dependencies);
  const topology = new Topology(graph);
  const charts = orderedCharts(program, graph, topology);
  const regions = new ChartRegions(tree, neededFromWithin);
  const objectsOf = (chart: number) => topology.orderOf(regions.of(chart))
    .filter(place => tree.isObject(place) && tree.charts[place] === chart).map(place =>
      tree.constructs[place] as ApiObject);
  return {
    charts: charts.map(place => ({ chart: tree.constructs[place] as Chart, objects: objectsOf(place) })), isNumbered,
  };
}

/**
 * The charts in the order of their current dependencies, as the getter `App.charts` of cdk8s returns them; throws if
 * there is no order.
 */
export function chartsInOrder(root: IConstruct): Chart[] {
  const program = programOf(root);
  const { tree, written } = program;
  const graph = plainGraph(tree, written);
  return orderedCharts(program, graph, new Topology(graph)).map(place => tree.constructs[place] as Chart);
}

/** A program's constructs and their dependencies. */
interface Program {
  readonly tree: Tree;
  readonly written: Dependencies;
}

function programOf(root: IConstruct): Program {
  const tree = new Tree(root);
  return { tree, written: writtenDependencies(tree) };
}

function orderedCharts({ tree, written }: Program, graph: Graph, topology: Topology): number[] {
  const order = topology.orderOf(wholeRegion(tree));
  if (topology.hasCycle) refuseAll(cycleFindings(tree, plainGraph(tree, written), graph));
  return order.filter(place => tree.isChart(place));
}

/** A cycle by its constructs, each of which depends on the next, and the last on the first. */
type Cycle = readonly number[];

/**
 * A cycle for each strongly connected component of a graph: a shortest one through its first construct. The cycles are
 * in the order of these constructs.
 */
function cyclesOf(graph: Graph): Cycle[] {
  return strongComponents(graph)
    .filter(component => component.length > 1 || graph.edgesOf(component[0]).includes(component[0]))
    .map(component => shortestCycle(graph, component))
    .sort(([one], [other]) => one - other);
}

/** Searches by breadth: nothing shorter leads from the first construct back to it. */
function shortestCycle(graph: Graph, component: readonly number[]): Cycle {
  const start = component.reduce((first, vertex) => Math.min(first, vertex));
  const before = new Map<number, number>(component.map(vertex => [vertex, NONE]));
  const queue = [start];
  for (const vertex of queue) {
    for (const following of graph.edgesOf(vertex)) {
      if (following === start) {
        const way: number[] = [];
        for (let each = vertex; each !== start; each = before.get(each)!) way.push(each);
        return [start, ...way.reverse()].filter(each => graph.isConstruct(each));
      }
      if (before.get(following) !== NONE) continue;
      before.set(following, vertex);
      queue.push(following);
    }
  }
  throw new Error('a strong component has no cycle');
}

/** Tarjan's algorithm, as a loop. */
function strongComponents(graph: Graph): number[][] {
  const entered = new Int32Array(graph.size);
  const lowest = new Int32Array(graph.size);
  const next = new Int32Array(graph.size);
  const isOpen = new Uint8Array(graph.size);
  const open: number[] = [];
  const path: number[] = [];
  const components: number[][] = [];
  let count = 0;
  const enter = (vertex: number) => {
    entered[vertex] = lowest[vertex] = ++count;
    isOpen[vertex] = 1;
    open.push(vertex);
    path.push(vertex);
  };
  const leave = (vertex: number) => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) lowest[parent] = Math.min(lowest[parent], lowest[vertex]);
    if (lowest[vertex] !== entered[vertex]) return;
    const component = open.splice(open.lastIndexOf(vertex));
    for (const member of component) isOpen[member] = 0;
    components.push(component);
  };
  for (let start = 0; start < graph.size; start++) {
    if (entered[start] === 0) enter(start);
    for (let vertex = path.at(-1); vertex !== undefined; vertex = path.at(-1)) {
      const following = graph.edgesOf(vertex)[next[vertex]++];
      if (following === undefined) leave(vertex);
      else if (entered[following] === 0) enter(following);
      else if (isOpen[following]) lowest[vertex] = Math.min(lowest[vertex], entered[following]);
    }
  }
  return components;
}

/** The maximum number of cycles that are reported. */
const MOST_CYCLES = 20;
/** The number of constructs of a long cycle that are shown at its beginning and at its end. */
const AT_BEGIN = 30;
const AT_END = 15;

/**
 * Reports a cycle for each group of constructs that depend on each other.
 *
 * @param written the declared dependencies: their cycles are reported first
 * @param graph includes the dependencies that follow from them: their cycles are reported unless they are above or
 * below a reported one
 */
function cycleFindings(tree: Tree, written: Graph, graph: Graph): TreeFinding[] {
  const reported = new Set<number>();
  const above = new Set<number>();
  const cycles: Cycle[] = [];
  for (const cycle of [...cyclesOf(written), ...cyclesOf(graph)]) {
    if (cycle.some(place => above.has(place) || tree.pathDown(0, place).some(each => reported.has(each)))) continue;
    cycles.push(cycle);
    for (const place of cycle) {
      reported.add(place);
      for (const each of tree.pathDown(0, place)) above.add(each);
    }
  }
  const report = ([place]: Cycle, parameters: ParametersOf<'dependency-cycle'>): TreeFinding =>
    ({ construct: tree.constructs[place], finding: found('dependency-cycle', '', parameters)[0] });
  const findings = cycles.slice(0, MOST_CYCLES).map(cycle => {
    const path = [...cycle, cycle[0]].map(place => pathForError(tree.constructs[place]));
    const left = path.length - AT_BEGIN - AT_END;
    return report(cycle, left <= 1 ? { reason: 'cycle', path }
      : { reason: 'long-cycle', begin: path.slice(0, AT_BEGIN), left, end: path.slice(-AT_END) });
  });
  const more = cycles.length - MOST_CYCLES;
  return more > 0 ? [...findings, report(cycles[MOST_CYCLES], { reason: 'more-cycles', count: more })] : findings;
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
  /**
   * Whether some construct cannot come after everything on which it depends: the order then lacks constructs, or is
   * wrong.
   */
  public hasCycle = false;

  // numbers instead of sets, which would have to be emptied for each region: an entry with the number of this run is in
  // the set
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
  const places = Array.from(constructs.keys());
  const first = places.filter(isFirst);
  return {
    places: first.length === 0 ? places : [...first, ...places.filter(place => !isFirst(place))], contains: () => true,
  };
}

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
