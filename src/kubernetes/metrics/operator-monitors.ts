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

/** The monitors that an operator creates for endpoints that are scraped here too, if the Prometheus selects them. */
function doubles(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): OperatorMonitor[] {
  return operatorMonitors(object).filter(({ port, path, labels }) =>
    endpoints.some(each => each.port === port && each.path === path) && metrics._parts.selects(labels, object.metadata.namespace));
}

/** An object without the fields that make its operator create monitors for endpoints that are scraped here. */
export function scrapedHere(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): PlainObject {
  const fields = doubles(object, endpoints, metrics).map(({ field }) => field);
  return fields.length > 0 ? withoutMonitors(object, fields) : object;
}

/** The fields of a workload that ask its operator for monitors of endpoints that are scraped here too. */
export function doubledFields(
  { type, objects }: WorkloadPlan, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider,
): string[] {
  return objects.flatMap(object => doubles(object, endpoints, metrics)).map(({ field }) => showPath(fieldOf(type, field)));
}

/**
 * Reports monitors of a component's operator for endpoints that are scraped here too: every sample would be counted twice. They are
 * reported once, at the first field that asks for one.
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

/** The path of a field of the resource in the workload from which the resource is rendered. */
function fieldOf(type: ObjectType, field: Path): Path {
  return isCoherenceResource(type) ? field : ['spec', 'template', ...field];
}
