import { Remark, remark, DeclaredAt } from './remarks';
import {
  Check, must, within, joinPath, FINE, Path, Finding, movedTo, pathOf as parsedPath,
} from '../base/findings/finding';
import { constantOf, lastRule, portOfRule, RelabelRule, ruleOf } from '../cluster/objects/relabel-rule';
import {
  asObject, flag, isObject, list, listOf, object as objectOf, PlainFields, text, grouped, all, filled, PlainValue,
} from '../base/check';
import { withoutPasswords } from '../base/hidden';
import { MonitorOfKind, kindOf, mayHavePods, SERVICE } from '../base/kinds/kind-of';
import { memo } from '../base/memo';
import { labelName, namespaceName, objectName, isPort, metricsPath, port, portOrName, manifest } from '../base/names';
import { monitorsIn, selectedLabels, unreadableJobs } from '../cluster/scraping/scrape-jobs';
import { ManifestDocument, ManifestError, LocatedFinding, locateFindings } from '../files/reading';
import {
  COMPONENT, NAME, RESOURCE_TYPE, labelSelector, ObjectIndex, selected, ownLabels, podOf, PlainObject,
} from '../cluster/objects/object-index';
import { TypedManifest, isVendorVersion, OAM_API_VERSION } from '../base/oam-kind';
import { ScrapedTarget, ScrapedCluster } from '../cluster/scraping/scrapes';
import { ComponentIndex, componentOfRevision, oamObject, oneName } from '../cluster/objects/oam-object';
import { endpointsOf, Endpoint } from '../base/metrics';
import { METRICS_TRAIT } from '../model/traits/metrics-trait';
import { checkOf } from '../model/traits/trait';
import {
  GENERIC_PATH, GENERIC_METRICS, declaredPortsOf, hasOwnPorts, metricsOf,
} from '../cluster/objects/oam-workloads';

/** A Kubernetes object with the labels of a component: its workload, or a monitor of its metrics. */
export interface KubernetesObject extends ManifestObject {
  readonly role: 'workload' | 'monitor';
  readonly application: string;
  readonly component: string;
  /** The object as a whole. */
  readonly value: PlainFields;
}

/** Returns the number of the port with a name; `undefined` if there is none, or several. */
type PortLookup = (name: string) => number | undefined;

/** The ports of the pods' containers, and of the Services that a ServiceMonitor selects, by name. */
type PortNames = Readonly<Record<'containers' | 'services', PortLookup>>;

/** The same, and the ports to which the names in a monitor refer. */
type EndpointPorts = Readonly<Record<keyof PortNames | 'named', PortLookup>>;

/** An endpoint of a monitor that `checkMonitor()` has checked. */
interface MonitorEndpoint {
  readonly port?: number | string;
  readonly portNumber?: number;
  readonly targetPort?: number | string;
  readonly path?: string;
  readonly [field: string]: unknown;
}

/** The endpoints that a monitor declares, as far as they are known. */
function endpointsOfMonitor({ metadata, spec, value, placeOf }: KubernetesObject, names: PortNames): DeclaredEndpoint[] {
  const { endpoints: field, selectsServices, rules: rulesAt = '', isJob } = kindOf(value).monitor!;
  const ports = names[selectsServices ? 'services' : 'containers'];
  return listOf<MonitorEndpoint>(spec?.[field]).map((endpoint, index): DeclaredEndpoint => {
    const rules = listOf(endpoint[rulesAt]).filter(isObject).map(ruleOf);
    return {
      port: portOf(endpoint, rules, { ...names, named: ports }),
      path: metricsPathOf(endpoint, rules),
      job: isJob ? metadata.name : constantOf(lastRule(rules, 'job')),
      declaredAt: placeOf(`spec.${field}[${index}]`),
    };
  });
}

/** The port in the first of the fields that the operator reads, unless a rule replaces it. */
function portOf(
  { port: name, portNumber, targetPort }: MonitorEndpoint, rules: readonly RelabelRule[], { containers, named }: EndpointPorts,
): number | undefined {
  const rule = lastRule(rules, '__address__');
  if (rule) return portOfRule(rule);
  return name ? numberOf(name, named) : numberOf(portNumber ?? targetPort, containers);
}

/** The path, or the default of Prometheus if there is none. */
function metricsPathOf({ path }: MonitorEndpoint, rules: readonly RelabelRule[]): string | undefined {
  const rule = lastRule(rules, '__metrics_path__');
  return rule ? constantOf(rule) : path ?? GENERIC_PATH;
}

