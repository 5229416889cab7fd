import { named, type Dependencies } from './dependencies';
import { Graph } from './graph';
import { Targets } from './targets';
import { NONE, Tree } from './tree';
import { ParametersOf, found } from '../../findings/finding';
import type { Phrase } from '../../findings/catalogue/phrases';
import type { TreeFinding } from '../../private/tree';

/** A cycle by its constructs, each of which depends on the next, and the last on the first. */
type Cycle = readonly number[];

/**
 * A cycle for each strongly connected component of a graph: a shortest one through its first construct. The cycles are in the order of
 * these constructs.
 *
 * @param known constructs whose components are left out
 */
function cyclesOf(graph: Graph, known: ReadonlySet<number>): Cycle[] {
  return strongComponents(graph)
    .filter(component => component.length > 1 || graph.edgesOf(component[0]).includes(component[0]))
    .filter(component => !component.some(vertex => known.has(vertex)))
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
      if (following === start) return wayTo(vertex, start, before).filter(each => graph.isConstruct(each));
      if (before.get(following) !== NONE) continue;
      before.set(following, vertex);
      queue.push(following);
    }
  }
  throw new Error('a strong component has no cycle');
}

function wayTo(last: number, start: number, before: ReadonlyMap<number, number>): number[] {
  const way: number[] = [];
  for (let vertex = last; vertex !== start; vertex = before.get(vertex)!) way.push(vertex);
  way.push(start);
  return way.reverse();
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

/** One construct depends on the next one. */
type CycleStep = readonly [number, number];

/** Reports cycles, one for each group of constructs that depend on each other, by the dependencies that the program declares. */
export class CycleFindings {
  /** The declared dependencies in cycles that have been reported. */
  private readonly told = new Set<string>();

  public constructor(private readonly tree: Tree, private readonly targets: Targets, private readonly causes: Causes) {}

  /**
   * @param written the declared dependencies: their cycles are reported first
   * @param graph includes the dependencies that follow from them: their cycles are reported unless they come from reported ones
   */
  public all(written: Graph, graph: Graph): TreeFinding[] {
    const plain = cyclesOf(written, new Set());
    const cycles = [...plain, ...cyclesOf(graph, new Set(plain.flat()))];
    const findings: TreeFinding[] = [];
    for (const [index, cycle] of cycles.entries()) {
      if (findings.length === MOST_CYCLES) return [...findings, this.found(cycle, { reason: 'more-cycles', count: cycles.length - index })];
      findings.push(...this.tell(cycle));
    }
    return findings;
  }

  /** Empty if all causes of the cycle have been reported already. */
  private tell(cycle: Cycle): TreeFinding[] {
    const shown = shownParts(cycle);
    const reasons = shown.flatMap(stepsOf).map(step => ({ step, cause: this.causes.of(...step, cause => this.told.has(keyOf(cause))) }));
    if (reasons.every(({ cause }) => cause.isNesting || this.told.has(keyOf(cause)))) return [];
    for (const { cause } of reasons) this.told.add(keyOf(cause));
    const explained = reasons.filter(({ step, cause }) => cause.isNesting || keyOf(cause) !== step.join(' '));
    const because = distinct(explained.map(({ step, cause }) => this.explain(step, cause)));
    return [this.found(cycle, this.parametersOf(cycle, shown, because))];
  }

  private parametersOf(cycle: Cycle, shown: number[][], because: Phrase[]): ParametersOf<'dependency-cycle'> {
    const [begin, end] = shown.map(part => part.map(place => this.name(place)));
    const isExplained = because.length > 0;
    if (!end) return isExplained ? { reason: 'explained-cycle', path: begin, because } : { reason: 'cycle', path: begin };
    const long = { begin, left: cycle.length + 1 - shown.flat().length, end };
    return isExplained ? { reason: 'explained-long-cycle', ...long, because } : { reason: 'long-cycle', ...long };
  }

  private explain([from, to]: CycleStep, { source, target, isNesting }: Cause): Phrase {
    const step = { from: this.name(from), to: this.name(to) };
    if (isNesting) return { phrase: 'nested-chart', ...step, inner: this.name(target), outer: this.name(source) };
    const phrase = this.targets.isStranger(target) ? 'dependency-on-stranger' : 'written-dependency';
    return { phrase, ...step, source: this.name(source), target: this.name(target) };
  }

  private name(target: number): string {
    return named(this.targets.constructOf(target));
  }

  private found([place]: Cycle, parameters: ParametersOf<'dependency-cycle'>): TreeFinding {
    return { construct: this.tree.constructs[place], finding: found('dependency-cycle', '', parameters)[0] };
  }
}

const keyOf = ({ source, target }: Cause) => `${source} ${target}`;

const stepsOf = (part: readonly number[]) => part.slice(1).map((to, index): CycleStep => [part[index], to]);

/** The phrases without those that read the same. */
function distinct(phrases: readonly Phrase[]): Phrase[] {
  return [...new Map(phrases.map(phrase => [JSON.stringify(phrase), phrase])).values()];
}

/** A cycle that ends with its first construct again: in one part, or its beginning and its end. */
function shownParts(cycle: Cycle): number[][] {
  const closed = [...cycle, cycle[0]];
  return closed.length <= AT_BEGIN + AT_END + 1 ? [closed] : [closed.slice(0, AT_BEGIN), closed.slice(-AT_END)];
}

/** Why a construct depends on another: a declared dependency, or a chart within a chart. */
interface Cause {
  readonly source: number;
  readonly target: number;
  readonly isNesting: boolean;
}

/** Finds the declared dependencies from which others follow. It searches for them, since it is only needed if there are cycles. */
export class Causes {
  public constructor(
    private readonly tree: Tree, private readonly targets: Targets,
    private readonly written: Dependencies, private readonly dependencies: Dependencies,
  ) {}

  /** @param isKnown which causes take precedence, if there are several */
  public of(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    const direct = this.targetOf(this.written[from], to);
    if (direct !== undefined) return { source: from, target: direct, isNesting: false };
    return this.tree.isChart(from) ? this.ofChart(from, to, isKnown) : this.ofObjects(from, to, isKnown);
  }

  /** A dependency of one object, or of a construct around it, on a construct that contains the other. */
  private ofObjects(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    const chart = this.tree.charts[from];
    for (const source of this.tree.pathDown(chart, from).reverse()) {
      const target = this.written[source].find(candidate => this.reaches(candidate, to));
      if (target !== undefined) return { source, target, isNesting: false };
    }
    const target = this.dependencies[chart].find(candidate => this.reaches(candidate, to));
    return target === undefined ? { source: from, target: to, isNesting: false } : this.ofChart(chart, target, isKnown);
  }

  private reaches(target: number, object: number): boolean {
    if (this.targets.isStranger(target)) return this.targets.placesOfObjects(target).includes(object);
    return this.tree.charts[target] === this.tree.charts[object] && this.tree.contains(target, object);
  }

  private ofChart(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    if (this.tree.isChart(to) && this.tree.parents[to] === from) return { source: from, target: to, isNesting: true };
    const causes: Cause[] = [];
    for (let source = from; source < this.tree.ends[from]; source++) {
      if (this.tree.charts[source] !== from) continue;
      for (const target of this.written[source]) {
        const isCause = this.targets.placeOf(this.targets.chartOf(target)) === this.targets.placeOf(to);
        if (isCause) causes.push({ source, target, isNesting: false });
      }
    }
    return causes.find(isKnown) ?? causes[0] ?? { source: from, target: to, isNesting: false };
  }

  private targetOf(own: readonly number[], place: number): number | undefined {
    return own.find(target => this.targets.placeOf(target) === place);
  }
}
