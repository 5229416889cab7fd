import { MonitorContext, scrapedComponent } from './scraped-component';
import { MonitorDialect, notExpressible, writtenIn, PROMETHEUS_OPERATOR } from './monitor-dialects';
import type { ProviderParts } from './monitoring-provider';
import { scrapeConfig, SCRAPE_CONFIG_VERSION } from './plain/scrape-job';
import {
  MonitorKind, MonitorOptions, PrometheusOperatorProps, ScrapeOptions, MeshScrapeClass,
} from './prometheus-operator-props';
import { SERIES_LABEL_OPTIONS } from './series-labels';
import { manifestOf, unknownProps } from '../../../base/definitions/props';
import { bad, Check, Finding, FINE, found, ownWords, within, joinPath, Shown } from '../../../base/findings/finding';
import { ObjectIndex } from '../../../cluster/objects/object-index';
import { intervalIn } from '../../../model/platform/model';
import { Scraper } from '../../../model/platform/metrics';
import { isOf } from '../../../base/brand';
import {
  all, asObject, asProps, closed, distinctByJson, filled, flag, isObject, list, listOf, mapOf, oneOf, only,
} from '../../../base/check';
import { labels, namespaceName, objectName, isDnsSubdomain } from '../../../base/names';
import { kindName } from '../../../base/kind-of';
import type { TypedManifest } from '../../../base/oam-kind';
import { snapshot } from '../../../base/plain';
import { notSelected, prometheusesOf, selectorFieldsOf, prometheusNameOf } from '../../../cluster/scraping/prometheus';
import { SCRAPE_SETTINGS } from '../../../model/traits/scrape-settings';
import { isGivenUpLate } from '../../../base/durations';
import { objectLabels } from '../object-labels';
import { PlainObject, Rendered } from '../../../cluster/objects/rendered';
import {
  COMPONENT, LabelSelector, labelSelector, NAME, RESOURCE_TYPE, REVISION,
} from '../../../cluster/objects/selectors';

/** The scraper of the reference platform. */
const REFERENCE = 'verrazzano-system/vmi-system-prometheus-0';
/** Labels that identify the component of each monitor. */
const MODEL_LABELS = [NAME, COMPONENT, RESOURCE_TYPE, REVISION];
export const selection = all(only('matchLabels', 'matchExpressions'), labelSelector);

/** The checks of the options that all providers have. */
export const SCRAPE_OPTIONS: Readonly<Record<keyof ScrapeOptions, Check>> = {
  scrape: (value, field) => [
    ...within(field, unknownProps(SCRAPE_SETTINGS, value)),
    ...SCRAPE_SETTINGS.check(manifestOf(SCRAPE_SETTINGS, value), field),
  ],
  ...SERIES_LABEL_OPTIONS,
  replaces: list((value, field) => isOf(Scraper, value) ? FINE : bad('invalid-value', 'scraper', field, value)),
};

/** The checks of the options that all providers with monitors have. */
export const MONITOR_OPTIONS: Readonly<Record<keyof MonitorOptions, Check>> = {
  monitorKind: oneOf(MonitorKind),
  monitorLabels: all(labels, (value, field) => Object.keys(value).flatMap(key => !MODEL_LABELS.includes(key) ? FINE
    : found('reserved-label', joinPath(field, [key]), ownWords(
      'must not be set: the label identifies the component of each monitor')))),
  ...SCRAPE_OPTIONS,
};

/** The check of a mesh. */
const mesh = closed({
  namespaces: list(namespaceName, { min: 1, what: 'namespace' }), scrapeClass: filled,
}, ['namespaces', 'scrapeClass']);

/** The checks for a Prometheus resource, whose selectors decide which monitors it reads. */
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
/** The label with which Istio injects a sidecar into the pods of a namespace. */
export const INJECTED = { 'istio-injection': 'enabled' };