/** The ports of containers by name. */
function containerPorts(workloads: readonly unknown[]): PortLookup {
  const ports = workloads.flatMap(declaredPortsOf);
  return name => onlyOne(ports.filter(each => each.name === name).map(each => each.port));
}

/** The ports that Services lead to, by name. */
function targetPorts(services: readonly PlainFields[], containers: PortLookup): PortLookup {
  const ports = services.flatMap(({ spec }) => listOf(spec?.ports).filter(isObject));
  return name => onlyOne(ports.filter(each => each.name === name).map(each => numberOf(each.targetPort ?? each.port, containers)));
}

/** A port that is given by number or by name. */
function numberOf(given: unknown, containers: PortLookup): number | undefined {
  return typeof given === 'string' ? containers(given) : isPort(given) ? given : undefined;
}

/** The only distinct port: two containers may have ports with the same name, and then both are scraped. */
function onlyOne(ports: readonly (number | undefined)[]): number | undefined {
  return new Set(ports).size === 1 ? ports[0] : undefined;
}

/**
 * For each scraper of the operator that selects a monitor, why it is rejected, if it is. What is said of an older form
 * does not count.
 */
function bindingsOf({ metadata, status }: PlainFields): (readonly Remark[])[] {
  const bindings = listOf(asObject(status).bindings).filter(isObject);
  return bindings.flatMap(({ namespace, name, conditions }) => listOf(conditions).filter(isObject)
    .filter(({ type, observedGeneration: seen }) => type === 'Accepted' && !(Number(seen) < Number(metadata?.generation)))
    .map(({ status: isAccepted, reason, message }) => isAccepted !== 'False' ? []
      : [remark('rejected', { scraper: `${namespace}/${name}`, reason, message: withoutPasswords(String(message)) })]));
}

/** Checks the labels that identify a component, and no others. */
const ownerLabels: Check = (labels, field) => ['app.oam.dev/name', 'app.oam.dev/component'].flatMap(name =>
  within(joinPath(field, [name]), labelName(labels[name], '')));

const labelled = objectOf({ name: objectName, namespace: namespaceName, labels: ownerLabels }, ['name']);

const rule = objectOf({ action: text, sourceLabels: list(text), targetLabel: text, regex: text, replacement: text });

const portName = must(value => typeof value === 'string', 'invalid-type', 'port-of-monitor');

/** Checks the fields of a monitor of a kind that decide what it declares. */
const monitorCheck = memo(({ endpoints, rules = 'rules', isJob }: MonitorOfKind): Check => {
  const named = isJob ? portOrName : portName;
  const endpoint = objectOf({ port: named, portNumber: port, targetPort: portOrName, path: metricsPath, [rules]: list(rule) });
  const namespaceSelector = objectOf({ any: flag, matchNames: list(namespaceName) });
  return objectOf({ metadata: labelled, spec: objectOf({ [endpoints]: list(endpoint), namespaceSelector }, [endpoints]) }, ['spec']);
});

/** Checks a monitor: unless it is valid, it is unknown what it declares. */
const checkMonitor: Check = (value, field) => monitorCheck(kindOf(value).monitor!)(value, field);

/** Checks name and labels of a component's workload, and nothing else. */
const checkWorkload = objectOf({ metadata: labelled });

/**
 * The workloads and monitors among documents, by the labels of their components. Other labelled objects come from
 * traits, and do not describe metrics.
 */
function kubernetesObjects(documents: readonly ManifestDocument[]): KubernetesObject[] {
  return documents.flatMap(document => {
    const value = document.value as TypedManifest;
    const unreadable = unreadableJobs(value);
    if (unreadable.length > 0) {
      return [{ ...manifestObject(document, value, () => unreadable), role: 'monitor', application: '', component: '', value }];
    }
    const isWorkload = labelsOf(value)[RESOURCE_TYPE] === 'WORKLOAD';
    const read = isWorkload ? [{ monitor: value, at: [] }] : monitorsIn(value);
    return read.flatMap(({ monitor, at }) => labelledObject(document, isWorkload ? 'workload' : 'monitor', monitor, at));
  });
}

/** The object of a component, if it has the labels of one. A component may consist of a monitor alone. */
function labelledObject(document: ManifestDocument, role: KubernetesObject['role'], value: TypedManifest, at: Path): KubernetesObject[] {
  const { [NAME]: application, [COMPONENT]: component } = labelsOf(value);
  if (application == null || component == null) return [];
  const check = at.length > 0 ? () => FINE : role === 'monitor' ? checkMonitor : checkWorkload;
  const inDocument = (path: Path) => at.length === 0 || path[0] === 'metadata' && at[0] === 'spec' ? path : at;
  return [{ ...manifestObject(document, value, () => check(value, ''), inDocument), role, application, component, value }];
}

