// A program of its own: writes outputs as its standard input says, and tells on its standard output what has become of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { atEachMoment, contents } from './moments';
import { writeOutput } from '../../../src/files/writing/write-output';

/** What a child is to do. */
export interface Job {
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
  readonly index?: string;
  /** The one environment that is written. */
  readonly only?: string;
  /** The number of the moment, from 1, at which it is to be killed. */
  readonly killAt?: number;
  /** A command that is run before. */
  readonly before?: readonly string[];
}

/** The message of the error, if there is one, and what is in the folder. */
export interface Outcome {
  readonly error?: string;
  readonly contents: Readonly<Record<string, string | null>>;
}

function done({ folder, files, index, only, killAt, before: [command, ...args] = [] }: Job): Outcome {
  if (command !== undefined) execFileSync(command, args);
  let moments = 0;
  const kill = () => {
    if (++moments === killAt) process.kill(process.pid, 'SIGKILL');
  };
  let error: string | undefined;
  try {
    const isLeft = (path: string) => only !== undefined && !path.startsWith(`${only}/`);
    const run = () => writeOutput(folder, new Map(Object.entries(files)), { subject: 'GitOpsApp', index, isLeft });
    // otherwise with the functions that Node has
    if (killAt === undefined) run();
    else atEachMoment(kill, run);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { error, contents: seen(folder) };
}

/** Nothing where it cannot be looked into. */
function seen(folder: string): Outcome['contents'] {
  try {
    return contents(folder);
  } catch {
    return {};
  }
}

const jobs: readonly Job[] = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(jobs.map(done)));
