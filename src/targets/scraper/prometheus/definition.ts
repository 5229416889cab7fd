import { PrometheusScraperProps, ScraperAccount, ScraperStorage } from './props';
import { REMOTE_WRITE } from './remote-write';
import { imageName, quantity } from '../../../cluster/checks/pods';
import {
  ANNOTATIONS, DURATION, OBJECT_NAME, FieldsOf, FLAG, integer, listOf, record, Scalar, string, StringMap,
} from '../../../base/definitions/type';
import { bad, Check, Finding, FINE, found, must, saying, joinPath, Shown } from '../../../base/findings/finding';
import { isObject, mapOf, pattern, unique, whole } from '../../../base/check';
import { fieldAt } from '../../../base/kinds/kind-of';
import { isDnsLabel, metadataWith, namespaceName, objectName, seriesLabel } from '../../../base/names';
import { amountOf } from '../../../base/quantity';
import { RESOURCES } from '../../../model/workloads/generic/props';
import { scraperService } from '../checks';
import { scraperPeers } from '../scraper-peer';

/** The oldest version for which the Prometheus Operator writes the configuration. */
const OLDEST = [2, 45];

const version: Check = (value, field) => {
  const [, ...parts] = typeof value === 'string' && /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/.exec(value) || [];
  if (parts.length === 0) return bad('invalid-value', saying('must be a version such as "3.14.0"', 'write three numbers'), field, value);
  const [major, minor] = parts.map(Number);
  if (major > OLDEST[0] || major === OLDEST[0] && minor >= OLDEST[1]) return FINE;
  return found('invalid-value', field, { reason: 'at-least', min: `${OLDEST.join('.')}.0`, value: Shown.of(value) });
};

/** Leaves room for the names of pods, and for the labels that StatefulSets derive from them. */
const LONGEST_NAME = 40;

const scraperName: Check = (value, field) =>
  isDnsLabel(value) && /^[a-z]/.test(value) && value.length <= LONGEST_NAME ? FINE
    : found('invalid-value', field, { reason: 'name', max: LONGEST_NAME, value: Shown.of(value) });

/** The labels that the scraper adds to series that leave it. */
const OWN_LABELS = ['prometheus', 'prometheus_replica'];

const externalLabel: Check = (name, field) => OWN_LABELS.includes(name)
  ? found('invalid-value', joinPath(field, [name]), { reason: 'taken', by: 'the scraper' })
  : seriesLabel(name, field);

/** Prometheus replaces `${…}` with environment variables. */
const externalValue = pattern(/^[^$]+$/, 'series-label');

const size = must(value => typeof value === 'string' && /^[1-9]\d*[KMGTP]i$/.test(value), 'invalid-value',
  saying('must be a quantity such as "40Gi"', 'write an integer with Mi, Gi or Ti'));

/** Values that contain instances of classes of the library, with their checks. */
const held = <T>(check: Check): Scalar<T> => ({ is: 'object', check });

const LABELS_OF_SERIES: StringMap<{ [name: string]: string }> = { is: 'map', check: mapOf(externalValue, externalLabel) };

const FIELDS: FieldsOf<Omit<PrometheusScraperProps, 'overrides'>> = {
  version: { type: string(version), required: 'always' },
  image: { type: string(imageName) },
  agent: { type: FLAG },
  replicas: { type: integer(whole(1)) },
  shards: { type: integer(whole(1)) },
  storage: {
    type: record<ScraperStorage>()({ size: { type: string(quantity), required: 'always' }, storageClassName: { type: OBJECT_NAME } }),
  },
  retention: { type: DURATION },
  retentionSize: { type: string(size) },
  resources: { type: RESOURCES },
  scrapeInterval: { type: DURATION },
  externalLabels: { type: LABELS_OF_SERIES },
  remoteWrite: { type: listOf(REMOTE_WRITE, '', { rules: [unique(({ name }) => name, 'name')] }) },
  externalUrl: {
    type: string(must(value => isAddress(value), 'invalid-value',
      saying('must be a URL that begins with http:// or https://, without a user and a query',
        'write it as "https://prometheus.example.com"'))),
  },
  queryService: { type: held(scraperService) },
  allowFrom: { type: held(scraperPeers) },
  insecureWithoutNetworkPolicy: { type: FLAG },
  allNamespaces: { type: FLAG },
  account: {
    type: record<ScraperAccount>()({
      name: { type: string(objectName), required: 'always' }, namespaces: { type: listOf(string(namespaceName)) },
    }),
  },
  accountAnnotations: { type: ANNOTATIONS },
  metadata: { type: { is: 'metadata', check: metadataWith(scraperName) } },
};

const ofAgent: Check = props => props.agent !== true ? FINE : [
  ...['retention', 'retentionSize'].filter(name => props[name] != null).flatMap(name =>
    found('invalid-value', name, { reason: 'beside', field: 'agent' })),
  ...props.remoteWrite?.length ? FINE : found('invalid-value', 'remoteWrite', saying('is required for an agent, which keeps nothing',
    'name the store to which it sends what it scrapes')),
];

const fits: Check = ({ retentionSize, storage }) => {
  const [kept, most] = [amountOf(retentionSize), amountOf(storage?.size)];
  return kept === undefined || most === undefined || kept < most ? FINE : found('invalid-value', 'retentionSize', {
    reason: 'larger-than-storage', size: Shown.of(storage.size), value: Shown.of(retentionSize),
  });
};

/** Peers must be given, never guessed. */
const ofPolicy: Check = ({ allowFrom, insecureWithoutNetworkPolicy: isOpen }) => isOpen === true
  ? allowFrom?.length ? found('invalid-value', 'allowFrom', { reason: 'beside', field: 'insecureWithoutNetworkPolicy' }) : FINE
  : allowFrom == null ? found('invalid-value', 'allowFrom',
    saying('is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query',
      'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] if there is nobody')) : FINE;

const ofAccount: Check = props => props.account == null ? FINE
  : ['allNamespaces', 'accountAnnotations'].filter(name => props[name] != null).flatMap(name =>
    found('invalid-value', name, { reason: 'beside', field: 'account' }));

const RULES = [ofAgent, fits, ofPolicy, ofAccount].map((rule): Check => (value, field) => isObject(value) ? rule(value, field) : FINE);

/**
 * The fields that overrides must not set: properties determine them, and roles, policies and Services depend on them.
 */
const OWN_FIELDS = [
  'metadata', 'spec.shards', 'spec.serviceAccountName', 'spec.podMonitorSelector', 'spec.podMonitorNamespaceSelector',
].map(path => path.split('.'));

/** Checks the overrides for fields that they must not set. */
export function overridesFindings(overrides: unknown): Finding[] {
  return OWN_FIELDS.filter(path => fieldAt(overrides, path) !== undefined).flatMap(path =>
    found('invalid-value', ['overrides', ...path], saying('must not be overridden: rights, policies and Services go by it',
      'set it by the properties of the scraper')));
}

const isAddress = (value: unknown) => typeof value === 'string' &&
  /^https?:\/\/([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(:[1-9]\d{0,4})?(\/[\w.-]+)*\/?$/.test(value) && URL.canParse(value);

/** The definition of the properties. */
export const PROMETHEUS_SCRAPER = record<Omit<PrometheusScraperProps, 'overrides'>>()(FIELDS, { rules: RULES });
