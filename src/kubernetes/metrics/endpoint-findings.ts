import { MonitorContext } from './monitor';
import { isTcp } from './places';
import { isUnpublished } from './weblogic-exporter';
import { ComponentMetrics, MetricsEndpoint } from '../../platform/component-metrics';
import { FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import { ObjectType } from '../../private/oam-kind';
import { hasOwnPorts } from '../../workloads/known-kinds';
import { DeclaredPort } from '../../workloads/workload';
import { isCoherence, isOverTls } from '../coherence';
import { selectorOf } from '../labels';
import { podLabelsOf } from '../pod-holders';
import { whyNotSelected } from '../selector';

/** What speaks against the endpoints of a component: they would not be scraped. */
export function endpointFindings(context: MonitorContext, endpoints: readonly MetricsEndpoint[], isWithoutService: boolean): Finding[] {
  const { binding, planOf } = context;
  const { type, ports } = planOf(binding);
  const metrics = binding.metrics();
  const isAnnotated = hasOwnPorts(type);
  const wrong = isAnnotated ? annotated(context, metrics) : endpoints.flatMap(endpoint => undeclared(binding.componentName, endpoint, ports, type));
  return [
    ...wrong,
    ...unpublished(context),
    ...isWithoutService && wrong.length === 0 ? withoutService(binding.componentName, endpoints, type) : FINE,
    ...overTls(context),
    ...unlabelled(context),
  ];
}

function undeclared(component: string, { port }: MetricsEndpoint, ports: readonly DeclaredPort[], type: ObjectType): Finding[] {
  if (ports.some(each => each.port === port && isTcp(each))) return FINE;
  const declared = ports.filter(isTcp).map(({ port: number, name }) => name === undefined ? `${number}` : `${number} (${name})`);
  return finding('metrics-port-not-declared', '', `port ${port} of component ${JSON.stringify(component)} is declared by none of its containers (${declared.join(', ') || 'none is declared'})`,
    `declare it in ${isCoherence(type) ? '\'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on' : 'a container'}, name the right one in a MetricsTrait, or say 'enabled: false'`);
}

function withoutService(component: string, endpoints: readonly MetricsEndpoint[], type: ObjectType): Finding[] {
  if (hasOwnPorts(type)) {
    return finding('service-not-found', '', `a ServiceMonitor needs a Service, and those of the servers of component ${JSON.stringify(component)} are made by the operator of WebLogic`,
      'use MonitorKind.POD_MONITOR');
  }
  const ports = endpoints.map(({ port }) => `port ${port}`).join(' and ');
  return finding('service-not-found', '', `a ServiceMonitor needs a Service that leads to ${ports} of component ${JSON.stringify(component)}, and none is rendered`,
    `${isCoherence(type) ? 'list the port in \'spec.ports\' of the Coherence resource' : 'declare the port in a container, bind a component with such a Service'}, or use MonitorKind.POD_MONITOR`);
}

/** Nobody puts labels on the pods of a kind that is not known: they must have them by themselves. */
function unlabelled({ binding, planOf }: MonitorContext): Finding[] {
  const { objects, type } = planOf(binding);
  const pods = objects.flatMap(object => podLabelsOf(object) ?? object.spec?.template?.metadata?.labels ?? []);
  const selector = selectorOf(binding);
  if (objects.length === 0 || pods.some(labels => whyNotSelected({ matchLabels: selector }, labels).length === 0)) return FINE;
  const wanted = Object.entries(selector).map(([key, value]) => `${key}: ${value}`).join(', ');
  return finding('selector-mismatch', '', `the pods of a ${type.kind} are not known to have the labels by which they are scraped (${wanted})`,
    'write these labels into \'spec.template.metadata.labels\', or give the KubernetesPlatform a renderer for the kind');
}

/** All endpoints would be scraped at the place that the annotations tell. */
function annotated({ binding }: MonitorContext, { endpoints }: ComponentMetrics): Finding[] {
  const defaults = binding.component?.workload.metricsDefaults;
  const isDefault = endpoints.length === 1 && endpoints.every(({ port, path }) => port === defaults?.port && path === defaults.path);
  return isDefault ? FINE : finding('not-expressible', '', 'gives a port or a path, but each WebLogic server is scraped at the port and path that its operator writes into the annotations of the pod',
    'leave \'port\', \'path\' and \'ports\' out');
}

/** The operator of WebLogic adds no exporter by itself, and a domain that has none in its applications publishes nothing. */
function unpublished({ binding, planOf, exporter }: MonitorContext): Finding[] {
  return planOf(binding).objects.filter(object => isUnpublished(object, exporter)).flatMap(({ metadata: { name } }) => finding('metrics-exporter-missing', '',
    `Domain ${JSON.stringify(name)} has no 'spec.monitoringExporter.configuration', and 'weblogicExporter.enabled' of the platform is false: `
      + 'its servers would publish no metrics',
    'write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, '
      + 'or say \'enabled: false\' in a MetricsTrait'));
}

/** The platform scrapes them over HTTP, and takes the secret with the certificates for one with user name and password. */
function overTls({ binding, planOf }: MonitorContext): Finding[] {
  const { type, objects } = planOf(binding);
  if (!isCoherence(type) || !objects.some(isOverTls)) return FINE;
  return finding('metrics-over-tls', '', 'would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS',
    'switch \'coherence.metrics.ssl\' off, or say \'enabled: false\' and write the monitor by CustomTrait');
}
