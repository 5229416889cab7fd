import { ObjectIndex, ContainerPort, containerPorts, KnownLabels, labelsOfPods, podOf } from '../objects/object-index';
import { isObject, listOf } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';

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

/** The pods of an object as an end of a connection. */
export function podsEnd(object: TypedManifest, index: ObjectIndex): PodsEnd {
  const namespace: unknown = object.metadata?.namespace;
  const name = typeof namespace === 'string' ? namespace : undefined;
  return {
    namespace: name,
    namespaceLabels: index.labelsOfNamespace(name),
    labels: labelsOfPods(object),
    ports: portsOfPods(object) ?? [],
  };
}

/** The ports that the containers of an object's pods declare; `undefined` if its containers are not known. */
export function portsOfPods(object: TypedManifest): ContainerPort[] | undefined {
  const spec: unknown = podOf(object)?.spec;
  if (!isObject(spec) || spec.containers === undefined) return undefined;
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const containers = [...listOf(spec.containers), ...lasting].filter(isObject);
  return containerPorts(containers.map(each => ({ ...each, ports: listOf(each.ports).filter(isObject) })), []);
}
