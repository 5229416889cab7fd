import { Command, Option } from 'commander';
import { Finding, FINE, found } from '../../findings/finding';
import { filled } from '../../private/check';

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

const OPTIONS = [
  new Option('--context <name>', 'the context of kubectl (default: the current one)'),
  new Option('--field-manager <name>', 'in whose name objects are applied (default: whoever has applied them last, or kubectl)'),
  new Option('--timeout <duration>', `how long an answer of the cluster may take (default: ${DEFAULT_TIMEOUT})`),
];

/** Adds the options that lead to a cluster. */
export function withCluster(command: Command): Command {
  for (const option of OPTIONS) command.addOption(option);
  return command;
}

/** What is wrong with these flags; they are for the command with another one, which is given or not. */
export function checkCluster(flags: ClusterFlags, other: string, isGiven: boolean): Finding[] {
  const given = OPTIONS.filter(option => flags[option.attributeName() as keyof ClusterFlags] !== undefined);
  if (!isGiven) return given.flatMap(({ long }) => found('usage', long!, { reason: 'without', other }));
  const { context, fieldManager } = flags;
  return [
    ...context === undefined ? FINE : filled(context, '--context'),
    ...fieldManager === undefined ? FINE : filled(fieldManager, '--field-manager'),
  ];
}
