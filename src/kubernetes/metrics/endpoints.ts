import { endpointFindings } from './endpoint-findings';
import { MonitorContext } from './monitor';
import { placeOf, servicesWith } from './places';
import { MonitorKind } from './prometheus-operator-props';
import { relabellings } from './relabelling';
import { Finding, FINE, found } from '../../findings/finding';
import { Path } from '../../findings/path';
import { Shown } from '../../findings/shown';
import { isWithoutSidecar } from '../../objects/pod-holders';
import { ComponentMetrics } from '../../platform/component-metrics';
import { selectorOf } from '../../platform/oam-labels';
import { endpointFields } from '../../private/metrics';
import { isGivenUpLate, ScrapeSettings } from '../../traits/metrics-trait';

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
export function endpointsOf(context: MonitorContext, kind: MonitorKind, isMeshed: boolean, defaults: any): MonitoredEndpoints {
  const { binding, trait, planOf, services: all, cluster } = context;
  const plan = planOf(binding);
  const metrics = binding.metrics();
  const { endpoints } = metrics;
  const services = kind === MonitorKind.SERVICE_MONITOR ? servicesWith(endpoints, all.to(binding)) : [];
  const isOverTls = isMeshed && !plan.objects.some(isWithoutSidecar);
  const selector = selectorOf(binding);
  const settings = endpoints.map((_, i) => new EndpointSettings(trait?.fields.spec, i, defaults));
  return {
    list: endpoints.map((endpoint, i) => {
      const { fields, relabelling } = placeOf(endpoint, plan, kind, services);
      const relabelings = relabellings({ job: endpoint.jobName, cluster, selector, selectsPods: kind === MonitorKind.POD_MONITOR, ...relabelling });
      return { ...fields, scheme: isOverTls ? 'https' : 'http', ...settings[i].fields, ...basicAuth(metrics), relabelings };
    }),
    selector: services[0]?.labels ?? selector,
    isOverTls,
    findings: [
      ...endpointFindings(context, endpoints, kind === MonitorKind.SERVICE_MONITOR && services.length === 0),
      ...settings.flatMap(each => each.findings),
    ],
  };
}

type EndpointSetting = keyof ScrapeSettings;

/** Where a monitor says how an endpoint is scraped. */
const SETTINGS: Readonly<Record<EndpointSetting, string>> = { interval: 'interval', timeout: 'scrapeTimeout', honorTimestamps: 'honorTimestamps' };

/** How an endpoint is scraped: as it says itself, or as the trait says, or as is the default. */
class EndpointSettings {
  private readonly places: readonly { readonly given: any; readonly at?: Path }[];

  public constructor(spec: any, index: number, defaults: any) {
    const own = endpointFields(spec)[index];
    this.places = [{ given: own, at: own === spec ? [] : ['ports', index] }, { given: spec, at: [] }, { given: defaults }];
  }

  public get fields(): object {
    const given = Object.entries(SETTINGS).map(([name, field]) => [field, this.placeOf(name as EndpointSetting)?.given[name]]);
    return Object.fromEntries(given.filter(([, value]) => value != null));
  }

  /** A monitor that gives up later than it scrapes again is rejected. */
  public get findings(): Finding[] {
    const [interval, timeout] = [this.placeOf('interval'), this.placeOf('timeout')];
    // what is wrong with the defaults is told of the provider
    const at = timeout?.at ?? interval?.at;
    if (!at || !isGivenUpLate(interval?.given.interval, timeout?.given.timeout)) return FINE;
    const reason = timeout?.at ? 'timeout' : 'interval';
    return found('scrape-timeout', [...at, reason], {
      reason, interval: Shown.of(interval?.given.interval), timeout: Shown.of(timeout?.given.timeout),
    });
  }

  private placeOf(name: EndpointSetting): { readonly given: any; readonly at?: Path } | undefined {
    return this.places.find(({ given }) => given?.[name] != null);
  }
}

function basicAuth({ secret: name }: ComponentMetrics): object {
  return name === undefined ? {} : { basicAuth: { username: { name, key: 'username' }, password: { name, key: 'password' } } };
}
