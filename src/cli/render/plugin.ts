import { isatty } from 'node:tty';
import { renderList } from './function';
import { ResourceList, listOf, readList } from './resource-list';
import { FINE, Finding, found } from '../../findings/finding';
import { collectManifests, ManifestError, readManifests, writeYaml } from '../../manifest';
import { refuse } from '../../private/errors';
import { ExitCode } from '../exit-codes';
import { guard } from '../guarded';
import { note, print } from '../output';

const BIN = 'cdk8s-oam-kustomize';

/**
 * What kustomize runs, which gives no options: a KRM function, or a plugin of the older kind, which is given the file of its configuration. Gives
 * the code with which it ends.
 */
export function runPlugin(args: readonly string[]): Promise<ExitCode> {
  return guard({}, async () => {
    refuse(BIN, usage(args));
    return args.length === 0 ? runFunction() : runOlder(args[0]);
  });
}

function usage([first = '', ...others]: readonly string[]): Finding[] {
  const isFine = others.length === 0 && !first.startsWith('-');
  return isFine ? FINE : found('usage', '', { reason: 'plugin-arguments' });
}

/** A KRM function: a list in, a list out. */
export function runFunction(): ExitCode {
  if (isatty(0)) refuse('cdk8s-oam', found('usage', 'standard input', { reason: 'krm-terminal' }));
  const { list, exitCode } = renderList(readList(collectManifests(['-'])));
  print(writeYaml([list]));
  tellResults(list);
  return exitCode;
}

/** A plugin of the older kind is the function in other clothes: a configuration and objects in, objects out. A generator is given none. */
function runOlder(configuration: string): ExitCode {
  const read = collectManifests([configuration]);
  if (read.unread.length > 0) throw new ManifestError(read.unread);
  if (read.yaml.length !== 1) refuse(BIN, found('usage', [configuration], { reason: 'plugin-configurations', count: read.yaml.length }));
  const given = isatty(0) ? readManifests('', '<stdin>') : collectManifests(['-']);
  const { list, exitCode } = renderList(listOf(given, read.yaml[0].value));
  if (exitCode === ExitCode.FINE) print(writeYaml(list.items));
  tellResults(list);
  return exitCode;
}

/** Not all callers show the results. */
function tellResults({ results = [] }: ResourceList): void {
  for (const { message } of results) note(message);
}
