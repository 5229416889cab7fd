import { endpointFindings, servesTls } from './endpoint-findings';
import { EndpointSettings, unusedTls } from './endpoint-settings';
import { MonitorContext } from './monitor';
import { placeOf, servicesWith } from './places';
import { MonitorKind } from './prometheus-operator-props';
import { Relabelling } from './relabelling';
import { Finding, FINE, found } from '../../findings/finding';
import { isWithoutSidecar } from '../../objects/pod-holders';
import { LabelSelector } from '../../objects/selector';
import { selectorOf } from '../../platform/oam-labels';

/** The endpoints of a monitor. */
export interface MonitoredEndpoints {
  readonly list: readonly any[];
  /** The labels of what is selected: pods, or the Service. */
  readonly selector: LabelSelector;
  /** Whether one of them is scraped with the certificates of the mesh. */
  readonly isByMesh: boolean;
  readonly findings: readonly Finding[];
}

/** How a Prometheus scrapes all components alike. */
export interface Scraping {
  readonly kind: MonitorKind;
  /** The settings of endpoints that say nothing else, as in a manifest. */
  readonly defaults: unknown;
  readonly relabelling: (endpoint: Relabelling) => object[];
}

/** The endpoints of a component. */
export function endpointsOf(context: MonitorContext, { kind, defaults, relabelling: rules }: Scraping, isMeshed: boolean): MonitoredEndpoints {
  const { binding, trait, planOf, services: all, cluster } = context;
  const plan = planOf(binding);
  const metrics = binding.metrics();
  const { endpoints } = metrics;
  const services = kind === MonitorKind.SERVICE_MONITOR ? servicesWith(endpoints, all.to(binding)) : [];
  const isOverTls = isMeshed && !plan.objects.some(isWithoutSidecar);
  const { selector } = plan;
  const labels = binding.component?.workload.source && selectorOf(binding);
  const spec = trait?.fields.spec;
  const hasCertificates = servesTls(plan);
  const secret = hasCertificates ? spec?.secret : metrics.secret;
  const settings = endpoints.map((_, i) => new EndpointSettings({ spec, index: i, secret, isOverTls, defaults }));
  return {
    list: endpoints.map((endpoint, i) => {
      const { fields, relabelling } = placeOf(endpoint, plan, kind, services);
      const selectsPods = kind === MonitorKind.POD_MONITOR;
      const relabelings = rules({ job: endpoint.jobName, cluster, selector, selectsPods, labels, ...relabelling });
      return { ...fields, ...settings[i].fields, relabelings };
    }),
    selector: services.length > 0 ? { matchLabels: services[0].labels } : selector,
    isByMesh: settings.some(each => each.isByMesh),
    findings: [
      ...endpointFindings(context, endpoints, kind === MonitorKind.SERVICE_MONITOR && services.length === 0),
      ...settings.flatMap(each => each.findings),
      ...hasCertificates && !settings.every(each => each.usesTls) ? found('metrics-over-tls', '') : FINE,
      ...unusedTls(settings),
    ],
  };
}
