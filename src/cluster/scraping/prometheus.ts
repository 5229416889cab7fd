import { FINE, Finding, found, within, Shown } from '../../base/findings/finding';
import { PodsEnd, podsEnd } from '../network/policies';
import { unmet, ObjectIndex, KnownLabels } from '../objects/object-index';
import { asObject, isObject, textOf, isFilled, PlainFields, listOf } from '../../base/check';
import {
  kindName, PROBE, PROMETHEUS_RULE, SCRAPE_CONFIG, VM_RULE, isKind, fieldAt, FieldSteps, kindOf,
} from '../../base/kinds/kind-of';
import type { ObjectType, TypedManifest } from '../../base/oam-kind';
import { parse } from 'yaml';
import { attempt } from '../../base/attempt';
import { ruleOf } from '../objects/relabel-rule';
import { regex } from '../../base/regexes';
import { isGivenUpLate } from '../../base/durations';

/** A Prometheus that the Prometheus Operator runs, or another resource that selects monitors or rules. */
export interface RenderedPrometheus {
  readonly object: TypedManifest;
  /** Its namespace and name: `monitoring/k8s`. */
  readonly name: string;
  readonly pods: PodsEnd;
  readonly selectors: MonitorSelectors;
}

/** The fields of a resource that select objects of a kind. */
type MonitorSelectors = Readonly<Record<string, readonly [labels: string, namespaces: string] | undefined>>;

const RULES: MonitorSelectors = { [PROMETHEUS_RULE]: ['ruleSelector', 'ruleNamespaceSelector'] };

const BY_PROMETHEUS: MonitorSelectors = {
  'monitoring.coreos.com/PodMonitor': ['podMonitorSelector', 'podMonitorNamespaceSelector'],
  'monitoring.coreos.com/ServiceMonitor': ['serviceMonitorSelector', 'serviceMonitorNamespaceSelector'],
  [SCRAPE_CONFIG]: ['scrapeConfigSelector', 'scrapeConfigNamespaceSelector'],
  [PROBE]: ['probeSelector', 'probeNamespaceSelector'],
};

/** The operator of VictoriaMetrics makes its own kinds of those of the Prometheus Operator, with their labels. */
const BY_AGENT: MonitorSelectors = Object.fromEntries([
  ['podScrape', 'VMPodScrape', 'PodMonitor'], ['serviceScrape', 'VMServiceScrape', 'ServiceMonitor'], ['probe', 'VMProbe', 'Probe'],
  ['scrapeConfig', 'VMScrapeConfig', 'ScrapeConfig'], ['nodeScrape', 'VMNodeScrape'], ['staticScrape', 'VMStaticScrape'],
].flatMap(([field, own, other]) => {
  const fields = [`${field}Selector`, `${field}NamespaceSelector`] as const;
  return [[`operator.victoriametrics.com/${own}`, fields], ...other === undefined ? [] : [[`monitoring.coreos.com/${other}`, fields]]];
}));

const BY_ALERT: MonitorSelectors = { ...RULES, [VM_RULE]: RULES[PROMETHEUS_RULE] };

const ALL: MonitorSelectors = { ...BY_PROMETHEUS, ...BY_AGENT, ...BY_ALERT };

/** Whether only selected objects of a kind take effect. */
export function isSelectedKind(kind: string): boolean {
  return ALL[kind] !== undefined;
}

/** The properties of a kind of scrapers. */
interface ScraperKind {
  readonly selectors: MonitorSelectors;
  /**
   * The labels that the operator sets on the pods of a scraper with a name.
   *
   * @default - none: a platform describes it, whatever it is
   */
  readonly podLabels?: (name: string) => KnownLabels;
}

/** The labels that the Prometheus Operator sets for both of its kinds. */
const ofPrometheus = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/managed-by': 'prometheus-operator',
  'operator.prometheus.io/name': name,
  'operator.prometheus.io/shard': '0',
});

