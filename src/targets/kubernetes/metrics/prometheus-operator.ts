import type { k8s } from 'cdk8s-plus-27';
import { EndpointOfJob, ScrapedComponent, scrapedComponent, Scraping, MonitorContext, ProviderParts } from './monitor';
import { misread, MonitorDialect, notExpressible, PROMETHEUS_OPERATOR, writtenIn } from './monitor-dialects';
import { scrapeConfig, SCRAPE_CONFIG_VERSION } from './plain/job';
import { MonitorKind, MonitorOptions, PrometheusOperatorProps, ScrapeOptions } from './prometheus-operator-props';
import { SERIES_LABEL_OPTIONS, relabelling } from './relabelling';
import { manifestOf, unknownProps } from '../../../base/definitions/props';
import { bad, Check, Finding, FINE, found, saying, within, joinPath, Shown } from '../../../base/findings/finding';
import {
  COMPONENT, LabelSelector, labelSelector, NAME, RESOURCE_TYPE, REVISION, ObjectIndex, PlainObject, Rendered,
} from '../../../cluster/objects/object-index';
import { intervalIn, MissingEvaluator, RuleEvaluator } from '../../../model/platform/model';
import { Scraper } from '../../../model/platform/metrics';
import { isOf } from '../../../base/brand';
import { all, asObject, asProps, closed, filled, list, mapOf, oneOf, only } from '../../../base/check';
import { labels, namespaceName, objectName } from '../../../base/names';
import { kindName } from '../../../base/kinds/kind-of';
import type { TypedManifest } from '../../../base/oam-kind';
import { snapshot } from '../../../base/plain';
import { notSelected, prometheusesOf, selectorFieldsOf } from '../../../cluster/scraping/prometheus';
import { SCRAPE_SETTINGS } from '../../../model/traits/scrape-settings';
import { isGivenUpLate } from '../../../base/durations';
import { objectLabels } from '../kind-renderer';

/** The scraper of the reference platform. */
const REFERENCE = 'verrazzano-system/vmi-system-prometheus-0';

const scraper: Check = (value, field) => isOf(Scraper, value) ? FINE : bad('invalid-value', 'scraper', field, value);

const RESERVED = [NAME, COMPONENT, RESOURCE_TYPE, REVISION];

export const selection = all(only('matchLabels', 'matchExpressions'), labelSelector);

const scrape: Check = (value, field) =>
  [...within(field, unknownProps(SCRAPE_SETTINGS, value)), ...SCRAPE_SETTINGS.check(manifestOf(SCRAPE_SETTINGS, value), field)];

/** The checks of the options that all providers have. */
export const SCRAPE_OPTIONS: Readonly<Record<keyof ScrapeOptions, Check>> = { scrape, ...SERIES_LABEL_OPTIONS, replaces: list(scraper) };

const monitorLabels = all(labels, (value, field) => Object.keys(value).filter(key => RESERVED.includes(key)).flatMap(key =>
  found('reserved-label', joinPath(field, [key]), saying('must not be set: the label identifies the component of each monitor'))));

/** The checks of the options that all providers with monitors have. */
export const MONITOR_OPTIONS: Readonly<Record<keyof MonitorOptions, Check>> = {
  monitorKind: oneOf(MonitorKind),
  monitorLabels,
  ...SCRAPE_OPTIONS,
};

/** The check of a mesh. */
export const mesh = closed(
  { namespaces: list(namespaceName, { min: 1, what: 'namespace' }), scrapeClass: filled }, ['namespaces', 'scrapeClass'],
);

const CHECK = closed<PrometheusOperatorProps>({
  namespace: namespaceName,
  name: objectName,
  monitorSelector: selection,
  monitorNamespaceSelector: selection,
  namespaceLabels: mapOf(labels, namespaceName),
  ...MONITOR_OPTIONS,
  mesh,
  ruleSelector: selection,
  ruleNamespaceSelector: selection,
}, ['namespace', 'name', 'monitorSelector']);

/** The default scrape interval of a Prometheus that the operator runs. */
const INTERVAL = '30s';

/** The dialect and the options with which monitors are rendered. */
interface MonitorMaker {
  readonly dialect: MonitorDialect;
  readonly props: PrometheusOperatorProps;
  /** @default - that of the properties */
  readonly check?: () => Finding[];
  /** The scraper's own default interval, if known. */
  readonly interval?: string;
}

