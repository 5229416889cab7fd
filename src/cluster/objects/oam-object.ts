import { found, Path, Check, FINE, ownWords } from '../../base/findings/finding';
import { isObject, asObject, PlainValue } from '../../base/check';
import { ManifestDocument } from '../../files/reading';
import { isMultiCluster, OAM_API_VERSION } from '../../base/oam-kind';

/** An application or a component, at the top of its document or in a template. */
export interface OamObject {
  readonly kind: 'ApplicationConfiguration' | 'Component';
  readonly document: ManifestDocument;
  /**
   * The metadata. With a template, the name and namespace come from outside of it, the labels and annotations from
   * inside.
   */
  readonly metadata: PlainValue | undefined;
  readonly spec: PlainValue | undefined;
  /** The path of a field in the document. */
  readonly pathOf: (path: Path) => Path;
  /** Whether it is for several clusters. */
  readonly isMulti: boolean;
}

const KIND = /^(MultiCluster)?(ApplicationConfiguration|Component)$/;

/**
 * The application or component of a document; `undefined` for any other object. A multi-cluster object is read as each
 * of its clusters receives it: the template, with the name from outside of it.
 */
export function oamObject(document: ManifestDocument): OamObject | undefined {
  const { apiVersion, kind, metadata, spec } = document.value;
  const [, multi, own] = KIND.exec(kind) ?? [];
  if (!own || !(multi ? isMultiCluster(document.value) : apiVersion === OAM_API_VERSION)) return undefined;
  const common = { kind: own as OamObject['kind'], document };
  if (!multi) return { ...common, metadata, spec, pathOf: path => path, isMulti: false };
  const { metadata: inner, spec: ofTemplate } = spec?.template ?? {};
  return {
    ...common,
    metadata: !isObject(metadata) ? metadata
      : { name: metadata.name, namespace: metadata.namespace, labels: inner?.labels, annotations: inner?.annotations },
    spec: ofTemplate,
    pathOf: path => {
      const [first, second] = path;
      const isInMetadata = first === 'metadata' && (second === 'labels' || second === 'annotations');
      return first === 'spec' || isInMetadata ? ['spec', 'template', ...path] : path;
    },
    isMulti: true,
  };
}

/** Components by name and namespace. An application binds one of its own namespace, or else one without a namespace. */
export class ComponentIndex<T> {
  private readonly byName = new Map<string, Map<unknown, T>>();

  /** Adds a component. The first of several with the same name and namespace counts. */
  public add(name: string, namespace: unknown, component: T): void {
    const named = this.byName.get(name) ?? new Map<unknown, T>();
    this.byName.set(name, named);
    if (!named.has(namespace)) named.set(namespace, component);
  }

  /** The component that an application of a namespace binds. */
  public find(name: string, namespace: unknown): T | undefined {
    const named = this.byName.get(name);
    return named?.get(namespace) ?? named?.get(undefined) ?? (namespace === undefined ? this.first(name) : undefined);
  }

  /** The names that an application of a namespace may bind. */
  public namesIn(namespace: unknown): string[] {
    return [...this.byName.keys()].filter(name => this.find(name, namespace));
  }

  /** The first component of a name, in whichever namespace. */
  public first(name: string): T | undefined { return this.byName.get(name)?.values().next().value; }
}

/** The name of the component that a revision belongs to. Revisions are named `<component>-v<number>`. */
export function componentOfRevision(revision: string): string { return revision.replace(/-[^-]*$/, ''); }

/** Requires the name of a component or that of a revision, but not both. */
export const oneName: Check = (value, field) => {
  if (!isObject(value) || (value.componentName == null) !== (value.revisionName == null)) return FINE;
  const remedy = 'leave one of them out, or give one';
  return found('invalid-value', field, ownWords('must have either a componentName or a revisionName', remedy));
};

/** The name of the component that an entry binds; `undefined` if it has none. */
export function boundName(entry: unknown): string | undefined {
  const { componentName, revisionName } = asObject(entry);
  if (typeof componentName === 'string') return componentName;
  return typeof revisionName === 'string' ? componentOfRevision(revisionName) : undefined;
}