const ofVictoriaMetrics = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/component': 'monitoring',
  'managed-by': 'vm-operator',
});

/** A collector that reads monitors by its configuration, as a platform describes it. */
const COLLECTOR: ScraperKind = { selectors: BY_PROMETHEUS };

const KINDS: Readonly<Record<string, ScraperKind | undefined>> = {
  'monitoring.coreos.com/Prometheus': {
    selectors: { ...BY_PROMETHEUS, ...RULES }, podLabels: name => ({ ...ofPrometheus('prometheus')(name), prometheus: name }),
  },
  'monitoring.coreos.com/PrometheusAgent': { selectors: BY_PROMETHEUS, podLabels: ofPrometheus('prometheus-agent') },
  'monitoring.coreos.com/Alloy': COLLECTOR,
  'monitoring.coreos.com/TargetAllocator': COLLECTOR,
  'monitoring.coreos.com/ThanosRuler': { selectors: RULES, podLabels: ofPrometheus('thanos-ruler') },
  // as MetricsAlerts and a platform describe what evaluates rules
  'monitoring.coreos.com/ruler': { selectors: RULES },
  'operator.victoriametrics.com/VMAlert for VMAgent': { selectors: BY_ALERT },
  'operator.victoriametrics.com/VMAlert': { selectors: BY_ALERT, podLabels: ofVictoriaMetrics('vmalert') },
  'operator.victoriametrics.com/VMAgent': { selectors: BY_AGENT, podLabels: ofVictoriaMetrics('vmagent') },
  'operator.victoriametrics.com/VMSingle': { selectors: BY_AGENT, podLabels: ofVictoriaMetrics('vmsingle') },
};

/** The pairs of fields by which an object of a type selects others. */
export function selectorFieldsOf(type: ObjectType): readonly (readonly [labels: string, namespaces: string])[] {
  return Object.values(KINDS[kindName(type)]?.selectors ?? {}).filter(fields => fields !== undefined);
}

/** The objects that scrape, and those that the chart kube-prometheus-stack makes for a release among the objects. */
export function prometheusesOf(index: ObjectIndex): RenderedPrometheus[] {
  return index.objects.map(each => installedPrometheus(each) ?? each).flatMap(object => {
    const kind = KINDS[kindName(object)];
    if (!kind) return [];
    const { namespace, name } = asObject(object.metadata);
    const own = textOf(namespace);
    const called = textOf(name) ?? '(without a name)';
    const labels = { ...asObject<Record<string, string>>(object.spec?.podMetadata?.labels), ...kind.podLabels?.(called) };
    const pods = { namespace: own, namespaceLabels: index.labelsOfNamespace(own), labels, ports: [] };
    return { object, name: own === undefined ? called : `${own}/${called}`, pods, selectors: kind.selectors };
  });
}

/** Reports why a scraper does not take a monitor: it does not select it, or its operator rejects an endpoint. */
export function againstMonitor(prometheus: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex): Finding[] {
  const unselected = notSelected(prometheus, monitor, index);
  return unselected.length > 0 ? unselected : rejectedEndpoints(monitor, prometheus.object);
}

/** What the objects of a kind are called together. */
function nounOf({ kind }: TypedManifest): string {
  return kind.endsWith('Rule') ? 'rules' : kind === 'Probe' ? 'probes' : 'monitors';
}

