import { Command } from 'commander';
import { FORMATS as DIFF_FORMATS } from './diff/diff';
import { ExitCode, Guarded } from './exit';
import { FORMATS as GRAPH_FORMATS, LEVELS } from './graph/graph';
import { CI, DELIVERIES } from './init/answers';
import { print } from './output';
import { ERRORS } from '../findings/catalogue/all';
import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { refuse } from '../private/errors';

const SUBJECT = 'cdk8s-oam completion';

/** The supported shells, with the lines that let each of them run a completion function written for bash. */
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: [],
  zsh: ['autoload -Uz compinit bashcompinit', '(( $+functions[compdef] )) || compinit', 'bashcompinit'],
};

/** Adds the command `completion`, which knows the options of all commands that the program has. */
export function addCompletion(program: Command, guarded: Guarded): void {
  program.command('completion')
    .description('Print a script that completes commands, options and error codes in your shell.')
    .argument('<shell>', Object.keys(SHELLS).join(' or '))
    .action((shell: string) => guarded({}, async () => complete(shell, program)));
}

function complete(shell: string, program: Command): ExitCode {
  refuse(SUBJECT, checkShell(shell));
  print(`${scriptFor(shell, program)}\n`);
  return ExitCode.FINE;
}

function checkShell(shell: string): Finding[] {
  const allowed = Object.keys(SHELLS);
  return allowed.includes(shell) ? FINE : found('usage', 'SHELL', { reason: 'one-of', allowed, value: Shown.of(shell) });
}

/** The values of options that have a fixed set of them, by command and option. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'diff --format': DIFF_FORMATS, 'graph --by': LEVELS, 'graph --format': GRAPH_FORMATS, 'init --ci': CI, 'init --delivery': DELIVERIES,
};

/** Completes the command, then options after a dash, and words of a fixed set; anything else is a file. */
function scriptFor(shell: string, program: Command): string {
  const commands = program.createHelp().visibleCommands(program);
  const ofName: Readonly<Record<string, readonly string[]>> = {
    completion: Object.keys(SHELLS), explain: Object.keys(ERRORS), help: commands.map(each => each.name()),
  };
  const caseOf = (name: string, words: readonly string[], command: Command) =>
    `    '${name}') words='${words.join(' ')}' options='${optionsOf(command).join(' ')}' ;;`;
  return [
    `# Completion of cdk8s-oam: source <(cdk8s-oam completion ${shell})`,
    ...SHELLS[shell],
    '_cdk8s_oam() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} command= words= options= i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi',
    '  done',
    '  case $command in',
    caseOf('', commands.map(each => each.name()), program),
    ...commands.map(command => caseOf(command.name(), ofName[command.name()] ?? [], command)),
    '  esac',
    '  case "$command ${COMP_WORDS[COMP_CWORD - 1]}" in',
    ...Object.entries(VALUES).map(([option, values]) => `    '${option}') words='${values.join(' ')}' ;;`),
    '  esac',
    '  if [[ $current == -* ]]; then words=$options; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _cdk8s_oam cdk8s-oam',
  ].join('\n');
}

function optionsOf(command: Command): string[] {
  return command.createHelp().visibleOptions(command).flatMap(({ long }) => long ?? []);
}
