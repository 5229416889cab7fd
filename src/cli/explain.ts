import { Command } from 'commander';
import { ExitCode, Guarded, printToStdout, table } from './output';
import { documentationOf, errorReference } from './error-reference';
import { throwFindings } from '../base/brand';
import { nearest } from '../base/check';
import { FINE, found } from '../base/findings/finding';

/** Adds the command `explain`: it prints the entry of a code in docs/errors.md, or all codes with their causes. */
export function addExplain(program: Command, guarded: Guarded): void {
  program.command('explain')
    .description('Explain the code of a message: its cause and its remedy. Without a code, list all codes.')
    .argument('[code]', 'a code, such as immutable-field')
    .action((code: string | undefined) => guarded({}, async () => {
      const reference = errorReference();
      if (code === undefined) {
        printToStdout(table(['CODE', 'CAUSE'], [...reference].map(([each, { cause }]) => [each, cause])));
        return ExitCode.FINE;
      }
      const entry = reference.get(code);
      throwFindings('cdk8s-oam explain', entry ? FINE : found('usage', [code], {
        reason: 'unknown',
        what: 'a code',
        remedy: 'run `cdk8s-oam explain` for all of them',
        meant: nearest(code, [...reference.keys()]),
      }));
      const { cause, remedy } = entry!;
      const paragraphs = [code, `Cause: ${cause}`, `What to do: ${remedy}`, documentationOf(code)];
      printToStdout(paragraphs.map(each => `${each}\n`).join('\n'));
      return ExitCode.FINE;
    }));
}
