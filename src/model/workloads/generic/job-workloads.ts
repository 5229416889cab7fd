import { fieldsAt, podsRecord, PodWorkloadProps } from './props';
import { PodKind, PodWorkload } from './pod-workload';
import { COUNT, FLAG, FieldsOf, choice, integer, string } from '../../../base/definitions/type';
import { whole } from '../../../base/check';
import { schedule, timeZone } from '../../../base/cron-schedule';

/** What happens to the container of a Job when it fails. */
export enum JobRestartPolicy {
  /** The pod stays as it is, with its log, and the Job starts another. */
  NEVER = 'Never',
  /** The container is started again in its pod. */
  ON_FAILURE = 'OnFailure',
}

/** Properties of a JobWorkload. */
export interface JobWorkloadProps extends PodWorkloadProps {
  /** What happens to a container that fails. @default JobRestartPolicy.NEVER */
  readonly restartPolicy?: JobRestartPolicy;
  /** How many times it is retried before the Job counts as failed. @default - Kubernetes' own, 6 */
  readonly backoffLimit?: number;
  /** How many pods must succeed. @default - Kubernetes' own, 1 */
  readonly completions?: number;
  /** How many pods run at the same time. @default - Kubernetes' own, 1 */
  readonly parallelism?: number;
  /** Seconds after which the Job is terminated and counts as failed. @default - no limit */
  readonly activeDeadlineSeconds?: number;
  /** Seconds after its end until the Job is deleted, with its pods and their logs. @default - it stays */
  readonly ttlSecondsAfterFinished?: number;
}

/** The fields that Jobs have in common, at a path of their spec. */
const runFields = (spec: string): FieldsOf<Omit<JobWorkloadProps, keyof PodWorkloadProps>> => ({
  restartPolicy: { type: choice('JobRestartPolicy', JobRestartPolicy), at: 'pod.restartPolicy' },
  ...fieldsAt<Omit<JobWorkloadProps, keyof PodWorkloadProps | 'restartPolicy'>>(spec, {
    backoffLimit: COUNT,
    completions: COUNT,
    parallelism: COUNT,
    activeDeadlineSeconds: integer(whole(1)),
    ttlSecondsAfterFinished: COUNT,
  }),
});

/** A Job: pods that end. Kubernetes rejects the restart policy `Always`, which pods otherwise have. */
const JOB: PodKind = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  restartPolicy: JobRestartPolicy.NEVER,
  definition: podsRecord<JobWorkloadProps>(runFields('spec')),
};

/**
 * Pods that run until they have done their work, once: a `batch/v1` Job. No Service leads to them.
 *
 * An OAM platform collects no metrics of a Job.
 */
export class JobWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: JobWorkloadProps) { super(JOB, props); }
}

/** What happens when a run is due and the one before it has not ended. */
export enum ConcurrencyPolicy {
  /** Both run. */
  ALLOW = 'Allow',
  /** The new one is skipped. */
  FORBID = 'Forbid',
  /** The new one replaces the old one, which is terminated. */
  REPLACE = 'Replace',
}

/** Properties of a CronJobWorkload: those of its Jobs, and when they run. */
export interface CronJobWorkloadProps extends JobWorkloadProps {
  /**
   * When it runs: minute, hour, day of the month, month and day of the week, such as `0 3 * * *`, or a name such as
   * `@daily`.
   */
  readonly schedule: string;

  /**
   * The time zone of the schedule, such as `Europe/Berlin`.
   *
   * @default - that of the controller in the cluster, usually UTC
   */
  readonly timeZone?: string;

  /** What happens when a run is due and the one before it has not ended. @default ConcurrencyPolicy.ALLOW */
  readonly concurrencyPolicy?: ConcurrencyPolicy;
  /** Whether runs are suspended. @default false */
  readonly suspend?: boolean;
  /** Seconds by which a run may begin late; after that it is skipped. @default - no limit */
  readonly startingDeadlineSeconds?: number;
  /** How many Jobs that succeeded are kept. @default - Kubernetes' own, 3 */
  readonly successfulJobsHistoryLimit?: number;
  /** How many Jobs that failed are kept. @default - Kubernetes' own, 1 */
  readonly failedJobsHistoryLimit?: number;
}

/** A CronJob: a Job per scheduled time. What concerns each run is in the template of the Job. */
const CRON_JOB: PodKind = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  restartPolicy: JobRestartPolicy.NEVER,
  definition: podsRecord<CronJobWorkloadProps>({
    ...runFields('spec.jobTemplate.spec'),
    schedule: { type: string(schedule), required: 'always' },
    timeZone: string(timeZone),
    concurrencyPolicy: choice('ConcurrencyPolicy', ConcurrencyPolicy),
    suspend: FLAG,
    startingDeadlineSeconds: COUNT,
    successfulJobsHistoryLimit: COUNT,
    failedJobsHistoryLimit: COUNT,
  }),
};

/**
 * Pods that do their work repeatedly, on a schedule: a `batch/v1` CronJob. No Service leads to them.
 *
 * An OAM platform collects no metrics of a CronJob.
 */
export class CronJobWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: CronJobWorkloadProps) { super(CRON_JOB, props); }
}
