import { Dependable, DependencyGroup, IDependable, RootConstruct } from 'constructs';
import { chart, child, group, object, ObservedApp, Order, sameOrder } from './orders';
import { chartsInOrder, synthesisOrder } from '../../../src/delivery/order/synthesis-order';
import { messageOf } from '../../support/message';

let app: ObservedApp;
beforeEach(() => void (app = new ObservedApp()));

/** The objects of the only chart, which cdk8s gives in the same order. */
function objectsOf(order: Order): readonly string[] {
  expect(order.charts).toHaveLength(1);
  return order.charts[0][1];
}

describe('objects', () => {
  test('without dependencies they come as they are made, below each other and in groups too', () => {
    const c = chart(app, 'c', 'one');
    object(child(c, 'one'), 'below');
    group(c, 'group', 'two', 'three');
    object(c, 'four');
    expect(sameOrder(app)).toEqual({ charts: [['c', ['one', 'below', 'two', 'three', 'four']]], isNumbered: false });
  });

  test('an app without charts and a chart without objects', () => {
    expect(sameOrder(app)).toEqual({ charts: [], isNumbered: false });
    chart(app, 'empty');
    expect(sameOrder(app)).toEqual({ charts: [['empty', []]], isNumbered: false });
  });

  test('a chain is turned round', () => {
    const c = chart(app, 'c', 'o1', 'o2', 'o3', 'o4');
    for (const n of [1, 2, 3]) child(c, `o${n}`).node.addDependency(child(c, `o${n + 1}`));
    expect(objectsOf(sameOrder(app))).toEqual(['o4', 'o3', 'o2', 'o1']);
  });

  test('dependencies are followed in the order in which they were added', () => {
    const c = chart(app, 'c', 'o1', 'o2', 'o3', 'o4');
    child(c, 'o1').node.addDependency(child(c, 'o4'), child(c, 'o2'), child(c, 'o4'));
    expect(objectsOf(sameOrder(app))).toEqual(['o4', 'o2', 'o1', 'o3']);
  });

  test('what others depend on waits until one of them is taken up', () => {
    const c = chart(app, 'c', 'needed', 'free', 'needing');
    child(c, 'needing').node.addDependency(child(c, 'needed'));
    expect(objectsOf(sameOrder(app))).toEqual(['free', 'needed', 'needing']);
  });

  test('a group comes after all objects of another, those below objects too', () => {
    const c = chart(app, 'c');
    const first = group(c, 'first', 'a', 'b');
    object(child(first, 'a'), 'below');
    const second = group(c, 'second', 'x', 'y');
    object(child(second, 'x'), 'under');
    first.node.addDependency(second);
    expect(objectsOf(sameOrder(app))).toEqual(['x', 'under', 'y', 'a', 'below', 'b']);
  });

  test('what a group around depends on comes before what a group within does', () => {
    const c = chart(app, 'c');
    const outer = group(c, 'outer');
    const inner = group(outer, 'inner', 'a');
    inner.node.addDependency(group(c, 'x', 'x'));
    outer.node.addDependency(group(c, 'y', 'y'));
    object(inner, 'b').node.addDependency(object(c, 'z'));
    expect(objectsOf(sameOrder(app))).toEqual(['y', 'x', 'a', 'z', 'b']);
  });

  test('a construct without objects makes no order by itself, and leads to what it depends on', () => {
    const c = chart(app, 'c', 'a', 'b');
    const empty = group(c, 'empty');
    child(c, 'a').node.addDependency(empty);
    empty.node.addDependency(child(c, 'b'));
    expect(objectsOf(sameOrder(app))).toEqual(['b', 'a']);
  });

  test.each<[string, () => IDependable]>([
    ['a DependencyGroup', () => new DependencyGroup(child(child(app, 'c'), 'b'), child(child(app, 'c'), 'c'))],
    ['what implements Dependable', () => {
      const dependable = {};
      Dependable.implement(dependable, { dependencyRoots: ['b', 'c'].map(id => child(child(app, 'c'), id)) });
      return dependable;
    }],
    ['a construct that stands for others', () => {
      const standing = group(child(app, 'c'), 'standing');
      Dependable.implement(standing, { dependencyRoots: ['b', 'c'].map(id => child(child(app, 'c'), id)) });
      return standing;
    }],
  ])('%s is all of its roots', (_, make) => {
    const c = chart(app, 'c', 'a', 'b', 'c', 'd');
    child(c, 'a').node.addDependency(make());
    expect(objectsOf(sameOrder(app))).toEqual(['b', 'c', 'a', 'd']);
  });

  test('what has neither roots nor is a construct cannot be depended on, as in cdk8s', () => {
    chart(app, 'c').node.addDependency({});
    expect(messageOf(() => synthesisOrder(app))).toBe('[object Object] does not implement IDependable. Use "Dependable.implement()" to implement');
  });
});

