import { KindFacts, steps } from './kind';

export const COHERENCE = 'coherence.oracle.com/Coherence';
export const DOMAIN = 'weblogic.oracle/Domain';
export const DOMAIN_CLUSTER = 'weblogic.oracle/Cluster';

/** The kinds of operators that this library reads or writes, by group and kind. */
export const OPERATOR_KINDS: Readonly<Record<string, KindFacts>> = {
  [COHERENCE]: {
    pods: { metadata: ['spec'], spec: ['spec'], containers: 'sideCars', main: 'coherence', spreadsMounts: true },
    scales: true,
  },
  [DOMAIN]: {
    pods: { metadata: steps('spec.serverPod'), spec: steps('spec.serverPod'), containers: 'containers', main: 'weblogic-server' },
    scales: true,
    scaledAs: DOMAIN_CLUSTER,
    // those of a v8 Domain
    scaledParts: 'clusters',
  },
  [DOMAIN_CLUSTER]: { scales: true, needsReplicas: true },
  'monitoring.coreos.com/PodMonitor': { endpoints: 'podMetricsEndpoints' },
  'monitoring.coreos.com/ServiceMonitor': { endpoints: 'endpoints' },
};
