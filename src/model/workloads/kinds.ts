// the kinds of OAM workloads: the whole library knows each class with a definition that is exported here

export { CoherenceWorkload, type CoherenceWorkloadProps } from './coherence-workload';
export { ContainerizedWorkload, type ContainerizedWorkloadProps } from './containerized-workload';
export {
  HelidonWorkload, type HelidonDeployment, type HelidonService, type HelidonWorkloadProps,
} from './helidon-workload';
export { WebLogicWorkload, type WebLogicWorkloadProps } from './weblogic-workload';
export { WebLogicDomainVersion } from '../../cluster/objects/oam-workloads';
