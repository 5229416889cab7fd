import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { Digest, digestOf } from './digest';
import type { AppSide, SynthSample } from './gitops-child';
import type { ShapeName } from './gitops-shapes';
import { Kustomized, kustomize } from './kustomize';
import { run, takeTurns } from './processes';
import { summary, Summary } from './statistics';

/** One program, and how often each side synthesizes it. */
export interface GitOpsCase {
  readonly title: string;
  readonly shape: ShapeName;
  readonly size: number;
  readonly rounds: number;
  /** Whether `App` is tried: what takes it minutes is not. */
  readonly withoutApp?: boolean;
  /** The share of `App`'s time that GitOpsApp may take. @default - no limit */
  readonly atMost?: number;
  /** Whether kustomize builds the same objects, where kubectl is present. */
  readonly withKustomize?: boolean;
}

export const GITOPS_CASES: GitOpsCase[] = [
  { title: '1,000 components, 1 chart', shape: 'chart', size: 1000, rounds: 5, withKustomize: true },
  { title: '10,000 components, 1 chart', shape: 'chart', size: 10_000, rounds: 3, withKustomize: true },
  { title: '16,000 objects, 1 chart', shape: 'chart', size: 14_545, rounds: 3, atMost: 1 / 6 },
  { title: '100,000 components, 1 chart', shape: 'chart', size: 100_000, rounds: 1 },
  { title: '100 charts of 1 object', shape: 'charts', size: 100, rounds: 5 },
  { title: '1,000 charts of 1 object', shape: 'charts', size: 1000, rounds: 3, withKustomize: true },
  { title: '4,000 charts of 1 object', shape: 'charts', size: 4000, rounds: 3 },
  { title: '1,000 charts of 6 objects', shape: 'applications', size: 1000, rounds: 3 },
  { title: 'a chain of 2,000', shape: 'chain', size: 2000, rounds: 3 },
  { title: 'a chain of 8,000', shape: 'chain', size: 8000, rounds: 3 },
  { title: 'a chain of 80,000', shape: 'chain', size: 80_000, rounds: 1, withoutApp: true },
  { title: '20 layers of 2', shape: 'layers', size: 20, rounds: 3 },
  { title: '26 layers of 2', shape: 'layers', size: 26, rounds: 1 },
  { title: '1,000 layers of 2', shape: 'layers', size: 1000, rounds: 3, withoutApp: true },
  { title: '200 charts nested in one', shape: 'nested', size: 200, rounds: 3 },
  { title: '4,000 charts nested in one', shape: 'nested', size: 4000, rounds: 3, withoutApp: true },
  { title: '2 charts of 500, one depends on the other', shape: 'crossed', size: 500, rounds: 3 },
  { title: '2 charts of 5,000, one depends on the other', shape: 'crossed', size: 5000, rounds: 3, withoutApp: true },
];

/** What one side took. */
export interface AppResult {
  readonly construct: Summary;
  readonly synth: Summary;
  readonly cpu: Summary;
  readonly memory: Summary;
  readonly failure?: string;
}

export interface GitOpsResult extends GitOpsCase {
  readonly output: Digest;
  readonly app?: AppResult;
  readonly gitops: AppResult;
  readonly kustomize?: Kustomized;
}

/** Synthesizes with `App` and `GitOpsApp` in turn, and compares all bytes that they have written. */
export function measureGitOps(child: string, of: GitOpsCase): GitOpsResult {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-bench-'));
  const side = (name: AppSide) => (): SynthSample => run(child, name, of.shape, `${of.size}`, join(folder, name));
  try {
    const [gitops, app] = takeTurns(of.rounds, of.withoutApp ? [side('gitops')] : [side('gitops'), side('app')]);
    const failed = gitops.find(s => s.failure);
    if (failed) throw new Error(`${of.title}: ${failed.failure}`);
    const output = digestOf(join(folder, 'gitops'));
    const appResult = app && resultOf(app);
    if (appResult && !appResult.failure && digestOf(join(folder, 'app')).digest !== output.digest) {
      throw new Error(`${of.title}: GitOpsApp and App wrote different bytes; nothing that follows would mean anything`);
    }
    return { ...of, output, app: appResult, gitops: resultOf(gitops), kustomize: of.withKustomize ? kustomize(join(folder, 'gitops')) : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function resultOf(samples: SynthSample[]): AppResult {
  const of = (value: (sample: SynthSample) => number) => summary(samples.map(value));
  return { construct: of(s => s.construct), synth: of(s => s.synth), cpu: of(s => s.cpu), memory: of(s => s.memory), failure: samples[0].failure };
}
