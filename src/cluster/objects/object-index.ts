import type { k8s } from 'cdk8s-plus-27';
import { MAX_LABEL, shortenedName } from './names';
import { namespaceLabel } from './network-peers';
import {
  asObject, filled, Firsts, grouped, isFilled, isObject, list as listCheck, listOf, object as objectOf, oneOf,
  PlainFields, PlainValue, text,
} from '../../base/check';
import { At, Check, Finding, FINE, found, joinPath, Path, ownWords, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { fieldAt, FieldSteps, isKind, kindName, kindOf, POD, SERVICE, fieldSteps } from '../../base/kinds/kind-of';
import { memo } from '../../base/memo';
import { labels as labelsCheck } from '../../base/names';
import { isBuiltIn, isClusterScoped, ObjectType, TypedManifest } from '../../base/oam-kind';
import { ClaimFact } from '../../base/registry';

type Objects = readonly TypedManifest[];

const NONE: Objects = [];

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

type LabelsOf = (object: TypedManifest) => KnownLabels;

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

// The labels that the OAM runtime sets on everything that it creates.

export const NAME = 'app.oam.dev/name';
export const COMPONENT = 'app.oam.dev/component';
export const RESOURCE_TYPE = 'app.oam.dev/resourceType';
export const REVISION = 'app.oam.dev/revision';

/** A label selector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** A selector's requirement on one label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

const requirement = objectOf(
  { key: filled, operator: oneOf(...OPERATORS), values: listCheck(text) }, ['key', 'operator'],
);

/** A label selector in the form of Kubernetes. */
export const labelSelector: Check = objectOf({
  matchLabels: labelsCheck,
  matchExpressions: listCheck((value, field) => {
    const { key, operator } = asObject<Partial<LabelRequirement>>(value);
    const given = listOf<unknown>(value?.values);
    const wantsSome = operator === 'In' || operator === 'NotIn';
    const isFine = !OPERATORS.includes(operator as string) || wantsSome === given.length > 0;
    // keys and values must be valid in labels
    const texts = given.length > 0 ? given.filter(each => typeof each === 'string') : [''];
    return [
      ...requirement(value, field),
      ...isFine ? FINE : found('invalid-value', joinPath(field, ['values']), wantsSome
        ? ownWords('must have at least one value', 'give it values, or use Exists or DoesNotExist')
        : { reason: 'not-with', other: `operator ${operator}` }),
      ...isFilled(key) ? texts.flatMap(each => labelsCheck({ [key]: each }, field)).slice(0, 1) : FINE,
    ];
  }),
});

/** The requirements of a selector that a set of labels does not meet; empty if the selector matches them. */
export function unmet(selector: unknown, own: Readonly<Record<string, string>>): Phrase[] {
  return requirementsOf(selector).flatMap(({ key, operator, values }): Phrase[] => {
    const isSet = Object.hasOwn(own, key);
    const isListed = isSet && values.includes(own[key]);
    switch (operator) {
      case 'In': return isListed ? [] : [values.length === 1 ? { phrase: 'label-value', key, value: values[0] }
        : { phrase: 'label-in', key, values }];
      case 'NotIn': return isListed ? [{ phrase: 'label-not-in', key, values }] : [];
      case 'Exists': return isSet ? [] : [{ phrase: 'label-exists', key }];
      default: return isSet ? [{ phrase: 'no-label', key }] : [];
    }
  });
}

/** What a selector asks of labels, in one form; a label that must have a value is one of a list of one. */
export function requirementsOf(selector: unknown): Required<LabelRequirement>[] {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(selector);
  return [
    ...Object.entries(asObject<Record<string, string>>(matchLabels))
      .map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ...listOf<LabelRequirement>(matchExpressions).filter(isObject)
      .map(each => ({ ...each, values: listOf<string>(each.values) })),
  ];
}

/** Whether a Service selects pods: it has a selector, and is not of the type `ExternalName`. */
export function isSelecting({ spec }: PlainFields): boolean {
  return isObject(spec?.selector) && Object.keys(spec.selector).length > 0 && spec.type !== 'ExternalName';
}

/** Reports labels of the user that contradict those of OAM. */
export function reservedLabels(own: unknown, reserved: Readonly<Record<string, string>>, at: At): Finding[] {
  if (!isObject(own)) return FINE;
  return Object.entries(reserved).flatMap(([key, expected]) => own[key] == null || own[key] === expected ? FINE
    : found('reserved-label', joinPath(at, [key]), { reason: 'other-value', expected, value: Shown.of(own[key]) }));
}

/** Whether an object creates pods or is a pod. */
export function hasPods(object: ObjectType): boolean { return kindOf(object).pods !== undefined; }

/** The labels that an object states for its pods; `undefined` if its kind has no pods. */
export function podLabelsOf(object: PlainObject): Record<string, string> | undefined {
  const { pods } = kindOf(object);
  return pods && { ...asObject<Record<string, string>>(fieldAt(object, pods.metadata)?.labels) };
}

/** Labels of an object, of pods or of a namespace, as far as they are known. */
export type KnownLabels = Readonly<Record<string, string>>;

/** The labels in metadata. Other values than strings are no labels. */
export function metadataLabels(of: PlainFields): KnownLabels {
  const labels = Object.entries(asObject<Record<string, unknown>>(asObject(of.metadata).labels));
  return Object.fromEntries(labels.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The labels of the pods of an object. */
export function labelsOfPods(object: ObjectType): KnownLabels {
  const { pods } = kindOf(object);
  return metadataLabels(asObject(pods ? { metadata: fieldAt(object, pods.metadata) } : podOf(object)));
}

/** Whether an object creates pods, by its kind or by a pod template, or is a pod. Its type may be any values. */
export function makesPods(object: ObjectType): boolean {
  return kindName(object) !== '' && (hasPods(object) || podOf(object) !== undefined);
}

/** Whether an object opts its pods out of the sidecar of a mesh. */
export function isWithoutSidecar(object: PlainObject): boolean {
  const { pods } = kindOf(object);
  const metadata = pods && fieldAt(object, pods.metadata);
  return [metadata?.annotations, metadata?.labels].some(each => each?.['sidecar.istio.io/inject'] === 'false');
}

/** A copy of an object with more labels on its pods. */
export function withPodLabels(object: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  return changedPods(object, 'metadata', of => ({ ...of, labels: { ...asObject(of?.labels), ...labels } }));
}

/** A copy of an object with more annotations on its pods. */
export function withPodAnnotations(object: PlainObject, annotations: Readonly<Record<string, string>>): PlainObject {
  // a Pod itself is not replaced when its annotations change
  if (isKind(object, POD)) return object;
  return changedPods(object, 'metadata', of =>
    ({ ...of, annotations: { ...asObject(of?.annotations), ...annotations } }));
}

/** A copy of an object whose pods have one more container, with its volumes. */
export function withContainer(object: PlainObject, container: object, volumes: readonly object[]): PlainObject {
  const list = kindOf(object).pods?.containers;
  return list === undefined ? object : changedPods(object, 'spec', spec => ({
    ...spec,
    [list]: [...listOf(spec?.[list]), container],
    ...volumes.length > 0 ? { volumes: [...listOf(spec?.volumes), ...volumes] } : {},
  }));
}

/**
 * A copy of an operator's object whose containers, including added ones, share a directory: the object's own volume
 * that is mounted there, or else a new `emptyDir` volume of this name.
 */
export function withCommonDirectory(object: PlainObject, mountPath: string, name: string): PlainObject {
  const covers = (path: unknown) =>
    typeof path === 'string' && `${mountPath}/`.startsWith(`${path.replace(/(?<!\/)\/+$/, '')}/`);
  return changedPods(object, 'spec', spec => {
    const [volumes, mounts] = [listOf(spec?.volumes), listOf(spec?.volumeMounts)];
    return mounts.some(mount => covers(mount?.mountPath)) ? spec
      : { ...spec, volumes: [...volumes, { name, emptyDir: {} }], volumeMounts: [...mounts, { name, mountPath }] };
  });
}

/** A copy of an object with a different number of pods. */
export function withReplicas(object: PlainObject, replicas: number): PlainObject {
  if (!canScale(object)) return object;
  const { scaledParts } = kindOf(object);
  const parts = scaledParts === undefined ? [] : listOf(object.spec?.[scaledParts]);
  const isSaid = parts.some(part => part?.replicas !== undefined);
  const scaled = isSaid ? { [scaledParts!]: parts.map(part => ({ ...asObject(part), replicas })) } : {};
  return { ...object, spec: { ...object.spec, ...scaled, replicas } };
}

const REPLICAS = fieldSteps('spec.replicas');

/** Whether the number of an object's pods can be set. */
export function canScale(object: ObjectType): boolean {
  return kindOf(object).scales ?? fieldAt(object, REPLICAS) !== undefined;
}

/** The number of an object's pods; `undefined` if it is unknown. Kubernetes' own kinds default to one. */
export function replicasOf(object: ObjectType): number | undefined {
  if (isKind(object, POD)) return 1;
  const usual = isBuiltIn(object) ? 1 : undefined;
  return canScale(object) ? fieldAt(object, REPLICAS) as unknown as number ?? usual : undefined;
}

/** Whether a container can be added to the pods of an object. */
export function takesContainers(object: PlainObject): boolean { return kindOf(object).pods?.containers !== undefined; }

/** A copy of an object in which `change` replaces a part of its pods. */
function changedPods(
  object: PlainObject, part: 'metadata' | 'spec', change: (fields?: PlainFields) => object | undefined,
): PlainObject {
  const path = kindOf(object).pods?.[part];
  const changedAt = (fields: PlainFields | undefined, [step, ...rest]: FieldSteps): unknown => step === undefined
    ? change(fields) : { ...fields, [step]: changedAt(fields?.[step] as PlainFields | undefined, rest) };
  return path ? changedAt(object as PlainFields, path) as PlainObject : object;
}

/** The mounts of an object's containers, without those that an added container gets anyway. */
export function mountsOf(object: PlainObject): k8s.VolumeMount[] {
  const { pods } = kindOf(object);
  if (!pods) return [];
  const { containers, spreadsMounts } = pods;
  const spec = fieldAt(object, pods.spec);
  const listed = (holder?: PlainValue) => listOf<k8s.VolumeMount>(holder?.volumeMounts).filter(isObject);
  const own = listed(spec);
  const others = containers === undefined ? [] : listOf(spec?.[containers]).flatMap(listed);
  return !spreadsMounts ? [...own, ...others]
    : others.filter(({ mountPath }) => !own.some(mount => mount.mountPath === mountPath));
}

/** The names in a list of an object's pod spec: containers, init containers or volumes. */
export function podSpecNames(object: PlainObject, list: string): string[] {
  const { pods } = kindOf(object);
  const elements = pods ? listOf(fieldAt(object, pods.spec)?.[list]) : [];
  return elements.flatMap(each => typeof each?.name === 'string' ? each.name : []);
}

/** The paths at which custom resources have the template of their pods. */
const TEMPLATES = ['spec.template', 'spec.jobTemplate.spec.template', 'spec.podTemplate'].map(fieldSteps);

/** The paths at which an object may have the spec of its pods. */
export function podSpecPaths(object: ObjectType): readonly FieldSteps[] {
  const { pods } = kindOf(object);
  if (pods) return [pods.spec];
  if (isBuiltIn(object)) return [];
  return [...TEMPLATES.map(path => [...path, 'spec']), fieldSteps('spec.deploymentTemplate.podSpec')];
}

/** A pod as an object describes it, by its kind or in the template of a custom resource; `undefined` if it has none. */
export function podOf(object: ObjectType): PlainObject | undefined {
  const { pods } = kindOf(object);
  const pod = (metadata: unknown, spec: object): PlainObject =>
    ({ apiVersion: 'v1', kind: 'Pod', metadata: asObject(metadata), spec });
  const whole = (metadata: unknown, spec: unknown) =>
    isObject(spec) && Array.isArray(spec.containers) ? pod(metadata, spec) : undefined;
  if (!pods) {
    const templates = isBuiltIn(object) ? [] : TEMPLATES.map(path => fieldAt(object, path));
    return templates.flatMap(each => whole(each?.metadata, each?.spec) ?? [])[0];
  }
  const metadata = fieldAt(object, pods.metadata);
  // an operator's other fields about its pods are no pod spec
  return pods.isPodSpec ? whole(metadata, fieldAt(object, pods.spec)) : pod(metadata, {});
}

/** A port of a container, and its path. */
export interface ContainerPort {
  readonly container: string;
  readonly name?: string;
  readonly containerPort: number;
  readonly protocol?: string;
  readonly field: Path;
}

/** The ports of a list of containers, in order. */
export function containerPorts(containers: unknown, at: Path): ContainerPort[] {
  return listOf<k8s.Container | undefined>(containers).flatMap((container, i) =>
    listOf<k8s.ContainerPort>(container?.ports).map(({ name, containerPort, protocol }, j) =>
      ({ container: container!.name, name, containerPort, protocol, field: [...at, i, 'ports', j] })));
}

/**
 * The ports of a Service for those of containers, each with its actual protocol. The protocol becomes part of a port's
 * name if an earlier port has the same name.
 */
export function servicePorts(ports: readonly ContainerPort[], nameOf: (port: ContainerPort) => string): object[] {
  const names = ports.map(nameOf);
  return ports.map(({ containerPort, protocol: given }, index) => {
    const protocol = given ?? 'TCP';
    const isTaken = names.indexOf(names[index]) !== index;
    const name = isTaken ? `${names[index]}-${protocol.toLowerCase()}` : names[index];
    return { name: shortenedName(name, MAX_LABEL), port: containerPort, targetPort: containerPort, protocol };
  });
}

/** Reports ports that two containers declare: they share the network of the pod, and a Service has a port once. */
export function clashingPorts(ports: readonly ContainerPort[]): Finding[] {
  const firsts = new Firsts<ContainerPort>();
  return ports.flatMap(port => {
    const protocol = port.protocol ?? 'TCP';
    const first = firsts.earlier(`${port.containerPort}/${protocol}`, port);
    return !first ? FINE : found('duplicate-port', port.field,
      { reason: 'pod', port: port.containerPort, protocol, first: first.field });
  });
}

/** A Service with this metadata and this spec. */
export function serviceObject(metadata: PlainObject['metadata'], spec: object): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** A Kubernetes object as plain data. */
export interface PlainObject extends ObjectType {
  readonly metadata: Readonly<Record<string, any>>;
  readonly [field: string]: any;
}

/** A setting that can have only one value in the cluster. */
export type Claim = Omit<ClaimFact, 'construct'>;

/** The objects that something is rendered as, and the findings against it. */
export interface Rendered {
  readonly objects: readonly PlainObject[];
  readonly findings: readonly Finding[];
  /** Remarks for the user that are no errors. */
  readonly warnings?: readonly Finding[];
  /** Settings for which nothing else may claim another value. */
  readonly claims?: readonly Claim[];
}

/** The input of a renderer of workloads. */
export interface WorkloadContext {
  /** `metadata.name` of the workload, or the component's name. */
  readonly name: string;
  /** As the OAM runtime composes them: those of the workload, of its application, and of the model. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The labels of the model, which nothing else may change. */
  readonly reserved: Readonly<Record<string, string>>;
  /** The labels that distinguish the component's pods from all others. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whether the namespace belongs to a service mesh. */
  readonly isMeshed: boolean;
  /** The vendor of the OAM platform that the workload leaves. */
  readonly vendor: string;
  /** The fields of the workload, with the values of its parameters. */
  readonly fields: Readonly<Record<string, any>>;
}

/** Renders a kind of workload as Kubernetes objects. The findings name fields of the workload. */
export type WorkloadRenderer = (context: WorkloadContext) => Rendered;

/** No objects, for these reasons. */
export function noObjects(findings: readonly Finding[]): Rendered { return { objects: [], findings }; }