/** Reports why an object is not selected. Without a selector for labels, none is; without one for namespaces, those of its own. */
export function notSelected(prometheus: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex): Finding[] {
  const [labels, namespaces] = prometheus.selectors[kindName(monitor)]!;
  const { object: { kind, spec }, name, selectors } = prometheus;
  const [selector, ofNamespaces] = [spec?.[labels], spec?.[namespaces]];
  const isAgent = selectors === BY_AGENT || selectors === BY_ALERT;
  if (isAgent && spec?.selectAllByDefault === true && !isObject(selector) && !isObject(ofNamespaces)) return FINE;
  // one of VictoriaMetrics that selects only namespaces takes all monitors in them
  const effective = isAgent && isObject(ofNamespaces) ? selector ?? {} : selector;
  if (!isObject(effective)) {
    return found('not-selected', ['spec', labels], { reason: 'no-selector', kind, prometheus: name, what: nounOf(monitor) });
  }
  const own = asObject<Record<string, string>>(monitor.metadata?.labels);
  const missing = unmet(effective, own);
  const common = { kind, prometheus: name, what: nounOf(monitor) };
  return [
    ...missing.length === 0 ? FINE : found('not-selected', 'metadata.labels', { reason: 'labels', missing, ...common }),
    ...againstNamespace(prometheus, monitor, index, namespaces),
  ];
}

function againstNamespace(
  { object: { kind, spec }, name: prometheus, pods }: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex,
  selector: string,
): Finding[] {
  const given: unknown = monitor.metadata?.namespace;
  const namespace = typeof given === 'string' ? given : undefined;
  if (namespace === pods.namespace && !isObject(spec?.[selector]) || namespace === undefined) return FINE;
  const at = 'metadata.namespace';
  const common = { namespace, kind, prometheus, what: nounOf(monitor) };
  if (!isObject(spec?.[selector])) return found('not-selected', at, { reason: 'other-namespace', ...common, selector });
  const missing = unmet(spec[selector], index.labelsOfNamespace(namespace));
  return missing.length === 0 ? FINE : found('not-selected', at, { reason: 'namespace-labels', ...common, missing });
}

/** A reader of scrape jobs, and its pods. */
type JobsReader = Pick<RenderedPrometheus, 'object' | 'pods'>;

/** The readers of the jobs in an object: pods that mount it, and resources of the Prometheus Operator that refer to it. */
export function readersOf(
  holder: TypedManifest, index: ObjectIndex, prometheuses: readonly RenderedPrometheus[],
): readonly JobsReader[] {
  const { namespace, name } = asObject(holder.metadata);
  return [
    ...index.mountersOf(holder).map(object => ({ object, pods: podsEnd(object, index) })),
    ...holder.kind !== 'Secret' ? [] : prometheuses.filter(({ object: { metadata, spec } }) =>
      metadata?.namespace === namespace && spec?.additionalScrapeConfigs?.name === name),
  ];
}

const CHART = 'kube-prometheus-stack';
const LONGEST_NAME = 26;

/** The values of the chart that make the name of its Prometheus. */
interface ChartNames {
  readonly fullnameOverride?: string;
  readonly nameOverride?: string;
  readonly cleanPrometheusOperatorObjectNames?: boolean;
}

/** The name of the Prometheus of a release. The chart truncates names, and removes a dash at the end. */
export function prometheusNameOf(release: string, names: ChartNames): string {
  const { fullnameOverride, nameOverride = CHART, cleanPrometheusOperatorObjectNames: isClean } = names;
  const whole = fullnameOverride ?? (release.includes(nameOverride) ? release : `${release}-${nameOverride}`);
  const fullname = String(whole).slice(0, LONGEST_NAME).replace(/-$/, '');
  return isClean ? fullname : `${fullname}-prometheus`;
}

/** A release of the chart, as Flux or Argo CD installs it. */
interface ChartRelease {
  readonly release: string;
  readonly namespace: unknown;
  readonly values: PlainFields;
}

/**
 * The Prometheus that a HelmRelease of Flux, or an Application of Argo CD, installs by kube-prometheus-stack; `undefined` for other
 * objects, and if values come from elsewhere.
 */
