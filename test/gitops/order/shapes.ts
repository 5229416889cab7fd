import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { object } from './orders';

function objects(scope: Construct, count: number): Construct[] {
  return Array.from({ length: count }, (_, index) => object(scope, `o${index}`));
}

function charts(scope: Construct, count: number, size: number): Chart[] {
  return Array.from({ length: count }, (_, index) => {
    const chart = new Chart(scope, `c${index}`);
    objects(chart, size);
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
export const SHAPES: Record<string, (app: App, size: number) => void> = {
  'a chain': (app, size) => chain(objects(new Chart(app, 'c'), size).reverse()),
  'one object that depends on all others': (app, size) => {
    const [first, ...others] = objects(new Chart(app, 'c'), size);
    first.node.addDependency(...others);
  },
  'objects that depend on one': (app, size) => {
    const [first, ...others] = objects(new Chart(app, 'c'), size);
    for (const each of others) each.node.addDependency(first);
  },
  'layers of two': (app, size) => {
    const chart = new Chart(app, 'c');
    const layers = Array.from({ length: size / 2 }, (_, index) => new Construct(chart, `l${index}`));
    for (const layer of layers) objects(layer, 2);
    chain(layers);
  },
  'two charts': (app, size) => chain(charts(app, 2, size / 2)),
  'a chain of charts': (app, size) => chain(charts(app, size / 5, 5)),
  'charts that depend on each other by many objects': (app, size) => {
    const [sources, targets] = charts(app, 2, size / 2).map(chart => chart.node.children);
    sources.forEach((each, index) => each.node.addDependency(targets[index]));
  },
  'charts in a chart': (app, size) => void charts(new Chart(app, 'c'), size, 1),
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
    for (const each of objects(chart, size)) each.node.addDependency(chart);
  },
  'a chart that depends on all its objects, which is a cycle': (app, size) => {
    const chart = new Chart(app, 'c');
    chart.addDependency(...objects(chart, size));
  },
};
