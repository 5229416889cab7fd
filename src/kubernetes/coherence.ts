import { reservedLabels } from './labels';
import { PlainObject } from './model';
import { withCommonDirectory } from './pod-holders';

import { isObject, listOf } from '../private/check';
import { Finding } from '../private/finding';
import { ObjectType } from '../private/oam-kind';

/** Whether a type is the resource of the Coherence Operator, which makes a Service of each port that it lists. */
export function isCoherenceResource({ apiVersion, kind }: ObjectType): boolean {
  return kind === 'Coherence' && apiVersion.startsWith('coherence.oracle.com/');
}

/** Whether a workload is such a resource, or a CoherenceWorkload of OAM. */
export function isCoherence(type: ObjectType): boolean {
  return isCoherenceResource(type) || (type.kind.endsWith('CoherenceWorkload') && type.apiVersion.startsWith('oam.'));
}

/** A Coherence resource whose Services have more labels; other objects as they are. The platform gives them these labels too. */
export function withServiceLabels(object: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  if (!isCoherenceResource(object) || !Array.isArray(object.spec?.ports)) return object;
  const labelled = (port: any) => ({ ...port, service: { ...port.service, labels: { ...port.service?.labels, ...labels } } });
  return { ...object, spec: { ...object.spec, ports: object.spec.ports.map((port: any) => isObject(port) ? labelled(port) : port) } };
}

/** The labels of these Services must not say anything else. */
export function reservedOfServices(spec: any, reserved: Readonly<Record<string, string>>, field: string): Finding[] {
  return listOf(spec?.ports).flatMap((port, i) => reservedLabels(port?.service?.labels, reserved, `${field}.ports[${i}].service.labels`));
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
