import { LIMITED, METRICS_PATH, SCRAPED, ScrapeLimits, ScrapeSettings } from './scrape-settings';
import { DefinedTrait, OamTrait, TraitOptions, traitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import {
  PORT, SCRAPER_NAME, SECRET_NAME, FLAG, instanceValue, listType, record,
} from '../../base/definitions/type';
import { Finding, FINE, found, joinPath, Path, Shown } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { metricsDefaultsOf, Scraper } from '../platform/metrics';
import { isOf } from '../../base/brand';
import { isObject, listOf as elementsOf, Firsts } from '../../base/check';
import type { Endpoint } from '../../base/metrics-endpoints';
import { vendorTrait } from '../../base/oam-kind';
import { MetricsDefaults } from '../../cluster/objects/oam-workloads';
import { noObjects } from '../../cluster/objects/rendered';

/** A metrics endpoint: HTTP port and path. */
export interface PortSpec extends ScrapeSettings {
  /** HTTP port, 1 to 65535. @default - the port of the workload's type: 8080, 9612 for Coherence, 7001 for WebLogic */
  readonly port?: number;

  /**
   * HTTP path: starts with `/`, without query or fragment.
   *
   * @default - the path of the workload's type: `/metrics`, `/wls-exporter/metrics` for WebLogic
   */
  readonly path?: string;
}

/**
 * Properties of a MetricsTrait. What is left out stays out of the manifest: the platform knows the workload's defaults.
 */
export interface MetricsTraitProps extends TraitOptions, ScrapeSettings, ScrapeLimits {
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
   * Several metrics endpoints. Not on a platform with the single-port shape. On Verrazzano, the pods keep the
   * annotations of endpoints that you remove.
   *
   * @default - one endpoint, at `port`
   */
  readonly ports?: PortSpec[];

  /**
   * Name of the secret with user name and password for the endpoints, in the workload's namespace: keys `username` and
   * `password`. Not beside `authorization`; an endpoint with its own `authorization` is scraped without it. Verrazzano
   * does not set up the trait while the secret is missing.
   *
   * @default - that of the workload's type: the domain's credentials for WebLogic, none for others
   */
  readonly secret?: string;

  /** The scraper that collects the metrics. @default - the platform's own */
  readonly scraper?: Scraper;
}

/**
 * The fields that each monitoring provider writes or reports: not those with which endpoints are found, and once
 * `secret` is resolved into `basicAuth`, and lists of metrics into rules.
 */
export type ScrapeField = 'basicAuth' | 'relabelings' | Exclude<keyof (MetricsTraitProps & PortSpec),
  keyof TraitOptions | 'enabled' | 'port' | 'path' | 'ports' | 'scraper' | 'secret' | 'keepMetrics' | 'dropMetrics'>;

/** The defaults of the component's workload, where it is known. */
function defaultsOf(scope: ComponentBinding): MetricsDefaults | undefined {
  const workload = scope.component?._model?.workload;
  return workload && metricsDefaultsOf(workload, Platform.of(scope), true)[0];
}

/** Whether a value can be compared. Values of other types are rejected elsewhere. */
const isComparable = (value: unknown) => value == null || typeof value === 'number' || typeof value === 'string';

/** A declared endpoint. */
type EndpointEntry = { readonly port?: string | number; readonly path?: string };

/** Reports endpoints that are the same on a workload with these defaults, and a `path` that has no effect. */
function repeatedEndpoints(spec: unknown, defaults?: Endpoint): Finding[] {
  if (!isObject(spec)) return FINE;
  const ports = elementsOf<EndpointEntry>(spec.ports).filter(isObject);
  const firsts = new Firsts<Path>();
  const entries: { entry: EndpointEntry; at: Path }[] = ports.map((entry, i) => ({ entry, at: ['ports', i] }));
  if (ports.length > 0 && spec.port != null) entries.push({ entry: spec as EndpointEntry, at: ['port'] });
  const comparable = entries.filter(({ entry }) => isComparable(entry.port) && isComparable(entry.path));
  const isPathUnused = ports.length > 0 && spec.path != null && spec.port == null;
  return [
    ...comparable.flatMap(({ entry, at }) => {
      const { port = defaults?.port ?? 'by default', path = defaults?.path ?? 'by default' } = entry;
      const first = firsts.earlier(`${entry.port ?? defaults?.port} ${entry.path ?? defaults?.path}`, at);
      const reason = at[0] === 'port' ? 'port' : 'entry';
      return first ? found('duplicate-port', at, { reason, first, port, path }) : FINE;
    }),
    ...isPathUnused ? found('no-effect', 'path', { reason: 'unused-path' }) : FINE,
  ];
}

const SCRAPER = instanceValue<Scraper>(
  SCRAPER_NAME, { name: 'Scraper', factory: 'parse' }, given => isOf(Scraper, given) ? given.toString() : given,
);

/** Where a workload has metrics, and how they are scraped. Defaults of the kind of workload fill what is left out. */
export const METRICS_TRAIT: OamTrait = {
  name: 'MetricsTrait',
  kind: vendorTrait('MetricsTrait'),
  definition: traitRecord<MetricsTraitProps>({
    enabled: { type: FLAG, doc: 'Whether metrics are collected at all. False removes what was set up before.' },
    port: {
      type: PORT, doc: 'Port of the metrics endpoint. Beside a list of ports it is one more endpoint, the last.',
    },
    path: { type: METRICS_PATH, doc: 'HTTP path of the metrics endpoint, without query or fragment.' },
    ports: {
      type: listType(record<PortSpec>()({
        port: { type: PORT, doc: 'Port of this endpoint.' },
        path: { type: METRICS_PATH, doc: 'HTTP path of this endpoint, without query or fragment.' },
        ...SCRAPED,
      }), 'One metrics endpoint.'),
      doc: 'Metrics endpoints, for a workload that has several.',
    },
    ...SCRAPED,
    ...LIMITED,
    scraper: {
      type: SCRAPER,
      doc: 'Scraper that collects the metrics, as namespace and deployment name with a slash between them.',
    },
    secret: {
      type: SECRET_NAME, doc: 'Secret in the workload\'s namespace with the user name and password of the endpoint.',
    },
  }, {
    doc: 'Says where a workload offers its metrics and who collects them.',
    spec: {
      doc: 'The metrics endpoints. What is left out is chosen by the platform for the kind of workload.',
      // Prometheus sends one `Authorization` header; that of an endpoint takes precedence over the secret
      rules: [(spec, field) => spec?.secret == null || spec.authorization == null ? FINE
        : found('invalid-value', joinPath(field, ['authorization']), { reason: 'beside', field: 'secret' })],
    },
  }),
  ruleOn: scope => {
    // a `source` object is read at synthesis
    const defaults = scope?.component?._model?.workload.source ? undefined : scope && defaultsOf(scope);
    return spec => repeatedEndpoints(spec, defaults);
  },
  suits: (scope, spec) => {
    const { _model: model, componentName } = scope.component;
    const platform = Platform.of(scope);
    if (!model || platform._canScrape(model.workload) || spec.enabled === false) return FINE;
    return platform._unscraped(model.workload, componentName);
  },
  render: ({ binding, trait: { fields: { spec } }, metrics, planOf }) => {
    if (spec?.enabled === false) return noObjects([]);
    const { endpoints } = binding.metrics();
    const scraper = spec?.scraper as string | undefined;
    const isReadLate = binding.component?.workload.source !== undefined;
    const findings = [
      ...scraper == null || metrics.replaces(scraper) ? FINE : found('invalid-value', 'scraper',
        { reason: 'unknown-scraper', scraper: metrics.scraper!, value: Shown.of(scraper) }),
      ...isReadLate ? repeatedEndpoints({ ports: endpoints }) : FINE,
    ];
    const plan = planOf(binding);
    // findings on the workload are reported at the workload
    if (plan.findings.length > 0) return noObjects(findings);
    if (endpoints.length === 0) {
      return noObjects(
        [...findings, ...found('metrics-not-scrapeable', '', { reason: 'no-pods', kind: plan.type.kind })]);
    }
    const monitor = metrics.render();
    return { ...monitor, findings: [...findings, ...monitor.findings] };
  },
};

/**
 * Collects the metrics of a component: `oam.<vendor>.io/v1alpha1` MetricsTrait, or a monitor on a KubernetesPlatform.
 *
 * A component without this trait gets the default of its workload's type, if it can be scraped. `enabled: false`
 * collects nothing. `binding.metrics` returns what is in effect.
 */
export class MetricsTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = METRICS_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: MetricsTraitProps = {}) {
    super(METRICS_TRAIT, scope, id, props);
  }
}
