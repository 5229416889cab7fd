import { parse } from 'yaml';
import { relabelRuleOf } from './relabel';
import { attempt } from '../../base/attempt';
import { asObject, isFilled, isObject, listOf, PlainFields, textOf } from '../../base/check';
import { isGivenUpLate } from '../../base/durations';
import { FINE, Finding, found, Shown, within } from '../../base/findings/finding';
import {
  fieldAt, FieldSteps, isKind, kindName, kindOf, PROBE, PROMETHEUS_RULE, SCRAPE_CONFIG, VM_RULE,
} from '../../base/kind-of';
import type { ObjectType, TypedManifest } from '../../base/oam-kind';
import { regex } from '../../base/regexes';
import type { PodsEnd } from '../network-policies';
import { ObjectIndex } from '../objects/object-index';
import { KnownLabels } from '../objects/pod-templates';
import { unmet } from '../objects/selectors';

/** A Prometheus that the Prometheus Operator runs, or another resource that selects monitors or rules. */
export interface RenderedPrometheus {
  readonly object: TypedManifest;
  /** Its namespace and name: `monitoring/k8s`. */
  readonly name: string;
  readonly pods: PodsEnd;
  readonly selectors: MonitorSelectors;
}

/** The fields of a resource that select objects of a kind. */
type MonitorSelectors = Readonly<Record<string, SelectorFields | undefined>>;

type SelectorFields = readonly [labels: string, namespaces: string];

const RULES: MonitorSelectors = { [PROMETHEUS_RULE]: ['ruleSelector', 'ruleNamespaceSelector'] };

/** The fields by which a Prometheus of the Prometheus Operator, and collectors that read its kinds, select monitors. */
const BY_PROMETHEUS: MonitorSelectors = {
  'monitoring.coreos.com/PodMonitor': ['podMonitorSelector', 'podMonitorNamespaceSelector'],
  'monitoring.coreos.com/ServiceMonitor': ['serviceMonitorSelector', 'serviceMonitorNamespaceSelector'],
  [SCRAPE_CONFIG]: ['scrapeConfigSelector', 'scrapeConfigNamespaceSelector'],
  [PROBE]: ['probeSelector', 'probeNamespaceSelector'],
};

/** The operator of VictoriaMetrics makes its own kinds of those of the Prometheus Operator, with their labels. */
const BY_AGENT: MonitorSelectors = Object.fromEntries([
  ['podScrape', 'VMPodScrape', 'PodMonitor'], ['serviceScrape', 'VMServiceScrape', 'ServiceMonitor'],
  ['probe', 'VMProbe', 'Probe'], ['scrapeConfig', 'VMScrapeConfig', 'ScrapeConfig'],
  ['nodeScrape', 'VMNodeScrape'], ['staticScrape', 'VMStaticScrape'],
].flatMap(([field, own, other]) => {
  const fields = [`${field}Selector`, `${field}NamespaceSelector`] as const;
  const others = other === undefined ? [] : [[`monitoring.coreos.com/${other}`, fields]];
  return [[`operator.victoriametrics.com/${own}`, fields], ...others];
}));

const BY_ALERT: MonitorSelectors = { ...RULES, [VM_RULE]: RULES[PROMETHEUS_RULE] };

/** The kinds of which only selected objects take effect. */
export const SELECTED_KINDS: ReadonlySet<string> = new Set(Object.keys({ ...BY_PROMETHEUS, ...BY_AGENT, ...BY_ALERT }));

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

/** The labels that the Prometheus Operator sets for its kinds. */
const ofPrometheus = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/managed-by': 'prometheus-operator',
  'operator.prometheus.io/name': name,
  'operator.prometheus.io/shard': '0',
});

/** The labels that the operator of VictoriaMetrics sets for its kinds. */
const ofVictoriaMetrics = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/component': 'monitoring',
  'managed-by': 'vm-operator',
});

