import { createHash } from 'node:crypto';
import {
  accountOf, claimOf, JobFile, POD_SECURITY, prefixOf, SCRAPE_INTERVAL, ScraperModel, ScraperObject, ScraperSources, WEB_PORT,
} from './model';
import { PlainRemoteWrite } from './remote-write';
import { isAtLeast, versionIn } from './version';
import { yamlList } from '../../objects/yaml-list';
import type { RuleFile } from '../../platform/rule-evaluator';
import { merge } from '../../private/plain';
import { snakeCase } from '../../private/snake-case';
import { RelabelAction } from '../../traits/metric-relabeling';

/** The paths at which the pods mount their volumes. */
const CONFIG = '/etc/prometheus/config';
const SECRETS = '/etc/prometheus/secrets';
const CONFIG_MAPS = '/etc/prometheus/configmaps';
const DATA = '/prometheus';

/** The versions from which the configuration sets the retention, and from which reloading it needs no feature flag. */
const RETENTION_IN_FILE = '3.11.0';
const RELOAD_BY_FLAG = '3.12.0';

/** The seconds that a pod may take to stop: it writes the samples in memory to disk. */
const GRACE = 300;
/** A start reads the write-ahead log, which may take up to 15 minutes. */
const STARTS = { failureThreshold: 60, periodSeconds: 15 };

const SHARD = 'cdk8s-oam/shard';

/** With fewer ConfigMaps per shard than this, no shard gets more than an even share. */
const FEW = 8;

/** The labels of the pods of all shards. */
export function podsAlone({ name }: ScraperModel): Record<string, string> {
  return { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/instance': name, 'app.kubernetes.io/managed-by': 'cdk8s-oam' };
}

/** The configuration, and a StatefulSet for each shard. */
export function scraperAlone(model: ScraperModel, { jobs, rules }: ScraperSources): ScraperObject[] {
  const { namespace, name, metadata, given } = model;
  const { shards = 1, overrides } = given;
  const config: ScraperObject = {
    id: 'ConfigMap',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name },
    fields: () => ({ data: { 'prometheus.yml': textOf(configOf(model, rules().length > 0)) } }),
  };
  const sets = Array.from({ length: shards }, (_, shard): ScraperObject => {
    const own = () => ({ spec: setOf(model, shard, { jobs, rules }) });
    return {
      id: shard === 0 ? 'Resource' : `Resource-${shard}`,
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { ...metadata, name: shards === 1 ? name : `${name}-shard-${shard}` },
      fields: () => overrides == null ? own() : merge(own(), overrides),
    };
  });
  const pods: ScraperObject = {
    id: 'Pods',
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace, name: podsName(model) },
    fields: () => ({ spec: { clusterIP: 'None', selector: podsAlone(model), ports: [{ name: 'web', port: WEB_PORT, protocol: 'TCP' }] } }),
  };
  return [config, pods, ...sets];
}

/** The name of the headless Service that gives pods their network names. */
const podsName = ({ name }: ScraperModel) => `${name}-pods`;

const versionOf = ({ given: { version, image } }: ScraperModel) => version ?? versionIn(image!)!;

const textOf = (config: object) => `${yamlList([config]).map(line => line.slice(2)).join('\n')}\n`;

/** The configuration that all pods read. Each pod puts its own name into the labels of the series that it sends. */
function configOf(model: ScraperModel, hasRules: boolean): object {
  const { namespace, name, given } = model;
  const { scrapeInterval = SCRAPE_INTERVAL, externalLabels, alertmanagers, remoteWrite, shards = 1 } = given;
  const { retention, retentionSize } = given;
  const kept = { time: retention, size: retentionSize && `${retentionSize}B` };
  const isInFile = (retention ?? retentionSize) !== undefined && isAtLeast(versionOf(model), RETENTION_IN_FILE);
  // stores that deduplicate replicas group them by this label, so all replicas of a shard have the same value
  const prometheus = `${namespace}/${name}${shards > 1 ? '-shard-${SHARD}' : ''}`;
  return withoutUndefined({
    global: {
      scrape_interval: scrapeInterval,
      // the interval that the operator uses
      evaluation_interval: hasRules ? SCRAPE_INTERVAL : undefined,
      external_labels: { prometheus, prometheus_replica: '${POD_NAME}', ...externalLabels },
    },
    scrape_config_files: [`${CONFIG}/jobs/*.yaml`],
    rule_files: hasRules ? [`${CONFIG}/rules/*.yaml`] : undefined,
    alerting: alertmanagers && { alertmanagers: alertmanagers.map(alertmanagerOf) },
    storage: isInFile ? { tsdb: { retention: kept } } : undefined,
    remote_write: remoteWrite?.map(storeOf),
  });
}

