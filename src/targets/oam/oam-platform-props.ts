import { JobNaming, Scraper } from '../../model/platform/metrics';
import type { WorkloadDefaults } from '../../model/workloads/generic/defaults';
import { PlatformScraperAccess } from '../../model/platform/platform';

/** The two definitions of a MetricsTrait that platforms have. */
export enum MetricsTraitShape {
  /** With `ports` and `enabled`; the default scraper is left to the platform. */
  PORTS = 'ports',
  /** Without `ports` and `enabled`; the default scraper is written out. */
  SINGLE_PORT = 'single-port',
}

/** An object that the platform itself creates and reconciles. */
export interface PlatformObject {
  /** Kind of the object, such as `Ingress`. */
  readonly kind: string;
  /** Namespace of the object. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
}

/** What differs between installations of one OAM platform. */
export interface OamPlatformOptions {
  /**
   * Defaults of the workloads with flat properties, such as their Pod Security Standard.
   *
   * @default - none
   */
  readonly defaults?: WorkloadDefaults;

  /** The definition of a MetricsTrait in the cluster. @default MetricsTraitShape.PORTS */
  readonly metricsTraitShape?: MetricsTraitShape;

  /** How the platform names the jobs that scrape metrics. @default JobNaming.V1_4 */
  readonly jobNaming?: JobNaming;

  /**
   * Whether the default MetricsTrait of a component that declares none is written into the manifest. Argo CD and Flux
   * report a default that the cluster adds later as drift.
   *
   * @default true
   */
  readonly writeDefaultMetricsTraits?: boolean;

  /**
   * Whether to write fields of traits that only a KubernetesPlatform reads, for a cluster whose CRDs have them. The
   * CRDs of the platform do not, and its API server silently drops such fields, so that they are otherwise the error
   * `pruned-field`. Also whether to write a MetricsTrait on a workload whose pods the platform does not scrape, such as
   * a StatefulSet, which is otherwise the error `metrics-not-scrapeable`.
   *
   * @default false
   */
  readonly hasExtendedCrds?: boolean;
}

/** Properties of an OamPlatform. */
export interface OamPlatformProps extends OamPlatformOptions {
  /** The vendor's segment of the API group `oam.<vendor>.io/v1alpha1`: a DNS-1123 label. */
  readonly vendor: string;

  /**
   * Prefix of the vendor's workload kinds: `Verrazzano` for `VerrazzanoHelidonWorkload`.
   *
   * @default - the vendor in capitalized words: `my-vendor` gives `MyVendor`
   */
  readonly workloadKindPrefix?: string;

  /** The namespace in which the platform's own parts run. */
  readonly systemNamespace: string;

  /** The scraper that the platform supplies. */
  readonly systemScraper: Scraper;

  /**
   * The user of the scraper's query interface. Letters, digits, `.`, `_` and `-`; the first is a letter or a digit.
   *
   * @default - none: a ScraperAccess fails
   */
  readonly scraperUser?: string;

  /**
   * The Ingress and the Secret by which the platform exposes its scraper. List them in `ownedObjects` too if the
   * platform reconciles them.
   *
   * @default - none: `ScraperAccess.fromPlatform()` fails
   */
  readonly scraperAccess?: PlatformScraperAccess;

  /** The objects that the platform reconciles. Rendering one is the error `platform-owned-object`. @default - none */
  readonly ownedObjects?: PlatformObject[];
}
