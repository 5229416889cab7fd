/** What the chart kube-prometheus-stack makes of its values, by its templates; and the expressions of a dashboard. */

/** Fields of the Prometheus resource that say which PodMonitors it takes. */
export interface ChartSelectors {
  readonly podMonitorSelector: object;
  readonly podMonitorNamespaceSelector: object;
}

/** The selectors of the Prometheus of a release: an empty selector of the values is as none, which means the label of the release. */
export function chartSelectors(values: any, release: string): ChartSelectors {
  const spec = values.prometheus?.prometheusSpec ?? {};
  const { podMonitorSelector = {}, podMonitorNamespaceSelector = {} } = spec;
  const none = spec.podMonitorSelectorNilUsesHelmValues ?? true ? { matchLabels: { release } } : {};
  return { podMonitorSelector: Object.keys(podMonitorSelector).length > 0 ? podMonitorSelector : none, podMonitorNamespaceSelector };
}

/** The titles of the panels of a dashboard, with what each asks. */
export function panelsOf(dashboard: any): { readonly title: string; readonly expr: string; readonly legend: string }[] {
  return dashboard.panels.flatMap(({ title, targets }: any) => targets.map(({ expr, legendFormat }: any) => ({ title, expr, legend: legendFormat })));
}
