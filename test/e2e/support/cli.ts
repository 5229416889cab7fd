import { ChildProcess, spawn } from 'child_process';
import { existsSync } from 'fs';
import { resolve } from 'path';
import { atEnd } from './clean-up';
import { eventually } from './eventually';
import { Finished } from './run';

const MAIN = resolve(__dirname, '../../../lib/src/cli/main.js');

/** What the command is started with. */
export interface CliOptions {
  /** That of the environment. @default - none */
  readonly password?: string;
  /** Further variables. @default - none */
  readonly env?: Readonly<Record<string, string>>;
}

/** The command, while it runs. */
export interface RunningCli {
  readonly pid: number;
  readonly ended: Promise<Finished>;
  /** What it has told so far. */
  stderr(): string;
  /** Waits until it has told something. */
  tells(expected: RegExp): Promise<void>;
}

/** Starts the compiled command, as a user does. It is ended after the last test of the file. */
export function startCli(args: readonly string[], { password, env: more = {} }: CliOptions = {}): RunningCli {
  if (!existsSync(MAIN)) throw new Error('lib/ is missing: run `npx projen pretest` first');
  const { CDK8S_OAM_PASSWORD: _, ...env } = { ...process.env, ...more };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...env, ...password === undefined ? {} : { CDK8S_OAM_PASSWORD: password } }, stdio: ['ignore', 'pipe', 'pipe'], timeout: 50_000, killSignal: 'SIGKILL',
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => { texts[name] += text; });
  const ended = endOf(child).then((status) => ({ status, ...texts }));
  atEnd(async () => { child.kill('SIGKILL'); });
  return {
    pid: child.pid!,
    stderr: () => texts.stderr,
    tells: async (expected) => {
      await eventually(async () => expected.test(texts.stderr) || undefined, () => `${expected} was not told, but ${JSON.stringify(texts.stderr)}`);
    },
    ended,
  };
}

async function endOf(child: ChildProcess): Promise<number> {
  return new Promise((done, failed) => child.on('error', failed).on('close', (code) => done(code ?? -1)));
}

/** Runs the compiled command to its end. */
export async function cli(args: readonly string[], options?: CliOptions): Promise<Finished> {
  return startCli(args, options).ended;
}
