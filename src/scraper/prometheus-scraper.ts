import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ScraperService } from './access-props';
import { podsAlone, scraperAlone } from './prometheus/alone';
import { OPERATED, overridesFindings, ScraperDefinition, UNOPERATED } from './prometheus/definition';
import { GivenScraper, JobSource, ScraperModel, ScraperObject, ScraperSources, WEB_PORT } from './prometheus/model';
import { aroundScraper } from './prometheus/objects';
import { operatedPods, operatedScraper } from './prometheus/operated';
import { OperatedScraperProps, PrometheusScraperProps, UnoperatedScraperProps } from './prometheus/props';
import { ScrapedNamespaces } from './prometheus/rights';
import { manifestOf, unknownProps } from '../definitions/props';
import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { RuleFile } from '../platform/rule-evaluator';
import { brand } from '../private/brand';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';
import { ModelObject } from '../private/model-object';
import { named } from '../private/names';
import { checkOverrides, plain, snapshot } from '../private/plain';
import { Registry } from '../private/registry';
import { Facts } from '../private/tree';

/**
 * A form in which a scraper is rendered: with or without an operator. Functions, so that the modules are loaded only when a scraper is
 * created.
 */
interface ScraperForm {
  readonly definition: () => ScraperDefinition;
  readonly podLabels: (model: ScraperModel) => Record<string, string>;
  readonly objects: (model: ScraperModel, scraped: () => readonly string[], sources: ScraperSources) => ScraperObject[];
}

const WITH_OPERATOR: ScraperForm = {
  definition: () => OPERATED,
  podLabels: model => operatedPods(model),
  objects: (model, scraped) => [operatedScraper(model, scraped)],
};

const WITHOUT_OPERATOR: ScraperForm = {
  definition: () => UNOPERATED,
  podLabels: model => podsAlone(model),
  objects: (model, _, sources) => scraperAlone(model, sources),
};

/** The jobs while no platform uses the scraper. */
const NO_JOBS: JobSource = { files: () => [] };

/**
 * A Prometheus that this program renders, for a cluster that has none. It scrapes the components of the platform whose `metrics` are
 * `MonitoringProvider.scraper()` with this scraper, and may read only the pods of their namespaces.
 *
 * Renders the Prometheus, its ServiceAccount, a Role and a RoleBinding in each namespace in which a component is scraped, a Service, and a
 * NetworkPolicy that lets in only the peers in `allowFrom`.
 */
export class PrometheusScraper extends Construct {
  /**
   * A Prometheus or PrometheusAgent resource, which the Prometheus Operator of the cluster runs.
   *
   * @param scope a construct in a chart
   * @param id the scraper's name, unless `metadata.name` is given
   * @param props its version, storage, peers and stores
   * @throws ModelError if a property is invalid
   */
  public static withOperator(scope: Construct, id: string, props: OperatedScraperProps): PrometheusScraper {
    return new PrometheusScraper(scope, id, props, WITH_OPERATOR);
  }

  /**
   * StatefulSets that run Prometheus directly, with its configuration. The cluster needs no operator.
   *
   * @param scope a construct in a chart
   * @param id the scraper's name, unless `metadata.name` is given
   * @param props its image, storage, peers and stores
   * @throws ModelError if a property is invalid
   */
  public static withoutOperator(scope: Construct, id: string, props: UnoperatedScraperProps): PrometheusScraper {
    return new PrometheusScraper(scope, id, props, WITHOUT_OPERATOR);
  }

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

  /** @internal */
  public readonly _isAlone: boolean;

  /** @internal */
  public _jobs: JobSource = NO_JOBS;

  /** @internal */
  public readonly _rules: (() => readonly RuleFile[])[] = [];

  private constructor(scope: Construct, id: string, props: PrometheusScraperProps, form: ScraperForm) {
    super(scope, id);
    const model = modelOf(this, id, props, form.definition());
    this.namespace = model.namespace;
    this.scraperName = model.name;
    this._model = model;
    this._isAlone = form === WITHOUT_OPERATOR;
    this._podLabels = form.podLabels(model);
    const sources = { jobs: () => this._jobs.files(), rules: () => this._rules.flatMap(files => files()) };
    const objects = [...aroundScraper(model, this._podLabels), ...form.objects(model, () => this._scraped.names, sources)];
    objects.forEach(({ id: part, fields, ...object }) => new ModelObject(this, part, object, fields));
    this._scraped = new ScrapedNamespaces(this, model);
    Registry.of(this).register({ construct: this, facts: () => this.facts(), isBeforePlatform: true });
  }

  /**
   * The Service that answers queries for all scraped metrics, in the form that ScraperAccess takes: `queryService`, or that of the scraper.
   *
   * @throws ModelError for an agent and for several shards without `queryService`
   */
  public get service(): ScraperService {
    const { given: { queryService, agent, shards = 1 }, name } = this._model;
    if (queryService) return { ...queryService };
    refuse(this, agent ? found('partial-answers', '', { reason: 'agent' })
      : shards > 1 ? found('partial-answers', '', { reason: 'shards', count: shards }) : FINE);
    return { name, port: WEB_PORT, targetPort: WEB_PORT, podLabels: { ...this._podLabels } };
  }

  private facts(): Facts {
    const { agent, storage, remoteWrite } = this._model.given;
    const here = (finding: Finding) => ({ construct: this, finding });
    const isLost = !agent && !storage && !remoteWrite?.length;
    const warnings = [...isLost ? found('scraper-storage', '') : FINE, ...this.idle()];
    return { findings: this._scraped.findings().map(here), warnings: warnings.map(here) };
  }

  /** Warns of pods without targets, which nothing else reports. */
  private idle(): Finding[] {
    const { shards: count = 1 } = this._model.given;
    if (this._scraped.names.length === 0) return found('scraper-idle', '', { reason: 'all' });
    const jobs = this._jobs.files().length;
    return this._isAlone && jobs < count ? found('scraper-idle', '', { reason: 'shards', count, jobs }) : FINE;
  }
}

brand(PrometheusScraper);

/** The maximum length of the value of a label. */
const LONGEST_LABEL = 63;

/** Checks the properties and returns the model of the scraper. */
function modelOf(scraper: Construct, id: string, props: PrometheusScraperProps, definition: ScraperDefinition): ScraperModel {
  const { overrides, ...taken } = asProps(snapshot(props));
  const findings: Finding[] = [];
  const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
  const { allowFrom, ...others } = manifestOf(definition, { ...taken, metadata }) as GivenScraper;
  const given = { ...plain(others, '', findings), allowFrom, overrides: plain(overrides, 'overrides', findings) };
  const laidOver = [...checkOverrides(overrides), ...overridesFindings(overrides)];
  const ofProps = [...unknownProps(definition, taken, ['overrides']), ...definition.check(given, ''), ...laidOver];
  refuse(scraper, [...findings, ...ofProps]);
  const namespace = metadata.namespace ?? Chart.of(scraper).namespace;
  if (namespace === undefined) refuse(scraper, found('missing-namespace', 'metadata.namespace', { reason: 'scraper' }));
  const { name } = metadata;
  refuse(scraper, `${namespace}.${name}`.length <= LONGEST_LABEL ? FINE
    : found('invalid-prometheus', 'metadata.name', { reason: 'long-label', max: LONGEST_LABEL - 1, value: Shown.of(name) }));
  return { namespace: namespace!, name, metadata: { ...metadata, namespace }, given };
}
