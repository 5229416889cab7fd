import { backendOf } from './backends';
import { leadingRules } from '../../platform/callers';
import { BindingModel, PodCaller } from '../../platform/model';
import { OamKind, ObjectType } from '../../private/oam-kind';
import { TraitProviders } from '../providers';

/** The ingress controller as a caller of a component's pods; nothing if no rule of an IngressTrait leads to them. */
export function controllerOf(binding: BindingModel, providers: TraitProviders, typeOf: (kind: OamKind) => ObjectType): PodCaller | undefined {
  const { ingress, services, planOf } = providers;
  if (!ingress) return undefined;
  const leading = services.to(binding);
  const targets = leadingRules(binding, leading.map(({ name }) => name), typeOf).flatMap(({ binding: of, trait, index, destination }) => {
    const { service, port } = backendOf(destination, index, { binding: of, trait, planOf, services, isOutline: false });
    const found = leading.find(({ name }) => name === service);
    return found ? [found.ports.find(({ number }) => number === port)?.containerPort] : [];
  });
  if (targets.length === 0) return undefined;
  const ports = targets.filter(port => port !== undefined);
  return { pods: ingress._pods, ports: ports.length === targets.length ? [...new Set(ports)] : undefined };
}
