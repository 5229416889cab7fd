import type { SnapshotOptions } from './options';
import { bad, Finding, FINE, saying, Path, pathOf, Step, found, must } from '../base/findings/finding';
import { LAST_APPLIED } from '../migration/model/server-fields';
import { writeYaml } from '../files/write-yaml';
import { asObject, closed, flag, isObject, list, objectName } from '../base/check';
import { refuse } from '../base/brand';
import { identityOf, TypedManifest } from '../base/oam-kind';
import { isKind } from '../base/kinds/kind-of';
import { ordered } from '../base/plain';
import { ApiObject, App, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { GitOpsApp } from '../delivery/gitops-app';
import { constructsOf } from '../delivery/order/tree';
import { Origins } from '../delivery/rendering';
import { refuseAll, validate } from '../delivery/validation';
import { writeDocuments } from '../files/yaml/write-documents';
import { collectManifests, ManifestDocument, ManifestError, ReadManifests, readManifests } from '../files/reading';
import { carriedBy } from '../cluster/objects/carried';
import { raise } from '../base/user-stack';

/** The YAML of objects in a fixed order with sorted keys: a change of one object changes only its lines. */
export function snapshotOf(objects: readonly ViewedObject[], options: SnapshotOptions): string {
  refuse('Manifests.toSnapshot()', closed({ redact: list(redactable), withoutImageTags: flag })(options, 'options'));
  const paths = (options.redact ?? []).map(redactedPath);
  const shown = (value: TypedManifest) => inOrder(redacted(value, paths, options.withoutImageTags ?? false));
  const sorted = objects.map(({ value }) => ({ value, key: keyOf(value) })).sort((a, b) => compareKeys(a.key, b.key));
  return sorted.map(({ value }) => `# ${objectName(value)}\n${writeYaml([shown(value)])}`).join('---\n');
}

function keyOf(value: TypedManifest): string[] {
  const { namespace, group, kind, name } = identityOf(value);
  return [namespace ?? value.metadata?.namespace ?? '', group, kind, name ?? value.metadata?.generateName ?? ''].map(String);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const i = a.findIndex((each, at) => each !== b[at]);
  return i < 0 ? 0 : a[i] < b[i] ? -1 : 1;
}

/** Type and metadata first, as people write them, and the other fields by name. */
function inOrder(value: unknown): unknown {
  const { apiVersion, kind, metadata, ...others } = asObject(ordered(value, true));
  return { apiVersion, kind, ...metadata !== undefined && { metadata }, ...others };
}

const REDACTED = '<redacted>';
const CHECKSUM = '<checksum>';
const TAG = '<tag>';

/** A step to every element of a list. */
const EACH = '[]';

/** A path that is redacted, in objects of one kind or of all. */
interface RedactedPath {
  readonly kind?: string;
  readonly steps: Path;
}

/** An object as a snapshot shows it: values are replaced by their position alone, never by their form. */
function redacted(object: TypedManifest, paths: readonly RedactedPath[], withoutImageTags: boolean): unknown {
  const own = paths.filter(({ kind = object.kind }) => kind === object.kind);
  return own.reduce<unknown>((value, { steps }) => replaced(value, steps), cleared(object, '', withoutImageTags));
}

/** A copy with the replacements that apply to every object; `name` is that of the field that holds the value. */
function cleared(value: unknown, name: string, withoutImageTags: boolean): unknown {
  if (Array.isArray(value)) return value.map(each => cleared(each, name, withoutImageTags));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => {
    if (isKind(value, '/Secret') && (key === 'data' || key === 'stringData')) return [key, withoutValues(each)];
    if (name === 'annotations' && key.startsWith('checksum/')) return [key, CHECKSUM];
    // it holds the whole object, including the values of a Secret
    if (name === 'annotations' && key === LAST_APPLIED) return [key, REDACTED];
    if (withoutImageTags && key === 'image' && typeof each === 'string') return [key, withoutTag(each)];
    return [key, cleared(each, key, withoutImageTags)];
  }));
}

/** The keys of a Secret without their values. A value that is not a map may be a password as a whole. */
function withoutValues(data: unknown): unknown {
  return isObject(data) ? Object.fromEntries(Object.keys(data).map(key => [key, REDACTED])) : REDACTED;
}

/** An image with a placeholder for its tag and digest. The port of a registry precedes a slash, and stays. */
function withoutTag(image: string): string {
  const tag = /(:[\w.-]+)?(@[\w:.+-]+)?$/.exec(image)!;
  return tag[0] === '' ? image : `${image.slice(0, tag.index)}:${TAG}`;
}

function replaced(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return REDACTED;
  if (Array.isArray(value)) return value.map((each, i) => step === EACH || step === i ? replaced(each, rest) : each);
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === step ? replaced(each, rest) : each]));
}

