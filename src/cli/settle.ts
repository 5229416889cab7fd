import { ExitCode } from './exit-codes';
import { tell } from './output';
import { printable } from '../findings/shown';

/** Runs a program of which the code is known in the end; what is not foreseen ends with what does not look like an answer. */
export function settle(run: (args: readonly string[]) => Promise<ExitCode>): void {
  // whoever reads the output may have seen enough of it; the outcome counts all the same
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fail(error);
    });
  }
  process.on('uncaughtException', fail);
  let isSettled = false;
  // a promise that is never settled would let the program end well
  process.on('exit', () => {
    if (!isSettled) process.exitCode = ExitCode.NOT_DONE;
  });
  run(process.argv.slice(2)).then(code => {
    isSettled = true;
    process.exitCode = code;
  }, fail);
}

/** This is a defect, or the output cannot be written. */
function fail(error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === 'write') tell(`[cdk8s-oam] the output cannot be written: ${code}`);
  else tell(error instanceof Error ? stackOf(error) : printable(String(error)));
  process.exit(ExitCode.NOT_DONE);
}

/** The message of an error on one line, and the places where it comes from on theirs. */
function stackOf({ name, message, stack }: Error): string {
  const places = stack?.split('\n').filter(line => /^ {4}at /.test(line)) ?? [];
  return [printable(`${name}: ${message}`), ...places].join('\n');
}
