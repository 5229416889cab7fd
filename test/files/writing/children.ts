import { SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Job, Outcome } from './child';
import { compiled } from '../../support/compiled';

interface Surroundings {
  readonly uid?: number;
  /** A command that is given the command line of the child. */
  readonly within?: readonly string[];
}

/** Runs `child.ts` in processes of their own, which can be killed, or limited, or be another user's. */
export class Children {
  private program = { file: '', folder: '' };

  public constructor() {
    beforeAll(() => { this.program = compiledWhole(join(__dirname, 'child.ts')); });
    afterAll(() => rmSync(this.program.folder, { recursive: true }));
  }

  /** Gives what has become of each job. */
  public outcomes(jobs: readonly Job[], surroundings: Surroundings = {}): Outcome[] {
    const { status, stdout, stderr, error } = this.run(jobs, surroundings);
    if (status !== 0) throw error ?? new Error(`the child has ended with ${status}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Does jobs in a process of its own, beside others, and gives what has become of the last. */
  public async start(jobs: readonly Job[]): Promise<Outcome> {
    const child = spawn(process.execPath, [this.program.file], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(jobs));
    const text = (await child.stdout.setEncoding('utf8').toArray()).join('');
    return JSON.parse(text).at(-1);
  }

  /** Runs one that may not come to its end. */
  public run(jobs: readonly Job[], { uid, within = [] }: Surroundings = {}): SpawnSyncReturns<string> {
    const [command, ...args] = [...within, process.execPath, this.program.file];
    return spawnSync(command, args, { input: JSON.stringify(jobs), encoding: 'utf8', uid, gid: uid });
  }
}

const ROOT = resolve(__dirname, '../../..');

/**
 * Compiles a TypeScript file of this repository, and all that it imports by a relative path, into a new folder that every user may read. Plain Node
 * starts what comes out in a few hundredths of a second, and it is always what the sources say. Gives the JavaScript file, and the folder to remove.
 */
function compiledWhole(entry: string): { readonly file: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  chmodSync(folder, 0o755);
  const done = new Set<string>();
  const compile = (source: string): string => {
    const target = join(folder, relative(ROOT, source)).replace(/\.ts$/, '.js');
    if (done.has(source)) return target;
    done.add(source);
    const code = compiled(readFileSync(source, 'utf8'));
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    writeFileSync(target, code, { mode: 0o644 });
    for (const [, path] of code.matchAll(/require\("(\.[^"]+)"\)/g)) compile(sourceOf(resolve(dirname(source), path)));
    return target;
  };
  return { file: compile(entry), folder };
}

function sourceOf(path: string): string {
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
}
