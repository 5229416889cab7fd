import { Construct } from 'constructs';
import { chart, child, group, object, ObservedApp } from './orders';
import { chartsInOrder, synthesisOrder } from '../../../src/delivery/order/synthesis-order';
import { messageOf } from '../../support/message';

let app: ObservedApp;
beforeEach(() => void (app = new ObservedApp()));

/** Each of the constructs depends on the next, and the last on the first. */
function circle(...constructs: Construct[]): void {
  constructs.forEach((each, index) => each.node.addDependency(constructs[(index + 1) % constructs.length]));
}

const objects = (scope: Construct, count: number) => Array.from({ length: count }, (_, index) => object(scope, `o${index}`));

/** Fails with these findings; cdk8s fails too. */
function expectCycles(...findings: [at: string, problem: string][]): void {
  const lines = findings.map(([at, problem]) => `  [${at}] dependency-cycle: ${problem}; remove one of these dependencies, or one between constructs in them`);
  expect(messageOf(() => synthesisOrder(app))).toBe(['Validation failed with the following errors:', ...lines].join('\n'));
  expect(messageOf(() => app.synth())).toMatch(/^Dependency cycle detected: |^Maximum call stack/);
}

describe('what is written as it stands', () => {
  test('objects', () => {
    circle(...objects(chart(app, 'c'), 3));
    expectCycles(['c/o0', 'depends on itself: c/o0 => c/o1 => c/o2 => c/o0']);
  });

  test('charts; that their objects do so, too, is not told again', () => {
    circle(chart(app, 'a', 'x', 'y'), chart(app, 'b', 'z'));
    expectCycles(['a', 'depends on itself: a => b => a']);
  });

  test('groups', () => {
    const c = chart(app, 'c');
    circle(group(c, 'a', 'x', 'y'), group(c, 'b', 'z'));
    expectCycles(['c/a', 'depends on itself: c/a => c/b => c/a']);
  });

  test('objects in two charts, which makes one of the charts', () => {
    const [a, b] = [chart(app, 'a', 'x', 'y'), chart(app, 'b', 'z')];
    child(a, 'x').node.addDependency(child(b, 'z'));
    circle(child(a, 'y'), child(b, 'z'));
    expectCycles(['a/y', 'depends on itself: a/y => b/z => a/y']);
  });

  test('a group that depends on itself', () => {
    const self = group(chart(app, 'c'), 'self', 'x', 'y');
    circle(self);
    expectCycles(['c/self', 'depends on itself: c/self => c/self']);
  });

  test('an object that depends on itself, which cdk8s loses silently', () => {
    circle(object(chart(app, 'c', 'x'), 'self'));
    expect(messageOf(() => synthesisOrder(app))).toContain('[c/self] dependency-cycle: depends on itself: c/self => c/self; remove one of these dependencies, or one between constructs in them');
  });

  test('one of several, and the shortest from its first construct', () => {
    const [o0, o1, o2, o3, o4] = objects(chart(app, 'c'), 5);
    circle(o0, o1, o2);
    o1.addDependency(o0);
    circle(o4, o3);
    expectCycles(['c/o0', 'depends on itself: c/o0 => c/o1 => c/o0']);
  });
});

