import type { ApiObjectMetadata } from 'cdk8s';
import { PrometheusScraperProps } from './props';
import { PlainRemoteWrite } from './remote-write';
import { scraperPolicy } from '../scraper-policy';
import type { PlainNetworkPeer } from '../../../model/traits/network-peer';
import { NAMESPACE_NAME } from '../../../cluster/objects/network-peers';
import type { RenderedChild } from '../../../base/model-object';
import { merge } from '../../../base/plain';
import { RelabelAction } from '../../../model/traits/scrape-settings';

/** The port on which Prometheus serves. */
export const WEB_PORT = 9090;

/** The default of `scrapeInterval`, the same as that of the operator. */
export const SCRAPE_INTERVAL = '30s';

/** Properties in the form of manifests, see `ScraperDefinition`. */
export interface GivenScraper
  extends Omit<PrometheusScraperProps, 'allowFrom' | 'remoteWrite' | 'retention' | 'scrapeInterval'> {
  readonly allowFrom?: readonly PlainNetworkPeer[];
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

/** The label that only the monitors of this scraper have. */
export function monitorLabels({ namespace, name }: ScraperModel): Record<string, string> {
  return { 'cdk8s-oam/scraper': `${namespace}.${name}` };
}

/** The labels that the operator puts on the pods, which no field of the resource can change. */
export function scraperPodLabels({ name, given: { agent } }: ScraperModel): Record<string, string> {
  return {
    'app.kubernetes.io/name': agent ? 'prometheus-agent' : 'prometheus', 'operator.prometheus.io/name': name,
  };
}

/** The resource, for the namespaces with scraped components. */
export function operatedScraper(model: ScraperModel, scraped: readonly string[]): RenderedChild {
  const { name, metadata, given } = model;
  const {
    agent = false, version, image, replicas = 1, shards = 1, scrapeInterval = SCRAPE_INTERVAL, externalUrl, retention,
    retentionSize, externalLabels, remoteWrite, resources, storage, account, allNamespaces, overrides,
  } = given;
  const type = agent ? { apiVersion: 'monitoring.coreos.com/v1alpha1', kind: 'PrometheusAgent' }
    : { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus' };
  const selector = { matchLabels: monitorLabels(model) };
  // without a namespace selector, the operator takes only monitors in the resource's own namespace
  const namespaces = allNamespaces ? {} : scraped.length === 0 ? undefined
    : { matchExpressions: [{ key: NAMESPACE_NAME, operator: 'In', values: [...scraped].sort() }] };
  const spec = {
    // as in the tags of images
    version: `v${version.replace(/^v/, '')}`,
    image,
    serviceAccountName: account?.name ?? name,
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
  return { id: 'Resource', ...type, metadata, fields: overrides == null ? { spec } : merge({ spec }, overrides) };
}

/** The objects of a scraper. Applied in order, it is protected before it runs. */
export function scraperObjects(model: ScraperModel, scraped: readonly string[]): RenderedChild[] {
  const { namespace, name, given } = model;
  const { account, accountAnnotations, allowFrom = [], agent, shards = 1, replicas = 1, allNamespaces } = given;
  const own = { namespace, name };
  const objects: RenderedChild[] = [];
  if (!account) {
    const metadata = { ...own, annotations: accountAnnotations };
    objects.push({ id: 'ServiceAccount', apiVersion: 'v1', kind: 'ServiceAccount', metadata, fields: {} });
  }
  if (!given.insecureWithoutNetworkPolicy) {
    // Prometheus asks for no password: whoever reaches the port reads everything
    const { spec, ...policy } =
      scraperPolicy({ namespace, name: `${name}-scraper` }, scraperPodLabels(model), WEB_PORT, allowFrom);
    objects.push({ ...policy, fields: { spec } });
  }
  // a Service of an agent or of several shards would not return complete answers
  if (!agent && shards === 1) {
    const spec = {
      selector: scraperPodLabels(model),
      ports: [{ name: 'web', port: WEB_PORT, targetPort: WEB_PORT, protocol: 'TCP' }],
      // replicas scrape independently: the repeated queries of a client go to the same one
      sessionAffinity: replicas > 1 ? 'ClientIP' : undefined,
    };
    objects.push({ id: 'Service', apiVersion: 'v1', kind: 'Service', metadata: own, fields: { spec } });
  }
  const roles = allNamespaces ? scraperRoles(own, 'Cluster')
    : account ? [] : scraped.flatMap(each => scraperRoles(own, '', each));
  return [...objects, operatedScraper(model, scraped), ...roles];
}

const RBAC = 'rbac.authorization.k8s.io';

/** A role and its binding. Namespace and name are DNS labels, so no two scrapers share the joined name. */
function scraperRoles(account: Pick<ScraperModel, 'namespace' | 'name'>, of: 'Cluster' | '', namespace?: string) {
  const [role, name] = [`${of}Role`, `${account.namespace}.${account.name}`];
  const child = (kind: string, fields: object): RenderedChild => ({
    id: namespace === undefined ? kind : `${kind}-${namespace}`,
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name, namespace },
    isClusterScoped: of === 'Cluster',
    fields,
  });
  return [
    // what the discovery of pods needs
    child(role, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }] }),
    child(`${role}Binding`, {
      roleRef: { apiGroup: RBAC, kind: role, name },
      subjects: [{ kind: 'ServiceAccount', name: account.name, namespace: account.namespace }],
    }),
  ];
}
