/** The version of the platform that names the Prometheus job of a metrics endpoint. */
export enum JobNaming {
  /** Versions 1.0 to 1.3: `<app>_default_<namespace>_<component>[_<i>]`, of any length. */
  V1_0 = '1.0',

  /**
   * Versions 1.4 and later: `<app>_<namespace>_<component>[_<i>]`. A name over 63 characters loses the component and is then
   * cut at 63 characters, so that two endpoints can get the same name.
   */
  V1_4 = '1.4',
}

/** What a job name is made of. */
export interface JobParts {
  readonly application: string;
  readonly namespace?: string;
  readonly component: string;
  /** Index of the endpoint; the first has no suffix. */
  readonly index: number;
}

const MAX_LENGTH = 63;
/** The cluster, which the platform never fills in. */
const CLUSTER = 'default';
const DEFAULT_NAMESPACE = 'default';

/** The job name in full: a label has no limit. */
export function fullJobName({ application, namespace, component, index }: JobParts): string {
  return `${application}_${namespace || DEFAULT_NAMESPACE}_${component}${index > 0 ? `_${index}` : ''}`;
}

/** The job name, exactly as the platform makes it. */
export function jobName(naming: JobNaming, { application, namespace, component, index }: JobParts): string {
  const ns = namespace || DEFAULT_NAMESPACE;
  const suffix = index > 0 ? `_${index}` : '';
  if (naming === JobNaming.V1_0) return `${application}_${CLUSTER}_${ns}_${component}${suffix}`;
  const full = fullJobName({ application, namespace, component, index });
  return full.length <= MAX_LENGTH ? full : `${application}_${ns}${suffix}`.slice(0, MAX_LENGTH);
}
