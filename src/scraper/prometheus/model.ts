import type { ApiObjectMetadata } from 'cdk8s';
import { PrometheusScraperProps } from './props';
import { PlainRemoteWrite } from './remote-write';
import type { PlainObject } from '../../objects/rendering';
import type { RuleFile } from '../../platform/rule-evaluator';

/** The port at which Prometheus answers. */
export const WEB_PORT = 9090;

/** The default of `scrapeInterval`, which is that of the operator too. */
export const SCRAPE_INTERVAL = '30s';

/** Properties as a definition has them. */
export interface GivenScraper extends Omit<PrometheusScraperProps, 'remoteWrite' | 'retention' | 'scrapeInterval'> {
  readonly image?: string;
  readonly jobsPerObject?: number;
  readonly secretCopies?: Readonly<Record<string, string>>;
  readonly configMapCopies?: Readonly<Record<string, string>>;
  readonly alertmanagers?: readonly string[];
  readonly remoteWrite?: readonly PlainRemoteWrite[];
  readonly retention?: string;
  readonly scrapeInterval?: string;
  readonly version?: string;
}

/** What the objects of a scraper are made of. */
export interface ScraperModel {
  readonly namespace: string;
  readonly name: string;
  readonly metadata: ApiObjectMetadata;
  readonly given: GivenScraper;
}

/** The jobs that a scraper without an operator reads. */
export interface JobSource {
  /** The ConfigMaps with them. */
  readonly files: () => readonly JobFile[];
}

/** A ConfigMap with jobs. */
export interface JobFile {
  readonly name: string;
  /** Its only key. */
  readonly key: string;
  /** The files that its jobs name: of Secrets and ConfigMaps that pods mount. */
  readonly paths: () => readonly string[];
}

/** The ConfigMaps that a scraper without an operator reads. */
export interface ScraperSources {
  readonly jobs: () => readonly JobFile[];
  readonly rules: () => readonly RuleFile[];
}

/** An object of a scraper, and how it is written when it is rendered. */
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

/** The path of its URL, below which it serves; empty for `/`. */
export function prefixOf({ given: { externalUrl } }: ScraperModel): string {
  return externalUrl === undefined ? '' : new URL(externalUrl).pathname.replace(/\/$/, '');
}

/** The security context of the pods: the user of Prometheus' images, and a volume that it may write. */
export const POD_SECURITY = {
  runAsNonRoot: true, runAsUser: 65534, runAsGroup: 65534, fsGroup: 65534, seccompProfile: { type: 'RuntimeDefault' },
};

/** The claim of each pod's volume. */
export function claimOf({ size, storageClassName }: NonNullable<PrometheusScraperProps['storage']>): object {
  return { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: size } } };
}