/** Renders monitors of an operator. */
export function operatorMonitors({ dialect, props, check, interval }: MonitorMaker): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const scraping = scrapingBy(given, interval);
  const isMeshed = (namespace: string) => given.mesh?.namespaces.includes(namespace) ?? false;
  const { SCRAPE_CONFIG } = MonitorKind;
  return {
    check: () => [...(check ?? (() => CHECK(taken, '')))(), ...withoutKind(dialect, given.monitorKind)],
    scraper: () => Scraper.of(given.namespace, given.name),
    pods: () => ({ namespace: given.namespace, podLabels: dialect.podLabels(given.name) }),
    replaces: replacing(given),
    described: () => described(given, dialect),
    isMeshed,
    selects: (own, namespace) => dialect.takesOthers && given.monitorKind !== SCRAPE_CONFIG
      && isSelected({ labels: own, namespace }, described(given, dialect), dialect),
    labelsFor: namespace => ({ ...selectedBy(given.monitorNamespaceSelector), ...isMeshed(namespace) ? INJECTED : {} }),
    rules: () => ({ evaluator: evaluatorOf(dialect, given), interval: intervalIn(scraping().defaults) ?? interval ?? INTERVAL }),
    render: context => monitor(context, given, scraping(), isMeshed(context.binding.application.namespace!), dialect),
  };
}

/** The scraper, the evaluator of rules if that is another resource, and the namespaces whose labels are known. */
function described(given: PrometheusOperatorProps, { apiVersion, selector: kind, rules }: MonitorDialect): PlainObject[] {
  if (!kind) return [];
  const { namespace, name, monitorSelector, monitorNamespaceSelector, ruleSelector, ruleNamespaceSelector, namespaceLabels } = given;
  const spec = Object.fromEntries(selectorFieldsOf({ apiVersion, kind }).flatMap(([byLabels, byNamespaces]) => [
    [byLabels, monitorSelector], [byNamespaces, monitorNamespaceSelector],
  ]));
  const own = { apiVersion, metadata: { namespace, name }, spec: { ...spec, ruleSelector, ruleNamespaceSelector } };
  const kinds = new Set([kind, typeof rules === 'string' ? kind : rules.by]);
  return [...[...kinds].map(each => ({ ...own, kind: each })), ...describedNamespaces(namespaceLabels)];
}

/** Namespaces with labels that are known. */
export function describedNamespaces(known: PrometheusOperatorProps['namespaceLabels'] = {}): PlainObject[] {
  return Object.entries(known).map(([name, own]) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: own } }));
}

/** The evaluator of rules about what the monitors collect. A resource without a selector takes no rules. */
function evaluatorOf({ rules }: MonitorDialect, given: PrometheusOperatorProps): RuleEvaluator | MissingEvaluator {
  const { namespace, name, ruleSelector } = given;
  if (typeof rules === 'string') return rules;
  return ruleSelector ? { ...rules, namespace, name, selector: ruleSelector as LabelSelector } : 'selector';
}

/** Reports a kind of monitors that the operator does not have. */
function withoutKind({ kinds }: MonitorDialect, kind: MonitorKind | undefined): Finding[] {
  const isKnown = kind === undefined || !Object.values(MonitorKind).includes(kind);
  return isKnown ? FINE : oneOf(...Object.keys(kinds))(kind, 'monitorKind');
}

/** Renders monitors of the Prometheus Operator. */
export function prometheusOperator(props: PrometheusOperatorProps, own: Pick<MonitorMaker, 'check' | 'interval'> = {}): ProviderParts {
  return operatorMonitors({ dialect: PROMETHEUS_OPERATOR, props, ...own });
}

/** How components are scraped with these options, computed once. */
export function scrapingBy(given: MonitorOptions, interval?: string): () => Scraping {
  let made: Scraping | undefined;
  return () => made ??= {
    kind: given.monitorKind ?? MonitorKind.POD_MONITOR,
    defaults: manifestOf(SCRAPE_SETTINGS, given.scrape),
    interval,
    isAlone: given.monitorKind === MonitorKind.SCRAPE_CONFIG,
    relabelling: endpoint => relabelling(endpoint, given),
  };
}

/** Reports a timeout of the provider itself that is longer than its interval. */
export function timeoutFindings({ scrape: given }: ScrapeOptions, interval: string, field: string): Finding[] {
  const own = asObject(manifestOf(SCRAPE_SETTINGS, given));
  const shortest = own.interval ?? interval;
  return !isGivenUpLate(shortest, own.timeout) ? FINE : found('scrape-timeout', joinPath(field, ['scrape', 'timeout']), {
    reason: 'timeout', interval: Shown.of(shortest), timeout: Shown.of(own.timeout),
  });
}

