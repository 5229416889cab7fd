import type { DeclaredAt } from './manifest-object';
import type { Endpoint } from '../private/metrics';
import type { ScraperErrorCode } from '../query';

/** A label that a series should have, and has not or with another value. */
export interface WrongLabel {
  readonly label: string;
  readonly expected: string;
  /** `undefined` if the label is missing. */
  readonly got?: string;
}

/** Where a target is scraped: its port and path, or, if they are not known, its instance. */
export interface ScrapedPlace extends Partial<Endpoint> {
  readonly instance?: string;
}

/** Of how many targets something is true. */
interface Counted {
  readonly count: number;
  readonly targets: number;
}

/** The parameters of each remark. */
interface RemarkParameters {
  /** The MetricsTrait of the component has `enabled: false`. */
  readonly 'metrics-disabled': object;
  readonly 'kind-not-scraped': { readonly kind: string };
  readonly 'no-monitor': object;
  readonly 'no-endpoints': { readonly kind: string };
  readonly 'no-target': object;
  readonly 'scraped-elsewhere': { readonly places: readonly ScrapedPlace[] };
  readonly 'other-scraper': { readonly scraper: string };
  readonly 'no-component': object;
  readonly 'no-workload': object;
  /** With the errors that the scraper reports, in its words. */
  readonly 'down': Counted & { readonly errors: readonly string[] };
  /** With the wrong labels of a target, once for all targets that have the same. */
  readonly 'wrong-labels': Counted & { readonly labels: readonly (readonly WrongLabel[])[] };
  readonly 'pending': Counted;
  readonly 'stale': Counted;
  /** A warning of the scraper, in its words. */
  readonly 'scraper-warning': { readonly warning: string };
  readonly 'no-target-list': { readonly error: ScraperErrorCode };
  /** Components that are declared for both platforms: how many, the first of them, and its two places. */
  readonly 'declared-twice': { readonly count: number; readonly component: string; readonly verified: DeclaredAt; readonly ignored: DeclaredAt };
}

/** Which of the sentences a remark has. */
export type RemarkCode = keyof RemarkParameters;

/** Something that `verify` reports beside a state: the reason of the state, or a note. It has no words; `wordsOf()` finds them. */
export type Remark<C extends RemarkCode = RemarkCode> = {
  [K in C]: { readonly code: K; readonly parameters: RemarkParameters[K] }
}[C];

/** A remark with what its sentence needs to know. */
export function remark<C extends RemarkCode>(code: C, ...[parameters]: object extends RemarkParameters[C] ? [] : [RemarkParameters[C]]): Remark {
  return { code, parameters: parameters ?? {} } as Remark;
}
