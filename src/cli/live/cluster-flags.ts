import { Command, Option } from 'commander';
import { Finding, FINE, found } from '../../findings/finding';
import { filled } from '../../private/check';
import { checkTimeout } from '../milliseconds';

/** The flags that select a cluster. */
export interface ClusterFlags {
  readonly context?: string;
  /** The namespace of objects without one; by default, that of the context. */
  readonly defaultNamespace?: string;
  readonly fieldManager?: string;
  readonly timeout?: string;
}

/** The default time limit for each answer of the cluster. */
export const DEFAULT_TIMEOUT = '1m';

const OPTIONS = {
  '--context <name>': 'the kubectl context (default: the current one)',
  '--field-manager <name>': 'the field manager to apply as (default: the one that applied the object last, or kubectl)',
  '--timeout <duration>': `the time limit for each answer (default: ${DEFAULT_TIMEOUT})`,
};

const optionsFor = (other: string) => Object.entries(OPTIONS).map(([flags, what]) => new Option(flags, `with ${other}: ${what}`));

/** Adds the options that select a cluster. They are only valid together with the option `other`. */
export function withCluster(command: Command, other: string): Command {
  for (const option of optionsFor(other)) command.addOption(option);
  return command;
}

/** Checks the flags. `isGiven` is whether the option `other` is set. */
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
