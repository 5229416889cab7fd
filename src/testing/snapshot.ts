import { ApiObject, App, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { SnapshotOptions } from './options';
import { throwFindings } from '../base/brand';
import { asObject, closed, flag, isObject, list } from '../base/check';
import { found, must, Path, pathOf, ownWords, Step } from '../base/findings/finding';
import { isKind } from '../base/kind-of';
import { identityOf, TypedManifest } from '../base/oam-kind';
import { ordered } from '../base/plain';
import { raise } from '../base/user-stack';
import type { GitOpsApp } from '../delivery/gitops-app';
import { constructsOf } from '../delivery/order/tree';
import { Origins } from '../delivery/rendering';
import { refuseAll, validateTree } from '../delivery/validation';
import { ManifestDocument, ManifestError, ReadManifests, readManifests } from '../files/reading';
import { writeYaml, writeDocuments } from '../files/write-yaml';
import { LAST_APPLIED } from '../migration/model/server-fields';
import { shownObject } from '../base/shown';

const REDACTED = '<redacted>';
/** A step to every element of a list. */
const EACH = '[]';

/** A path that is redacted, in objects of one kind or of all. */
interface RedactedPath {
  readonly kind?: string;
  readonly steps: Path;
}

/** Parses a path such as `spec.rules[].host`, for all kinds unless it begins with one: `Ingress/spec.rules[].host`. */
function redactedPath(text: string): RedactedPath {
  const [, kind, path] = /^(?:([A-Z]\w*)\/)?(.*)$/s.exec(text)!;
  return { kind, steps: path.split(EACH).flatMap((part, i): Step[] => [...i > 0 ? [EACH] : [], ...pathOf(part)]) };
}

/** A path that is neither empty nor that of the type, without which nobody would know what the snapshot shows. */
const redactable = must(text => {
  const [first] = typeof text === 'string' ? redactedPath(text).steps : [];
  return typeof first === 'string' && ![EACH, 'apiVersion', 'kind'].includes(first);
}, 'invalid-value', ownWords(
  'must be the path of a field other than apiVersion and kind, such as "spec.rules[].host"'));

const snapshotOptions = closed({ redact: list(redactable), withoutImageTags: flag });

/** The YAML of objects in a fixed order with sorted keys: a change of one object changes only its lines. */
export function snapshotOf(objects: readonly ViewedObject[], options: SnapshotOptions): string {
  throwFindings('Manifests.toSnapshot()', snapshotOptions(options, 'options'));
  const paths = (options.redact ?? []).map(redactedPath);
  const keyed = objects.map(({ value }) => {
    const { namespace, group, kind, name } = identityOf(value);
    const { namespace: own, generateName } = value.metadata ?? {};
    return { value, key: [namespace ?? own ?? '', group, kind, name ?? generateName ?? ''].map(String) };
  });
  const sorted = keyed.sort((a, b) => {
    const i = a.key.findIndex((each, at) => each !== b.key[at]);
    return i < 0 ? 0 : a.key[i] < b.key[i] ? -1 : 1;
  });
  return sorted.map(({ value }) => {
    const own = paths.filter(({ kind = value.kind }) => kind === value.kind);
    const hidden = own.reduce<unknown>(
      (shown, { steps }) => redacted(shown, steps), withoutSecrets(value, '', options.withoutImageTags ?? false));
    // type and metadata first, as people write them, and the other fields by name
    const { apiVersion, kind, metadata, ...others } = asObject(ordered(hidden, true));
    const shown = { apiVersion, kind, ...metadata !== undefined && { metadata }, ...others };
    return `# ${shownObject(value)}\n${writeYaml([shown])}`;
  }).join('---\n');
}

/**
 * A copy with the replacements that apply to every object: values are replaced by their position alone, never by their
 * form. `name` is that of the field that holds the value.
 */
function withoutSecrets(value: unknown, name: string, withoutImageTags: boolean): unknown {
  if (Array.isArray(value)) return value.map(each => withoutSecrets(each, name, withoutImageTags));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => {
    if (isKind(value, '/Secret') && (key === 'data' || key === 'stringData')) {
      // a value that is not a map may be a password as a whole
      const keys = isObject(each) ? Object.keys(each) : undefined;
      return [key, keys ? Object.fromEntries(keys.map(own => [own, REDACTED])) : REDACTED];
    }
    if (name === 'annotations' && key.startsWith('checksum/')) return [key, '<checksum>'];
    // it holds the whole object, including the values of a Secret
    if (name === 'annotations' && key === LAST_APPLIED) return [key, REDACTED];
    if (withoutImageTags && key === 'image' && typeof each === 'string') {
      // the port of a registry precedes a slash, and stays
      const tag = /(:[\w.-]+)?(@[\w:.+-]+)?$/.exec(each)!;
      return [key, tag[0] === '' ? each : `${each.slice(0, tag.index)}:<tag>`];
    }
    return [key, withoutSecrets(each, key, withoutImageTags)];
  }));
}

