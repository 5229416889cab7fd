import * as kinds from './kinds';
import { OamWorkload, WorkloadModel } from './workload';
import { definitionsIn } from '../../base/definitions/type';
import { NamedService, ofService } from '../../cluster/objects/oam-workloads';
import { SERVICE, isKind } from '../../base/kind-of';
import { AnyType, OamKind, ObjectType, isSameType } from '../../base/oam-kind';

/** The known kinds of OAM workloads. */
export const OAM_WORKLOADS: readonly OamWorkload[] = definitionsIn<OamWorkload>(kinds);

/** The kind of a workload of OAM, by its type on a platform. */
export function oamWorkloadOn(type: AnyType, typeOf: (kind: OamKind) => ObjectType): OamWorkload | undefined {
  return OAM_WORKLOADS.find(({ kind }) => isSameType(typeOf(kind), type));
}

/** The Service among a workload's companions. */
export function companionServiceOf(workload: Pick<WorkloadModel, 'companions'> | undefined): NamedService | undefined {
  const service = workload?.companions?.find(({ object }) => isKind(object, SERVICE))?.object;
  return service && ofService(service)?.[0];
}
