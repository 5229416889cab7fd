import { containerized } from './containerized';
import { helidon } from './helidon';
import { coherence, weblogic } from './operators';
import { Check } from '../../private/finding';
import { fixedKind, OAM_API_VERSION, OamKind, vendorWorkload } from '../../private/oam-kind';
import { coherenceWorkloadFields } from '../../workloads/coherence-workload';
import { containerizedWorkloadFields } from '../../workloads/containerized-workload';
import { helidonWorkloadFields } from '../../workloads/helidon-workload';
import { weblogicWorkloadFields } from '../../workloads/weblogic-workload';
import { WorkloadRenderer } from '../model';

/** How a kind of OAM becomes Kubernetes objects. */
export interface KnownWorkload {
  readonly kind: OamKind;
  readonly check: Check;
  readonly render: WorkloadRenderer;
}

/** The kinds of OAM that are known here. */
export const WORKLOADS: readonly KnownWorkload[] = [
  { kind: fixedKind(OAM_API_VERSION, 'ContainerizedWorkload'), check: containerizedWorkloadFields, render: containerized },
  { kind: vendorWorkload('HelidonWorkload'), check: helidonWorkloadFields, render: helidon },
  { kind: vendorWorkload('CoherenceWorkload'), check: coherenceWorkloadFields, render: coherence },
  { kind: vendorWorkload('WebLogicWorkload'), check: weblogicWorkloadFields, render: weblogic },
];
