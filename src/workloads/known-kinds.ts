import { OAM_WORKLOADS } from './all';
import { annotated, GENERIC_METRICS, MetricsDefaults } from './metrics-defaults';
import { OamWorkload, podsSpecOf } from './oam-workload';
import { podPorts } from './pods';
import { DeclaredPort, NamedObject } from './workload';
import { isObject } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { isKind, kindOf } from '../private/kinds/kind-of';
import { isOfAnyVendor, isSameType, OamKind, ObjectType } from '../private/oam-kind';
import { isBuiltIn } from '../private/scopes';

// what is known of workloads of any kind, read from their manifests as an OAM platform does

/** Where a workload is scraped by default. */
export function metricsOf(manifest: any): MetricsDefaults | undefined {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.metrics(specOf(oam, manifest));
  const { isScraped, pods } = kindOf(manifest);
  return isScraped && pods ? annotated(GENERIC_METRICS, fieldAt(manifest, pods.metadata)?.annotations) : undefined;
}

/** The ports that a workload declares. */
export function declaredPortsOf(manifest: any): DeclaredPort[] {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.ports(specOf(oam, manifest));
  const { pods } = kindOf(manifest);
  return pods?.isPodSpec ? podPorts(fieldAt(manifest, pods.spec)) : [];
}

/** The objects that the platform makes of a workload, which has this name, beside the workload itself. */
export function madeOf(manifest: any, name: string): NamedObject[] {
  const oam = oamWorkloadOf(manifest);
  return oam && !isResource(oam, manifest) ? oam.made(manifest.spec, name) : [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` of a kind that is not known. */
export function isScalable(manifest: any): boolean | undefined {
  return (oamWorkloadOf(manifest) ?? kindOf(manifest)).scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at ports of their own: the servers of WebLogic listen on one each. */
export function hasOwnPorts(manifest: any): boolean {
  return oamWorkloadOf(manifest)?.hasOwnPorts ?? false;
}

/** Whether a LoggingTrait on a workload must name its image on an OAM platform. */
export function needsLoggingImage(type: ObjectType): boolean {
  return (oamWorkloadOf(type) ?? kindOf(type)).needsLoggingImage ?? false;
}

/** The kind of a workload of OAM, of whatever vendor, or of the resource that it holds. */
export function oamWorkloadOf(manifest: any): OamWorkload | undefined {
  return isObject(manifest) ? OAM_WORKLOADS.find(each => isOfAnyVendor(each.kind, manifest) || isResource(each, manifest)) : undefined;
}

/** The kind of a workload of OAM, by its type on a platform. */
export function oamWorkloadOn(type: ObjectType, typeOf: (kind: OamKind) => ObjectType): OamWorkload | undefined {
  return OAM_WORKLOADS.find(({ kind }) => isSameType(typeOf(kind), type));
}

function isResource({ resource }: OamWorkload, manifest: unknown): boolean {
  return resource !== undefined && isKind(manifest, resource);
}

/** What is scraped is the same in the resource itself. */
function specOf(oam: OamWorkload, manifest: any): any {
  return isResource(oam, manifest) ? manifest.spec : podsSpecOf(oam, manifest.spec);
}
