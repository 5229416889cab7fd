import type { ApiObjectMetadata } from 'cdk8s';
import { PrometheusScraperProps } from './props';
import { PlainRemoteWrite } from './remote-write';
import { NAMESPACE_NAME } from '../../../cluster/objects/network-peers';
import type { PlainObject } from '../../../cluster/objects/object-index';
import { merge } from '../../../base/plain';
import { RelabelAction } from '../../../model/traits/scrape-settings';

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
interface ScraperObject {
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

/** A kind of resource that the operator runs. */
interface OperatedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** The label `app.kubernetes.io/name` of the pods. */
  readonly application: string;
}

const SERVER: OperatedKind = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', application: 'prometheus' };
const AGENT: OperatedKind = { apiVersion: 'monitoring.coreos.com/v1alpha1', kind: 'PrometheusAgent', application: 'prometheus-agent' };

const kindOf = ({ given: { agent } }: ScraperModel) => agent ? AGENT : SERVER;

type PodLabels = Readonly<Record<string, string>>;

/** The labels of the pods, which no field of the resource can change. */
export function operatedPods(model: ScraperModel): Record<string, string> {
  return { 'app.kubernetes.io/name': kindOf(model).application, 'operator.prometheus.io/name': model.name };
}

/** The label that only the monitors of this scraper have. */
export function monitorLabels({ namespace, name }: ScraperModel): Record<string, string> {
  return { 'cdk8s-oam/scraper': `${namespace}.${name}` };
}

/** The resource. `scraped` returns the namespaces with scraped components. */
export function operatedScraper(model: ScraperModel, scraped: () => readonly string[]): ScraperObject {
  const { apiVersion, kind } = kindOf(model);
  const { metadata, given } = model;
  const own = () => ({ spec: { ...specOf(model), ...selectionOf(model, scraped()) } });
  return { id: 'Resource', apiVersion, kind, metadata, fields: () => given.overrides == null ? own() : merge(own(), given.overrides) };
}

function specOf(model: ScraperModel): object {
  const { given } = model;
  const { storage, retentionSize } = given;
  return {
    // as in the tags of images
    version: `v${given.version.replace(/^v/, '')}`,
    image: given.image,
    serviceAccountName: accountOf(model),
    replicas: given.replicas ?? 1,
    shards: given.shards ?? 1,
    scrapeInterval: given.scrapeInterval ?? SCRAPE_INTERVAL,
    // the defaults of the operator's CRDs, which the cluster would add
    evaluationInterval: given.agent ? undefined : SCRAPE_INTERVAL,
    portName: 'web',
    externalUrl: given.externalUrl,
    // the path of the external URL, below which Prometheus serves
    routePrefix: given.externalUrl && new URL(given.externalUrl).pathname.replace(/\/$/, '') || undefined,
    retention: given.retention,
    retentionSize: retentionSize && `${retentionSize}B`,
    externalLabels: given.externalLabels,
    remoteWrite: given.remoteWrite?.map(storeOf),
    resources: given.resources,
    storage: storage && {
      volumeClaimTemplate: {
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: storage.storageClassName,
          resources: { requests: { storage: storage.size } },
        },
      },
    },
    // the user of the Prometheus images, with write access to the volume
    securityContext: {
      runAsNonRoot: true, runAsUser: 65534, runAsGroup: 65534, fsGroup: 65534, seccompProfile: { type: 'RuntimeDefault' },
    },
  };
}

/**
 * The selectors of monitors and rules. Without a namespace selector, the operator takes only monitors in the resource's
 * own namespace.
 */
function selectionOf(model: ScraperModel, scraped: readonly string[]): object {
  const named = { matchExpressions: [{ key: NAMESPACE_NAME, operator: 'In', values: scraped }] };
  const selector = { matchLabels: monitorLabels(model) };
  const namespaces = model.given.allNamespaces ? {} : scraped.length > 0 ? named : undefined;
  return {
    podMonitorSelector: selector,
    podMonitorNamespaceSelector: namespaces,
    // an agent evaluates no rules, and a shard would raise alerts for the targets of other shards
    ...model.given.agent || (model.given.shards ?? 1) > 1 ? {} : { ruleSelector: selector, ruleNamespaceSelector: namespaces },
  };
}

function storeOf({ basicAuth, signature, tls, timeout, relabelings, ...others }: PlainRemoteWrite): object {
  const { secretName: name, usernameKey = 'username', passwordKey = 'password' } = basicAuth ?? {};
  return {
    ...others,
    basicAuth: basicAuth && { username: { name, key: usernameKey }, password: { name, key: passwordKey } },
    sigv4: signature,
    tlsConfig: tls,
    remoteTimeout: timeout,
    writeRelabelConfigs: relabelings?.map(each => ({ ...each, action: each.action ?? RelabelAction.REPLACE })),
  };
}

/** The objects around the scraper itself. Applied in order, the scraper is protected before it runs. */
export function aroundScraper(model: ScraperModel, podLabels: PodLabels): ScraperObject[] {
  const { account, insecureWithoutNetworkPolicy: isOpen, agent, shards = 1 } = model.given;
  return [
    ...account ? [] : [serviceAccount(model)],
    ...isOpen ? [] : [networkPolicy(model, podLabels)],
    // a Service of an agent or of several shards would not return complete answers
    ...agent || shards > 1 ? [] : [service(model, podLabels)],
  ];
}

function serviceAccount({ namespace, name, given }: ScraperModel): ScraperObject {
  const metadata = { namespace, name, annotations: given.accountAnnotations };
  return { id: 'ServiceAccount', apiVersion: 'v1', kind: 'ServiceAccount', metadata, fields: () => ({}) };
}

/** Restricts who reaches the port: Prometheus asks for no password, so whoever reaches it reads everything. */
function networkPolicy({ namespace, name, given: { allowFrom = [] } }: ScraperModel, matchLabels: PodLabels): ScraperObject {
  const spec = {
    podSelector: { matchLabels },
    policyTypes: ['Ingress'],
    // the API server does not keep an empty list
    ingress: allowFrom.length > 0 ? allowFrom.map(peer => peer._rule(namespace, WEB_PORT)) : undefined,
  };
  const metadata = { namespace, name: `${name}-scraper` };
  return { id: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, fields: () => ({ spec }) };
}

/** Replicas scrape independently. Session affinity sends the repeated queries of a client to the same replica. */
function service({ namespace, name, given: { replicas = 1 } }: ScraperModel, selector: PodLabels): ScraperObject {
  const spec = {
    selector,
    ports: [{ name: 'web', port: WEB_PORT, targetPort: WEB_PORT, protocol: 'TCP' }],
    sessionAffinity: replicas > 1 ? 'ClientIP' : undefined,
  };
  return { id: 'Service', apiVersion: 'v1', kind: 'Service', metadata: { namespace, name }, fields: () => ({ spec }) };
}
