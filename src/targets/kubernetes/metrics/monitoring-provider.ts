import { googleManagedPrometheus, GoogleManagedPrometheusProps } from './google-managed-prometheus';
import {
  kubePrometheusStack, KubePrometheusStackProps, operatorProvider, SCRAPE_OPTIONS, timeoutFindings,
} from './prometheus-operator';
import {
  azureManagedPrometheus, AzureManagedPrometheusProps, grafanaAlloy, MonitorReaderProps, openTelemetry,
} from './monitor-collectors';
import { PROMETHEUS_OPERATOR, VICTORIA_METRICS } from './monitor-dialects';
import { plainPrometheus, PrometheusProps } from './plain/prometheus';
import { PrometheusOperatorProps, ScrapeOptions, VictoriaMetricsOperatorProps } from './prometheus-operator-props';
import { brand, instanceOf, isOwn } from '../../../base/brand';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';
import { bad, Finding, FINE, found } from '../../../base/findings/finding';
import { closed } from '../../../base/check';
import { millisecondsOf } from '../../../base/durations';
import { fieldAt } from '../../../base/kind-of';
import { snapshot } from '../../../base/plain';
import { monitorLabels, operatedScraper, SCRAPE_INTERVAL, scraperPodLabels } from '../../scraper/prometheus/operated';
import { Scraper } from '../../../model/platform/metrics';
import { LabelledPods, RuleEvaluation } from '../../../model/platform/model';
import { MonitorContext } from './scraped-component';
import { noObjects, PlainObject, Rendered } from '../../../cluster/objects/rendered';
import { LabelSelector } from '../../../cluster/objects/selectors';

/** The system that collects metrics in a cluster without an OAM platform. */
export class MonitoringProvider {
  /**
   * A Prometheus that the Prometheus Operator runs. A PodMonitor, a ServiceMonitor or ScrapeConfigs are rendered for
   * each component that is scraped.
   *
   * @param props the Prometheus resource, and what it selects
   */
  public static prometheusOperator(props: PrometheusOperatorProps): MonitoringProvider {
    return new MonitoringProvider(operatorProvider(PROMETHEUS_OPERATOR, props));
  }

  /**
   * The Prometheus of the Helm chart kube-prometheus-stack: `prometheusOperator()` with the defaults of the chart. The
   * Prometheus selects monitors of all namespaces that have the label `release`, which is added to each monitor.
   *
   * @param props the release, and the values of the chart that you changed
   */
  public static kubePrometheusStack(props: KubePrometheusStackProps): MonitoringProvider {
    return new MonitoringProvider(kubePrometheusStack(props));
  }

  /**
   * A Prometheus that reads scrape jobs from a ScrapeConfiguration, and needs no operator; with its other forms,
   * vmagent, an OpenTelemetry Collector, or a Prometheus of the operator that takes jobs beside its monitors.
   *
   * @param props the Prometheus, and its configuration
   */
  public static prometheus(props: PrometheusProps): MonitoringProvider {
    return new MonitoringProvider(plainPrometheus(props));
  }

  /**
   * Grafana Alloy, which reads monitors of the Prometheus Operator by its components `prometheus.operator.podmonitors`,
   * `servicemonitors` and `scrapeconfigs`.
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
   * A VMAgent or a VMSingle that the VictoriaMetrics operator runs: a VMPodScrape or a VMServiceScrape is rendered for
   * each component that is scraped.
   *
   * @param props the VMAgent resource, and what it selects
   */
  public static victoriaMetricsOperator(props: VictoriaMetricsOperatorProps): MonitoringProvider {
    return new MonitoringProvider(operatorProvider(VICTORIA_METRICS, props));
  }

  /**
   * The add-on of AKS and of Azure Arc for Azure Monitor: a PodMonitor or a ServiceMonitor of `azmonitoring.coreos.com`
   * is rendered for each component that is scraped.
   *
   * @param props options of the monitors
   */
  public static azureManagedPrometheus(props: AzureManagedPrometheusProps = {}): MonitoringProvider {
    return new MonitoringProvider(azureManagedPrometheus(props));
  }

  /**
   * The managed collection of Google Cloud Managed Service for Prometheus: a PodMonitoring is rendered for each
   * endpoint. Without relabelling of targets, series have other labels than with other providers, as a warning says.
   *
   * @param props how endpoints are scraped, and the labels of pods that become labels of series
   */
  public static googleManagedPrometheus(props: GoogleManagedPrometheusProps = {}): MonitoringProvider {
    return new MonitoringProvider(googleManagedPrometheus(props));
  }

  /**
   * A Prometheus that this program runs. The monitors or jobs of each component, and the permissions of the scraper in
   * its namespace, are created as components are bound.
   *
   * @param scraper the scraper
   * @param options labels of series and defaults of endpoints
   */
  public static scraper(scraper: PrometheusScraper, options?: ScrapeOptions): MonitoringProvider {
    return new MonitoringProvider(scraperProvider(scraper, options));
  }

