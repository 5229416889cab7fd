import type { IConstruct } from 'constructs';
import { Targets } from './targets';
import { NONE, Tree } from './tree';
import { found } from '../../findings/finding';
import { printable } from '../../findings/shown';
import { grouped } from '../../private/grouped';
import type { TreeFinding } from '../../private/tree';

/** The targets of each construct's dependencies in order, by its place. */
export type Dependencies = readonly (readonly number[])[];

/** What constructs depend on, with what follows for charts. */
interface Resolution {
  readonly dependencies: Dependencies;
  /** Whether charts depend on charts. */
  readonly isNumbered: boolean;
  /** Charts with constructs on which something depends that is in a chart within them. */
  readonly neededFromWithin: ReadonlySet<number>;
  /** Dependencies that lead from or to no chart. */
  readonly findings: readonly TreeFinding[];
}

const NOTHING: readonly number[] = [];

/** Each dependency by itself. */
export function *pairsOf(dependencies: Dependencies): Generator<readonly [source: number, target: number]> {
  for (let source = 0; source < dependencies.length; source++) {
    for (const target of dependencies[source]) yield [source, target];
  }
}

/** What the program has written. */
export function writtenDependencies(tree: Tree, targets: Targets): Dependencies {
  return tree.constructs.map(({ node }) => {
    const { dependencies } = node;
    return dependencies.length === 0 ? NOTHING : dependencies.map(construct => targets.numberOf(construct));
  });
}

/**
 * Adds what cdk8s adds for charts: each depends on the charts directly in it, and on the charts of what its own constructs depend on.
 * cdk8s adds it to the constructs; they are left as they are here.
 */
export function resolve(tree: Tree, targets: Targets, written: Dependencies): Resolution {
  const dependencies = withNestedCharts(tree, written);
  const added = new Map<number, Set<number>>();
  const neededFromWithin = new Set<number>();
  const findings: TreeFinding[] = [];
  for (const [source, target] of pairsOf(dependencies)) {
    const from = tree.charts[source];
    const to = targets.chartOf(target);
    if (from === NONE || to === NONE) findings.push(...outsideCharts(tree.constructs[source], targets.constructOf(target), from));
    else if (from !== to) added.set(from, (added.get(from) ?? new Set()).add(to));
    if (from !== to && tree.contains(to, from)) neededFromWithin.add(to);
  }
  for (const [chart, others] of added) dependencies[chart] = [...new Set([...dependencies[chart], ...others])];
  // what has taken the place of a stranger may be needed from anywhere
  for (const place of targets.placesOfStrangers()) neededFromWithin.add(tree.charts[place]);
  return { dependencies, isNumbered: added.size > 0, neededFromWithin, findings };
}

function withNestedCharts(tree: Tree, written: Dependencies): (readonly number[])[] {
  const { parents } = tree;
  const nested = [...parents.keys()].filter(place => parents[place] !== NONE && tree.isChart(place) && tree.isChart(parents[place]));
  const dependencies = [...written];
  for (const [chart, charts] of grouped(nested, place => [parents[place]])) dependencies[chart] = [...dependencies[chart], ...charts];
  return dependencies;
}

function outsideCharts(source: IConstruct, target: IConstruct, sourceChart: number): TreeFinding[] {
  const reason = sourceChart === NONE ? 'source' : 'target';
  const findings = found('dependency-outside-chart', '', { reason, maker: { construct: named(target) } });
  return findings.map(finding => ({ construct: source, finding }));
}

const LONGEST = 200;

/** A construct's path as it is shown in an error; of a very long one, its two ends. */
export function named({ node }: IConstruct): string {
  const path = printable(node.path || 'App');
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST / 2)}…${path.slice(-LONGEST / 2)}`;
}
