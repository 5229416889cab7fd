export { ScraperClient } from './client';
export type { Credentials, ScraperClientProps } from './client-props';
export { ScraperError, type ScraperErrorCode, type ScraperErrorDetails } from './errors';
export type { CallOptions, QueryOptions, QueryRangeOptions, RulesOptions, Time } from './options';
export type * from './results';
export { ModelError } from '../../base/brand';
export { discoverScraper, type ScraperAddress, type ScraperNames } from './discovery';
export type { KubectlOptions } from './kubectl';
