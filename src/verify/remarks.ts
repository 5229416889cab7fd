import type { Finding } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { withoutCredentials } from '../base/masking';
import type { Endpoint } from '../base/metrics-endpoints';
import type { ScraperErrorCode } from './query';

/** The location of a declaration. */
export interface DeclaredAt {
  readonly file: string;
  readonly line?: number;
}

/** A label that a series should have, but lacks or has with another value. */
export interface WrongLabel {
  readonly label: string;
  readonly expected: string;
  /** `undefined` if the label is missing. */
  readonly got?: string;
}

/** The place where a target is scraped: its port and path or, if they are unknown, its instance. */
export interface ScrapedPlace extends Partial<Endpoint> {
  readonly instance?: string;
}

/** The number of targets that a remark applies to, and of all. */
interface Counted {
  readonly count: number;
  readonly targets: number;
}

/** The reason why a group of rules is missing, if it depends on the kind of its object. */
const NO_GROUP: Readonly<Record<string, string | undefined>> = {
  ConfigMap: 'the rule file is not mounted, or rule_files does not name it',
  VMRule: 'no vmalert selects the VMRule, or VictoriaMetrics does not know the vmalert by -vmalert.proxyURL; '
    + '--no-rules leaves rules out',
};

/** Everything that `verify` reports beside states, by code. The parameters of a remark are those of its sentence. */
export const REMARKS = {
  // why nothing is declared
  'metrics-disabled': () => 'its MetricsTrait says so',
  'kind-not-scraped': ({ kind }: { readonly kind: string }) =>
    `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind} is not scraped`,
  'no-monitor': () => 'no monitor selects it',
  'no-endpoints': ({ kind }: { readonly kind: string }) => `its ${kind} has no endpoints`,

  // why a target is missing
  'no-target': () => 'no such target',
  'scraped-elsewhere': ({ places }: { readonly places: readonly ScrapedPlace[] }) =>
    `the component is scraped at ${places.map(({ port, path = '', instance = 'an unknown address' }) =>
      port === undefined ? instance : `:${port}${withoutCredentials(path)}`).join(', ')}`,
  'other-scraper': ({ scraper }: { readonly scraper: string }) => `its trait names scraper ${scraper}`,
  'no-component': () => 'its Component is not among the manifests',
  'no-workload': () => 'its workload is not among the manifests',

  // what the objects and the operator say of a monitor that belongs to no component
  'broken-monitor': ({ finding }: { readonly finding: Finding }) => describeBare(finding),
  'no-pods': () => 'it is unknown whether it must be scraped: the pods that it selects are not among the manifests',
  'no-job': () => 'it is unknown whether it must be scraped: only the scraper knows the job of its series',
  'rejected': ({ scraper, reason, message }: {
    readonly scraper: string; readonly reason?: unknown; readonly message: string;
  }) => `the operator rejects it for ${scraper} (${reason}): ${message}`,

  // why targets are not up; `errors` and `labels` contain each error of the scraper, and each set of wrong labels, once
  'down': ({ errors, ...counted }: Counted & { readonly errors: readonly string[] }) =>
    because(countText('target', counted, 'is down', 'are down'), errors),
  'wrong-labels': ({ labels, ...counted }: Counted & { readonly labels: readonly (readonly WrongLabel[])[] }) =>
    because(countText('target', counted, 'has wrong labels', 'have wrong labels'), labels.map(wrong =>
      wrong.map(({ label, expected, got }) => got === undefined ? `${label} is missing`
        : `${label} is ${JSON.stringify(got)} and not ${JSON.stringify(expected)}`).join(', '))),
  'pending': (counted: Counted) => countText('target', counted, 'has no series yet', 'have no series yet'),
  'stale': (counted: Counted) =>
    countText('target', counted, 'was scraped some time ago, but not since',
      'were scraped some time ago, but not since'),

  // why rules are not in effect
  'no-rule-group': ({ kind }: { readonly kind: string }) => `no such group: ${NO_GROUP[kind]
    ?? `nobody selects the ${kind}, or another one evaluates it`}`,
  'rules-differ': ({ alerts, ...counted }: Counted & { readonly alerts: readonly string[] }) =>
    because(countText('rule', counted, 'is not loaded as it is declared',
      'are not loaded as they are declared'), alerts),
  'rules-left': ({ count, alerts }: { readonly count: number; readonly alerts: readonly string[] }) =>
    because(count === 1 ? 'a rule is loaded that is no longer declared'
      : `${count} rules are loaded that are no longer declared`, alerts),
  'rules-fail': ({ errors, ...counted }: Counted & { readonly errors: readonly string[] }) =>
    because(countText('rule', counted, 'cannot be evaluated', 'cannot be evaluated'), errors),
  'rules-pending': (counted: Counted) => countText('rule', counted, 'was not evaluated yet', 'were not evaluated yet'),

  // notes
  'no-rule-list': ({ error }: { readonly error: ScraperErrorCode }) =>
    `the scraper does not list its rules (${error}): ask the one that evaluates them, or leave them out by --no-rules`,
  'no-rule-answer': ({ message }: { readonly error: ScraperErrorCode; readonly message: string }) =>
    `nothing is known of the rules, since /api/v1/rules fails: ${message}; --no-rules leaves them out`,
  'alerts-firing': ({ group, count, alerts }: {
    readonly group: string; readonly count: number; readonly alerts: readonly string[];
  }) => because(count === 1 ? `an alert of ${group} is firing` : `${count} alerts of ${group} are firing`,
    [alerts.join(', ')]),
  'scraper-warning': ({ warning }: { readonly warning: string }) => `the scraper warns: ${warning}`,
  'no-target-list': ({ error }: { readonly error: ScraperErrorCode }) =>
    `the scraper does not list its targets (${error}): paths are not known, nor why a target is missing or down`,
};

/** The codes of the sentences. */
type RemarkCode = keyof typeof REMARKS;

type RemarkParameters<C extends RemarkCode> = Parameters<typeof REMARKS[C]> extends [infer P] ? P : object;

/** A reason for a state, or a note, that `verify` reports. It contains no text; `remarkText()` returns its sentence. */
export type Remark<C extends RemarkCode = RemarkCode> = {
  [K in C]: { readonly code: K; readonly parameters: RemarkParameters<K> }
}[C];

/** Creates a remark with the parameters of its sentence. */
export function remark<C extends RemarkCode>(code: C, ...[parameters]: Parameters<typeof REMARKS[C]>): Remark {
  return { code, parameters: parameters ?? {} } as Remark;
}

/** The sentence of a remark. */
export function remarkText({ code, parameters }: Remark): string {
  return (REMARKS[code] as (parameters: object) => string)(parameters);
}

/** The reasons of a state in words; `undefined` if there are none. */
export function reasonText(reasons: readonly Remark[]): string | undefined {
  return reasons.length === 0 ? undefined : reasons.map(remarkText).join('; ');
}

function countText(what: 'target' | 'rule', { count, targets: all }: Counted, one: string, several: string): string {
  return all === 1 ? `the ${what} ${one}` : `${count} of ${all} ${what}s ${count === 1 ? one : several}`;
}

function because(what: string, details: readonly string[]): string {
  return details.length === 0 ? what : `${what}: ${details.join('; ')}`;
}