function labelsOf({ metadata }: PlainFields): Readonly<Record<string, string>> {
  return asObject<Record<string, string>>(asObject(metadata).labels);
}

/** The components of Kubernetes objects with their labels, in order of first appearance. */
function kubernetesComponents(
  objects: readonly KubernetesObject[], documents: readonly ManifestDocument[], defaultNamespace?: string,
): DeclaredComponent[] {
  const index = new ObjectIndex(documents.map(({ value }) => value), defaultNamespace);
  const namespaceOf = (object: KubernetesObject) => namespaceOfPods(object, defaultNamespace);
  const groups = grouped(objects, object => [JSON.stringify([namespaceOf(object), object.application, object.component])]);
  return [...groups.values()].map(group => componentOf(group, namespaceOf(group[0]), index));
}

function componentOf(objects: readonly KubernetesObject[], namespace: string | undefined, index: ObjectIndex): DeclaredComponent {
  const [workloads, monitors] = (['workload', 'monitor'] as const).map(role => objects.filter(object => object.role === role));
  // an object that the program creates itself has no labels of a component
  const others = workloads.length > 0 ? [] : monitors.flatMap(monitor => podsOf(monitor, index, namespace));
  const containers = containerPorts([...workloads.map(({ value }) => value), ...others]);
  const endpoints = monitors.flatMap(monitor =>
    endpointsOfMonitor(monitor, { containers, services: targetPorts(servicesOf(monitor, index, namespace), containers) }));
  const chief = monitors[0] ?? workloads.find(({ value }) => mayHavePods(value)) ?? workloads[0];
  return {
    ...chief.placeOf('metadata.name'),
    application: chief.application,
    namespace,
    component: chief.component,
    endpoints,
    unscraped: endpoints.length === 0 ? whyUnscraped(chief) : undefined,
    hints: [
      ...workloads.length + others.length === 0 ? [remark('no-workload')] : [],
      ...monitors.flatMap(({ value }) => bindingsOf(value).flat()),
    ],
  };
}

function whyUnscraped({ role, kind, value }: KubernetesObject): Remark {
  if (role === 'monitor') return remark('no-endpoints', { kind });
  return mayHavePods(value) ? remark('no-monitor') : remark('kind-not-scraped', { kind });
}

/** The namespace of a component's pods, which may differ from the monitor's; `undefined` if there may be several. */
function namespaceOfPods({ role, metadata, spec }: KubernetesObject, defaultNamespace?: string): string | undefined {
  const selector = role === 'monitor' ? spec?.namespaceSelector : undefined;
  const names = listOf<string>(selector?.matchNames);
  if (selector?.any === true || names.length > 1) return undefined;
  return names[0] ?? metadata.namespace ?? defaultNamespace;
}

/** The Services through which a ServiceMonitor finds pods. */
function servicesOf({ value, metadata, spec }: KubernetesObject, index: ObjectIndex, namespace = metadata.namespace) {
  const selector: unknown = kindOf(value).monitor?.selectsServices ? spec?.selector : undefined;
  return isUsable(selector) ? selected(selector, index.inNamespace(SERVICE, namespace), ownLabels) : [];
}

/**
 * The pods that a monitor selects, directly or through Services. Pods of a program that creates its objects itself have
 * no labels of a component; labelled ones belong only to the component that they name.
 */
function podsOf(monitor: KubernetesObject, index: ObjectIndex, namespace: string | undefined): PlainObject[] {
  const { value, spec } = monitor;
  const own = kindOf(value).monitor?.selectsServices ? servicesOf(monitor, index, namespace).flatMap(service => index.podsOf(service))
    : isUsable(spec?.selector) ? selected(spec.selector, index.podsIn(namespace), selectedLabels(value)) : [];
  return [...new Set(own)].filter(object => labelsOf(object)[COMPONENT] == null).flatMap(object => podOf(object) ?? []);
}

/** Whether a selector is valid, and excludes anything: an empty one selects everything. */
function isUsable(selector: unknown): selector is PlainFields {
  return isObject(selector) && Object.values(selector).some(each => Object.keys(Object(each)).length > 0)
    && labelSelector(selector, '').length === 0;
}

