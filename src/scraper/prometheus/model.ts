import type { ApiObjectMetadata } from 'cdk8s';
import { PrometheusScraperProps } from './props';
import { PlainRemoteWrite } from './remote-write';
import type { PlainObject } from '../../objects/rendering';

/** The port on which Prometheus serves. */
export const WEB_PORT = 9090;

/** The default of `scrapeInterval`, the same as that of the operator. */
export const SCRAPE_INTERVAL = '30s';

/** Properties in the form of manifests, see `ScraperDefinition`. */
export interface GivenScraper extends Omit<PrometheusScraperProps, 'remoteWrite' | 'retention' | 'scrapeInterval'> {
  readonly remoteWrite?: readonly PlainRemoteWrite[];
  readonly retention?: string;
  readonly scrapeInterval?: string;
}

/** The model from which the objects of a scraper are rendered. */
export interface ScraperModel {
  readonly namespace: string;
  readonly name: string;
  readonly metadata: ApiObjectMetadata;
  readonly given: GivenScraper;
}

/** An object of a scraper, with fields that are computed when it is rendered. */
export interface ScraperObject {
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata;
  readonly fields: () => Omit<PlainObject, 'apiVersion' | 'kind' | 'metadata'>;
}

/** The name of the ServiceAccount. */
export function accountOf({ name, given: { account } }: ScraperModel): string {
  return account?.name ?? name;
}
