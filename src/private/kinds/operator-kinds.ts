import { KindFacts, steps } from './kind';

export const COHERENCE = 'coherence.oracle.com/Coherence';
export const DOMAIN = 'weblogic.oracle/Domain';
export const DOMAIN_CLUSTER = 'weblogic.oracle/Cluster';

/** The kinds of operators that this library reads or writes, by group and kind. */
export const OPERATOR_KINDS: Readonly<Record<string, KindFacts>> = {
  [COHERENCE]: { pods: { metadata: ['spec'], spec: ['spec'], containers: 'sideCars', spreadsMounts: true }, scales: true },
  [DOMAIN]: {
    pods: { metadata: steps('spec.serverPod'), spec: steps('spec.serverPod'), containers: 'containers' },
    scales: true,
    // those of a v8 Domain
    scaledParts: 'clusters',
  },
  [DOMAIN_CLUSTER]: { scales: true },
  'monitoring.coreos.com/PodMonitor': { endpoints: 'podMetricsEndpoints' },
  'monitoring.coreos.com/ServiceMonitor': { endpoints: 'endpoints' },
};
