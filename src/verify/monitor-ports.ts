import { isObject } from '../private/check';
import { isPort } from '../private/network';
import { declaredPortsOf } from '../workloads/known-kinds';

/** The number of a port, or nothing where it has none or several. */
export type PortLookup = (name: string) => number | undefined;

/** The ports of containers by name. */
export function containerPorts(workloads: readonly unknown[]): PortLookup {
  const ports = workloads.flatMap(declaredPortsOf);
  return name => onlyOne(ports.filter(port => port.name === name).map(({ port }) => port));
}

/** What the ports of Services lead to, by name. */
export function targetPorts(services: readonly unknown[], containers: PortLookup): PortLookup {
  const ports = services.flatMap((service: any) => Array.isArray(service.spec?.ports) ? service.spec.ports.filter(isObject) : []);
  return name => onlyOne(ports.filter(port => port.name === name).map(({ port, targetPort }) => numberOf(targetPort ?? port, containers)));
}

/** A port that is given by number or by name. */
export function numberOf(given: unknown, containers: PortLookup): number | undefined {
  return typeof given === 'string' ? containers(given) : isPort(given) ? given : undefined;
}

/** Two containers may have ports of one name, and then each is scraped. */
function onlyOne(ports: readonly (number | undefined)[]): number | undefined {
  return new Set(ports).size === 1 ? ports[0] : undefined;
}
