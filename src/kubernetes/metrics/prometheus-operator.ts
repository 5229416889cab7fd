import type { k8s } from 'cdk8s-plus-27';
import { endpointsOf, Scraping } from './endpoints';
import { MonitorContext, RenderedMonitor, ProviderParts } from './monitor';
import { MonitorKind, PrometheusOperatorProps } from './prometheus-operator-props';
import { SERIES_LABEL_OPTIONS, relabelling } from './relabelling';
import { manifestOf, unknownProps } from '../../definitions/props';
import { bad, Check, FINE, Finding, found, within } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { labelSelector, unmet } from '../../objects/labels';
import { declaredLabels } from '../../objects/namespaces';
import { COMPONENT, NAME, RESOURCE_TYPE, REVISION } from '../../platform/oam-labels';
import { Scraper } from '../../platform/scraper';
import { isOf } from '../../private/brand';
import { PlainValue, all, asProps, closed, filled, list, mapOf, object, oneOf, only } from '../../private/check';
import { labels, namespaceName, objectName } from '../../private/names';
import { snapshot } from '../../private/plain';
import { SCRAPE_SETTINGS, ScrapeLimits } from '../../traits/scrape-settings';
import { objectLabels } from '../labels';

/** The scraper of the reference platform. */
const REFERENCE = 'verrazzano-system/vmi-system-prometheus-0';

const scraper: Check = (value, field) => isOf(Scraper, value) ? FINE : bad('invalid-scraper', 'not-a-scraper', field, value);

const RESERVED = [NAME, COMPONENT, RESOURCE_TYPE, REVISION];

const selection = all(only('matchLabels', 'matchExpressions'), labelSelector);

const scrape: Check = (value, field) =>
  [...within(field, unknownProps(SCRAPE_SETTINGS, value)), ...SCRAPE_SETTINGS.check(manifestOf(SCRAPE_SETTINGS, value), field)];

/** The names of the options that all providers with monitors have. */
export const MONITOR_OPTIONS = ['monitorKind', 'monitorLabels', 'scrape', ...Object.keys(SERIES_LABEL_OPTIONS), 'mesh', 'replaces'];

const CHECK = all(
  only('namespace', 'name', 'monitorSelector', 'monitorNamespaceSelector', 'namespaceLabels', ...MONITOR_OPTIONS),
  object({
    namespace: namespaceName,
    name: objectName,
    monitorKind: oneOf(...Object.values(MonitorKind)),
    monitorSelector: selection,
    monitorNamespaceSelector: selection,
    namespaceLabels: mapOf(labels, namespaceName),
    monitorLabels: all(labels, (value, field) => Object.keys(value).filter(key => RESERVED.includes(key)).flatMap(key =>
      found('reserved-label', joinPath(field, [key]), { reason: 'monitor' }))),
    scrape,
    ...SERIES_LABEL_OPTIONS,
    mesh: closed({ namespaces: list(namespaceName, { min: 1, what: 'namespace' }), scrapeClass: filled }, ['namespaces', 'scrapeClass']),
    replaces: list(scraper),
  }, ['namespace', 'name', 'monitorSelector']),
);

/** Monitors of the Prometheus Operator. */
export function prometheusOperator(props: PrometheusOperatorProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  let made: Scraping | undefined;
  const scraping = () => made ??= {
    kind: kindOf(given), defaults: manifestOf(SCRAPE_SETTINGS, given.scrape), relabelling: relabelling(given),
  };
  const isMeshed = (namespace: string) => given.mesh?.namespaces.includes(namespace) ?? false;
  return {
    check: () => CHECK(taken, ''),
    scraper: () => Scraper.of(given.namespace, given.name),
    // its operator gives these labels to them, and no podMetadata of the resource can change them
    pods: () => ({
      namespace: given.namespace,
      podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': given.name },
    }),
    replaces: name => name === `${given.namespace}/${given.name}` || (given.replaces?.map(String) ?? [REFERENCE]).includes(name),
    isMeshed,
    selects: (own, namespace) => unmet(given.monitorSelector, own).length === 0
      && (namespace === undefined || namespaceSelected(namespace, {}, given, MonitorKind.SERVICE_MONITOR).length === 0),
    labelsFor: namespace => ({ ...selectedBy(given.monitorNamespaceSelector), ...isMeshed(namespace) ? INJECTED : {} }),
    render: context => monitor(context, given, scraping(), isMeshed(context.binding.application.namespace!)),
  };
}

