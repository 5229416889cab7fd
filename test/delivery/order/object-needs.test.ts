import { chart, child, group, object, ObservedApp, sameOrder } from './orders';

// An object below what depends, and below what is depended on: it does not depend on itself, which its order must not show as a cycle.

let app: ObservedApp;
beforeEach(() => void (app = new ObservedApp()));

const order = () => sameOrder(app).charts[0][1];

test('an object that depends on its chart comes last', () => {
  const c = chart(app, 'c');
  group(c, 'before', 'a', 'b');
  const within = group(c, 'within', 'c');
  object(within, 'last').addDependency(c);
  object(within, 'd');
  group(c, 'behind', 'e');
  expect(order()).toEqual(['a', 'b', 'c', 'd', 'e', 'last']);
});

test('a group of one object may depend on what is around, from the inside to the outside', () => {
  const c = chart(app, 'c', 'a');
  const outer = group(c, 'outer', 'b');
  const last = group(outer, 'last', 'last');
  object(outer, 'c');
  object(c, 'd');
  last.node.addDependency(outer, c);
  expect(order()).toEqual(['b', 'c', 'a', 'd', 'last']);
});

test('or from the outside to the inside', () => {
  const c = chart(app, 'c', 'a');
  const outer = group(c, 'outer', 'b');
  const last = group(outer, 'last', 'last');
  object(outer, 'c');
  object(c, 'd');
  last.node.addDependency(c, outer);
  expect(order()).toEqual(['a', 'b', 'c', 'd', 'last']);
});

test('the one object that a chart depends on comes first', () => {
  const c = chart(app, 'c', 'a');
  c.addDependency(group(c, 'group', 'first'));
  object(c, 'b');
  expect(order()).toEqual(['first', 'a', 'b']);
});

test('it comes after what else is needed around it', () => {
  const c = chart(app, 'c');
  const outer = group(c, 'outer', 'a');
  const middle = group(outer, 'middle', 'b');
  const first = group(middle, 'inner', 'first');
  object(outer, 'c');
  outer.node.addDependency(group(c, 'x', 'x'), first, group(c, 'y', 'y'));
  middle.node.addDependency(group(c, 'z', 'z'));
  child(first, 'first').node.addDependency(object(c, 'w'));
  expect(order()).toEqual(['x', 'w', 'y', 'z', 'first', 'a', 'b', 'c']);
});

test('it comes after what is needed around all of that, when it is the first one taken up', () => {
  const c = chart(app, 'c', 'earlier');
  const outer = group(c, 'outer');
  const inner = group(outer, 'inner', 'a', 'first');
  outer.node.addDependency(group(c, 'x', 'x'));
  inner.node.addDependency(child(inner, 'first'));
  child(c, 'earlier').node.addDependency(child(inner, 'first'));
  expect(order()).toEqual(['x', 'first', 'earlier', 'a']);
});

test('groups that depend on one object in all of them', () => {
  const c = chart(app, 'c');
  const [outer, inner] = [group(c, 'outer', 'a'), group(child(c, 'outer'), 'inner', 'b')];
  const first = object(inner, 'first');
  for (const each of [c, outer, inner]) each.node.addDependency(first);
  expect(order()).toEqual(['first', 'a', 'b']);
});

test('an object below an object', () => {
  const c = chart(app, 'c', 'upper', 'other');
  object(child(c, 'upper'), 'lower').addDependency(child(c, 'upper'));
  expect(order()).toEqual(['upper', 'lower', 'other']);
});

test('an object that depends on one below it', () => {
  const c = chart(app, 'c', 'upper', 'other');
  child(c, 'upper').node.addDependency(object(child(c, 'upper'), 'lower'));
  expect(order()).toEqual(['lower', 'upper', 'other']);
});

test('groups of one and the same object depend on each other without an order', () => {
  const c = chart(app, 'c', 'a');
  const inner = group(group(c, 'outer'), 'inner', 'only');
  inner.node.addDependency(child(c, 'outer'));
  object(c, 'b');
  expect(order()).toEqual(['a', 'only', 'b']);
});
