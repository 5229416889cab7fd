import { createHash } from 'node:crypto';
import { BindingModel } from './model';
import { boundWorkload } from './parameters';
import { FINE, Finding, found } from '../../base/findings/finding';
import { fieldAt, fieldPlace, isKind, kindOf, valuesAt } from '../../base/kind-of';
import { programObjects } from '../../base/model-object';
import { nameOf } from '../../base/names';
import { OamKind, ObjectType } from '../../base/oam-kind';
import { ordered } from '../../base/plain';
import { PlainObject } from '../../cluster/objects/rendered';
import { withPodAnnotations } from '../../cluster/objects/pod-templates';

/** Returns the type of a kind on a platform. */
type KindTypes = (kind: OamKind) => ObjectType;

const CONFIG_MAP = '/ConfigMap';

/** The fields of a pod spec that name ConfigMaps. */
const CONFIG_MAPS = [
  'volumes[].configMap', 'volumes[].projected.sources[].configMap',
  ...['containers[]', 'initContainers[]'].flatMap(each =>
    [`${each}.env[].valueFrom.configMapKeyRef`, `${each}.envFrom[].configMapRef`]),
].map(place => fieldPlace(`${place}.name`));

/** The annotation that replaces pods when the contents of their files change, called as in Helm charts. */
export function configChecksum(contents: unknown) {
  return { 'checksum/config': createHash('sha256').update(JSON.stringify(contents)).digest('hex') };
}

/**
 * The object of a workload, with a checksum of the program's ConfigMaps that its pods use, if the program asks for it:
 * changed contents then replace the pods.
 */
export function withChecksum(object: PlainObject, binding: BindingModel, typeOf: KindTypes): PlainObject {
  const used = usedConfigMaps(object, binding, typeOf);
  return used?.length ? withPodAnnotations(object, configChecksum(ordered(used, true))) : object;
}

/** Reports pods that should follow ConfigMaps of the program but use none. */
export function checksumFindings(object: PlainObject, binding: BindingModel, typeOf: KindTypes): Finding[] {
  return usedConfigMaps(object, binding, typeOf)?.length !== 0 ? FINE
    : found('no-config-map', 'followsConfigMaps');
}

/**
 * The names and contents of the ConfigMaps that an object's pods use, in the order of their names: components of the
 * application, and objects that the program creates elsewhere in its app and in their namespace. `undefined` if the
 * pods need not follow them. A Secret is never hashed.
 */
function usedConfigMaps(object: PlainObject, { application, component }: BindingModel, typeOf: KindTypes) {
  if (!component?.workload.followsConfigMaps) return undefined;
  const { pods } = kindOf(object);
  const spec = pods && fieldAt(object, pods.spec);
  const names = new Set<unknown>(valuesAt(spec, [], CONFIG_MAPS).map(({ value }) => value));
  const contentsOf = ({ data, binaryData }: PlainObject) => ({ data, binaryData });
  const components = application.bindings().flatMap((binding): [name: string, contents: object][] => {
    if (!binding.component || !isKind(typeOf(binding.component.workload.kind), CONFIG_MAP)) return [];
    const { manifest } = boundWorkload(binding, typeOf);
    return [[String(nameOf(manifest) ?? binding.componentName), contentsOf(manifest)]];
  });
  const others = programObjects(application.construct, CONFIG_MAP, application.namespace)
    .map((each): [name: string, contents: object] => [String(nameOf(each)), contentsOf(each as PlainObject)]);
  return [...components, ...others].filter(([name]) => names.has(name)).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
}