describe('charts', () => {
  test('without dependencies they come as they are made, and are not numbered', () => {
    chart(app, 'b', 'x');
    chart(group(app, 'group'), 'c', 'y');
    chart(app, 'a', 'z');
    expect(sameOrder(app)).toEqual({ charts: [['b', ['x']], ['group/c', ['y']], ['a', ['z']]], isNumbered: false });
  });

  test('a chart comes after those on which it depends, its objects are in order for themselves', () => {
    const first = chart(app, 'first', 'a', 'b');
    first.addDependency(chart(app, 'second', 'x', 'y'));
    child(first, 'a').node.addDependency(child(first, 'b'));
    expect(sameOrder(app)).toEqual({ charts: [['second', ['x', 'y']], ['first', ['b', 'a']]], isNumbered: true });
  });

  test('a chart depends on the charts of what its constructs depend on', () => {
    const first = chart(app, 'first', 'a', 'b');
    const second = chart(app, 'second', 'c');
    const third = group(chart(app, 'third'), 'group', 'd');
    child(first, 'b').node.addDependency(third);
    group(second, 'group').node.addDependency(first);
    expect(sameOrder(app).charts.map(([path]) => path)).toEqual(['third', 'first', 'second']);
  });

  test('a chart in a chart comes first, with its own objects alone', () => {
    const outer = chart(app, 'outer', 'a');
    chart(chart(outer, 'inner', 'b'), 'innermost', 'c');
    object(outer, 'd');
    expect(sameOrder(app)).toEqual({
      charts: [['outer/inner/innermost', ['c']], ['outer/inner', ['b']], ['outer', ['a', 'd']]], isNumbered: true,
    });
  });

  test('a chart in a group of a chart comes as it is made, and may depend on the chart around it', () => {
    const outer = chart(app, 'outer', 'a', 'b', 'c');
    const inner = chart(group(outer, 'group', 'd'), 'inner', 'x');
    expect(sameOrder(app)).toEqual({ charts: [['outer', ['a', 'b', 'c', 'd']], ['outer/group/inner', ['x']]], isNumbered: false });
    child(inner, 'x').node.addDependency(child(outer, 'c'));
    expect(sameOrder(app)).toEqual({ charts: [['outer', ['c', 'a', 'b', 'd']], ['outer/group/inner', ['x']]], isNumbered: true });
  });

  test('a group holds no objects of the charts in it, for those who depend on it', () => {
    const outer = chart(app, 'outer');
    const first = object(outer, 'first');
    const within = group(outer, 'group', 'a');
    chart(group(within, 'deeper'), 'inner', 'x');
    object(within, 'b');
    first.addDependency(within);
    expect(sameOrder(app).charts).toEqual([['outer', ['a', 'b', 'first']], ['outer/group/deeper/inner', ['x']]]);
  });

  test('whole numbers come first, in ascending order, but only directly in the app', () => {
    for (const id of ['b', '10', '4294967295', '4294967294', '9', '01', 'a']) chart(app, id, `${id}-object`);
    const order = sameOrder(app);
    expect(order.charts.map(([path]) => path)).toEqual(['9', '10', '4294967294', 'b', '4294967295', '01', 'a']);
    const below = chart(group(app, 'group'), '5');
    child(child(app, '10'), '10-object').node.addDependency(below);
    expect(sameOrder(app).charts.map(([path]) => path)).toEqual(['9', 'group/5', '10', '4294967294', 'b', '4294967295', '01', 'a']);
  });

  test('what is directly in the app and has a number comes even before what depends on it', () => {
    const needing = chart(app, 'a', 'x');
    const [three, seven] = ['3', '7'].map(id => chart(app, id, id));
    object(three, 'z').addDependency(object(seven, 'y'));
    child(needing, 'x').node.addDependency(chart(app, 'b'));
    expect(sameOrder(app).charts.map(([path]) => path)).toEqual(['7', '3', 'b', 'a']);
  });

  test('by the dependencies that are there, without what follows from them', () => {
    const first = chart(app, 'first', 'a');
    const second = chart(app, 'second', 'b');
    const third = chart(app, 'third');
    child(first, 'a').node.addDependency(child(second, 'b'));
    second.addDependency(third);
    expect(sameOrder(app).charts.map(([path]) => path)).toEqual(['third', 'second', 'first']);
    app = new ObservedApp();
    chart(app, 'first', 'a').node.children[0].node.addDependency(chart(app, 'second', 'b'));
    expect(chartsInOrder(app).map(each => each.node.path)).toEqual(['first', 'second']);
  });

  test('a root with a name of its own', () => {
    const root = new RootConstruct('5');
    const names = ['b', '7', 'a'].map(id => chart(root, id).node.path);
    expect(chartsInOrder(root).map(each => each.node.path)).toEqual([names[1], names[0], names[2]]);
  });
});

test('nothing is added to the constructs', () => {
  const outer = chart(app, 'outer', 'a', 'b');
  chart(outer, 'inner', 'c');
  outer.addDependency(chart(app, 'other', 'd'));
  const written = app.node.findAll().map(each => [...each.node.dependencies]);
  synthesisOrder(app);
  chartsInOrder(app);
  expect(app.node.findAll().map(each => each.node.dependencies)).toEqual(written);
});

test('fails when a dependency leads from or to no chart, and tells all of them', () => {
  const c = chart(app, 'c', 'o');
  const outside = group(app, 'group');
  child(c, 'o').node.addDependency(outside, child(c, 'o'), app);
  outside.node.addDependency(c);
  app.node.addDependency(outside);
  const remedy = 'let charts, or constructs in charts, depend on each other';
  expect(messageOf(() => synthesisOrder(app))).toBe([
    'Validation failed with the following errors:',
    `  [App] dependency-outside-chart: depends on 'group', and is in no chart; ${remedy}`,
    `  [c/o] dependency-outside-chart: depends on 'group', which is in no chart; ${remedy}`,
    `  [c/o] dependency-outside-chart: depends on 'App', which is in no chart; ${remedy}`,
    `  [group] dependency-outside-chart: depends on 'c', and is in no chart; ${remedy}`,
  ].join('\n'));
  expect(messageOf(() => app.synth())).toBe('cannot find a parent chart (directly or indirectly)');
});
