import { MonitorContext } from './monitor';
import { isLabelled, isTcp, servicesWith } from './places';
import { isUnpublished } from './weblogic-exporter';
import { FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { podLabelsOf } from '../../objects/pod-holders';
import { unmet } from '../../objects/selector';
import { ComponentMetrics, MetricsEndpoint } from '../../platform/component-metrics';
import { ObjectType } from '../../private/oam-kind';
import { isCoherence, isOverTls } from '../../workloads/coherence-workload';
import { hasOwnPorts } from '../../workloads/known-kinds';
import { DeclaredPort, WorkloadPlan } from '../../workloads/workload';

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
    ...isWithoutService && wrong.length === 0 ? withoutService(context, endpoints, type) : FINE,
    ...unlabelled(context),
  ];
}

function undeclared(component: string, { port }: MetricsEndpoint, ports: readonly DeclaredPort[], type: ObjectType): Finding[] {
  if (ports.some(each => each.port === port && isTcp(each))) return FINE;
  const declared = ports.filter(isTcp).map(({ port: number, name }) => name === undefined ? `${number}` : `${number} (${name})`);
  const isOperators = isCoherence(type);
  return found('metrics-port-not-declared', '', declared.length === 0
    ? { reason: isOperators ? 'no-coherence-ports' : 'no-ports', port, component }
    : { reason: isOperators ? 'other-coherence-ports' : 'other-ports', port, component, declared });
}

function withoutService({ binding, services }: MonitorContext, endpoints: readonly MetricsEndpoint[], type: ObjectType): Finding[] {
  const { componentName: component } = binding;
  if (hasOwnPorts(type)) return found('service-not-found', '', { reason: 'monitor-of-weblogic', component });
  const unnamed = servicesWith(endpoints, services.to(binding).filter(each => !isLabelled(each)).map(each => ({ ...each, labels: { component } })));
  if (unnamed.length > 0) return found('service-not-found', '', { reason: 'monitor-of-unlabelled', component, services: unnamed.map(({ name }) => name) });
  const ports = endpoints.map(({ port }) => port);
  return found('service-not-found', '', { reason: isCoherence(type) ? 'monitor-of-coherence' : 'monitor', ports, component });
}

/** Nobody puts labels on the pods of a kind that is not known: they must have them by themselves. */
function unlabelled({ binding, planOf }: MonitorContext): Finding[] {
  const { objects, type, selector } = planOf(binding);
  const pods = objects.flatMap(object => podLabelsOf(object) ?? object.spec?.template?.metadata?.labels ?? []);
  if (objects.length === 0 || pods.some(own => unmet(selector, own).length === 0)) return FINE;
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}: ${value}`);
  return found('selector-mismatch', '', { reason: 'scraped', kind: type.kind, labels });
}

/** All endpoints would be scraped at the place that the annotations tell. */
function annotated({ binding }: MonitorContext, { endpoints }: ComponentMetrics): Finding[] {
  const defaults = binding.component?.workload.metricsDefaults;
  const isDefault = endpoints.length === 1 && endpoints.every(({ port, path }) => port === defaults?.port && path === defaults.path);
  return isDefault ? FINE : found('not-expressible', '', { reason: 'annotated-endpoint' });
}

/** The operator of WebLogic adds no exporter by itself, and a domain that has none in its applications publishes nothing. */
function unpublished({ binding, planOf, exporter }: MonitorContext): Finding[] {
  // nothing is added to what the program makes elsewhere
  const added = binding.component?.workload.source ? { enabled: false } : exporter;
  return planOf(binding).objects.filter(object => isUnpublished(object, added)).flatMap(({ metadata: { name } }) =>
    found('metrics-exporter-missing', '', { name: Shown.of(name) }));
}

/** Whether the endpoints are served over TLS. The platform scrapes them over HTTP, and takes the secret with the certificates for one with user name and password. */
export function servesTls({ type, objects }: WorkloadPlan): boolean {
  return isCoherence(type) && objects.some(isOverTls);
}
