import type { IConstruct } from 'constructs';
import { NONE, Tree } from './tree';
import { found, printable } from '../../base/findings/finding';
import { grouped } from '../../base/check';
import type { TreeFinding } from '../../base/registry';

/** The targets of each construct's dependencies in order, by the construct's place. */
export type Dependencies = readonly (readonly number[])[];

/** The dependencies of constructs, including those that follow for charts. */
interface Resolution {
  readonly dependencies: Dependencies;
  /** Whether charts depend on charts. */
  readonly isNumbered: boolean;
  /** Charts with constructs on which something in a nested chart depends. */
  readonly neededFromWithin: ReadonlySet<number>;
  /** Dependencies from or to constructs that are in no chart. */
  readonly findings: readonly TreeFinding[];
}

const NOTHING: readonly number[] = [];

/** All dependencies, one by one. */
export function *pairsOf(dependencies: Dependencies): Generator<readonly [source: number, target: number]> {
  for (let source = 0; source < dependencies.length; source++) {
    for (const target of dependencies[source]) yield [source, target];
  }
}

/** The dependencies that the program declares, on constructs of the tree. */
export function writtenDependencies(tree: Tree): Dependencies {
  return tree.constructs.map(({ node }) => {
    const { dependencies } = node;
    return dependencies.length === 0 ? NOTHING : dependencies.map(construct => tree.placeOf(construct)).filter(place => place !== NONE);
  });
}

/**
 * Reports dependencies on constructs that are not in the tree. cdk8s looks for a construct of the same path, and ignores a dependency
 * without one.
 */
export function strangeDependencies(tree: Tree): TreeFinding[] {
  return tree.constructs.flatMap(construct => construct.node.dependencies.filter(target => tree.placeOf(target) === NONE)
    .map(target => outside(construct, target, 'stranger')));
}

/**
 * Adds the dependencies that cdk8s adds for charts: each chart depends on the charts directly in it, and on the charts of the targets of
 * its own constructs. cdk8s adds them to the constructs; here, the constructs are not changed.
 */
export function resolve(tree: Tree, written: Dependencies): Resolution {
  const dependencies = withNestedCharts(tree, written);
  const added = new Map<number, Set<number>>();
  const neededFromWithin = new Set<number>();
  const findings: TreeFinding[] = [];
  for (const [source, target] of pairsOf(dependencies)) {
    const from = tree.charts[source];
    const to = tree.charts[target];
    const reason = from === NONE ? 'source' : 'target';
    if (from === NONE || to === NONE) findings.push(outside(tree.constructs[source], tree.constructs[target], reason));
    else if (from !== to) added.set(from, (added.get(from) ?? new Set()).add(to));
    if (from !== to && tree.contains(to, from)) neededFromWithin.add(to);
  }
  for (const [chart, others] of added) dependencies[chart] = [...new Set([...dependencies[chart], ...others])];
  return { dependencies, isNumbered: added.size > 0, neededFromWithin, findings };
}

function withNestedCharts(tree: Tree, written: Dependencies): (readonly number[])[] {
  const { parents } = tree;
  const nested = [...parents.keys()].filter(place => parents[place] !== NONE && tree.isChart(place) && tree.isChart(parents[place]));
  const dependencies = [...written];
  for (const [chart, charts] of grouped(nested, place => [parents[place]])) dependencies[chart] = [...dependencies[chart], ...charts];
  return dependencies;
}

function outside(source: IConstruct, target: IConstruct, reason: 'source' | 'target' | 'stranger'): TreeFinding {
  const [finding] = found('dependency-outside-chart', '', { reason, maker: { construct: named(target) } });
  return { construct: source, finding };
}

const LONGEST = 200;

/** A construct's path in the form for an error; a very long one is reduced to its two ends. */
export function named({ node }: IConstruct): string {
  const path = printable(node.path || 'App');
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST / 2)}…${path.slice(-LONGEST / 2)}`;
}