/** A collector that reads monitors by its configuration, as a platform describes it. */
const COLLECTOR: ScraperKind = { selectors: BY_PROMETHEUS };

/**
 * What scrapes or evaluates rules, by group and kind. Entries without `podLabels` are no kinds of a cluster: they stand
 * for what a platform describes.
 */
const KINDS: Readonly<Record<string, ScraperKind | undefined>> = {
  'monitoring.coreos.com/Prometheus': {
    selectors: { ...BY_PROMETHEUS, ...RULES },
    podLabels: name => ({ ...ofPrometheus('prometheus')(name), prometheus: name }),
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
export function selectorFieldsOf(type: ObjectType): readonly SelectorFields[] {
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
    const labels = {
      ...asObject<Record<string, string>>(object.spec?.podMetadata?.labels), ...kind.podLabels?.(called),
    };
    const pods = { namespace: own, namespaceLabels: index.labelsOfNamespace(own), labels, ports: [] };
    return { object, name: own === undefined ? called : `${own}/${called}`, pods, selectors: kind.selectors };
  });
}

/**
 * Reports why an object is not selected. Without a selector for labels, none is; without one for namespaces, those of
 * its own.
 */
export function notSelected(
  { object: { kind, spec }, name: prometheus, selectors, pods }: RenderedPrometheus, monitor: TypedManifest,
  index: ObjectIndex,
): Finding[] {
  const [byLabels, byNamespaces] = selectors[kindName(monitor)]!;
  const [selector, ofNamespaces] = [spec?.[byLabels], spec?.[byNamespaces]];
  const isAgent = selectors === BY_AGENT || selectors === BY_ALERT;
  const isAll = isAgent && spec?.selectAllByDefault === true;
  if (isAll && !isObject(selector) && !isObject(ofNamespaces)) return FINE;
  const what = monitor.kind.endsWith('Rule') ? 'rules' : monitor.kind === 'Probe' ? 'probes' : 'monitors';
  const common = { kind, prometheus, what };
  // one of VictoriaMetrics that selects only namespaces takes all monitors in them
  const effective = isAgent && isObject(ofNamespaces) ? selector ?? {} : selector;
  if (!isObject(effective)) return found('not-selected', ['spec', byLabels], { reason: 'no-selector', ...common });
  const missing = unmet(effective, asObject<Record<string, string>>(monitor.metadata?.labels));
  const ofLabels = missing.length === 0 ? FINE
    : found('not-selected', 'metadata.labels', { reason: 'labels', missing, ...common });

  const namespace: unknown = monitor.metadata?.namespace;
  const isOwn = namespace === pods.namespace && !isObject(ofNamespaces);
  if (isOwn || typeof namespace !== 'string') return ofLabels;
  const lacking = isObject(ofNamespaces) ? unmet(ofNamespaces, index.labelsOfNamespace(namespace)) : undefined;
  if (lacking?.length === 0) return ofLabels;
  return [...ofLabels, ...found('not-selected', 'metadata.namespace', lacking === undefined
    ? { reason: 'other-namespace', namespace, ...common, selector: byNamespaces }
    : { reason: 'namespace-labels', namespace, ...common, missing: lacking })];
}

const CHART = 'kube-prometheus-stack';
const LONGEST_NAME = 26;

/** The values of the chart that make the name of its Prometheus. */
type ChartNames = Readonly<Partial<Record<'fullnameOverride' | 'nameOverride', string>>> & {
  readonly cleanPrometheusOperatorObjectNames?: boolean;
};

/** The name of the Prometheus of a release. The chart truncates names, and removes a dash at the end. */
export function prometheusNameOf(release: string, names: ChartNames): string {
  const { fullnameOverride, nameOverride = CHART, cleanPrometheusOperatorObjectNames: isClean } = names;
  const whole = fullnameOverride ?? (release.includes(nameOverride) ? release : `${release}-${nameOverride}`);
  const fullname = String(whole).slice(0, LONGEST_NAME).replace(/-$/, '');
  return isClean ? fullname : `${fullname}-prometheus`;
}

