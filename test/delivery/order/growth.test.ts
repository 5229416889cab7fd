import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ObservedApp, object, sameOrder } from './orders';
import { withChartDependencies, writtenDependencies, resolvedGraph } from '../../../src/delivery/order/dependencies';
import { ChartRegions, synthesisOrder } from '../../../src/delivery/order/synthesis-order';
import { Tree, constructsOf } from '../../../src/delivery/order/tree';

function objectsIn(scope: Construct, count: number): Construct[] {
  return Array.from({ length: count }, (_, index) => object(scope, `o${index}`));
}

function chartsIn(scope: Construct, count: number, size: number): Chart[] {
  return Array.from({ length: count }, (_, index) => {
    const chart = new Chart(scope, `c${index}`);
    objectsIn(chart, size);
    return chart;
  });
}

/** Each depends on the one before. */
function chain(constructs: readonly Construct[]): void {
  constructs.slice(1).forEach((each, index) => each.node.addDependency(constructs[index]));
}

/** Constructs below each other, each with an object of its own. */
function nest(scope: Construct, depth: number, make: (scope: Construct) => Construct): Construct[] {
  const all = [scope];
  for (let level = 0; level < depth; level++) {
    object(all[level], 'o');
    all.push(make(all[level]));
  }
  return all;
}

const newGroup = (scope: Construct) => new Construct(scope, 'g');

/** Apps of some size, in shapes for which cdk8s takes more than linear time or depth. */
const SHAPES: Record<string, (app: App, size: number) => void> = {
  'a chain': (app, size) => chain(objectsIn(new Chart(app, 'c'), size).reverse()),
  'one object that depends on all others': (app, size) => {
    const [first, ...others] = objectsIn(new Chart(app, 'c'), size);
    first.node.addDependency(...others);
  },
  'objects that depend on one': (app, size) => {
    const [first, ...others] = objectsIn(new Chart(app, 'c'), size);
    for (const each of others) each.node.addDependency(first);
  },
  'layers of two': (app, size) => {
    const chart = new Chart(app, 'c');
    const layers = Array.from({ length: size / 2 }, (_, index) => new Construct(chart, `l${index}`));
    for (const layer of layers) objectsIn(layer, 2);
    chain(layers);
  },
  'two charts': (app, size) => chain(chartsIn(app, 2, size / 2)),
  'a chain of charts': (app, size) => chain(chartsIn(app, size / 5, 5)),
  'charts that depend on each other by many objects': (app, size) => {
    const [sources, targets] = chartsIn(app, 2, size / 2).map(chart => chart.node.children);
    sources.forEach((each, index) => each.node.addDependency(targets[index]));
  },
  'charts in a chart': (app, size) => void chartsIn(new Chart(app, 'c'), size, 1),
  'charts deep in charts': (app, size) => void nest(new Chart(app, 'c'), size / 20, scope => new Chart(scope, 'c')),
  'groups deep in groups': (app, size) => {
    const groups = nest(new Chart(app, 'c'), size / 20, newGroup);
    const needed = object(groups[0], 'needed');
    for (const each of groups.slice(1)) each.node.addDependency(needed);
  },
  'an object deep down that depends on all around it': (app, size) => {
    const groups = nest(new Chart(app, 'c'), size / 20, newGroup);
    object(groups[groups.length - 1], 'o').addDependency(...groups);
  },
  'groups that depend on one object deep down': (app, size) => {
    const groups = nest(new Chart(app, 'c'), size / 20, newGroup);
    const deep = object(groups[groups.length - 1], 'o');
    for (const each of groups) each.node.addDependency(deep);
  },
  'an object that depends on groups deep in groups': (app, size) => {
    const chart = new Chart(app, 'c');
    object(chart, 'first').addDependency(...nest(newGroup(chart), size / 20, newGroup));
  },
  'objects that all depend on their chart, which is a cycle': (app, size) => {
    const chart = new Chart(app, 'c');
    for (const each of objectsIn(chart, size)) each.node.addDependency(chart);
  },
  'a chart that depends on all its objects, which is a cycle': (app, size) => {
    const chart = new Chart(app, 'c');
    chart.addDependency(...objectsIn(chart, size));
  },
};

interface Size {
  /** Constructs and dependencies. */
  readonly given: number;
  /** Vertices and edges, and what is gone through for each chart. */
  readonly made: number;
}

function sizeOf(app: App): Size {
  const tree = new Tree(app);
  const written = writtenDependencies(tree);
  const { dependencies, neededFromWithin } = withChartDependencies(tree, written);
  const graph = resolvedGraph(tree, dependencies);
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
