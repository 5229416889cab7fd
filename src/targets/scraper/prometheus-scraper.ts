import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ScraperService } from './access-props';
import { PROMETHEUS_SCRAPER, PrometheusScraperProps } from './prometheus/props';
import { accountOf, aroundScraper, GivenScraper, operatedScraper, ScraperModel, WEB_PORT } from './prometheus/operated';
import { manifestOf, unknownProps } from '../../base/definitions/props';
import { Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { BindingModel } from '../../model/platform/model';
import { brand, throwFindings } from '../../base/brand';
import { asProps } from '../../base/check';
import { ModelObject, RenderedChild, renderBelow } from '../../base/model-object';
import { named } from '../../base/names';
import { checkOverrides, plain, snapshot } from '../../base/plain';
import { Registry, Facts } from '../../base/registry';
import { fieldAt } from '../../base/kinds/kind-of';

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

  /** @internal */
  public readonly _podLabels: Record<string, string>;

  /** @internal */
  public readonly _scraped: ScrapedNamespaces;

  /**
   * Checks the properties.
   * @param scope a construct in a chart
   * @param id the scraper's name, unless `metadata.name` is given
   * @param props its version, storage, peers and stores
   * @throws ModelError if a property is invalid
   */
  public constructor(scope: Construct, id: string, props: PrometheusScraperProps) {
    super(scope, id);
    const model = scraperModel(this, id, props);
    this.namespace = model.namespace;
    this.scraperName = model.name;
    this._model = model;
    // labels of the operator, which no field of the resource can change
    this._podLabels = {
      'app.kubernetes.io/name': model.given.agent ? 'prometheus-agent' : 'prometheus',
      'operator.prometheus.io/name': model.name,
    };
    this._scraped = new ScrapedNamespaces(this, model);
    const objects = [...aroundScraper(model, this._podLabels), operatedScraper(model, () => this._scraped.names)];
    objects.forEach(({ id: part, fields, ...object }) => new ModelObject(this, part, object, fields));
    Registry.of(this).register({ construct: this, facts: () => this.facts(), isBeforePlatform: true });
  }

  /**
   * The Service that answers queries for all scraped metrics, in the form that ScraperAccess takes: `queryService`, or
   * that of the scraper.
   * @throws ModelError for an agent and for several shards without `queryService`
   */
  public get service(): ScraperService {
    const { given: { queryService, agent, shards = 1 }, name } = this._model;
    if (queryService) return { ...queryService };
    throwFindings(this, agent
      ? found('partial-answers', '', ownWords('has no Service that can be asked: an agent keeps nothing'))
      : shards > 1 ? found('partial-answers', '', { reason: 'shards', count: shards }) : FINE);
    return { name, port: WEB_PORT, targetPort: WEB_PORT, podLabels: { ...this._podLabels } };
  }

  private facts(): Facts {
    const { agent, storage, remoteWrite } = this._model.given;
    const here = (finding: Finding) => ({ construct: this, finding });
    const isLost = !agent && !storage && !remoteWrite?.length;
    const warnings = [
      ...isLost ? found('scraper-storage', '') : FINE,
      // a Prometheus without targets is healthy: nothing else reports it
      ...this._scraped.names.length === 0 ? found('no-effect', '', { reason: 'scraper-idle' }) : FINE,
    ];
    return { findings: this._scraped.findings().map(here), warnings: warnings.map(here) };
  }
}

brand(PrometheusScraper);

/** The maximum length of the value of a label. */
const LONGEST_LABEL = 63;

/** The fields that overrides must not set: properties determine them; roles, policies and Services depend on them. */
const OWN_FIELDS = [
  'metadata', 'spec.shards', 'spec.serviceAccountName', 'spec.podMonitorSelector', 'spec.podMonitorNamespaceSelector',
].map(path => path.split('.'));

/** Checks the properties and returns the model of the scraper. */
function scraperModel(scraper: Construct, id: string, props: PrometheusScraperProps): ScraperModel {
  const { overrides, ...taken } = asProps(snapshot(props));
  const findings: Finding[] = [];
  const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
  const { allowFrom, ...others } = manifestOf(PROMETHEUS_SCRAPER, { ...taken, metadata }) as GivenScraper;
  const given = { ...plain(others, '', findings), allowFrom, overrides: plain(overrides, 'overrides', findings) };
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
  throwFindings(scraper, `${namespace}.${name}`.length <= LONGEST_LABEL ? FINE
    : found('invalid-value', 'metadata.name', { reason: 'long-label', max: LONGEST_LABEL - 1, value: Shown.of(name) }));
  return { namespace: namespace!, name, metadata: { ...metadata, namespace }, given };
}

const RBAC = 'rbac.authorization.k8s.io';

/** The namespaces in which components are scraped, and the permissions of the scraper there. */
class ScrapedNamespaces {
  private readonly scraped: (() => readonly BindingModel[])[] = [];

  public constructor(scraper: Construct, private readonly model: ScraperModel) {
    const { account, allNamespaces } = model.given;
    renderBelow(scraper, () => {
      if (allNamespaces) return { children: this.roles('Cluster') };
      const namespaces = account == null ? [...this.components.keys()] : [];
      return { children: namespaces.flatMap(namespace => this.roles('', namespace)) };
    });
  }

  /** The sorted names of the namespaces. */
  public get names(): string[] {
    return [...this.components.keys()].sort();
  }

  /** Adds the bindings of a provider: all that are scraped when the objects are rendered. */
  public scrapes(scraped: () => readonly BindingModel[]): void {
    this.scraped.push(scraped);
  }

  /** The findings on namespaces that the given `account` cannot read. */
  public findings(): Finding[] {
    const { account } = this.model.given;
    const readable = account?.namespaces;
    if (!readable) return FINE;
    const { components } = this;
    return [...components.keys()].sort().filter(namespace => !readable.includes(namespace)).flatMap(namespace =>
      found('scraper-rights', '', { namespace, component: components.get(namespace)!, name: account.name }));
  }

  /** The first component that is scraped in each namespace. */
  private get components(): Map<string, string> {
    const components = new Map<string, string>();
    for (const { application: { namespace }, componentName } of this.scraped.flatMap(each => each())) {
      if (namespace !== undefined && !components.has(namespace)) components.set(namespace, componentName);
    }
    return components;
  }

  /** A role and its binding. Namespace and name are DNS labels, so no two scrapers share the joined name. */
  private roles(of: 'Cluster' | '', namespace?: string): RenderedChild[] {
    const { model } = this;
    const [role, name] = [`${of}Role`, `${model.namespace}.${model.name}`];
    const child = (kind: string, fields: object): RenderedChild => ({
      id: namespace === undefined ? kind : `${kind}-${namespace}`,
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name, namespace },
      isClusterScoped: of === 'Cluster',
      fields,
    });
    return [
      // what the discovery of pods needs
      child(role, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }] }),
      child(`${role}Binding`, {
        roleRef: { apiGroup: RBAC, kind: role, name },
        subjects: [{ kind: 'ServiceAccount', name: accountOf(model), namespace: model.namespace }],
      }),
    ];
  }
}