/**
 * The Prometheus that a HelmRelease of Flux, or an Application of Argo CD, installs by kube-prometheus-stack;
 * `undefined` for other objects, and if values come from elsewhere.
 */
function installedPrometheus(object: TypedManifest): TypedManifest | undefined {
  const { metadata } = object;
  const spec = asObject(object.spec);
  let [release, namespace, values]: [string | undefined, unknown, PlainFields] = [undefined, undefined, {}];
  if (isKind(object, 'helm.toolkit.fluxcd.io/HelmRelease')) {
    const { chart, valuesFrom, releaseName, targetNamespace } = spec;
    if (chart?.spec?.chart !== CHART || valuesFrom != null) return undefined;
    release = textOf(releaseName) ?? [targetNamespace, metadata?.name].filter(isFilled).join('-');
    namespace = targetNamespace ?? metadata?.namespace;
    values = asObject(spec.values);
  } else if (isKind(object, 'argoproj.io/Application')) {
    const { chart, helm } = asObject(spec.source);
    const { values: text, valuesObject, valueFiles, parameters, releaseName } = asObject(helm);
    if (chart !== CHART || valueFiles != null || parameters != null) return undefined;
    release = textOf(releaseName) ?? String(metadata?.name);
    namespace = spec.destination?.namespace;
    values = asObject(valuesObject ?? attempt(() => parse(textOf(text) ?? '') as unknown));
  }
  if (release === undefined || values.prometheus?.enabled === false) return undefined;
  const given = asObject(values.prometheus?.prometheusSpec);
  const kinds = ['serviceMonitor', 'podMonitor', 'probe', 'scrapeConfig', 'rule'];
  const selectors = Object.fromEntries(kinds.flatMap(kind => {
    const own: unknown = given[`${kind}Selector`];
    const isEmpty = !isObject(own) || Object.keys(own).length === 0;
    const usual = given[`${kind}SelectorNilUsesHelmValues`] === false ? {} : { matchLabels: { release } };
    const ofNamespaces = given[`${kind}NamespaceSelector`] ?? {};
    return [[`${kind}Selector`, isEmpty ? usual : own], [`${kind}NamespaceSelector`, ofNamespaces]];
  }));
  const { scrapeInterval, scrapeClasses } = given;
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'Prometheus',
    metadata: { namespace, name: prometheusNameOf(release, values as ChartNames) },
    spec: { scrapeInterval, scrapeClasses, ...selectors },
  } as object as TypedManifest;
}

// What an operator rejects in an endpoint: it then leaves out the whole monitor, and only its log reports it.

/** The interval of a Prometheus or VMAgent that sets none. */
const USUAL_INTERVAL = '30s';

const METRIC_RULES: Readonly<Record<string, string>> = {
  relabelings: 'metricRelabelings', relabelConfigs: 'metricRelabelConfigs',
};

/** Reports what an operator rejects in the endpoints of a monitor, with the default interval of a scraper. */
export function rejectedEndpoints(monitor: TypedManifest, scraper?: TypedManifest): Finding[] {
  const { endpoints, rules, isAlone } = kindOf(monitor).monitor!;
  if (rules === undefined || isAlone) return FINE;
  const isOfVictoria = /^operator\.victoriametrics\.com\//.test(String(scraper?.apiVersion));
  const reader = { scraper, isByPrometheus: rules === 'relabelings' && !isOfVictoria };
  return listOf(monitor.spec?.[endpoints]).filter(isObject).flatMap((fields, i) =>
    within(['spec', endpoints, i], rejectedFields(fields, [[rules], [METRIC_RULES[rules]]], reader)));
}

