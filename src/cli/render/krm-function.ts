import { isatty } from 'node:tty';
import { listOf, ReadList, readList, refusalResults, ResourceList, resultOf } from './resource-list';
import { Check, FINE, Finding, found, within } from '../../findings/finding';
import {
  collectManifests, LocatedFinding, ManifestDocument, ManifestError, ReadManifests, readManifests, RefusedManifestsError, renderManifests,
  writeYaml,
} from '../../manifest';
import { isManifestError, together } from '../../manifest/reading';
import { asObject, filled, isObject, list, object } from '../../private/check';
import { isModelError, refuse } from '../../private/errors';
import { nearest } from '../../private/nearest';
import { ExitCode, guard } from '../exit';
import { note, print } from '../output';
import { Settings, settingsOfValue } from '../settings';
import { exitCodeOf } from '../validate/report';

const BIN = 'cdk8s-oam-kustomize';

/**
 * Runs as a plugin of kustomize, which passes no options: as a KRM function without arguments, or as a legacy exec plugin, whose
 * argument is its configuration file. Returns the exit code.
 */
export function runPlugin(args: readonly string[]): Promise<ExitCode> {
  return guard({}, async () => {
    if (args.length > 1 || args[0]?.startsWith('-')) refuse(BIN, found('usage', '', { reason: 'plugin-arguments' }));
    return args.length === 0 ? runFunction() : runOlder(args[0]);
  });
}

/** Runs a KRM function: reads a `ResourceList` from standard input, and prints one. */
export function runFunction(): ExitCode {
  if (isatty(0)) refuse('cdk8s-oam', found('usage', 'standard input', { reason: 'krm-terminal' }));
  return give(renderList(readList(collectManifests(['-']))), answer => writeYaml([answer]));
}

/** Runs a legacy plugin: reads a configuration and objects, and prints objects. A generator receives no objects. */
function runOlder(configuration: string): ExitCode {
  const read = collectManifests([configuration]);
  if (read.unread.length > 0) throw new ManifestError(read.unread);
  if (read.yaml.length !== 1) refuse(BIN, found('usage', [configuration], { reason: 'plugin-configurations', count: read.yaml.length }));
  const given = isatty(0) ? readManifests('', '<stdin>') : collectManifests(['-']);
  const answer = renderList(listOf(given, read.yaml[0].value));
  return give(answer, ({ items }) => answer.exitCode === ExitCode.FINE ? writeYaml(items) : '');
}

/** Prints an answer, and its results on standard error too, because not all callers show them. */
function give({ list: answer, exitCode }: ReturnType<typeof renderList>, textOf: (answer: ResourceList) => string): ExitCode {
  print(textOf(answer));
  for (const { message } of answer.results ?? []) note(message);
  return exitCode;
}

/**
 * Renders the items of a list, and the files that its configuration names. If they are rejected, the items stay unchanged, and the
 * results give the reasons.
 */
export function renderList(read: ReadList): { readonly list: ResourceList; readonly exitCode: ExitCode } {
  const { list: { results: _, ...asked }, given } = read;
  try {
    const { items, warnings } = renderItems(given, asked.functionConfig);
    const results = warnings.map(each => resultOf(each, given));
    return { list: { ...asked, items, ...results.length > 0 ? { results } : {} }, exitCode: ExitCode.FINE };
  } catch (error) {
    if (!(isManifestError(error) || isModelError(error))) throw error;
    const exitCode = isManifestError(error) ? exitCodeOf(error.findings, ExitCode.NOT_FINE) : ExitCode.NOT_DONE;
    return { list: { ...asked, results: refusalResults(error, given) }, exitCode };
  }
}

function renderItems(given: ReadManifests, functionConfig: unknown) {
  const { files, ...spec } = specOf(functionConfig);
  const settings = settingsOfValue(spec, 'functionConfig.spec');
  const local = given.documents.filter(isLocal);
  const documents = given.documents.filter(document => !isLocal(document));
  if (documents.length === 0 && !files?.length) {
    refuse('functionConfig', found('missing-field', 'spec.files', { reason: 'files-or-objects' }));
  }
  const { items, warnings } = rendered(together([{ ...given, documents }, collectManifests(files ?? [])]), settings);
  if (items.length === 0) throw nothingRendered(files ?? ['items'], warnings);
  return { items: [...local.map(({ value }) => value), ...items], warnings };
}

/** Whether an object is not for a cluster, such as the configuration of the function: kustomize adds it to the items of a generator. */
function isLocal({ value }: ManifestDocument): boolean {
  const isSaid = value.metadata?.annotations?.['config.kubernetes.io/local-config'];
  return isSaid !== undefined && isSaid !== 'false';
}

/** For an OAM platform, returns the objects unchanged. Rejects other documents, which the command can print but a list cannot contain. */
function rendered(manifests: ReadManifests, settings: Settings) {
  const { documents, unread, findings } = manifests;
  if (settings.target === 'kubernetes') {
    const { files, warnings } = renderManifests(manifests, settings);
    return { items: files.flatMap(({ objects }) => objects as ResourceList['items']), warnings };
  }
  if (unread.length > 0) throw new ManifestError(unread);
  if (findings.length > 0) throw new RefusedManifestsError(findings);
  return { items: documents.map(({ value }) => value), warnings: [] };
}

const FILE: Check = (value, field) => value === '-' ? found('usage', field, { reason: 'krm-standard-input' }) : filled(value, field);

/** Finds misspellings of `files`: the check of the settings does not know this field, and could not suggest it. */
function misspelt(value: object): Finding[] {
  const names = Object.keys(value).filter(name => name !== 'files' && nearest(name, ['files']) !== undefined);
  return names.flatMap(name => found('unknown-field', [name], { reason: 'function-config', meant: 'files' }));
}

/** Rejects `keepGoing`: whoever applies the output of kustomize would not see the to-do list. */
const KEEP_GOING: Check = (_, field) => found('usage', field, { reason: 'krm-keep-going' });

const FILES = object({ files: list(FILE), keepGoing: KEEP_GOING });
const CONFIG = object({ spec: (value, field) => [...FILES(value, field), ...isObject(value) ? within(field, misspelt(value)) : FINE] });

function specOf(functionConfig: unknown): { readonly files?: readonly string[] } & Record<string, unknown> {
  refuse('functionConfig', functionConfig == null ? FINE : CONFIG(functionConfig, ''));
  const { files, ...others } = asObject<{ readonly files?: readonly string[] | null }>(asObject(functionConfig).spec);
  return { ...others, files: files ?? undefined };
}

/** The error for an empty result: applying it with pruning would delete everything that runs. The warnings may give the reason. */
export function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  return new ManifestError([...warnings, ...found('no-objects', '', { reason: 'unrendered' }).map(each => ({ ...each, file }))]);
}
