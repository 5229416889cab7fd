import { Finding, FINE, found, At, joinPath, Shown } from '../../base/findings/finding';
import { isObject, PlainValue, listOf, PlainFields, asObject, listOf as elementsOf } from '../../base/check';
import { isPort, metricsPath, nameOf, isDnsSubdomain } from '../../base/names';
import {
  ObjectType, isOfAnyVendor, OamKind, isBuiltIn, fixedKind, OAM_API_VERSION, vendorWorkload,
} from '../../base/oam-kind';
import { isKind, fieldAt, SERVICE, kindOf, COHERENCE, DOMAIN } from '../../base/kinds/kind-of';
import type { k8s } from 'cdk8s-plus-27';
import { given } from '../checks/pods';

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

/** Port of the generic workload types (Helidon, Containerized, Deployment). */
export const GENERIC_PORT = 8080;

/** Path of the generic workload types, and of Coherence. */
export const GENERIC_PATH = '/metrics';

/** The defaults of the generic workload types. */
export const GENERIC_METRICS: MetricsDefaults = { port: GENERIC_PORT, path: GENERIC_PATH };

/** A value if it is a port, or else another port. */
export function portOr(value: unknown, other: number): number {
  return isPort(value) ? value : other;
}

/** `prometheus.io/port` and `prometheus.io/path` on the pods override the defaults of the workload's type, as on the platform. */
export function annotated(defaults: MetricsDefaults, annotations: unknown): MetricsDefaults {
  if (!isObject(annotations)) return defaults;
  const written = annotations['prometheus.io/port'];
  const port = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : NaN;
  const path = annotations['prometheus.io/path'] as string;
  return {
    ...defaults,
    port: portOr(port, defaults.port),
    path: metricsPath(path, '').length === 0 ? path : defaults.path,
  };
}

/** A port that the containers of a workload declare. */
export interface DeclaredPort {
  /** The port's number. */
  readonly port: number;

  /**
   * The port's name.
   *
   * @default - the port has no name
   */
  readonly name?: string;

  /**
   * Name of the container.
   *
   * @default - an operator creates the container
   */
  readonly container?: string;

  /**
   * The protocol.
   *
   * @default "TCP"
   */
  readonly protocol?: string;
}

/** An object that a workload becomes in the cluster. */
export interface NamedObject extends ObjectType {
  readonly name: string;
}

/** A port of a Service, as far as it matters for requests. */
interface ServicePort {
  readonly number: number;
  readonly name?: string;
}

/** A Service that leads to a workload. */
export interface NamedService {
  readonly name: string;
  readonly ports: readonly ServicePort[];
}