/** An endpoint of a monitor that belongs to no component. */
export interface ForeignEndpoint extends DeclaredAt {
  /** Kind and name of the monitor. */
  readonly monitor: string;
  readonly namespace?: string;
  /** The job that its operator writes into the scraper's configuration. */
  readonly pool: string;
  /** The targets to which it leads, as far as the objects say. */
  readonly expected: readonly ScrapedTarget[];
  /** Its state if the scraper has no target of it. */
  readonly absent: { readonly state: 'missing' | 'unknown'; readonly reasons: readonly Remark[] };
  /** Where its operator rejects it. */
  readonly rejections: readonly Remark[];
}

/** The endpoints of the monitors that belong to no component. */
export function foreignEndpoints(documents: readonly ManifestDocument[], defaultNamespace?: string): ForeignEndpoint[] {
  const own = new Set<unknown>(kubernetesObjects(documents).map(({ value }) => value));
  const objects = documents.map(({ value: { metadata, ...rest } }) =>
    ({ ...rest, metadata: { namespace: defaultNamespace, ...asObject(metadata) } }) as object as TypedManifest);
  const cluster = new ScrapedCluster(new ObjectIndex(objects));
  return documents.flatMap((document, at) => {
    const monitor = objects[at];
    const facts = kindOf(monitor).monitor;
    if (!facts || own.has(document.value)) return [];
    const { namespace, name } = asObject<Record<string, string | undefined>>(monitor.metadata);
    // `podMonitor`, or `podScrape` for a VMPodScrape
    const prefix = monitor.kind.replace(/^(?:VM)?./, start => start.slice(-1).toLowerCase());
    const bindings = bindingsOf(monitor);
    const isRejected = bindings.length > 0 && bindings.every(({ length }) => length > 0);
    const traces = cluster.followed(monitor);
    return listOf(monitor.spec?.[facts.endpoints]).map((_, i): ForeignEndpoint => {
      const followed = traces.flatMap(each => each[i] ?? each);
      const expected = followed.flatMap(({ targets }) => targets);
      const [finding] = expected.length > 0 ? [] : followed.flatMap(({ links }) => links.flatMap(({ breaks }) => breaks));
      const doubt = isRejected ? undefined : traces.length === 0 ? 'no-pods' : expected.some(({ job }) => !job) ? 'no-job' : undefined;
      return {
        file: document.file,
        line: document.locate(`spec.${facts.endpoints}[${i}]`).line,
        monitor: `${monitor.kind} ${name}`,
        namespace,
        pool: `${prefix}/${namespace}/${name}/${i}`,
        expected,
        absent: doubt ? { state: 'unknown', reasons: [remark(doubt)] }
          : { state: 'missing', reasons: [remark('no-target'), ...finding ? [remark('broken-monitor', { finding })] : []] },
        rejections: bindings.flat(),
      };
    });
  });
}

/** The components of all applications, each for its bindings. */
export function oamComponents(objects: readonly ManifestObject[], defaultNamespace?: string): DeclaredComponent[] {
  const components = new ComponentIndex<ManifestObject>();
  for (const component of objects.filter(({ kind }) => kind === 'Component')) {
    components.add(component.metadata.name, component.metadata.namespace ?? defaultNamespace, component);
  }
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(({ placeOf, metadata, spec }) => {
    const namespace = metadata.namespace ?? defaultNamespace;
    return listOf<CheckedBinding>(spec?.components).map((entry, index): DeclaredComponent => {
      const component = entry.componentName ?? componentOfRevision(entry.revisionName);
      const workload = components.find(component, namespace)?.spec?.workload;
      const place = placeOf(`spec.components[${index}]`);
      const owner = { application: metadata.name, namespace, component };
      return { ...place, ...owner, ...metricsOfBinding(entry, workload) };
    });
  });
}

/** The binding of a component, after its check. */
interface CheckedBinding {
  readonly componentName?: string;
  readonly revisionName: string;
  readonly traits?: readonly { readonly trait: PlainFields }[];
}

function metricsOfBinding(
  { traits }: CheckedBinding, workload: PlainValue | undefined,
): Pick<DeclaredComponent, 'endpoints' | 'unscraped' | 'hints'> {
  const trait = traits?.map(entry => entry.trait).find(isMetricsTrait);
  const isPresent = workload != null;
  // a trait declares an endpoint for any workload that can have pods at all
  const mayBeScraped = trait && (!isPresent || mayHavePods(workload));
  const defaults = (isPresent ? metricsOf(workload) : undefined) ?? (mayBeScraped ? GENERIC_METRICS : undefined);
  const known = defaults ? endpointsOf(trait?.spec, defaults) : [];
  const paths = [...new Set(known.map(({ path }) => path))].map(path => ({ path }));
  const endpoints = !isPresent && !trait ? [{}] : hasOwnPorts(workload) ? paths : known;
  const unscraped = defaults ? remark('metrics-disabled') : remark('kind-not-scraped', { kind: String(workload?.kind) });
  return {
    endpoints,
    unscraped: endpoints.length === 0 ? unscraped : undefined,
    hints: [
      ...trait?.spec?.scraper == null ? [] : [remark('other-scraper', { scraper: String(trait.spec.scraper) })],
      ...isPresent ? [] : [remark('no-component')],
    ],
  };
}

