import { execFileSync } from 'child_process';
import { ROOT } from './compile';

/** Runs a compiled program in a node of its own; gives what it prints. */
export function run(program: string, ...args: string[]): any {
  const { CDK8S_OUTDIR: _, NODE_OPTIONS: __, ...env } = process.env;
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** Runs a command, and gives how long the whole process took in milliseconds. One that ends with an error fails the bench. */
export function timeOf(file: string, ...args: string[]): number {
  const { CDK8S_OUTDIR: _, NODE_OPTIONS: __, ...env } = process.env;
  const start = performance.now();
  execFileSync(file, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return performance.now() - start;
}

/** Runs both sides in turn, so that whatever else the machine does meets both alike. */
export function alternate<A, B>(rounds: number, a: () => A, b: () => B): [A[], B[]] {
  return takeTurns<A | B>(rounds, [a, b]) as [A[], B[]];
}

/** Runs all sides in turn, round by round. */
export function takeTurns<T>(rounds: number, sides: (() => T)[]): T[][] {
  const results: T[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) sides.forEach((side, index) => results[index].push(side()));
  return results;
}
