import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Command, Option } from 'commander';
import { FINE, found, ownWords, printable } from '../base/findings/finding';
import {
  collectManifests, describeLocated, LocatedFinding, ManifestError, RenderedFile, renderManifests,
  ToDo, writeYaml,
} from '../migration';
import { isManifestError } from '../files/reading';
import { findFiles } from '../files/reading/manifest-files';
import { attempt } from '../base/attempt';
import { throwFindings } from '../base/brand';
import { isIn } from '../base/output-folder';
import { describePlace } from '../files/reading/located-finding';
import { writeOutput } from '../files/writing/write-output';
import { ExitCode, Guarded, leftoverNote, note, printToStdout, printError, printJson, printToStderr } from './output';
import { Settings, SettingsFlags, settingsOfFlags, withSettings } from './settings';
import { documentationOf } from './error-reference';
import { exitCodeOf, reported } from './validate';

const SUBJECT = 'cdk8s-oam';

/** The flags of the command `render`. */
type RenderFlags = SettingsFlags
  & { readonly out?: string } & { readonly [F in 'keepGoing' | 'json' | 'markdown']?: boolean };

/** Adds the command `render`. */
export function addRender(program: Command, guarded: Guarded): void {
  withSettings(program.command('render'))
    .description('Render OAM manifests for a platform: for a cluster with an OAM platform, '
      + 'or as plain Kubernetes objects.')
    .argument('[paths...]', 'files and folders of manifests; - reads standard input')
    .option('--out <folder>',
      'write one file for each input file into this folder (default: print all to standard output)')
    .option('--keep-going', 'render what can be rendered, and print the rest as a to-do list on standard error')
    .option('--json', 'with --keep-going and --out: print the to-do list as JSON')
    .addOption(new Option('--markdown', 'with --keep-going and --out: print the to-do list as Markdown')
      .conflicts('json'))
    .action((paths: string[], flags: RenderFlags) => guarded(flags, async () => {
      const list = flags.json ? '--json' : flags.markdown ? '--markdown' : undefined;
      throwFindings(SUBJECT, [
        ...paths.length > 0 ? FINE : found('usage', 'paths', ownWords(
          'is required: manifests, and folders of them', 'name them; - is standard input')),
        // the list goes to standard output, so that the manifests have to go to a folder
        ...list === undefined || flags.keepGoing && flags.out !== undefined ? FINE : found('usage', list, ownWords(
          'prints the to-do list of --keep-going on standard output, in place of the manifests',
          'give --keep-going, and --out with a folder for the manifests')),
      ]);
      return renderPaths(paths, settingsOfFlags(flags), flags);
    }));
}

/** Renders manifests: all or none, or with `--keep-going` what can be rendered. */
async function renderPaths(paths: readonly string[], settings: Settings, flags: RenderFlags): Promise<ExitCode> {
  const { out, keepGoing } = flags;
  if (out !== undefined) checkOutput(out, paths);
  try {
    const manifests = collectManifests(paths);
    if (out !== undefined) checkOutput(out, [...manifests.sources.keys()]);
    const { warnings, toDo, ...rendered } = renderManifests(manifests, { ...settings, keepGoing });
    const files = rendered.files.filter(({ objects }) => objects.length > 0);
    if (files.length === 0 && toDo.length === 0) throw nothingRendered(paths, warnings);
    const notes = files.length > 0 && out !== undefined ? writeFolder(out, files, paths) : [];
    if (files.length > 0 && out === undefined) printToStdout(writeYaml(files.flatMap(({ objects }) => objects)));
    [...notes, ...warnings.map(describeLocated)].forEach(note);
    if (toDo.length > 0) printToStderr(textToDo(toDo));
    if (files.length === 0) printToStderr(nothingRendered(paths, []).message);
    if (flags.json) {
      const dataOf = (reason: LocatedFinding) => ({ ...reported(reason), documentation: documentationOf(reason.code) });
      const list = toDo.map(({ reasons, ...each }) => ({ ...each, reasons: reasons.map(dataOf) }));
      printJson({ complete: toDo.length === 0, toDo: list, warnings: warnings.map(dataOf) });
    } else if (flags.markdown) {
      printToStdout(markdownToDo(toDo));
    }
    return toDo.length > 0 ? ExitCode.NOT_FINE : ExitCode.FINE;
  } catch (error) {
    if (!isManifestError(error)) throw error;
    printError(error, flags);
    return exitCodeOf(error.findings, ExitCode.NOT_FINE);
  }
}

/**
 * The error for an empty result: applying it with pruning would delete everything that runs. The warnings may give the
 * reason.
 */
