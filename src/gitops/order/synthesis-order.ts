import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { cycleFindings } from './cycles';
import { Dependencies, resolve, strangeDependencies, writtenDependencies } from './dependencies';
import { Graph } from './graph';
import { plainGraph, resolvedGraph } from './object-needs';
import { ChartRegions, Topology, wholeRegion } from './topology';
import { Tree } from './tree';
import { refuseAll } from '../validation';

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

/** The order in which `App.synth()` of cdk8s would write charts and their objects; throws if there is none. No construct is changed. */
export function synthesisOrder(root: IConstruct): SynthesisOrder {
  const program = read(root);
  const { tree, written } = program;
  const { dependencies, isNumbered, neededFromWithin, findings } = resolve(tree, written);
  refuseAll([...strangeDependencies(tree), ...findings]);
  const graph = resolvedGraph(tree, dependencies);
  const topology = new Topology(graph);
  const charts = orderedCharts(program, graph, topology);
  const regions = new ChartRegions(tree, neededFromWithin);
  const objectsOf = (chart: number) => topology.orderOf(regions.of(chart))
    .filter(place => tree.isObject(place) && tree.charts[place] === chart).map(place => tree.constructs[place] as ApiObject);
  return { charts: charts.map(place => ({ chart: tree.constructs[place] as Chart, objects: objectsOf(place) })), isNumbered };
}

/** The charts in the order of their current dependencies, as the getter `App.charts` of cdk8s returns them; throws if there is no order. */
export function chartsInOrder(root: IConstruct): Chart[] {
  const program = read(root);
  const { tree, written } = program;
  const graph = plainGraph(tree, written);
  return orderedCharts(program, graph, new Topology(graph)).map(place => tree.constructs[place] as Chart);
}

/** A program's constructs and their dependencies. */
interface Program {
  readonly tree: Tree;
  readonly written: Dependencies;
}

function read(root: IConstruct): Program {
  const tree = new Tree(root);
  return { tree, written: writtenDependencies(tree) };
}

function orderedCharts({ tree, written }: Program, graph: Graph, topology: Topology): number[] {
  const order = topology.orderOf(wholeRegion(tree));
  if (topology.hasCycle) refuseAll(cycleFindings(tree, plainGraph(tree, written), graph));
  return order.filter(place => tree.isChart(place));
}
