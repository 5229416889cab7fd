export { ModelError } from '../private/errors';
export { ManifestError, RefusedManifestsError } from '../manifest/reading/manifest-error';
export { ScraperError } from '../query/errors';
export type { ScraperErrorCode, ScraperErrorDetails } from '../query/errors';
export type { ErrorCode } from '../findings/catalogue/all';
export type { Finding } from '../findings/finding';
export type { LocatedFinding, Position } from '../manifest/reading/located-finding';