/** Renders monitors of an operator. The interval is the scraper's own default, if known. */
export function operatorProvider(
  dialect: MonitorDialect, props: PrometheusOperatorProps, own: { check?: () => Finding[]; interval?: string } = {},
): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const { namespace, name, monitorKind, monitorNamespaceSelector, ruleSelector, mesh: ofMesh } = given;
  const { rules, kinds, apiVersion } = dialect;
  const { interval, check = () => CHECK(taken, '') } = own;
  const isMeshed = (each: string) => ofMesh?.namespaces.includes(each) ?? false;
  return {
    check: () => [
      ...check(),
      // an operator may not have all kinds of monitors
      ...monitorKind !== undefined && Object.values(MonitorKind).includes(monitorKind)
        ? oneOf(...Object.keys(kinds))(monitorKind, 'monitorKind') : FINE,
    ],
    scraper: () => Scraper.of(namespace, name),
    pods: () => ({ namespace, podLabels: dialect.podLabels(name) }),
    replaces: replacing(given),
    described: () => describedScraper(given, dialect),
    isMeshed,
    readsServices: monitorKind === MonitorKind.SERVICE_MONITOR,
    // whether a described scraper selects a ServiceMonitor with this metadata
    selects: (ownLabels, inNamespace) => {
      if (!dialect.takesOthers || monitorKind === MonitorKind.SCRAPE_CONFIG) return false;
      const metadata = { labels: ownLabels, namespace: inNamespace };
      const monitor = { apiVersion, kind: kinds[MonitorKind.SERVICE_MONITOR], metadata } as object as TypedManifest;
      const index = new ObjectIndex(describedScraper(given, dialect) as object[] as TypedManifest[]);
      const ofKind = prometheusesOf(index).filter(({ selectors }) => selectors[kindName(monitor)]);
      return ofKind.some(each => notSelected(each, monitor, index).length === 0);
    },
    labelsFor: each => {
      // each namespace has its name as a label anyway
      const { 'kubernetes.io/metadata.name': _, ...others } = { ...monitorNamespaceSelector?.matchLabels };
      return { ...others, ...isMeshed(each) ? INJECTED : {} };
    },
    rules: () => ({
      // a resource without a selector takes no rules
      evaluator: typeof rules === 'string' ? rules
        : ruleSelector ? { ...rules, namespace, name, selector: ruleSelector as LabelSelector } : 'selector',
      interval: ownInterval(given) ?? interval ?? INTERVAL,
    }),
    render: context =>
      renderMonitors(context, given, dialect, isMeshed(context.binding.application.namespace!), interval),
  };
}

/** The scraper, the evaluator of rules if that is another resource, and the namespaces whose labels are known. */
function describedScraper(given: PrometheusOperatorProps, dialect: MonitorDialect): PlainObject[] {
  const { apiVersion, selector: kind, rules } = dialect;
  if (!kind) return [];
  const { namespace, name, monitorSelector, monitorNamespaceSelector, ruleSelector, ruleNamespaceSelector } = given;
  const spec = Object.fromEntries(selectorFieldsOf({ apiVersion, kind }).flatMap(([byLabels, byNamespaces]) => [
    [byLabels, monitorSelector], [byNamespaces, monitorNamespaceSelector],
  ]));
  const own = { apiVersion, metadata: { namespace, name }, spec: { ...spec, ruleSelector, ruleNamespaceSelector } };
  const kinds = new Set([kind, typeof rules === 'string' ? kind : rules.by]);
  return [...[...kinds].map(each => ({ ...own, kind: each })), ...describedNamespaces(given.namespaceLabels)];
}

/** Namespaces with labels that are known. */
export function describedNamespaces(known?: PrometheusOperatorProps['namespaceLabels'] | null): PlainObject[] {
  return Object.entries(known ?? {}).map(([name, own]) =>
    ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: own } }));
}

/** The scrape interval that the options of a provider set. */
export function ownInterval({ scrape }: ScrapeOptions): string | undefined {
  return intervalIn(manifestOf(SCRAPE_SETTINGS, scrape));
}

/** Reports a timeout of the provider itself that is longer than its interval. */
export function timeoutFindings({ scrape: given }: ScrapeOptions, interval: string, field: string): Finding[] {
  const own = asObject(manifestOf(SCRAPE_SETTINGS, given));
  const shortest = own.interval ?? interval;
  if (!isGivenUpLate(shortest, own.timeout)) return FINE;
  return found('scrape-timeout', joinPath(field, ['scrape', 'timeout']), {
    reason: 'timeout', interval: Shown.of(shortest), timeout: Shown.of(own.timeout),
  });
}

/** Returns a test of whether the scraper that a MetricsTrait names is a provider's own, or one that it replaces. */
export function replacing(
  { namespace, name, replaces }: Pick<PrometheusOperatorProps, 'namespace' | 'name' | 'replaces'>,
): (scraper: string) => boolean {
  return named => named === `${namespace}/${name}` || (replaces?.map(String) ?? [REFERENCE]).includes(named);
}