/** Returns a test of whether the scraper that a MetricsTrait names refers to a provider. */
export function replacing({ namespace, name, replaces }: ReplacedScrapers): (scraper: string) => boolean {
  return named => named === `${namespace}/${name}` || (replaces?.map(String) ?? [REFERENCE]).includes(named);
}

/** A scraper, and those that it replaces. */
interface ReplacedScrapers extends Pick<ScrapeOptions, 'replaces'> {
  readonly namespace: string;
  readonly name: string;
}

/** The label with which Istio injects a sidecar into the pods of a namespace. */
export const INJECTED = { 'istio-injection': 'enabled' };

/** The labels by which a selector chooses namespaces, except the name: each namespace has it as a label anyway. */
function selectedBy(selector: k8s.LabelSelector | undefined): Record<string, string> {
  const { 'kubernetes.io/metadata.name': _, ...others } = { ...selector?.matchLabels };
  return others;
}

function monitor(
  context: MonitorContext, props: PrometheusOperatorProps, scraping: Scraping, isMeshed: boolean, dialect: MonitorDialect,
): Rendered {
  const { kind } = scraping;
  const metadata = monitorMetadata(context, { ...props.monitorSelector.matchLabels, ...props.monitorLabels });
  const { namespace } = metadata;
  const isEach = kind === MonitorKind.SCRAPE_CONFIG;
  const apiVersion = isEach ? SCRAPE_CONFIG_VERSION : dialect.apiVersion;
  const component = scrapedComponent(context, scraping, isMeshed);
  const scrapeClass = component.isByMesh ? { scrapeClass: props.mesh!.scrapeClass } : {};
  const { endpoints } = component;
  const specs = isEach ? endpoints.map(each => scrapeConfig(each, component, namespace!)) : [monitorSpec(component, kind, dialect)];
  return {
    objects: specs.map((spec, i) =>
      ({ apiVersion, kind: dialect.kinds[kind]!, metadata: numbered(metadata, i), spec: { ...scrapeClass, ...spec } })),
    findings: [
      ...component.findings,
      ...once([component.limits, ...endpoints.map(({ fields }) => fields)].flatMap(each =>
        notExpressible(dialect.kinds[kind]!, dialect, each))),
      ...endpoints.flatMap(({ fields }) => misread(dialect, fields)),
    ],
    warnings: dialect.readsOwnSecrets && namespace !== props.namespace && endpoints.some(hasSecret)
      ? found('secrets-not-read', '', { namespace: namespace!, system: props.namespace }) : FINE,
  };
}

/** Removes duplicates: settings of the trait apply to all its endpoints. */
export function once(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map(each => [JSON.stringify(each), each])).values()];
}

/** Whether an endpoint names a Secret. */
function hasSecret({ fields: { basicAuth, authorization, tls } }: EndpointOfJob): boolean {
  return [basicAuth, authorization, tls?.ca?.secret].some(each => each !== undefined);
}

function monitorSpec({ selector, limits, endpoints }: ScrapedComponent, kind: MonitorKind, { fields: own }: MonitorDialect): object {
  return {
    selector,
    ...writtenIn(own, limits),
    [kind === MonitorKind.POD_MONITOR ? 'podMetricsEndpoints' : 'endpoints']:
      endpoints.map(({ place, fields }) => ({ ...place, ...writtenIn(own, fields) })),
  };
}

/** The first object keeps the name, and the others get a number after it. The dot makes it unlikely to be the name of another component. */
export function numbered(metadata: MonitorMetadata, index: number): MonitorMetadata {
  return index === 0 ? metadata : { ...metadata, name: `${metadata.name}.${index}` };
}

/** The metadata of the monitor of a component. */
export function monitorMetadata({ binding, trait }: MonitorContext, own: Readonly<Record<string, string>>): MonitorMetadata {
  const { metadata } = trait?.fields ?? {};
  return {
    ...metadata,
    name: (metadata?.name ?? binding.componentName) as string,
    namespace: binding.application.namespace,
    labels: objectLabels(binding, 'TRAIT', { ...own, ...metadata?.labels }),
  };
}

interface MonitorMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Whether a described scraper selects a ServiceMonitor with this metadata. */
function isSelected(metadata: object, known: readonly PlainObject[], { apiVersion, kinds }: MonitorDialect): boolean {
  const serviceMonitor = { apiVersion, kind: kinds[MonitorKind.SERVICE_MONITOR], metadata } as object as TypedManifest;
  const index = new ObjectIndex(known as object[] as TypedManifest[]);
  const ofKind = prometheusesOf(index).filter(({ selectors }) => selectors[kindName(serviceMonitor)]);
  return ofKind.some(each => notSelected(each, serviceMonitor, index).length === 0);
}
