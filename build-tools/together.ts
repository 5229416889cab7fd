/** Runs tasks at the same time. The output of the last is shown as it comes, that of the others when they have ended; fails if one fails. */
import { spawn } from 'child_process';

/** Resolves to the exit code. */
async function run(task: string, isShown: boolean): Promise<number> {
  const child = spawn('projen', [task], { stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'] });
  const printed: Buffer[] = [];
  child.stdout?.on('data', chunk => printed.push(chunk));
  child.stderr?.on('data', chunk => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  process.stdout.write(Buffer.concat(printed));
  return code ?? 1;
}

async function main(tasks: readonly string[]): Promise<void> {
  const codes = await Promise.all(tasks.map(async (task, index) => run(task, index === tasks.length - 1)));
  const failed = tasks.filter((_, index) => codes[index] !== 0);
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

void main(process.argv.slice(2));
