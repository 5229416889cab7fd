import { oamWorkloadOn } from '../../model/workloads/known-kinds';
import { OamWorkload, kindFindings } from '../../model/workloads/workload';
import { oneName } from '../../cluster/objects/oam-object';
import { kubernetesFields } from '../../cluster/checks/objects';
import { Check, FINE, Finding, bad, joinPath } from '../../base/findings/finding';
import { Platform } from '../../model/platform/platform';
import { all, filled, isObject, list, object, asObject, PlainFields } from '../../base/check';
import { labelName, objectName } from '../../base/names';
import type { AnyType } from '../../base/oam-kind';
import { oamTraitOn } from '../../model/traits/all';
import { CustomTrait } from '../../model/traits/custom-trait';

/** The checks that an entry of `spec.components` must pass before its meaning is known. */
export const ENTRY: Check = all(oneName, object({
  componentName: labelName,
  revisionName: filled,
  scopes: list(object({ scopeRef: object({}) }, ['scopeRef'])),
  traits: list(() => FINE),
  parameterValues: list(() => FINE),
  dataInputs: list(() => FINE),
  dataOutputs: list(() => FINE),
}));

/** The same for an entry of `traits`. */
export const TRAIT_ENTRY: Check = object({ trait: object({}) }, ['trait']);

/** Reports a string instead of a list, before it is read as anything else. */
export const NO_TEXTS: Check = (entry, field) => ['dataInputs', 'dataOutputs'].flatMap(name =>
  typeof entry?.[name] === 'string' ? bad('invalid-type', 'list', joinPath(field, [name]), entry[name]) : FINE);

/** The checks that an application must pass before its entries are read. */
export const COMPONENTS: Check = object({ spec: object({ components: list(() => FINE) }, ['components']) }, ['spec']);

/** The platform places a multi-cluster object in the clusters that `placement` names. */
export const PLACEMENT: Check = object({
  spec: object({
    placement: object({ clusters: list(object({ name: objectName }, ['name']), { min: 1, what: 'cluster' }) }, ['clusters']),
  }, ['placement']),
}, ['spec']);

/** Checks the fields of a workload, which the model takes as they are. */
export function workloadFindings(manifest: unknown, platform: Platform): Finding[] {
  const { apiVersion, kind, spec } = asObject(manifest);
  const known = definitionOf(manifest, platform);
  const check = known?.definition.check ?? kubernetesFields(apiVersion, kind, !platform._makesObjects);
  return [...kindFindings({ kind }), ...check?.(manifest, '') ?? FINE, ...platform._makesObjects && known?.unrunnable?.(spec) || FINE];
}

/** Reports fields of a workload that an API server drops although the platform would read them. */
export function droppedFindings(manifest: unknown, platform: Platform): Finding[] {
  return definitionOf(manifest, platform)?.dropped?.(asObject(manifest).spec) ?? FINE;
}

/** A workload as an API server stores it. */
export function storedWorkload(manifest: unknown, platform: Platform): unknown {
  const { spec: own, ...others } = asObject(manifest);
  const spec = definitionOf(manifest, platform)?.stored?.(own) ?? own;
  return spec === own ? manifest : { ...others, spec };
}

function definitionOf(manifest: unknown, platform: Platform): OamWorkload | undefined {
  return isObject(manifest) ? oamWorkloadOn(manifest as AnyType, kind => platform._typeOf(kind)) : undefined;
}

/** Checks whether a trait suits its workload, as the typed traits do beside checking the values of their fields. */
export function traitFindings({ binding, apiVersion, kind }: CustomTrait, { spec }: PlainFields): Finding[] {
  return oamTraitOn({ apiVersion, kind }, Platform.of(binding))?.suits?.(binding, asObject(spec)) ?? FINE;
}
