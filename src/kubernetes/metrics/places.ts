import { MonitorKind } from './prometheus-operator-props';
import { Relabelling } from './relabelling';
import { MetricsEndpoint } from '../../platform/component-metrics';
import { isCoherence, listedPorts } from '../../workloads/coherence-workload';
import { hasOwnPorts } from '../../workloads/known-kinds';
import { DeclaredPort, WorkloadPlan } from '../../workloads/workload';
import { FoundService } from '../services';

/** Where an endpoint is found: fields of the monitor, and the relabelling that goes with them. */
interface EndpointPlace {
  readonly fields: Readonly<Record<string, any>>;
  readonly relabelling: Pick<Relabelling, 'isAnnotated' | 'port' | 'place'>;
}

/** A port that each member of a Coherence cluster declares, whatever else it listens on: others it declares only where the resource lists them. */
const HEALTH = 'health';

/** The container of such a member; a resource does not name it. */
const COHERENCE_CONTAINER = 'coherence';

/** Where an endpoint of a workload is found, by a kind of monitors. */
export function placeOf({ port, path }: MetricsEndpoint, plan: WorkloadPlan, kind: MonitorKind, services: readonly FoundService[]): EndpointPlace {
  const { type, ports, objects } = plan;
  if (hasOwnPorts(type)) return { fields: {}, relabelling: { isAnnotated: true, place: {} } };
  const declared = ports.filter(each => each.port === port && isTcp(each));
  const containerOf = (own?: DeclaredPort) => own && (isCoherence(type) ? COHERENCE_CONTAINER : own.container);
  const only = onlyOne(declared);
  if (kind === MonitorKind.SERVICE_MONITOR) {
    const fields = servicePort(port, services);
    const place = { container: containerOf(only), endpoint: String(fields.port ?? fields.targetPort), service: onlyOne(services)?.name };
    return { fields: { ...fields, path }, relabelling: { place } };
  }
  const isListed = !isCoherence(type) || objects.flatMap(({ spec }) => listedPorts(spec)).some(each => each.port === port && isTcp(each));
  if (!isListed) return { fields: { port: HEALTH, path }, relabelling: { port, place: {} } };
  const named = namedPort(declared, ports);
  const fields = named ? { port: named.name } : { portNumber: port };
  // the operator tells a port by its name alone
  return { fields: { ...fields, path }, relabelling: { place: { container: containerOf(named ?? only), endpoint: named?.name } } };
}

function onlyOne<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** By name where one port alone has it, since all versions of the operator know it. */
function namedPort([first]: readonly DeclaredPort[], ports: readonly DeclaredPort[]): DeclaredPort | undefined {
  return first?.name !== undefined && ports.filter(each => each.name === first.name).length === 1 ? first : undefined;
}

function servicePort(port: number, services: readonly FoundService[]): { readonly port?: string; readonly targetPort?: number } {
  const own = services.map(service => portTo(service, port)).find(each => each !== undefined);
  return own?.name === undefined ? { targetPort: port } : { port: own.name };
}

/** The Services of the same labels that together lead to all endpoints, as those of a component: a monitor selects them by these. */
export function servicesWith(endpoints: readonly MetricsEndpoint[], services: readonly FoundService[]): readonly FoundService[] {
  const groups = services.filter(isLabelled).map(({ labels }) => services.filter(each => JSON.stringify(each.labels) === JSON.stringify(labels)));
  return groups.find(group => endpoints.every(({ port }) => group.some(service => portTo(service, port)))) ?? [];
}

export function isLabelled({ labels }: FoundService): boolean {
  return Object.keys(labels).length > 0;
}

function portTo({ ports }: FoundService, containerPort: number): FoundService['ports'][number] | undefined {
  return ports.find(each => each.containerPort === containerPort && each.protocol === 'TCP');
}

export function isTcp({ protocol }: DeclaredPort): boolean {
  return protocol == null || protocol === 'TCP';
}
