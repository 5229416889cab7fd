export { ScraperClient } from './client';
export type { Credentials, ScraperClientProps } from './client-props';
export { ScraperError } from './errors';
export type { ScraperErrorDetails } from './errors';
export type { ScraperErrorCode } from './failures';
export type {
  CallOptions, EvaluationOptions, LabelsOptions, QueryDuration, QueryOptions, QueryRangeOptions, RulesOptions, SeriesOptions,
  TargetsOptions, Time,
} from './parameters';
export type * from './results';
export { ModelError } from '../private/errors';
export { discoverScraper } from './discovery';
export type { DiscoveryOptions, ScraperAddress, ScraperNames } from './discovery';
export type { KubectlOptions } from './kubectl';
