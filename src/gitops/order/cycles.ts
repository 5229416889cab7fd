import { Graph } from './graph';
import { NONE } from './tree';

/** A cycle by its constructs, each of which depends on the next, and the last on the first. */
export type Cycle = readonly number[];

/**
 * A cycle for each part of a graph in which everything depends on everything: a short one, through its first construct. The parts come in the order of these.
 *
 * @param known constructs whose parts are left out
 */
export function cyclesOf(graph: Graph, known: ReadonlySet<number>): Cycle[] {
  return strongComponents(graph)
    .filter(component => component.length > 1 || graph.edgesOf(component[0]).includes(component[0]))
    .filter(component => !component.some(vertex => known.has(vertex)))
    .map(component => shortestCycle(graph, component))
    .sort(([one], [other]) => one - other);
}

/** By breadth: nothing shorter leads from the first construct back to it. */
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

/** Tarjan's algorithm, in a loop. */
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
