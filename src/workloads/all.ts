import { COHERENCE_WORKLOAD } from './coherence-workload';
import { CONTAINERIZED_WORKLOAD } from './containerized-workload';
import { HELIDON_WORKLOAD } from './helidon-workload';
import { OamWorkload } from './oam-workload';
import { WEBLOGIC_WORKLOAD } from './weblogic-workload';

/** The kinds of workloads of OAM that are known. */
export const OAM_WORKLOADS: readonly OamWorkload[] = [
  CONTAINERIZED_WORKLOAD,
  HELIDON_WORKLOAD,
  COHERENCE_WORKLOAD,
  WEBLOGIC_WORKLOAD,
];
