import { Finding, FINE, found, ownWords, Path, Shown } from '../../../base/findings/finding';
import { BindingModel, selectorOf, TraitModel } from '../../../model/platform/model';
import { asObject, grouped } from '../../../base/check';
import { manifestOf } from '../../../base/definitions/props';
import type { SecretKey } from '../../../base/definitions/type';
import { isGivenUpLate } from '../../../base/durations';
import { endpointFields } from '../../../base/metrics-endpoints';
import { withoutNulls } from '../../../base/plain';
import { anyOf } from '../../../base/regexes';
import { RelabelRule } from '../../../cluster/scraping/relabel';
import { coherenceResourcePorts, DeclaredPort, hasOwnPorts } from '../../../cluster/objects/oam-workloads';
import { listedPort } from '../../../cluster/objects/links';
import { MetricsEndpoint } from '../../../model/platform/metrics';
import type { ScrapeField } from '../../../model/traits/metrics-trait';
import {
  LIMITED, MetricRelabeling, RelabelAction, SCRAPE_SETTINGS, ScrapeLimits, ScrapeScheme, ScrapeSettings,
} from '../../../model/traits/scrape-settings';
import { isCoherence, isOverTls } from '../../../model/workloads/coherence-workload';
import { WorkloadPlan } from '../../../model/workloads/workload';
import { FoundService, Services } from '../services';
import { MonitorKind, MonitorOptions } from './prometheus-operator-props';
import { Relabelling, relabelling } from './series-labels';
import { isWithoutExporter, WebLogicExporterProps } from './weblogic-exporter';
import { isWithoutSidecar, podLabelsOf } from '../../../cluster/objects/pod-templates';
import { LabelSelector, unmet } from '../../../cluster/objects/selectors';

// how a component is scraped, whichever scraper is used

