import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Command, Option } from 'commander';
import { Finding, FINE, found, saying, printable } from '../../base/findings/finding';
import {
  collectManifests, describeLocated, LocatedFinding, ManifestError, RenderedFile, RenderedManifests, renderManifests,
  ToDo, writeYaml,
} from '../../migration';
import { isManifestError } from '../../files/reading';
import { findFiles } from '../../files/reading/manifest-files';
import { attempt } from '../../base/attempt';
import { refuse } from '../../base/brand';
import { isIn } from '../../base/output-folder';
import { writeOutput } from '../../files/writing/write-output';
import { ExitCode, Guarded, tellError, leftoverNote, note, print, printJson, tell } from '../output';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';
import { documentationOf, exitCodeOf, Reported, reported, thisTool } from '../validate/validate';

/** The flags of the command `render`. */
interface RenderFlags {
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
    const manifests = collectManifests(paths);
    if (out !== undefined) checkOutput(out, [...manifests.sources.keys()]);
    const rendered = renderManifests(manifests, { ...settings, keepGoing });
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

/** The to-do list as text: each item that is not rendered, followed by the reasons and remedies. */
function humanToDo(toDo: readonly ToDo[]): string {
  const reasonsOf = ({ reasons }: ToDo) => reasons.map(each => `  ${printable(reasonOf(reported(each)))}`);
  const items = toDo.map(each => [`- ${printable(subjectOf(each))}`, ...reasonsOf(each)]);
  return [`${count(toDo.length)} not rendered. To do:`, ...items.flat()].join('\n');
}

function reasonOf(reason: Reported): string {
  const { code, problem, remedy } = reason;
  return `${[placeOf(reason), code].filter(each => each !== '').join(': ')}: ${subject(reason)}${problem}; ${remedy}`;
}

/** The to-do list as data for other programs. */
function jsonToDo({ toDo, warnings }: RenderedManifests): object {
  const tool = thisTool();
  const told = (reason: ToDo['reasons'][number]) => ({ ...reported(reason), documentation: documentationOf(tool, reason.code) });
  const list = toDo.map(({ reasons, ...each }) => ({ ...each, reasons: reasons.map(told) }));
  return { complete: toDo.length === 0, toDo: list, warnings: warnings.map(told) };
}

/** The to-do list as Markdown, for an issue or a merge request. */
function markdownToDo({ toDo }: RenderedManifests): string {
  if (toDo.length === 0) return '# To do\n\nEverything is rendered.\n';
  const rows = toDo.flatMap(each => each.reasons.map(finding => {
    const own = reported(finding);
    const reason = `${own.code}: ${subject(own)}${own.problem}`;
    const { application = '', component = '', object = '', trait = object } = each;
    return [application, component, trait, each.with.join(', '), placeOf(own), reason, own.remedy];
  }));
  const header = ['Application', 'Component', 'Trait or object', 'Not rendered with it', 'Place', 'Reason', 'Remedy'];
  const lines = [header, header.map(() => '---'), ...rows.map(row => row.map(escaped))].map(row => `| ${row.join(' | ')} |\n`);
  return `# To do\n\n${count(toDo.length)} not rendered.\n\n${lines.join('')}`;
}

/** `component "cart" of application "shop" in namespace "shop", with MetricsTrait`. */
function subjectOf({ application, namespace, component, trait, object, with: others, reasons: [{ file }] }: ToDo): string {
  const named = Object.entries({ component, application }).map(([kind, name]) => name && `${kind} ${JSON.stringify(name)}`);
  const parts = [trait, object, ...named].filter(each => each);
  const what = parts.length > 0 ? parts.join(' of ') : `an object in ${file}`;
  const where = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
  return `${what}${where}${others.length > 0 ? `, with ${others.join(', ')}` : ''}`;
}

function subject({ field }: Reported): string {
  return field && `'${field}' `;
}

function placeOf({ file, line, column }: Reported): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

function count(number: number): string {
  return number === 1 ? '1 part of the manifests is' : `${number} parts of the manifests are`;
}

/** Escapes foreign text, so that Markdown and HTML do not interpret it. */
function escaped(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/[\\`*_[\]|~#!]/g, '\\$&');
}

/**
 * Checks that the next run does not read the output, and that the output does not replace the input. `paths` are the named paths, or
 * the files that were read from them; symbolic links are resolved.
 */
function checkOutput(out: string, paths: readonly string[]): void {
  const folder = realPath(out);
  const meets = (path: string) => isIn(path, folder) || isIn(folder, path);
  const read = paths.filter(path => !['-', '<stdin>'].includes(path)).find(path => meets(realPath(path)));
  if (read === undefined) return;
  refuse('cdk8s-oam', found('usage', '--out', { reason: 'output-meets-input', path: read }));
}

/** Writes one file for each input file. Returns notes on the folder. */
function writeFolder(out: string, files: readonly RenderedFile[], paths: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const sources = new Map<string, string>();
  const folders = paths.filter(path => path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const { file, objects } of files) {
    const name = outputName(file, folders);
    const key = name.toLowerCase();
    const twin = sources.get(key);
    if (twin !== undefined) refuse('cdk8s-oam', found('usage', '--out', { reason: 'one-name', name, first: twin, second: file }));
    sources.set(key, file);
    texts.set(name, writeYaml(objects));
  }
  const { contested } = writeOutput(out, texts, { subject: 'cdk8s-oam' });
  const others = findFiles([out]).files.map(file => relative(out, file)).filter(name => !texts.has(pathOf(name)));
  return [...[...contested].map(overwritten), ...leftoverNote(out, others)];
}

/** A note on a file that belongs to a GitOpsApp, which will write it again. */
function overwritten([file, index]: readonly [string, string]): string {
  const what = `${JSON.stringify(file)} was written by the GitOpsApp with the index ${JSON.stringify(index)}, and is overwritten`;
  return `note: ${what}; name another folder if that app still writes it`;
}

/** The path with all symbolic links resolved. The file may not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  return attempt(() => realpathSync(whole)) ?? (above === whole ? whole : join(realPath(above), basename(whole)));
}

/** The name of the output of a file: its path relative to the folder that contains it, with the extension `.yaml`. */
function outputName(file: string, folders: readonly string[]): string {
  if (file === '<stdin>') return 'stdin.yaml';
  const folder = folders.find(each => isIn(each, file));
  return pathOf(folder === undefined ? basename(file) : relative(folder, file)).replace(/\.(ya?ml|json)$/i, '').concat('.yaml');
}

/** A relative path, with `/` as the separator on every system. */
function pathOf(name: string): string {
  return name.split(sep).join('/');
}