/** A copy of a value, in which what is at the path is redacted; unchanged if nothing is there. */
function redacted(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return REDACTED;
  if (Array.isArray(value)) return value.map((each, i) => step === EACH || step === i ? redacted(each, rest) : each);
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, key === step ? redacted(each, rest) : each]);
  return Object.fromEntries(entries);
}

/** An object of manifests, and its origin. */
export interface ViewedObject {
  readonly value: TypedManifest;
  /** The path of its construct, or its file and line. */
  readonly origin: string;
}

const isApp = must((value: Partial<App> | undefined) => typeof value?.synthYaml === 'function', 'invalid-type', 'app');
const isChart = must(value => Chart.isChart(value), 'invalid-type', 'chart');

/** All objects that an app would write. */
export function objectsOfApp(app: App): ViewedObject[] {
  throwFindings('Manifests.ofApp()', isApp(app, 'app'));
  return gitOpsObjects(app) ?? renderedObjects(app, () => app.synthYaml());
}

/** The objects of a chart that its app would write. The whole app is validated. */
export function objectsOfChart(chart: Chart): ViewedObject[] {
  throwFindings('Manifests.ofChart()', isChart(chart, 'chart'));
  const isOwn = (construct: IConstruct) => Chart.of(construct) === chart;
  const render = () => writeDocuments(Object.values(chart.toJson()));
  return gitOpsObjects(chart.node.root, isOwn) ?? renderedObjects(chart, render);
}

/** The objects that a GitOpsApp of any copy of the library renders; `undefined` for another app. */
function gitOpsObjects(root: IConstruct, isShown = (_: IConstruct) => true): ViewedObject[] | undefined {
  const documents = (root as Partial<GitOpsApp>)._documents?.();
  return documents?.filter(({ construct }) => isShown(construct)).flatMap(({ construct: { node: { path } }, text }) =>
    wellFormed(readManifests(text, path)).map(({ value }) => ({ value, origin: path })));
}

/** The objects in the text that is rendered from the constructs below `scope`. An error that it throws is a finding. */
function renderedObjects(scope: IConstruct, render: () => string): ViewedObject[] {
  validateTree(scope.node.root);
  let text: string;
  try {
    text = render();
  } catch (error) {
    const [finding] = found('not-rendered', '', { message: error instanceof Error ? error.message : String(error) });
    refuseAll([{ construct: scope, finding }], error);
    throw error;
  }
  const origins = new Origins(constructsOf(scope).filter(ApiObject.isApiObject));
  const { path } = scope.node;
  return wellFormed(readManifests(text, path || 'App')).map(({ value }) =>
    ({ value, origin: origins.take(value)?.node.path ?? path }));
}

/** The objects that were read, with their files and lines. */
export function objectsRead(manifests: ReadManifests): ViewedObject[] {
  return wellFormed(manifests).map(document =>
    ({ value: document.value, origin: `${document.file}:${document.locate('').line}` }));
}

/** The documents of manifests; throws all findings if one of them cannot be read. */
function wellFormed({ documents, findings }: ReadManifests): readonly ManifestDocument[] {
  if (findings.length > 0) raise(new ManifestError(findings));
  return documents;
}
