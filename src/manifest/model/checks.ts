import { oneName } from './oam-object';
import { kubernetesFields } from '../../checks/objects';
import { Check, FINE, Finding, bad } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { Platform } from '../../platform/platform';
import { all, filled, isObject, list, object, asObject, PlainFields } from '../../private/check';
import { labelName, objectName } from '../../private/names';
import type { AnyType, TypedManifest } from '../../private/oam-kind';
import { oamTraitOn } from '../../traits/all';
import { CustomTrait } from '../../traits/custom-trait';
import { OamWorkload } from '../../workloads/checked-workload';
import { oamWorkloadOn } from '../../workloads/known-kinds';
import { kindFindings } from '../../workloads/kubernetes-fields';

/** What must be right with an entry of `spec.components`, or it is not known what it says. */
export const ENTRY: Check = all(oneName, object({
  componentName: labelName,
  revisionName: filled,
  scopes: list(object({ scopeRef: object({}) }, ['scopeRef'])),
  traits: list(() => FINE),
  parameterValues: list(() => FINE, { isHidden: true }),
  dataInputs: list(() => FINE),
  dataOutputs: list(() => FINE),
}));

/** The same for an entry of its traits. */
export const TRAIT_ENTRY: Check = object({ trait: object({}) }, ['trait']);

/** A text in the place of a list is told before it is taken for anything else. */
export const NO_TEXTS: Check = (entry, field) => ['dataInputs', 'dataOutputs'].flatMap(name =>
  typeof entry?.[name] === 'string' ? bad('invalid-type', 'list', joinPath(field, [name]), entry[name]) : FINE);

/** The same for an application. */
export const COMPONENTS: Check = object({ spec: object({ components: list(() => FINE) }, ['components']) }, ['spec']);

/** The platform puts an object for several clusters into those that are named. */
export const PLACEMENT: Check = object({
  spec: object({
    placement: object({ clusters: list(object({ name: objectName }, ['name']), { min: 1, what: 'cluster' }) }, ['clusters']),
  }, ['placement']),
}, ['spec']);

/** What is wrong with the fields of a workload, which the model takes as they are. */
export function workloadFindings(manifest: unknown, platform: Platform): Finding[] {
  const { apiVersion, kind, spec } = asObject(manifest);
  const known = definitionOf(manifest, platform);
  const check = known?.definition.check ?? kubernetesFields(apiVersion, kind, !platform._makesObjects);
  return [...kindFindings({ kind }), ...check?.(manifest, '') ?? FINE, ...platform._makesObjects && known?.unrunnable?.(spec) || FINE];
}

/** What an API server drops of a workload that its platform would read. */
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

/** What the typed traits check beside the values of their fields: whether they suit the workload. */
export function traitFindings({ binding, apiVersion, kind }: CustomTrait, { spec }: PlainFields): Finding[] {
  return oamTraitOn({ apiVersion, kind }, Platform.of(binding))?.suits?.(binding, asObject(spec)) ?? FINE;
}

/** What the platform reads otherwise than it is written. */
export function spellingFindings({ apiVersion, kind, spec }: TypedManifest, platform: Platform): Finding[] {
  return oamTraitOn({ apiVersion, kind }, platform)?.misread?.(spec) ?? FINE;
}