  /** @internal */
  public readonly _parts: ProviderParts;

  private constructor(parts: ProviderParts) { this._parts = parts; }
}

brand(MonitoringProvider);

/** The parts that implement one way to collect metrics. */
export interface ProviderParts {
  readonly check: () => Finding[];
  readonly scraper: () => Scraper | undefined;
  /** The pods that scrape. */
  readonly pods: () => LabelledPods | undefined;
  /** Whether a MetricsTrait that names this scraper refers to the provider. */
  readonly replaces: (scraper: string) => boolean;
  readonly isMeshed: (namespace: string) => boolean;
  /** Whether it finds pods through their Services. */
  readonly readsServices?: boolean;
  /** Whether it takes a foreign monitor with these labels in this namespace. */
  readonly selects: (labels: Readonly<Record<string, string>>, namespace?: string) => boolean;
  /** The labels that a namespace needs so that its monitors are selected and its pods are in the mesh. */
  readonly labelsFor: (namespace: string) => Readonly<Record<string, string>>;
  /** Renders the objects by which a component is scraped; none if that is written elsewhere. */
  readonly render: (context: MonitorContext) => Rendered;
  /** The objects of the cluster that select monitors or rules, as far as they are described. */
  readonly described?: () => PlainObject[];
  /** How rules about the collected metrics are evaluated. */
  readonly rules: () => RuleEvaluation;
  /** Warnings for every user of the provider. */
  readonly warnings?: () => Finding[];
  /** Called by a platform with a function that returns the contexts of all that is scraped, as it is then. */
  readonly scrapes?: (scraped: () => MonitorContext[]) => void;
}

/**
 * Collects nothing, for a platform without a provider. Of a declared MetricsTrait, too, that is only a warning: the
 * component runs without its metrics, and the same program can be meant for clusters with and without monitoring.
 */
export const NO_COLLECTOR: ProviderParts = {
  check: () => FINE,
  scraper: () => undefined,
  pods: () => undefined,
  // whichever a trait names
  replaces: () => true,
  isMeshed: () => false,
  selects: () => false,
  labelsFor: () => ({}),
  render: ({ binding: { componentName: component, metrics } }) => ({
    ...noObjects(FINE),
    warnings: found('metrics-not-collected', '', { component, ports: metrics().endpoints.map(({ port }) => port) }),
  }),
  rules: () => ({ evaluator: 'none', interval: '1m' }),
};

/** Collects metrics with a scraper that the program runs. */
function scraperProvider(scraper: PrometheusScraper, given: ScrapeOptions | undefined): ProviderParts {
  const taken = snapshot(given);
  const isScraper = isOwn(PrometheusScraper, scraper);
  const model = isScraper ? scraper._model : undefined;
  // the default interval of the rendered resource, including overrides
  const over = fieldAt(model?.given.overrides, ['spec', 'scrapeInterval']);
  const interval = typeof over === 'string' && millisecondsOf(over) ? over
    : model?.given.scrapeInterval ?? SCRAPE_INTERVAL;
  const isInstance = instanceOf(PrometheusScraper, (value, field) =>
    bad('invalid-value', 'prometheus-scraper', field, value));
  const check = () => {
    const wrong = [
      ...isInstance(scraper, 'scraper'), ...taken == null ? FINE : closed(SCRAPE_OPTIONS)(taken, 'options'),
    ];
    return wrong.length > 0 || taken == null ? wrong : timeoutFindings(taken, interval, 'options');
  };
  // the check rejects any other value
  const { namespace, scraperName: name } = isScraper ? scraper : { namespace: '', scraperName: '' };
  const monitorSelector = model ? { matchLabels: monitorLabels(model) } : {};
  const parts = operatorProvider(PROMETHEUS_OPERATOR, {
    ...taken,
    namespace,
    name,
    monitorSelector,
    monitorNamespaceSelector: {},
    ruleSelector: monitorSelector,
    ruleNamespaceSelector: {},
  }, { check, interval });
  return !model ? parts : {
    ...parts,
    // an agent evaluates no rules, and each shard misses what the others scrape
    rules: () => {
      const { agent, shards = 1, overrides } = model.given;
      const rules = parts.rules();
      const { evaluator } = rules;
      if (agent || shards > 1) return { ...rules, evaluator: agent ? 'agent' : 'shards' };
      if (typeof evaluator === 'string') return rules;
      // the selector of the rendered resource, including overrides
      const { fields } = operatedScraper(model, [...scraper._components.keys()]);
      const selector = fieldAt(fields, ['spec', 'ruleSelector']) as LabelSelector | undefined;
      const isUnheard = fieldAt(overrides, ['spec', 'alerting']) === undefined;
      return { ...rules, evaluator: selector ? { ...evaluator, selector, isUnheard } : 'selector' };
    },
    pods: () => ({ namespace, podLabels: scraperPodLabels(model) }),
    scrapes: all => scraper._scraped.push(() => all().map(({ binding }) => binding)),
  };
}
