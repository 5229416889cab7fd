import { deployment } from './support';
import { CoherenceWorkload, CustomWorkload, KubernetesWorkload, WebLogicDomainVersion, WebLogicWorkload, Workload } from '../../../src';

const LABELS = { app: 'greet' };
const SELECTOR = { matchLabels: LABELS };

/** Pods whose containers write and read below `/logs`. */
export const PODS = {
  metadata: { labels: LABELS },
  spec: {
    containers: [
      { name: 'main', image: 'example/main:1', volumeMounts: [{ name: 'logs', mountPath: '/logs' }] },
      { name: 'reader', image: 'example/reader:1', volumeMounts: [{ name: 'logs', mountPath: '/logs' }] },
    ],
    volumes: [{ name: 'logs', emptyDir: {} }],
  },
};

/** A workload `greet` of any kind. */
export function ofKind(apiVersion: string, kind: string, spec: any): Workload {
  return new CustomWorkload({ manifest: { apiVersion, kind, metadata: { name: 'greet' }, spec } });
}

const ENDING = { ...PODS, spec: { ...PODS.spec, restartPolicy: 'Never' } };

export const STATEFUL_SET = ofKind('apps/v1', 'StatefulSet', { serviceName: 'greet', selector: SELECTOR, template: PODS });
export const DAEMON_SET = ofKind('apps/v1', 'DaemonSet', { selector: SELECTOR, template: PODS });
export const REPLICA_SET = ofKind('apps/v1', 'ReplicaSet', { selector: SELECTOR, template: PODS });
export const POD = ofKind('v1', 'Pod', PODS.spec);
export const JOB = ofKind('batch/v1', 'Job', { template: ENDING });
export const CRON_JOB = ofKind('batch/v1', 'CronJob', { schedule: '* * * * *', jobTemplate: { spec: { template: ENDING } } });
export const CONFIG_MAP = KubernetesWorkload.configMap({ metadata: { name: 'greet' }, data: {} });

/** A Coherence cluster that is scraped, with volumes for all of its containers. */
export function storage(more: any = {}): Workload {
  const ports = [{ name: 'metrics', port: 9612 }];
  return new CoherenceWorkload({ template: { name: 'storage', spec: { ports, ...more } } });
}

/** A WebLogic domain with a cluster of its own. */
export function shop(more: any = {}): Workload {
  return new WebLogicWorkload({
    template: { name: 'shop', spec: { domainUID: 'shop', webLogicCredentialsSecret: { name: 'shop-credentials' }, ...more } },
    domainVersion: WebLogicDomainVersion.V9,
    clusters: [{ name: 'shop-front', spec: { clusterName: 'front', replicas: 2 } }],
  });
}

/** A Deployment that is scraped, whose pods have these fields too. */
export function deploymentWith(container: any, spec: any = {}): Workload {
  const { spec: base }: Record<string, any> = deployment([{ containerPort: 8080 }])._fields;
  const { template } = base;
  const containers = [{ ...template.spec.containers[0], ...container }];
  return ofKind('apps/v1', 'Deployment', { ...base, template: { ...template, spec: { containers, volumes: [{ name: 'data', emptyDir: {} }], ...spec } } });
}
