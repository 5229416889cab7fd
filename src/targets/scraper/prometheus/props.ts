import type { ApiObjectMetadata, Duration } from 'cdk8s';
import type { RemoteWrite } from './remote-write';
import type { WorkloadResources } from '../../../model/workloads/generic/props';
import type { ScraperService } from '../access-props';
import type { ScraperPeer } from '../scraper-peer';

/** The volume of each pod of a scraper. */
export interface ScraperStorage {
  /** Its size, such as `50Gi`. */
  readonly size: string;

  /**
   * The StorageClass that provides it.
   *
   * @default - that of the cluster
   */
  readonly storageClassName?: string;
}

/** An existing ServiceAccount that may list and watch pods. */
export interface ScraperAccount {
  /** Its name, in the scraper's namespace. */
  readonly name: string;

  /**
   * The namespaces whose pods it may list and watch. A component that is scraped in another one is an error.
   *
   * @default - all namespaces
   */
  readonly namespaces?: string[];
}

/** Properties of a PrometheusScraper. */
export interface PrometheusScraperProps {
  /**
   * The version of Prometheus, such as `3.14.0`; 2.45.0 or newer. The operator writes the configuration for this
   * version.
   */
  readonly version: string;

  /**
   * The image, which must be of this version.
   *
   * @default - that of the operator
   */
  readonly image?: string;

  /**
   * Whether it only forwards samples to `remoteWrite`: it keeps none and answers no queries.
   *
   * @default false
   */
  readonly agent?: boolean;

  /**
   * The number of pods that scrape the same targets, so that one may fail.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * The number of shards into which the targets are divided, by their addresses. Each shard has `replicas` pods.
   *
   * @default 1
   */
  readonly shards?: number;

  /**
   * The volume of each pod.
   *
   * @default - none: the samples of a pod are lost with it
   */
  readonly storage?: ScraperStorage;

  /**
   * How long samples are kept. Not for an agent.
   *
   * @default - 24 hours, by the operator, unless `retentionSize` is given
   */
  readonly retention?: Duration;

  /**
   * How much disk space samples may take, such as `40Gi`: less than the `size` of the storage, which also holds the
   * write-ahead log. Not for an agent.
   *
   * @default - no limit
   */
  readonly retentionSize?: string;

  /**
   * The requests and limits of its container.
   *
   * @default - no requests and no limits
   */
  readonly resources?: WorkloadResources;

  /**
   * The interval for endpoints that do not set their own.
   *
   * @default Duration.seconds(30)
   */
  readonly scrapeInterval?: Duration;

  /**
   * Labels of all series that leave the scraper by `remoteWrite`, such as the name of the cluster. The scraper itself
   * writes `prometheus` and `prometheus_replica`.
   *
   * @default - none
   */
  readonly externalLabels?: { [name: string]: string };

  /**
   * The stores to which samples are sent.
   *
   * @default - none; required for an agent
   */
  readonly remoteWrite?: RemoteWrite[];

  /**
   * The Service, in the scraper's namespace, of the store that has all scraped metrics. It replaces the scraper's own
   * in `service`.
   *
   * @default - the Service of the scraper; an agent and several shards have none
   */
  readonly queryService?: ScraperService;

  /**
   * The URL at which users reach it, such as `https://` and the host of a ScraperAccess: links in alerts lead there.
   * With a path, Prometheus serves only below that path, which is then the `path` of the ScraperAccess.
   *
   * @default - links lead to the name of the pod
   */
  readonly externalUrl?: string;

  /**
   * Peers that reach the scraper without a password: Grafana, Thanos Query. An empty list lets in nobody. A
   * ScraperAccess lets in its controller by itself, and the Prometheus Operator needs no access.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly allowFrom?: ScraperPeer[];

  /**
   * Leaves out the NetworkPolicy: every pod in the cluster reads all metrics without a password.
   *
   * @default false
   */
  readonly insecureWithoutNetworkPolicy?: boolean;

  /**
   * Whether the scraper may list and watch the pods of all namespaces, by a ClusterRole.
   *
   * @default - only those of the namespaces in which a component is scraped, by a Role in each
   */
  readonly allNamespaces?: boolean;

  /**
   * The ServiceAccount of the pods, if the program may not grant permissions. No ServiceAccount, Role or ClusterRole is
   * rendered then.
   *
   * @default - a ServiceAccount with the scraper's name, and its permissions
   */
  readonly account?: ScraperAccount;

  /**
   * Annotations of the rendered ServiceAccount, such as one for a cloud identity.
   *
   * @default - none
   */
  readonly accountAnnotations?: { [key: string]: string };

  /**
   * Metadata of the main object. Its name is that of the other objects too: at most 40 characters, and 62 together with
   * the namespace.
   *
   * @default - the name is the construct's id, and the namespace that of the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Fields laid over the Prometheus or PrometheusAgent resource: objects are merged, lists are replaced.
   *
   * @default - none
   */
  readonly overrides?: any;
}