describe('what follows from what is written', () => {
  test('charts, by what their objects depend on', () => {
    const [a, b] = [chart(app, 'a', 'x', 'y'), chart(app, 'b', 'z', 'w')];
    child(a, 'x').node.addDependency(child(b, 'z'));
    child(b, 'w').node.addDependency(child(a, 'y'));
    expectCycles(['a', 'depends on itself: a => b => a']);
  });

  test('charts, in part', () => {
    const [a, b, c] = [chart(app, 'a'), chart(app, 'b', 'x'), chart(app, 'c', 'y')];
    a.addDependency(b);
    child(b, 'x').node.addDependency(child(c, 'y'));
    c.addDependency(a);
    expectCycles(['a', 'depends on itself: a => b => c => a']);
  });

  test('a chart in a chart', () => {
    const outer = chart(app, 'outer', 'x');
    object(chart(outer, 'inner'), 'y').addDependency(child(outer, 'x'));
    expectCycles(['outer', 'depends on itself: outer => outer/inner => outer']);
  });

  test('an object, and a group around another', () => {
    const c = chart(app, 'c');
    const [a, b] = [group(c, 'a', 'x', 'y'), group(c, 'b', 'z')];
    a.node.addDependency(b);
    child(b, 'z').node.addDependency(child(a, 'y'));
    expectCycles(['c/a/y', 'depends on itself: c/a/y => c/b/z => c/a/y']);
  });

  test('a chart on the way back, which is another cycle: it is reported when the first is solved', () => {
    const [a, b] = [chart(app, 'a', 'x', 'y'), chart(app, 'b', 'z')];
    circle(group(a, 'group', 'w'), child(b, 'z'));
    a.addDependency(b);
    expectCycles(['a/group', 'depends on itself: a/group => b/z => a/group']);
  });

  test('a chart, which has cycles of its objects too', () => {
    const [a, b] = [chart(app, 'a'), chart(app, 'b', 'z')];
    const x = object(group(a, 'group'), 'x');
    a.addDependency(b);
    child(a, 'group').node.addDependency(child(b, 'z'));
    child(b, 'z').node.addDependency(x);
    expectCycles(['a/group/x', 'depends on itself: a/group/x => b/z => a/group/x']);
  });

  test('a group that depends on what is around it', () => {
    const c = chart(app, 'c', 'x');
    group(c, 'group', 'y', 'z').node.addDependency(c);
    expectCycles(['c/group/y', 'depends on itself: c/group/y => c/group/z => c/group/y']);
  });

  test('a chart that depends on a group in it, and a chart in between', () => {
    const c = chart(app, 'c', 'x');
    const within = group(c, 'group');
    group(within, 'empty');
    object(within, 'y');
    chart(group(within, 'deeper'), 'chart', 'other');
    object(within, 'z');
    c.addDependency(within);
    expectCycles(['c/group/y', 'depends on itself: c/group/y => c/group/z => c/group/y']);
  });

  test('a chart that depends on two of its objects', () => {
    const c = chart(app, 'c', 'x', 'y', 'z');
    c.addDependency(child(c, 'x'), child(c, 'z'));
    expectCycles(['c/x', 'depends on itself: c/x => c/z => c/x']);
  });

  test('groups that depend on one object each, which are in both', () => {
    const c = chart(app, 'c');
    const inner = group(c, 'inner', 'x', 'y');
    c.addDependency(child(inner, 'x'));
    inner.node.addDependency(child(inner, 'y'));
    expectCycles(['c/inner/x', 'depends on itself: c/inner/x => c/inner/y => c/inner/x']);
  });

  test('objects that each depend on the chart around them', () => {
    const c = chart(app, 'c', 'x', 'y', 'z');
    for (const each of c.node.children) each.node.addDependency(c);
    expectCycles(['c/x', 'depends on itself: c/x => c/y => c/x']);
  });
});

describe('long texts', () => {
  test('of a cycle of 50 constructs, some are left out', () => {
    circle(...objects(chart(app, 'c'), 45));
    const whole = [...Array(45).keys(), 0].map(n => `c/o${n}`).join(' => ');
    expect(messageOf(() => synthesisOrder(app))).toContain(`depends on itself: ${whole}; remove`);
  });

  test('of 10,000 constructs, those in the middle are left out', () => {
    circle(...objects(chart(app, 'c'), 10_000));
    const message = messageOf(() => synthesisOrder(app));
    expect(message).toContain('depends on itself: c/o0 => c/o1 => ');
    expect(message).toContain(' => c/o29 => … 9956 more … => c/o9986 => ');
    expect(message).toContain(' => c/o9999 => c/o0; remove');
    expect(message.length).toBeLessThan(1000);
  });

  test('of a long path, the middle is left out', () => {
    circle(object(chart(app, 'c'), `${'x'.repeat(150)}${'y'.repeat(150)}`));
    expect(messageOf(() => synthesisOrder(app))).toContain(`: c/${'x'.repeat(98)}…${'y'.repeat(100)} => `);
  });
});

test('charts without an order, by what is written', () => {
  const [a, b] = [chart(app, 'a', 'x', 'y'), chart(app, 'b', 'z', 'w')];
  child(a, 'x').node.addDependency(child(b, 'z'));
  child(b, 'w').node.addDependency(child(a, 'y'));
  expect(chartsInOrder(app)).toEqual([a, b]);
  circle(a, b);
  expect(messageOf(() => chartsInOrder(app))).toBe(
    'Validation failed with the following errors:\n  [a] dependency-cycle: depends on itself: a => b => a; remove one of these dependencies, or one between constructs in them');
});
