// the kinds of workloads of OAM: a class with a definition that is exported here is known to the whole library

export { CoherenceWorkload } from './coherence-workload';
export type { CoherenceWorkloadProps } from './coherence-workload';
export { ContainerizedWorkload } from './containerized-workload';
export type { ContainerizedWorkloadProps } from './containerized-workload';
export { HelidonWorkload } from './helidon-workload';
export type { HelidonDeployment, HelidonService, HelidonWorkloadProps } from './helidon-workload';
export { WebLogicDomainVersion, WebLogicWorkload } from './weblogic-workload';
export type { WebLogicWorkloadProps } from './weblogic-workload';
