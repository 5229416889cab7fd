import { ProviderParts } from './monitor';
import { prometheusOperator, SCRAPE_OPTIONS, timeoutFindings } from './prometheus-operator';
import { ScrapeOptions } from './prometheus-operator-props';
import { bad, FINE } from '../../../base/findings/finding';
import { LabelSelector } from '../../../cluster/objects/object-index';
import { instanceOf, isOwn } from '../../../base/brand';
import { closed } from '../../../base/check';
import { millisecondsOf } from '../../../base/durations';
import { fieldAt } from '../../../base/kinds/kind-of';
import { snapshot } from '../../../base/plain';
import { monitorLabels, operatedScraper, SCRAPE_INTERVAL } from '../../scraper/prometheus/operated';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';

/** Collects metrics with a scraper that the program runs. */
export function scraperProvider(scraper: PrometheusScraper, given: ScrapeOptions | undefined): ProviderParts {
  const taken = snapshot(given);
  const isScraper = isOwn(PrometheusScraper, scraper);
  const overrides = isScraper ? scraper._model.given.overrides : undefined;
  // the default interval of the rendered resource, including overrides
  const over = fieldAt(overrides, ['spec', 'scrapeInterval']);
  const own = isScraper ? scraper._model.given.scrapeInterval : undefined;
  const interval = typeof over === 'string' && millisecondsOf(over) ? over : own ?? SCRAPE_INTERVAL;
  const isInstance = instanceOf(PrometheusScraper, (value, field) =>
    bad('invalid-value', 'prometheus-scraper', field, value));
  const check = () => {
    const wrong = [
      ...isInstance(scraper, 'scraper'), ...taken == null ? FINE : closed(SCRAPE_OPTIONS)(taken, 'options'),
    ];
    return wrong.length > 0 || taken == null ? wrong : timeoutFindings(taken, interval, 'options');
  };
  // the check rejects any other value
  if (!isScraper) return { ...prometheusOperator({ namespace: '', name: '', monitorSelector: {} }), check };
  const { namespace, scraperName: name, _model: model, _scraped: scraped } = scraper;
  const monitorSelector = { matchLabels: monitorLabels(model) };
  const parts = prometheusOperator({
    ...taken,
    namespace,
    name,
    monitorSelector,
    monitorNamespaceSelector: {},
    ruleSelector: monitorSelector,
    ruleNamespaceSelector: {},
  }, { check, interval });
  return {
    ...parts,
    // an agent evaluates no rules, and each shard misses what the others scrape
    rules: () => {
      const { agent, shards = 1 } = model.given;
      const rules = parts.rules();
      const { evaluator } = rules;
      if (agent || shards > 1) return { ...rules, evaluator: agent ? 'agent' : 'shards' };
      if (typeof evaluator === 'string') return rules;
      // the selector of the rendered resource, including overrides
      const { spec } = operatedScraper(model, () => scraped.names).fields();
      const { ruleSelector: selector } = spec as { readonly ruleSelector?: LabelSelector };
      const isUnheard = fieldAt(overrides, ['spec', 'alerting']) === undefined;
      return { ...rules, evaluator: selector ? { ...evaluator, selector, isUnheard } : 'selector' };
    },
    pods: () => ({ namespace, podLabels: scraper._podLabels }),
    scrapes: all => scraped.scrapes(() => all().map(({ binding }) => binding)),
  };
}
