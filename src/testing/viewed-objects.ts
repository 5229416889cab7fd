import { ApiObject, App, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { found, must } from '../findings/finding';
import type { Path } from '../findings/path';
import type { GitOpsApp } from '../gitops/gitops-app';
import { constructsOf } from '../gitops/order/tree';
import { Origins } from '../gitops/rendering';
import { refuseAll, validate } from '../gitops/validation';
import { writeDocuments } from '../gitops/yaml/write-documents';
import { collectManifests, ManifestDocument, ManifestError, ReadManifests, readManifests } from '../manifest/reading';
import { carriedBy } from '../objects/carried';
import { refuse } from '../private/errors';
import type { TypedManifest } from '../private/oam-kind';
import { raise } from '../private/user-stack';

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
interface CarriedObject {
  readonly viewed: ViewedObject;
  readonly object: TypedManifest;
  readonly path: Path;
}

/** The objects, and those that an OAM platform creates from Components and traits. */
export function carriedObjects(all: readonly ViewedObject[]): CarriedObject[] {
  return all.flatMap(viewed => [{ object: viewed.value, path: [] }, ...carriedBy(viewed.value)].map(each => ({ viewed, ...each })));
}
