import { kubePrometheusStack, KubePrometheusStackProps } from './kube-prometheus-stack';
import { MonitorContext, RenderedMonitor, ProviderParts } from './monitor';
import { prometheusOperator } from './prometheus-operator';
import { PrometheusOperatorProps } from './prometheus-operator-props';
import { Finding } from '../../findings/finding';
import { LabelledPods } from '../../platform/model';
import { Scraper } from '../../platform/scraper';
import { brand } from '../../private/brand';

/** What collects metrics in a cluster without an OAM platform. */
export class MonitoringProvider {
  /**
   * A Prometheus that the Prometheus Operator runs: a PodMonitor or a ServiceMonitor is rendered for each component that is scraped.
   *
   * @param props the Prometheus resource, and what it selects
   */
  public static prometheusOperator(props: PrometheusOperatorProps): MonitoringProvider {
    return new MonitoringProvider(prometheusOperator(props));
  }

  /**
   * The Prometheus of the Helm chart kube-prometheus-stack, as `prometheusOperator()`: its names, the label `release` that it wants of
   * monitors, and all namespaces are known.
   *
   * @param props the release, and what was changed of the chart's values
   */
  public static kubePrometheusStack(props: KubePrometheusStackProps): MonitoringProvider {
    return new MonitoringProvider(kubePrometheusStack(props));
  }

  private constructor(private readonly parts: ProviderParts) {}

  /** @internal */
  public get _scraper(): Scraper {
    return this.parts.scraper();
  }

  /**
   * The pods of the scraper.
   *
   * @internal
   */
  public get _pods(): LabelledPods {
    return this.parts.pods();
  }

  /**
   * Whether a MetricsTrait that names a scraper means this provider.
   *
   * @internal
   */
  public _replaces(scraper: string): boolean {
    return this.parts.replaces(scraper);
  }

  /** @internal */
  public _isMeshed(namespace: string): boolean {
    return this.parts.isMeshed(namespace);
  }

  /**
   * Whether it takes a monitor with these labels that is not rendered here.
   *
   * @internal
   */
  public _selects(labels: Readonly<Record<string, string>>, namespace?: string): boolean {
    return this.parts.selects(labels, namespace);
  }

  /**
   * The object by which a component is scraped. Its type and metadata are the same whatever else is declared; the rest and the findings may
   * hang on it.
   *
   * @internal
   */
  public _render(context: MonitorContext): RenderedMonitor {
    return this.parts.render(context);
  }

  /** @internal */
  public _check(): Finding[] {
    return this.parts.check();
  }
}

brand(MonitoringProvider);
