import { createHash } from 'node:crypto';
import { BindingModel } from './model';
import { withParameterValues } from './parameters';
import { FINE, Finding, found } from '../../base/findings/finding';
import { withPodAnnotations, PlainObject } from '../../cluster/objects/object-index';
import { listOf, asObject } from '../../base/check';
import { fieldAt, isKind, kindOf } from '../../base/kinds/kind-of';
import { nameOf } from '../../base/names';
import { OamKind, ObjectType } from '../../base/oam-kind';
import { ordered } from '../../base/plain';

/** Helm charts use this annotation for the same purpose. */
const CHECKSUM = 'checksum/config';

type ConfigMap = readonly [name: string, contents: object];

/** Returns the type of a kind on a platform. */
type KindTypes = (kind: OamKind) => ObjectType;

/**
 * The object of a workload, with a checksum of the application's ConfigMaps that its pods use, if the program asks for
 * it: changed contents then replace the pods.
 */
export function withChecksum(object: PlainObject, binding: BindingModel, typeOf: KindTypes): PlainObject {
  if (!binding.component?.workload.followsConfigMaps) return object;
  const used = usedConfigMaps(object, binding, typeOf);
  if (used.length === 0) return object;
  const text = JSON.stringify(ordered(used, true));
  return withPodAnnotations(object, { [CHECKSUM]: createHash('sha256').update(text).digest('hex') });
}

/** Reports pods that should follow ConfigMaps of the application but use none. */
export function checksumFindings(object: PlainObject, binding: BindingModel, typeOf: KindTypes): Finding[] {
  const { application: { name }, component } = binding;
  return !component?.workload.followsConfigMaps || usedConfigMaps(object, binding, typeOf).length > 0 ? FINE
    : found('no-config-map', 'followsConfigMaps', { application: name });
}

/**
 * The ConfigMaps that an object's pods use and that are components of the application, in the order of their names. A
 * Secret is never hashed.
 */
function usedConfigMaps(object: PlainObject, { application }: BindingModel, typeOf: KindTypes): ConfigMap[] {
  const { pods } = kindOf(object);
  const spec = pods && fieldAt(object, pods.spec);
  const volumes = listOf(spec?.volumes).flatMap(each => [each, ...listOf(each?.projected?.sources)]);
  const containers = ['containers', 'initContainers'].flatMap(list => listOf(spec?.[list]));
  const names = new Set<unknown>([
    ...volumes.map(source => source?.configMap),
    ...containers.flatMap(each => listOf(each?.env).map(variable => variable?.valueFrom?.configMapKeyRef)),
    ...containers.flatMap(each => listOf(each?.envFrom).map(source => source?.configMapRef)),
  ].map(each => each?.name));
  const all = application.bindings().flatMap(({ component, componentName, entry }): ConfigMap[] => {
    if (!component || !isKind(typeOf(component.workload.kind), '/ConfigMap')) return [];
    const { fields } = withParameterValues(component.workload.fields, component.parameters, entry.parameterValues);
    const { data, binaryData } = asObject(fields);
    return [[nameOf(fields) ?? componentName, { data, binaryData }]];
  });
  return all.filter(([name]) => names.has(name)).sort(([a], [b]) => a < b ? -1 : 1);
}
