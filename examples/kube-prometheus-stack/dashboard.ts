import { ConfigMap } from 'cdk8s-plus-27';
import { ApplicationConfiguration } from 'cdk8s-oam';

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** A dashboard of an application, in a ConfigMap that the Grafana of the chart finds by its label. */
export function addDashboard(application: ApplicationConfiguration): ConfigMap {
  const { applicationName: name, namespace } = application;
  const own = `{namespace="${namespace}",app_oam_dev_name="${name}"}`;
  // the kubelet and kube-state-metrics know a pod by its name, and not its component: the series of the application add it
  const ofPod = `on (namespace, pod) group_left (app_oam_dev_component) group by (namespace, pod, app_oam_dev_component) (up${own})`;
  const container = `{namespace="${namespace}",container!=""}`;

  const panels = [
    { title: 'Scraped (1) or not (0)', unit: 'none', expr: `up${own}` },
    { title: 'Duration of a scrape', unit: 's', expr: `scrape_duration_seconds${own}` },
    { title: 'Samples of a scrape', unit: 'short', expr: `scrape_samples_scraped${own}` },
    { title: 'Restarts', unit: 'short', expr: `sum by (namespace, pod) (kube_pod_container_status_restarts_total${container}) * ${ofPod}` },
    { title: 'CPU', unit: 'short', expr: `sum by (namespace, pod) (rate(container_cpu_usage_seconds_total${container}[5m])) * ${ofPod}` },
    { title: 'Memory', unit: 'bytes', expr: `sum by (namespace, pod) (container_memory_working_set_bytes${container}) * ${ofPod}` },
  ].map(({ title, unit, expr }, index) => ({
    id: index + 1,
    title,
    type: 'timeseries',
    datasource: DATASOURCE,
    gridPos: { x: index % 2 * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: 'A', datasource: DATASOURCE, expr, legendFormat: '{{app_oam_dev_component}} {{pod}}' }],
  }));
  const dashboard = {
    // names of files and uids are those of all namespaces in one Grafana
    uid: `${namespace}-${name}`,
    title: `${namespace}/${name}`,
    schemaVersion: 42,
    time: { from: 'now-1h', to: 'now' },
    refresh: '30s',
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
  return new ConfigMap(application, 'dashboard', {
    metadata: { name: `${name}-own-dashboard`, namespace, labels: { grafana_dashboard: '1' } },
    data: { [`${namespace}-${name}.json`]: JSON.stringify(dashboard, undefined, 2) },
  });
}
