import { containerized } from './containerized';
import { helidon } from './helidon';
import { coherence, weblogic } from './operators';
import { Check } from '../../findings/finding';
import { OamKind } from '../../private/oam-kind';
import { WORKLOAD_FIELDS } from '../../workloads/known-fields';
import { WorkloadRenderer } from '../model';

/** How a kind of OAM becomes Kubernetes objects. */
export interface KnownWorkload {
  readonly kind: OamKind;
  readonly check: Check;
  readonly render: WorkloadRenderer;
}

/** The kinds of OAM that are known here. */
export const WORKLOADS: readonly KnownWorkload[] = [
  { ...WORKLOAD_FIELDS.containerized, render: containerized },
  { ...WORKLOAD_FIELDS.helidon, render: helidon },
  { ...WORKLOAD_FIELDS.coherence, render: coherence },
  { ...WORKLOAD_FIELDS.weblogic, render: weblogic },
];
