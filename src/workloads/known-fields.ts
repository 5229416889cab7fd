import { coherenceWorkloadFields } from './coherence-workload';
import { containerizedWorkloadFields } from './containerized-workload';
import { helidonWorkloadFields } from './helidon-workload';
import { weblogicWorkloadFields } from './weblogic-workload';
import { Check } from '../findings/finding';
import { fixedKind, OAM_API_VERSION, OamKind, vendorWorkload } from '../private/oam-kind';

/** The workloads of OAM that are known here, and the checks of their fields. */
export const WORKLOAD_FIELDS = {
  containerized: { kind: fixedKind(OAM_API_VERSION, 'ContainerizedWorkload'), check: containerizedWorkloadFields },
  helidon: { kind: vendorWorkload('HelidonWorkload'), check: helidonWorkloadFields },
  coherence: { kind: vendorWorkload('CoherenceWorkload'), check: coherenceWorkloadFields },
  weblogic: { kind: vendorWorkload('WebLogicWorkload'), check: weblogicWorkloadFields },
} satisfies Record<string, { readonly kind: OamKind; readonly check: Check }>;
