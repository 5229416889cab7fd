import { MonitoringProvider } from './monitoring-provider';
import { FINE, Finding, found } from '../../findings/finding';
import { joinPath, Path, showPath } from '../../findings/path';
import { PlainObject } from '../../objects/rendering';
import { MetricsEndpoint } from '../../platform/metrics';
import { BindingModel } from '../../platform/model';
import { ObjectType } from '../../private/oam-kind';
import {
  OperatorMonitor, isCoherence, isCoherenceResource, isOverTls, operatorMonitors, withoutMonitors,
} from '../../workloads/coherence-workload';
import { WorkloadPlan } from '../../workloads/workload';

/** The monitors that an operator makes of endpoints that are scraped here, if the Prometheus selects them. */
function doubles(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): OperatorMonitor[] {
  return operatorMonitors(object).filter(({ port, path, labels }) =>
    endpoints.some(each => each.port === port && each.path === path) && metrics._parts.selects(labels, object.metadata.namespace));
}

/** An object whose operator makes no monitors of the endpoints that are scraped here. */
export function scrapedHere(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): PlainObject {
  const fields = doubles(object, endpoints, metrics).map(({ field }) => field);
  return fields.length > 0 ? withoutMonitors(object, fields) : object;
}

/** Where a workload asks for the monitors that are made here too; each is a field of the workload. */
export function doubledFields(
  { type, objects }: WorkloadPlan, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider,
): string[] {
  return objects.flatMap(object => doubles(object, endpoints, metrics)).map(({ field }) => showPath(fieldOf(type, field)));
}

/**
 * What speaks against the monitors of a component's operator: every sample would be counted twice. Told once, where the first is asked for.
 */
export function scrapedTwice(binding: BindingModel, { type, objects }: WorkloadPlan, metrics: MonitoringProvider): Finding[] {
  const { endpoints } = binding.metrics();
  const monitors = isCoherence(type) && !objects.some(isOverTls) ? objects.flatMap(object => doubles(object, endpoints, metrics)) : [];
  if (monitors.length === 0) return FINE;
  const [{ field, port }] = monitors;
  const prometheus = metrics._parts.scraper().toString();
  return found('scraped-twice', joinPath('workload', fieldOf(type, field)), monitors.length === 1
    ? { reason: 'one', port, prometheus }
    : { reason: 'several', ports: monitors.map(each => each.port), prometheus });
}

/** A field of the resource, in the workload that it is made of. */
function fieldOf(type: ObjectType, field: Path): Path {
  return isCoherenceResource(type) ? field : ['spec', 'template', ...field];
}
