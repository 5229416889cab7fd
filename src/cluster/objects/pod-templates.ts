import type { k8s } from 'cdk8s-plus-27';
import { MAX_LABEL, shortenedName } from './names';
import { asObject, Firsts, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import { Finding, FINE, found, Path } from '../../base/findings/finding';
import { fieldAt, FieldSteps, isKind, kindName, kindOf, POD, fieldSteps } from '../../base/kind-of';
import { isBuiltIn, ObjectType } from '../../base/oam-kind';
import { PlainObject } from './rendered';

// The pods that objects of any kind create, read and changed at their template: labels, containers, ports, replicas.
// Where a kind has its template is in base/kind-of.

/** Whether an object creates pods or is a pod. */
export function hasPods(object: ObjectType): boolean { return kindOf(object).pods !== undefined; }

/** The labels that an object states for its pods; `undefined` if its kind has no pods. */
export function podLabelsOf(object: PlainObject): Record<string, string> | undefined {
  const { pods } = kindOf(object);
  return pods && { ...asObject<Record<string, string>>(fieldAt(object, pods.metadata)?.labels) };
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

/** Labels of an object, of pods or of a namespace, as far as they are known. */
export type KnownLabels = Readonly<Record<string, string>>;

/** The labels in metadata. Other values than strings are no labels. */
export function metadataLabels(of: PlainFields): KnownLabels {
  const labels = Object.entries(asObject<Record<string, unknown>>(asObject(of.metadata).labels));
  return Object.fromEntries(labels.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const REPLICAS = fieldSteps('spec.replicas');

/** The paths at which custom resources have the template of their pods. */
const TEMPLATES = ['spec.template', 'spec.jobTemplate.spec.template', 'spec.podTemplate'].map(fieldSteps);
