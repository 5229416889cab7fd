import { labelName } from './kubernetes-discovery';

/**
 * What the Prometheus Operator makes of a PodMonitor or a ServiceMonitor: a job for each endpoint. Its own rules come first, those of the monitor
 * after them, and the shard last, which with one shard keeps all.
 *
 * A field that is not translated is an error, or a test would not see what it does.
 */
export function jobsOf(monitor: any, around: MonitorSurroundings): object[] {
  const { kind, metadata, spec } = monitor;
  const isPods = kind === 'PodMonitor';
  only(spec, ['selector', 'namespaceSelector', 'scrapeClass', isPods ? 'podMetricsEndpoints' : 'endpoints'], kind);
  return spec[isPods ? 'podMetricsEndpoints' : 'endpoints'].map((endpoint: any, index: number) => {
    only(endpoint, [...ENDPOINT, isPods ? 'portNumber' : 'targetPort'], `${kind} endpoint`);
    return {
      job_name: `${isPods ? 'podMonitor' : 'serviceMonitor'}/${metadata.namespace}/${metadata.name}/${index}`,
      honor_labels: false,
      ...around.discovery(isPods ? 'pod' : 'endpoints', namespacesOf(monitor)),
      ...endpoint.path && { metrics_path: endpoint.path },
      ...endpoint.scheme && { scheme: endpoint.scheme },
      ...spec.scrapeClass && { tls_config: snakeCase(around.scrapeClasses?.[spec.scrapeClass].tlsConfig) },
      ...endpoint.basicAuth && { basic_auth: basicAuth(endpoint.basicAuth, around.secret, metadata.namespace) },
      relabel_configs: [
        ...isPods ? podRules(monitor, endpoint) : serviceRules(monitor, endpoint),
        ...(endpoint.relabelings ?? []).map(rule),
        { source_labels: ['__address__'], target_label: '__tmp_hash', modulus: 1, action: 'hashmod' },
        { source_labels: ['__tmp_hash'], regex: '0', action: 'keep' },
      ],
      ...endpoint.metricRelabelings && { metric_relabel_configs: endpoint.metricRelabelings.map(rule) },
    };
  });
}

/** What discovery looks for. */
export type Role = 'pod' | 'endpoints';

/** What is not in a monitor. */
export interface MonitorSurroundings {
  /** Those of the Prometheus resource. @default - none */
  readonly scrapeClasses?: Readonly<Record<string, { readonly tlsConfig: object }>>;
  /** How a job finds targets in namespaces, or in all of them. */
  discovery(role: Role, namespaces?: readonly string[]): object;
  /** A secret of a namespace: the values of its keys, or the files that hold them. */
  secret(namespace: string, name: string): SecretValues;
}

/** The user in plain text, and a file with the password. */
export interface SecretValues {
  readonly values: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const ENDPOINT = ['port', 'path', 'scheme', 'basicAuth', 'relabelings', 'metricRelabelings'];

/** An empty selector of namespaces is the monitor's own one. */
function namespacesOf({ metadata, spec: { namespaceSelector: { any = false, matchNames = [] } = {} } }: any): string[] | undefined {
  if (any) return undefined;
  return matchNames.length > 0 ? matchNames : [metadata.namespace];
}

const replace = (target: string, source: string) => ({ source_labels: [source], target_label: target });
const constant = (target: string, value: string | number) => ({ target_label: target, replacement: String(value) });
const keep = (source: string, value: string | number) => ({ action: 'keep', source_labels: [source], regex: String(value) });

const JOB_OF_CONFIGURATION = replace('__tmp_prometheus_job_name', 'job');
const HAS_NOT_ENDED = { action: 'drop', source_labels: ['__meta_kubernetes_pod_phase'], regex: '(Failed|Succeeded)' };

function podRules({ metadata, spec }: any, { port, portNumber }: any): object[] {
  return [
    JOB_OF_CONFIGURATION,
    HAS_NOT_ENDED,
    ...selected('pod', spec.selector),
    ...port ? [keep('__meta_kubernetes_pod_container_port_name', port)]
      : portNumber ? [keep('__meta_kubernetes_pod_container_port_number', portNumber)] : [],
    replace('namespace', '__meta_kubernetes_namespace'),
    replace('container', '__meta_kubernetes_pod_container_name'),
    replace('pod', '__meta_kubernetes_pod_name'),
    constant('job', `${metadata.namespace}/${metadata.name}`),
    ...port ? [constant('endpoint', port)] : [],
  ];
}

function serviceRules({ spec }: any, { port, targetPort }: any): object[] {
  const ofTarget = (kind: string, label: string) => ({
    source_labels: ['__meta_kubernetes_endpoint_address_target_kind', '__meta_kubernetes_endpoint_address_target_name'],
    separator: ';',
    regex: `${kind};(.*)`,
    replacement: '${1}',
    target_label: label,
  });
  return [
    JOB_OF_CONFIGURATION,
    ...selected('service', spec.selector),
    ...port ? [keep('__meta_kubernetes_endpoint_port_name', port)]
      : targetPort ? [keep(`__meta_kubernetes_pod_container_port_${typeof targetPort === 'number' ? 'number' : 'name'}`, targetPort)] : [],
    ofTarget('Node', 'node'),
    ofTarget('Pod', 'pod'),
    replace('namespace', '__meta_kubernetes_namespace'),
    replace('service', '__meta_kubernetes_service_name'),
    replace('pod', '__meta_kubernetes_pod_name'),
    replace('container', '__meta_kubernetes_pod_container_name'),
    HAS_NOT_ENDED,
    replace('job', '__meta_kubernetes_service_name'),
    ...port ?? targetPort ? [constant('endpoint', port ?? targetPort)] : [],
  ];
}

/** Values are not escaped, so that a dot in one stands for any character. */
function selected(object: string, selector: any): object[] {
  only(selector, ['matchLabels'], 'selector');
  return Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => a < b ? -1 : 1).map(([key, value]) => ({
    action: 'keep',
    source_labels: [`__meta_kubernetes_${object}_label_${labelName(key)}`, `__meta_kubernetes_${object}_labelpresent_${labelName(key)}`],
    regex: `(${value});true`,
  }));
}

/** A rule of the monitor. */
function rule(relabeling: any): object {
  only(relabeling, ['action', 'sourceLabels', 'separator', 'targetLabel', 'regex', 'modulus', 'replacement'], 'relabeling');
  return snakeCase({ ...relabeling, ...relabeling.action && { action: relabeling.action.toLowerCase() } });
}

function basicAuth({ username, password }: any, secret: MonitorSurroundings['secret'], namespace: string): object {
  return {
    username: existing(secret(namespace, username.name).values[username.key], `${username.name}.${username.key}`),
    password_file: existing(secret(namespace, password.name).files[password.key], `${password.name}.${password.key}`),
  };
}

/** A missing key makes the operator reject the monitor. */
function existing<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`secret has no ${what}`);
  return value;
}

function snakeCase(fields: any): object {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]));
}

function only(fields: object, known: readonly string[], what: string) {
  const others = Object.keys(fields).filter((key) => !known.includes(key));
  if (others.length > 0) throw new Error(`${what}: ${others.join(', ')} is not translated`);
}
