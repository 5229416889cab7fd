import type { ApiObjectMetadata, Duration } from 'cdk8s';
import { REMOTE_WRITE, RemoteWrite } from './remote-write';
import type { WorkloadResources } from '../../../model/workloads/generic/props';
import type { ScraperService } from '../access-props';
import { checkPeers, SCRAPER_PEERS } from '../scraper-policy';
import { imageReference, quantity } from '../../../cluster/checks/pods';
import {
  ANNOTATIONS, DURATION, OBJECT_NAME, FLAG, integer, listType, record, string,
} from '../../../base/definitions/type';
import { bad, Check, FINE, found, must, ownWords, Shown } from '../../../base/findings/finding';
import { isObject, pattern, textOf, unique, whole } from '../../../base/check';
import { isDnsLabel, metadataWith, namespaceName, objectName, seriesLabels } from '../../../base/names';
import { amountOf } from '../../../base/quantity';
import type { NetworkPeer } from '../../../model/traits/network-peer';
import { RESOURCES } from '../../../model/workloads/generic/props';
import { scraperService } from '../checks';

/** The volume of each pod of a scraper. */
export interface ScraperStorage {
  /** Its size, such as `50Gi`. */
  readonly size: string;

  /** The StorageClass that provides it. @default - that of the cluster */
  readonly storageClassName?: string;
}

/** An existing ServiceAccount that may list and watch pods. */
export interface ScraperAccount {
  /** Its name, in the scraper's namespace. */
  readonly name: string;

  /** The namespaces whose pods it may list and watch; scraping another one is an error. @default - all namespaces */
  readonly namespaces?: string[];
}

/** Properties of a PrometheusScraper. */
export interface PrometheusScraperProps {
  /** The version of Prometheus, such as `3.14.0`; 2.45.0 or newer. The operator configures this version. */
  readonly version: string;

  /** The image, which must be of this version. @default - that of the operator */
  readonly image?: string;

  /** Whether it only forwards samples to `remoteWrite`: it keeps none and answers no queries. @default false */
  readonly agent?: boolean;

  /** The number of pods that scrape the same targets, so that one may fail. @default 1 */
  readonly replicas?: number;

  /** The number of shards into which targets are divided by address. Each shard has `replicas` pods. @default 1 */
  readonly shards?: number;

  /** The volume of each pod. @default - none: the samples of a pod are lost with it */
  readonly storage?: ScraperStorage;

  /** How long samples are kept. Not for an agent. @default - 24 hours by the operator, without `retentionSize` */
  readonly retention?: Duration;

  /**
   * How much disk space samples may take, such as `40Gi`: less than the `size` of the storage, which also holds the
   * write-ahead log. Not for an agent.
   *
   * @default - no limit
   */
  readonly retentionSize?: string;

  /** The requests and limits of its container. @default - no requests and no limits */
  readonly resources?: WorkloadResources;

  /** The interval for endpoints that do not set their own. @default Duration.seconds(30) */
  readonly scrapeInterval?: Duration;

  /**
   * Labels of all series that leave the scraper by `remoteWrite`, such as the name of the cluster. The scraper itself
   * writes `prometheus` and `prometheus_replica`.
   *
   * @default - none
   */
  readonly externalLabels?: { [name: string]: string };

  /** The stores to which samples are sent. @default - none; required for an agent */
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
   * Who may reach the scraper without a password: Grafana, Thanos Query. An empty list lets in nobody; all addresses,
   * or all pods of the cluster, are the error `invalid-value`. A ScraperAccess lets in its controller by itself, and
   * the Prometheus Operator needs no access.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly allowFrom?: NetworkPeer[];

  /** Leaves out the NetworkPolicy: every pod in the cluster reads all metrics without a password. @default false */
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

  /** Annotations of the rendered ServiceAccount, such as one for a cloud identity. @default - none */
  readonly accountAnnotations?: { [key: string]: string };

  /**
   * Metadata of the main object. Its name is that of the other objects too: at most 40 characters, and 62 together with
   * the namespace.
   *
   * @default - the name is the construct's id, and the namespace that of the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /** Fields laid over the Prometheus or PrometheusAgent: objects are merged, lists are replaced. @default - none */
  readonly overrides?: any;
}

/** The oldest version for which the Prometheus Operator writes the configuration. */
const OLDEST = [2, 45];

/** The maximum length of the name, which leaves room for the names of pods, and for the labels derived from them. */
const LONGEST_NAME = 40;

