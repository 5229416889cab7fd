import { FINE, Finding } from '../../findings/finding';
import { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { OamWorkload } from '../../workloads/checked-workload';
import { oamWorkloadOn } from '../../workloads/known-kinds';
import { kindFindings, kubernetesFields } from '../../workloads/kubernetes-fields';

/** What is wrong with the fields of a workload, which the model takes as they are. */
export function workloadFindings(manifest: any, platform: Platform): Finding[] {
  const { apiVersion, kind, spec } = manifest ?? {};
  const known = definitionOf(manifest, platform);
  const check = known?.definition.check ?? kubernetesFields(apiVersion, kind, !platform._makesObjects);
  return [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE, ...platform._makesObjects && known?.unrunnable?.(spec) || FINE];
}

/** What an API server drops of a workload that its platform would read. */
export function droppedFindings(manifest: any, platform: Platform): Finding[] {
  return definitionOf(manifest, platform)?.dropped?.(manifest.spec) ?? FINE;
}

/** A workload as an API server stores it. */
export function storedWorkload(manifest: any, platform: Platform): any {
  const spec = definitionOf(manifest, platform)?.stored?.(manifest.spec) ?? manifest?.spec;
  return spec === manifest?.spec ? manifest : { ...manifest, spec };
}

function definitionOf(manifest: any, platform: Platform): OamWorkload | undefined {
  if (!isObject(manifest)) return undefined;
  return oamWorkloadOn({ apiVersion: manifest.apiVersion, kind: manifest.kind }, kind => platform._typeOf(kind));
}
