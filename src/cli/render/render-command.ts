import { Command } from 'commander';
import { checkOutput, writeFolder } from './output-folder';
import { runFunction } from './plugin';
import { exitCodeOf, nothingRendered } from './refusals';
import { collectManifests, describeLocated, ManifestError, RenderedFile, renderManifests, writeYaml } from '../../manifest';
import { refuse } from '../../private/errors';
import { FINE, Finding, finding } from '../../private/finding';
import { ExitCode } from '../exit-codes';
import { Guarded } from '../guarded';
import { note, print, tell } from '../output';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';

/** What the command `render` is told. */
export interface RenderFlags {
  readonly out?: string;
  readonly krm?: boolean;
}

/** Adds the command `render`. */
export function addRender(program: Command, guarded: Guarded): void {
  withSettings(program.command('render'))
    .description('Render OAM manifests for a platform. Ends with 0 if that was done, 1 if they cannot be rendered, 2 if something could not be read or written.')
    .argument('[paths...]', 'manifests, and folders of them; - is standard input')
    .option('--out <folder>', 'write a file for each one that was read into this folder, in place of all to standard output')
    .option('--krm', 'be a KRM function: read a ResourceList from standard input and write one; all else is said by its functionConfig')
    .action((paths: string[], flags: SettingsFlags & RenderFlags) => guarded({}, async () => {
      refuse('cdk8s-oam', usage(paths, flags));
      return flags.krm ? runFunction() : render(paths, settingsOf(flags), flags);
    }));
}

function usage(paths: readonly string[], { krm, ...others }: RenderFlags): Finding[] {
  if (!krm) return paths.length > 0 ? FINE : finding('usage', 'paths', 'is required: manifests, and folders of them', 'name them; - is standard input');
  const isMore = paths.length + Object.keys(others).length > 0;
  return isMore ? finding('usage', '--krm', 'must be given alone', 'say which files and which settings in the functionConfig') : FINE;
}

/** Renders manifests, all or none. */
export function render(paths: readonly string[], settings: Settings, { out }: RenderFlags): ExitCode {
  if (out !== undefined) checkOutput(out, paths);
  try {
    const { files, warnings } = renderManifests(collectManifests(paths), settings);
    const rendered = files.filter(({ objects }) => objects.length > 0);
    if (rendered.length === 0) throw nothingRendered(paths, warnings);
    [...write(rendered, paths, out), ...warnings.map(describeLocated)].forEach(note);
    return ExitCode.FINE;
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    tell(error.message);
    return exitCodeOf(error);
  }
}

/** Gives what is to be told of the output. */
function write(files: readonly RenderedFile[], paths: readonly string[], out?: string): string[] {
  if (out !== undefined) return writeFolder(out, files, paths);
  print(writeYaml(files.flatMap(({ objects }) => objects)));
  return [];
}
