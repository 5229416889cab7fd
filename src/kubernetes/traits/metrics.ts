import { KnownTrait, TraitContext } from './model';
import { list, all, object, only } from '../../private/check';
import { FINE, Finding } from '../../findings/finding';
import { finding, wrong } from '../../findings/unsaid';
import { vendorTrait } from '../../private/oam-kind';
import { nothing, Rendered } from '../model';

/** Metrics, by the provider for them. */
export const METRICS: KnownTrait = {
  kind: vendorTrait('MetricsTrait'),
  check: all(only('enabled', 'port', 'path', 'ports', 'secret', 'scraper', 'workloadRef'), object({ ports: list(only('port', 'path')) })),
  render,
};

function render(context: TraitContext): Rendered {
  const { binding, trait, metrics, planOf } = context;
  if (trait.fields.spec?.enabled === false) return nothing([]);
  const findings = unknownScraper(context);
  // what speaks against the workload is told there
  if (planOf(binding).findings.length > 0) return nothing(findings);
  if (binding.metrics().endpoints.length === 0) {
    return nothing([...findings, ...finding('metrics-not-scrapeable', '', `is on a ${planOf(binding).type.kind}, which has no pods that could be scraped`,
      'put it on the component whose workload runs the pods, or leave it out')]);
  }
  const monitor = metrics._render(context);
  return { objects: [monitor.object], findings: [...findings, ...monitor.findings] };
}

function unknownScraper({ trait, metrics }: TraitContext): Finding[] {
  const scraper = trait.fields.spec?.scraper;
  return scraper == null || metrics._replaces(scraper) ? FINE : wrong('unknown-scraper', 'scraper',
    `be ${JSON.stringify(metrics._scraper.toString())}, or one that 'replaces' of the platform's metrics lists`, scraper,
    'leave it out, or list it there');
}
