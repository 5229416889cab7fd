import type { k8s } from 'cdk8s-plus-27';
import { asObject, isFilled, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import { At, Finding, FINE, found, joinPath, Path, Shown } from '../../base/findings/finding';
import { COHERENCE, DOMAIN, fieldAt, isKind, kindName, kindOf, SERVICE } from '../../base/kind-of';
import { isDnsSubdomain, nameOf } from '../../base/names';
import {
  fixedKind, isBuiltIn, isOfAnyVendor, OAM_API_VERSION, OamKind, ObjectType, TypedManifest, vendorWorkload,
} from '../../base/oam-kind';
import { definedFields } from '../../base/plain';
import { isPort, metricsPath } from '../../base/addresses';
import { listedPort } from './links';
import { podOf } from './pod-templates';

/** Where a workload is scraped when no MetricsTrait says otherwise. */
export interface MetricsDefaults {
  /** HTTP port of the metrics endpoint, 1 to 65535. */
  readonly port: number;
  /** HTTP path of the metrics endpoint. */
  readonly path: string;
  /**
   * Name of the secret with the credentials for the endpoint, in the workload's namespace.
   *
   * @default - the endpoint needs no credentials
   */
  readonly secret?: string;
}

/** Path of the generic workload types (Helidon, Containerized, Deployment), and of Coherence. */
export const GENERIC_PATH = '/metrics';
/** The defaults of the generic workload types. */
export const GENERIC_METRICS: MetricsDefaults = { port: 8080, path: GENERIC_PATH };

/** Whether a port has metrics and no other requests, by its name. */
export function isMetricsPort({ name, protocol }: { readonly name?: unknown; readonly protocol?: string }): boolean {
  return typeof name === 'string' && /^(.*-)?metrics$/.test(name) && (protocol ?? 'TCP') === 'TCP';
}

/** The endpoints at ports that are scraped by their names. How to verify the certificate of another is not known. */
export function namedMetrics(ports: readonly DeclaredPort[]): MetricsDefaults[] {
  return ports.filter(each => isMetricsPort(each) && !each.name!.startsWith('https'))
    .map(({ port }) => ({ port, path: GENERIC_PATH }));
}

/** A value if it is a port, or else another port. */
const portOr = (value: unknown, other: number): number => isPort(value) ? value : other;

/** `prometheus.io/port` and `prometheus.io/path` on the pods override the defaults of a workload's type. */
export function annotatedMetrics(defaults: MetricsDefaults, annotations: unknown): MetricsDefaults {
  const { 'prometheus.io/port': port, 'prometheus.io/path': path } = asObject<Record<string, unknown>>(annotations);
  const own = typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : NaN;
  const isPath = metricsPath(path, '').length === 0;
  return { ...defaults, port: portOr(own, defaults.port), path: isPath ? path as string : defaults.path };
}

/** A port that the containers of a workload declare. */
export interface DeclaredPort {
  /** The port's number. */
  readonly port: number;
  /** The port's name. @default - the port has no name */
  readonly name?: string;
  /** Name of the container. @default - an operator creates the container */
  readonly container?: string;
  /** The protocol. @default "TCP" */
  readonly protocol?: string;
}

/** An object that a workload becomes in the cluster. */
export interface NamedObject extends ObjectType {
  readonly name: string;
}

/** A Service that leads to a workload. */
export interface NamedService {
  readonly name: string;
  /** Its ports, as far as they matter for requests. */
  readonly ports: readonly { readonly number: number; readonly name?: string }[];
}

/** How an OAM platform reads a kind of workload. The parts of a manifest passed to its functions may be anything. */
export interface OamWorkloadFacts {
  readonly kind: OamKind;
  /** The operator's kind, by group and kind, if `spec.template` holds its resource: its spec has metrics and ports. */
  readonly resource?: string;
  readonly metrics: (spec: PlainValue | undefined) => MetricsDefaults;
  readonly ports: (spec: PlainValue | undefined) => DeclaredPort[];
  /** The objects that an OAM platform creates from the workload, which has this name, without the workload itself. */
  readonly made: (spec: PlainValue | undefined, name: string) => NamedObject[];
  /** The Services among which an OAM platform searches for that of a workload; `undefined` if it has others. */
  readonly services?: (spec: PlainValue | undefined) => NamedService[];
  /** Whether `spec.replicas` of the object that it becomes is the number of its pods. */
  readonly scales?: true;
  /** Whether the pods listen on their own ports, whatever a trait says. */
  readonly hasOwnPorts?: true;
  /** Whether an OAM platform lacks an image for its logging sidecar. */
  readonly needsLoggingImage?: true;
}

/** Whether a manifest is of this kind of OAM workload, of any vendor, or is the resource that such a workload holds. */
export function isWorkloadOf(workload: OamWorkloadFacts, manifest: object): boolean {
  return isOfAnyVendor(workload.kind, manifest) || isResource(workload, manifest);
}

function isResource({ resource }: OamWorkloadFacts, manifest: unknown): boolean {
  return resource !== undefined && isKind(manifest, resource);
}

/** The part of a workload's spec that describes its pods. */
export function podsSpecOf({ resource }: OamWorkloadFacts, spec: PlainValue | undefined): PlainValue | undefined {
  return resource === undefined ? spec : spec?.template?.spec;
}

/** The ports of a pod: those of its containers, and of init containers that keep running beside them. */
export function podPorts(spec: PlainValue | undefined): DeclaredPort[] {
  const sidecars = listOf(spec?.initContainers).filter(each => each?.restartPolicy === 'Always');
  return [...portsOfContainers(spec?.containers), ...portsOfContainers(sidecars)];
}

/** The ports that the containers of an object's pods declare; `undefined` if they are not known. */
export function portsOfPods(object: TypedManifest): DeclaredPort[] | undefined {
  const spec = podOf(object)?.spec as PlainValue | undefined;
  return spec?.containers === undefined ? undefined : podPorts(spec);
}

/** The ports of a list of containers. */
export function portsOfContainers(containers: unknown): DeclaredPort[] {
  return listOf<k8s.Container | null>(containers).flatMap(each =>
    listOf<k8s.ContainerPort | null>(each?.ports).flatMap(declared => {
      const { containerPort: number, name, protocol } = declared ?? {};
      return isPort(number) ? { port: number, ...definedFields({ name, container: each!.name, protocol }) } : [];
    }));
}

/** The ports that a Service lists. */
function listedPorts(ports: unknown): NamedService['ports'] {
  return listOf<Partial<k8s.ServicePort> | undefined>(ports)
    .flatMap(each => each?.port == null ? [] : { number: each.port, name: each.name ?? undefined });
}

/** The kind of an OAM workload, of any vendor, or of the resource that it holds. */
export function oamWorkloadOf(manifest: unknown): OamWorkloadFacts | undefined {
  return isObject(manifest) ? OAM_WORKLOAD_FACTS.find(each => isWorkloadOf(each, manifest)) : undefined;
}

/** The spec that describes the pods, from a workload or from the resource that it holds. */
function ownPodsSpec(oam: OamWorkloadFacts, manifest: unknown): PlainValue | undefined {
  const { spec } = asObject(manifest);
  return isResource(oam, manifest) ? spec : podsSpecOf(oam, spec);
}

/** Where a workload is scraped by default. */
export function metricsOf(manifest: unknown): MetricsDefaults | undefined {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.metrics(ownPodsSpec(oam, manifest));
  const { isScraped, pods } = kindOf(manifest);
  return isScraped && pods ? annotatedMetrics(GENERIC_METRICS, fieldAt(manifest, pods.metadata)?.annotations)
    : undefined;
}

/** The ports of an object that are scraped by their names. An annotation of its pods that names one has precedence. */
export function metricsPortsOf(object: ObjectType, ports: readonly DeclaredPort[]): MetricsDefaults[] {
  const annotations = asObject(podOf(object)?.metadata.annotations);
  return isBuiltIn(object) && annotations['prometheus.io/port'] === undefined ? namedMetrics(ports) : [];
}

/** The ports that a workload declares. */
export function declaredPortsOf(manifest: unknown): DeclaredPort[] {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.ports(ownPodsSpec(oam, manifest));
  const { pods } = kindOf(manifest);
  return pods?.isPodSpec ? podPorts(fieldAt(manifest, pods.spec)) : [];
}

/** The objects that the platform creates from a workload, which has this name, without the workload itself. */
export function objectsMadeFrom(manifest: unknown, name: string): NamedObject[] {
  const oam = oamWorkloadOf(manifest);
  return oam && !isResource(oam, manifest) ? oam.made(asObject(manifest).spec, name) : [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` for an unknown kind. */
export function isScalable(manifest: ObjectType): boolean | undefined {
  return (oamWorkloadOf(manifest) ?? kindOf(manifest)).scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at their own ports: each WebLogic server listens on its own. */
export function hasOwnPorts(manifest: unknown): boolean { return oamWorkloadOf(manifest)?.hasOwnPorts ?? false; }

/** Whether a LoggingTrait on a workload must name its image on an OAM platform. */
export function needsLoggingImage(type: ObjectType): boolean {
  return (oamWorkloadOf(type) ?? kindOf(type)).needsLoggingImage ?? false;
}

/** The spec of an IngressTrait that names a port of the Service wherever the Service has several. */
export function withDestinations(spec: PlainValue | undefined, service: NamedService): unknown {
  if (service.ports.length < 2 || !Array.isArray(spec?.rules)) return spec;
  const rules = spec.rules.map(rule => {
    const { host, port } = rule?.destination ?? {};
    const chosen = host == null && port == null ? choosePort(service, undefined, []).port : undefined;
    return chosen === undefined ? rule
      : { ...asObject(rule), destination: { ...asObject(rule?.destination), port: chosen } };
  });
  return { ...asObject<PlainFields>(spec), rules };
}

/** The Services among which an OAM platform searches for that of a workload; `undefined` if they are not known. */
export function platformServicesOf(manifest: ObjectType): NamedService[] | undefined {
  if (isKind(manifest, SERVICE)) return ofService(manifest);
  return oamWorkloadOf(manifest)?.services?.(asObject(manifest).spec) ?? (isBuiltIn(manifest) ? [] : undefined);
}

/** The Service itself; `undefined` for one of the WebLogic operator, which names its ports differently. */
export function ofService(service: ObjectType): NamedService[] | undefined {
  const { spec } = asObject(service);
  const isOfOperator = spec?.selector?.['weblogic.createdByOperator'] != null;
  return isOfOperator ? undefined : [{ name: String(nameOf(service)), ports: listedPorts(spec?.ports) }];
}

// the name in an operator's resource may be anything
const isHttpPort = ({ name }: { readonly name?: unknown }) => typeof name === 'string' && name.startsWith('http');
/** Whether requests of users may go to a port: by its name, it is for HTTP, and not for metrics. */
export const isForRequests = (port: { readonly name?: unknown }) => isHttpPort(port) && !isMetricsPort(port);

/** The ports of a Service among which that for requests is, without those that are less likely meant. */
function portsForRequests(ports: NamedService['ports']): NamedService['ports'] {
  const others = ports.filter(port => !isMetricsPort(port));
  const exact = others.filter(({ name }) => name === 'http');
  return others.length === 1 ? others : exact.length > 0 ? exact : others.filter(isHttpPort);
}

/**
 * The port of a Service to which requests go: the one that is named, or the only one that is not for metrics, the one
 * called `http`, or the only one called `http…`. An OAM platform takes the only port, or the only one called `http…`.
 */
export function choosePort(
  { name: service, ports }: NamedService, wanted: unknown, at: At, isByPlatform = false,
): { port?: number; findings: Finding[] } {
  const field = joinPath(at, 'port');
  if (ports.length === 0) return { findings: found('service-not-found', field, { reason: 'no-port', service }) };
  const known = ports.map(({ number, name }) => listedPort(number, name));
  if (wanted != null) {
    const chosen = ports.find(({ number }) => number === wanted);
    const about = { service, ports: known, value: Shown.of(wanted) };
    return chosen ? { port: chosen.number, findings: FINE }
      : { findings: found('service-not-found', field, { reason: 'not-a-port', ...about }) };
  }
  const likely = !isByPlatform ? portsForRequests(ports) : ports.length === 1 ? ports : ports.filter(isHttpPort);
  const [one, ...more] = likely;
  if (one && more.length === 0) return { port: one.number, findings: FINE };
  const isPlain = isByPlatform || !ports.some(isMetricsPort);
  const reason = isPlain ? 'ports' : ports.every(isMetricsPort) ? 'metrics-ports' : 'beside-metrics';
  return { findings: found('ambiguous-service', field, { reason, service, ports: known }) };
}

/** The object of a type, if its metadata names it. */
function namedObject(version: string, kind: string, object: unknown): NamedObject[] {
  const name = isObject(object) ? nameOf(object) : undefined;
  return typeof name === 'string' ? [{ apiVersion: version, kind, name }] : [];
}

/** The ports of Coherence for health checks of its operator, and, unless its resource names others, for the rest. */
const COHERENCE_PORTS = { health: 6676, metrics: 9612, management: 30000 };
export const COHERENCE_API_VERSION = 'coherence.oracle.com/v1';

/** The ports in the resource. Those named `metrics` and `management` may omit their numbers. */
export function coherenceResourcePorts(spec: PlainValue | undefined): DeclaredPort[] {
  const implied = new Map<unknown, unknown>((['metrics', 'management'] as const).map(name =>
    [name, spec?.coherence?.[name]?.port ?? COHERENCE_PORTS[name]]));
  return listOf<Partial<DeclaredPort> | undefined>(spec?.ports).flatMap(each => {
    const port = each?.port ?? implied.get(each?.name);
    return isPort(port) ? { port, ...definedFields({ name: each?.name, protocol: each?.protocol }) } : [];
  });
}

/** The ports of WebLogic: those of the servers are where the samples of its operator put them. */
const WEBLOGIC_PORTS = { administration: 7001, managed: 8001, exporter: 8080 };

/** The version of a WebLogic Domain. */
export enum WebLogicDomainVersion {
  /** `weblogic.oracle/v8`: clusters are part of the Domain. */
  V8 = 'weblogic.oracle/v8',
  /** `weblogic.oracle/v9`: clusters are separate resources. Verrazzano 1.5 or newer. */
  V9 = 'weblogic.oracle/v9',
}

/** The version of a WebLogic Cluster. */
export const CLUSTER_API_VERSION = 'weblogic.oracle/v1';

/** A ContainerizedWorkload: the OAM runtime creates a Deployment and a Service, both with the name of the workload. */
export const CONTAINERIZED_FACTS: OamWorkloadFacts = {
  kind: fixedKind(OAM_API_VERSION, 'ContainerizedWorkload'),
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => portsOfContainers(spec?.containers),
  made: (_, name) => [{ apiVersion: 'apps/v1', kind: 'Deployment', name }, { apiVersion: 'v1', kind: 'Service', name }],
  scales: true,
  needsLoggingImage: true,
};

/** A HelidonWorkload: the platform creates a Deployment and a Service from the templates that it holds. */
export const HELIDON_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('HelidonWorkload'),
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => podPorts(spec?.deploymentTemplate?.podSpec),
  // the Deployment and the Service have one name: the API server drops the Service's own
  made: spec => [
    ...namedObject('apps/v1', 'Deployment', spec?.deploymentTemplate),
    ...namedObject('v1', 'Service', spec?.deploymentTemplate),
  ],
  services: spec => {
    const { deploymentTemplate: deployment, serviceTemplate: service } = spec ?? {};
    const own = service?.serviceSpec?.ports;
    // without its own ports, the Service has all container ports, each named `<container>-<port>`
    const ports = own != null ? listedPorts(own) : portsOfContainers(deployment?.podSpec?.containers)
      .map(({ container, port }) => ({ number: port, name: `${container}-${port}`.toLowerCase() }));
    return [{ name: String(nameOf(deployment)), ports }];
  },
  scales: true,
  needsLoggingImage: true,
};

/** A CoherenceWorkload: it holds a Coherence resource, whose operator opens ports that no container declares. */
export const COHERENCE_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('CoherenceWorkload'),
  resource: COHERENCE,
  // port 9612, or the one in the resource; with the secret of its TLS configuration, as the platform uses it
  metrics: spec => {
    const metrics = spec?.coherence?.metrics;
    const used = metrics?.enabled === false ? undefined : metrics;
    const secret = used?.ssl?.enabled === true && isDnsSubdomain(used.ssl.secrets) ? used.ssl.secrets : undefined;
    const defaults = { port: portOr(used?.port, COHERENCE_PORTS.metrics), path: GENERIC_PATH };
    return annotatedMetrics(secret ? { ...defaults, secret } : defaults, spec?.annotations);
  },
  // those in the resource, and those that the operator opens for the features that the resource enables
  ports: spec => {
    const { metrics, management } = spec?.coherence ?? {};
    const listed = coherenceResourcePorts(spec);
    const implied: DeclaredPort[] = [
      { port: portOr(spec?.healthPort, COHERENCE_PORTS.health), name: 'health' },
      ...metrics?.enabled ? [{ port: portOr(metrics.port, COHERENCE_PORTS.metrics), name: 'metrics' }] : [],
      ...management?.enabled ? [{ port: portOr(management.port, COHERENCE_PORTS.management), name: 'management' }] : [],
    ];
    return [...listed, ...implied.filter(({ port }) =>
      !listed.some(each => each.port === port && (each.protocol ?? 'TCP') === 'TCP'))];
  },
  made: spec => namedObject(COHERENCE_API_VERSION, 'Coherence', spec?.template),
  scales: true,
};

/** A WebLogicWorkload: it holds a Domain, and from v9 its Clusters too, which the WebLogic operator runs. */
export const WEBLOGIC_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('WebLogicWorkload'),
  resource: DOMAIN,
  // the exporter on the administration server, with the domain's own credentials
  metrics: spec => {
    const defaults = { port: WEBLOGIC_PORTS.administration, path: '/wls-exporter/metrics' };
    const secret = spec?.webLogicCredentialsSecret?.name;
    return isDnsSubdomain(secret) ? { ...defaults, secret } : defaults;
  },
  // those that the operator and its samples use, and that of the exporter's sidecar if there is one: the Domain does
  // not name the ports of its servers; the domain's model does
  ports: spec => {
    const exporter = spec?.monitoringExporter;
    const sidecar = { name: 'metrics', container: 'monitoring-exporter' };
    return [
      ...[WEBLOGIC_PORTS.administration, WEBLOGIC_PORTS.managed].map(port => ({ port, name: 'default' })),
      ...isObject(exporter) ? [{ port: portOr(exporter.port, WEBLOGIC_PORTS.exporter), ...sidecar }] : [],
    ];
  },
  // the Domain and its Clusters
  made: spec => {
    const version = spec?.template?.apiVersion;
    return [
      ...namedObject(typeof version === 'string' ? version : WebLogicDomainVersion.V8, 'Domain', spec?.template),
      ...listOf(spec?.clusters).flatMap(each => namedObject(CLUSTER_API_VERSION, 'Cluster', each)),
    ];
  },
  scales: true,
  hasOwnPorts: true,
};

/** What is known of the kinds of OAM workloads. Their props and how they are rendered are in the model. */
const OAM_WORKLOAD_FACTS = [CONTAINERIZED_FACTS, HELIDON_FACTS, COHERENCE_FACTS, WEBLOGIC_FACTS];

/** The objects that an OAM platform creates from a Component or the traits of an application, with their paths. */
export function carriedBy(carrier: TypedManifest): { readonly object: TypedManifest; readonly path: Path }[] {
  const { spec, metadata } = carrier;
  const carried = (value: PlainValue | undefined, path: Path, name?: unknown) => {
    if (!isObject(value) || !isFilled(value.apiVersion) || !isFilled(value.kind)) return [];
    const own = { name, ...asObject(value.metadata), namespace: metadata?.namespace };
    return [{ object: { ...value, metadata: own } as unknown as TypedManifest, path }];
  };
  switch (kindName(carrier)) {
    case 'core.oam.dev/Component': return carried(spec?.workload, ['spec', 'workload'], metadata?.name);
    case 'core.oam.dev/ApplicationConfiguration':
      return listOf(spec?.components).flatMap((entry, i) => listOf(entry?.traits).flatMap((each, j) =>
        carried(each?.trait, ['spec', 'components', i, 'traits', j, 'trait'])));
    default: return [];
  }
}
