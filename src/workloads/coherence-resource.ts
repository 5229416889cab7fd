import { COHERENCE_WORKLOAD, listedPorts } from './coherence-workload';
import { oamWorkloadOf } from './known-kinds';
import { GENERIC_PATH } from './metrics-defaults';
import { isWithin, Path } from '../findings/path';
import { withCommonDirectory } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { isObject, listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { COHERENCE } from '../private/kinds/operator-kinds';
import { ObjectType } from '../private/oam-kind';

/** Whether a type is the resource of the Coherence Operator, which makes a Service of each port that it lists. */
export function isCoherenceResource(type: ObjectType): boolean {
  return isKind(type, COHERENCE);
}

/** Whether a workload is such a resource, or a CoherenceWorkload of OAM. */
export function isCoherence(type: ObjectType): boolean {
  return oamWorkloadOf(type) === COHERENCE_WORKLOAD;
}

/** A Coherence resource whose Services have more labels; other objects as they are. The platform gives them these labels too. */
export function withServiceLabels(object: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  if (!isCoherenceResource(object) || !Array.isArray(object.spec?.ports)) return object;
  const labelled = (port: any) => ({ ...port, service: { ...port.service, labels: { ...port.service?.labels, ...labels } } });
  return { ...object, spec: { ...object.spec, ports: object.spec.ports.map((port: any) => isObject(port) ? labelled(port) : port) } };
}

/** Whether the metrics of a Coherence resource are served over TLS. */
export function isOverTls({ spec }: PlainObject): boolean {
  return spec?.coherence?.metrics?.ssl?.enabled === true;
}

/** A monitor that the operator makes of a port by itself. */
export interface OperatorMonitor {
  /** Where the resource asks for it. */
  readonly field: Path;
  readonly port: number;
  readonly path: string;
  /** The labels by which it may be selected. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The monitors that the operator makes of a Coherence resource; none of other objects. */
export function operatorMonitors(object: PlainObject): OperatorMonitor[] {
  if (!isCoherenceResource(object)) return [];
  const { metadata: { name }, spec } = object;
  const own = Object.entries({ app: spec?.appLabel, version: spec?.versionLabel, ...spec?.global?.labels }).filter(([, value]) => value != null);
  const common = {
    coherenceDeployment: name,
    coherenceCluster: spec?.cluster ?? name,
    coherenceRole: spec?.role ?? name,
    coherenceComponent: 'coherence-service-monitor',
    ...Object.fromEntries(own),
  };
  return listOf(spec?.ports).flatMap((port, i) => {
    const [listed] = listedPorts({ ...spec, ports: [port] });
    const { enabled, path, labels } = port?.serviceMonitor ?? {};
    // one that has no Service has no monitor either
    if (enabled !== true || port.service?.enabled === false || !listed) return [];
    const field = ['spec', 'ports', i, 'serviceMonitor'];
    return { field, port: listed.port, path: path || GENERIC_PATH, labels: { ...common, ...labels } };
  });
}

/** A Coherence resource that does not ask for the monitors of these fields. */
export function withoutMonitors(resource: PlainObject, fields: readonly Path[]): PlainObject {
  const ports = resource.spec.ports.map((port: any, i: number) => fields.some(field => isWithin(field, ['spec', 'ports', i]))
    ? { ...port, serviceMonitor: { ...port.serviceMonitor, enabled: false } }
    : port);
  return { ...resource, spec: { ...resource.spec, ports } };
}

/** Where the logging configuration that the operator puts into each container writes its files. */
const LOGS = '/logs';

/** By these Coherence logs by that configuration; without them it prints its log. */
const LOGGING = [
  '-Dcoherence.log=jdk',
  '-Dcoherence.log.logger=com.oracle.coherence',
  '-Djava.util.logging.config.file=/coherence-operator/utils/logging/logging.properties',
];

/**
 * A Coherence resource whose members write their logs into files that a container beside them can read, as the platform has it.
 * What its own arguments say stays.
 */
export function withLogFiles(resource: PlainObject, volume: string): PlainObject {
  const { spec } = resource;
  const args = listOf(spec?.jvm?.args);
  const names = new Set(args.map(nameOf));
  const jvm = { ...spec?.jvm, args: [...args, ...LOGGING.filter(each => !names.has(nameOf(each)))] };
  return withCommonDirectory({ ...resource, spec: { ...spec, jvm } }, LOGS, volume);
}

/** The property that an argument of the JVM sets. */
function nameOf(argument: unknown): string {
  return String(argument).replace(/=[^]*$/, '');
}
