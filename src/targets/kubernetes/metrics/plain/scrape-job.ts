import { RelabelRule } from '../../../../cluster/scraping/relabel';
import { Finding, found } from '../../../../base/findings/finding';
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
const JOB_FIELDS: typeof FIELDS = {
  ...FIELDS, metricRelabelings: 'metricRelabelConfigs', relabelings: 'relabelConfigs',
};

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

/**
 * Creates a job. All jobs of a namespace have the same discovery, so that a server keeps one watch for them. A
 * configuration never contains values of Secrets: it refers to files.
 */
export function scrapeJob(
  endpoint: EndpointOfJob, { limits, isByMesh }: ScrapedComponent, { namespace, meshFolder, fileOf }: JobOptions,
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

/** The kind of an object that a pod mounts. */
type MountedKind = 'Secret' | 'ConfigMap';

/** A key of such an object, in the namespace of the scraped component. */
interface MountedKey {
  readonly name: string;
  readonly key: string;
}

/** Returns the file in which the scraper finds a key. */
type FileOf = (kind: MountedKind, key: MountedKey) => string;

/** The folders in which the pods of a scraper mount Secrets and ConfigMaps, by `<namespace>/<name>`. */
interface MountedFolders {
  readonly secretFolders?: Readonly<Record<string, string>>;
  readonly configMapFolders?: Readonly<Record<string, string>>;
}

/**
 * The option for each kind, and the folder in which a Prometheus of the operator mounts those of its own namespace.
 * Others may do so too.
 */
const FOLDERS: Readonly<Record<MountedKind, readonly [option: keyof MountedFolders, own: string]>> = {
  Secret: ['secretFolders', '/etc/prometheus/secrets'],
  ConfigMap: ['configMapFolders', '/etc/prometheus/configmaps'],
};

/** The files of the Secrets and ConfigMaps of a namespace, and one finding for each that cannot be mounted. */
export class MountedFiles {
  private readonly missing = new Map<string, Finding[]>();

  /**
   * @param namespace the namespace of the Secrets: that of the scraped component
   * @param system the namespace of the scraper
   */
  public constructor(
    private readonly namespace: string, private readonly system: string, private readonly folders: MountedFolders,
  ) {}

  public get findings(): Finding[] {
    return [...this.missing.values()].flat();
  }

  public readonly fileOf: FileOf = (kind, { name, key }) => {
    const [option, own] = FOLDERS[kind];
    const place = `${this.namespace}/${name}`;
    const folder = this.folders[option]?.[place] ?? `${own}/${name}`;
    if (this.namespace !== this.system && this.folders[option]?.[place] === undefined) {
      const { namespace, system } = this;
      const unmounted = found('not-mountable', '', { field: option, kind, name, namespace, system, place });
      this.missing.set(`${kind} ${name}`, unmounted);
    }
    return `${folder}/${key}`;
  };
}
