import { Command } from 'commander';
import { ExitCode, Guarded, printToStdout, table } from './output';
import { documentationOf } from './validate/validate';
import { throwFindings } from '../base/brand';
import { nearest } from '../base/check';
import { ErrorCode, ERRORS } from '../base/findings/catalogue/all';
import { FINE, found } from '../base/findings/finding';

/** Adds the command `explain`: it prints the entry of a code in docs/errors.md, or all codes with their causes. */
export function addExplain(program: Command, guarded: Guarded): void {
  program.command('explain')
    .description('Explain the code of a message: its cause and its remedy. Without a code, list all codes.')
    .argument('[code]', 'a code, such as immutable-field')
    .action((code: string | undefined) => guarded({}, async () => {
      if (code === undefined) {
        printToStdout(table(['CODE', 'CAUSE'], Object.entries(ERRORS).map(([each, { cause }]) => [each, cause])));
        return ExitCode.FINE;
      }
      throwFindings('cdk8s-oam explain', Object.hasOwn(ERRORS, code) ? FINE : found('usage', [code], {
        reason: 'unknown',
        what: 'a code',
        remedy: 'run `cdk8s-oam explain` for all of them',
        meant: nearest(code, Object.keys(ERRORS)),
      }));
      const { cause, remedy } = ERRORS[code as ErrorCode];
      const documentation = documentationOf(code as ErrorCode);
      const paragraphs = [code, `Cause: ${cause}`, `What to do: ${remedy}`, documentation];
      printToStdout(paragraphs.map(each => `${each}\n`).join('\n'));
      return ExitCode.FINE;
    }));
}
