/** One synthesis in a process of its own: `node gitops-child.js <side> <shape> <size> <folder>` writes into the folder, and prints what it took as JSON. */
import { App } from 'cdk8s';
import 'cdk8s-plus-27'; // a program of either side has it
import { BUILD, ShapeName } from './gitops-shapes';

export type AppSide = 'app' | 'gitops';

/** What one process took. */
export interface SynthSample {
  /** Making the constructs, in milliseconds. */
  readonly construct: number;
  /** `synth()`, in milliseconds. */
  readonly synth: number;
  /** Processor time of all threads for both, in milliseconds. */
  readonly cpu: number;
  /** Peak memory of the process, in MiB. */
  readonly memory: number;
  /** Why it could not synthesize; the figures are those until then. */
  readonly failure?: string;
}

const WARM_UP: ShapeName = 'charts';
const WARM_UP_SIZE = 10;

async function classOf(side: AppSide): Promise<typeof App> {
  // each side loads its own
  return side === 'gitops' ? (await import('cdk8s-oam')).GitOpsApp : App;
}

function timed(Class: typeof App, shape: ShapeName, size: number, outdir: string): SynthSample {
  const before = process.cpuUsage();
  const start = performance.now();
  const app = new Class({ outdir });
  BUILD[shape](app, size);
  const built = performance.now();
  const failure = failureOf(() => app.synth());
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  return { construct: built - start, synth: end - built, cpu: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024, failure };
}

function failureOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function main([side, shape, size, folder]: string[]): Promise<SynthSample> {
  const Class = await classOf(side as AppSide);
  timed(Class, WARM_UP, WARM_UP_SIZE, `${folder}.warm-up`);
  return timed(Class, shape as ShapeName, Number(size), folder);
}

main(process.argv.slice(2)).then(
  sample => process.stdout.write(JSON.stringify(sample)),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
