import type { IConstruct } from 'constructs';
import { MountedFiles, ScrapeJob, scrapeJob } from './scrape-job';
import type { ScrapeOptions } from '../prometheus-operator-props';
import { ScrapeConfiguration } from './scrape-configuration';
import { bad, Finding, FINE, found, must, ownWords } from '../../../../base/findings/finding';
import { ScrapeConfigurationForm } from '../../../../cluster/objects/scrape-forms';
import { intervalIn } from '../../../../model/platform/model';
import { Scraper } from '../../../../model/platform/metrics';
import { instanceOf } from '../../../../base/brand';
import { asProps, closed, list, mapOf } from '../../../../base/check';
import { memo } from '../../../../base/memo';
import { namespaceName, objectName, podLabels } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { Registry } from '../../../../base/registry';
import { ScrapeProtocol } from '../../../../model/traits/scrape-settings';
import { ScrapedComponent, scrapedComponent, MonitorContext, ProviderParts } from '../monitor';
import { INJECTED, replacing, SCRAPE_OPTIONS, scrapingBy } from '../prometheus-operator';

/**
 * A service mesh whose sidecars let in nobody without a certificate of the mesh, and the certificates that a Prometheus
 * has.
 */
export interface MeshCertificates {
  /** The namespaces whose pods have a sidecar. Their metrics are scraped over TLS. */
  readonly namespaces: string[];

  /**
   * The folder in which the Prometheus has `root-cert.pem`, `cert-chain.pem` and `key.pem` of the mesh, as the sidecar
   * of Istio writes them (`OUTPUT_CERTS`).
   */
  readonly certificatesFolder: string;
}

/** A Prometheus that reads a configuration with scrape jobs. */
export interface PrometheusProps extends ScrapeOptions {
  /** Where the jobs are written. The namespace of the Prometheus is that of the configuration. */
  readonly configuration: ScrapeConfiguration;

  /**
   * Name of the Deployment or the StatefulSet of the Prometheus: by `<namespace>/<name>`, a MetricsTrait names it as
   * its scraper.
   */
  readonly name: string;

  /** Labels of the pods of the Prometheus, and of no others, by which NetworkPolicies let them in. */
  readonly podLabels: { [key: string]: string };

  /**
   * The folders in which the pods of the Prometheus have Secrets, by `<namespace>/<name>` of the Secret that an
   * endpoint needs: `{ 'shop/cart-metrics': '/etc/prometheus/secrets/cart-metrics' }`. Pods mount only Secrets of their
   * own namespace, so that one of another namespace has to be copied there.
   * @default - `/etc/prometheus/secrets/<name>` for a Secret of its own namespace; one of another namespace is an error
   */
  readonly secretFolders?: { [secret: string]: string };

  /**
   * The same for ConfigMaps with certificate authorities.
   * @default - `/etc/prometheus/configmaps/<name>` for a ConfigMap of its own namespace; one of another namespace is an
   * error
   */
  readonly configMapFolders?: { [configMap: string]: string };

  /**
   * The service mesh.
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshCertificates;
}

const textLike = (expression: RegExp, shape: 'folder' | 'mounted') =>
  must(value => typeof value === 'string' && expression.test(value), 'invalid-value', shape);

const folder = textLike(/^(\/[^/\s$]+)+$/, 'folder');

const folders = mapOf(folder, textLike(/^[a-z0-9-]+\/[a-z0-9.-]+$/, 'mounted'));

const CHECK = closed<PrometheusProps>({
  configuration: instanceOf(ScrapeConfiguration, (value, field) =>
    bad('invalid-value', 'scrape-configuration', field, value)),
  name: objectName,
  podLabels,
  secretFolders: folders,
  configMapFolders: folders,
  mesh: closed({
    namespaces: list(namespaceName, { min: 1, what: 'namespace' }), certificatesFolder: folder,
  }, ['namespaces', 'certificatesFolder']),
  ...SCRAPE_OPTIONS,
}, ['configuration', 'name', 'podLabels']);

/** The default scrape interval of a Prometheus. */
const INTERVAL = '1m';

/** The key of a binding's jobs in the registry, while the tree is checked and rendered. */
const jobsKey = memo((_binding: IConstruct) => ({}));

/** A Prometheus without the operator. It renders nothing beside components: their jobs are in the configuration. */
export function plainPrometheus(props: PrometheusProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const { configuration, name, mesh } = given;
  const { namespace: system, form } = asProps(configuration);
  const scraping = scrapingBy(given);
  const isMeshed = (namespace: string) => mesh?.namespaces.includes(namespace) ?? false;
  const isForVmagent = form === ScrapeConfigurationForm.VMAGENT_FILES;
  const jobsOf = (context: MonitorContext) => {
    const { construct, application } = context.binding;
    const namespace = application.namespace!;
    return Registry.of(construct).once(jobsKey(construct), () => {
      const component = scrapedComponent(context, { ...scraping(), isAlone: true }, isMeshed(namespace));
      const files = new MountedFiles(namespace, system, given);
      const options = { namespace, meshFolder: mesh?.certificatesFolder, fileOf: files.fileOf };
      const jobs = component.endpoints.map(endpoint => scrapeJob(endpoint, component, options));
      const unread = isForVmagent ? unreadByVmagent(component, jobs) : FINE;
      return { jobs, findings: [...component.findings, ...files.findings, ...unread] };
    });
  };
  return {
    check: () => CHECK(taken, ''),
    scraper: () => Scraper.of(system, name),
    pods: () => ({ namespace: system, podLabels: { ...given.podLabels } }),
    replaces: named => replacing({ namespace: system, ...given })(named),
    isMeshed,
    // it does not read monitors
    selects: () => false,
    labelsFor: namespace => isMeshed(namespace) ? INJECTED : {},
    rules: () => {
      const interval = intervalIn(scraping().defaults) ?? INTERVAL;
      if (form === ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS) return { evaluator: 'jobs', interval };
      if (isForVmagent || form === ScrapeConfigurationForm.COLLECTOR) return { evaluator: 'collector', interval };
      // a Prometheus reads rule files beside its job files
      const type = { apiVersion: 'v1', kind: 'ConfigMap' };
      return { evaluator: { type, by: 'Prometheus', namespace: system, name, selector: {} }, interval };
    },
    render: context => ({ objects: [], findings: jobsOf(context).findings }),
    scrapes: scraped => configuration._scrapes(() => scraped().flatMap(context => {
      const { application: { namespace } } = context.binding;
      return namespace === undefined ? [] : { namespace, jobs: jobsOf(context).jobs };
    })),
  };
}

/**
 * Reports values that vmagent does not read, or would expand: environment variables anywhere, labels in the replacement
 * of a rule.
 */
function unreadByVmagent({ limits }: ScrapedComponent, jobs: readonly ScrapeJob[]): Finding[] {
  const text = /%\{|"replacement":"[^"]*\{\{/.exec(JSON.stringify(jobs))?.[0].slice(-2);
  return [
    ...limits.fallbackScrapeProtocol === ScrapeProtocol.PROMETHEUS_PROTO
      ? found('not-expressible', 'fallbackScrapeProtocol', { reason: 'job-field', reader: 'vmagent' }) : FINE,
    ...text === undefined ? FINE : found('not-expressible', '', ownWords(
      `holds "${text}" in its scrape job, which vmagent takes for the beginning of a variable`,
      'write it in another way')),
  ];
}
