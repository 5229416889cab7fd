/** What the chart kube-prometheus-stack makes of its values, by its templates; and the expressions of a dashboard. */

/** Fields of the Prometheus resource that say which PodMonitors and which PrometheusRules it takes. */
export interface ChartSelectors {
  readonly podMonitorSelector: object;
  readonly podMonitorNamespaceSelector: object;
  readonly ruleSelector: object;
  readonly ruleNamespaceSelector: object;
}

/** The selectors of the Prometheus of a release: an empty selector of the values is as none, which means the label of the release. */
export function chartSelectors(values: any, release: string): ChartSelectors {
  const spec = values.prometheus?.prometheusSpec ?? {};
  const selectorOf = (kind: 'podMonitor' | 'rule') => {
    const { [`${kind}Selector`]: given = {}, [`${kind}SelectorNilUsesHelmValues`]: isOfRelease = true } = spec;
    return Object.keys(given).length > 0 ? given : isOfRelease ? { matchLabels: { release } } : {};
  };
  const { podMonitorNamespaceSelector = {}, ruleNamespaceSelector = {} } = spec;
  return { podMonitorSelector: selectorOf('podMonitor'), podMonitorNamespaceSelector, ruleSelector: selectorOf('rule'), ruleNamespaceSelector };
}

/** The titles of the panels of a dashboard, with what each asks. */
export function panelsOf(dashboard: any): { readonly title: string; readonly expr: string; readonly legend: string }[] {
  return dashboard.panels.flatMap(({ title, targets }: any) => targets.map(({ expr, legendFormat }: any) => ({ title, expr, legend: legendFormat })));
}
