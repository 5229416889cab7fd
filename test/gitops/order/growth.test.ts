import { ApiObject, App } from 'cdk8s';
import { ObservedApp, sameOrder } from './orders';
import { SHAPES } from './shapes';
import { resolve, writtenDependencies } from '../../../src/gitops/order/dependencies';
import { resolvedGraph } from '../../../src/gitops/order/graphs';
import { ChartRegions } from '../../../src/gitops/order/regions';
import { synthesisOrder } from '../../../src/gitops/order/synthesis-order';
import { Targets } from '../../../src/gitops/order/targets';
import { constructsOf, Tree } from '../../../src/gitops/order/tree';

interface Size {
  /** Constructs and dependencies. */
  readonly given: number;
  /** Vertices and edges, and what is gone through for each chart. */
  readonly made: number;
}

function sizeOf(app: App): Size {
  const tree = new Tree(app);
  const targets = new Targets(tree);
  const written = writtenDependencies(tree, targets);
  const { dependencies, neededFromWithin } = resolve(tree, targets, written);
  const graph = resolvedGraph(tree, targets, dependencies);
  const regions = new ChartRegions(tree, neededFromWithin);
  const charts = [...tree.constructs.keys()].filter(place => tree.isChart(place));
  const edges = sum(Array.from({ length: graph.size }, (_, vertex) => graph.edgesOf(vertex).length));
  return {
    given: tree.size + sum(written.map(own => own.length)),
    made: graph.size + edges + sum(charts.map(chart => regions.of(chart).places.length)),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

function made(shape: string, size: number): App {
  const app = new App();
  SHAPES[shape](app, size);
  return app;
}

test.each(Object.keys(SHAPES))('what is made for %s grows with constructs and dependencies', shape => {
  const [small, large] = [500, 2000].map(size => sizeOf(made(shape, size)));
  expect(large.made / small.made).toBeLessThan(large.given / small.given * 1.05);
  expect(large.made).toBeLessThan(large.given * 6);
});

const ordered = Object.keys(SHAPES).filter(shape => !shape.includes('cycle'));

test.each(ordered)('the order of %s is that of cdk8s', shape => {
  const app = new ObservedApp();
  // for layers, cdk8s takes exponential time
  SHAPES[shape](app, ['layers of two', 'a chain of charts'].includes(shape) ? 20 : 80);
  sameOrder(app);
});

// cdk8s would overflow, take hours, or both
test.each<[string, number]>([
  ['a chain', 100_000], ['layers of two', 52], ['two charts', 4000], ['charts in a chart', 2000], ['charts deep in charts', 40_000], ['groups deep in groups', 40_000],
])('%s: %i are put in order at once', (shape, size) => {
  const app = made(shape, size);
  const { charts } = synthesisOrder(app);
  const objects = charts.flatMap(each => each.objects);
  expect(new Set(objects).size).toBe(constructsOf(app).filter(each => ApiObject.isApiObject(each)).length);
  expect(objects.length).toBe(new Set(objects).size);
  const places = new Map(objects.map((each, index) => [each, index]));
  const late = objects.filter(each => each.node.dependencies.some(needed => places.get(needed as ApiObject)! > places.get(each)!));
  expect(late).toEqual([]);
});
