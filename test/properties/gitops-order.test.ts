import * as fc from 'fast-check';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { chartsInOrder } from '../../src/delivery/order/synthesis-order';
import { chartPaths, ObservedApp, orderOfCdk8s, orderOfOurs } from '../delivery/order/orders';
import { built, Link, Part, Program } from '../delivery/order/programs';

const number = fc.nat(30);

/** True once in so many cases. */
const rarely = (oneIn: number) => fc.integer({ min: 1, max: oneIn }).map(n => n === oneIn);

const parts = (kind: fc.Arbitrary<Part['kind']>): fc.Arbitrary<Part> => fc.record({
  kind,
  isDeep: rarely(5),
  within: number,
  id: fc.constantFrom('a', 'b', 'c', '0', '5', '12', '01', '4294967294', '4294967295'),
});

const links: fc.Arbitrary<Link> = fc.record({
  source: number, targets: fc.array(number, { minLength: 1, maxLength: 3 }), isGroup: fc.boolean(), isAnywhere: rarely(60),
});

/** Charts in charts and in groups, or one chart with many groups. */
const trees = fc.oneof(
  fc.array(parts(fc.constantFrom('chart', 'chart', 'group', 'group', 'object', 'object', 'object', 'object')), { minLength: 3, maxLength: 28 }),
  fc.tuple(parts(fc.constant('chart')), fc.array(parts(fc.constantFrom('group', 'object')), { minLength: 3, maxLength: 27 })).map(([first, others]) => [first, ...others]),
);

const programs: fc.Arbitrary<Program> = fc.record({
  parts: trees,
  links: fc.array(links, { maxLength: 10 }),
  ranking: fc.integer({ min: 1, max: 30 }),
});

/** What a run gives, or what is wrong. */
function outcome<T>(run: () => T): { value?: T; wrong?: 'cycle' | 'outside'; message?: string } {
  try {
    return { value: run() };
  } catch (error) {
    const { message } = error as Error;
    if (/Dependency cycle detected|Maximum call stack|dependency-cycle: /.test(message)) return { wrong: 'cycle', message };
    if (/cannot find a parent chart|dependency-outside-chart: /.test(message)) return { wrong: 'outside' };
    throw error;
  }
}

const dependenciesOf = (app: ObservedApp) =>
  new Set(app.node.findAll().flatMap(({ node }) => node.dependencies.map(needed => `${node.path} => ${needed.node.path}`)));

/** What depends on itself, cdk8s leaves out silently, or it overflows. */
const hasLoop = (app: ObservedApp) => [...dependenciesOf(app)].map(each => each.split(' => ')).some(([from, to]) => from === to);

/** Each step that is told is one that cdk8s has resolved. */
function tellsTheTruth(message: string, resolved: ReadonlySet<string>): void {
  for (const [, path] of message.matchAll(/depends on itself: ([^;]*);/g)) {
    const constructs = path.split(' => ');
    same(constructs[0], constructs.at(-1), 'where the cycle ends');
    const steps = constructs.slice(1).map((to, index) => `${constructs[index]} => ${to}`);
    same(steps.filter(step => !resolved.has(step)), [], 'steps that are none');
  }
}

test('charts and objects are in the order of cdk8s, are numbered as there, and a cycle is a cycle', () => {
  fc.assert(fc.property(programs, program => {
    const app = built(program);
    const written = dependenciesOf(app);
    const present = outcome(() => chartPaths(chartsInOrder(app)));
    const presentOfCdk8s = outcome(() => chartPaths(app.charts));
    if (present.wrong !== 'cycle' || !hasLoop(app)) same([present.value, present.wrong], [presentOfCdk8s.value, presentOfCdk8s.wrong], 'present charts');
    const ours = outcome(() => orderOfOurs(app));
    same(dependenciesOf(app), written, 'dependencies left alone');
    const expected = outcome(() => orderOfCdk8s(app));
    if (ours.wrong !== 'cycle' || !hasLoop(app)) same([ours.value, ours.wrong], [expected.value, expected.wrong], 'order');
    if (ours.wrong === 'cycle') tellsTheTruth(ours.message!, dependenciesOf(app));
    if (expected.wrong === 'cycle') same(ours.wrong, 'cycle', 'cycle');
  }), { numRuns: runs(4000) });
}, PATIENCE);
