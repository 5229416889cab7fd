import type { k8s } from 'cdk8s-plus-27';
import { DeclaredPort, ServicePort } from './workload';
import { given } from '../checks/pods';
import { listOf, PlainValue } from '../private/check';
import { isPort } from '../private/network';

/** The ports of a pod: those of its containers, and of init containers that keep running beside them. */
export function podPorts(spec: PlainValue | undefined): DeclaredPort[] {
  const sidecars = listOf(spec?.initContainers).filter(each => each?.restartPolicy === 'Always');
  return [...portsOf(spec?.containers), ...portsOf(sidecars)];
}

/** The ports of a list of containers. */
export function portsOf(of: unknown): DeclaredPort[] {
  return listOf<k8s.Container | null>(of).flatMap(each => listOf<k8s.ContainerPort | null>(each?.ports).flatMap(declared => {
    const { containerPort: number, name, protocol } = declared ?? {};
    return !isPort(number) ? []
      : { port: number, ...given({ name: name ?? undefined, container: each!.name, protocol: protocol ?? undefined }) };
  }));
}

/** The ports that a Service lists. */
export function listedPorts(ports: unknown): ServicePort[] {
  return listOf<Partial<k8s.ServicePort> | undefined>(ports)
    .flatMap(each => each?.port == null ? [] : { number: each.port, name: each.name ?? undefined });
}

