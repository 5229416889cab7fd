import type { FileOf } from './mounted-files';
import { RelabelRule } from '../../../../cluster/objects/relabel-rule';
import { isObject } from '../../../../base/check';
import type { ScrapeField } from '../../../../model/traits/metrics-trait';
import type { EndpointOfJob, ScrapedComponent } from '../monitor';
import { writtenIn } from '../monitor-dialects';

const POD = '__meta_kubernetes_pod_';

/** The rule that the Prometheus Operator adds for all pods: a pod that has ended does not answer. */
const RUNNING: RelabelRule = { action: 'drop', sourceLabels: [`${POD}phase`], regex: 'Failed|Succeeded' };

/** The fields of a ScrapeConfig. */
const FIELDS: Readonly<Record<ScrapeField, string>> = {
  interval: 'scrapeInterval',
  timeout: 'scrapeTimeout',
  honorTimestamps: 'honorTimestamps',
  scheme: 'scheme',
  sampleLimit: 'sampleLimit',
  labelLimit: 'labelLimit',
  fallbackScrapeProtocol: 'fallbackScrapeProtocol',
  tls: 'tlsConfig',
  basicAuth: 'basicAuth',
  authorization: 'authorization',
  relabelings: 'relabelings',
  metricRelabelings: 'metricRelabelings',
};

/** The fields of a job in a configuration of Prometheus, which spells them in snake case. */
const JOB_FIELDS: typeof FIELDS = { ...FIELDS, metricRelabelings: 'metricRelabelConfigs', relabelings: 'relabelConfigs' };

/** The rules that find the pods of an endpoint, and set the labels of its series. */
function jobRules({ place: { port, portNumber }, fields: { relabelings } }: EndpointOfJob): RelabelRule[] {
  const asked = ([name, value]: [string, unknown]): RelabelRule[] => value == null ? []
    : [{ action: 'keep', sourceLabels: [`${POD}container_port_${name}`], regex: String(value) }];
  return [RUNNING, ...asked(['name', port]), ...asked(['number', portNumber]), ...relabelings];
}

/** The settings of a job beside its endpoint. */
interface JobOptions {
  readonly namespace: string;
  /** The folder with the certificates of the mesh, for endpoints that are scraped with them. */
  readonly meshFolder?: string;
  /** Returns the file in which the scraper finds a key of a Secret or a ConfigMap. */
  readonly fileOf: FileOf;
}

/** A scrape job as Prometheus reads it. */
export interface ScrapeJob {
  readonly job_name: string;
  readonly relabel_configs: readonly object[];
  readonly [field: string]: unknown;
}

/** Creates a job. All jobs of a namespace have the same discovery, so that a server keeps one watch for them. */
export function scrapeJob(endpoint: EndpointOfJob, component: ScrapedComponent, options: JobOptions): ScrapeJob {
  const { job, place: { path: metricsPath }, fields: { metricRelabelings, ...fields } } = endpoint;
  return snakeCase({
    jobName: job,
    ...metricsPath === undefined ? {} : { metricsPath },
    ...writtenIn(JOB_FIELDS, { ...fields, ...component.limits, ...credentialsOf(endpoint, component, options), relabelings: undefined }),
    kubernetesSdConfigs: [{ role: 'pod', namespaces: { names: [options.namespace] } }],
    ...writtenIn(JOB_FIELDS, { relabelings: jobRules(endpoint), metricRelabelings }),
  }) as ScrapeJob;
}

/**
 * TLS with Istio's file names. The names in the certificates of its pods match no address, so they are not verified.
 */
const meshTls = (folder: string) => ({
  caFile: `${folder}/root-cert.pem`, certFile: `${folder}/cert-chain.pem`, keyFile: `${folder}/key.pem`, insecureSkipVerify: true,
});

/** The credentials of a job. A configuration never contains values of Secrets: it refers to files. */
function credentialsOf({ fields }: EndpointOfJob, { isByMesh }: ScrapedComponent, { meshFolder, fileOf }: JobOptions): object {
  const { tls, basicAuth, authorization, scheme } = fields;
  const { ca, ...verified } = tls ?? {};
  const caFile = ca?.secret ? fileOf('Secret', ca.secret) : ca?.configMap && fileOf('ConfigMap', ca.configMap);
  const byMesh = isByMesh && scheme === 'https' && meshFolder !== undefined ? meshTls(meshFolder) : undefined;
  return {
    tls: tls ? { ...caFile === undefined ? {} : { caFile }, ...verified } : byMesh,
    basicAuth: basicAuth && { usernameFile: fileOf('Secret', basicAuth.username), passwordFile: fileOf('Secret', basicAuth.password) },
    authorization: authorization && {
      ...authorization.type === undefined ? {} : { type: authorization.type },
      credentialsFile: fileOf('Secret', authorization.credentials),
    },
  };
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
    ...writtenIn(FIELDS, { ...fields, ...limits, scheme: String(fields.scheme).toUpperCase(), relabelings: jobRules(endpoint) }),
    kubernetesSDConfigs: [{ role: 'Pod', namespaces: { names: [namespace] } }],
  };
}