function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  const empty = found('no-objects', '',
    ownWords('gives no Kubernetes object', 'check the path, and what has written the files'));
  return new ManifestError([...warnings, ...empty.map(each => ({ ...each, file }))]);
}

/** The first line of a to-do list. */
const notRendered = (number: number) =>
  `${number === 1 ? '1 part of the manifests is' : `${number} parts of the manifests are`} not rendered.`;

/** The to-do list as text: each item that is not rendered, followed by the reasons and remedies. */
function textToDo(toDo: readonly ToDo[]): string {
  const items = toDo.flatMap(({ application, namespace, component, trait, object, with: others, reasons }) => {
    // `component "cart" of application "shop" in namespace "shop", with MetricsTrait`
    const names = Object.entries({ component, application })
      .map(([kind, name]) => name && `${kind} ${JSON.stringify(name)}`);
    const what = [trait, object, ...names].filter(each => each).join(' of ') || `an object in ${reasons[0].file}`;
    const where = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
    return [
      `- ${printable(`${what}${where}${others.length > 0 ? `, with ${others.join(', ')}` : ''}`)}`,
      ...reasons.map(reason => {
        const { code, field, problem, remedy } = reported(reason);
        const place = [describePlace(reason), code].filter(each => each !== '').join(': ');
        return `  ${printable(`${place}: ${field && `'${field}' `}${problem}; ${remedy}`)}`;
      }),
    ];
  });
  return [`${notRendered(toDo.length)} To do:`, ...items].join('\n');
}

/** The to-do list as Markdown, for an issue or a merge request. */
function markdownToDo(toDo: readonly ToDo[]): string {
  if (toDo.length === 0) return '# To do\n\nEverything is rendered.\n';
  const rows = toDo.flatMap(each => each.reasons.map(finding => {
    const { code, field, problem, remedy } = reported(finding);
    const reason = `${code}: ${field && `'${field}' `}${problem}`;
    const { application = '', component = '', object = '', trait = object } = each;
    return [application, component, trait, each.with.join(', '), describePlace(finding), reason, remedy];
  }));
  // so that Markdown and HTML do not interpret foreign text
  const escapedRows = rows.map(row => row.map(cell => printable(cell)
    .replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/[\\`*_[\]|~#!]/g, '\\$&')));
  const header = ['Application', 'Component', 'Trait or object', 'Not rendered with it', 'Place', 'Reason', 'Remedy'];
  const lines = [header, header.map(() => '---'), ...escapedRows].map(row => `| ${row.join(' | ')} |\n`);
  return `# To do\n\n${notRendered(toDo.length)}\n\n${lines.join('')}`;
}

/**
 * Checks that the next run does not read the output, and that the output does not replace the input. `paths` are the
 * named paths, or the files that were read from them; symbolic links are resolved.
 */
function checkOutput(out: string, paths: readonly string[]): void {
  const folder = realPath(out);
  const meets = (path: string) => isIn(path, folder) || isIn(folder, path);
  const path = paths.filter(each => !['-', '<stdin>'].includes(each)).find(each => meets(realPath(each)));
  if (path !== undefined) throwFindings(SUBJECT, found('usage', '--out', { reason: 'output-meets-input', path }));
}

/** The path with all symbolic links resolved. The file may not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  return attempt(() => realpathSync(whole)) ?? (above === whole ? whole : join(realPath(above), basename(whole)));
}

/** Writes one file for each input file. Returns notes on the folder. */
function writeFolder(out: string, files: readonly RenderedFile[], paths: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const sources = new Map<string, string>();
  const folders = paths.filter(path => path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory());
  const withSlashes = (path: string) => path.split(sep).join('/');
  for (const { file, objects } of files) {
    // the path relative to the folder that contains the file
    const folder = folders.find(each => isIn(each, file));
    const path = file === '<stdin>' ? 'stdin' : folder === undefined ? basename(file) : relative(folder, file);
    const name = withSlashes(path).replace(/\.(ya?ml|json)$/i, '').concat('.yaml');
    const key = name.toLowerCase();
    const first = sources.get(key);
    throwFindings(SUBJECT, first === undefined ? FINE
      : found('usage', '--out', { reason: 'one-name', name, first, second: file }));
    sources.set(key, file);
    texts.set(name, writeYaml(objects));
  }
  const { contested } = writeOutput(out, texts, { subject: SUBJECT });
  const others = findFiles([out]).files.map(file => relative(out, file)).filter(name => !texts.has(withSlashes(name)));
  return [
    ...[...contested].map(([file, index]) =>
      `note: ${JSON.stringify(file)} was written by the GitOpsApp with the index ${JSON.stringify(index)}, `
        + 'and is overwritten; name another folder if that app still writes it'),
    ...leftoverNote(out, others),
  ];
}
