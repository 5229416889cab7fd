import type { IConstruct } from 'constructs';
import { ScrapeJob, scrapeJob } from './job';
import { MountedFiles } from './mounted-files';
import { PrometheusProps } from './prometheus-props';
import { ScrapeConfiguration } from './scrape-configuration';
import { bad, Check, Finding, FINE, found, must, saying } from '../../../../base/findings/finding';
import { ScrapeConfigurationForm } from '../../../../cluster/objects/scrape-forms';
import { intervalIn, RuleEvaluation } from '../../../../model/platform/model';
import { Scraper } from '../../../../model/platform/metrics';
import { instanceOf } from '../../../../base/brand';
import { asProps, closed, list, mapOf } from '../../../../base/check';
import { memo } from '../../../../base/memo';
import { namespaceName, objectName, podLabels } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { Registry } from '../../../../base/registry';
import { ScrapeProtocol } from '../../../../model/traits/scrape-settings';
import { ScrapedComponent, scrapedComponent, Scraping, MonitorContext, ProviderParts } from '../monitor';
import { INJECTED, replacing, SCRAPE_OPTIONS, scrapingBy } from '../prometheus-operator';

const matches = (expression: RegExp, reason: 'folder' | 'mounted') =>
  must(value => typeof value === 'string' && expression.test(value), 'invalid-value', reason);

const folder = matches(/^(\/[^/\s$]+)+$/, 'folder');

const folders = mapOf(folder, matches(/^[a-z0-9-]+\/[a-z0-9.-]+$/, 'mounted'));

const configuration: Check = instanceOf(ScrapeConfiguration, (value, field) => bad('invalid-value', 'scrape-configuration', field, value));

const CHECK = closed<PrometheusProps>({
  configuration,
  name: objectName,
  podLabels,
  secretFolders: folders,
  configMapFolders: folders,
  mesh: closed(
    { namespaces: list(namespaceName, { min: 1, what: 'namespace' }), certificatesFolder: folder }, ['namespaces', 'certificatesFolder'],
  ),
  ...SCRAPE_OPTIONS,
}, ['configuration', 'name', 'podLabels']);

/** The default scrape interval of a Prometheus. */
const INTERVAL = '1m';

/** The jobs of a component, and the findings about them. */
interface JobsOfComponent {
  readonly jobs: readonly ScrapeJob[];
  readonly findings: readonly Finding[];
}

/** The key of a binding's jobs in the registry, while the tree is checked and rendered. */
const keyOf = memo((_binding: IConstruct) => ({}));

/** A Prometheus without the operator. It renders nothing beside components: their jobs are in the configuration. */
export function plainPrometheus(props: PrometheusProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const { configuration: written, name, mesh } = given;
  const scraping = scrapingBy(given);
  const isMeshed = (namespace: string) => mesh?.namespaces.includes(namespace) ?? false;
  const jobsOf = (context: MonitorContext) => Registry.of(context.binding.construct).once(keyOf(context.binding.construct), () =>
    jobsOfComponent(context, given, { ...scraping(), isAlone: true }));
  return {
    check: () => CHECK(taken, ''),
    scraper: () => Scraper.of(written.namespace, name),
    pods: () => ({ namespace: written.namespace, podLabels: { ...given.podLabels } }),
    replaces: named => replacing({ namespace: written.namespace, ...given })(named),
    isMeshed,
    // it does not read monitors
    selects: () => false,
    labelsFor: namespace => isMeshed(namespace) ? INJECTED : {},
    rules: () => ({ evaluator: evaluatorOf(given), interval: intervalIn(scraping().defaults) ?? INTERVAL }),
    render: context => ({ objects: [], findings: jobsOf(context).findings }),
    scrapes: scraped => written._scrapes(() => scraped().flatMap(context => {
      const { application: { namespace } } = context.binding;
      return namespace === undefined ? [] : { namespace, jobs: jobsOf(context).jobs };
    })),
  };
}

/** The evaluator of rules, or the reason why there is none. A Prometheus reads rule files beside its job files. */
function evaluatorOf({ configuration: { form, namespace }, name }: PrometheusProps): RuleEvaluation['evaluator'] {
  if (form === ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS) return 'jobs';
  if (form === ScrapeConfigurationForm.VMAGENT_FILES || form === ScrapeConfigurationForm.COLLECTOR) return 'collector';
  return { type: { apiVersion: 'v1', kind: 'ConfigMap' }, by: 'Prometheus', namespace, name, selector: {} };
}

function jobsOfComponent(context: MonitorContext, props: PrometheusProps, scraping: Scraping): JobsOfComponent {
  const { configuration: { namespace: system }, mesh } = props;
  const namespace = context.binding.application.namespace!;
  const isMeshed = mesh?.namespaces.includes(namespace) ?? false;
  const component = scrapedComponent(context, scraping, isMeshed);
  const files = new MountedFiles(namespace, system, props);
  const options = { namespace, meshFolder: mesh?.certificatesFolder, fileOf: files.fileOf };
  const jobs = component.endpoints.map(endpoint => scrapeJob(endpoint, component, options));
  return { jobs, findings: [...component.findings, ...files.findings, ...unsayable(props.configuration, component, jobs)] };
}

/** Reports values that vmagent does not read, or would expand: environment variables anywhere, labels in the replacement of a rule. */
function unsayable({ form }: ScrapeConfiguration, { limits }: ScrapedComponent, jobs: readonly ScrapeJob[]): Finding[] {
  if (form !== ScrapeConfigurationForm.VMAGENT_FILES) return FINE;
  const text = /%\{|"replacement":"[^"]*\{\{/.exec(JSON.stringify(jobs))?.[0].slice(-2);
  return [
    ...limits.fallbackScrapeProtocol === ScrapeProtocol.PROMETHEUS_PROTO
      ? found('not-expressible', 'fallbackScrapeProtocol', { reason: 'job-field', reader: 'vmagent' }) : FINE,
    ...text === undefined ? FINE : found('not-expressible', '',
      saying(`holds "${text}" in its scrape job, which vmagent takes for the beginning of a variable`, 'write it in another way')),
  ];
}