function installedPrometheus(object: TypedManifest): TypedManifest | undefined {
  const installed = isKind(object, 'helm.toolkit.fluxcd.io/HelmRelease') ? byFlux(object)
    : isKind(object, 'argoproj.io/Application') ? byArgo(object) : undefined;
  if (!installed) return undefined;
  const { release, namespace, values } = installed;
  if (values.prometheus?.enabled === false) return undefined;
  const given = asObject(values.prometheus?.prometheusSpec);
  const spec = Object.fromEntries(['serviceMonitor', 'podMonitor', 'probe', 'scrapeConfig', 'rule'].flatMap(kind => {
    const own: unknown = given[`${kind}Selector`];
    const isEmpty = !isObject(own) || Object.keys(own).length === 0;
    const usual = given[`${kind}SelectorNilUsesHelmValues`] === false ? {} : { matchLabels: { release } };
    return [[`${kind}Selector`, isEmpty ? usual : own], [`${kind}NamespaceSelector`, given[`${kind}NamespaceSelector`] ?? {}]];
  }));
  const name = prometheusNameOf(release, values as ChartNames);
  const { scrapeInterval, scrapeClasses } = given;
  const made = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { namespace, name } };
  return { ...made, spec: { scrapeInterval, scrapeClasses, ...spec } } as object as TypedManifest;
}

function byFlux({ metadata, spec }: TypedManifest): ChartRelease | undefined {
  const { chart, values, valuesFrom, releaseName, targetNamespace } = asObject(spec);
  if (chart?.spec?.chart !== CHART || valuesFrom != null) return undefined;
  const usual = [targetNamespace, metadata?.name].filter(isFilled).join('-');
  return { release: textOf(releaseName) ?? usual, namespace: targetNamespace ?? metadata?.namespace, values: asObject(values) };
}

function byArgo({ metadata, spec }: TypedManifest): ChartRelease | undefined {
  const { chart, helm } = asObject(spec?.source);
  const { values, valuesObject, valueFiles, parameters, releaseName } = asObject(helm);
  if (chart !== CHART || valueFiles != null || parameters != null) return undefined;
  const given: unknown = valuesObject ?? attempt(() => parse(textOf(values) ?? ''));
  return { release: textOf(releaseName) ?? String(metadata?.name), namespace: spec?.destination?.namespace, values: asObject(given) };
}

// What an operator rejects in an endpoint: it then leaves out the whole monitor, and says so in its log alone.

/** The interval of a Prometheus or VMAgent that sets none. */
const USUAL_INTERVAL = '30s';

const METRIC_RULES: Readonly<Record<string, string>> = { relabelings: 'metricRelabelings', relabelConfigs: 'metricRelabelConfigs' };

/** Reports what an operator rejects in the endpoints of a monitor, with the default interval of a scraper. */
export function rejectedEndpoints(monitor: TypedManifest, scraper?: TypedManifest): Finding[] {
  const { endpoints, rules, isAlone } = kindOf(monitor).monitor!;
  if (rules === undefined || isAlone) return FINE;
  const isByPrometheus = rules === 'relabelings' && !/^operator\.victoriametrics\.com\//.test(String(scraper?.apiVersion));
  return listOf(monitor.spec?.[endpoints]).filter(isObject).flatMap((fields, i) =>
    within(['spec', endpoints, i], rejectedFields(fields, [[rules], [METRIC_RULES[rules]]], { scraper, isByPrometheus })));
}

/** Who reads an endpoint. */
interface EndpointReader {
  readonly scraper?: TypedManifest;
  /** Whether the Prometheus Operator does, which rejects more than others. */
  readonly isByPrometheus: boolean;
}

/** Reports what an operator rejects in an endpoint with lists of relabelings. */
export function rejectedFields(
  fields: PlainFields, lists: readonly FieldSteps[], { scraper, isByPrometheus }: EndpointReader,
): Finding[] {
  return [
    // vmagent shortens the timeout
    ...isByPrometheus ? lateTimeout(fields, textOf(scraper?.spec?.scrapeInterval) ?? USUAL_INTERVAL) : FINE,
    ...lists.flatMap(list =>
      listOf(fieldAt(fields, list)).filter(isObject).flatMap((rule, j) => within([...list, j], againstRule(rule, isByPrometheus)))),
    ...severalCredentials(fields, isByPrometheus),
  ];
}

