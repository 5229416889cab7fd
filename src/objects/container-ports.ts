import { MAX_LABEL, shortened } from './names';
import { PlainObject } from './rendering';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import { listOf } from '../private/check';

/** A port of a container, and where it stands. */
export interface ContainerPort {
  readonly container: string;
  readonly name?: string;
  readonly containerPort: number;
  readonly protocol?: string;
  readonly field: Path;
}

/** The ports of a list of containers, in order. */
export function containerPorts(containers: any, at: Path): ContainerPort[] {
  return listOf(containers).flatMap((container, i) => listOf(container?.ports).map((port, j) => ({
    container: container.name, name: port.name, containerPort: port.containerPort, protocol: port.protocol, field: [...at, i, 'ports', j],
  })));
}

/** The ports of a Service for those of containers, each with its real protocol, which tells apart two of one name. */
export function servicePorts(ports: readonly ContainerPort[], nameOf: (port: ContainerPort) => string): any[] {
  const names = ports.map(nameOf);
  return ports.map(({ containerPort, protocol: given }, index) => {
    const protocol = given ?? 'TCP';
    const isTaken = names.indexOf(names[index]) !== index;
    const name = isTaken ? `${names[index]}-${protocol.toLowerCase()}` : names[index];
    return { name: shortened(name, MAX_LABEL), port: containerPort, targetPort: containerPort, protocol };
  });
}

/** The containers of a pod share its network: two cannot listen on one port, and a Service cannot have it twice. */
export function clashingPorts(ports: readonly ContainerPort[]): Finding[] {
  const firsts = new Map<string, ContainerPort>();
  return ports.flatMap(port => {
    const protocol = port.protocol ?? 'TCP';
    const key = `${port.containerPort}/${protocol}`;
    const first = firsts.get(key);
    if (!first) firsts.set(key, port);
    return !first ? FINE : found('duplicate-port', port.field, { reason: 'pod', port: port.containerPort, protocol, first: first.field });
  });
}

/** What a Service is made of. */
export function service(metadata: Readonly<Record<string, any>>, spec: Readonly<Record<string, any>>): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}
