import { KindFacts, MonitorOfKind, steps } from './kind';
import { LASTING } from './kubernetes-kinds';

export const COHERENCE = 'coherence.oracle.com/Coherence';
export const SCRAPE_CONFIG = 'monitoring.coreos.com/ScrapeConfig';
export const PROBE = 'monitoring.coreos.com/Probe';
export const PROMETHEUS_RULE = 'monitoring.coreos.com/PrometheusRule';
export const VM_RULE = 'operator.victoriametrics.com/VMRule';
/** A scrape job in a configuration, which is not an object, but is read like one. */
export const SCRAPE_JOB = 'cdk8s-oam/ScrapeJob';
export const DOMAIN = 'weblogic.oracle/Domain';
export const DOMAIN_CLUSTER = 'weblogic.oracle/Cluster';

/** A Deployment of Argo that changes pods step by step. One with a `workloadRef` has the pods of a Deployment. */
export const ROLLOUT = 'argoproj.io/Rollout';

const POD_MONITOR: MonitorOfKind = { endpoints: 'podMetricsEndpoints', rules: 'relabelings' };
const JOB: MonitorOfKind = { endpoints: 'endpoints', rules: 'relabelings', isAlone: true };
const SERVICE_MONITOR: MonitorOfKind = { endpoints: 'endpoints', rules: 'relabelings', selectsServices: true };

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
    // the clusters of a v8 Domain
    scaledParts: 'clusters',
  },
  [DOMAIN_CLUSTER]: { scales: true, needsReplicas: true },
  [ROLLOUT]: { pods: LASTING, scales: true },
  'azmonitoring.coreos.com/PodMonitor': { monitor: POD_MONITOR },
  'azmonitoring.coreos.com/ServiceMonitor': { monitor: SERVICE_MONITOR },
  'gateway.networking.k8s.io/GatewayClass': { fixed: [{ fields: [steps('spec.controllerName')], anew: 'class-anew' }] },
  'monitoring.coreos.com/PodMonitor': { monitor: POD_MONITOR },
  'monitoring.coreos.com/ServiceMonitor': { monitor: SERVICE_MONITOR },
  [SCRAPE_CONFIG]: { monitor: JOB },
  [SCRAPE_JOB]: { monitor: JOB },
  'monitoring.googleapis.com/PodMonitoring': { monitor: { endpoints: 'endpoints', isJob: true } },
  'operator.victoriametrics.com/VMPodScrape': { monitor: { ...POD_MONITOR, rules: 'relabelConfigs' } },
  'operator.victoriametrics.com/VMServiceScrape': { monitor: { ...SERVICE_MONITOR, rules: 'relabelConfigs' } },
};
