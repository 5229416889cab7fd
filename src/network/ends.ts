import { namespaceLabel } from '../objects/network-peers';
import { ContainerPort, containerPorts, hasPods, podLabelsOf, podOf } from '../objects/pod-holders';
import type { PlainObject } from '../objects/rendering';
import { isObject, listOf, PlainFields } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** The labels of a namespace or of pods, as far as they are known. */
export type KnownLabels = Readonly<Record<string, string>>;

/** Pods at an end of a connection. */
export interface PodsEnd {
  readonly namespace?: string;
  readonly namespaceLabels: KnownLabels;
  readonly labels: KnownLabels;
  /** The ports that the containers declare; empty if the containers are not known. */
  readonly ports: readonly ContainerPort[];
}

/** An address at an end of a connection. */
export interface AddressEnd {
  readonly address: string;
}

/** One end of a connection. */
export type ConnectionEnd = PodsEnd | AddressEnd;

/** The labels of a namespace, as far as they are known: those of its Namespace object, if it is among these objects, and its name. */
export function labelsOfNamespace(objects: readonly TypedManifest[], name: string | undefined): KnownLabels {
  if (name === undefined) return {};
  const object = objects.find(each => isKind(each, '/Namespace') && each.metadata?.name === name);
  return { ...stringsOf(object?.metadata?.labels), ...namespaceLabel(name) };
}

/** Whether an object creates pods, by its kind or by a pod template, or is a pod. */
export function makesPods(object: TypedManifest): boolean {
  return hasPods(object) || podOf(object as object as PlainObject) !== undefined;
}

/** The pods of an object as an end of a connection. */
export function podsEnd(object: TypedManifest, objects: readonly TypedManifest[]): PodsEnd {
  const namespace: unknown = object.metadata?.namespace;
  const name = typeof namespace === 'string' ? namespace : undefined;
  return {
    namespace: name,
    namespaceLabels: labelsOfNamespace(objects, name),
    labels: labelsOfPods(object),
    ports: portsOfPods(object) ?? [],
  };
}

/** The labels of the pods of an object. */
export function labelsOfPods(object: TypedManifest): KnownLabels {
  const holder = object as object as PlainObject;
  return stringsOf(podLabelsOf(holder) ?? podOf(holder)?.metadata.labels);
}

/** The ports that the containers of an object's pods declare; `undefined` if its containers are not known. */
export function portsOfPods(object: TypedManifest): ContainerPort[] | undefined {
  const spec: unknown = podOf(object as object as PlainObject)?.spec;
  if (!isObject(spec) || spec.containers === undefined) return undefined;
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const containers = [...listOf(spec.containers), ...lasting].filter(isObject);
  return containerPorts(containers.map(each => ({ ...each, ports: listOf(each.ports).filter(isObject) })), []);
}

function stringsOf(labels: unknown): KnownLabels {
  const own = Object.entries(isObject(labels) ? labels : {} as PlainFields);
  return Object.fromEntries(own.filter((entry): entry is [string, string & PlainFields] => typeof entry[1] === 'string'));
}
