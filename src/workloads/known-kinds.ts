import {
  DeclaredPort, GENERIC_METRICS, MetricsDefaults, NamedObject, WorkloadModel, annotated, OamWorkload, isResource, isWorkloadOf, podsSpecOf,
  NamedService, listedPorts, podPorts,
} from './workload';
import { FINE, Finding, found, At, joinPath, Shown } from '../findings/finding';
import { PlainFields, isObject, asObject, PlainValue } from '../private/check';
import { nameOf } from '../private/names';
import { ObjectType, OamKind, isSameType, AnyType, isBuiltIn } from '../private/oam-kind';
import * as kinds from './kinds';
import { definitionsIn } from '../definitions/type';
import { fieldAt, SERVICE, isKind, kindOf } from '../private/kinds/kind-of';

/** The known kinds of OAM workloads. */
export const OAM_WORKLOADS: readonly OamWorkload[] = definitionsIn<OamWorkload>(kinds);

// facts about workloads of any kind, read from their manifests as an OAM platform does

/** Where a workload is scraped by default. */
export function metricsOf(manifest: unknown): MetricsDefaults | undefined {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.metrics(specOf(oam, manifest));
  const { isScraped, pods } = kindOf(manifest);
  return isScraped && pods ? annotated(GENERIC_METRICS, fieldAt(manifest, pods.metadata)?.annotations) : undefined;
}

/** The ports that a workload declares. */
export function declaredPortsOf(manifest: unknown): DeclaredPort[] {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.ports(specOf(oam, manifest));
  const { pods } = kindOf(manifest);
  return pods?.isPodSpec ? podPorts(fieldAt(manifest, pods.spec)) : [];
}

/** The objects that the platform creates from a workload, which has this name, without the workload itself. */
export function madeOf(manifest: unknown, name: string): NamedObject[] {
  const oam = oamWorkloadOf(manifest);
  return oam && !isResource(oam, manifest) ? oam.made(asObject(manifest).spec, name) : [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` for an unknown kind. */
export function isScalable(manifest: ObjectType): boolean | undefined {
  return (oamWorkloadOf(manifest) ?? kindOf(manifest)).scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at their own ports: each WebLogic server listens on its own. */
export function hasOwnPorts(manifest: unknown): boolean {
  return oamWorkloadOf(manifest)?.hasOwnPorts ?? false;
}

/** Whether a LoggingTrait on a workload must name its image on an OAM platform. */
export function needsLoggingImage(type: ObjectType): boolean {
  return (oamWorkloadOf(type) ?? kindOf(type)).needsLoggingImage ?? false;
}

/** The kind of an OAM workload, of any vendor, or of the resource that it holds. */
export function oamWorkloadOf(manifest: unknown): OamWorkload | undefined {
  return isObject(manifest) ? OAM_WORKLOADS.find(each => isWorkloadOf(each, manifest)) : undefined;
}

/** The kind of a workload of OAM, by its type on a platform. */
export function oamWorkloadOn(type: AnyType, typeOf: (kind: OamKind) => ObjectType): OamWorkload | undefined {
  return OAM_WORKLOADS.find(({ kind }) => isSameType(typeOf(kind), type));
}

/** The spec that describes the pods, from a workload or from the resource that it holds. */
function specOf(oam: OamWorkload, manifest: unknown): PlainValue | undefined {
  const { spec } = asObject(manifest);
  return isResource(oam, manifest) ? spec : podsSpecOf(oam, spec);
}

/** The Service among a workload's companions. */
export function serviceOf(workload: Pick<WorkloadModel, 'companions'> | undefined): NamedService | undefined {
  const service = workload?.companions?.find(({ object }) => isKind(object, SERVICE))?.object;
  return service && ofService(service)?.[0];
}

/** The spec of an IngressTrait that names a port of the Service wherever the Service has several. */
export function withDestinations(spec: PlainValue | undefined, service: NamedService): unknown {
  if (service.ports.length < 2 || !Array.isArray(spec?.rules)) return spec;
  const rules = spec.rules.map(rule => {
    const { host, port } = rule?.destination ?? {};
    const chosen = host == null && port == null ? choosePort(service, undefined, []).port : undefined;
    return chosen === undefined ? rule : { ...asObject(rule), destination: { ...asObject(rule?.destination), port: chosen } };
  });
  return { ...asObject<PlainFields>(spec), rules };
}

/** The Services among which an OAM platform searches for that of a workload; `undefined` for a kind that has others or is unknown. */
export function servicesOf(manifest: ObjectType): NamedService[] | undefined {
  if (isKind(manifest, SERVICE)) return ofService(manifest);
  return oamWorkloadOf(manifest)?.services?.(asObject(manifest).spec) ?? (isBuiltIn(manifest) ? [] : undefined);
}

/** The Service itself; `undefined` for one of the WebLogic operator, which names its ports differently. */
function ofService(service: ObjectType): NamedService[] | undefined {
  const { spec } = asObject(service);
  const isOfOperator = spec?.selector?.['weblogic.createdByOperator'] != null;
  return isOfOperator ? undefined : [{ name: String(nameOf(service)), ports: listedPorts(spec?.ports) }];
}

// the name in an operator's resource may be anything
export const isHttp = ({ name }: { name?: unknown }) => typeof name === 'string' && name.startsWith('http');

/** The port of a Service to which requests go: the one that is named, the only one, or the only one that is called `http…`. */
export function choosePort({ name, ports }: NamedService, wanted: unknown, at: At): { port?: number; findings: Finding[] } {
  const field = joinPath(at, 'port');
  if (ports.length === 0) return { findings: found('service-not-found', field, { reason: 'no-port', service: name }) };
  const known = ports.map(({ number, name: own }) => own === undefined ? number : `${number} (${own})`);
  if (wanted != null) {
    const chosen = ports.find(({ number }) => number === wanted);
    return chosen
      ? { port: chosen.number, findings: FINE }
      : { findings: found('service-not-found', field, { reason: 'not-a-port', service: name, ports: known, value: Shown.of(wanted) }) };
  }
  const [one, ...more] = ports.length === 1 ? ports : ports.filter(isHttp);
  return one && more.length === 0
    ? { port: one.number, findings: FINE }
    : { findings: found('ambiguous-service', field, { reason: 'ports', service: name, ports: known }) };
}
