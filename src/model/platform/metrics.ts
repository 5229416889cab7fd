import type { BindingModel, TraitModel } from './model';
import type { Platform } from './platform';
import type { WorkloadModel } from '../workloads/workload';
import { brand, throwFindings } from '../../base/brand';
import { endpointsOf } from '../../base/metrics-endpoints';
import { scraper } from '../../base/names';
import { GENERIC_METRICS, MetricsDefaults } from '../../cluster/objects/oam-workloads';

/** An endpoint from which metrics are collected. */
export interface MetricsEndpoint {
  /** HTTP port, 1 to 65535. */
  readonly port: number;
  /** HTTP path. */
  readonly path: string;
  /** Name of the Prometheus job: the `job` label of every series. */
  readonly jobName: string;
}

/** How the metrics of a component are collected, whatever was left out of its MetricsTrait. */
export interface ComponentMetrics {
  /**
   * The endpoints; none if metrics are disabled, or the workload cannot be scraped, or it is that of a component from
   * elsewhere, which is not known here.
   */
  readonly endpoints: MetricsEndpoint[];

  /** The scraper that collects them. @default - none: the platform has no `metrics`, so that nothing collects them */
  readonly scraper?: Scraper;
  /** Name of the secret with the credentials for the endpoints. @default - the endpoints need no credentials */
  readonly secret?: string;
}

/** The version of the platform that names the Prometheus job of a metrics endpoint. */
export enum JobNaming {
  /** Versions 1.0 to 1.3: `<app>_default_<namespace>_<component>[_<i>]`, of any length. */
  V1_0 = '1.0',

  /**
   * Versions 1.4 and later: `<app>_<namespace>_<component>[_<i>]`. A name over 63 characters loses the component and is
   * then cut at 63 characters, so that two endpoints can get the same name.
   */
  V1_4 = '1.4',
}

/** The parts of a job name. */
export interface JobParts {
  readonly application: string;
  readonly namespace?: string;
  readonly component: string;
  /** Index of the endpoint; the first has no suffix. */
  readonly index: number;
}

const MAX_LENGTH = 63;
/** The namespace of objects that name none; also the cluster, which the platform never fills in. */
const DEFAULT = 'default';

/** The full job name: a label of Prometheus has no length limit. */
export function fullJobName({ application, namespace, component, index }: JobParts): string {
  return `${application}_${namespace || DEFAULT}_${component}${index > 0 ? `_${index}` : ''}`;
}

/** The job name, exactly as the platform generates it. */
export function jobName(naming: JobNaming, parts: JobParts): string {
  const full = fullJobName(parts);
  if (naming === JobNaming.V1_0) return full.replace('_', `_${DEFAULT}_`);
  const { application, namespace, index } = parts;
  const short = `${application}_${namespace || DEFAULT}${index > 0 ? `_${index}` : ''}`;
  return full.length <= MAX_LENGTH ? full : short.slice(0, MAX_LENGTH);
}

// The default MetricsTrait: a component without a MetricsTrait is scraped as its workload says (its `metricsPorts`, or
// else its `metricsDefaults`: those of its kind, by `metricsOf`, or what the program states). An OamPlatform writes the
// trait, unless `writeDefaultMetricsTraits` is false; a KubernetesPlatform renders the monitor.

/**
 * Where a workload is scraped, with or without a declared MetricsTrait, whose values take precedence; empty if it is
 * not scraped.
 */
export function metricsDefaultsOf(
  workload: WorkloadModel, platform: Platform, isDeclared: boolean,
): readonly MetricsDefaults[] {
  if (!platform._canScrape(workload)) return [];
  const { source, metricsDefaults, traitDefaults } = workload;
  // an OAM platform knows no names of ports: it needs a trait that has the numbers
  const isByName = (isDeclared || !source) && (traitDefaults !== undefined || !platform._makesObjects);
  const named = isByName ? workload.metricsPorts ?? [] : [];
  const usual = metricsDefaults ?? (isDeclared ? traitDefaults ?? GENERIC_METRICS : undefined);
  return named.length > 0 ? named : usual ? [usual] : [];
}

/** The spec of the MetricsTrait that an OAM platform itself would add to a component without one, if any. */
export function defaultMetricsSpec(workload: WorkloadModel, platform: Platform) {
  const { _takesManyPorts: takesManyPorts } = platform;
  const defaults = metricsDefaultsOf(workload, platform, false);
  const [one, ...more] = defaults;
  if (more.length > 0 && takesManyPorts) return { ports: defaults };
  if (one) return { ...one, ...takesManyPorts ? {} : { scraper: platform.systemScraper!.toString() } };
  // otherwise the platform would scrape a port on which nothing listens
  return takesManyPorts && platform._canScrape(workload) ? { enabled: false } : undefined;
}

/** How the metrics of a component with this MetricsTrait, or with none, are collected. */
export function metricsOfComponent(
  binding: BindingModel, platform: Platform, trait: TraitModel | undefined,
): ComponentMetrics {
  const { application: { name: application, namespace }, componentName: component, component: declared } = binding;
  const spec = trait?.fields.spec;
  const named = platform._scraperOf(typeof spec?.scraper === 'string' ? spec.scraper : undefined);
  const defaults = declared ? metricsDefaultsOf(declared.workload, platform, trait !== undefined)
    : trait ? [GENERIC_METRICS] : [];
  const endpoints = defaults.length === 0 ? [] : endpointsOf(spec, defaults).map((endpoint, index) =>
    ({ ...endpoint, jobName: platform._jobName({ application, namespace, component, index }) }));
  // a token takes precedence over the secret of the workload's type
  const ofType = spec?.authorization == null ? defaults.at(0)?.secret : undefined;
  const secret = spec?.secret as string | undefined ?? ofType;
  return { endpoints, scraper: named, ...secret !== undefined && endpoints.length > 0 && { secret } };
}

/**
 * A metrics scraper: the deployment of a time-series server that collects metrics from endpoints.
 *
 * In manifests it is written as `<namespace>/<deployment-name>`.
 */
export class Scraper {
  /**
   * The scraper that a string names.
   *
   * @param text `<namespace>/<deployment-name>`, such as `verrazzano-system/vmi-system-prometheus-0`
   * @throws ModelError if the string has another form
   */
  public static parse(text: string): Scraper {
    throwFindings('Scraper', scraper(text, 'scraper'));
    const [namespace, deploymentName] = text.split('/');
    return new Scraper(namespace, deploymentName);
  }

  /**
   * The scraper of a namespace and a deployment.
   *
   * @param namespace namespace of the deployment, a DNS-1123 label
   * @param deploymentName name of the deployment, a DNS-1123 subdomain
   * @throws ModelError if one of them is invalid
   */
  public static of(namespace: string, deploymentName: string): Scraper {
    const given: unknown[] = [namespace, deploymentName];
    return Scraper.parse((given.every(part => typeof part === 'string') ? given.join('/') : given) as string);
  }

  private constructor(
    /** Namespace of the deployment. */
    public readonly namespace: string,
    /** Name of the deployment. */
    public readonly deploymentName: string,
  ) {}

  /** `<namespace>/<deployment-name>`, as written in a MetricsTrait. */
  public toString(): string { return `${this.namespace}/${this.deploymentName}`; }
}

brand(Scraper);
