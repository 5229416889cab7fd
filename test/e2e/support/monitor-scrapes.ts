import { stringify } from 'yaml';
import { DiscoveredTarget, endpointsTargets, labelName, platformJobs, podTargets } from './discovery';
import { PlatformComponent, coherencePods, domainPods, endpointsOf, podsOf } from './pods';

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
      ...endpoint.basicAuth && { basic_auth: basicAuthOf(endpoint.basicAuth, around.secret, metadata.namespace) },
      relabel_configs: [
        ...isPods ? podRules(monitor, endpoint) : serviceRules(monitor, endpoint),
        ...(endpoint.relabelings ?? []).map(ruleOf),
        { source_labels: ['__address__'], target_label: '__tmp_hash', modulus: 1, action: 'hashmod' },
        { source_labels: ['__tmp_hash'], regex: '0', action: 'keep' },
      ],
      ...endpoint.metricRelabelings && { metric_relabel_configs: endpoint.metricRelabelings.map(ruleOf) },
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
interface SecretValues {
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
function ruleOf(relabeling: any): object {
  only(relabeling, ['action', 'sourceLabels', 'separator', 'targetLabel', 'regex', 'modulus', 'replacement'], 'relabeling');
  return snakeCase({ ...relabeling, ...relabeling.action && { action: relabeling.action.toLowerCase() } });
}

function basicAuthOf({ username, password }: any, secret: MonitorSurroundings['secret'], namespace: string): object {
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

/** What a cluster without an OAM platform has after rendered objects were applied. */
export interface Cluster {
  readonly pods: readonly any[];
  readonly services: readonly any[];
}

/** Where the pods of each component are, by its name. */
export type Addresses = Readonly<Record<string, readonly string[]>>;

/** What a cluster makes of rendered objects. The servers of WebLogic domains publish metrics on a port that the Domain does not name. */
export function clusterOf(objects: readonly any[], addresses: Addresses, weblogicPort: number): Cluster {
  const pods = objects.flatMap((object) => {
    const own = addresses[object.metadata.labels?.['app.oam.dev/component']];
    switch (object.kind) {
      case 'Deployment': case 'StatefulSet': return podsOf(object, own);
      case 'Coherence': return coherencePods(object, own);
      case 'Domain': return domainPods(object, weblogicPort, own);
      default: return [];
    }
  });
  return { pods, services: objects.filter(({ kind }) => kind === 'Service') };
}

/** All that discovery finds in a cluster. */
export function targetsOf({ pods, services }: Cluster, role: Role): DiscoveredTarget[] {
  return role === 'pod' ? pods.flatMap(podTargets) : services.flatMap((service) => endpointsTargets(endpointsOf(service, pods), service, pods));
}

/** All its objects, as an API server has them. */
export function objectsOf({ pods, services }: Cluster): any[] {
  return [...pods, ...services.flatMap((service) => [service, endpointsOf(service, pods)])];
}

/** Secrets by name; the same for all namespaces. */
export type Secrets = Readonly<Record<string, { readonly username: string; readonly password: string }>>;

/** How jobs find their targets. */
export type Discovery = MonitorSurroundings['discovery'];

type ScrapeClasses = MonitorSurroundings['scrapeClasses'];

/** The label that tells who has scraped a series. */
export const SIDE = 'side';

/** Between two scrapes, in milliseconds. */
export const INTERVAL = 500;

/** A configuration that scrapes the same endpoints in several ways. The series of each tell its side, by a rule after all others. */
export class Sides {
  /** Files beside the configuration, which names them. */
  public readonly files: Record<string, string> = {};
  private readonly jobs: object[] = [];

  constructor(private readonly secrets: Secrets) {}

  /** Scrapes as monitors have it, which may name scrape classes. */
  public addMonitors(side: string, monitors: readonly any[], discovery: Discovery, scrapeClasses?: ScrapeClasses): this {
    const around = { discovery, scrapeClasses, secret: (_: string, name: string) => this.secret(name) };
    const jobs = monitors.flatMap((monitor): any[] => jobsOf(monitor, around));
    // the same monitor may be on two sides; the name of a job is not seen in its series
    return this.add(side, jobs.map((job) => ({ ...job, job_name: `${side} ${job.job_name}` })));
  }

  /** Scrapes as the OAM platform does, with settings for each job. */
  public addPlatform(side: string, components: readonly PlatformComponent[], discovery: Discovery, settings = {}): this {
    return this.add(side, components.flatMap(({ scraped, secret }) => {
      const { values, files } = this.secret(secret ?? '');
      const found = discovery('pod', [scraped.namespace]);
      const basicAuth = { username: values.username, password_file: files.password };
      return platformJobs(scraped, { ...settings, ...found, ...secret && { basic_auth: basicAuth } });
    }));
  }

  /** Finds in files what discovery finds in a cluster. */
  public inFiles(name: string, cluster: Cluster): Discovery {
    return (role, namespaces) => {
      const file = `${name}.${role}.${namespaces?.join('.') ?? 'all'}.json`;
      const targets = targetsOf(cluster, role).filter(({ namespace }) => namespaces?.includes(namespace) ?? true);
      this.files[file] = JSON.stringify(targets.map(({ address, labels }) => ({ targets: [address], labels })));
      return { file_sd_configs: [{ files: [file] }] };
    };
  }

  /** The configuration of all sides, as YAML. */
  public config(): string {
    return stringify({ global: { scrape_interval: `${INTERVAL}ms`, scrape_timeout: `${INTERVAL}ms` }, scrape_configs: this.jobs });
  }

  private add(side: string, jobs: readonly any[]): this {
    const rule = { target_label: SIDE, replacement: side };
    this.jobs.push(...jobs.map((job) => ({ ...job, relabel_configs: [...job.relabel_configs, rule] })));
    return this;
  }

  /** A secret, whose password lies in a file. */
  private secret(name: string): SecretValues {
    const secret = this.secrets[name];
    if (!secret) return { values: {}, files: {} };
    const file = `${name}.password`;
    this.files[file] = secret.password;
    return { values: { username: secret.username }, files: { password: file } };
  }
}

/** Finds what an API server has, by Kubernetes' own discovery. */
export function inApi(url: string): Discovery {
  return (role, names) => ({ kubernetes_sd_configs: [{ api_server: url, role, ...names && { namespaces: { names } } }] });
}
