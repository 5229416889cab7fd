import type { Dependencies } from './dependencies';
import { Graph } from './graph';
import { ObjectNeeds } from './object-needs';
import { MutualPair, ObjectSets } from './object-sets';
import { Tree } from './tree';

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
  const needs = new ObjectNeeds(tree, dependencies, graph, new ObjectSets(tree, graph, mutual), mutual);
  for (let place = 0; place < tree.size; place++) addEdges(graph, place, needs.of(place));
  addMutual(graph, mutual);
  return graph;
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
