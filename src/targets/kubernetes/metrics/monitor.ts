import { Finding, FINE, found, saying, Shown } from '../../../base/findings/finding';
import {
  isWithoutSidecar, withPodAnnotations, PlainObject, Rendered, podLabelsOf, LabelSelector, unmet,
} from '../../../cluster/objects/object-index';
import { RuleEvaluation, BindingModel, LabelledPods, TraitModel, selectorOf } from '../../../model/platform/model';
import { Scraper, ComponentMetrics, MetricsEndpoint } from '../../../model/platform/metrics';
import { closed, filled, flag, isObject, grouped } from '../../../base/check';
import { isDomain } from '../../../model/workloads/weblogic-workload';
import { WorkloadPlan } from '../../../model/workloads/workload';
import { Services, FoundService } from '../services';
import { EndpointSettings, ScrapedFields, unusedTls } from './endpoint-settings';
import { MonitorKind } from './prometheus-operator-props';
import { Relabelling } from './relabelling';
import { RelabelRule } from '../../../cluster/objects/relabel-rule';
import { ObjectType } from '../../../base/oam-kind';
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
  /**
   * The objects of the cluster that select monitors or rules, as far as they are described.
   *
   * @default - none
   */
  readonly described?: () => PlainObject[];
  /** How rules about the collected metrics are evaluated. */
  readonly rules: () => RuleEvaluation;
  /**
   * Warnings for every user of the provider.
   *
   * @default - nothing
   */
  readonly warnings?: () => Finding[];
  /**
   * Called by a platform with a function that returns the contexts of all that is scraped, as it is then.
   *
   * @default - nothing is rendered beside the components
   */
  readonly scrapes?: (scraped: () => MonitorContext[]) => void;
}

