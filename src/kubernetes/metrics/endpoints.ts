import { endpointFindings } from './endpoint-findings';
import { MonitorContext } from './monitor';
import { placeOf, servicesWith } from './places';
import { MonitorKind } from './prometheus-operator-props';
import { relabellings } from './relabelling';
import { Finding } from '../../findings/finding';
import { isWithoutSidecar } from '../../objects/pod-holders';
import { ComponentMetrics } from '../../platform/component-metrics';
import { selectorOf } from '../../platform/oam-labels';
import { endpointFields } from '../../private/metrics';

/** The endpoints of a monitor. */
export interface MonitoredEndpoints {
  readonly list: readonly any[];
  /** The labels of what is selected: pods, or the Service. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whether the mesh is between Prometheus and the pods. */
  readonly isOverTls: boolean;
  readonly findings: readonly Finding[];
}

/** The endpoints of a component, for a kind of monitors. */
export function endpointsOf(context: MonitorContext, kind: MonitorKind, isMeshed: boolean): MonitoredEndpoints {
  const { binding, trait, planOf, services: all, cluster } = context;
  const plan = planOf(binding);
  const metrics = binding.metrics();
  const { endpoints } = metrics;
  const services = kind === MonitorKind.SERVICE_MONITOR ? servicesWith(endpoints, all.to(binding)) : [];
  const isOverTls = isMeshed && !plan.objects.some(isWithoutSidecar);
  const selector = selectorOf(binding);
  return {
    list: endpoints.map((endpoint, i) => {
      const { fields, relabelling } = placeOf(endpoint, plan, kind, services);
      const relabelings = relabellings({ job: endpoint.jobName, cluster, selector, selectsPods: kind === MonitorKind.POD_MONITOR, ...relabelling });
      return { ...fields, scheme: isOverTls ? 'https' : 'http', ...scrapeSettings(trait?.fields.spec, i), ...basicAuth(metrics), relabelings };
    }),
    selector: services[0]?.labels ?? selector,
    isOverTls,
    findings: endpointFindings(context, endpoints, kind === MonitorKind.SERVICE_MONITOR && services.length === 0),
  };
}

/** How an endpoint is scraped: as it says itself, or as the trait says. */
function scrapeSettings(spec: any, index: number): object {
  const interval = endpointFields(spec)[index].interval ?? spec?.interval;
  return interval == null ? {} : { interval };
}

function basicAuth({ secret: name }: ComponentMetrics): object {
  return name === undefined ? {} : { basicAuth: { username: { name, key: 'username' }, password: { name, key: 'password' } } };
}