/** Reports a scrape class that a Prometheus does not have: its operator rejects the monitor. */
export function unknownClass({ spec }: TypedManifest, scraper: TypedManifest): Finding[] {
  const [given, allowed] = [spec?.scrapeClass, listOf(scraper.spec?.scrapeClasses).map(each => String(each?.name))];
  return !isFilled(given) || allowed.includes(given) ? FINE
    : found('invalid-value', 'spec.scrapeClass', { reason: 'one-of', allowed, value: Shown.of(given) });
}

function lateTimeout({ interval, scrapeTimeout: timeout }: PlainFields, usual: string): Finding[] {
  const own = isFilled(interval) ? interval : usual;
  return isGivenUpLate(own, timeout)
    ? found('scrape-timeout', 'scrapeTimeout', { reason: 'timeout', interval: Shown.of(own), timeout: Shown.of(timeout) }) : FINE;
}

const [TARGET, REPLACEMENT] = [['targetLabel'], ['replacement']];
const VALUE = ['modulus', 'separator', ...REPLACEMENT];

/** The fields that a rule needs, and those that the Prometheus Operator does not take in it, by its action in lower case. */
const FIELDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(Object.entries({
  replace: [TARGET],
  hashmod: [[...TARGET, 'modulus']],
  lowercase: [TARGET, REPLACEMENT],
  uppercase: [TARGET, REPLACEMENT],
  keepequal: [TARGET, ['regex', ...VALUE]],
  dropequal: [TARGET, ['regex', ...VALUE]],
  labeldrop: [[], ['sourceLabels', ...TARGET, ...VALUE]],
  labelkeep: [[], ['sourceLabels', ...TARGET, ...VALUE]],
}));

/** Values of fields that say no more than no field. */
const DEFAULTS = ['', ';', '$1', '(.*)', '0', 'NaN'];

function againstRule(given: PlainFields, isByPrometheus: boolean): Finding[] {
  const rule: Readonly<Record<string, unknown>> = { ...ruleOf(given), modulus: isObject(given.modulus) ? NaN : Number(given.modulus) };
  const action = isFilled(rule.action) ? rule.action.toLowerCase() : 'replace';
  const [needed = [], unused = []] = FIELDS.get(action) ?? [];
  const other = `action ${action}`;
  return [
    ...given.regex == null ? FINE : regex(isByPrometheus ? given.regex : rule.regex ?? '', 'regex'),
    ...needed.filter(name => !rule[name]).flatMap(name => found('missing-field', name, { reason: 'required-with', other })),
    ...unused.filter(name => isByPrometheus && !DEFAULTS.includes(String(rule[name] ?? '')))
      .flatMap(name => found('invalid-value', name, { reason: 'not-with', other })),
  ];
}

/** The fields of an endpoint each of which is a way to log in. */
const CREDENTIALS = ['basicAuth', 'authorization', 'oauth2', 'bearerTokenSecret', 'bearerTokenFile'];

/** For the Prometheus Operator, `bearerTokenSecret: {key: ''}` is one too, except beside `bearerTokenFile`. */
function severalCredentials(fields: PlainFields, isByPrometheus: boolean): Finding[] {
  const isEmptyToken = (name: string) => name === 'bearerTokenSecret' && isFilled(fields.bearerTokenFile);
  const given = CREDENTIALS.filter(name => isSet(fields[name]) || isByPrometheus && isObject(fields[name]) && !isEmptyToken(name));
  return given.length < 2 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: CREDENTIALS, given });
}

/** Whether a field says something: charts write `bearerTokenSecret: {key: ''}` for none. */
function isSet(value: unknown): boolean {
  return isObject(value) ? Object.values(value).some(isSet) : isFilled(value);
}
