#!/usr/bin/env node
import { ExitCode, printToStderr } from './output';
import { runCommand } from './program';
import { isModelError } from '../base/brand';
import { printable } from '../base/findings/finding';
import { withPeer } from '../base/peers';

// Anything unforeseen ends with `NOT_DONE`, which cannot be mistaken for an answer.

/** Ends the process after a defect, a failure to write the output, or without a package that has to be installed. */
function exitWith(thrown: unknown): void {
  const error = withPeer(thrown);
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === 'write') {
    printToStderr(`[cdk8s-oam] the output cannot be written: ${code}`);
  } else if (isModelError(error)) {
    printToStderr(error.message);
  } else if (error instanceof Error) {
    // the message on one line, then the frames of the stack, one on each line
    const frames = error.stack?.split('\n').filter(line => /^ {4}at /.test(line)) ?? [];
    printToStderr([printable(`${error.name}: ${error.message}`), ...frames].join('\n'));
  } else {
    printToStderr(printable(String(error)));
  }
  process.exit(ExitCode.NOT_DONE);
}

// the reader of the output may close the pipe early, as `head` does; the exit code stays the same
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') exitWith(error);
  });
}
process.on('uncaughtException', exitWith);
/** Whether the command has ended by itself. */
let isSettled = false;
// Node exits with 0 if the promise never settles
process.on('exit', () => {
  if (!isSettled) process.exitCode = ExitCode.NOT_DONE;
});
runCommand(process.argv.slice(2)).then(code => {
  isSettled = true;
  process.exitCode = code;
}, exitWith);