/** The fields of an endpoint each of which is a way to log in. */
const CREDENTIALS = ['basicAuth', 'authorization', 'oauth2', 'bearerTokenSecret', 'bearerTokenFile'];

/**
 * Reports what an operator rejects in an endpoint with lists of relabelings.
 *
 * @param reader the scraper, and whether the Prometheus Operator configures it, which rejects more than others
 */
export function rejectedFields(
  fields: PlainFields, lists: readonly FieldSteps[],
  { scraper, isByPrometheus }: { readonly scraper?: TypedManifest; readonly isByPrometheus: boolean },
): Finding[] {
  const { interval: given, scrapeTimeout: timeout, bearerTokenFile } = fields;
  const interval = isFilled(given) ? given : textOf(scraper?.spec?.scrapeInterval) ?? USUAL_INTERVAL;
  // charts write `bearerTokenSecret: {key: ''}` for none; for the Prometheus Operator, it is one too, except beside a
  // file
  const credentials = CREDENTIALS.filter(name => hasText(fields[name]) || isByPrometheus && isObject(fields[name])
    && !(name === 'bearerTokenSecret' && isFilled(bearerTokenFile)));
  return [
    // vmagent shortens the timeout
    ...!isByPrometheus || !isGivenUpLate(interval, timeout) ? FINE : found('scrape-timeout', 'scrapeTimeout',
      { reason: 'timeout', interval: Shown.of(interval), timeout: Shown.of(timeout) }),
    ...lists.flatMap(list => listOf(fieldAt(fields, list)).filter(isObject).flatMap((rule, j) =>
      within([...list, j], relabelingFindings(rule, isByPrometheus)))),
    ...credentials.length < 2 ? FINE
      : found('invalid-value', '', { reason: 'one-field', fields: CREDENTIALS, given: credentials }),
  ];
}

/** Whether a value is a non-empty string, or holds one. */
function hasText(value: unknown): boolean {
  return isObject(value) ? Object.values(value).some(hasText) : isFilled(value);
}

/** Reports a scrape class that a Prometheus does not have: its operator rejects the monitor. */
export function unknownScrapeClass({ spec }: TypedManifest, scraper: TypedManifest): Finding[] {
  const given: unknown = spec?.scrapeClass;
  const allowed = listOf(scraper.spec?.scrapeClasses).map(each => String(each?.name));
  return !isFilled(given) || allowed.includes(given) ? FINE
    : found('invalid-value', 'spec.scrapeClass', { reason: 'one-of', allowed, value: Shown.of(given) });
}

const [TARGET, REPLACEMENT] = [['targetLabel'], ['replacement']];
const VALUE = ['modulus', 'separator', ...REPLACEMENT];

/** The fields that a rule needs, and those that the Prometheus Operator rejects in it, by its action in lower case. */
const RULE_FIELDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(Object.entries({
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

/**
 * Findings on a relabeling rule: an expression that RE2 rejects, missing fields that its action needs, and fields that
 * the Prometheus Operator rejects beside the action.
 */
function relabelingFindings(given: PlainFields, isByPrometheus: boolean): Finding[] {
  const modulus = isObject(given.modulus) ? NaN : Number(given.modulus);
  const rule: Readonly<Record<string, unknown>> = { ...relabelRuleOf(given), modulus };
  const action = isFilled(rule.action) ? rule.action.toLowerCase() : 'replace';
  const [needed = [], unused = []] = RULE_FIELDS.get(action) ?? [];
  const other = `action ${action}`;
  return [
    ...given.regex == null ? FINE : regex(isByPrometheus ? given.regex : rule.regex ?? '', 'regex'),
    ...needed.filter(name => !rule[name])
      .flatMap(name => found('missing-field', name, { reason: 'required-with', other })),
    ...unused.filter(name => isByPrometheus && !DEFAULTS.includes(String(rule[name] ?? '')))
      .flatMap(name => found('invalid-value', name, { reason: 'not-with', other })),
  ];
}
