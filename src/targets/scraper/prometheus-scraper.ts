import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ScraperService } from './access-props';
import { PROMETHEUS_SCRAPER, PrometheusScraperProps } from './prometheus/props';
import { GivenScraper, ScraperModel, scraperObjects, scraperPodLabels, WEB_PORT } from './prometheus/operated';
import { manifestOf, unknownProps } from '../../base/definitions/props';
import { Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { BindingModel } from '../../model/platform/model';
import { brand, throwFindings } from '../../base/brand';
import { asProps } from '../../base/check';
import { renderBelow } from '../../base/model-object';
import { named } from '../../base/names';
import { checkOverrides, plain, snapshot } from '../../base/plain';
import { Registry, Facts, findingsAt } from '../../base/registry';
import { fieldAt } from '../../base/kind-of';
import { MAX_LABEL } from '../../cluster/objects/names';

/**
 * A Prometheus that the Prometheus Operator of the cluster runs, for a cluster that has none. It scrapes the components
 * of the platform whose `metrics` are `MonitoringProvider.scraper()` with this scraper, and may read only the pods of
 * their namespaces.
 *
 * Renders a Prometheus or PrometheusAgent resource, its ServiceAccount, a Role and a RoleBinding in each namespace in
 * which a component is scraped, a Service, and a NetworkPolicy that lets in only the peers in `allowFrom`.
 */
export class PrometheusScraper extends Construct {
  /** Namespace of the scraper. */
  public readonly namespace: string;

  /** Name of the scraper, and of its Service. */
  public readonly scraperName: string;

  /** @internal */
  public readonly _model: ScraperModel;

  /** The bindings that are scraped when the objects are rendered, of each provider. @internal */
  public readonly _scraped: (() => readonly BindingModel[])[] = [];

  /**
   * Checks the properties.
   *
   * @param scope a construct in a chart
   * @param id the scraper's name, unless `metadata.name` is given
   * @param props its version, storage, peers and stores
   * @throws ModelError if a property is invalid
   */
  public constructor(scope: Construct, id: string, props: PrometheusScraperProps) {
    super(scope, id);
    this._model = scraperModel(this, id, props);
    this.namespace = this._model.namespace;
    this.scraperName = this._model.name;
    renderBelow(this, () => ({ children: scraperObjects(this._model, [...this._components.keys()]) }));
    Registry.of(this).register({ construct: this, facts: () => this.facts(), isBeforePlatform: true });
  }

  /**
   * The Service that answers queries for all scraped metrics, in the form that ScraperAccess takes: `queryService`, or
   * that of the scraper.
   *
   * @throws ModelError for an agent and for several shards without `queryService`
   */
  public get service(): ScraperService {
    const { given: { queryService, agent, shards = 1 }, name } = this._model;
    if (queryService) return { ...queryService };
    throwFindings(this, agent
      ? found('partial-answers', '', ownWords('has no Service that can be asked: an agent keeps nothing'))
      : shards > 1 ? found('partial-answers', '', { reason: 'shards', count: shards }) : FINE);
    return { name, port: WEB_PORT, targetPort: WEB_PORT, podLabels: scraperPodLabels(this._model) };
  }

  /** The first component that is scraped in each namespace. @internal */
  public get _components(): Map<string, string> {
    const components = new Map<string, string>();
    for (const { application: { namespace }, componentName } of this._scraped.flatMap(each => each())) {
      if (namespace !== undefined && !components.has(namespace)) components.set(namespace, componentName);
    }
    return components;
  }

  private facts(): Facts {
    const { agent, storage, remoteWrite, account } = this._model.given;
    const scraped = [...this._components].sort();
    const isLost = !agent && !storage && !remoteWrite?.length;
    return {
      // the namespaces that the given account cannot read
      findings: findingsAt(this, '', scraped.flatMap(([namespace, component]) =>
        account?.namespaces?.includes(namespace) ?? true ? FINE
          : found('scraper-rights', '', { namespace, component, name: account!.name }))),
      warnings: findingsAt(this, '', [
        ...isLost ? found('scraper-storage', '') : FINE,
        // a Prometheus without targets is healthy: nothing else reports it
        ...scraped.length === 0 ? found('no-effect', '', { reason: 'scraper-idle' }) : FINE,
      ]),
    };
  }
}

brand(PrometheusScraper);

/** The fields that overrides must not set: properties determine them; roles, policies and Services depend on them. */
const OWN_FIELDS = [
  'metadata', 'spec.shards', 'spec.serviceAccountName', 'spec.podMonitorSelector', 'spec.podMonitorNamespaceSelector',
].map(path => path.split('.'));

/** Checks the properties and returns the model of the scraper. */
function scraperModel(scraper: Construct, id: string, props: PrometheusScraperProps): ScraperModel {
  const { overrides, ...taken } = asProps(snapshot(props));
  const findings: Finding[] = [];
  const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
  const own = manifestOf(PROMETHEUS_SCRAPER, { ...taken, metadata }) as GivenScraper;
  const given = { ...plain(own, '', findings), overrides: plain(overrides, 'overrides', findings) };
  throwFindings(scraper, [
    ...findings,
    ...unknownProps(PROMETHEUS_SCRAPER, taken, ['overrides']),
    ...PROMETHEUS_SCRAPER.check(given, ''),
    ...checkOverrides(overrides),
    ...OWN_FIELDS.filter(path => fieldAt(overrides, path) !== undefined).flatMap(path =>
      found('invalid-value', ['overrides', ...path], ownWords(
        'must not be overridden: rights, policies and Services go by it', 'set it by the properties of the scraper'))),
  ]);
  const { name } = metadata;
  const namespace = metadata.namespace ?? Chart.of(scraper).namespace;
  if (namespace === undefined) {
    throwFindings(scraper, found('missing-field', 'metadata.namespace', ownWords(
      'is required: the scraper has no namespace', "give the chart a namespace, or set 'metadata.namespace'")));
  }
  throwFindings(scraper, `${namespace}.${name}`.length <= MAX_LABEL ? FINE
    : found('invalid-value', 'metadata.name', { reason: 'long-label', max: MAX_LABEL - 1, value: Shown.of(name) }));
  return { namespace: namespace!, name, metadata: { ...metadata, namespace }, given };
}
