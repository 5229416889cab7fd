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
 * What kustomize runs, which gives no options: a KRM function, or a plugin of the older kind, which is given the file of its
 * configuration. Returns the exit code.
 */
export function runPlugin(args: readonly string[]): Promise<ExitCode> {
  return guard({}, async () => {
    if (args.length > 1 || args[0]?.startsWith('-')) refuse(BIN, found('usage', '', { reason: 'plugin-arguments' }));
    return args.length === 0 ? runFunction() : runOlder(args[0]);
  });
}

/** A KRM function: a list in, a list out. */
export function runFunction(): ExitCode {
  if (isatty(0)) refuse('cdk8s-oam', found('usage', 'standard input', { reason: 'krm-terminal' }));
  return give(renderList(readList(collectManifests(['-']))), answer => writeYaml([answer]));
}

/** A plugin of the older kind: a configuration and objects in, objects out. A generator is given none. */
function runOlder(configuration: string): ExitCode {
  const read = collectManifests([configuration]);
  if (read.unread.length > 0) throw new ManifestError(read.unread);
  if (read.yaml.length !== 1) refuse(BIN, found('usage', [configuration], { reason: 'plugin-configurations', count: read.yaml.length }));
  const given = isatty(0) ? readManifests('', '<stdin>') : collectManifests(['-']);
  const answer = renderList(listOf(given, read.yaml[0].value));
  return give(answer, ({ items }) => answer.exitCode === ExitCode.FINE ? writeYaml(items) : '');
}

/** Prints an answer, and its results, which not all callers show. */
function give({ list: answer, exitCode }: ReturnType<typeof renderList>, textOf: (answer: ResourceList) => string): ExitCode {
  print(textOf(answer));
  for (const { message } of answer.results ?? []) note(message);
  return exitCode;
}

/**
 * What is rendered of the items of a list, and of the files that its configuration names. If they are refused, the items stay what they
 * were, and the results say why.
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

/** What is meant for no cluster, such as the configuration of a function itself: kustomize puts it among the items of a generator. */
function isLocal({ value }: ManifestDocument): boolean {
  const isSaid = value.metadata?.annotations?.['config.kubernetes.io/local-config'];
  return isSaid !== undefined && isSaid !== 'false';
}

/** For an OAM platform the objects as they are; there, a document that is none would go through a command, but not through a list. */
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

/** The settings know nothing of the files, and would not see what was meant for them. */
function misspelt(value: object): Finding[] {
  const names = Object.keys(value).filter(name => name !== 'files' && nearest(name, ['files']) !== undefined);
  return names.flatMap(name => found('unknown-field', [name], { reason: 'function-config', meant: 'files' }));
}

/** Who applies what kustomize prints sees no to-do list. */
const KEEP_GOING: Check = (_, field) => found('usage', field, { reason: 'krm-keep-going' });

const FILES = object({ files: list(FILE), keepGoing: KEEP_GOING });
const CONFIG = object({ spec: (value, field) => [...FILES(value, field), ...isObject(value) ? within(field, misspelt(value)) : FINE] });

function specOf(functionConfig: unknown): { readonly files?: readonly string[] } & Record<string, unknown> {
  refuse('functionConfig', functionConfig == null ? FINE : CONFIG(functionConfig, ''));
  const { files, ...others } = asObject<{ readonly files?: readonly string[] | null }>(asObject(functionConfig).spec);
  return { ...others, files: files ?? undefined };
}

/** Whoever applies what is rendered, and prunes, would delete all that runs. The warnings may say why there is nothing. */
export function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  return new ManifestError([...warnings, ...found('no-objects', '', { reason: 'unrendered' }).map(each => ({ ...each, file }))]);
}
