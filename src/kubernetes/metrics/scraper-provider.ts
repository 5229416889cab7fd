import { ProviderParts } from './monitor';
import { plainPrometheus } from './plain/prometheus';
import { ScrapeConfiguration } from './plain/scrape-configuration';
import { prometheusOperator, SCRAPE_OPTIONS, timeoutFindings } from './prometheus-operator';
import { ScrapeOptions } from './prometheus-operator-props';
import { bad, FINE, Finding } from '../../findings/finding';
import { LabelSelector } from '../../objects/labels';
import { RuleEvaluation, RuleEvaluator } from '../../platform/rule-evaluator';
import { instanceOf, isOwn } from '../../private/brand';
import { closed } from '../../private/check';
import { millisecondsOf } from '../../private/durations';
import { fieldAt } from '../../private/kinds/kind';
import { snapshot } from '../../private/plain';
import { SCRAPE_INTERVAL } from '../../scraper/prometheus/model';
import { monitorLabels, operatedScraper } from '../../scraper/prometheus/operated';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';

const OPTIONS = closed(SCRAPE_OPTIONS);

const SCRAPER = instanceOf(PrometheusScraper, (value, field) => bad('invalid-prometheus', 'not-a-scraper', field, value));

/** Replaces an invalid scraper, which the check rejects. */
const NONE = { namespace: '', name: '', monitorSelector: {} };

/** Id of the construct below a scraper that holds its jobs. */
const JOBS = 'Jobs';

/** The parts that depend on the scraper itself. */
interface OwnParts {
  readonly check: () => Finding[];
  readonly interval: string;
}

/** Collects metrics with a scraper that the program runs. */
export function scraperProvider(scraper: PrometheusScraper, given: ScrapeOptions | undefined): ProviderParts {
  const taken = snapshot(given);
  const interval = isOwn(PrometheusScraper, scraper) ? intervalOf(scraper) : SCRAPE_INTERVAL;
  const wrong = () => [...SCRAPER(scraper, 'scraper'), ...taken == null ? FINE : OPTIONS(taken, 'options')];
  const check = () => wrong().length > 0 || taken == null ? wrong() : timeoutFindings(taken, interval, 'options');
  if (!isOwn(PrometheusScraper, scraper)) return { ...prometheusOperator(NONE), check };
  const parts = (scraper._isAlone ? byJobs : byMonitors)(scraper, taken ?? {}, { check, interval });
  return {
    ...parts,
    rules: () => evaluation(scraper, parts.rules()),
    pods: () => ({ namespace: scraper.namespace, podLabels: scraper._podLabels }),
    declared: (binding, context) => {
      parts.declared?.(binding, context);
      scraper._scraped.declared(binding);
    },
  };
}

/** The scraper's default interval, including overrides of its resource. */
function intervalOf({ _isAlone: isAlone, _model: { given } }: PrometheusScraper): string {
  const over = isAlone ? undefined : fieldAt(given.overrides, ['spec', 'scrapeInterval']);
  return typeof over === 'string' && millisecondsOf(over) ? over : given.scrapeInterval ?? SCRAPE_INTERVAL;
}

/** How rules are evaluated: not by an agent, which evaluates none, nor by shards, each of which misses what the others scrape. */
function evaluation(scraper: PrometheusScraper, given: RuleEvaluation): RuleEvaluation {
  const { agent, shards = 1 } = scraper._model.given;
  const { evaluator } = given;
  if (agent || shards > 1) return { ...given, evaluator: agent ? 'agent' : 'shards' };
  if (typeof evaluator === 'string') return given;
  const told = { ...evaluator, unheard: unheard(scraper) };
  return { ...given, evaluator: scraper._isAlone ? told : asRendered(scraper, told) };
}

/** The selectors for rules in the resource of a Prometheus. */
interface SelectedRules {
  readonly ruleSelector?: LabelSelector;
  readonly ruleNamespaceSelector?: LabelSelector;
}

/** The evaluator with the selectors of the rendered resource, including overrides. */
function asRendered({ _model: model, _scraped: scraped }: PrometheusScraper, evaluator: RuleEvaluator): RuleEvaluation['evaluator'] {
  const spec = operatedScraper(model, () => scraped.names).fields().spec as SelectedRules;
  const { ruleSelector: selector, ruleNamespaceSelector: namespaceSelector } = spec;
  const takesScraped = fieldAt(model.given.overrides, ['spec', 'ruleNamespaceSelector']) === undefined;
  return selector ? { ...evaluator, selector, takesScraped, namespaceSelector } : 'selector';
}

/** How an Alertmanager would be configured; `undefined` if the properties or the overrides of the resource configure one. */
function unheard({ _isAlone: isAlone, _model: { given } }: PrometheusScraper): RuleEvaluator['unheard'] {
  if (isAlone) return given.alertmanagers?.length ? undefined : 'alone';
  return fieldAt(given.overrides, ['spec', 'alerting']) === undefined ? 'operated' : undefined;
}

function byMonitors(scraper: PrometheusScraper, options: ScrapeOptions, own: OwnParts): ProviderParts {
  const { namespace, scraperName: name } = scraper;
  const monitorSelector = { matchLabels: monitorLabels(scraper._model) };
  const rules = { ruleSelector: monitorSelector, ruleNamespaceSelector: {} };
  return prometheusOperator({ ...options, namespace, name, monitorSelector, monitorNamespaceSelector: {}, ...rules }, own);
}

/** The jobs are in ConfigMaps whose names begin with that of the scraper. */
function byJobs(scraper: PrometheusScraper, options: ScrapeOptions, own: OwnParts): ProviderParts {
  const { namespace, scraperName: name, _podLabels: podLabels, _model: { given } } = scraper;
  const { jobsPerObject, secretCopies, configMapCopies } = given;
  const made = scraper.node.tryFindChild(JOBS) as ScrapeConfiguration | undefined;
  const configuration = made ?? new ScrapeConfiguration(scraper, JOBS, { jobsPerObject, metadata: { name: `${name}-jobs`, namespace } });
  scraper._jobs = { files: () => configuration._files() };
  return plainPrometheus({
    ...options,
    configuration,
    name,
    podLabels,
    secretFolders: foldersIn('/etc/prometheus/secrets', secretCopies),
    configMapFolders: foldersIn('/etc/prometheus/configmaps', configMapCopies),
  }, { ...own, mount: files => scraper._rules.push(files) });
}

/** The folders of copies, by the `<namespace>/<name>` of the originals. */
function foldersIn(folder: string, copies: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(copies).map(([place, copy]) => [place, `${folder}/${copy}`]));
}
