import { Command, Option } from 'commander';
import { checkOutput, writeFolder } from './output-folder';
import { humanToDo, jsonToDo, markdownToDo } from './to-do-report';
import { Finding, FINE, found, saying } from '../../findings/finding';
import {
  LocatedFinding, ManifestError, RenderedFile, RenderedManifests, collectManifests, describeLocated, renderManifests, writeYaml,
} from '../../manifest';
import { isManifestError } from '../../manifest/reading';
import { refuse } from '../../private/errors';
import { ExitCode, Guarded, tellError } from '../exit';
import { note, print, printJson, tell } from '../output';
import { withProgress } from '../progress';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';
import { exitCodeOf } from '../validate/report';

/** The flags of the command `render`. */
export interface RenderFlags {
  readonly out?: string;
  readonly keepGoing?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** Adds the command `render`. */
export function addRender(program: Command, guarded: Guarded): void {
  withSettings(program.command('render'))
    .description('Render OAM manifests for a platform: for a cluster with an OAM platform, or as plain Kubernetes objects.')
    .argument('[paths...]', 'files and folders of manifests; - reads standard input')
    .option('--out <folder>', 'write one file for each input file into this folder (default: print all to standard output)')
    .option('--keep-going', 'render what can be rendered, and print the rest as a to-do list on standard error')
    .option('--json', 'with --keep-going and --out: print the to-do list as JSON')
    .addOption(new Option('--markdown', 'with --keep-going and --out: print the to-do list as Markdown').conflicts('json'))
    .action((paths: string[], flags: SettingsFlags & RenderFlags) => guarded(flags, async () => {
      refuse('cdk8s-oam', usage(paths, flags));
      return render(paths, settingsOf(flags), flags);
    }));
}

const NO_PATHS = found('usage', 'paths', saying('is required: manifests, and folders of them', 'name them; - is standard input'));

/** The to-do list as JSON or Markdown goes to standard output, so that the manifests have to go to a folder. */
function usage(paths: readonly string[], { out, keepGoing, json, markdown }: RenderFlags): Finding[] {
  const flag = json ? '--json' : markdown ? '--markdown' : undefined;
  const isListed = flag === undefined || keepGoing && out !== undefined;
  return [...paths.length > 0 ? FINE : NO_PATHS, ...isListed ? FINE : found('usage', flag,
    saying('prints the to-do list of --keep-going on standard output, in place of the manifests',
      'give --keep-going, and --out with a folder for the manifests'))];
}

/** Renders manifests: all or none, or with `--keep-going` what can be rendered. */
export async function render(paths: readonly string[], settings: Settings, flags: RenderFlags): Promise<ExitCode> {
  const { out, keepGoing } = flags;
  if (out !== undefined) checkOutput(out, paths);
  try {
    const rendered = await withProgress('rendering', () => {
      const manifests = collectManifests(paths);
      if (out !== undefined) checkOutput(out, [...manifests.sources.keys()]);
      return renderManifests(manifests, { ...settings, keepGoing });
    });
    const { warnings, toDo } = rendered;
    const files = rendered.files.filter(({ objects }) => objects.length > 0);
    if (files.length === 0 && toDo.length === 0) throw nothingRendered(paths, warnings);
    const notes = files.length > 0 ? write(files, paths, out) : [];
    [...notes, ...warnings.map(describeLocated)].forEach(note);
    if (toDo.length > 0) tell(humanToDo(toDo));
    if (files.length === 0) tell(nothingRendered(paths, []).message);
    report(rendered, flags);
    return toDo.length > 0 ? ExitCode.NOT_FINE : ExitCode.FINE;
  } catch (error) {
    if (!isManifestError(error)) throw error;
    tellError(error, flags);
    return exitCodeOf(error.findings, ExitCode.NOT_FINE);
  }
}

/** Writes to the folder or to standard output. Returns notes on the output. */
function write(files: readonly RenderedFile[], paths: readonly string[], out?: string): string[] {
  if (out !== undefined) return writeFolder(out, files, paths);
  print(writeYaml(files.flatMap(({ objects }) => objects)));
  return [];
}

/** The error for an empty result: applying it with pruning would delete everything that runs. The warnings may give the reason. */
function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  return new ManifestError([...warnings, ...found('no-objects', '', saying('gives no Kubernetes object',
    'check the path, and what has written the files')).map(each => ({ ...each, file }))]);
}

function report(rendered: RenderedManifests, { json, markdown }: RenderFlags): void {
  if (json) printJson(jsonToDo(rendered));
  else if (markdown) print(markdownToDo(rendered));
}
