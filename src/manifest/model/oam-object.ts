import { isObject } from '../../private/check';
import { OAM_API_VERSION } from '../../private/oam-kind';
import { ManifestDocument } from '../reading';

/** An application or a component, wherever in its document it stands. */
export interface OamObject {
  readonly kind: 'ApplicationConfiguration' | 'Component';
  readonly document: ManifestDocument;
  /** The name outside of a template, and the labels and annotations in it. */
  readonly metadata: any;
  readonly spec: any;
  /** The path of a field in the document. */
  readonly pathOf: (field: string) => string;
  /** Whether it is for several clusters. */
  readonly isMulti: boolean;
}

const KIND = /^(MultiCluster)?(ApplicationConfiguration|Component)$/;

/** The application or component of a document. One for several clusters is what each of these gets: the template, with the name outside of it. */
export function oamObject(document: ManifestDocument): OamObject | undefined {
  const { apiVersion, kind, metadata, spec } = document.value;
  const [, multi, own] = KIND.exec(kind) ?? [];
  if (!own || !(multi ? /^clusters\.[^/]+\//.test(apiVersion) : apiVersion === OAM_API_VERSION)) return undefined;
  const common = { kind: own as OamObject['kind'], document };
  return multi
    ? { ...common, metadata: metadataOf(metadata, spec?.template), spec: spec?.template?.spec, pathOf: inTemplate, isMulti: true }
    : { ...common, metadata, spec, pathOf: field => field, isMulti: false };
}

function metadataOf(outer: any, template: any): any {
  if (!isObject(outer)) return outer;
  const inner = template?.metadata;
  return { name: outer.name, namespace: outer.namespace, labels: inner?.labels, annotations: inner?.annotations };
}

function inTemplate(field: string): string {
  return field.replace(/^(spec|metadata\.(labels|annotations))(?=$|[.[])/, 'spec.template.$1');
}

/** An object of one name among several, which may be in any namespace where it has none. */
export interface Named {
  readonly name: string;
  readonly namespace?: string;
}

/** The component that an application of a namespace binds: one of its namespace, or one without, which is applied to the application's. */
export function boundComponent<T extends Named>(components: readonly T[], namespace?: string): T | undefined {
  return components.find(each => each.namespace === namespace) ?? components.find(each => each.namespace === undefined || namespace === undefined);
}

/** The component of which a revision is: it is called `<component>-v<number>`. */
export function componentOfRevision(revision: string): string {
  return revision.replace(/-[^-]*$/, '');
}