/** A version of Prometheus, as in the tag of an image; rejects those that the operator does not support. */
const version: Check = (value, field) => {
  const [, major, minor] = /^v?(\d+)\.(\d+)\.\d+(-[0-9A-Za-z.-]+)?$/.exec(textOf(value) ?? '')?.map(Number) ?? [];
  if (major === undefined) {
    return bad('invalid-value', ownWords('must be a version such as "3.14.0"', 'write three numbers'), field, value);
  }
  return major > OLDEST[0] || major === OLDEST[0] && minor >= OLDEST[1] ? FINE
    : found('invalid-value', field, { reason: 'at-least', min: `${OLDEST.join('.')}.0`, value: Shown.of(value) });
};

/** Rules between the properties. */
const rulesBetweenProps: Check = props => {
  if (!isObject(props)) return FINE;
  const { agent, remoteWrite, retentionSize, storage, account } = props;
  const beside = (field: string, names: readonly string[]) => names.filter(name => props[name] != null).flatMap(name =>
    found('invalid-value', name, { reason: 'beside', field }));
  const [kept, most] = [amountOf(retentionSize), amountOf(storage?.size)];
  return [
    ...agent === true ? beside('agent', ['retention', 'retentionSize']) : FINE,
    ...agent === true && !remoteWrite?.length ? found('invalid-value', 'remoteWrite', ownWords(
      'is required for an agent, which keeps nothing', 'name the store to which it sends what it scrapes')) : FINE,
    ...kept === undefined || most === undefined || kept < most ? FINE : found('invalid-value', 'retentionSize', {
      reason: 'larger-than-storage', size: Shown.of(storage?.size), value: Shown.of(retentionSize),
    }),
    ...checkPeers(props),
    ...account == null ? FINE : beside('account', ['allNamespaces', 'accountAnnotations']),
  ];
};

/** The definition of the properties. */
export const PROMETHEUS_SCRAPER = record<Omit<PrometheusScraperProps, 'overrides'>>()({
  version: { type: string(version), required: 'always' },
  image: { type: string(imageReference) },
  agent: { type: FLAG },
  replicas: { type: integer(whole(1)) },
  shards: { type: integer(whole(1)) },
  storage: {
    type: record<ScraperStorage>()({
      size: { type: string(quantity), required: 'always' }, storageClassName: { type: OBJECT_NAME },
    }),
  },
  retention: { type: DURATION },
  retentionSize: {
    type: string(pattern(/^[1-9]\d*[KMGTP]i$/,
      ownWords('must be a quantity such as "40Gi"', 'write an integer with Mi, Gi or Ti'))),
  },
  resources: { type: RESOURCES },
  scrapeInterval: { type: DURATION },
  // Prometheus replaces `${…}` with environment variables, and adds two labels itself
  externalLabels: {
    type: {
      is: 'map',
      check: seriesLabels(pattern(/^[^$]+$/, 'series-label'), ['prometheus', 'prometheus_replica'], 'the scraper'),
    },
  },
  remoteWrite: { type: listType(REMOTE_WRITE, '', { rules: [unique(({ name }) => name, 'name')] }) },
  externalUrl: {
    type: string(must(
      value => typeof value === 'string' && URL.canParse(value)
        && /^https?:\/\/([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(:[1-9]\d{0,4})?(\/[\w.-]+)*\/?$/.test(value),
      'invalid-value', ownWords('must be a URL that begins with http:// or https://, without a user and a query',
        'write it as "https://prometheus.example.com"'))),
  },
  queryService: { type: { is: 'object', check: scraperService } },
  allowFrom: { type: SCRAPER_PEERS },
  insecureWithoutNetworkPolicy: { type: FLAG },
  allNamespaces: { type: FLAG },
  account: {
    type: record<ScraperAccount>()({
      name: { type: string(objectName), required: 'always' }, namespaces: { type: listType(string(namespaceName)) },
    }),
  },
  accountAnnotations: { type: ANNOTATIONS },
  metadata: {
    type: {
      is: 'metadata',
      check: metadataWith((name, field) =>
        isDnsLabel(name) && /^[a-z]/.test(name) && name.length <= LONGEST_NAME ? FINE
          : found('invalid-value', field, { reason: 'name', max: LONGEST_NAME, value: Shown.of(name) })),
    },
  },
}, { rules: [rulesBetweenProps] });
