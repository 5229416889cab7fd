import { endpointsOf } from './endpoints';
import { MonitorContext, RenderedMonitor, ProviderParts } from './monitor';
import { MonitorKind, PrometheusOperatorProps } from './prometheus-operator-props';
import { Scraper } from '../../platform/scraper';
import { all, asProps, filled, list, mapOf, object, oneOf, only } from '../../private/check';
import { Check, FINE, Finding } from '../../findings/finding';
import { finding, wrong } from '../../findings/unsaid';
import { labels, namespaceName, objectName } from '../../private/names';
import { snapshot } from '../../private/plain';
import { COMPONENT, NAME, objectLabels, RESOURCE_TYPE, REVISION } from '../labels';
import { labelSelector, whyNotSelected } from '../selector';

/** The scraper of the reference platform. */
const REFERENCE = 'verrazzano-system/vmi-system-prometheus-0';

const scraper: Check = (value, field) => value instanceof Scraper ? FINE : wrong('invalid-scraper', field, 'be a Scraper', value, 'use Scraper.parse("namespace/deployment-name")');

const RESERVED = [NAME, COMPONENT, RESOURCE_TYPE, REVISION];

const selection = all(only('matchLabels', 'matchExpressions'), labelSelector);

const CHECK = all(
  only('namespace', 'name', 'monitorKind', 'monitorSelector', 'monitorNamespaceSelector', 'namespaceLabels', 'monitorLabels', 'mesh', 'replaces'),
  object({
    namespace: namespaceName,
    name: objectName,
    monitorKind: oneOf(...Object.values(MonitorKind)),
    monitorSelector: selection,
    monitorNamespaceSelector: selection,
    namespaceLabels: mapOf(labels, namespaceName),
    monitorLabels: all(labels, (value, field) => Object.keys(value).filter(key => RESERVED.includes(key)).flatMap(key =>
      finding('reserved-label', `${field}['${key}']`, 'must not be given: the label tells what each monitor belongs to', 'leave it out'))),
    mesh: all(only('namespaces', 'scrapeClass'), object({ namespaces: list(namespaceName, { min: 1, what: 'namespace' }), scrapeClass: filled }, ['namespaces', 'scrapeClass'])),
    replaces: list(scraper),
  }, ['namespace', 'name', 'monitorSelector']),
);

/** Monitors of the Prometheus Operator. */
export function prometheusOperator(props: PrometheusOperatorProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const isMeshed = (namespace: string) => given.mesh?.namespaces.includes(namespace) ?? false;
  return {
    check: () => CHECK(taken, ''),
    scraper: () => Scraper.of(given.namespace, given.name),
    replaces: name => name === `${given.namespace}/${given.name}` || (given.replaces?.map(String) ?? [REFERENCE]).includes(name),
    isMeshed,
    selects: (own, namespace) => whyNotSelected(given.monitorSelector, own).length === 0
      && (namespace === undefined || namespaceSelected(namespace, given, MonitorKind.SERVICE_MONITOR).length === 0),
    render: context => monitor(context, given, isMeshed(context.binding.application.namespace!)),
  };
}

function monitor(context: MonitorContext, props: PrometheusOperatorProps, isMeshed: boolean): RenderedMonitor {
  const { binding, trait } = context;
  const kind = props.monitorKind ?? MonitorKind.POD_MONITOR;
  const { metadata: own } = trait?.fields ?? {};
  const metadata = {
    ...own,
    name: own?.name ?? binding.componentName,
    namespace: binding.application.namespace,
    labels: objectLabels(binding, 'TRAIT', { ...props.monitorSelector.matchLabels, ...props.monitorLabels, ...own?.labels }),
  };
  const endpoints = endpointsOf(context, kind, isMeshed);
  const spec = {
    selector: { matchLabels: endpoints.selector },
    ...isMeshed && endpoints.isOverTls ? { scrapeClass: props.mesh!.scrapeClass } : {},
    [kind === MonitorKind.POD_MONITOR ? 'podMetricsEndpoints' : 'endpoints']: endpoints.list,
  };
  return {
    object: { apiVersion: 'monitoring.coreos.com/v1', kind, metadata, spec },
    findings: [
      ...endpoints.findings,
      ...labelsSelected(metadata.labels, props),
      ...namespaceSelected(metadata.namespace!, props, kind),
    ],
  };
}

function labelsSelected(own: Readonly<Record<string, string>>, { namespace, name, monitorSelector }: PrometheusOperatorProps): Finding[] {
  const missing = whyNotSelected(monitorSelector, own);
  return missing.length === 0 ? FINE : finding('monitor-not-selected', 'metadata.labels',
    `must have ${missing.join(', ')}: Prometheus ${namespace}/${name} selects no other monitors`,
    'set them by \'monitorLabels\' of the platform, or in the metadata of the MetricsTrait');
}

function namespaceSelected(own: string, props: PrometheusOperatorProps, kind: MonitorKind): Finding[] {
  const { namespace, name, monitorNamespaceSelector, namespaceLabels } = props;
  const asked = `'spec.${kind === MonitorKind.POD_MONITOR ? 'podMonitor' : 'serviceMonitor'}NamespaceSelector'`;
  if (monitorNamespaceSelector === undefined) {
    return own === namespace ? FINE : finding('monitor-not-selected', 'metadata.namespace',
      `is ${JSON.stringify(own)}, and Prometheus ${namespace}/${name} takes monitors of its own namespace only`,
      `set ${asked} of the Prometheus, and 'monitorNamespaceSelector' of the platform to the same`);
  }
  const missing = whyNotSelected(monitorNamespaceSelector, { 'kubernetes.io/metadata.name': own, ...namespaceLabels?.[own] });
  return missing.length === 0 ? FINE : finding('monitor-not-selected', 'metadata.namespace',
    `is ${JSON.stringify(own)}, which is not known to have ${missing.join(', ')}: Prometheus ${namespace}/${name} selects no other namespaces`,
    'label the namespace, and tell the platform by \'namespaceLabels\'');
}
