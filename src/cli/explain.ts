import { Command } from 'commander';
import { ExitCode, Guarded, print, table } from './output';
import { documentationOf, thisTool } from './validate/validate';
import { ErrorCode, ERRORS } from '../base/findings/catalogue/all';
import { FINE, Finding, found } from '../base/findings/finding';
import { refuse } from '../base/brand';
import { nearest } from '../base/check';

const SUBJECT = 'cdk8s-oam explain';

/** Adds the command `explain`. */
export function addExplain(program: Command, guarded: Guarded): void {
  program.command('explain')
    .description('Explain the code of a message: its cause and its remedy. Without a code, list all codes.')
    .argument('[code]', 'a code, such as immutable-field')
    .action((code: string | undefined) => guarded({}, async () => explain(code)));
}

/** Prints the entry of a code in docs/errors.md or, without a code, a table of all codes with their causes. */
function explain(code: string | undefined): ExitCode {
  if (code === undefined) {
    print(table(['CODE', 'CAUSE'], Object.entries(ERRORS).map(([each, { cause }]) => [each, cause])));
    return ExitCode.FINE;
  }
  refuse(SUBJECT, checkCode(code));
  const { cause, remedy } = ERRORS[code as ErrorCode];
  const paragraphs = [code, `Cause: ${cause}`, `What to do: ${remedy}`, documentationOf(thisTool(), code as ErrorCode)];
  print(paragraphs.map(each => `${each}\n`).join('\n'));
  return ExitCode.FINE;
}

function checkCode(code: string): Finding[] {
  if (Object.hasOwn(ERRORS, code)) return FINE;
  return found('usage', [code], {
    reason: 'unknown', what: 'a code', remedy: 'run `cdk8s-oam explain` for all of them', meant: nearest(code, Object.keys(ERRORS)),
  });
}
