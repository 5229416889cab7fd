import { spawnSync, SpawnSyncReturns } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, Outcome } from './child';
import { compiled } from './compiled';

interface Surroundings {
  readonly uid?: number;
  /** A command that is given the command line of the child. */
  readonly within?: readonly string[];
}

/** Runs `child.ts` in processes of their own, which can be killed, or limited, or be another user's. */
export class Children {
  private program = { file: '', folder: '' };

  public constructor() {
    beforeAll(() => { this.program = compiled(join(__dirname, 'child.ts')); });
    afterAll(() => rmSync(this.program.folder, { recursive: true }));
  }

  /** Gives what has become of each job. */
  public outcomes(jobs: readonly Job[], surroundings: Surroundings = {}): Outcome[] {
    const { status, stdout, stderr, error } = this.run(jobs, surroundings);
    if (status !== 0) throw error ?? new Error(`the child has ended with ${status}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Runs one that may not come to its end. */
  public run(jobs: readonly Job[], { uid, within = [] }: Surroundings = {}): SpawnSyncReturns<string> {
    const [command, ...args] = [...within, process.execPath, this.program.file];
    return spawnSync(command, args, { input: JSON.stringify(jobs), encoding: 'utf8', uid, gid: uid });
  }
}
