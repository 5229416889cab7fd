/**
 * One measurement in a process of its own: `node child.js <side> <components> <charts>` prints what it took as JSON.
 */
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App } from 'cdk8s';
import 'cdk8s-plus-27'; // a program of either side has it: memory is compared beyond it
import { digestOf } from './digest';
import { Shape, Side } from './shape';

/** What a child reports. */
export interface Sample {
  /** Making the constructs, in milliseconds. */
  readonly construct: number;
  /** `App.synth()`, in milliseconds. */
  readonly synth: number;
  readonly total: number;
  /** Processor time of all threads for both, in milliseconds: waiting for other programs is not in it. */
  readonly cpu: number;
  /** Peak memory of the process, in MiB. */
  readonly memory: number;
  /** Of all files, names and content. */
  readonly digest: string;
  readonly bytes: number;
}

type Build = (app: App, shape: Shape) => void;

const WARM_UP: Shape = { components: 50, charts: 1 };

async function buildOf(side: Side): Promise<Build> {
  // each side loads its own: the plain one never sees the library
  return side === 'library' ? (await import('./library.js')).build : (await import('./plain.js')).build;
}

function timed(build: Build, shape: Shape, outdir: string): Omit<Sample, 'digest' | 'bytes'> {
  const before = process.cpuUsage();
  const start = performance.now();
  const app = new App({ outdir });
  build(app, shape);
  const built = performance.now();
  app.synth();
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  const memory = process.resourceUsage().maxRSS / 1024;
  return { construct: built - start, synth: end - built, total: end - start, cpu: (user + system) / 1000, memory };
}

async function main([side, components, charts]: string[]): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-bench-'));
  try {
    const build = await buildOf(side as Side);
    timed(build, WARM_UP, join(folder, 'warm-up'));
    const outdir = join(folder, 'out');
    const sample = timed(build, { components: Number(components), charts: Number(charts) }, outdir);
    return { ...sample, ...digestOf(outdir) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main(process.argv.slice(2)).then(
  sample => process.stdout.write(JSON.stringify(sample)),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
