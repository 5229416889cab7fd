import { MonitorKind } from './prometheus-operator-props';
import { Relabelling } from './relabelling';
import { MetricsEndpoint } from '../../platform/component-metrics';
import { COMPONENT } from '../../platform/oam-labels';
import { isCoherence } from '../../workloads/coherence-resource';
import { listedPorts } from '../../workloads/coherence-workload';
import { hasOwnPorts } from '../../workloads/known-kinds';
import { WorkloadPlan } from '../../workloads/plan';
import { DeclaredPort } from '../../workloads/workload';
import { FoundService } from '../services';

/** Where an endpoint is found: fields of the monitor, and the relabelling that goes with them. */
interface EndpointPlace {
  readonly fields: Readonly<Record<string, any>>;
  readonly relabelling: Pick<Relabelling, 'isAnnotated' | 'port'>;
}

/** A port that each member of a Coherence cluster declares, whatever else it listens on: others it declares only where the resource lists them. */
const HEALTH = 'health';

/** Where an endpoint of a workload is found, by a kind of monitors. */
export function placeOf({ port, path }: MetricsEndpoint, plan: WorkloadPlan, kind: MonitorKind, services: readonly FoundService[]): EndpointPlace {
  const { type, ports, objects } = plan;
  if (hasOwnPorts(type)) return { fields: {}, relabelling: { isAnnotated: true } };
  if (kind === MonitorKind.SERVICE_MONITOR) return { fields: { ...servicePort(port, services), path }, relabelling: {} };
  const isListed = !isCoherence(type) || objects.flatMap(({ spec }) => listedPorts(spec)).some(each => each.port === port && isTcp(each));
  return isListed
    ? { fields: { ...podPort(port, ports), path }, relabelling: {} }
    : { fields: { port: HEALTH, path }, relabelling: { port } };
}

/** By name where one port alone has it, since all versions of the operator know it. */
function podPort(port: number, ports: readonly DeclaredPort[]): object {
  const declared = ports.find(each => each.port === port && isTcp(each));
  const isNamed = declared?.name !== undefined && ports.filter(each => each.name === declared.name).length === 1;
  return isNamed ? { port: declared.name } : { portNumber: port };
}

function servicePort(port: number, services: readonly FoundService[]): object {
  const own = services.map(service => portTo(service, port)).find(each => each !== undefined);
  return own?.name === undefined ? { targetPort: port } : { port: own.name };
}

/** The Services of one component that together lead to all endpoints: a monitor selects those of a component. */
export function servicesWith(endpoints: readonly MetricsEndpoint[], services: readonly FoundService[]): readonly FoundService[] {
  const groups = services.map(({ labels }) => services.filter(each => each.labels[COMPONENT] === labels[COMPONENT]));
  return groups.find(group => endpoints.every(({ port }) => group.some(service => portTo(service, port)))) ?? [];
}

function portTo({ ports }: FoundService, containerPort: number): FoundService['ports'][number] | undefined {
  return ports.find(each => each.containerPort === containerPort && each.protocol === 'TCP');
}

export function isTcp({ protocol }: DeclaredPort): boolean {
  return protocol == null || protocol === 'TCP';
}
