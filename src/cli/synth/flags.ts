import { Command, Option } from 'commander';
import { FINE, Finding, found } from '../../findings/finding';
import { filled } from '../../private/check';
import type { AppFlags } from '../app/app';

/** What the command `synth` is told. */
export interface SynthFlags extends AppFlags {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly validate?: boolean;
}

/** Options of `cdk8s synth` that are none here, and why: known, so that it can be told. */
const OTHERS = [
  { option: new Option('--validate'), reason: 'synth-validation' },
  { option: new Option('--plugins-dir <folder>'), reason: 'synth-validation' },
  { option: new Option('--validation-reports-output-file <file>'), reason: 'synth-validation' },
  { option: new Option('--format <format>'), reason: 'synth-charts' },
  { option: new Option('--chart-api-version <version>'), reason: 'synth-charts' },
  { option: new Option('--chart-version <version>'), reason: 'synth-charts' },
] as const;

const OWN = [
  new Option('-a, --app <command>', 'the command that runs the app, in place of the one in cdk8s.yaml'),
  new Option('-o, --output <folder>', 'the output folder (default: the output of cdk8s.yaml, or dist)'),
  new Option('-p, --stdout', 'print all manifests, and leave the output folder as it is'),
];

/** Adds the options. */
export function withFlags(command: Command): Command {
  for (const { option } of OTHERS) command.addOption(option.hideHelp());
  for (const option of OWN) command.addOption(option);
  return command
    .option('--config <file>', 'cdk8s.yaml by another name, or in another folder: the app runs there')
    .option('--no-validate', 'go on although cdk8s.yaml has validations: they are not run here');
}

/** What is wrong with the flags, and with variables that `cdk8s synth` reads in their place. */
export function checkFlags(flags: SynthFlags): Finding[] {
  const valueOf = (option: Option) => (flags as Readonly<Record<string, unknown>>)[option.attributeName()];
  // what is turned off is said, and asks for nothing
  const others = OTHERS.filter(({ option }) => (valueOf(option) ?? false) !== false);
  const notGiven = [...OWN, ...OTHERS.map(({ option }) => option)].filter(option => valueOf(option) === undefined);
  return [
    ...others.flatMap(({ option, reason }) => found('usage', option.long!, { reason })),
    ...notGiven.flatMap(({ long }) => checkVariable(long!)),
    ...flags.output === undefined ? FINE : filled(flags.output, '--output'),
    ...flags.stdout && flags.output !== undefined ? found('usage', '--stdout', { reason: 'beside', other: '--output' }) : FINE,
  ];
}

/** What the environment holds is not shown. */
function checkVariable(flag: string): Finding[] {
  const name = `CDK8S_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
  if (process.env[name] === undefined) return FINE;
  return found('usage', name, { reason: 'synth-variable', flag });
}
