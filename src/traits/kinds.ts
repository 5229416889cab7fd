// the kinds of traits of OAM: a class with a definition that is exported here is known to the whole library

export { AutoscalerTrait } from './scaling-traits';
export type { AutoscalerTraitProps } from './scaling-traits';
export { DisruptionBudgetTrait, UnhealthyPodEvictionPolicy } from './disruption-budget-trait';
export type { DisruptionBudgetTraitProps } from './disruption-budget-trait';
export { IngressTrait } from './ingress-trait';
export type { IngressTraitProps } from './ingress-trait';
export { LoggingImagePullPolicy, LoggingTrait } from './logging-trait';
export type { LoggingTraitProps } from './logging-trait';
export { ManualScalerTrait } from './scaling-traits';
export type { ManualScalerTraitProps } from './scaling-traits';
export { MetricsTrait } from './metrics-trait';
export type { MetricsTraitProps, PortSpec } from './metrics-trait';
export { NetworkPolicyTrait } from './network-policy-trait';
export type { NetworkPeer } from './network-peer';
export type { NetworkPolicyTraitProps } from './network-policy-trait';
