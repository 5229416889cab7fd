// the kinds of OAM traits: the whole library knows each class with a definition that is exported here

export {
  AutoscalerTrait, type AutoscalerTraitProps, ManualScalerTrait, type ManualScalerTraitProps,
} from './scaling-traits';
export {
  DisruptionBudgetTrait, UnhealthyPodEvictionPolicy, type DisruptionBudgetTraitProps,
} from './disruption-budget-trait';
export { IngressTrait, type IngressTraitProps } from './ingress-trait';
export { LoggingTrait, type LoggingTraitProps } from './logging-trait';
export { MetricsTrait, type MetricsTraitProps, type PortSpec } from './metrics-trait';
export { NetworkPolicyTrait, type NetworkPolicyTraitProps } from './network-policy-trait';
export type { NetworkPeer } from './network-peer';
