import type { FileOf, MountedKey } from './mounted-files';
import { RelabelRule } from '../../../objects/relabel-rule';
import { isObject } from '../../../private/check';
import type { EndpointOfJob, ScrapedComponent } from '../endpoints';

const POD = '__meta_kubernetes_pod_';

/** The rule that the Prometheus Operator adds for all pods: a pod that has ended does not answer. */
const RUNNING: RelabelRule = { action: 'drop', sourceLabels: [`${POD}phase`], regex: 'Failed|Succeeded' };

/** The fields of endpoints that have another name in a job, in any spelling. */
const NAMES: Readonly<Record<string, string>> = { interval: 'scrapeInterval', path: 'metricsPath' };

/** The fields that find endpoints, and those that a job expresses differently. */
const OTHERS = ['port', 'portNumber', 'relabelings', 'metricRelabelings', 'tlsConfig', 'basicAuth', 'authorization'];

/** The fields of an endpoint that a job expresses differently. */
interface FieldsOfEndpoint {
  readonly port?: string;
  readonly portNumber?: number;
  readonly scheme?: string;
  readonly tlsConfig?: { readonly ca?: Readonly<Partial<Record<'secret' | 'configMap', MountedKey>>> };
  readonly basicAuth?: Readonly<Record<'username' | 'password', MountedKey>>;
  readonly authorization?: { readonly type?: string; readonly credentials: MountedKey };
  readonly metricRelabelings?: readonly RelabelRule[];
  readonly relabelings: readonly RelabelRule[];
}

const fieldsOf = ({ fields }: EndpointOfJob) => fields as FieldsOfEndpoint;

/** The fields of a scrape job that ScrapeConfigs and a configuration of Prometheus share, in the spelling of the former. */
function jobFields({ fields }: EndpointOfJob, { limits }: ScrapedComponent): Record<string, unknown> {
  const given = Object.entries({ ...fields, ...limits }).filter(([name, value]) => value != null && !OTHERS.includes(name));
  return Object.fromEntries(given.map(([name, value]) => [NAMES[name] ?? name, value]));
}

/** The rules that find the pods of an endpoint, and set the labels of its series. */
function jobRules(endpoint: EndpointOfJob): RelabelRule[] {
  const { port, portNumber, relabelings } = fieldsOf(endpoint);
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
  const { metricRelabelings } = fieldsOf(endpoint);
  return snakeCase({
    jobName: endpoint.job,
    ...jobFields(endpoint, component),
    ...credentialsOf(endpoint, component, options),
    kubernetesSdConfigs: [{ role: 'pod', namespaces: { names: [options.namespace] } }],
    relabelConfigs: jobRules(endpoint),
    ...metricRelabelings ? { metricRelabelConfigs: metricRelabelings } : {},
  }) as ScrapeJob;
}

/** TLS with Istio's file names. The names in the certificates of its pods match no address, so they are not verified. */
const meshTls = (folder: string) => ({
  caFile: `${folder}/root-cert.pem`, certFile: `${folder}/cert-chain.pem`, keyFile: `${folder}/key.pem`, insecureSkipVerify: true,
});

/** The credentials of a job. A configuration never contains values of Secrets: it refers to files. */
function credentialsOf(endpoint: EndpointOfJob, { isByMesh }: ScrapedComponent, { meshFolder, fileOf }: JobOptions): object {
  const { tlsConfig, basicAuth, authorization, scheme } = fieldsOf(endpoint);
  const { ca, ...tls } = tlsConfig ?? {};
  const caFile = ca?.secret ? fileOf('Secret', ca.secret) : ca?.configMap && fileOf('ConfigMap', ca.configMap);
  const byMesh = isByMesh && scheme === 'https' && meshFolder !== undefined ? { tlsConfig: meshTls(meshFolder) } : {};
  return {
    ...tlsConfig ? { tlsConfig: { ...caFile === undefined ? {} : { caFile }, ...tls } } : byMesh,
    ...basicAuth && {
      basicAuth: { usernameFile: fileOf('Secret', basicAuth.username), passwordFile: fileOf('Secret', basicAuth.password) },
    },
    ...authorization && {
      authorization: {
        ...authorization.type === undefined ? {} : { type: authorization.type },
        credentialsFile: fileOf('Secret', authorization.credentials),
      },
    },
  };
}

/** Converts the names of fields to the spelling of Prometheus, at any depth. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) =>
    [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), snakeCase(each)]));
}

/** The only version of the kind. */
export const SCRAPE_CONFIG_VERSION = 'monitoring.coreos.com/v1alpha1';

/** The fields that a ScrapeConfig and an endpoint of a monitor share: the operator reads the Secrets. */
const AS_GIVEN = ['basicAuth', 'authorization', 'tlsConfig', 'metricRelabelings'];

/** The spec of a ScrapeConfig of the Prometheus Operator. */
export function scrapeConfig(endpoint: EndpointOfJob, component: ScrapedComponent, namespace: string): object {
  const { scheme, ...fields } = jobFields(endpoint, component);
  const given = Object.entries(endpoint.fields).filter(([name, value]) => AS_GIVEN.includes(name) && value != null);
  return {
    ...fields,
    // older operators accept no other spelling
    scheme: String(scheme).toUpperCase(),
    ...Object.fromEntries(given),
    kubernetesSDConfigs: [{ role: 'Pod', namespaces: { names: [namespace] } }],
    relabelings: jobRules(endpoint),
  };
}
