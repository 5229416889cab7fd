import { ProviderParts } from './monitor';
import { prometheusOperator, SCRAPE_OPTIONS } from './prometheus-operator';
import { ScrapeOptions } from './prometheus-operator-props';
import { bad } from '../../findings/finding';
import { instanceOf, isOwn } from '../../private/brand';
import { closed } from '../../private/check';
import { snapshot } from '../../private/plain';
import { monitorLabels } from '../../scraper/prometheus/operated';
import { PrometheusScraper } from '../../scraper/prometheus-scraper';

const OPTIONS = closed(SCRAPE_OPTIONS);

const SCRAPER = instanceOf(PrometheusScraper, (value, field) => bad('invalid-prometheus', 'not-a-scraper', field, value));

/** In place of what is no scraper, which the check rejects. */
const NONE = { namespace: '', name: '', monitorSelector: {} };

/** What a scraper of the program collects. */
export function scraperProvider(scraper: PrometheusScraper, given: ScrapeOptions | undefined): ProviderParts {
  const taken = snapshot(given);
  const check = () => [...SCRAPER(scraper, 'scraper'), ...taken == null ? [] : OPTIONS(taken, 'options')];
  if (!isOwn(PrometheusScraper, scraper)) return { ...prometheusOperator(NONE), check };
  const { namespace, scraperName: name, _model } = scraper;
  const parts = prometheusOperator({
    ...taken, namespace, name, monitorSelector: { matchLabels: monitorLabels(_model) }, monitorNamespaceSelector: {},
  }, check);
  return {
    ...parts,
    pods: () => ({ namespace, podLabels: scraper._podLabels }),
    declared: binding => scraper._scraped.declared(binding),
  };
}
