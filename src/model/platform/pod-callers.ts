import { BindingModel, LabelledPods, PodCaller } from './model';
import { listOf } from '../../base/check';
import { OamKind, ObjectType, isSameType, vendorTrait } from '../../base/oam-kind';
import { hasOwnPorts } from '../../cluster/objects/oam-workloads';

/**
 * The scraper of a component's metrics; `undefined` if none are collected. An operator chooses the ports of its servers
 * itself.
 */
export function scraperCaller(
  binding: BindingModel, type: ObjectType, pods?: LabelledPods, isOptional = false,
): PodCaller | undefined {
  const { endpoints } = binding.metrics();
  if (endpoints.length === 0) return undefined;
  return { pods, isOptional, ports: hasOwnPorts(type) ? undefined : [...new Set(endpoints.map(({ port }) => port))] };
}

/**
 * The rules of the application's IngressTraits that lead to a component, with their positions: its own, and those that
 * name one of these Services.
 */
export function leadingRules(
  binding: BindingModel, services: readonly string[], typeOf: (kind: OamKind) => ObjectType,
) {
  const type = typeOf(vendorTrait('IngressTrait'));
  const traits = binding.application.bindings().flatMap(each => each.traits().map(trait => ({ binding: each, trait })));
  const rules = traits.filter(({ trait }) => isSameType(typeOf(trait.kind), type)).flatMap(own =>
    listOf(own.trait.fields.spec?.rules).map((rule, index) => ({ ...own, index, destination: rule?.destination })));
  return rules.filter(({ binding: each, destination }) =>
    destination?.host == null ? each === binding : services.includes(String(destination.host).split('.')[0]));
}
