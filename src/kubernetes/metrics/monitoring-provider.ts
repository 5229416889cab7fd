import { azureManagedPrometheus, AzureManagedPrometheusProps } from './azure-managed-prometheus';
import { googleManagedPrometheus, GoogleManagedPrometheusProps } from './google-managed-prometheus';
import { kubePrometheusStack, KubePrometheusStackProps } from './kube-prometheus-stack';
import { ProviderParts } from './monitor';
import { grafanaAlloy, MonitorReaderProps, openTelemetry } from './monitor-readers';
import { plainPrometheus } from './plain/prometheus';
import { PrometheusProps } from './plain/prometheus-props';
import { prometheusOperator, SCRAPE_OPTIONS, timeoutFindings } from './prometheus-operator';
import { PrometheusOperatorProps, ScrapeOptions } from './prometheus-operator-props';
import { victoriaMetricsOperator, VictoriaMetricsOperatorProps } from './victoria-metrics-operator';
import { brand, instanceOf, isOwn } from '../../private/brand';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';
import { bad, Finding, FINE } from '../../findings/finding';
import { LabelSelector } from '../../objects/labels';
import { RuleEvaluation, RuleEvaluator } from '../../platform/rule-evaluator';
import { closed } from '../../private/check';
import { millisecondsOf } from '../../private/durations';
import { fieldAt } from '../../private/kinds/kind';
import { snapshot } from '../../private/plain';
import { monitorLabels, operatedScraper, SCRAPE_INTERVAL } from '../../scraper/prometheus/operated';

/** The system that collects metrics in a cluster without an OAM platform. */
export class MonitoringProvider {
  /**
   * A Prometheus that the Prometheus Operator runs. A PodMonitor, a ServiceMonitor or ScrapeConfigs are rendered for each component with
   * metrics endpoints.
   *
   * @param props the Prometheus resource, and what it selects
   */
  public static prometheusOperator(props: PrometheusOperatorProps): MonitoringProvider {
    return new MonitoringProvider(prometheusOperator(props));
  }

  /**
   * The Prometheus of the Helm chart kube-prometheus-stack: `prometheusOperator()` with the defaults of the chart. The Prometheus selects
   * monitors of all namespaces that have the label `release`, which is added to each monitor.
   *
   * @param props the release, and the values of the chart that you changed
   */
  public static kubePrometheusStack(props: KubePrometheusStackProps): MonitoringProvider {
    return new MonitoringProvider(kubePrometheusStack(props));
  }

  /**
   * A Prometheus that reads scrape jobs, and needs no operator: they are written into a ScrapeConfiguration. With its other forms, vmagent,
   * an OpenTelemetry Collector, or a Prometheus of the operator that takes jobs beside its monitors.
   *
   * @param props the Prometheus, and its configuration
   */
  public static prometheus(props: PrometheusProps): MonitoringProvider {
    return new MonitoringProvider(plainPrometheus(props));
  }

  /**
   * Grafana Alloy, which reads monitors of the Prometheus Operator by its components `prometheus.operator.podmonitors`, `servicemonitors`
   * and `scrapeconfigs`.
   *
   * @param props the collector, and what it selects
   */
  public static grafanaAlloy(props: MonitorReaderProps): MonitoringProvider {
    return new MonitoringProvider(grafanaAlloy(props));
  }

  /**
   * Collectors of the OpenTelemetry Operator, whose target allocator reads monitors of the Prometheus Operator.
   *
   * @param props the collector, and what its target allocator selects
   */
  public static openTelemetry(props: MonitorReaderProps): MonitoringProvider {
    return new MonitoringProvider(openTelemetry(props));
  }

  /**
   * A VMAgent or a VMSingle that the VictoriaMetrics operator runs: a VMPodScrape or a VMServiceScrape is rendered for each component that
   * is scraped.
   *
   * @param props the VMAgent resource, and what it selects
   */
  public static victoriaMetricsOperator(props: VictoriaMetricsOperatorProps): MonitoringProvider {
    return new MonitoringProvider(victoriaMetricsOperator(props));
  }

  /**
   * The add-on of AKS and of Azure Arc for Azure Monitor: a PodMonitor or a ServiceMonitor of `azmonitoring.coreos.com` is rendered for
   * each component that is scraped.
   *
   * @param props options of the monitors
   */
  public static azureManagedPrometheus(props: AzureManagedPrometheusProps = {}): MonitoringProvider {
    return new MonitoringProvider(azureManagedPrometheus(props));
  }

