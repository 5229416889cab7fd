import { RelabelRule } from '../../../../cluster/scraping/relabel';
import { Finding, found } from '../../../../base/findings/finding';
import { isObject } from '../../../../base/check';
import type { ScrapeField } from '../../../../model/traits/metrics-trait';
import type { EndpointOfJob, ScrapedComponent } from '../scraped-component';
import type { PrometheusProps } from './prometheus';
import { sameNames, writtenIn } from '../monitor-dialects';

const POD = '__meta_kubernetes_pod_';
/** The rule that the Prometheus Operator adds for all pods: a pod that has ended does not answer. */
const RUNNING: RelabelRule = { action: 'drop', sourceLabels: [`${POD}phase`], regex: 'Failed|Succeeded' };

/** The fields of a ScrapeConfig. */
const FIELDS: Readonly<Record<ScrapeField, string>> = {
  interval: 'scrapeInterval',
  timeout: 'scrapeTimeout',
  ...sameNames('honorTimestamps', 'scheme', 'sampleLimit', 'labelLimit', 'fallbackScrapeProtocol'),
  tls: 'tlsConfig',
  ...sameNames('basicAuth', 'authorization', 'relabelings', 'metricRelabelings'),
};

/** The fields of a job in a configuration of Prometheus, which spells them in snake case. */
const JOB_FIELDS: typeof FIELDS = {
  ...FIELDS, metricRelabelings: 'metricRelabelConfigs', relabelings: 'relabelConfigs',
};

/** The rules that find the pods of an endpoint, and set the labels of its series. */
function jobRules({ place: { port, portNumber }, fields: { relabelings } }: EndpointOfJob): RelabelRule[] {
  const asked = (name: string, value: unknown): RelabelRule[] => value == null ? []
    : [{ action: 'keep', sourceLabels: [`${POD}container_port_${name}`], regex: String(value) }];
  return [RUNNING, ...asked('name', port), ...asked('number', portNumber), ...relabelings];
}

/** A scrape job as Prometheus reads it. */
export interface ScrapeJob {
  readonly job_name: string;
  readonly relabel_configs: readonly object[];
  readonly [field: string]: unknown;
}

/**
 * Creates a job. All jobs of a namespace have the same discovery, so that a server keeps one watch for them. A
 * configuration never contains values of Secrets: it refers to files.
 */
export function scrapeJob(
  endpoint: EndpointOfJob, { limits, isByMesh }: ScrapedComponent, namespace: string, fileOf: FileOf,
  meshFolder?: string,
): ScrapeJob {
  const { job: jobName, place: { path } } = endpoint;
  const { metricRelabelings, tls, basicAuth, authorization, ...fields } = endpoint.fields;
  const { ca, ...verified } = tls ?? {};
  const caFile = ca?.secret ? fileOf('Secret', ca.secret) : ca?.configMap && fileOf('ConfigMap', ca.configMap);
  // Istio's file names; the names in the certificates of its pods match no address, so they are not verified
  const ofMesh = isByMesh && fields.scheme === 'https' && meshFolder !== undefined ? {
    caFile: `${meshFolder}/root-cert.pem`,
    certFile: `${meshFolder}/cert-chain.pem`,
    keyFile: `${meshFolder}/key.pem`,
    insecureSkipVerify: true,
  } : undefined;
  return snakeCase({
    jobName,
    ...path === undefined ? {} : { metricsPath: path },
    ...writtenIn(JOB_FIELDS, {
      ...fields,
      ...limits,
      relabelings: undefined,
      tls: tls ? { ...caFile === undefined ? {} : { caFile }, ...verified } : ofMesh,
      basicAuth: basicAuth && {
        usernameFile: fileOf('Secret', basicAuth.username), passwordFile: fileOf('Secret', basicAuth.password),
      },
      authorization: authorization && {
        ...authorization.type === undefined ? {} : { type: authorization.type },
        credentialsFile: fileOf('Secret', authorization.credentials),
      },
    }),
    kubernetesSdConfigs: [{ role: 'pod', namespaces: { names: [namespace] } }],
    ...writtenIn(JOB_FIELDS, { relabelings: jobRules(endpoint), metricRelabelings }),
  }) as ScrapeJob;
}

/** Converts the names of fields to the spelling of Prometheus, at any depth. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) =>
    [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), snakeCase(each)]));
}

/** The only version of the kind. */
export const SCRAPE_CONFIG_VERSION = 'monitoring.coreos.com/v1alpha1';

/** The spec of a ScrapeConfig of the Prometheus Operator, which reads the Secrets. */
export function scrapeConfig(endpoint: EndpointOfJob, { limits }: ScrapedComponent, namespace: string): object {
  const { place: { path: metricsPath }, fields } = endpoint;
  return {
    ...metricsPath === undefined ? {} : { metricsPath },
    // older operators accept no other spelling of the scheme
    ...writtenIn(FIELDS, {
      ...fields, ...limits, scheme: String(fields.scheme).toUpperCase(), relabelings: jobRules(endpoint),
    }),
    kubernetesSDConfigs: [{ role: 'Pod', namespaces: { names: [namespace] } }],
  };
}

/** The option for each kind that a pod mounts, and where a Prometheus of the operator mounts those of its namespace. */
const FOLDERS = {
  Secret: ['secretFolders', '/etc/prometheus/secrets'], ConfigMap: ['configMapFolders', '/etc/prometheus/configmaps'],
} as const;

/** Returns the file in which the scraper finds a key of an object of the scraped component's namespace. */
type FileOf = (kind: keyof typeof FOLDERS, key: { readonly name: string; readonly key: string }) => string;

/**
 * The files of Secrets and ConfigMaps of a namespace in the pods of a scraper in the system's namespace, and a finding
 * for each object that cannot be mounted.
 */
export function mountedFiles(
  namespace: string, system: string, folders: Pick<PrometheusProps, 'secretFolders' | 'configMapFolders'>,
) {
  const missing = new Map<string, Finding>();
  const fileOf: FileOf = (kind, { name, key }) => {
    const [field, own] = FOLDERS[kind];
    const place = `${namespace}/${name}`;
    const folder = folders[field]?.[place];
    if (namespace !== system && folder === undefined) {
      const [finding] = found('not-mountable', '', { field, kind, name, namespace, system, place });
      missing.set(`${kind} ${name}`, finding);
    }
    return `${folder ?? `${own}/${name}`}/${key}`;
  };
  return { missing, fileOf };
}
