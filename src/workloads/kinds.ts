// the kinds of workloads of OAM: a class with a definition that is exported here is known to the whole library

export { CoherenceWorkload, type CoherenceWorkloadProps } from './coherence-workload';
export { ContainerizedWorkload, type ContainerizedWorkloadProps } from './containerized-workload';
export { HelidonWorkload, type HelidonDeployment, type HelidonService, type HelidonWorkloadProps } from './helidon-workload';
export { WebLogicDomainVersion, WebLogicWorkload, type WebLogicWorkloadProps } from './weblogic-workload';