/** The applications and components among documents, on their own or as the template of a multi-cluster object. */
export function oamObjects(documents: readonly ManifestDocument[]): ManifestObject[] {
  return documents.flatMap(document => {
    const oam = oamObject(document);
    if (!oam) return [];
    const { kind, metadata, spec, pathOf } = oam;
    const checked = { apiVersion: OAM_API_VERSION, kind, metadata, spec };
    return [manifestObject(document, checked, () => CHECKS[kind](checked, ''), pathOf)];
  });
}

/** Checks the fields of an application or a component that decide what it declares. */
export function checkOamObject(kind: keyof typeof CHECKS, value: unknown): Finding[] {
  return CHECKS[kind](value, '');
}

const named = objectOf({ name: labelName, namespace: namespaceName }, ['name']);

/** Checks the trait's own values. Whether they suit the workload was checked when it was declared. */
const metricsTrait: Check = (value, field) => isMetricsTrait(value) ? objectOf({ spec: checkOf(METRICS_TRAIT) })(value, field) : FINE;

const binding = all(oneName, objectOf({
  componentName: labelName,
  revisionName: filled,
  traits: list(objectOf({ trait: all(manifest, metricsTrait) }, ['trait'])),
}));

/** The checks of what is declared: unless they pass, it is unknown. */
const CHECKS = {
  ApplicationConfiguration: objectOf(
    { metadata: named, spec: objectOf({ components: list(binding) }, ['components']) }, ['metadata', 'spec'],
  ),
  Component: objectOf({ metadata: named, spec: objectOf({ workload: manifest }, ['workload']) }, ['metadata', 'spec']),
};

/** Whether a trait is a MetricsTrait, of any vendor. */
function isMetricsTrait(trait: PlainValue | undefined): boolean {
  return trait?.kind === 'MetricsTrait' && isVendorVersion(trait.apiVersion);
}

/**
 * The components of all applications among manifests, of OAM and of plain Kubernetes. One that is given for both is
 * there twice.
 *
 * @throws ManifestError with all findings about them
 */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const [ofOam, ofKubernetes] = [oamObjects(documents), kubernetesObjects(documents)];
  const findings = [...ofOam, ...ofKubernetes].flatMap(each => each.findings());
  if (findings.length > 0) throw new ManifestError(findings);
  return [...oamComponents(ofOam, defaultNamespace), ...kubernetesComponents(ofKubernetes, documents, defaultNamespace)];
}

/** Where metrics are collected; a field that is not declared is unknown. */
export interface DeclaredEndpoint extends Partial<Endpoint> {
  /** The job of its series. */
  readonly job?: string;
  /** Where it is declared, if not together with its component. */
  readonly declaredAt?: DeclaredAt;
}

/** A component's position in an application, and where its metrics are collected according to the manifests. */
export interface DeclaredComponent extends DeclaredAt {
  readonly application: string;
  /** `undefined` if neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** The reason why no endpoint is declared. */
  readonly unscraped?: Remark;
  /** Other possible reasons why there is no target. */
  readonly hints: readonly Remark[];
}

/** An object among the manifests that declares something. */
interface ManifestObject {
  readonly kind: string;
  /** In the form that its check requires; of any type until it is checked. */
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: unknown };
  readonly spec: PlainValue | undefined;
  /** The location of a field. */
  readonly placeOf: (field: string) => Required<DeclaredAt>;
  /** The findings of its own check. */
  readonly findings: () => LocatedFinding[];
}

/** An object of a document. `inDocument` translates a path in the object into a path in the document. */
function manifestObject(
  document: ManifestDocument, { kind, metadata, spec }: Readonly<Record<string, unknown>>, check: () => Finding[],
  inDocument = (path: Path) => path,
): ManifestObject {
  return {
    kind: String(kind),
    metadata: metadata as ManifestObject['metadata'],
    spec: spec as PlainValue | undefined,
    placeOf: field => ({ file: document.file, line: document.locate(inDocument(parsedPath(field))).line }),
    findings: () => locateFindings(document, check().map(each => movedTo(inDocument(each.path), each))),
  };
}
