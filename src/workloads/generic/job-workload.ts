import { podsRecord } from './definition';
import { PodWorkload } from './pod-workload';
import type { PodKind } from './pods';
import { PodWorkloadProps } from './props';
import { COUNT } from '../../definitions/common';
import { choice, FieldsOf, integer } from '../../definitions/type';
import { whole } from '../../private/check';

/** What becomes of the container of a Job when it fails. */
export enum JobRestartPolicy {
  /** The pod stays as it is, with its log, and the Job starts another. */
  NEVER = 'Never',
  /** The container is started again in its pod. */
  ON_FAILURE = 'OnFailure',
}

/** What a JobWorkload and a CronJobWorkload have in common. */
export interface RunToEndProps extends PodWorkloadProps {
  /**
   * What becomes of a container that fails.
   *
   * @default JobRestartPolicy.NEVER
   */
  readonly restartPolicy?: JobRestartPolicy;

  /**
   * How often it is tried again until the Job has failed.
   *
   * @default - Kubernetes' own, 6
   */
  readonly backoffLimit?: number;

  /**
   * How many pods must succeed.
   *
   * @default - Kubernetes' own, 1
   */
  readonly completions?: number;

  /**
   * How many pods run at the same time.
   *
   * @default - Kubernetes' own, 1
   */
  readonly parallelism?: number;

  /**
   * Seconds after which the Job is ended and has failed.
   *
   * @default - no limit
   */
  readonly activeDeadlineSeconds?: number;

  /**
   * Seconds after its end until the Job is deleted, with its pods and their logs.
   *
   * @default - it stays
   */
  readonly ttlSecondsAfterFinished?: number;
}

/** Properties of a JobWorkload. */
export interface JobWorkloadProps extends RunToEndProps {}

export const RESTART_POLICY: string = JobRestartPolicy.NEVER;

/** The definition of what Jobs have in common, at a path of their spec. */
export function runFields(spec: string): FieldsOf<Omit<RunToEndProps, keyof PodWorkloadProps>> {
  return {
    restartPolicy: { type: choice('JobRestartPolicy', JobRestartPolicy), at: 'pod.restartPolicy' },
    backoffLimit: { type: COUNT, at: `${spec}.backoffLimit` },
    completions: { type: COUNT, at: `${spec}.completions` },
    parallelism: { type: COUNT, at: `${spec}.parallelism` },
    activeDeadlineSeconds: { type: integer(whole(1)), at: `${spec}.activeDeadlineSeconds` },
    ttlSecondsAfterFinished: { type: COUNT, at: `${spec}.ttlSecondsAfterFinished` },
  };
}

const JOB: PodKind = {
  apiVersion: 'batch/v1', kind: 'Job', restartPolicy: RESTART_POLICY, definition: podsRecord<JobWorkloadProps>(runFields('spec')),
};

/**
 * Pods that run until they have done their work, once: a `batch/v1` Job. No Service leads to them.
 *
 * An OAM platform collects no metrics of a Job.
 */
export class JobWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: JobWorkloadProps) {
    super(JOB, props);
  }
}
