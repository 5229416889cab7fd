import { KnownTrait, TraitContext } from './model';
import { FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { METRICS_TRAIT } from '../../traits/metrics-trait';
import { nothing, Rendered } from '../model';

/** Metrics, by the provider for them. */
export const METRICS: KnownTrait = {
  trait: METRICS_TRAIT,
  render,
};

function render(context: TraitContext): Rendered {
  const { binding, trait, metrics, planOf } = context;
  if (trait.fields.spec?.enabled === false) return nothing([]);
  const findings = unknownScraper(context);
  // what speaks against the workload is told there
  if (planOf(binding).findings.length > 0) return nothing(findings);
  if (binding.metrics().endpoints.length === 0) {
    return nothing([...findings, ...found('metrics-not-scrapeable', '', { reason: 'no-pods', kind: planOf(binding).type.kind })]);
  }
  const monitor = metrics._render(context);
  return { objects: [monitor.object], findings: [...findings, ...monitor.findings] };
}

function unknownScraper({ trait, metrics }: TraitContext): Finding[] {
  const scraper = trait.fields.spec?.scraper;
  return scraper == null || metrics._replaces(scraper) ? FINE
    : found('unknown-scraper', 'scraper', { scraper: metrics._scraper.toString(), value: Shown.of(scraper) });
}