function alertmanagerOf(address: string): object {
  const { protocol, hostname, port, pathname } = new URL(address);
  return {
    scheme: protocol.slice(0, -1),
    path_prefix: pathname === '/' ? undefined : pathname,
    static_configs: [{ targets: [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`] }],
  };
}

function storeOf({ basicAuth, authorization, signature, tls, timeout, relabelings, ...others }: PlainRemoteWrite): unknown {
  const { headers, ...plain } = others;
  const { secretName, usernameKey = 'username', passwordKey = 'password' } = basicAuth ?? {};
  const { ca, ...verification } = tls ?? {};
  const caFile = ca?.secret ? `${SECRETS}/${ca.secret.name}/${ca.secret.key}`
    : ca?.configMap && `${CONFIG_MAPS}/${ca.configMap.name}/${ca.configMap.key}`;
  return {
    ...snakeCase({
      ...plain,
      basicAuth: basicAuth && {
        usernameFile: `${SECRETS}/${secretName}/${usernameKey}`, passwordFile: `${SECRETS}/${secretName}/${passwordKey}`,
      },
      authorization: authorization && {
        type: authorization.type, credentialsFile: `${SECRETS}/${authorization.credentials.name}/${authorization.credentials.key}`,
      },
      sigv4: signature,
      tlsConfig: tls && { ...verification, caFile },
      remoteTimeout: timeout,
      writeRelabelConfigs: relabelings?.map(each => ({ ...each, action: each.action ?? RelabelAction.REPLACE })),
    }) as object,
    headers,
  };
}

/** Removes fields whose value is `undefined`. */
function withoutUndefined<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** The names of the Secrets and ConfigMaps that pods mount, for endpoints and for stores. */
interface ScraperMounts {
  readonly secrets: readonly string[];
  readonly configMaps: readonly string[];
}

function mountsOf({ given: { remoteWrite = [] } }: ScraperModel, jobs: readonly JobFile[]): ScraperMounts {
  const stores = remoteWrite.flatMap(({ basicAuth, authorization, tls }) =>
    [basicAuth?.secretName, authorization?.credentials.name, tls?.ca?.secret?.name]);
  const authorities = remoteWrite.map(({ tls }) => tls?.ca?.configMap?.name);
  const files = jobs.flatMap(({ paths }) => paths());
  const below = (folder: string) =>
    files.filter(path => path.startsWith(`${folder}/`)).map(path => path.slice(folder.length + 1).split('/')[0]);
  const once = (names: readonly (string | undefined)[]) => [...new Set(names)].filter(each => each !== undefined).sort();
  return { secrets: once([...stores, ...below(SECRETS)]), configMaps: once([...authorities, ...below(CONFIG_MAPS)]) };
}

/**
 * Assigns each ConfigMap to a shard by a hash of its name, so that few move when one is added or removed. If a shard is full, the next one
 * is used. A shard holds up to 1.5 times an even share; if shares are small, at most an even share.
 */
function shardsOf(files: readonly JobFile[], shards: number): Map<string, number> {
  const even = Math.ceil(files.length / shards);
  const most = even < FEW ? even : even + Math.floor(even / 2);
  const counts = Array.from({ length: shards }, () => 0);
  const hashed = files.map(({ name }) => ({ name, hash: createHash('sha256').update(name).digest().readUInt32BE() }));
  return new Map(hashed.sort((a, b) => a.hash - b.hash).map(({ name, hash }) => {
    let shard = hash % shards;
    while (counts[shard] >= most) shard = (shard + 1) % shards;
    counts[shard] += 1;
    return [name, shard];
  }));
}

function setOf(model: ScraperModel, shard: number, { jobs, rules }: ScraperSources): object {
  const { given: { replicas = 1, shards = 1, storage } } = model;
  const labels = { ...podsAlone(model), ...shards > 1 ? { [SHARD]: String(shard) } : {} };
  const all = jobs();
  const shardOf = shardsOf(all, shards);
  const files = all.filter(({ name }) => shardOf.get(name) === shard);
  const mounts = mountsOf(model, files);
  return {
    serviceName: podsName(model),
    replicas,
    podManagementPolicy: 'Parallel',
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: accountOf(model),
        securityContext: POD_SECURITY,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: GRACE,
        containers: [containerOf(model, shard, mounts)],
        volumes: [configVolume(model, files, rules()), ...storage ? [] : [{ name: 'data', emptyDir: {} }], ...volumesOf(mounts)],
      },
    },
    volumeClaimTemplates: storage && [{ metadata: { name: 'data' }, spec: claimOf(storage) }],
  };
}

/**
 * The configuration, the jobs and the rules are in one volume, so that the reload sees every change. Rules are optional: they may be
 * applied later, with the objects that they watch, and must not delay scraping.
 */
function configVolume({ name }: ScraperModel, files: readonly JobFile[], rules: readonly RuleFile[]): object {
  const own = { name, items: [{ key: 'prometheus.yml', path: 'prometheus.yml' }] };
  const jobs = files.map(file => ({ name: file.name, items: [{ key: file.key, path: `jobs/${file.key}` }] }));
  const others = rules.map(({ name: file, key }) => ({ name: file, items: [{ key, path: `rules/${key}` }], optional: true }));
  return { name: 'config', projected: { sources: [own, ...jobs, ...others].map(configMap => ({ configMap })) } };
}

/** The volumes are optional: a missing Secret or ConfigMap only keeps its own endpoint from being scraped. */
function volumesOf({ secrets, configMaps }: ScraperMounts): object[] {
  return [
    ...secrets.map((secretName, i) => ({ name: `secret-${i}`, secret: { secretName, optional: true } })),
    ...configMaps.map((name, i) => ({ name: `config-map-${i}`, configMap: { name, optional: true } })),
  ];
}

function containerOf(model: ScraperModel, shard: number, { secrets, configMaps }: ScraperMounts): object {
  const { image, resources, shards = 1 } = model.given;
  const probe = (path: string) => ({ httpGet: { path: `${prefixOf(model)}${path}`, port: 'web' }, timeoutSeconds: 3 });
  const readOnly = (name: string, mountPath: string) => ({ name, mountPath, readOnly: true });
  return {
    name: 'prometheus',
    image,
    args: argumentsOf(model),
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ...shards > 1 ? [{ name: 'SHARD', value: String(shard) }] : [],
    ],
    ports: [{ name: 'web', containerPort: WEB_PORT }],
    resources,
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    startupProbe: { ...probe('/-/ready'), ...STARTS },
    readinessProbe: { ...probe('/-/ready'), periodSeconds: 5 },
    livenessProbe: { ...probe('/-/healthy'), periodSeconds: 5, failureThreshold: 6 },
    volumeMounts: [
      readOnly('config', CONFIG),
      { name: 'data', mountPath: DATA, subPath: model.given.storage && 'prometheus' },
      ...secrets.map((name, i) => readOnly(`secret-${i}`, `${SECRETS}/${name}`)),
      ...configMaps.map((name, i) => readOnly(`config-map-${i}`, `${CONFIG_MAPS}/${name}`)),
    ],
  };
}

function argumentsOf(model: ScraperModel): string[] {
  const version = versionOf(model);
  const { agent, externalUrl, retention, retentionSize } = model.given;
  const isByFlags = !agent && !isAtLeast(version, RETENTION_IN_FILE);
  return [
    `--config.file=${CONFIG}/prometheus.yml`,
    // Prometheus serves everything below the path of this URL
    ...externalUrl === undefined ? [] : [`--web.external-url=${externalUrl}`],
    ...agent ? ['--agent', `--storage.agent.path=${DATA}`] : [`--storage.tsdb.path=${DATA}`],
    ...isByFlags && retention ? [`--storage.tsdb.retention.time=${retention}`] : [],
    ...isByFlags && retentionSize ? [`--storage.tsdb.retention.size=${retentionSize}B`] : [],
    isAtLeast(version, RELOAD_BY_FLAG) ? '--config.auto-reload' : '--enable-feature=auto-reload-config',
  ];
}
