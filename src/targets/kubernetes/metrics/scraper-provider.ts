import { ProviderParts } from './monitor';
import { prometheusOperator, SCRAPE_OPTIONS, timeoutFindings } from './prometheus-operator';
import { ScrapeOptions } from './prometheus-operator-props';
import { bad, Finding, FINE } from '../../../base/findings/finding';
import { LabelSelector } from '../../../cluster/objects/object-index';
import { RuleEvaluation, RuleEvaluator } from '../../../model/platform/model';
import { instanceOf, isOwn } from '../../../base/brand';
import { closed } from '../../../base/check';
import { millisecondsOf } from '../../../base/durations';
import { fieldAt } from '../../../base/kinds/kind-of';
import { snapshot } from '../../../base/plain';
import { monitorLabels, operatedScraper, SCRAPE_INTERVAL } from '../../scraper/prometheus/operated';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';

const OPTIONS = closed(SCRAPE_OPTIONS);

const SCRAPER = instanceOf(PrometheusScraper, (value, field) => bad('invalid-value', 'prometheus-scraper', field, value));

/** Replaces an invalid scraper, which the check rejects. */
const NONE = { namespace: '', name: '', monitorSelector: {} };

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
  const parts = byMonitors(scraper, taken ?? {}, { check, interval });
  return {
    ...parts,
    rules: () => evaluation(scraper, parts.rules()),
    pods: () => ({ namespace: scraper.namespace, podLabels: scraper._podLabels }),
    scrapes: scraped => scraper._scraped.scrapes(() => scraped().map(({ binding }) => binding)),
  };
}

/** The scraper's default interval, including overrides of its resource. */
function intervalOf({ _model: { given } }: PrometheusScraper): string {
  const over = fieldAt(given.overrides, ['spec', 'scrapeInterval']);
  return typeof over === 'string' && millisecondsOf(over) ? over : given.scrapeInterval ?? SCRAPE_INTERVAL;
}

/**
 * How rules are evaluated: not by an agent, which evaluates none, nor by shards, each of which misses what the others
 * scrape.
 */
function evaluation(scraper: PrometheusScraper, given: RuleEvaluation): RuleEvaluation {
  const { agent, shards = 1 } = scraper._model.given;
  const { evaluator } = given;
  if (agent || shards > 1) return { ...given, evaluator: agent ? 'agent' : 'shards' };
  if (typeof evaluator === 'string') return given;
  return { ...given, evaluator: asRendered(scraper, evaluator) };
}

/** The evaluator with the selector of the rendered resource, including overrides. */
function asRendered({ _model: model, _scraped: scraped }: PrometheusScraper, evaluator: RuleEvaluator): RuleEvaluation['evaluator'] {
  const { ruleSelector: selector } = operatedScraper(model, () => scraped.names).fields().spec as { readonly ruleSelector?: LabelSelector };
  const isUnheard = fieldAt(model.given.overrides, ['spec', 'alerting']) === undefined;
  return selector ? { ...evaluator, selector, isUnheard } : 'selector';
}

function byMonitors(scraper: PrometheusScraper, options: ScrapeOptions, own: OwnParts): ProviderParts {
  const { namespace, scraperName: name } = scraper;
  const monitorSelector = { matchLabels: monitorLabels(scraper._model) };
  const rules = { ruleSelector: monitorSelector, ruleNamespaceSelector: {} };
  return prometheusOperator({ ...options, namespace, name, monitorSelector, monitorNamespaceSelector: {}, ...rules }, own);
}
