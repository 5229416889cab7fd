import { Command, Option } from 'commander';
import { Finding, FINE, found } from '../../findings/finding';
import { filled } from '../../private/check';
import { checkTimeout } from '../milliseconds';

/** The flags that lead to a cluster. */
export interface ClusterFlags {
  readonly context?: string;
  /** The namespace of what is declared without one; by default that of the context. */
  readonly defaultNamespace?: string;
  readonly fieldManager?: string;
  readonly timeout?: string;
}

/** How long an answer of the cluster may take. */
export const DEFAULT_TIMEOUT = '1m';

const OPTIONS = {
  '--context <name>': 'the kubectl context (default: the current one)',
  '--field-manager <name>': 'the field manager to apply as (default: the one that applied the object last, or kubectl)',
  '--timeout <duration>': `the time limit for each answer (default: ${DEFAULT_TIMEOUT})`,
};

const optionsFor = (other: string) => Object.entries(OPTIONS).map(([flags, what]) => new Option(flags, `with ${other}: ${what}`));

/** Adds the options that lead to a cluster; they are for the command with another one. */
export function withCluster(command: Command, other: string): Command {
  for (const option of optionsFor(other)) command.addOption(option);
  return command;
}

/** What is wrong with these flags; the other one is given or not. */
export function checkCluster(flags: ClusterFlags, other: string, isGiven: boolean): Finding[] {
  const given = optionsFor(other).filter(option => flags[option.attributeName() as keyof ClusterFlags] !== undefined);
  if (!isGiven) return given.flatMap(({ long }) => found('usage', long!, { reason: 'without', other }));
  const { context, fieldManager, timeout } = flags;
  return [
    ...context === undefined ? FINE : filled(context, '--context'),
    ...fieldManager === undefined ? FINE : filled(fieldManager, '--field-manager'),
    ...timeout === undefined ? FINE : checkTimeout('--timeout', timeout),
  ];
}
