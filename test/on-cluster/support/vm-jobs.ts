/**
 * What VictoriaMetrics' operator makes of a VMPodScrape: it cannot be built here, since no Go proxy serves its module. In an order that is documented,
 * and is that of the Prometheus Operator. A field that is not known here is an error, or a test would not see what it does.
 */
import { Users } from './example-pods';

type Fields = Readonly<Record<string, any>>;

const ENDPOINT = ['port', 'portNumber', 'path', 'scheme', 'basicAuth', 'relabelConfigs', 'metricRelabelConfigs'];

const keep = (source: string, value: string | number) => ({ action: 'keep', source_labels: [source], regex: String(value) });
const copy = (source: string, target: string) => ({ source_labels: [source], target_label: target });
const set = (target: string, value: string) => ({ target_label: target, replacement: value });

/** The jobs of an object; it reads Secrets of the object's namespace. */
export function vmJobsOf({ metadata: { namespace, name }, spec }: Fields, users: Users): object[] {
  only(spec, ['selector', 'podMetricsEndpoints']);
  return spec.podMetricsEndpoints.map((endpoint: Fields, index: number) => {
    only(endpoint, ENDPOINT);
    const { path, scheme, basicAuth, relabelConfigs = [], metricRelabelConfigs } = endpoint;
    return {
      job_name: `podScrape/${namespace}/${name}/${index}`,
      kubernetes_sd_configs: [{ role: 'pod', namespaces: { names: [namespace] } }],
      ...path && { metrics_path: path },
      ...scheme && { scheme },
      ...basicAuth && { basic_auth: users.get(`${namespace}/${basicAuth.password.name}`) },
      relabel_configs: [
        { action: 'drop', source_labels: ['__meta_kubernetes_pod_phase'], regex: '(Failed|Succeeded)' },
        ...selected(spec.selector),
        ...portOf(endpoint),
        copy('__meta_kubernetes_namespace', 'namespace'),
        copy('__meta_kubernetes_pod_container_name', 'container'),
        copy('__meta_kubernetes_pod_name', 'pod'),
        set('job', `${namespace}/${name}`),
        ...endpoint.port ? [set('endpoint', endpoint.port)] : [],
        ...relabelConfigs.map(snakeCase),
      ],
      ...metricRelabelConfigs && { metric_relabel_configs: metricRelabelConfigs.map(snakeCase) },
    };
  });
}

/** Values are regular expressions as they are. */
function selected(selector: Fields): object[] {
  only(selector, ['matchLabels']);
  const labels: Record<string, string> = selector.matchLabels;
  return Object.keys(labels).sort().map((key) => keep(`__meta_kubernetes_pod_label_${key.replace(/\W/g, '_')}`, labels[key]));
}

function portOf({ port, portNumber }: Fields): object[] {
  if (port) return [keep('__meta_kubernetes_pod_container_port_name', port)];
  return portNumber ? [keep('__meta_kubernetes_pod_container_port_number', portNumber)] : [];
}

function snakeCase(rule: Fields): object {
  only(rule, ['action', 'sourceLabels', 'separator', 'targetLabel', 'regex', 'replacement']);
  return Object.fromEntries(Object.entries(rule).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]));
}

function only(fields: Fields, known: readonly string[]) {
  const others = Object.keys(fields).filter((key) => !known.includes(key));
  if (others.length > 0) throw new Error(`${others.join(', ')} is not translated`);
}
