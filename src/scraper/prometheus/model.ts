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

/** The path of the external URL, below which Prometheus serves; empty for `/`. */
export function prefixOf({ given: { externalUrl } }: ScraperModel): string {
  return externalUrl === undefined ? '' : new URL(externalUrl).pathname.replace(/\/$/, '');
}

/** The security context of the pods: the user of the Prometheus images, with write access to the volume. */
export const POD_SECURITY = {
  runAsNonRoot: true, runAsUser: 65534, runAsGroup: 65534, fsGroup: 65534, seccompProfile: { type: 'RuntimeDefault' },
};

/** The spec of the claim for each pod's volume. */
export function claimOf({ size, storageClassName }: NonNullable<PrometheusScraperProps['storage']>): object {
  return { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: size } } };
}
