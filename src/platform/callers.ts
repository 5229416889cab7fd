import { BindingModel, LabelledPods, PodCaller, TraitModel } from './model';
import { PlainObject } from '../objects/rendering';
import { listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { isSameType, OamKind, ObjectType, vendorTrait } from '../private/oam-kind';
import { hasOwnPorts } from '../workloads/known-kinds';

// who calls the pods of a component because of what is declared of it

/** The scraper of a component's metrics; nothing if none are collected. An operator chooses the ports of its servers itself. */
export function scraperOf(binding: BindingModel, type: ObjectType, pods?: LabelledPods): PodCaller | undefined {
  const { endpoints } = binding.metrics();
  if (endpoints.length === 0) return undefined;
  return { pods, ports: hasOwnPorts(type) ? undefined : [...new Set(endpoints.map(({ port }) => port))] };
}

/** A rule of an IngressTrait, and where it is. */
export interface LeadingRule {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  readonly index: number;
  readonly destination: any;
}

/** The rules of the application's IngressTraits that lead to a component: its own, and those that name one of these Services. */
export function leadingRules(binding: BindingModel, services: readonly string[], typeOf: (kind: OamKind) => ObjectType): LeadingRule[] {
  const type = typeOf(vendorTrait('IngressTrait'));
  const rules = binding.application.bindings().flatMap(each => each.traits().filter(({ kind }) => isSameType(typeOf(kind), type)).flatMap(trait =>
    listOf(trait.fields.spec?.rules).map((rule, index): LeadingRule => ({ binding: each, trait, index, destination: rule?.destination }))));
  return rules.filter(({ binding: each, destination }) =>
    destination?.host == null ? each === binding : services.includes(String(destination.host).split('.')[0]));
}

/** The names of the Services among objects. */
export function serviceNames(objects: readonly PlainObject[]): string[] {
  return objects.filter(object => isKind(object, SERVICE)).map(({ metadata }) => String(metadata.name));
}
