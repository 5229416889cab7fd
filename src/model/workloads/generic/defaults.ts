import { RESOURCES, SPREAD, POD_LABELS, PodWorkloadProps, WorkloadResources, WorkloadSpread } from './props';
import { WorkloadProbe, WorkloadProbes } from './probes';
import { PodSecurity } from '../../../cluster/checks/pod-security';
import { unknownProps } from '../../../base/definitions/props';
import { choice, COUNT, listType, record, string } from '../../../base/definitions/type';
import { Check, pathOf } from '../../../base/findings/finding';
import { isObject } from '../../../base/check';
import { secretName } from '../../../base/names';
import { definedFields, merge } from '../../../base/plain';

/** Timings of probes, in seconds. */
export interface ProbeTimings {
  /** Seconds before the first probe. @default - Kubernetes' own, 0 */
  readonly initialDelaySeconds?: number;
  /** Seconds between probes. @default - Kubernetes' own, 10 */
  readonly periodSeconds?: number;
  /** Seconds after which a probe has failed. @default - Kubernetes' own, 1 */
  readonly timeoutSeconds?: number;
  /** Failures in a row that make a container unhealthy. @default - Kubernetes' own, 3 */
  readonly failureThreshold?: number;
}

/**
 * Defaults of the workloads with flat properties: DeploymentWorkload, StatefulSetWorkload, DaemonSetWorkload,
 * JobWorkload and CronJobWorkload. What a workload sets itself takes precedence, and the defaults of an application
 * override those of its platform. A workload that contradicts a default, such as with a request above the default
 * limit, is an error.
 */
export interface WorkloadDefaults {
  /** The Pod Security Standard that the pods keep. @default - nothing is checked, and nothing is added */
  readonly podSecurity?: PodSecurity;

  /**
   * Requests and limits of the main container. A workload overrides them one by one.
   *
   * @default - nothing is reserved, and nothing is limited
   */
  readonly resources?: WorkloadResources;

  /** Timings of liveness and readiness probes. @default - Kubernetes' own */
  readonly probes?: ProbeTimings;

  /** Labels of the workloads and their pods. @default - none */
  readonly labels?: { [key: string]: string };

  /** Names of the Secrets with which images are pulled, beside those of `podSpec`. @default - none */
  readonly imagePullSecrets?: string[];

  /** How pods spread over nodes, zones or others. Not for a DaemonSet. @default - as the scheduler does */
  readonly spread?: WorkloadSpread[];
}

const DEFAULTS = record<WorkloadDefaults>()({
  podSecurity: choice('PodSecurity', PodSecurity),
  resources: RESOURCES,
  probes: record<ProbeTimings>()({
    initialDelaySeconds: COUNT, periodSeconds: COUNT, timeoutSeconds: COUNT, failureThreshold: COUNT,
  }),
  labels: POD_LABELS,
  imagePullSecrets: listType(string(secretName)),
  spread: listType(SPREAD),
});

/** The check of defaults. */
export const workloadDefaults: Check = (value, field) =>
  [...unknownProps(DEFAULTS, value, [], pathOf(field)), ...DEFAULTS.check(value, field)];

/** The props of a workload that defaults can set, with what these add to them. */
interface Defaulted extends Pick<PodWorkloadProps, 'image' | 'podSecurity' | 'resources' | 'podLabels' | 'spread'> {
  readonly probes?: WorkloadProbes;
  readonly podSpec?: object;
}

/** The properties of pods with the defaults for what they leave out. */
export function withDefaults<P extends Defaulted>(pod: P, kind: string, defaults: WorkloadDefaults): P {
  const { podSecurity, resources, probes, labels, imagePullSecrets, spread } = defaults;
  const timed = (probe: WorkloadProbe | undefined) => isObject(probe) ? { ...probes, ...definedFields(probe) } : probe;
  const { liveness, readiness, startup } = pod.probes ?? {};
  return {
    ...pod,
    ...definedFields({
      podSecurity: pod.podSecurity ?? podSecurity,
      resources: pod.image == null || !resources ? pod.resources : merge<object>(resources, pod.resources ?? {}),
      probes: pod.probes && definedFields({ liveness: timed(liveness), readiness: timed(readiness), startup }),
      podLabels: labels ? { ...labels, ...pod.podLabels } : pod.podLabels,
      podSpec: !imagePullSecrets?.length ? pod.podSpec
        : merge<object>({ imagePullSecrets: imagePullSecrets.map(name => ({ name })) }, pod.podSpec ?? {}, 'PodSpec'),
      spread: pod.spread ?? (kind === 'DaemonSet' ? undefined : spread),
    }),
  };
}

/** The defaults of an application on its platform. */
export function mergedDefaults(
  platform: WorkloadDefaults | undefined, application: WorkloadDefaults | undefined,
): WorkloadDefaults | undefined {
  return platform && application ? merge<WorkloadDefaults>(platform, application) : application ?? platform;
}
