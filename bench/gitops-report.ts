import type { AppResult, GitOpsResult } from './gitops';
import { ratio, summary, Summary } from './statistics';
import { table } from './table';
import type { WritingSample } from './writing-child';

/** What is measured, and what the tables say. */
export const GITOPS = `The same program with \`App\` and with \`GitOpsApp\`, each in a process of its own after a warm-up of ten charts, taking turns; all bytes of all files are compared, and
a difference fails the bench. "Synthesis" is \`synth()\` alone: making the constructs takes both sides the same time. A factor says how many times as long \`App\` takes.

\`kubectl kustomize\` builds the written files as its \`resources\`; its time is that of its whole process. Where it has no figure, it was not run.`;

export function synthesisTable(results: readonly GitOpsResult[]): string {
  return table(['program', 'rounds', 'files', 'MB', '`App` ms', '`GitOpsApp` ms', 'factor', 'factor of CPU time', 'kustomize ms'], results.map(result => [
    result.title, `${result.rounds}`, `${result.output.files}`, (result.output.bytes / 1e6).toFixed(1), time(result.app), whole(result.gitops.synth),
    factor(result, r => r.synth), factor(result, r => r.cpu), kustomized(result),
  ]));
}

export function memoryTable(results: readonly GitOpsResult[]): string {
  return table(['program', '`App` MiB', '`GitOpsApp` MiB', 'ratio'], results.map(({ title, app, gitops }) => [
    title, hasEnded(app) ? whole(app.memory) : '', whole(gitops.memory), hasEnded(app) ? times(ratio(gitops.memory, app.memory)) : '',
  ]));
}

/** The time that one object takes, where only the number of objects grows. */
export function growthTable(results: readonly GitOpsResult[]): string {
  return table(['program', '`GitOpsApp` µs for each', '`App` µs for each'], results.map(({ title, size, app, gitops }) => [
    title, each(gitops.synth, size), hasEnded(app) ? each(app.synth, size) : '',
  ]));
}

export function writingTable({ objects, json, writer, yaml }: WritingSample): string {
  const [limit, own] = [summary(json), summary(writer)];
  const row = (title: string, of: Summary) => [title, whole(of), times(ratio(of, limit))];
  return `${objects.toLocaleString('en')} objects, ${json.length} rounds in one process, after which cdk8s's writer wrote them once:\n\n`
    + table(['writer', 'ms', 'ratio'], [row('`JSON.stringify`, the limit', limit), row('`GitOpsApp`', own), row('cdk8s (the package `yaml`)', { min: yaml, median: yaml })]);
}

const hasEnded = (result?: AppResult): result is AppResult => result !== undefined && result.failure === undefined;

function time(app?: AppResult): string {
  return app === undefined ? 'not run' : app.failure ?? whole(app.synth);
}

function factor({ app, gitops }: GitOpsResult, of: (result: AppResult) => Summary): string {
  return hasEnded(app) ? times(ratio(of(app), of(gitops))) : '';
}

function kustomized({ kustomize }: GitOpsResult): string {
  return kustomize === undefined ? '' : kustomize.failure ?? kustomize.wall.toFixed(0);
}

function each({ min, median }: Summary, size: number): string {
  return `${(min / size * 1000).toFixed(0)} / ${(median / size * 1000).toFixed(0)}`;
}

const pair = (digits: number) => ({ min, median }: Summary) => `${min.toFixed(digits)} / ${median.toFixed(digits)}`;
const whole = pair(0);
const times = pair(2);
