import type { k8s } from 'cdk8s-plus-27';
import { MAX_LABEL, shortened } from './names';
import { PlainObject } from './rendering';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import { PlainFields, PlainValue, asObject, isObject, listOf } from '../private/check';
import { Firsts } from '../private/grouped';
import { FieldSteps, fieldAt, steps } from '../private/kinds/kind';
import { isKind, kindName, kindOf } from '../private/kinds/kind-of';
import { POD } from '../private/kinds/kubernetes-kinds';
import { ObjectType } from '../private/oam-kind';
import { isBuiltIn } from '../private/scopes';

/** Whether an object creates pods or is a pod. */
export function hasPods(object: ObjectType): boolean {
  return kindOf(object).pods !== undefined;
}

/** The labels that an object states for its pods; `undefined` if its kind has no pods. */
export function podLabelsOf(object: PlainObject): Record<string, string> | undefined {
  const { pods } = kindOf(object);
  return pods && { ...asObject<Record<string, string>>(fieldAt(object, pods.metadata)?.labels) };
}

/** Labels of an object, of pods or of a namespace, as far as they are known. */
export type KnownLabels = Readonly<Record<string, string>>;

/** The labels in metadata. Other values than strings are no labels. */
export function ownLabels(of: PlainFields): KnownLabels {
  const labels = Object.entries(asObject<Record<string, unknown>>(asObject(of.metadata).labels));
  return Object.fromEntries(labels.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The labels of the pods of an object. */
export function labelsOfPods(object: ObjectType): KnownLabels {
  const { pods } = kindOf(object);
  return ownLabels(asObject(pods ? { metadata: fieldAt(object, pods.metadata) } : podOf(object)));
}

/** Whether an object creates pods, by its kind or by a pod template, or is a pod. The parts of its type may be any values. */
export function makesPods(object: ObjectType): boolean {
  return kindName(object) !== '' && (hasPods(object) || podOf(object) !== undefined);
}

const INJECT = 'sidecar.istio.io/inject';

/** Whether an object opts its pods out of the sidecar of a mesh. */
export function isWithoutSidecar(object: PlainObject): boolean {
  const { pods } = kindOf(object);
  const metadata = pods && fieldAt(object, pods.metadata);
  return [metadata?.annotations, metadata?.labels].some(each => each?.[INJECT] === 'false');
}

/** A copy of an object with more labels on its pods. */
export function withPodLabels(object: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  return changedPods(object, 'metadata', metadata => ({ ...metadata, labels: { ...asObject(metadata?.labels), ...labels } }));
}

/** A copy of an object with more annotations on its pods. */
export function withPodAnnotations(object: PlainObject, annotations: Readonly<Record<string, string>>): PlainObject {
  // a Pod itself is not replaced when its annotations change
  if (isKind(object, POD)) return object;
  const added = (given: unknown) => ({ ...asObject(given), ...annotations });
  return changedPods(object, 'metadata', metadata => ({ ...metadata, annotations: added(metadata?.annotations) }));
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
 * A copy of an operator's object whose containers, including added ones, share a directory: the object's own volume that is mounted there,
 * or else a new `emptyDir` volume of this name.
 */
export function withCommonDirectory(object: PlainObject, mountPath: string, name: string): PlainObject {
  const covers = (path: unknown) => typeof path === 'string' && `${mountPath}/`.startsWith(`${path.replace(/(?<!\/)\/+$/, '')}/`);
  return changedPods(object, 'spec', spec => {
    return listOf(spec?.volumeMounts).some(mount => covers(mount?.mountPath)) ? spec : {
      ...spec,
      volumes: [...listOf(spec?.volumes), { name, emptyDir: {} }],
      volumeMounts: [...listOf(spec?.volumeMounts), { name, mountPath }],
    };
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

const REPLICAS = steps('spec.replicas');

/** Whether the number of an object's pods can be set. */
export function canScale(object: ObjectType): boolean {
  return kindOf(object).scales ?? fieldAt(object, REPLICAS) !== undefined;
}

/** The number of an object's pods; `undefined` if it is unknown. Kubernetes' own kinds default to one. */
export function replicasOf(object: ObjectType): number | undefined {
  if (isKind(object, POD)) return 1;
  return canScale(object) ? fieldAt(object, REPLICAS) as unknown as number ?? (isBuiltIn(object) ? 1 : undefined) : undefined;
}

/** Whether a container can be added to the pods of an object. */
export function takesContainers(object: PlainObject): boolean {
  return kindOf(object).pods?.containers !== undefined;
}

type PodChange = (fields?: PlainFields) => object | undefined;

function changedPods(object: PlainObject, part: 'metadata' | 'spec', change: PodChange): PlainObject {
  const path = kindOf(object).pods?.[part];
  return path ? changed(object as PlainFields, path, change) as PlainObject : object;
}

/** A copy in which `change` replaces the value at a path. */
function changed(fields: PlainFields | undefined, [step, ...rest]: FieldSteps, change: PodChange): unknown {
  return step === undefined ? change(fields) : { ...fields, [step]: changed(fields?.[step] as PlainFields | undefined, rest, change) };
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
  return spreadsMounts ? others.filter(({ mountPath }) => !own.some(mount => mount.mountPath === mountPath)) : [...own, ...others];
}

/** The names in a list of an object's pod spec: containers, init containers or volumes. */
export function namesIn(object: PlainObject, list: string): string[] {
  const { pods } = kindOf(object);
  return pods ? listOf(fieldAt(object, pods.spec)?.[list]).flatMap(each => typeof each?.name === 'string' ? each.name : []) : [];
}

/** The paths at which custom resources have the template of their pods. */
const TEMPLATES = ['spec.template', 'spec.jobTemplate.spec.template', 'spec.podTemplate'].map(steps);

/** The paths at which an object may have the spec of its pods. */
export function podSpecPaths(object: ObjectType): readonly FieldSteps[] {
  const { pods } = kindOf(object);
  if (pods) return [pods.spec];
  return isBuiltIn(object) ? [] : [...TEMPLATES.map(path => [...path, 'spec']), steps('spec.deploymentTemplate.podSpec')];
}

const hasContainers = (spec: unknown): spec is PlainFields => isObject(spec) && Array.isArray(spec.containers);

function pod(metadata: unknown, spec: object): PlainObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: asObject(metadata), spec };
}

/** A pod as an object describes it, by its kind or in the pod template of a custom resource; `undefined` if it describes none. */
export function podOf(object: ObjectType): PlainObject | undefined {
  const { pods } = kindOf(object);
  if (!pods) {
    const templates = isBuiltIn(object) ? [] : TEMPLATES.map(path => fieldAt(object, path));
    return templates.flatMap(each => hasContainers(each?.spec) ? pod(each.metadata, each.spec) : [])[0];
  }
  const spec = fieldAt(object, pods.spec);
  if (pods.isPodSpec) return hasContainers(spec) ? pod(fieldAt(object, pods.metadata), spec) : undefined;
  // an operator's other fields about its pods are no pod spec
  return pod(fieldAt(object, pods.metadata), {});
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
    listOf<k8s.ContainerPort>(container?.ports).map(({ name, containerPort, protocol }, j) => (
      { container: container!.name, name, containerPort, protocol, field: [...at, i, 'ports', j] }
    )));
}

/**
 * The ports of a Service for those of containers, each with its actual protocol. The protocol becomes part of a port's name if an earlier
 * port has the same name.
 */
export function servicePorts(ports: readonly ContainerPort[], nameOf: (port: ContainerPort) => string): object[] {
  const names = ports.map(nameOf);
  return ports.map(({ containerPort, protocol: given }, index) => {
    const protocol = given ?? 'TCP';
    const isTaken = names.indexOf(names[index]) !== index;
    const name = isTaken ? `${names[index]}-${protocol.toLowerCase()}` : names[index];
    return { name: shortened(name, MAX_LABEL), port: containerPort, targetPort: containerPort, protocol };
  });
}

/**
 * Reports ports that two containers declare. The containers of a pod share its network: two cannot listen on one port, and a Service cannot
 * have it twice.
 */
export function clashingPorts(ports: readonly ContainerPort[]): Finding[] {
  const firsts = new Firsts<ContainerPort>();
  return ports.flatMap(port => {
    const protocol = port.protocol ?? 'TCP';
    const first = firsts.earlier(`${port.containerPort}/${protocol}`, port);
    return !first ? FINE : found('duplicate-port', port.field, { reason: 'pod', port: port.containerPort, protocol, first: first.field });
  });
}

/** A Service with this metadata and this spec. */
export function service(metadata: PlainObject['metadata'], spec: object): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}
