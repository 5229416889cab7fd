import { Command } from 'commander';
import { ExitCode, Guarded } from './exit';
import { print, table } from './output';
import { documentationOf, thisTool } from './validate/report';
import { ErrorCode, ERRORS } from '../findings/catalogue/all';
import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { refuse } from '../private/errors';
import { nearest } from '../private/nearest';

const SUBJECT = 'cdk8s-oam explain';

/** The width of a paragraph, in columns. */
const WIDTH = 100;

/** Adds the command `explain`. */
export function addExplain(program: Command, guarded: Guarded): void {
  program.command('explain')
    .description('Explain the code of a message: its cause and its remedy. Without a code, list all codes.')
    .argument('[code]', 'a code, such as immutable-field')
    .action((code: string | undefined) => guarded({}, async () => explain(code)));
}

/** Prints the entry of a code in docs/errors.md or, without a code, a table of all codes with their causes. */
export function explain(code: string | undefined): ExitCode {
  if (code === undefined) {
    print(table(['CODE', 'CAUSE'], Object.entries(ERRORS).map(([each, { cause }]) => [each, cause])));
    return ExitCode.FINE;
  }
  refuse(SUBJECT, checkCode(code));
  const { cause, remedy } = ERRORS[code as ErrorCode];
  const paragraphs = [`Cause: ${cause}`, `What to do: ${remedy}`].map(wrapped);
  print([code, ...paragraphs, documentationOf(thisTool(), code as ErrorCode)].map(each => `${each}\n`).join('\n'));
  return ExitCode.FINE;
}

function checkCode(code: string): Finding[] {
  if (Object.hasOwn(ERRORS, code)) return FINE;
  return found('usage', 'CODE', { reason: 'unknown-code', value: Shown.of(code), meant: nearest(code, Object.keys(ERRORS)) });
}

/** Wraps a paragraph at spaces. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
