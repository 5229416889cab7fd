import { chart, child, object, ObservedApp } from './orders';
import { chartsInOrder, synthesisOrder } from '../../../src/delivery/order/synthesis-order';
import { messageOf } from '../../support/message';

// Dependencies on what is not in the app, where cdk8s looks for what has the same path.

let app: ObservedApp;
beforeEach(() => void (app = new ObservedApp()));

const refused = (...lines: string[]) => ['Validation failed with the following errors:', ...lines.map(line => `  ${line}`)].join('\n');
const stranger = (at: string, path: string) => `[${at}] dependency-outside-chart: depends on '${path}', which was removed, or is in another app or environment: `
  + 'nothing puts these in order; remove the dependency, or depend on what is in the same app';

test('fails when something depends on what was removed, also where another object has taken its place', () => {
  const c = chart(app, 'c', 'a', 'b');
  child(c, 'a').node.addDependency(child(c, 'b'));
  c.node.tryRemoveChild('b');
  expect(messageOf(() => synthesisOrder(app))).toBe(refused(stranger('c/a', 'c/b')));
  object(c, 'b');
  expect(messageOf(() => synthesisOrder(app))).toBe(refused(stranger('c/a', 'c/b')));
});

test('fails when charts and objects depend on those of another app: all of them are reported', () => {
  const other = chart(new ObservedApp(), 'd', 'b');
  const c = chart(app, 'c', 'a');
  c.addDependency(other);
  child(c, 'a').node.addDependency(child(other, 'b'));
  expect(messageOf(() => synthesisOrder(app))).toBe(refused(stranger('c', 'd'), stranger('c/a', 'd/b')));
});

test('the charts that there are, when an app depends on another', () => {
  chart(app, 'a').addDependency(new ObservedApp());
  chart(app, 'b');
  expect(chartsInOrder(app)).toEqual(app.charts);
  expect(messageOf(() => synthesisOrder(app))).toBe(refused(stranger('a', 'App')));
});
