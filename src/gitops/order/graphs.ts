import type { Dependencies } from './dependencies';
import { Graph } from './graph';
import { ObjectNeeds } from './object-needs';
import { MutualPair, ObjectSets, Targets } from './targets';
import { NONE, Tree } from './tree';

/** The graph of the dependencies alone. */
export function plainGraph(tree: Tree, targets: Targets, dependencies: Dependencies): Graph {
  const graph = new Graph(tree.size);
  dependencies.forEach((own, place) => graph.setEdges(place, placesOf(targets, own)));
  return graph;
}

/** The graph of the dependencies, and of those that follow for the objects of the constructs. */
export function resolvedGraph(tree: Tree, targets: Targets, dependencies: Dependencies): Graph {
  const graph = plainGraph(tree, targets, dependencies);
  const mutual: MutualPair[] = [];
  const needs = new ObjectNeeds(tree, targets, dependencies, graph, new ObjectSets(tree, targets, graph, mutual), mutual);
  for (let place = 0; place < tree.size; place++) addEdges(graph, place, needs.of(place));
  addMutual(graph, mutual);
  return graph;
}

function placesOf(targets: Targets, own: readonly number[]): readonly number[] {
  return own.some(target => targets.isStranger(target)) ? own.map(target => targets.placeOf(target)).filter(place => place !== NONE) : own;
}

/** These are cycles, so the order of the edges does not matter. */
function addMutual(graph: Graph, pairs: readonly MutualPair[]): void {
  const others = new Map<number, Set<number>>();
  for (const [one, other] of pairs) {
    others.set(one, (others.get(one) ?? new Set()).add(other));
    others.set(other, (others.get(other) ?? new Set()).add(one));
  }
  for (const [object, some] of others) addEdges(graph, object, [...some]);
}

function addEdges(graph: Graph, vertex: number, edges: readonly number[]): void {
  if (edges.length > 0) graph.setEdges(vertex, [...graph.edgesOf(vertex), ...edges]);
}
