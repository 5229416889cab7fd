import { cpus } from 'os';
import { Budget, verdict } from './budgets';
import type { Counts } from './checks-child';
import { ClusterResult, CLUSTERS, clustersTable } from './clusters';
import { DOMINATES } from './dominates';
import { ENVIRONMENTS, EnvironmentsResult, environmentsTable } from './environments';
import type { GitOpsResult } from './gitops';
import { GITOPS, growthTable, memoryTable, synthesisTable, writingTable } from './gitops-report';
import { Loaded, LoadResult } from './load';
import { COMPONENTS_PER_APPLICATION } from './shape';
import { ratio, Summary } from './statistics';
import { CaseResult } from './synth';
import { table } from './table';
import { WHOLE, WholeResult, wholeTable } from './whole';
import type { WritingSample } from './writing-child';

/** All that was measured. */
export interface Results {
  readonly cases: CaseResult[];
  readonly load: LoadResult;
  readonly counts: Counts & { readonly charts: number };
  readonly budgets: Budget[];
  readonly gitops: GitOpsResult[];
  readonly writing: WritingSample;
  readonly whole: WholeResult[];
  readonly environments: EnvironmentsResult[];
  readonly clusters: ClusterResult;
}

export function report(results: Results): string {
  return [
    '# Bench', 'Written by `npm run bench`; the machine\'s other work moves the milliseconds, so read the ratios.', machine(),
    '## What is measured', METHOD,
    '## Whole programs', WHOLE, wholeTable(results.whole), 'Milliseconds and ratios: least / median of all rounds.',
    '## Environments', ENVIRONMENTS, environmentsTable(results.environments), 'Milliseconds and ratios: least / median of all rounds.',
    '## A large cluster and its scraper', CLUSTERS, clustersTable(results.clusters),
    '## Synthesis', synthesis(results.cases), 'Milliseconds and ratios: least / median of all rounds. The bytes on both sides are the same. CPU time is that of all threads.',
    '### Its two phases', phases(results.cases),
    '## Load', load(results.load),
    '## Peak memory', memory(results.cases),
    '## Tree checks', checks(results.counts),
    '## Budgets', budgetTable(results.budgets), '"Met" counts the four ratios: least and median, of time and of CPU time. Where they disagree, the machine was too busy to tell.',
    '## What dominates', DOMINATES,
    '## GitOpsApp', GITOPS, synthesisTable(results.gitops), 'Milliseconds and factors: least / median of all rounds.',
    '### Growth', 'Microseconds of `synth()` for each unit of the program\'s size (a component, a chart, an object, a layer): where they stay the same, growth is linear.',
    growthTable(results.gitops),
    '### Peak memory of both', memoryTable(results.gitops),
    '### Writing alone', writingTable(results.writing),
  ].join('\n\n') + '\n';
}

const METHOD = `Every number comes from a node process of its own that runs compiled JavaScript (\`lib/\`), after a warm-up of 50 components;
the two sides of a pair take turns.

- A component is a HelidonWorkload with one container (a port, three variables, resources, a readiness probe). Every second one declares a
  MetricsTrait, the others are given the default one. Up to ${COMPONENTS_PER_APPLICATION} components make an application, whose first has an IngressTrait.
  All are in one chart, or spread evenly over the charts.
- "Plain" makes the same manifests from plain data with \`ApiObject\`. Both outputs are compared byte for byte; a difference fails the bench.
- Total is making the constructs and \`App.synth()\` into a temporary folder, without loading any module.
- Both sides load cdk8s and cdk8s-plus-27; the plain one never loads the library.`;

function machine(): string {
  return `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores, not reserved for the bench.`;
}

function synthesis(cases: CaseResult[]): string {
  return table(['case', 'rounds', 'YAML MB', 'plain ms', 'library ms', 'ratio', 'ratio of CPU time'], cases.map(c => [
    c.title, `${c.rounds}`, (c.bytes / 1e6).toFixed(1), whole(c.plain.total), whole(c.library.total), times(ratio(c.library.total, c.plain.total)), times(ratio(c.library.cpu, c.plain.cpu)),
  ]));
}

function phases(cases: CaseResult[]): string {
  return table(['case', 'plain construct ms', 'library construct ms', 'plain synth ms', 'library synth ms', 'synth ratio'], cases.map(c => [
    c.title, whole(c.plain.construct), whole(c.library.construct), whole(c.plain.synth), whole(c.library.synth),
    times(ratio(c.library.synth, c.plain.synth)),
  ]));
}

function load(result: LoadResult): string {
  const row = (title: string, { total, cpu }: Loaded) => [title, `${result.rounds}`, tenths(total), tenths(cpu)];
  return table(['loaded', 'rounds', 'ms', 'CPU ms'], [
    row('cdk8s', result.cdk8s),
    row('cdk8s, cdk8s-plus-27', result.without),
    row('cdk8s, cdk8s-plus-27, cdk8s-oam', result.with),
  ]);
}

function memory(cases: CaseResult[]): string {
  return table(['case', 'plain MiB', 'library MiB', 'ratio'], cases.map(c => [
    c.title, whole(c.plain.memory), whole(c.library.memory), times(ratio(c.library.memory, c.plain.memory)),
  ]));
}

function checks({ charts, checks: ran, validations }: Results['counts']): string {
  return `1,000 components in ${charts} charts, one \`App.synth()\`: cdk8s validates the app ${validations} times; the library reads and checks the tree `
    + `**${ran} time${ran === 1 ? '' : 's'}**. (Anything but once fails the bench.)`;
}

function budgetTable(budgets: Budget[]): string {
  return table(['budget', 'ratio of time', 'ratio of CPU time', 'at most', 'met'], budgets.map(b => [
    b.title, times(b.time), times(b.cpu), b.atMost?.toFixed(2) ?? '', verdict(b),
  ]));
}

const pair = (digits: number) => ({ min, median }: Summary) => `${min.toFixed(digits)} / ${median.toFixed(digits)}`;
const whole = pair(0);
const tenths = pair(1);
const times = pair(2);
