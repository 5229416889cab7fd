import { Finding, FINE, found, ownWords, Shown } from '../../../base/findings/finding';
import {
  isWithoutSidecar, withPodAnnotations, PlainObject, Rendered, podLabelsOf, LabelSelector, unmet,
} from '../../../cluster/objects/object-index';
import { RuleEvaluation, BindingModel, LabelledPods, TraitModel, selectorOf } from '../../../model/platform/model';
import { Scraper, MetricsEndpoint } from '../../../model/platform/metrics';
import { closed, filled, flag, isObject, grouped } from '../../../base/check';
import { isDomain } from '../../../model/workloads/weblogic-workload';
import { WorkloadPlan } from '../../../model/workloads/workload';
import { Services, FoundService } from '../services';
import { EndpointSettings, ScrapedFields, unusedTls } from './endpoint-settings';
import { MonitorKind } from './prometheus-operator-props';
import { Relabelling } from './series-labels';
import { RelabelRule } from '../../../cluster/scraping/relabel';
import { LIMITED, ScrapeLimits } from '../../../model/traits/scrape-settings';
import { isCoherence, isOverTls } from '../../../model/workloads/coherence-workload';
import { DeclaredPort, hasOwnPorts, coherenceResourcePorts } from '../../../cluster/objects/oam-workloads';