/** Renders one PodMonitor or ServiceMonitor with all endpoints of a component, or a ScrapeConfig for each of them. */
function renderMonitors(
  context: MonitorContext, props: PrometheusOperatorProps, dialect: MonitorDialect, isMeshed: boolean,
  interval?: string,
): Rendered {
  const { monitorKind = MonitorKind.POD_MONITOR } = props;
  const { fields: names, readsOwnSecrets } = dialect;
  const kind = dialect.kinds[monitorKind]!;
  const metadata = monitorMetadata(context, { ...props.monitorSelector.matchLabels, ...props.monitorLabels });
  const { namespace } = metadata;
  const component = scrapedComponent(context, props, isMeshed, interval);
  const { endpoints, selector, limits, isByMesh } = component;
  const isEach = monitorKind === MonitorKind.SCRAPE_CONFIG;
  const apiVersion = isEach ? SCRAPE_CONFIG_VERSION : dialect.apiVersion;
  const specs = isEach ? endpoints.map(each => scrapeConfig(each, component, namespace!)) : [{
    selector,
    ...writtenIn(names, limits),
    [monitorKind === MonitorKind.POD_MONITOR ? 'podMetricsEndpoints' : 'endpoints']:
      endpoints.map(({ place, fields }) => ({ ...place, ...writtenIn(names, fields) })),
  }];
  const scrapeClass = isByMesh ? { scrapeClass: props.mesh!.scrapeClass } : {};
  const hasSecret = endpoints.some(({ fields: { basicAuth, authorization, tls } }) =>
    [basicAuth, authorization, tls?.ca?.secret].some(each => each !== undefined));
  return {
    objects: specs.map((spec, i) => {
      const name = numberedName(metadata.name, i);
      return { apiVersion, kind, metadata: { ...metadata, name }, spec: { ...scrapeClass, ...spec } };
    }),
    findings: [
      ...component.findings,
      // settings of the trait apply to all its endpoints
      ...distinctByJson([limits, ...endpoints.map(({ fields }) => fields)].flatMap(each =>
        notExpressible(kind, dialect, each))),
      ...endpoints.flatMap(({ fields: { metricRelabelings } }) => {
        const rules = dialect.ignoresEmpty ? listOf(metricRelabelings).filter(isObject) : [];
        const [empty] = rules.flatMap(rule => ['replacement', 'separator'].filter(field => rule[field] === ''));
        return empty === undefined ? FINE : found('not-expressible', 'metricRelabelings', ownWords(
          `cannot be read as it is: ${dialect.reader} takes an empty '${empty}' of a rule for its default`,
          'write the rule in another way: to remove a label, use RelabelAction.LABEL_DROP'));
      }),
    ],
    warnings: readsOwnSecrets && namespace !== props.namespace && hasSecret
      ? found('secrets-not-read', '', { namespace: namespace!, system: props.namespace }) : FINE,
  };
}

/** The name of the first object, and of others: the dot makes it unlikely to be the name of another component. */
export function numberedName(name: string, index: number): string {
  return index === 0 ? name : `${name}.${index}`;
}

/** The metadata of the monitor of a component. */
export function monitorMetadata({ binding, trait }: MonitorContext, own: Readonly<Record<string, string>>) {
  const { metadata } = trait?.fields ?? {};
  return {
    ...metadata,
    name: (metadata?.name ?? binding.componentName) as string,
    namespace: binding.application.namespace,
    labels: objectLabels(binding, 'TRAIT', { ...own, ...metadata?.labels }),
  };
}

/** A release of the Helm chart kube-prometheus-stack, by the chart's defaults. */
export interface KubePrometheusStackProps extends MonitorOptions {
  /** Name of the Helm release. */
  readonly release: string;

  /** Namespace of the release, or the chart's `namespaceOverride`. */
  readonly namespace: string;

  /**
   * The chart's `fullnameOverride`.
   *
   * @default - none: names begin with those of the release and of the chart
   */
  readonly fullnameOverride?: string;

  /**
   * The chart's `nameOverride`.
   *
   * @default kube-prometheus-stack
   */
  readonly nameOverride?: string;

  /**
   * The chart's `cleanPrometheusOperatorObjectNames`: the Prometheus resource has no suffix `-prometheus`.
   *
   * @default false
   */
  readonly cleanPrometheusOperatorObjectNames?: boolean;

  /**
   * The chart's `podMonitorSelectorNilUsesHelmValues`, and those of the other kinds of monitors: whether the Prometheus
   * takes only monitors with the label `release` of the release. With false it takes all.
   *
   * @default true
   */
  readonly selectorNilUsesHelmValues?: boolean;

  /**
   * The service mesh.
   *
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshScrapeClass;
}

const LONGEST_RELEASE = 53;

/** Checks the name of a release, which Helm limits to 53 characters. */
export const releaseName: Check = (value, field) =>
  isDnsSubdomain(value, LONGEST_RELEASE) ? FINE : found('invalid-name', field, {
    reason: 'subdomain', rule: { phrase: 'subdomain', max: LONGEST_RELEASE }, value: Shown.of(value),
  });

/** Checks the values of the chart, and its release. */
const CHART_CHECK = closed<KubePrometheusStackProps>({
  release: releaseName,
  namespace: namespaceName,
  fullnameOverride: objectName,
  nameOverride: objectName,
  cleanPrometheusOperatorObjectNames: flag,
  selectorNilUsesHelmValues: flag,
  ...MONITOR_OPTIONS,
  mesh,
}, ['release', 'namespace']);

/** The Prometheus of the chart, which takes monitors of all namespaces. */
export function kubePrometheusStack(props: KubePrometheusStackProps): ProviderParts {
  const taken = snapshot(props);
  const {
    release: name, selectorNilUsesHelmValues, fullnameOverride, nameOverride, cleanPrometheusOperatorObjectNames,
    ...options
  } = asProps(taken);
  return operatorProvider(PROMETHEUS_OPERATOR, {
    ...options,
    name: prometheusNameOf(String(name), { fullnameOverride, nameOverride, cleanPrometheusOperatorObjectNames }),
    monitorSelector: selectorNilUsesHelmValues === false ? {} : { matchLabels: { release: name } },
    monitorNamespaceSelector: {},
    // the chart selects rules with this label whatever its `ruleSelectorNilUsesHelmValues`
    ruleSelector: { matchLabels: { release: name } },
    ruleNamespaceSelector: {},
  }, { check: () => CHART_CHECK(taken, '') });
}
