/** `npm run bench`: measures, prints, and writes bench/results.md. Fails on a wrong output, never on a slow one. */
import { writeFileSync } from 'fs';
import { join } from 'path';
import { budgets } from './budgets';
import type { Counts } from './checks-child';
import { measureClusters } from './clusters';
import { compileLibrary, compilePrograms, removePrograms, ROOT } from './compile';
import { measureEnvironments } from './environments';
import { GITOPS_CASES, measureGitOps } from './gitops';
import { measureLoad } from './load';
import { run } from './processes';
import { report, Results } from './report';
import { CASES, measure } from './synth';
import { measureWhole } from './whole';
import type { WritingSample } from './writing-child';

const CHARTS = 200;

/** How many components the writers write, and how often. */
const [WRITTEN, WRITING_ROUNDS] = ['100000', '5'];

function countChecks(program: string): Results['counts'] {
  const counts: Counts = run(program, '1000', `${CHARTS}`, join(ROOT, 'lib/src/base/registry.js'));
  if (counts.checks !== 1) throw new Error(`the tree was checked ${counts.checks} times in one synthesis of ${CHARTS} charts`);
  return { ...counts, charts: CHARTS };
}

function main(): void {
  compileLibrary();
  const program = compilePrograms();
  try {
    const counts = countChecks(program('checks-child'));
    const load = measureLoad(program('load-child'));
    const whole = measureWhole(program('whole-child'));
    const environments = measureEnvironments(program('environments-child'));
    const clusters = measureClusters(program('clusters-child'));
    const cases = CASES.map(c => measure(program('child'), c));
    const gitops = GITOPS_CASES.map(c => measureGitOps(program('gitops-child'), c));
    const writing: WritingSample = run(program('writing-child'), WRITTEN, WRITING_ROUNDS, join(ROOT, 'lib/src/files/write-yaml.js'));
    const text = report({ cases, load, counts, budgets: budgets(cases, load, gitops), gitops, writing, whole, environments, clusters });
    process.stdout.write(text);
    writeFileSync(join(ROOT, 'bench/results.md'), text);
  } finally {
    removePrograms();
  }
}

main();