  /**
   * The managed collection of Google Cloud Managed Service for Prometheus: a PodMonitoring is rendered for each endpoint. It has no
   * relabelling of targets, so that series have other labels than with all other providers; a warning says which.
   *
   * @param props how endpoints are scraped, and the labels of pods that become labels of series
   */
  public static googleManagedPrometheus(props: GoogleManagedPrometheusProps = {}): MonitoringProvider {
    return new MonitoringProvider(googleManagedPrometheus(props));
  }

  /**
   * A Prometheus that this program runs. The monitors or jobs of each component, and the permissions of the scraper in its namespace, are
   * created as components are bound.
   *
   * @param scraper the scraper
   * @param options labels of series and defaults of endpoints
   */
  public static scraper(scraper: PrometheusScraper, options?: ScrapeOptions): MonitoringProvider {
    return new MonitoringProvider(scraperProvider(scraper, options));
  }

  /** @internal */
  public readonly _parts: ProviderParts;

  private constructor(parts: ProviderParts) {
    this._parts = parts;
  }
}

brand(MonitoringProvider);

const OPTIONS = closed(SCRAPE_OPTIONS);

const SCRAPER = instanceOf(PrometheusScraper, (value, field) => bad('invalid-value', 'prometheus-scraper', field, value));

/** Replaces an invalid scraper, which the check rejects. */
const NONE = { namespace: '', name: '', monitorSelector: {} };

/** The parts that depend on the scraper itself. */
interface OwnParts {
  readonly check: () => Finding[];
  readonly interval: string;
}

/** Collects metrics with a scraper that the program runs. */
function scraperProvider(scraper: PrometheusScraper, given: ScrapeOptions | undefined): ProviderParts {
  const taken = snapshot(given);
  const interval = isOwn(PrometheusScraper, scraper) ? intervalOf(scraper) : SCRAPE_INTERVAL;
  const wrong = () => [...SCRAPER(scraper, 'scraper'), ...taken == null ? FINE : OPTIONS(taken, 'options')];
  const check = () => wrong().length > 0 || taken == null ? wrong() : timeoutFindings(taken, interval, 'options');
  if (!isOwn(PrometheusScraper, scraper)) return { ...prometheusOperator(NONE), check };
  const parts = byMonitors(scraper, taken ?? {}, { check, interval });
  return {
    ...parts,
    rules: () => evaluation(scraper, parts.rules()),
    pods: () => ({ namespace: scraper.namespace, podLabels: scraper._podLabels }),
    scrapes: scraped => scraper._scraped.scrapes(() => scraped().map(({ binding }) => binding)),
  };
}

/** The scraper's default interval, including overrides of its resource. */
function intervalOf({ _model: { given } }: PrometheusScraper): string {
  const over = fieldAt(given.overrides, ['spec', 'scrapeInterval']);
  return typeof over === 'string' && millisecondsOf(over) ? over : given.scrapeInterval ?? SCRAPE_INTERVAL;
}

/** How rules are evaluated: not by an agent, which evaluates none, nor by shards, each of which misses what the others scrape. */
function evaluation(scraper: PrometheusScraper, given: RuleEvaluation): RuleEvaluation {
  const { agent, shards = 1 } = scraper._model.given;
  const { evaluator } = given;
  if (agent || shards > 1) return { ...given, evaluator: agent ? 'agent' : 'shards' };
  if (typeof evaluator === 'string') return given;
  return { ...given, evaluator: asRendered(scraper, evaluator) };
}

/** The evaluator with the selector of the rendered resource, including overrides. */
function asRendered({ _model: model, _scraped: scraped }: PrometheusScraper, evaluator: RuleEvaluator): RuleEvaluation['evaluator'] {
  const { ruleSelector: selector } = operatedScraper(model, () => scraped.names).fields().spec as { readonly ruleSelector?: LabelSelector };
  const isUnheard = fieldAt(model.given.overrides, ['spec', 'alerting']) === undefined;
  return selector ? { ...evaluator, selector, isUnheard } : 'selector';
}

function byMonitors(scraper: PrometheusScraper, options: ScrapeOptions, own: OwnParts): ProviderParts {
  const { namespace, scraperName: name } = scraper;
  const monitorSelector = { matchLabels: monitorLabels(scraper._model) };
  const rules = { ruleSelector: monitorSelector, ruleNamespaceSelector: {} };
  return prometheusOperator({ ...options, namespace, name, monitorSelector, monitorNamespaceSelector: {}, ...rules }, own);
}