/** The context in which a component's monitors are rendered. */
export interface MonitorContext {
  readonly binding: BindingModel;
  /** The trait that declares the metrics; `undefined` for default monitors. */
  readonly trait?: TraitModel;
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** The label for the cluster's name, and the name if there is one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  readonly exporter: WebLogicExporterProps;
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

/** Settings in the form of a manifest. */
interface PlainSettings extends Omit<ScrapeSettings, 'interval' | 'timeout'> {
  readonly interval?: string;
  readonly timeout?: string;
}

/** How an endpoint is scraped, by the fields of a MetricsTrait. */
interface ScrapedFields extends Omit<PlainSettings, 'keepMetrics' | 'dropMetrics'> {
  readonly basicAuth?: { readonly username: SecretKey; readonly password: SecretKey };
}

/** How a component is scraped. */
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

const LIMITS = Object.keys(LIMITED) as (keyof ScrapeLimits)[];

/**
 * Resolves how a component is scraped with the options of a provider. The interval is the scraper's own default, if
 * known.
 */
export function scrapedComponent(
  context: MonitorContext, options: MonitorOptions, isMeshed: boolean, interval?: string,
): ScrapedComponent {
  const { binding, trait, planOf, cluster } = context;
  const { monitorKind = MonitorKind.POD_MONITOR, scrape } = options;
  const plan = planOf(binding);
  const { type, objects, selector } = plan;
  const { endpoints, secret: credentials } = binding.metrics();
  const isByService = monitorKind === MonitorKind.SERVICE_MONITOR;
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
  const defaults = asObject<PlainSettings>(manifestOf(SCRAPE_SETTINGS, scrape));
  const settings = endpoints.map((_, i) => settingsOfEndpoint(spec, i, secret, isOverMesh, defaults, interval));
  const labels = binding.component?.workload.source && selectorOf(binding);
  const { addedLabels: repeated = [] } = plan;
  const isAlone = monitorKind === MonitorKind.SCRAPE_CONFIG;
  return {
    endpoints: endpoints.map((endpoint, i) => {
      const { place, labelled: own } = placeOfEndpoint(endpoint, plan, monitorKind, services);
      const selectsPods = monitorKind === MonitorKind.POD_MONITOR;
      const { jobName: job } = endpoint;
      const relabelings =
        relabelling({ job, cluster, selector, selectsPods, isAlone, repeated, labels, ...own }, options);
      return { job, place, fields: { ...settings[i].fields, relabelings } };
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
  const declared = ports.filter(isTcpPort).map(({ port, name }) => listedPort(port, name));
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

/** A port that each Coherence member declares. It declares other ports only if the resource lists them. */
const HEALTH = 'health';
/** The container of a Coherence member; the resource does not name it. */
const COHERENCE_CONTAINER = 'coherence';

/** Resolves how monitors of a kind find an endpoint, and the labels that follow from it. */
function placeOfEndpoint(
  { port, path }: MetricsEndpoint, { type, ports, objects }: WorkloadPlan, kind: MonitorKind,
  services: readonly FoundService[],
): { readonly place: PlaceFields; readonly labelled: Pick<Relabelling, 'isAnnotated' | 'port' | 'place'> } {
  if (hasOwnPorts(type)) return { place: {}, labelled: { isAnnotated: true, place: {} } };
  const isOwn = (each: DeclaredPort) => each.port === port && isTcpPort(each);
  const declared = ports.filter(isOwn);
  const containerOf = (own?: DeclaredPort) => own && (isCoherence(type) ? COHERENCE_CONTAINER : own.container);
  const only = declared.length === 1 ? declared[0] : undefined;
  if (kind === MonitorKind.SERVICE_MONITOR) {
    const name = services.map(service => portTo(service, port)).find(each => each !== undefined)?.name;
    const service = services.length === 1 ? services[0].name : undefined;
    return {
      place: { ...name === undefined ? { targetPort: port } : { port: name }, path },
      labelled: { place: { container: containerOf(only), endpoint: name ?? String(port), service } },
    };
  }
  const isListed = !isCoherence(type) || objects.flatMap(({ spec }) => coherenceResourcePorts(spec)).some(isOwn);
  if (!isListed) return { place: { port: HEALTH, path }, labelled: { port, place: {} } };
  // all versions of the operator find ports by name, if it is unique
  const [first] = declared;
  const isNamed = first?.name !== undefined && ports.filter(({ name }) => name === first.name).length === 1;
  if (!isNamed) return { place: { portNumber: port, path }, labelled: { place: { container: containerOf(only) } } };
  // the operator's label `endpoint` has only the name of a port
  const { name: endpoint } = first;
  return { place: { port: endpoint, path }, labelled: { place: { container: containerOf(first), endpoint } } };
}

function portTo({ ports }: FoundService, containerPort: number): FoundService['ports'][number] | undefined {
  return ports.find(each => each.containerPort === containerPort && each.protocol === 'TCP');
}

const isTcpPort = ({ protocol }: DeclaredPort) => protocol == null || protocol === 'TCP';

/** Settings, and their path in the trait. */
type SettingPlace = { readonly given?: PlainSettings; readonly at?: Path };

/** The mesh overrides the provider's defaults, which do not depend on a namespace. The trait overrides the mesh. */
const MESH: SettingPlace = { given: { scheme: ScrapeScheme.HTTPS } };

type EndpointSettings = ReturnType<typeof settingsOfEndpoint>;

/**
 * How an endpoint of a MetricsTrait is scraped, with the Secret of a user. Its own settings override those of the
 * trait, which override the defaults.
 */
function settingsOfEndpoint(
  spec: unknown, index: number, name: string | undefined, isOverMesh: boolean, defaults: PlainSettings,
  ofScraper?: string,
) {
  const entry = endpointFields(spec)[index];
  const own: SettingPlace = { given: asObject<PlainSettings>(entry), at: entry === spec ? [] : ['ports', index] };
  const ofTrait: SettingPlace = { given: asObject<PlainSettings>(spec), at: [] };
  const places = [own, ofTrait, ...isOverMesh ? [MESH] : [], { given: defaults }];
  const placeOf = (field: keyof ScrapeSettings) => places.find(({ given }) => given?.[field] != null);
  const valueOf = <Name extends keyof ScrapeSettings>(field: Name) => placeOf(field)?.given?.[field];
  const isByMesh = placeOf('scheme') === MESH;
  const usesTls = !isByMesh && valueOf('scheme') === ScrapeScheme.HTTPS;
  // authorization or basic auth: whichever is set closest to the endpoint
  const authorization = own.given?.authorization ?? ofTrait.given?.authorization
    ?? (name == null ? defaults.authorization : undefined);
  const basicAuth = authorization == null && name != null
    ? { username: { name, key: 'username' }, password: { name, key: 'password' } } : undefined;
  const byName = (action: RelabelAction, names: readonly string[] = []): MetricRelabeling[] =>
    names.length === 0 ? [] : [{ action, sourceLabels: ['__name__'], regex: anyOf(names) }];
  const metricRelabelings = [
    ...byName(RelabelAction.KEEP, valueOf('keepMetrics')),
    ...byName(RelabelAction.DROP, valueOf('dropMetrics')),
    // the action is always written, since the operator's CRD would add its default
    ...(valueOf('metricRelabelings') ?? []).map(rule => ({ ...rule, action: rule.action ?? RelabelAction.REPLACE })),
  ];
  const [interval, timeout] = [placeOf('interval'), placeOf('timeout')];
  // findings about the defaults are reported for the provider
  const at = timeout?.at ?? interval?.at;
  const shortest = interval?.given?.interval ?? ofScraper;
  const longest = timeout?.given?.timeout;
  const reason = timeout?.at ? 'timeout' : 'interval';
  return {
    fields: withoutNulls({
      interval: valueOf('interval'),
      timeout: valueOf('timeout'),
      honorTimestamps: valueOf('honorTimestamps'),
      scheme: valueOf('scheme') ?? ScrapeScheme.HTTP,
      tls: usesTls ? valueOf('tls') : undefined,
      basicAuth,
      authorization: authorization ?? undefined,
      metricRelabelings: metricRelabelings.length === 0 ? undefined : metricRelabelings,
    } satisfies Record<Exclude<ScrapeField, keyof ScrapeLimits | 'relabelings'>, unknown>),
    /** Whether it is scraped with the certificates of the mesh. */
    isByMesh,
    /** Whether a certificate is verified with these settings. */
    usesTls,
    /** The path in the trait at which TLS is set, for this endpoint alone or for all of them. */
    tlsAt: [own, ofTrait].find(({ given }) => given?.tls != null)?.at,
    // a monitor with a timeout that is longer than its interval is rejected
    findings: !at || !isGivenUpLate(shortest, longest) ? FINE : found('scrape-timeout', [...at, reason],
      { reason, interval: Shown.of(shortest), timeout: Shown.of(longest) }),
  };
}

/** Reports TLS settings of the trait that apply to no endpoint. */
function unusedTls(endpoints: readonly EndpointSettings[]): Finding[] {
  const groups = grouped(endpoints, ({ tlsAt }) => [String(tlsAt)]);
  return [...groups.values()].flatMap(those => {
    const [{ tlsAt: at }] = those;
    if (at === undefined || those.some(({ usesTls }) => usesTls)) return FINE;
    return found('no-effect', [...at, 'tls'], those.every(({ isByMesh }) => isByMesh) ? ownWords(
      'is not used: the endpoint is scraped with the certificates of the mesh',
      "leave it out, or set 'scheme' to ScrapeScheme.HTTPS if the endpoint itself serves TLS",
      "leave it out, or set 'scheme: https' if the endpoint itself serves TLS") : ownWords(
      'is not used: the endpoint is scraped over HTTP',
      "set 'scheme' to ScrapeScheme.HTTPS, or leave it out", "set 'scheme: https', or leave it out"));
  });
}
