import { specOf } from './checked-trait';
import { DefinedTrait, OamTrait } from './oam-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { Finding, FINE, found } from '../findings/finding';
import { Platform } from '../platform/platform';
import { Scraper } from '../platform/scraper';
import { isOf } from '../private/brand';
import { metricsTraitSpec } from '../private/metrics-trait-spec';
import { vendorTrait } from '../private/oam-kind';
import { MetricsDefaults } from '../workloads/metrics-defaults';

/** A metrics endpoint: HTTP port and path. */
export interface PortSpec {
  /**
   * HTTP port, 1 to 65535.
   *
   * @default - the port of the workload's type: 8080, 9612 for Coherence, 7001 for WebLogic
   */
  readonly port?: number;

  /**
   * HTTP path: starts with `/`, without query or fragment.
   *
   * @default - the path of the workload's type: `/metrics`, `/wls-exporter/metrics` for WebLogic
   */
  readonly path?: string;
}

/** Properties of a MetricsTrait. What is left out stays out of the manifest: the platform knows the workload's defaults. */
export interface MetricsTraitProps extends TraitOptions {
  /**
   * Whether metrics are collected at all. Not on a platform with the single-port shape.
   *
   * @default - true, by the platform
   */
  readonly enabled?: boolean;

  /**
   * HTTP port of the metrics endpoint, 1 to 65535. Beside `ports` it is one endpoint more, the last.
   *
   * @default - the port of the workload's type: 8080, 9612 for Coherence, 7001 for WebLogic
   */
  readonly port?: number;

  /**
   * HTTP path of the metrics endpoint at `port`: starts with `/`, without query or fragment.
   *
   * @default - the path of the workload's type: `/metrics`, `/wls-exporter/metrics` for WebLogic
   */
  readonly path?: string;

  /**
   * Several metrics endpoints. Not on a platform with the single-port shape.
   *
   * @default - one endpoint, at `port`
   */
  readonly ports?: PortSpec[];

  /**
   * Name of the secret with user name and password for the endpoints, in the workload's namespace: keys `username` and
   * `password`.
   *
   * @default - that of the workload's type: the domain's credentials for WebLogic, none for others
   */
  readonly secret?: string;

  /**
   * The scraper that collects the metrics.
   *
   * @default - the platform's own
   */
  readonly scraper?: Scraper;
}

/** The defaults of the component's workload, where it is known. */
function defaultsOf(scope: ComponentBinding): MetricsDefaults | undefined {
  const workload = scope.component?._model?.workload;
  return workload && Platform.of(scope)._metricsDefaults(workload, true);
}

/** Whether there is anything to scrape on a component. */
function scrapeableFindings(scope: ComponentBinding, spec: any): Finding[] {
  const { _model: model, componentName } = scope.component;
  if (!model || defaultsOf(scope) || spec.enabled === false) return FINE;
  return found('metrics-not-scrapeable', '', { reason: 'workload', component: componentName });
}

export const METRICS_TRAIT: OamTrait = {
  name: 'MetricsTrait',
  kind: vendorTrait('MetricsTrait'),
  fields: ['enabled', 'port', 'path', 'ports', 'secret', 'scraper'],
  check: scope => metricsTraitSpec(scope && defaultsOf(scope)),
  suits: scrapeableFindings,
};

/**
 * Metrics of a component are collected: `oam.<vendor>.io/v1alpha1` MetricsTrait.
 *
 * Every component whose workload can be scraped has one: where none is declared, the default of the workload's type is
 * written. `enabled: false` says "no metrics". What is in effect can be read from `binding.metrics`.
 */
export class MetricsTrait extends DefinedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: MetricsTraitProps = {}) {
    const spec = { ...specOf(props), scraper: isOf(Scraper, props?.scraper) ? props.scraper.toString() : props?.scraper };
    super(METRICS_TRAIT, scope, id, props, { fields: { metadata: props?.metadata, spec } });
  }
}
