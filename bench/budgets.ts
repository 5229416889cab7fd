import type { GitOpsResult } from './gitops';
import { LoadResult } from './load';
import { ratio, Summary } from './statistics';
import { CaseResult } from './synth';

/** What both sides of a ratio have. */
interface Times {
  readonly total: Summary;
  readonly cpu: Summary;
}

/** A ratio that must not be exceeded. */
export interface Budget {
  readonly title: string;
  readonly time: Summary;
  readonly cpu: Summary;
  /** Nothing where the ratio only stands beside another. */
  readonly atMost?: number;
}

export function budgets(cases: CaseResult[], load: LoadResult, gitops: GitOpsResult[]): Budget[] {
  const thousand = find(cases, 1000, 1);
  const tenThousand = find(cases, 10000, 1);
  const spread = find(cases, 1000, 200);
  return [
    budget(`${thousand.title}: over plain ApiObjects`, thousand.library, thousand.plain, 1.25),
    budget(`${spread.title}: over plain ApiObjects`, spread.library, spread.plain, 1.6),
    budget('growth from 1,000 to 10,000 components, 1 chart', tenThousand.library, thousand.library, 11),
    budget('the same growth of plain ApiObjects', tenThousand.plain, thousand.plain),
    ...gitops.flatMap(({ title, atMost, app, gitops: own }) => {
      if (atMost === undefined || !app) return [];
      return [{ title: `\`synth()\` of ${title}: GitOpsApp over App`, time: ratio(own.synth, app.synth), cpu: ratio(own.cpu, app.cpu), atMost }];
    }),
    budget('loading all three packages: over cdk8s and cdk8s-plus-27', load.with, load.without, 1.1),
  ];
}

function budget(title: string, of: Times, to: Times, atMost?: number): Budget {
  return { title, time: ratio(of.total, to.total), cpu: ratio(of.cpu, to.cpu), atMost };
}

/** Least and median, of time and of CPU time, must agree: other work on the machine disturbs each of them differently. */
export function verdict({ time, cpu, atMost }: Budget): string {
  if (atMost === undefined) return '';
  const kept = [time.min, time.median, cpu.min, cpu.median].filter(r => r <= atMost).length;
  return kept === 4 ? 'yes' : kept === 0 ? 'NO' : `not clear (${kept} of 4)`;
}

function find(cases: CaseResult[], components: number, charts: number): CaseResult {
  return cases.find(c => c.components === components && c.charts === charts)!;
}
