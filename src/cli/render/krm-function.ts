import { isatty } from 'node:tty';
import { ReadList, ResourceList, listOf, readList, refusalResults, warningResults } from './resource-list';
import { Check, FINE, Finding, found, within } from '../../findings/finding';
import { LocatedFinding, ManifestDocument, ManifestError, Manifests, RefusedManifestsError, collectManifests, readManifests, renderManifests, writeYaml } from '../../manifest';
import { isManifestError, together } from '../../manifest/reading';
import { filled, isObject, list, object } from '../../private/check';
import { isModelError, refuse } from '../../private/errors';
import { nearest } from '../../private/nearest';
import { ExitCode, guard } from '../exit';
import { note, print } from '../output';
import { Settings, settingsOfValue } from '../settings';
import { isUnreadable } from '../validate/report';

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
  const { list: answer, exitCode } = renderList(readList(collectManifests(['-'])));
  print(writeYaml([answer]));
  tellResults(answer);
  return exitCode;
}

/** A plugin of the older kind is the function in other clothes: a configuration and objects in, objects out. A generator is given none. */
function runOlder(configuration: string): ExitCode {
  const read = collectManifests([configuration]);
  if (read.unread.length > 0) throw new ManifestError(read.unread);
  if (read.yaml.length !== 1) refuse(BIN, found('usage', [configuration], { reason: 'plugin-configurations', count: read.yaml.length }));
  const given = isatty(0) ? readManifests('', '<stdin>') : collectManifests(['-']);
  const { list: answer, exitCode } = renderList(listOf(given, read.yaml[0].value));
  if (exitCode === ExitCode.FINE) print(writeYaml(answer.items));
  tellResults(answer);
  return exitCode;
}

/** Not all callers show the results. */
function tellResults({ results = [] }: ResourceList): void {
  for (const { message } of results) note(message);
}

/** What came of a list. */
interface Answer {
  readonly list: ResourceList;
  readonly exitCode: ExitCode;
}

/** What is rendered, and what may be wrong with it. */
interface RenderedItems {
  readonly items: readonly Record<string, any>[];
  readonly warnings: readonly LocatedFinding[];
}

/**
 * What is rendered of the items of a list, and of the files that its configuration names. Where something speaks against it, the items are what they
 * were, and the results say why.
 */
export function renderList({ list: { results: _, ...asked }, given }: ReadList): Answer {
  try {
    const { items, warnings } = renderItems(given, asked.functionConfig);
    const results = warningResults(warnings, given);
    return { list: { ...asked, items, ...results.length > 0 ? { results } : {} }, exitCode: ExitCode.FINE };
  } catch (error) {
    if (!(isManifestError(error) || isModelError(error))) throw error;
    const exitCode = isManifestError(error) ? exitCodeOf(error) : ExitCode.NOT_DONE;
    return { list: { ...asked, results: refusalResults(error, given) }, exitCode };
  }
}

function renderItems(given: Manifests, functionConfig: unknown): RenderedItems {
  const { files, ...spec } = specOf(functionConfig);
  const settings = settingsOfValue(spec, 'functionConfig.spec');
  const local = given.documents.filter(isLocal);
  const documents = given.documents.filter(document => !isLocal(document));
  if (documents.length === 0 && !files?.length) {
    refuse('functionConfig', found('missing-field', 'spec.files', { reason: 'files-or-objects' }));
  }
  const read = together([{ ...given, documents }, collectManifests(files ?? [])]);
  const { objects, warnings } = settings.target === 'oam' ? passed(read) : rendered(read, settings);
  if (objects.length === 0) throw nothingRendered(files ?? ['items'], warnings);
  return { items: [...local.map(({ value }) => value), ...objects], warnings };
}

/** What is meant for no cluster, such as the configuration of a function itself: kustomize puts it among the items of a generator. */
function isLocal({ value }: ManifestDocument): boolean {
  const isSaid = value.metadata?.annotations?.['config.kubernetes.io/local-config'];
  return isSaid !== undefined && isSaid !== 'false';
}

/** The objects as they are. A document that is none would go through a command, but not through a list. */
function passed({ documents, unread, findings }: Manifests) {
  if (unread.length > 0) throw new ManifestError(unread);
  if (findings.length > 0) throw new RefusedManifestsError(findings);
  return { objects: documents.map(({ value }) => value), warnings: [] };
}

function rendered(manifests: Manifests, settings: Settings) {
  const { files, warnings } = renderManifests(manifests, settings);
  return { objects: files.flatMap(({ objects }) => objects as Record<string, any>[]), warnings };
}

const FILE: Check = (value, field) => value === '-' ? found('usage', field, { reason: 'krm-standard-input' }) : filled(value, field);

/** The settings know nothing of the files, and would not see what was meant for them. */
const misspelt: Check = value => Object.keys(value).filter(name => name !== 'files' && nearest(name, ['files']) !== undefined).flatMap(name =>
  found('unknown-field', [name], { reason: 'function-config', meant: 'files' }));

/** Who applies what kustomize prints sees no to-do list. */
const KEEP_GOING: Check = (_, field) => found('usage', field, { reason: 'krm-keep-going' });

const FILES = object({ files: list(FILE), keepGoing: KEEP_GOING });
const SPEC: Check = (value, field) => [...FILES(value, field), ...isObject(value) ? within(field, misspelt(value, '')) : FINE];
const CONFIG = object({ spec: SPEC });

function specOf(functionConfig: unknown): { readonly files?: readonly string[] } & Record<string, unknown> {
  refuse('functionConfig', functionConfig == null ? FINE : CONFIG(functionConfig, ''));
  const { files, ...others } = (functionConfig as any)?.spec ?? {};
  return { ...others, files: files ?? undefined };
}

/** What a command ends with that has rendered nothing: the same as `validate`, whether the manifests have errors or could not be read. */
export function exitCodeOf({ findings }: ManifestError): ExitCode {
  return findings.some(({ code }) => isUnreadable(code)) ? ExitCode.NOT_DONE : ExitCode.NOT_FINE;
}

/** Whoever applies what is rendered, and prunes, would delete all that runs. The warnings may say why there is nothing. */
export function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  return new ManifestError([...warnings, ...found('no-objects', '', { reason: 'unrendered' }).map(each => ({ ...each, file }))]);
}
