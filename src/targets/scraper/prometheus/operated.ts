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

/** The label that only the monitors of this scraper have. */
export function monitorLabels({ namespace, name }: ScraperModel): Record<string, string> {
  return { 'cdk8s-oam/scraper': `${namespace}.${name}` };
}

/** The resource. `scraped` returns the namespaces with scraped components. */
export function operatedScraper(model: ScraperModel, scraped: () => readonly string[]): ScraperObject {
  const { metadata, given } = model;
  const {
    agent = false, version, image, replicas = 1, shards = 1, scrapeInterval = SCRAPE_INTERVAL, externalUrl, retention,
    retentionSize, externalLabels, remoteWrite, resources, storage, allNamespaces, overrides,
  } = given;
  const type = agent ? { apiVersion: 'monitoring.coreos.com/v1alpha1', kind: 'PrometheusAgent' }
    : { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus' };
  const spec = () => {
    const names = scraped();
    const selector = { matchLabels: monitorLabels(model) };
    // without a namespace selector, the operator takes only monitors in the resource's own namespace
    const namespaces = allNamespaces ? {} : names.length === 0 ? undefined
      : { matchExpressions: [{ key: NAMESPACE_NAME, operator: 'In', values: names }] };
    return {
      // as in the tags of images
      version: `v${version.replace(/^v/, '')}`,
      image,
      serviceAccountName: accountOf(model),
      replicas,
      shards,
      scrapeInterval,
      // the defaults of the operator's CRDs, which the cluster would add
      evaluationInterval: agent ? undefined : SCRAPE_INTERVAL,
      portName: 'web',
      externalUrl,
      // the path of the external URL, below which Prometheus serves
      routePrefix: externalUrl && new URL(externalUrl).pathname.replace(/\/$/, '') || undefined,
      retention,
      retentionSize: retentionSize && `${retentionSize}B`,
      externalLabels,
      remoteWrite: remoteWrite?.map(({ basicAuth, signature, tls, timeout, relabelings, ...others }) => {
        const { secretName, usernameKey = 'username', passwordKey = 'password' } = basicAuth ?? {};
        return {
          ...others,
          basicAuth: basicAuth && {
            username: { name: secretName, key: usernameKey }, password: { name: secretName, key: passwordKey },
          },
          sigv4: signature,
          tlsConfig: tls,
          remoteTimeout: timeout,
          writeRelabelConfigs: relabelings?.map(each => ({ ...each, action: each.action ?? RelabelAction.REPLACE })),
        };
      }),
      resources,
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
        runAsNonRoot: true,
        runAsUser: 65534,
        runAsGroup: 65534,
        fsGroup: 65534,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      podMonitorSelector: selector,
      podMonitorNamespaceSelector: namespaces,
      // an agent evaluates no rules, and a shard would raise alerts for the targets of other shards
      ...!agent && shards === 1 && { ruleSelector: selector, ruleNamespaceSelector: namespaces },
    };
  };
  const fields = () => overrides == null ? { spec: spec() } : merge({ spec: spec() }, overrides);
  return { id: 'Resource', ...type, metadata, fields };
}

/** The objects around the scraper itself. Applied in order, the scraper is protected before it runs. */
export function aroundScraper(model: ScraperModel, podLabels: Readonly<Record<string, string>>): ScraperObject[] {
  const { namespace, name, given } = model;
  const { account, accountAnnotations, allowFrom = [], agent, shards = 1, replicas = 1 } = given;
  const objects: ScraperObject[] = [];
  if (!account) {
    const metadata = { namespace, name, annotations: accountAnnotations };
    objects.push({ id: 'ServiceAccount', apiVersion: 'v1', kind: 'ServiceAccount', metadata, fields: () => ({}) });
  }
  if (!given.insecureWithoutNetworkPolicy) {
    const spec = {
      podSelector: { matchLabels: podLabels },
      policyTypes: ['Ingress'],
      // Prometheus asks for no password: whoever reaches the port reads everything. The API server keeps no empty list
      ingress: allowFrom.length > 0 ? allowFrom.map(peer => peer._rule(namespace, WEB_PORT)) : undefined,
    };
    objects.push({
      id: 'NetworkPolicy',
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { namespace, name: `${name}-scraper` },
      fields: () => ({ spec }),
    });
  }
  // a Service of an agent or of several shards would not return complete answers
  if (!agent && shards === 1) {
    const spec = {
      selector: podLabels,
      ports: [{ name: 'web', port: WEB_PORT, targetPort: WEB_PORT, protocol: 'TCP' }],
      // replicas scrape independently: the repeated queries of a client go to the same one
      sessionAffinity: replicas > 1 ? 'ClientIP' : undefined,
    };
    const metadata = { namespace, name };
    objects.push({ id: 'Service', apiVersion: 'v1', kind: 'Service', metadata, fields: () => ({ spec }) });
  }
  return objects;
}
