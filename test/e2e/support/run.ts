import { spawn } from 'child_process';
import { pathOf, Server } from '../../../build-tools/servers';

/** What a command that ended has printed. */
export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. What must not be seen in the list of processes goes to its standard input. */
export async function run(command: Server, args: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(pathOf(command) ?? command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: 30_000, killSignal: 'SIGKILL' });
  const texts = [child.stdout, child.stderr].map(async (stream) => stream.setEncoding('utf8').toArray());
  const ended = new Promise<number>((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? -1)));
  // a command may end without reading it
  child.stdin.on('error', () => {}).end(input);
  const [[stdout, stderr], status] = await Promise.all([Promise.all(texts), ended]);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}
