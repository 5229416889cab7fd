import { containerized } from './containerized';
import { helidon } from './helidon';
import { coherence, weblogic } from './operators';
import { WorkloadRenderer } from '../model';

/** How the workloads of OAM become Kubernetes objects, by the names of their kinds. */
export const WORKLOAD_RENDERERS: Readonly<Record<string, WorkloadRenderer>> = {
  ContainerizedWorkload: containerized,
  HelidonWorkload: helidon,
  CoherenceWorkload: coherence,
  WebLogicWorkload: weblogic,
};
