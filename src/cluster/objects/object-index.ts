import { namespaceLabel } from './network-peers';
import { asObject, grouped, isObject, listOf, PlainFields } from '../../base/check';
import { kindName, SERVICE } from '../../base/kind-of';
import { memo } from '../../base/memo';
import { isClusterScoped, TypedManifest } from '../../base/oam-kind';
import { makesPods, podOf, KnownLabels, metadataLabels, labelsOfPods } from './pod-templates';
import { isSelecting, unmet, requirementsOf } from './selectors';

export type Objects = readonly TypedManifest[];

export const NONE: Objects = [];

/**
 * The objects of one cluster, as its controllers find them: by kind, namespace and name, by labels, and by what refers
 * to them. Each lookup is built when it is first needed, in linear time, and kept: the objects must not change.
 */
export class ObjectIndex {
  private readonly byKind = memo((objects: Objects) => grouped(objects, each => [kindName(each)]));
  private readonly byNamespace = memo((objects: Objects) => grouped(objects, each => [this.namespaceOf(each)]));
  private readonly byName = memo((objects: Objects) => grouped(objects, ({ metadata }): unknown[] => [metadata?.name]));
  private readonly making = memo((objects: Objects) => objects.filter(makesPods));
  private readonly leading = memo((services: Objects) => grouped(services, each => this.podsOf(each)));
  /** By kind and name of the ConfigMaps, Secrets and claims that they mount. */
  private readonly mounting = memo((pods: Objects) => grouped(pods, object => {
    const volumes = listOf(asObject(podOf(object)?.spec).volumes).filter(isObject);
    const sources = volumes.flatMap((volume): PlainFields[] =>
      [volume, ...listOf(volume.projected?.sources).filter(isObject)]);
    return sources.flatMap(({ configMap, secret, persistentVolumeClaim: claim }) => [
      ...configMap ? [`ConfigMap ${configMap.name}`] : [],
      ...secret ? [`Secret ${secret.secretName ?? secret.name}`] : [],
      ...claim ? [`PersistentVolumeClaim ${claim.claimName}`] : [],
    ]);
  }));

  /** @param defaultNamespace the namespace of objects that name none */
  public constructor(public readonly objects: Objects, private readonly defaultNamespace?: string) {}

  /** The objects of a kind (`apps/Deployment`), in any version. */
  public ofKind(kind: string): Objects { return this.byKind(this.objects).get(kind) ?? NONE; }

  /** Those of a list of this index that are in a namespace. */
  public within(objects: Objects, namespace: unknown): Objects {
    return this.byNamespace(objects).get(namespace || this.defaultNamespace || undefined) ?? NONE;
  }

  /** The objects of a kind in a namespace. */
  public inNamespace(kind: string, namespace: unknown): Objects { return this.within(this.ofKind(kind), namespace); }

  /** The object of a kind with a name; of a cluster-scoped kind, it is in no namespace. */
  public named(kind: string, namespace: unknown, name: unknown): TypedManifest | undefined {
    return this.called(this.inNamespace(kind, namespace), name).at(0);
  }

  /** Those of a list of this index that have a name. */
  public called(objects: Objects, name: unknown): Objects { return this.byName(objects).get(name) ?? NONE; }

  /** The labels of a namespace, as far as they are known: its name, and those of its Namespace object. */
  public labelsOfNamespace(name: string | undefined): KnownLabels {
    if (name === undefined) return {};
    // a platform may describe labels of a namespace that the program declares
    const own = this.called(this.inNamespace('/Namespace', undefined), name);
    return Object.assign({}, ...own.map(metadataLabels), namespaceLabel(name)) as KnownLabels;
  }

  /** The objects that create pods, or are pods. */
  public get pods(): Objects { return this.making(this.objects); }
  /** The objects in a namespace that create pods, or are pods. */
  public podsIn(namespace: unknown): Objects { return this.within(this.pods, namespace); }

  /** The objects whose pods a Service selects: none if it is of the type `ExternalName` or has no selector. */
  public podsOf(service: TypedManifest): Objects {
    if (!isSelecting(service)) return NONE;
    return selected({ matchLabels: service.spec!.selector }, this.podsIn(this.namespaceOf(service)));
  }

  /** The Services that select the pods of an object. */
  public servicesOf(object: TypedManifest): Objects { return this.leading(this.ofKind(SERVICE)).get(object) ?? NONE; }

  /** The objects whose pods mount a ConfigMap or a Secret, alone or projected with others, or the volume of a claim. */
  public mountersOf(holder: TypedManifest): Objects {
    return this.mounting(this.podsIn(this.namespaceOf(holder))).get(`${holder.kind} ${holder.metadata?.name}`) ?? NONE;
  }

  private namespaceOf(object: TypedManifest): unknown {
    return isClusterScoped(object) ? undefined : object.metadata?.namespace || this.defaultNamespace || undefined;
  }
}

export type LabelsOf = (object: TypedManifest) => KnownLabels;

// The labels that the OAM runtime sets on everything that it creates.

const labelText = ([key, value]: readonly [string, unknown]) => `${key}=${String(value)}`;

const byLabel = memo((labelsOf: LabelsOf) =>
  memo((objects: Objects) => grouped(objects, each => Object.entries(labelsOf(each)).map(labelText))));

/** The objects whose labels, by default those of their pods, a selector matches. Reads only those with one of them. */
export function selected(selector: unknown, objects: Objects, labelsOf: LabelsOf = labelsOfPods): Objects {
  const having = (label: readonly [string, unknown]) => byLabel(labelsOf)(objects).get(labelText(label)) ?? NONE;
  const near = requirementsOf(selector).filter(({ operator }) => operator === 'In').map(({ key, values }) => {
    const any = [...new Set(values)];
    // a list of thousands is not copied
    return any.length === 1 ? having([key, any[0]]) : any.flatMap(value => having([key, value]));
  });
  const [fewest = objects] = near.sort((a, b) => a.length - b.length);
  return fewest.filter(each => unmet(selector, labelsOf(each)).length === 0);
}
