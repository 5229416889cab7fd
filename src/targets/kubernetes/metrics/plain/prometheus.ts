import type { IConstruct } from 'constructs';
import { mountedFiles, scrapeJob } from './scrape-job';
import { MonitorKind, ScrapeOptions } from '../prometheus-operator-props';
import { ScrapeConfiguration } from './scrape-configuration';
import { bad, FINE, found, ownWords } from '../../../../base/findings/finding';
import { ScrapeConfigurationForm } from '../../../../cluster/objects/scrape-forms';
import { Scraper } from '../../../../model/platform/metrics';
import { instanceOf } from '../../../../base/brand';
import { asProps, closed, list, mapOf, pattern } from '../../../../base/check';
import { memo } from '../../../../base/memo';
import { namespaceName, objectName, podLabels } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { Registry } from '../../../../base/registry';
import { ScrapeProtocol } from '../../../../model/traits/scrape-settings';
import type { ProviderParts } from '../monitoring-provider';
import { INJECTED, ownInterval, replacing, SCRAPE_OPTIONS } from '../prometheus-operator';
import { MonitorContext, scrapedComponent } from '../scraped-component';

/** A service mesh whose sidecars let in nobody without a certificate of the mesh, for a Prometheus that has one. */
export interface MeshCertificates {
  /** The namespaces whose pods have a sidecar. Their metrics are scraped over TLS. */
  readonly namespaces: string[];

  /** Folder with `root-cert.pem`, `cert-chain.pem` and `key.pem`, as Istio's sidecar writes them (`OUTPUT_CERTS`). */
  readonly certificatesFolder: string;
}

/** A Prometheus that reads a configuration with scrape jobs. */
export interface PrometheusProps extends ScrapeOptions {
  /** Where the jobs are written. The namespace of the Prometheus is that of the configuration. */
  readonly configuration: ScrapeConfiguration;

  /** Name of its Deployment or StatefulSet: by `<namespace>/<name>`, a MetricsTrait names it as its scraper. */
  readonly name: string;

  /** Labels of the pods of the Prometheus, and of no others, by which NetworkPolicies let them in. */
  readonly podLabels: { [key: string]: string };

  /**
   * The folders in which the pods of the Prometheus have Secrets, by `<namespace>/<name>` of the Secret that an
   * endpoint needs: `{ 'shop/cart-metrics': '/etc/prometheus/secrets/cart-metrics' }`. A Secret of another namespace
   * has to be copied into that of the pods.
   *
   * @default - `/etc/prometheus/secrets/<name>` for a Secret of its own namespace; one of another namespace is an error
   */
  readonly secretFolders?: { [secret: string]: string };

  /**
   * The same for ConfigMaps with certificate authorities.
   *
   * @default - `/etc/prometheus/configmaps/<name>` for a ConfigMap of its own namespace; one of another namespace is an
   * error
   */
  readonly configMapFolders?: { [configMap: string]: string };

  /**
   * The service mesh.
   *
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshCertificates;
}

const folder = pattern(/^(\/[^/\s$]+)+$/, 'folder');
const folders = mapOf(folder, pattern(/^[a-z0-9-]+\/[a-z0-9.-]+$/, 'mounted'));

/** Checks the properties; `podLabels` are required, since NetworkPolicies let the scraper in by them. */
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
  const isMeshed = (namespace: string) => mesh?.namespaces.includes(namespace) ?? false;
  const isForVmagent = form === ScrapeConfigurationForm.VMAGENT_FILES;
  const jobsOf = (context: MonitorContext) => {
    const { construct, application } = context.binding;
    const namespace = application.namespace!;
    return Registry.of(construct).once(jobsKey(construct), () => {
      const options = { ...given, monitorKind: MonitorKind.SCRAPE_CONFIG };
      const component = scrapedComponent(context, options, isMeshed(namespace));
      const files = mountedFiles(namespace, system, given);
      const jobs = component.endpoints.map(endpoint =>
        scrapeJob(endpoint, component, namespace, files.fileOf, mesh?.certificatesFolder));
      const isUnread = isForVmagent && component.limits.fallbackScrapeProtocol === ScrapeProtocol.PROMETHEUS_PROTO;
      const unread = !isUnread ? FINE
        : found('not-expressible', 'fallbackScrapeProtocol', { reason: 'job-field', reader: 'vmagent' });
      // vmagent expands environment variables anywhere in a job, and labels in the replacement of a rule
      const [expanded] = isForVmagent && /%\{|"replacement":"[^"]*\{\{/.exec(JSON.stringify(jobs)) || [];
      const changed = expanded === undefined ? FINE : found('not-expressible', '', ownWords(
        `holds "${expanded.slice(-2)}" in its scrape job, which vmagent takes for the beginning of a variable`,
        'write it in another way'));
      return { jobs, findings: [...component.findings, ...files.missing.values(), ...unread, ...changed] };
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
      const interval = ownInterval(given) ?? INTERVAL;
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
