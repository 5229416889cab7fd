import { accountOf, claimOf, POD_SECURITY, prefixOf, SCRAPE_INTERVAL, ScraperModel, ScraperObject } from './model';
import { PlainRemoteWrite } from './remote-write';
import { taggedVersion } from './version';
import { NAMESPACE_NAME } from '../../objects/network-peers';
import { merge } from '../../private/plain';
import { RelabelAction } from '../../traits/metric-relabeling';

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
    version: taggedVersion(given.version!),
    image: given.image,
    serviceAccountName: accountOf(model),
    replicas: given.replicas ?? 1,
    shards: given.shards ?? 1,
    scrapeInterval: given.scrapeInterval ?? SCRAPE_INTERVAL,
    // the defaults of the operator's CRDs, which the cluster would add
    evaluationInterval: given.agent ? undefined : SCRAPE_INTERVAL,
    portName: 'web',
    externalUrl: given.externalUrl,
    routePrefix: prefixOf(model) || undefined,
    retention: given.retention,
    retentionSize: retentionSize && `${retentionSize}B`,
    externalLabels: given.externalLabels,
    remoteWrite: given.remoteWrite?.map(storeOf),
    resources: given.resources,
    storage: storage && { volumeClaimTemplate: { spec: claimOf(storage) } },
    securityContext: POD_SECURITY,
  };
}

/** The selectors of monitors and rules. Without a namespace selector, the operator takes only monitors in the resource's own namespace. */
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