/** How an OAM platform reads a kind of workload. The parts of a manifest passed to its functions may be anything. */
export interface OamWorkloadFacts {
  readonly kind: OamKind;
  /** The operator's kind, by group and kind, if `spec.template` holds its resource: metrics and ports are read from the resource's spec. */
  readonly resource?: string;
  readonly metrics: (spec: PlainValue | undefined) => MetricsDefaults;
  readonly ports: (spec: PlainValue | undefined) => DeclaredPort[];
  /** The objects that an OAM platform creates from the workload, which has this name, without the workload itself. */
  readonly made: (spec: PlainValue | undefined, name: string) => NamedObject[];
  /** The Services among which an OAM platform searches for that of the workload; `undefined` if it has others. */
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

export function isResource({ resource }: OamWorkloadFacts, manifest: unknown): boolean {
  return resource !== undefined && isKind(manifest, resource);
}

/** The part of a workload's spec that describes its pods. */
export function podsSpecOf({ resource }: OamWorkloadFacts, spec: PlainValue | undefined): PlainValue | undefined {
  return resource === undefined ? spec : spec?.template?.spec;
}

/** The ports of a pod: those of its containers, and of init containers that keep running beside them. */
export function podPorts(spec: PlainValue | undefined): DeclaredPort[] {
  const sidecars = listOf(spec?.initContainers).filter(each => each?.restartPolicy === 'Always');
  return [...portsOf(spec?.containers), ...portsOf(sidecars)];
}

/** The ports of a list of containers. */
export function portsOf(of: unknown): DeclaredPort[] {
  return listOf<k8s.Container | null>(of).flatMap(each => listOf<k8s.ContainerPort | null>(each?.ports).flatMap(declared => {
    const { containerPort: number, name, protocol } = declared ?? {};
    return !isPort(number) ? []
      : { port: number, ...given({ name: name ?? undefined, container: each!.name, protocol: protocol ?? undefined }) };
  }));
}

/** The ports that a Service lists. */
export function listedPorts(ports: unknown): ServicePort[] {
  return listOf<Partial<k8s.ServicePort> | undefined>(ports)
    .flatMap(each => each?.port == null ? [] : { number: each.port, name: each.name ?? undefined });
}

/** Where a workload is scraped by default. */
export function metricsOf(manifest: unknown): MetricsDefaults | undefined {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.metrics(specOf(oam, manifest));
  const { isScraped, pods } = kindOf(manifest);
  return isScraped && pods ? annotated(GENERIC_METRICS, fieldAt(manifest, pods.metadata)?.annotations) : undefined;
}

/** The ports that a workload declares. */
export function declaredPortsOf(manifest: unknown): DeclaredPort[] {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.ports(specOf(oam, manifest));
  const { pods } = kindOf(manifest);
  return pods?.isPodSpec ? podPorts(fieldAt(manifest, pods.spec)) : [];
}

/** The objects that the platform creates from a workload, which has this name, without the workload itself. */
export function madeOf(manifest: unknown, name: string): NamedObject[] {
  const oam = oamWorkloadOf(manifest);
  return oam && !isResource(oam, manifest) ? oam.made(asObject(manifest).spec, name) : [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` for an unknown kind. */
export function isScalable(manifest: ObjectType): boolean | undefined {
  return (oamWorkloadOf(manifest) ?? kindOf(manifest)).scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at their own ports: each WebLogic server listens on its own. */
export function hasOwnPorts(manifest: unknown): boolean {
  return oamWorkloadOf(manifest)?.hasOwnPorts ?? false;
}

/** Whether a LoggingTrait on a workload must name its image on an OAM platform. */
export function needsLoggingImage(type: ObjectType): boolean {
  return (oamWorkloadOf(type) ?? kindOf(type)).needsLoggingImage ?? false;
}

/** The kind of an OAM workload, of any vendor, or of the resource that it holds. */
export function oamWorkloadOf(manifest: unknown): OamWorkloadFacts | undefined {
  return isObject(manifest) ? OAM_WORKLOAD_FACTS.find(each => isWorkloadOf(each, manifest)) : undefined;
}

/** The spec that describes the pods, from a workload or from the resource that it holds. */
function specOf(oam: OamWorkloadFacts, manifest: unknown): PlainValue | undefined {
  const { spec } = asObject(manifest);
  return isResource(oam, manifest) ? spec : podsSpecOf(oam, spec);
}

/** The spec of an IngressTrait that names a port of the Service wherever the Service has several. */
export function withDestinations(spec: PlainValue | undefined, service: NamedService): unknown {
  if (service.ports.length < 2 || !Array.isArray(spec?.rules)) return spec;
  const rules = spec.rules.map(rule => {
    const { host, port } = rule?.destination ?? {};
    const chosen = host == null && port == null ? choosePort(service, undefined, []).port : undefined;
    return chosen === undefined ? rule : { ...asObject(rule), destination: { ...asObject(rule?.destination), port: chosen } };
  });
  return { ...asObject<PlainFields>(spec), rules };
}

/** The Services among which an OAM platform searches for that of a workload; `undefined` for a kind that has others or is unknown. */
export function servicesOf(manifest: ObjectType): NamedService[] | undefined {
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
export const isHttp = ({ name }: { name?: unknown }) => typeof name === 'string' && name.startsWith('http');

/** The port of a Service to which requests go: the one that is named, the only one, or the only one that is called `http…`. */
export function choosePort({ name, ports }: NamedService, wanted: unknown, at: At): { port?: number; findings: Finding[] } {
  const field = joinPath(at, 'port');
  if (ports.length === 0) return { findings: found('service-not-found', field, { reason: 'no-port', service: name }) };
  const known = ports.map(({ number, name: own }) => own === undefined ? number : `${number} (${own})`);
  if (wanted != null) {
    const chosen = ports.find(({ number }) => number === wanted);
    return chosen
      ? { port: chosen.number, findings: FINE }
      : { findings: found('service-not-found', field, { reason: 'not-a-port', service: name, ports: known, value: Shown.of(wanted) }) };
  }
  const [one, ...more] = ports.length === 1 ? ports : ports.filter(isHttp);
  return one && more.length === 0
    ? { port: one.number, findings: FINE }
    : { findings: found('ambiguous-service', field, { reason: 'ports', service: name, ports: known }) };
}

/** The object of a type, if its metadata names it. */
export function namedObject(version: string, kind: string, object: unknown): NamedObject[] {
  const name = isObject(object) ? nameOf(object) : undefined;
  return typeof name === 'string' ? [{ apiVersion: version, kind, name }] : [];
}

/** The Deployment and the Service have one name: the API server drops the Service's own. */
export function helidonObjects(spec: PlainValue | undefined): NamedObject[] {
  const deployment = spec?.deploymentTemplate;
  return [...namedObject('apps/v1', 'Deployment', deployment), ...namedObject('v1', 'Service', deployment)];
}

/** The Service of the workload. Without its own ports it has all container ports, each named `<container>-<port>`. */
export function helidonServices(spec: PlainValue | undefined): NamedService[] {
  const { deploymentTemplate: deployment, serviceTemplate: service } = spec ?? {};
  const own = service?.serviceSpec?.ports;
  const made = portsOf(deployment?.podSpec?.containers).map(({ container, port }) =>
    ({ number: port, name: `${container}-${port}`.toLowerCase() }));
  return [{ name: String(nameOf(deployment)), ports: own == null ? made : listedPorts(own) }];
}

/** Port on which Coherence publishes its metrics unless its resource says otherwise. */
const COHERENCE_METRICS_PORT = 9612;

/** Port on which the Coherence Operator checks the health of a member. */
const HEALTH_PORT = 6676;

/** Port of Coherence's REST management. */
const MANAGEMENT_PORT = 30000;

export const COHERENCE_API_VERSION = 'coherence.oracle.com/v1';

/** Port 9612, or the one in the resource; with the secret of its TLS configuration, as the platform uses it. */
export function coherenceMetrics(spec: PlainValue | undefined): MetricsDefaults {
  const metrics = spec?.coherence?.metrics;
  const used = metrics?.enabled === false ? undefined : metrics;
  const secret = used?.ssl?.enabled === true && isDnsSubdomain(used.ssl.secrets) ? used.ssl.secrets : undefined;
  const defaults = { port: portOr(used?.port, COHERENCE_METRICS_PORT), path: GENERIC_PATH };
  return annotated(secret ? { ...defaults, secret } : defaults, spec?.annotations);
}

/** The ports in the resource. Those named `metrics` and `management` may omit their numbers. */
export function coherenceResourcePorts(spec: PlainValue | undefined): DeclaredPort[] {
  const { metrics, management } = spec?.coherence ?? {};
  const implied = new Map<unknown, unknown>([
    ['metrics', metrics?.port ?? COHERENCE_METRICS_PORT], ['management', management?.port ?? MANAGEMENT_PORT],
  ]);
  return listOf<Partial<DeclaredPort> | undefined>(spec?.ports).flatMap(each => {
    const port = each?.port ?? implied.get(each?.name);
    return isPort(port) ? { port, ...given({ name: each?.name, protocol: each?.protocol }) } : [];
  });
}

/** The ports in the resource, and those that the operator opens for the features that the resource enables. */
export function coherencePorts(spec: PlainValue | undefined): DeclaredPort[] {
  const { metrics, management } = spec?.coherence ?? {};
  const listed = coherenceResourcePorts(spec);
  const implied: DeclaredPort[] = [
    { port: portOr(spec?.healthPort, HEALTH_PORT), name: 'health' },
    ...metrics?.enabled ? [{ port: portOr(metrics.port, COHERENCE_METRICS_PORT), name: 'metrics' }] : [],
    ...management?.enabled ? [{ port: portOr(management.port, MANAGEMENT_PORT), name: 'management' }] : [],
  ];
  return [...listed, ...implied.filter(i => !listed.some(l => l.port === i.port && (l.protocol ?? 'TCP') === 'TCP'))];
}

/** Port of a WebLogic administration server, on which the exporter answers. */
const WEBLOGIC_METRICS_PORT = 7001;

/** Path of the WebLogic exporter. */
const WEBLOGIC_METRICS_PATH = '/wls-exporter/metrics';

/** Port of the managed servers, where the operator's own samples put it. */
const MANAGED_SERVER_PORT = 8001;

/** Port of the exporter's sidecar. */
const EXPORTER_PORT = 8080;

/** The version of a WebLogic Domain. */
export enum WebLogicDomainVersion {
  /** `weblogic.oracle/v8`: clusters are part of the Domain. */
  V8 = 'weblogic.oracle/v8',
  /** `weblogic.oracle/v9`: clusters are separate resources. Verrazzano 1.5 or newer. */
  V9 = 'weblogic.oracle/v9',
}

/** The version of a WebLogic Cluster. */
export const CLUSTER_API_VERSION = 'weblogic.oracle/v1';

/** The Domain and its Clusters. */
export function weblogicObjects(spec: PlainValue | undefined): NamedObject[] {
  const version = spec?.template?.apiVersion;
  return [
    ...namedObject(typeof version === 'string' ? version : WebLogicDomainVersion.V8, 'Domain', spec?.template),
    ...elementsOf(spec?.clusters).flatMap(each => namedObject(CLUSTER_API_VERSION, 'Cluster', each)),
  ];
}

/** The exporter on the administration server, with the domain's own credentials. */
export function weblogicMetrics(spec: PlainValue | undefined): MetricsDefaults {
  const defaults = { port: WEBLOGIC_METRICS_PORT, path: WEBLOGIC_METRICS_PATH };
  const secret = spec?.webLogicCredentialsSecret?.name;
  return isDnsSubdomain(secret) ? { ...defaults, secret } : defaults;
}

/**
 * The ports that the operator and its samples use, and that of the exporter's sidecar if there is one. The Domain does not name the
 * ports of its servers; the domain's model does.
 */
export function weblogicPorts(spec: PlainValue | undefined): DeclaredPort[] {
  const exporter = spec?.monitoringExporter;
  return [
    { port: WEBLOGIC_METRICS_PORT, name: 'default' },
    { port: MANAGED_SERVER_PORT, name: 'default' },
    ...isObject(exporter) ? [{ port: portOr(exporter.port, EXPORTER_PORT), name: 'metrics', container: 'monitoring-exporter' }] : [],
  ];
}

export const CONTAINERIZED_FACTS: OamWorkloadFacts = {
  kind: fixedKind(OAM_API_VERSION, 'ContainerizedWorkload'),
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => portsOf(spec?.containers),
  made: (_, name) => [{ apiVersion: 'apps/v1', kind: 'Deployment', name }, { apiVersion: 'v1', kind: 'Service', name }],
  scales: true,
  needsLoggingImage: true,
};

export const HELIDON_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('HelidonWorkload'),
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => podPorts(spec?.deploymentTemplate?.podSpec),
  made: helidonObjects,
  services: helidonServices,
  scales: true,
  needsLoggingImage: true,
};

export const COHERENCE_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('CoherenceWorkload'),
  resource: COHERENCE,
  metrics: coherenceMetrics,
  ports: coherencePorts,
  made: spec => namedObject(COHERENCE_API_VERSION, 'Coherence', spec?.template),
  scales: true,
};

export const WEBLOGIC_FACTS: OamWorkloadFacts = {
  kind: vendorWorkload('WebLogicWorkload'),
  resource: DOMAIN,
  metrics: weblogicMetrics,
  ports: weblogicPorts,
  made: weblogicObjects,
  scales: true,
  hasOwnPorts: true,
};

/** What is known of the kinds of OAM workloads. Their props and how they are rendered are in the model. */
const OAM_WORKLOAD_FACTS = [CONTAINERIZED_FACTS, HELIDON_FACTS, COHERENCE_FACTS, WEBLOGIC_FACTS];