/** The monitoring exporter of WebLogic domains, a container beside each server that publishes the server's metrics. */
export interface WebLogicExporterProps {
  /**
   * Whether a Domain without `spec.monitoringExporter.configuration` gets the exporter that the platform adds, with the
   * platform's queries, if its metrics are collected. A Domain with a configuration of its own keeps it in any case.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Image of the exporter that is added, unless the Domain names one. Exporters before 2.2.3 send no `Content-Type`, so that
   * Prometheus 3 rejects their answers unless its scrape class sets `fallbackScrapeProtocol`.
   *
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
  values: ['deploymentState', 'contextRoot', 'sourceInfo', 'sessionsOpenedTotalCount', 'openSessionsCurrentCount', 'openSessionsHighCount'],
  servlets: { prefix: 'wls_servlet_', key: 'servletName' },
};

const JMS_SERVERS = {
  prefix: 'wls_jms_',
  key: 'name',
  keyName: 'jmsserver',
  destinations: { prefix: 'wls_jms_dest_', key: 'name', keyName: 'destination' },
};

/** The configuration that the platform adds to each Domain without one. Dashboards and alerts use the metric names that it produces. */
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

/** Adds the exporter to a Domain. Other objects, and a Domain with an exporter of its own, stay unchanged. */
export function withExporter(given: PlainObject, { enabled, image }: WebLogicExporterProps): PlainObject {
  if (enabled === false || !isWithoutExporter(given)) return given;
  const own = Object.entries(given.spec?.monitoringExporter ?? {}).filter(([, value]) => value != null);
  const added = { imagePullPolicy: 'IfNotPresent', ...image == null ? {} : { image }, ...Object.fromEntries(own) };
  return { ...given, spec: { ...given.spec, monitoringExporter: { ...added, configuration: CONFIGURATION } } };
}

/** With `false`, the injector of Istio keeps the annotations that say where a pod is scraped. */
const MERGE = 'prometheus.istio.io/merge-metrics';

/** Lets the servers of a Domain in a mesh be scraped where their operator says; other objects stay unchanged. */
export function withoutMerging(given: PlainObject): PlainObject {
  const isGiven = given.spec?.serverPod?.annotations?.[MERGE] != null;
  return isDomain(given) && !isGiven && !isWithoutSidecar(given) ? withPodAnnotations(given, { [MERGE]: 'false' }) : given;
}

/** Whether an object is a Domain whose metrics nothing publishes, as far as its fields show. */
function isUnpublished(given: PlainObject, { enabled }: WebLogicExporterProps): boolean {
  return enabled === false && isWithoutExporter(given) && given.spec?.serverPod?.annotations?.['prometheus.io/scrape'] !== 'true';
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

/** Resolves how a component is scraped. */
export function scrapedComponent(context: MonitorContext, scraping: Scraping, isMeshed: boolean): ScrapedComponent {
  const { kind, defaults, interval, isAlone = false, relabelling: rules } = scraping;
  const { binding, trait, planOf, services: all, cluster } = context;
  const plan = planOf(binding);
  const metrics = binding.metrics();
  const { endpoints } = metrics;
  const services = kind === MonitorKind.SERVICE_MONITOR ? servicesWith(endpoints, all.to(binding)) : [];
  const isMeshTls = isMeshed && !plan.objects.some(isWithoutSidecar);
  const { selector } = plan;
  const labels = binding.component?.workload.source && selectorOf(binding);
  const spec = trait?.fields.spec;
  const hasCertificates = servesTls(plan);
  const secret = hasCertificates ? spec?.secret as string | undefined : metrics.secret;
  const settings = endpoints.map((_, i) => new EndpointSettings({ spec, index: i, secret, isOverTls: isMeshTls, defaults, interval }));
  return {
    endpoints: endpoints.map((endpoint, i) => {
      const { fields, relabelling } = placeOf(endpoint, plan, kind, services);
      const selectsPods = kind === MonitorKind.POD_MONITOR && !isAlone;
      const relabelings = rules({ job: endpoint.jobName, cluster, selector, selectsPods, isAlone, labels, ...relabelling });
      return { job: endpoint.jobName, place: fields, fields: { ...settings[i].fields, relabelings } };
    }),
    selector: services.length > 0 ? { matchLabels: services[0].labels } : selector,
    limits: Object.fromEntries(LIMITS.map(name => [name, spec?.[name] as unknown]).filter(([, value]) => value != null)),
    isByMesh: settings.some(each => each.isByMesh),
    findings: [
      ...endpointFindings(context, endpoints, kind === MonitorKind.SERVICE_MONITOR && services.length === 0),
      ...settings.flatMap(each => each.findings),
      ...hasCertificates && !settings.every(each => each.usesTls) ? found('metrics-over-tls', '') : FINE,
      ...unusedTls(settings),
    ],
  };
}

const LIMITS = Object.keys(LIMITED) as (keyof ScrapeLimits)[];

/** Reports endpoints of a component that would not be scraped. */
function endpointFindings(context: MonitorContext, endpoints: readonly MetricsEndpoint[], isWithoutService: boolean): Finding[] {
  const { binding, planOf } = context;
  const { type, ports } = planOf(binding);
  const metrics = binding.metrics();
  const isAnnotated = hasOwnPorts(type);
  const wrong = isAnnotated ? annotated(context, metrics)
    : endpoints.flatMap(endpoint => undeclared(binding.componentName, endpoint, ports, type));
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

function withoutService({ binding }: MonitorContext, endpoints: readonly MetricsEndpoint[], type: ObjectType): Finding[] {
  const { componentName: component } = binding;
  if (hasOwnPorts(type)) return found('service-not-found', '', { reason: 'monitor-of-weblogic', component });
  return found('service-not-found', '', { reason: 'monitor', ports: endpoints.map(({ port }) => port), component });
}

/** Reports pods that the selector does not match. Nothing adds labels to pods of an unknown kind: they must have them already. */
function unlabelled({ binding, planOf }: MonitorContext): Finding[] {
  const { objects, type, selector } = planOf(binding);
  const pods = objects.flatMap(object => podLabelsOf(object) ?? object.spec?.template?.metadata?.labels ?? []);
  if (objects.length === 0 || pods.some(own => unmet(selector, own).length === 0)) return FINE;
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}: ${value}`);
  return found('selector-mismatch', '', { reason: 'scraped', kind: type.kind, labels });
}

/** Reports endpoints of annotated pods other than the default: all would be scraped at the port and path in the annotations. */
function annotated({ binding }: MonitorContext, { endpoints }: ComponentMetrics): Finding[] {
  const defaults = binding.component?.workload.metricsDefaults;
  const isDefault = endpoints.length === 1 && endpoints.every(({ port, path }) => port === defaults?.port && path === defaults.path);
  return isDefault ? FINE : found('not-expressible', '', saying('gives a port or a path, but each WebLogic server is scraped at the port '
    + 'and path that its operator writes into the annotations of the pod',
  "leave 'port', 'path' and 'ports' out"));
}

/**
 * Reports domains without an exporter. The WebLogic operator adds none by itself, and a domain without one in its applications publishes
 * nothing.
 */
function unpublished({ binding, planOf, exporter }: MonitorContext): Finding[] {
  // nothing is added to an object that the program creates elsewhere
  const added = binding.component?.workload.source ? { enabled: false } : exporter;
  return planOf(binding).objects.filter(object => isUnpublished(object, added)).flatMap(({ metadata: { name } }) =>
    found('metrics-exporter-missing', '', { name: Shown.of(name) }));
}

/**
 * Whether the endpoints are served over TLS. The platform scrapes them over HTTP, and mistakes the secret with the certificates for one
 * with user name and password.
 */
function servesTls({ type, objects }: WorkloadPlan): boolean {
  return isCoherence(type) && objects.some(isOverTls);
}

/** The fields of a monitor that find an endpoint, and the relabelling that goes with them. */
interface EndpointPlace {
  readonly fields: PlaceFields;
  readonly relabelling: Pick<Relabelling, 'isAnnotated' | 'port' | 'place'>;
}

/**
 * A port that each member of a Coherence cluster declares, whatever else it listens on. It declares other ports only if the resource lists
 * them.
 */
const HEALTH = 'health';

/** The container of a Coherence member; the resource does not name it. */
const COHERENCE_CONTAINER = 'coherence';

/** Resolves how monitors of a kind find an endpoint of a workload. */
function placeOf({ port, path }: MetricsEndpoint, plan: WorkloadPlan, kind: MonitorKind, services: readonly FoundService[]): EndpointPlace {
  const { type, ports, objects } = plan;
  if (hasOwnPorts(type)) return { fields: {}, relabelling: { isAnnotated: true, place: {} } };
  const declared = ports.filter(each => each.port === port && isTcp(each));
  const containerOf = (own?: DeclaredPort) => own && (isCoherence(type) ? COHERENCE_CONTAINER : own.container);
  const only = onlyOne(declared);
  if (kind === MonitorKind.SERVICE_MONITOR) {
    const fields = servicePort(port, services);
    const place = { container: containerOf(only), endpoint: String(fields.port ?? fields.targetPort), service: onlyOne(services)?.name };
    return { fields: { ...fields, path }, relabelling: { place } };
  }
  const isListed = !isCoherence(type)
    || objects.flatMap(({ spec }) => coherenceResourcePorts(spec)).some(each => each.port === port && isTcp(each));
  if (!isListed) return { fields: { port: HEALTH, path }, relabelling: { port, place: {} } };
  const named = namedPort(declared, ports);
  const fields = named ? { port: named.name } : { portNumber: port };
  // the operator's label `endpoint` has only the name of a port
  return { fields: { ...fields, path }, relabelling: { place: { container: containerOf(named ?? only), endpoint: named?.name } } };
}

function onlyOne<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** The declared port if its name is unique, since all versions of the operator find ports by name. */
function namedPort([first]: readonly DeclaredPort[], ports: readonly DeclaredPort[]): DeclaredPort | undefined {
  return first?.name !== undefined && ports.filter(each => each.name === first.name).length === 1 ? first : undefined;
}

function servicePort(port: number, services: readonly FoundService[]): { readonly port?: string; readonly targetPort?: number } {
  const own = services.map(service => portTo(service, port)).find(each => each !== undefined);
  return own?.name === undefined ? { targetPort: port } : { port: own.name };
}

/** Services with the same labels, as those of one component, that together lead to all endpoints: a monitor selects Services by labels. */
function servicesWith(endpoints: readonly MetricsEndpoint[], services: readonly FoundService[]): readonly FoundService[] {
  const labelled = services.filter(({ labels }) => Object.keys(labels).length > 0);
  const groups = grouped(labelled, ({ labels }) => [JSON.stringify(labels)]);
  return [...groups.values()].find(group => endpoints.every(({ port }) => group.some(service => portTo(service, port)))) ?? [];
}

function portTo({ ports }: FoundService, containerPort: number): FoundService['ports'][number] | undefined {
  return ports.find(each => each.containerPort === containerPort && each.protocol === 'TCP');
}

function isTcp({ protocol }: DeclaredPort): boolean {
  return protocol == null || protocol === 'TCP';
}
