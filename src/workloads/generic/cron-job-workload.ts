import { podsRecord } from './definition';
import { RESTART_POLICY, runFields, RunToEndProps } from './job-workload';
import { PodWorkload } from './pod-workload';
import type { PodKind } from './pods';
import { COUNT, FILLED } from '../../definitions/common';
import { choice, FLAG, string } from '../../definitions/type';
import { bad, Check, FINE } from '../../findings/finding';

/** What happens when a run is due and the one before it has not ended. */
export enum ConcurrencyPolicy {
  /** Both run. */
  ALLOW = 'Allow',
  /** The new one is left out. */
  FORBID = 'Forbid',
  /** The new one takes the place of the old one, which is ended. */
  REPLACE = 'Replace',
}

/** Properties of a CronJobWorkload. */
export interface CronJobWorkloadProps extends RunToEndProps {
  /** When it runs: minute, hour, day of the month, month and day of the week, such as `0 3 * * *`, or a name such as `@daily`. */
  readonly schedule: string;

  /**
   * The time zone of the schedule, such as `Europe/Berlin`.
   *
   * @default - that of the controller in the cluster, usually UTC
   */
  readonly timeZone?: string;

  /**
   * What happens when a run is due and the one before it has not ended.
   *
   * @default ConcurrencyPolicy.ALLOW
   */
  readonly concurrencyPolicy?: ConcurrencyPolicy;

  /**
   * Whether runs are left out for now.
   *
   * @default false
   */
  readonly suspend?: boolean;

  /**
   * Seconds by which a run may begin late; after that it is left out.
   *
   * @default - no limit
   */
  readonly startingDeadlineSeconds?: number;

  /**
   * How many Jobs that succeeded are kept.
   *
   * @default - Kubernetes' own, 3
   */
  readonly successfulJobsHistoryLimit?: number;

  /**
   * How many Jobs that failed are kept.
   *
   * @default - Kubernetes' own, 1
   */
  readonly failedJobsHistoryLimit?: number;
}

/** Kubernetes rejects a time zone within the schedule, and all but five fields. What the fields hold is for the server to say. */
const schedule: Check = (value, field) => typeof value === 'string' && /^(@[a-z]+( \S+)?|\S+( \S+){4})$/.test(value.trim()) && !/^(CRON_)?TZ=/.test(value.trim())
  ? FINE
  : bad('invalid-value', 'schedule', field, value);

const CRON_JOB: PodKind = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  restartPolicy: RESTART_POLICY,
  definition: podsRecord<CronJobWorkloadProps>({
    ...runFields('spec.jobTemplate.spec'),
    schedule: { type: string(schedule), required: 'always' },
    timeZone: { type: FILLED },
    concurrencyPolicy: { type: choice('ConcurrencyPolicy', ConcurrencyPolicy) },
    suspend: { type: FLAG },
    startingDeadlineSeconds: { type: COUNT },
    successfulJobsHistoryLimit: { type: COUNT },
    failedJobsHistoryLimit: { type: COUNT },
  }),
};

/**
 * Pods that do their work again and again, by a schedule: a `batch/v1` CronJob. No Service leads to them.
 *
 * An OAM platform collects no metrics of a CronJob.
 */
export class CronJobWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: CronJobWorkloadProps) {
    super(CRON_JOB, props);
  }
}
