import { chart, child, group, object, ObservedApp, orderOfCdk8s, sameOrder } from './orders';
import { chartsInOrder, synthesisOrder } from '../../../src/gitops/order/synthesis-order';
import { messageOf } from '../../support/message';

// Dependencies on what is not in the app. cdk8s looks for what has the same path.

let app: ObservedApp;
beforeEach(() => void (app = new ObservedApp()));

test('what was removed is not written, and a dependency on it has no effect', () => {
  const c = chart(app, 'c', 'a', 'b');
  child(c, 'a').node.addDependency(child(c, 'b'));
  c.node.tryRemoveChild('b');
  object(c, 'c');
  expect(sameOrder(app)).toEqual({ charts: [['c', ['a', 'c']]], isNumbered: false });
});

test('what has taken the place of something removed has its dependants, too', () => {
  const c = chart(app, 'c', 'a', 'b');
  child(c, 'a').node.addDependency(child(c, 'b'));
  c.node.tryRemoveChild('b');
  object(c, 'b');
  expect(sameOrder(app).charts).toEqual([['c', ['b', 'a']]]);
});

test('so have the objects of a group at their paths', () => {
  const c = chart(app, 'c', 'a');
  const old = group(c, 'group', 'x', 'y', 'z');
  chart(group(old, 'deeper'), 'inner', 'i');
  child(c, 'a').node.addDependency(old);
  c.node.tryRemoveChild('group');
  const replacing = group(c, 'group', 'w', 'z');
  const inner = chart(group(replacing, 'deeper'), 'inner', 'i');
  group(replacing, 'x', 'v');
  expect(sameOrder(app).charts).toEqual([['c', ['z', 'a', 'w', 'v']], ['c/group/deeper/inner', ['i']]]);
  child(inner, 'i').node.addDependency(child(replacing, 'w'));
  expect(sameOrder(app).charts).toEqual([['c', ['w', 'z', 'a', 'v']], ['c/group/deeper/inner', ['i']]]);
});

test('a chart that was removed still makes cdk8s number the files', () => {
  const c = chart(app, 'c', 'a');
  c.addDependency(chart(app, 'd', 'b'));
  app.node.tryRemoveChild('d');
  expect(sameOrder(app)).toEqual({ charts: [['c', ['a']]], isNumbered: true });
});

test('a chart that has taken the place of another comes first', () => {
  const c = chart(app, 'c', 'a');
  object(c, 'z').addDependency(chart(app, 'd', 'b'));
  app.node.tryRemoveChild('d');
  object(chart(app, 'd', 'b'), 'c').addDependency(object(chart(app, 'e'), 'e'));
  expect(sameOrder(app)).toEqual({ charts: [['e', ['e']], ['d', ['b', 'c']], ['c', ['a', 'z']]], isNumbered: true });
});

test('a construct of another app stands for what has its path here', () => {
  const other = chart(new ObservedApp(), 'd', 'elsewhere', 'b');
  chart(app, 'c', 'a').node.children[0].node.addDependency(other);
  chart(app, 'd', 'x', 'b').node.children[1].node.addDependency(object(chart(app, 'e'), 'y'));
  expect(sameOrder(app)).toEqual({ charts: [['e', ['y']], ['d', ['x', 'b']], ['c', ['a']]], isNumbered: true });
});

test('fails when it is in a chart with the path of the own chart; cdk8s loses that chart silently', () => {
  const other = chart(new ObservedApp(), 'c', 'b');
  const c = chart(app, 'c', 'a');
  child(c, 'a').node.addDependency(child(other, 'b'));
  expect(messageOf(() => synthesisOrder(app))).toBe('Validation failed with the following errors:\n'
    + '  [c] dependency-cycle: depends on itself: c => c; remove one of these dependencies, or one between constructs in them');
  expect(orderOfCdk8s(app).charts).toEqual([]);
});

test('from within a chart, a stranger may lead to the chart around it', () => {
  const other = chart(new ObservedApp(), 'outer', 'c');
  const outer = chart(app, 'outer', 'c', 'a', 'b');
  object(chart(group(outer, 'group'), 'inner'), 'x').addDependency(child(other, 'c'));
  expect(sameOrder(app)).toEqual({ charts: [['outer', ['a', 'b', 'c']], ['outer/group/inner', ['x']]], isNumbered: true });
});

test('fails when something depends on what was in its own place; cdk8s loses it silently', () => {
  const c = chart(app, 'c', 'a', 'b');
  const old = child(c, 'a');
  c.node.tryRemoveChild('a');
  object(c, 'a').addDependency(old);
  expect(messageOf(() => synthesisOrder(app))).toBe('Validation failed with the following errors:\n'
    + '  [c/a] dependency-cycle: depends on itself: c/a => c/a; remove one of these dependencies, or one between constructs in them');
  expect(orderOfCdk8s(app).charts).toEqual([['c', ['b']]]);
});

test('the charts that there are, when an app depends on another', () => {
  chart(app, 'a').addDependency(new ObservedApp());
  chart(app, 'b');
  expect(chartsInOrder(app)).toEqual(app.charts);
  expect(messageOf(() => synthesisOrder(app))).toContain("[a] dependency-outside-chart: depends on 'App', which is in no chart");
});
