import { kubePrometheusStack, KubePrometheusStackProps } from './kube-prometheus-stack';
import { ProviderParts } from './monitor';
import { prometheusOperator } from './prometheus-operator';
import { PrometheusOperatorProps } from './prometheus-operator-props';
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

  /** @internal */
  public readonly _parts: ProviderParts;

  private constructor(parts: ProviderParts) {
    this._parts = parts;
  }
}

brand(MonitoringProvider);
