import type { DeclaredAt } from './manifest-object';
import { Remark, RemarkCode, ScrapedPlace, WrongLabel } from './remarks';

type RemarkWords = { readonly [C in RemarkCode]: (parameters: Remark<C>['parameters']) => string };

/** All that `verify` says beside its states. */
export const REMARKS: RemarkWords = {
  // why nothing is declared
  'metrics-disabled': () => 'its MetricsTrait says so',
  'kind-not-scraped': ({ kind }) => `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind} is not scraped`,
  'no-monitor': () => 'no monitor selects it',
  'no-endpoints': ({ kind }) => `its ${kind} has no endpoints`,

  // why a target is missing
  'no-target': () => 'no such target',
  'scraped-elsewhere': ({ places }) => `the component is scraped at ${places.map(placeText).join(', ')}`,
  'other-scraper': ({ scraper }) => `its trait names scraper ${scraper}`,
  'no-component': () => 'its Component is not among the manifests',
  'no-workload': () => 'its workload is not among the manifests',

  // why targets are not up
  'down': ({ errors, ...counted }) => because(targets(counted, 'is down', 'are down'), errors),
  'wrong-labels': ({ labels, ...counted }) => because(targets(counted, 'has wrong labels', 'have wrong labels'), labels.map(labelsText)),
  'pending': counted => targets(counted, 'has no series yet', 'have no series yet'),
  'stale': counted => targets(counted, 'was scraped some time ago, but not since', 'were scraped some time ago, but not since'),

  // notes
  'scraper-warning': ({ warning }) => `the scraper warns: ${warning}`,
  'no-target-list': ({ error }) => `the scraper does not list its targets (${error}): paths are not known, nor why a target is missing or down`,
  'declared-twice': ({ count, component, verified, ignored }) =>
    `${count === 1 ? `${component} is declared twice and verified once:` : `${count} components are declared twice and verified once each: ${component}`} `
    + `as in ${fileText(verified)}, not as in ${fileText(ignored)}; `
    + 'a monitor takes precedence over an ApplicationConfiguration, and that over a workload without a monitor',
};

/** The sentence of a remark. */
export function wordsOf<C extends RemarkCode>({ code, parameters }: Remark<C>): string {
  return (REMARKS[code] as (parameters: object) => string)(parameters);
}

/** The reasons of a state in words; `undefined` if there are none. */
export function reasonText(reasons: readonly Remark[]): string | undefined {
  return reasons.length === 0 ? undefined : reasons.map(wordsOf).join('; ');
}

function targets({ count, targets: all }: { readonly count: number; readonly targets: number }, one: string, several: string): string {
  return all === 1 ? `the target ${one}` : `${count} of ${all} targets ${count === 1 ? one : several}`;
}

function because(what: string, details: readonly string[]): string {
  return details.length === 0 ? what : `${what}: ${details.join('; ')}`;
}

function labelsText(labels: readonly WrongLabel[]): string {
  return labels.map(({ label, expected, got }) =>
    got === undefined ? `${label} is missing` : `${label} is ${JSON.stringify(got)} and not ${JSON.stringify(expected)}`).join(', ');
}

function placeText({ port, path = '', instance = 'an unknown address' }: ScrapedPlace): string {
  return port === undefined ? instance : `:${port}${path}`;
}

function fileText({ file, line }: DeclaredAt): string {
  return `${file}:${line}`;
}