/** The context in which a component's monitors are rendered. */
export interface MonitorContext {
  readonly binding: BindingModel;
  /** The trait that declares the metrics; `undefined` for default monitors. */
  readonly trait?: TraitModel;
  /** Returns the plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** The label for the cluster's name, and the name if there is one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  readonly exporter: WebLogicExporterProps;
}

/** The parts that implement one way to collect metrics. */
export interface ProviderParts {
  readonly check: () => Finding[];
  readonly scraper: () => Scraper;
  /** The pods that scrape. */
  readonly pods: () => LabelledPods;
  /** Whether a MetricsTrait that names this scraper refers to the provider. */
  readonly replaces: (scraper: string) => boolean;
  readonly isMeshed: (namespace: string) => boolean;
  /** Whether it takes a foreign monitor with these labels in this namespace. */
  readonly selects: (labels: Readonly<Record<string, string>>, namespace?: string) => boolean;
  /** The labels that a namespace needs so that its monitors are selected and its pods are in the mesh. */
  readonly labelsFor: (namespace: string) => Readonly<Record<string, string>>;
  /** Renders the objects by which a component is scraped; none if that is written elsewhere. */
  readonly render: (context: MonitorContext) => Rendered;
  /** The objects of the cluster that select monitors or rules, as far as they are described; by default none. */
  readonly described?: () => PlainObject[];
  /** How rules about the collected metrics are evaluated. */
  readonly rules: () => RuleEvaluation;
  /** Warnings for every user of the provider; by default nothing. */
  readonly warnings?: () => Finding[];
  /**
   * Called by a platform with a function that returns the contexts of all that is scraped, as it is then.
   * @default - nothing is rendered beside the components
   */
  readonly scrapes?: (scraped: () => MonitorContext[]) => void;
}

/** The monitoring exporter of WebLogic domains, a container beside each server that publishes the server's metrics. */
export interface WebLogicExporterProps {
  /**
   * Whether a Domain without `spec.monitoringExporter.configuration` gets the exporter that the platform adds, with the
   * platform's queries, if its metrics are collected. A Domain with a configuration of its own keeps it in any case.
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Image of the exporter that is added, unless the Domain names one. Exporters before 2.2.3 send no `Content-Type`, so
   * that Prometheus 3 rejects their answers unless its scrape class sets `fallbackScrapeProtocol`.
   * @default - none is written: the WebLogic Kubernetes Operator takes its own default
   */
  readonly image?: string;
}

/** The check of the properties. */
export const weblogicExporterProps = closed({ enabled: flag, image: filled });

const WEB_APPLICATIONS = {
  type: 'WebAppComponentRuntime',
  prefix: 'wls_webapp_config_',
  key: 'name',
  values: [
    'deploymentState', 'contextRoot', 'sourceInfo',
    'sessionsOpenedTotalCount', 'openSessionsCurrentCount', 'openSessionsHighCount',
  ],
  servlets: { prefix: 'wls_servlet_', key: 'servletName' },
};

const JMS_SERVERS = {
  prefix: 'wls_jms_',
  key: 'name',
  keyName: 'jmsserver',
  destinations: { prefix: 'wls_jms_dest_', key: 'name', keyName: 'destination' },
};

/**
 * The configuration that the platform adds to each Domain without one. Dashboards and alerts use the metric names that
 * it produces.
 */
const CONFIGURATION = {
  domainQualifier: true,
  metricsNameSnakeCase: true,
  queries: [
    {
      key: 'name',
      keyName: 'location',
      prefix: 'wls_server_',
      applicationRuntimes: { key: 'name', keyName: 'app', componentRuntimes: WEB_APPLICATIONS },
    },
    { JVMRuntime: { prefix: 'wls_jvm_', key: 'name' } },
    { executeQueueRuntimes: { prefix: 'wls_socketmuxer_', key: 'name', values: ['pendingRequestCurrentCount'] } },
    {
      workManagerRuntimes: {
        prefix: 'wls_workmanager_', key: 'name', values: ['stuckThreadCount', 'pendingRequests', 'completedRequests'],
      },
    },
    {
      threadPoolRuntime: {
        prefix: 'wls_threadpool_',
        key: 'name',
        values: ['executeThreadTotalCount', 'queueLength', 'stuckThreadCount', 'hoggingThreadCount'],
      },
    },
    { JMSRuntime: { key: 'name', keyName: 'jmsruntime', prefix: 'wls_jmsruntime_', JMSServers: JMS_SERVERS } },
    { persistentStoreRuntimes: { prefix: 'wls_persistentstore_', key: 'name' } },
    { JDBCServiceRuntime: { JDBCDataSourceRuntimeMBeans: { prefix: 'wls_datasource_', key: 'name' } } },
    { JTARuntime: { prefix: 'wls_jta_', key: 'name' } },
  ],
};

/** With `false`, the injector of Istio keeps the annotations that say where a pod is scraped. */
const MERGE = 'prometheus.istio.io/merge-metrics';

/**
 * Adds the exporter to a Domain without an exporter of its own, and lets the servers of a Domain in a mesh be scraped
 * where their operator says. Other objects stay unchanged.
 */
export function scrapableDomain(given: PlainObject, exporter: WebLogicExporterProps, isMeshed: boolean): PlainObject {
  const { enabled, image } = exporter;
  let domain = given;
  if (enabled !== false && isWithoutExporter(given)) {
    const own = Object.entries(given.spec?.monitoringExporter ?? {}).filter(([, value]) => value != null);
    const added = { imagePullPolicy: 'IfNotPresent', ...image == null ? {} : { image }, ...Object.fromEntries(own) };
    domain = { ...given, spec: { ...given.spec, monitoringExporter: { ...added, configuration: CONFIGURATION } } };
  }
  const isMerged = isMeshed && isDomain(given) && given.spec?.serverPod?.annotations?.[MERGE] == null;
  return isMerged && !isWithoutSidecar(given) ? withPodAnnotations(domain, { [MERGE]: 'false' }) : domain;
}

/** The operator adds the container only if there is a configuration. */
function isWithoutExporter(given: PlainObject): boolean {
  const own = given.spec?.monitoringExporter;
  return isDomain(given) && (own == null || isObject(own) && own.configuration == null);
}

/** An endpoint: where it is, in terms of the Prometheus Operator's monitors, and how it is scraped. */
export interface EndpointOfJob {
  /** The full name of its job. */
  readonly job: string;
  readonly place: PlaceFields;
  readonly fields: ScrapedFields & { readonly relabelings: readonly RelabelRule[] };
}

/** The fields with which a PodMonitor or a ServiceMonitor finds an endpoint. */
interface PlaceFields {
  readonly port?: string;
  readonly portNumber?: number;
  readonly targetPort?: number;
  readonly path?: string;
}

/** How a component is scraped, whichever scraper is used. */
export interface ScrapedComponent {
  readonly endpoints: readonly EndpointOfJob[];
  /** Selects the pods, or the Service. */
  readonly selector: LabelSelector;
  /** The limits for all endpoints. */
  readonly limits: Readonly<Partial<Record<keyof ScrapeLimits, unknown>>>;
  /** Whether any endpoint is scraped with the certificates of the mesh. */
  readonly isByMesh: boolean;
  readonly findings: readonly Finding[];
}

/** How a Prometheus scrapes, the same for all components. */
export interface Scraping {
  readonly kind: MonitorKind;
  /** The default settings of endpoints, in the form of a manifest. */
  readonly defaults: unknown;
  /** The scraper's own default interval, if known. */
  readonly interval?: string;
  /** Whether the rules alone decide what is scraped and which labels series have, because no operator adds any. */
  readonly isAlone?: boolean;
  readonly relabelling: (endpoint: Relabelling) => RelabelRule[];
}

const LIMITS = Object.keys(LIMITED) as (keyof ScrapeLimits)[];

/** Resolves how a component is scraped. */
export function scrapedComponent(context: MonitorContext, scraping: Scraping, isMeshed: boolean): ScrapedComponent {
  const { kind, defaults, interval, isAlone = false, relabelling } = scraping;
  const { binding, trait, planOf, cluster } = context;
  const plan = planOf(binding);
  const { type, objects, selector } = plan;
  const { endpoints, secret: credentials } = binding.metrics();
  const isByService = kind === MonitorKind.SERVICE_MONITOR;
  // Services with the same labels that together lead to all endpoints: a monitor selects Services by labels
  const labelled = isByService ? context.services.to(binding).filter(each => Object.keys(each.labels).length > 0) : [];
  const services = [...grouped(labelled, each => [JSON.stringify(each.labels)]).values()]
    .find(group => endpoints.every(({ port }) => group.some(service => portTo(service, port)))) ?? [];
  const isOverMesh = isMeshed && !objects.some(isWithoutSidecar);
  const spec = trait?.fields.spec;
  // the platform scrapes endpoints that are served over TLS over HTTP, and mistakes the secret with the certificates
  // for one with user name and password
  const hasCertificates = isCoherence(type) && objects.some(isOverTls);
  const secret = hasCertificates ? spec?.secret as string | undefined : credentials;
  const settings = endpoints.map((_, index) =>
    new EndpointSettings({ spec, index, secret, isOverTls: isOverMesh, defaults, interval }));
  const labels = binding.component?.workload.source && selectorOf(binding);
  return {
    endpoints: endpoints.map((endpoint, i) => {
      const { fields, relabelling: own } = placeOfEndpoint(endpoint, plan, kind, services);
      const selectsPods = kind === MonitorKind.POD_MONITOR && !isAlone;
      const { jobName: job } = endpoint;
      const relabelings = relabelling({ job, cluster, selector, selectsPods, isAlone, labels, ...own });
      return { job, place: fields, fields: { ...settings[i].fields, relabelings } };
    }),
    selector: services.length > 0 ? { matchLabels: services[0].labels } : selector,
    limits: Object.fromEntries(LIMITS.filter(name => spec?.[name] != null).map(name => [name, spec?.[name]])),
    isByMesh: settings.some(each => each.isByMesh),
    findings: [
      ...unscraped(context, isByService && services.length === 0),
      ...settings.flatMap(each => each.findings),
      ...hasCertificates && !settings.every(each => each.usesTls) ? found('metrics-over-tls', '') : FINE,
      ...unusedTls(settings),
    ],
  };
}

/** Reports endpoints of a component that would not be scraped. */
function unscraped({ binding, planOf, exporter }: MonitorContext, isWithoutService: boolean): Finding[] {
  const { componentName: component, component: { workload } = {} } = binding;
  const { type, ports, objects, selector } = planOf(binding);
  const { endpoints } = binding.metrics();
  const isAnnotated = hasOwnPorts(type);
  const defaults = workload?.metricsDefaults;
  const isDefault = endpoints.length === 1 && endpoints.every(({ port, path }) =>
    port === defaults?.port && path === defaults.path);
  const declared = ports.filter(isTcpPort).map(({ port, name }) =>
    name === undefined ? `${port}` : `${port} (${name})`);
  const isOperators = isCoherence(type);
  const undeclared = isAnnotated ? []
    : endpoints.filter(({ port }) => !ports.some(each => each.port === port && isTcpPort(each)));
  const wrong = [
    // all endpoints of annotated pods are scraped at the port and the path in the annotations
    ...isAnnotated && !isDefault ? found('not-expressible', '', ownWords(
      'gives a port or a path, but each WebLogic server is scraped at the port and path that its operator writes '
      + 'into the annotations of the pod', "leave 'port', 'path' and 'ports' out")) : FINE,
    ...undeclared.flatMap(({ port }) => found('metrics-port-not-declared', '', declared.length === 0
      ? { reason: isOperators ? 'no-coherence-ports' : 'no-ports', port, component }
      : { reason: isOperators ? 'other-coherence-ports' : 'other-ports', port, component, declared })),
  ];
  // the WebLogic operator adds no exporter by itself, and a domain without one in its applications publishes nothing;
  // nothing is added to an object that the program creates elsewhere
  const isExported = exporter.enabled !== false && !workload?.source;
  const unpublished = isExported ? [] : objects.filter(each => isWithoutExporter(each)
    && each.spec?.serverPod?.annotations?.['prometheus.io/scrape'] !== 'true');
  // nothing adds labels to pods of an unknown kind: they must have those of the selector already
  const pods = objects.flatMap(each => podLabelsOf(each) ?? each.spec?.template?.metadata?.labels ?? []);
  const isUnselected = objects.length > 0 && !pods.some(own => unmet(selector, own).length === 0);
  return [
    ...wrong,
    ...unpublished.flatMap(({ metadata: { name } }) => found('metrics-exporter-missing', '', { name: Shown.of(name) })),
    ...isWithoutService && wrong.length === 0 ? found('service-not-found', '', isAnnotated
      ? { reason: 'monitor-of-weblogic', component }
      : { reason: 'monitor', ports: endpoints.map(({ port }) => port), component }) : FINE,
    ...isUnselected ? found('selector-mismatch', '', {
      reason: 'scraped',
      kind: type.kind,
      labels: Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}: ${value}`),
    }) : FINE,
  ];
}

/** The fields of a monitor that find an endpoint, and the relabelling that goes with them. */
interface EndpointPlace {
  readonly fields: PlaceFields;
  readonly relabelling: Pick<Relabelling, 'isAnnotated' | 'port' | 'place'>;
}

/**
 * A port that each member of a Coherence cluster declares, whatever else it listens on. It declares other ports only if
 * the resource lists them.
 */
const HEALTH = 'health';

/** The container of a Coherence member; the resource does not name it. */
const COHERENCE_CONTAINER = 'coherence';

/** Resolves how monitors of a kind find an endpoint of a workload. */
function placeOfEndpoint(
  { port, path }: MetricsEndpoint, { type, ports, objects }: WorkloadPlan, kind: MonitorKind,
  services: readonly FoundService[],
): EndpointPlace {
  if (hasOwnPorts(type)) return { fields: {}, relabelling: { isAnnotated: true, place: {} } };
  const isOwn = (each: DeclaredPort) => each.port === port && isTcpPort(each);
  const declared = ports.filter(isOwn);
  const containerOf = (own?: DeclaredPort) => own && (isCoherence(type) ? COHERENCE_CONTAINER : own.container);
  const only = declared.length === 1 ? declared[0] : undefined;
  if (kind === MonitorKind.SERVICE_MONITOR) {
    const name = services.map(service => portTo(service, port)).find(each => each !== undefined)?.name;
    const place = {
      container: containerOf(only),
      endpoint: name ?? String(port),
      service: services.length === 1 ? services[0].name : undefined,
    };
    return { fields: { ...name === undefined ? { targetPort: port } : { port: name }, path }, relabelling: { place } };
  }
  const isListed = !isCoherence(type) || objects.flatMap(({ spec }) => coherenceResourcePorts(spec)).some(isOwn);
  if (!isListed) return { fields: { port: HEALTH, path }, relabelling: { port, place: {} } };
  // all versions of the operator find ports by name, if it is unique
  const [first] = declared;
  const isNamed = first?.name !== undefined && ports.filter(({ name }) => name === first.name).length === 1;
  // the operator's label `endpoint` has only the name of a port
  const place = isNamed ? { container: containerOf(first), endpoint: first.name } : { container: containerOf(only) };
  return { fields: { ...isNamed ? { port: first.name } : { portNumber: port }, path }, relabelling: { place } };
}

function portTo({ ports }: FoundService, containerPort: number): FoundService['ports'][number] | undefined {
  return ports.find(each => each.containerPort === containerPort && each.protocol === 'TCP');
}

function isTcpPort({ protocol }: DeclaredPort): boolean {
  return protocol == null || protocol === 'TCP';
}
