export * from './platform/platform';
export * from './platform/oam-platform';
export { JobNaming } from './platform/job-naming';
export * from './platform/scraper';
export * from './application/application-configuration';
export { Component, ComponentParameter, ComponentProps, ComponentReferenceOptions, IComponent } from './application/component';
export * from './application/component-binding';
export * from './application/component-metrics';
export {
  DataCondition, DataConditionOperator, DataInput, DataInputSource, DataOptions, DataOutput, DataValueSource,
} from './application/data';
export { DeclaredPort, Workload, WorkloadOptions } from './workloads/workload';
export { MetricsDefaults } from './workloads/metrics-defaults';
export { OperatorResource } from './workloads/operator-resource';
export { CoherenceWorkload, CoherenceWorkloadProps } from './workloads/coherence-workload';
export * from './workloads/containerized-probes';
export * from './workloads/containerized-types';
export * from './workloads/containerized-workload';
export * from './workloads/custom-workload';
export * from './workloads/helidon-workload';
export * from './workloads/kubernetes-workload';
export { WebLogicDomainVersion, WebLogicWorkload, WebLogicWorkloadProps } from './workloads/weblogic-workload';
export { Trait, TraitOptions } from './traits/trait';
export { CustomTrait, CustomTraitProps } from './traits/custom-trait';
export * from './traits/ingress-types';
export { IngressTrait, IngressTraitProps } from './traits/ingress-trait';
export { LoggingImagePullPolicy, LoggingTrait, LoggingTraitProps } from './traits/logging-trait';
export { ManualScalerTrait, ManualScalerTraitProps } from './traits/manual-scaler-trait';
export { MetricsTrait, MetricsTraitProps, PortSpec } from './traits/metrics-trait';