/** With it, Istio puts a sidecar into the pods of a namespace. */
const INJECTED = { 'istio-injection': 'enabled' };

/** The labels by which a selector chooses namespaces; each has its name as one anyway. */
function selectedBy(selector: k8s.LabelSelector | undefined): Record<string, string> {
  const { 'kubernetes.io/metadata.name': _, ...others } = { ...selector?.matchLabels };
  return others;
}

const kindOf = ({ monitorKind }: PrometheusOperatorProps) => monitorKind ?? MonitorKind.POD_MONITOR;

function monitor(context: MonitorContext, props: PrometheusOperatorProps, scraping: Scraping, isMeshed: boolean): RenderedMonitor {
  const { binding, trait } = context;
  const { kind } = scraping;
  const { metadata: own } = trait?.fields ?? {};
  const metadata = {
    ...own,
    name: own?.name ?? binding.componentName,
    namespace: binding.application.namespace,
    labels: objectLabels(binding, 'TRAIT', { ...props.monitorSelector.matchLabels, ...props.monitorLabels, ...own?.labels }),
  };
  const type = { apiVersion: 'monitoring.coreos.com/v1', kind, metadata };
  if (context.isOutline) return { object: type, findings: FINE };
  const endpoints = endpointsOf(context, scraping, isMeshed);
  const spec = {
    selector: endpoints.selector,
    ...endpoints.isByMesh ? { scrapeClass: props.mesh!.scrapeClass } : {},
    ...limitsOf(trait?.fields.spec),
    [kind === MonitorKind.POD_MONITOR ? 'podMetricsEndpoints' : 'endpoints']: endpoints.list,
  };
  return {
    object: { ...type, spec },
    findings: [
      ...endpoints.findings,
      ...labelsSelected(metadata.labels, props),
      ...namespaceSelected(metadata.namespace!, declaredLabels(binding.construct, metadata.namespace!), props, kind),
    ],
  };
}

/** What a monitor says once for all its endpoints. */
const LIMITS: Readonly<Record<keyof ScrapeLimits, string>> = {
  sampleLimit: 'sampleLimit', labelLimit: 'labelLimit', fallbackScrapeProtocol: 'fallbackScrapeProtocol',
};

function limitsOf(spec: PlainValue | undefined): object {
  const given = Object.entries(LIMITS).map(([name, field]) => [field, spec?.[name]]);
  return Object.fromEntries(given.filter(([, value]) => value != null));
}

function labelsSelected(own: Readonly<Record<string, string>>, { namespace, name, monitorSelector }: PrometheusOperatorProps): Finding[] {
  const missing = unmet(monitorSelector, own);
  return missing.length === 0 ? FINE
    : found('monitor-not-selected', 'metadata.labels', { reason: 'labels', missing, prometheus: `${namespace}/${name}` });
}

function namespaceSelected(
  own: string, declared: Readonly<Record<string, string>>, props: PrometheusOperatorProps, kind: MonitorKind,
): Finding[] {
  const { namespace, name, monitorNamespaceSelector, namespaceLabels } = props;
  const prometheus = `${namespace}/${name}`;
  if (monitorNamespaceSelector === undefined) {
    const selector = kind === MonitorKind.POD_MONITOR ? 'podMonitorNamespaceSelector' : 'serviceMonitorNamespaceSelector';
    return own === namespace ? FINE
      : found('monitor-not-selected', 'metadata.namespace', { reason: 'other-namespace', namespace: own, prometheus, selector });
  }
  const missing = unmet(monitorNamespaceSelector, { 'kubernetes.io/metadata.name': own, ...declared, ...namespaceLabels?.[own] });
  return missing.length === 0 ? FINE
    : found('monitor-not-selected', 'metadata.namespace', { reason: 'namespace-labels', namespace: own, missing, prometheus });
}