function redactedPath(text: string): RedactedPath {
  const [, kind, path] = /^(?:([A-Z]\w*)\/)?(.*)$/s.exec(text)!;
  return { kind, steps: path.split(EACH).flatMap((part, i): Step[] => [...i > 0 ? [EACH] : [], ...pathOf(part)]) };
}

/**
 * Rejects an empty path, and one of `apiVersion` or `kind`, without which nobody would know what the snapshot shows.
 */
function redactable(text: unknown, field: string): Finding[] {
  const steps = typeof text === 'string' ? redactedPath(text).steps : [];
  const [first] = steps;
  return first === undefined || typeof first === 'number' || first === EACH || ['apiVersion', 'kind'].includes(first)
    ? bad('invalid-value', saying('must be the path of a field other than apiVersion and kind, such as "spec.rules[].host"'), field, text)
    : FINE;
}

/** An object of manifests, and its origin. */
export interface ViewedObject {
  readonly value: TypedManifest;
  /** The path of its construct, or its file and line. */
  readonly origin: string;
}

const isApp = must(value => typeof (value as Partial<App> | undefined)?.synthYaml === 'function', 'invalid-type', 'app');

const isChart = must(value => Chart.isChart(value), 'invalid-type', 'chart');

/** All objects that an app would write. */
export function objectsOfApp(app: App): ViewedObject[] {
  refuse('Manifests.ofApp()', isApp(app, 'app'));
  const documents = documentsOf(app);
  if (documents) return documents.flatMap(objectsOfDocument);
  validate(app);
  return objectsIn(app, rendered(app, () => app.synthYaml()));
}

/** The objects of a chart that its app would write. The whole app is validated. */
export function objectsOfChart(chart: Chart): ViewedObject[] {
  refuse('Manifests.ofChart()', isChart(chart, 'chart'));
  const root = chart.node.root;
  const documents = documentsOf(root);
  if (documents) return documents.filter(({ construct }) => Chart.of(construct) === chart).flatMap(objectsOfDocument);
  validate(root);
  return objectsIn(chart, rendered(chart, () => writeDocuments(Object.values(chart.toJson()))));
}

/** The objects in a string of YAML or JSON. */
export function objectsOfText(text: string): ViewedObject[] {
  return accepted(readManifests(text, '<yaml>')).map(withPlace);
}

/** The objects of the files in a folder. */
export function objectsOfFolder(folder: string): ViewedObject[] {
  // a dash means standard input to the commands, but may be a folder here
  return accepted(collectManifests([folder === '-' ? './-' : folder])).map(withPlace);
}

type GitOpsDocument = ReturnType<GitOpsApp['_documents']>[number];

/** The documents that a GitOpsApp of any copy of the library renders; `undefined` for another app. */
function documentsOf(root: IConstruct): readonly GitOpsDocument[] | undefined {
  return (root as Partial<GitOpsApp>)._documents?.();
}

function objectsOfDocument({ construct, text }: GitOpsDocument): ViewedObject[] {
  const { path } = construct.node;
  return accepted(readManifests(text, path)).map(({ value }) => ({ value, origin: path }));
}

/** The text that a construct renders. An error that it throws becomes a finding. */
function rendered(construct: IConstruct, render: () => string): string {
  try {
    return render();
  } catch (error) {
    const [finding] = found('not-rendered', '', { message: error instanceof Error ? error.message : String(error) });
    refuseAll([{ construct, finding }], error);
    throw error;
  }
}

/** The objects in the text that was rendered from the constructs below `scope`. */
function objectsIn(scope: IConstruct, text: string): ViewedObject[] {
  const origins = new Origins(constructsOf(scope).filter(ApiObject.isApiObject));
  const { path } = scope.node;
  return accepted(readManifests(text, path || 'App')).map(({ value }) => ({ value, origin: origins.take(value)?.node.path ?? path }));
}

function accepted({ documents, findings }: ReadManifests): readonly ManifestDocument[] {
  if (findings.length > 0) raise(new ManifestError(findings));
  return documents;
}

function withPlace(document: ManifestDocument): ViewedObject {
  return { value: document.value, origin: `${document.file}:${document.locate('').line}` };
}

/** An object, and its path in the viewed object: empty for that itself. */
interface ViewedPart {
  readonly viewed: ViewedObject;
  readonly object: TypedManifest;
  readonly path: Path;
}

/** The objects, and those that an OAM platform creates from Components and traits. */
export function carriedObjects(all: readonly ViewedObject[]): ViewedPart[] {
  return all.flatMap(viewed => [{ object: viewed.value, path: [] }, ...carriedBy(viewed.value)].map(each => ({ viewed, ...each })));
}
