import { Remark, remark, DeclaredAt } from './remarks';
import {
  Check, must, within, joinPath, FINE, Path, Finding, movedTo, pathOf as parsedPath,
} from '../base/findings/finding';
import { constantOf, lastRule, portOfRule, relabelRuleOf, seriesLabel } from '../cluster/scraping/relabel';
import {
  asObject, flag, isObject, list, listOf, object as objectOf, PlainFields, text, grouped, all, filled, PlainValue,
} from '../base/check';
import { withoutPasswords } from '../base/masking';
import { MonitorOfKind, kindOf, mayHavePods, SERVICE, kindName } from '../base/kinds/kind-of';
import { memo } from '../base/memo';
import { labelName, namespaceName, objectName, isPort, metricsPath, port, portOrName, manifest } from '../base/names';
import { monitorsIn, selectedLabels, unreadableJobs } from '../cluster/scraping/scrape-jobs';
import { ManifestDocument, ManifestError, LocatedFinding, locateFindings } from '../files/reading';
import {
  COMPONENT, NAME, RESOURCE_TYPE, labelSelector, ObjectIndex, selected, metadataLabels, podOf,
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
import { jobName, JobNaming } from '../model/platform/metrics';

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

/**
 * The components of all applications among manifests, of OAM and of plain Kubernetes. One that is given for both is
 * there twice.
 *
 * @throws ManifestError with all findings about them
 */
export function declaredComponents(
  documents: readonly ManifestDocument[], defaultNamespace?: string,
): DeclaredComponent[] {
  const [ofOam, ofKubernetes] = [oamObjects(documents), labelledObjects(documents)];
  const findings = [...ofOam, ...ofKubernetes].flatMap(each => each.findings());
  if (findings.length > 0) throw new ManifestError(findings);
  const index = new ObjectIndex(documents.map(({ value }) => value), defaultNamespace);
  const placed = ofKubernetes.map(object => {
    // the namespace of the pods, which may differ from that of the monitor; `undefined` if there may be several
    const { any, matchNames } = asObject(object.role === 'monitor' ? object.spec?.namespaceSelector : undefined);
    const [name = object.metadata.namespace ?? defaultNamespace, ...others] = listOf<string>(matchNames);
    return { object, namespace: any === true || others.length > 0 ? undefined : name };
  });
  // in order of first appearance
  const groups = grouped(placed, ({ object: { application, component }, namespace }) =>
    [JSON.stringify([namespace, application, component])]);
  return [
    ...oamComponents(ofOam, defaultNamespace),
    ...[...groups.values()].map(group =>
      kubernetesComponent(group.map(({ object }) => object), group[0].namespace, index)),
  ];
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

// Components of Kubernetes objects, by the labels of their workloads and monitors.

/** A Kubernetes object with the labels of a component: its workload, or a monitor of its metrics. */
interface LabelledObject extends ManifestObject {
  readonly role: 'workload' | 'monitor';
  readonly application: string;
  readonly component: string;
  /** The object as a whole. */
  readonly value: PlainFields;
}

/** Name and labels of an object. Of its labels, those that identify a component are checked, and no others. */
const labelled = objectOf({
  name: objectName,
  namespace: namespaceName,
  labels: (labels, field) => ['app.oam.dev/name', 'app.oam.dev/component'].flatMap(name =>
    within(joinPath(field, [name]), labelName(labels[name], ''))),
}, ['name']);

/** Checks name and labels of a component's workload, and nothing else. */
const checkWorkload = objectOf({ metadata: labelled });

/** Checks the fields of a monitor of a kind that decide what it declares: unless they are valid, that is unknown. */
const monitorCheck = memo(({ endpoints, rules = 'rules', isJob }: MonitorOfKind): Check => {
  const name = isJob ? portOrName : must(value => typeof value === 'string', 'invalid-type', 'port-of-monitor');
  const rule = objectOf({ action: text, sourceLabels: list(text), targetLabel: text, regex: text, replacement: text });
  const endpoint = objectOf({
    port: name, portNumber: port, targetPort: portOrName, path: metricsPath, [rules]: list(rule),
  });
  const namespaceSelector = objectOf({ any: flag, matchNames: list(namespaceName) });
  return objectOf({
    metadata: labelled, spec: objectOf({ [endpoints]: list(endpoint), namespaceSelector }, [endpoints]),
  }, ['spec']);
});

/**
 * The workloads and monitors among documents, by the labels of their components. Other labelled objects come from
 * traits, and do not describe metrics. A component may consist of a monitor alone.
 */
function labelledObjects(documents: readonly ManifestDocument[]): LabelledObject[] {
  return documents.flatMap(document => {
    const value = document.value as TypedManifest;
    const unreadable = unreadableJobs(value);
    if (unreadable.length > 0) {
      const object = manifestObject(document, value, () => unreadable);
      return [{ ...object, role: 'monitor', application: '', component: '', value }];
    }
    const isWorkload = labelValues(value)[RESOURCE_TYPE] === 'WORKLOAD';
    const read = isWorkload ? [{ monitor: value, at: [] }] : monitorsIn(value);
    return read.flatMap(({ monitor: object, at }): LabelledObject[] => {
      const { [NAME]: application, [COMPONENT]: component } = labelValues(object);
      if (application == null || component == null) return [];
      const check = at.length > 0 ? () => FINE : isWorkload ? checkWorkload : monitorCheck(kindOf(object).monitor!);
      const inDocument = (path: Path) => at.length === 0 || path[0] === 'metadata' && at[0] === 'spec' ? path : at;
      return [{
        ...manifestObject(document, object, () => check(object, ''), inDocument),
        role: isWorkload ? 'workload' : 'monitor',
        application,
        component,
        value: object,
      }];
    });
  });
}

function labelValues({ metadata }: PlainFields): Readonly<Record<string, string>> {
  return asObject<Record<string, string>>(asObject(metadata).labels);
}

/** The component of some workloads and monitors, whose pods are in a namespace. */
function kubernetesComponent(
  objects: readonly LabelledObject[], namespace: string | undefined, index: ObjectIndex,
): DeclaredComponent {
  const [workloads, monitors] = (['workload', 'monitor'] as const).map(role =>
    objects.filter(object => object.role === role));
  // the pods of a program that creates its objects itself have no labels of a component
  const others = workloads.length > 0 ? [] : monitors.flatMap(monitor =>
    [...new Set(podsSelectedBy(monitor, index, namespace))].filter(object => labelValues(object)[COMPONENT] == null)
      .flatMap(object => podOf(object) ?? []));
  const containers = portsByName([...workloads.map(({ value }) => value), ...others].flatMap(declaredPortsOf));
  const endpoints = monitors.flatMap(monitor => {
    const ports = servicesSelectedBy(monitor, index, namespace)
      .flatMap(({ spec }) => listOf(spec?.ports).filter(isObject));
    const services = portsByName(ports.map(({ name, port: own, targetPort }) =>
      ({ name, port: portNumberOf(targetPort ?? own, containers) })));
    return monitorEndpoints(monitor, containers, services);
  });
  const { role, kind, value, placeOf, application, component } =
    monitors[0] ?? workloads.find(each => mayHavePods(each.value)) ?? workloads[0];
  const unscraped = role === 'monitor' ? remark('no-endpoints', { kind })
    : mayHavePods(value) ? remark('no-monitor') : remark('kind-not-scraped', { kind });
  return {
    ...placeOf('metadata.name'),
    application,
    namespace,
    component,
    endpoints,
    unscraped: endpoints.length === 0 ? unscraped : undefined,
    hints: [
      ...workloads.length + others.length === 0 ? [remark('no-workload')] : [],
      ...monitors.flatMap(monitor => bindingsOf(monitor.value).flat()),
    ],
  };
}

/** The Services through which a ServiceMonitor finds pods. */
function servicesSelectedBy(
  { value, metadata, spec }: LabelledObject, index: ObjectIndex, namespace = metadata.namespace,
): readonly TypedManifest[] {
  return kindOf(value).monitor?.selectsServices && isUsableSelector(spec?.selector)
    ? selected(spec.selector, index.inNamespace(SERVICE, namespace), metadataLabels) : [];
}

/** The objects whose pods a monitor selects, directly or through Services. */
function podsSelectedBy(
  monitor: LabelledObject, index: ObjectIndex, namespace: string | undefined,
): readonly TypedManifest[] {
  const { value, spec } = monitor;
  if (kindOf(value).monitor?.selectsServices) {
    return servicesSelectedBy(monitor, index, namespace).flatMap(service => index.podsOf(service));
  }
  return isUsableSelector(spec?.selector)
    ? selected(spec.selector, index.podsIn(namespace), selectedLabels(value)) : [];
}

/** Whether a selector is valid, and excludes anything: an empty one selects everything. */
function isUsableSelector(selector: unknown): selector is PlainFields {
  return isObject(selector) && Object.values(selector).some(each => Object.keys(Object(each)).length > 0)
    && labelSelector(selector, '').length === 0;
}

/** Returns the number of the port with a name; `undefined` if there is none, or several. */
type PortLookup = (name: string) => number | undefined;

function portsByName(ports: readonly { readonly name?: unknown; readonly port: number | undefined }[]): PortLookup {
  return name => {
    // two containers may have ports with the same name, and then both are scraped
    const [number, ...others] = new Set(ports.filter(each => each.name === name).map(each => each.port));
    return others.length > 0 ? undefined : number;
  };
}

/** A port that is given by number or by name. */
function portNumberOf(given: unknown, named: PortLookup): number | undefined {
  return typeof given === 'string' ? named(given) : isPort(given) ? given : undefined;
}

/** An endpoint of a monitor that its check has accepted. */
interface MonitorEndpoint {
  readonly port?: number | string;
  readonly portNumber?: number;
  readonly targetPort?: number | string;
  readonly path?: string;
  readonly [field: string]: unknown;
}

/**
 * The endpoints that a monitor declares, as far as they are known. The port is that of the first of the fields that the
 * operator reads. Relabel rules override port, path and job.
 */
function monitorEndpoints(
  { metadata, spec, value, placeOf }: LabelledObject, containers: PortLookup, services: PortLookup,
): DeclaredEndpoint[] {
  const { endpoints: field, selectsServices, rules: rulesAt = '', isJob } = kindOf(value).monitor!;
  return listOf<MonitorEndpoint>(spec?.[field]).map((endpoint, index): DeclaredEndpoint => {
    const { port: name, portNumber, targetPort, path } = endpoint;
    const rules = listOf(endpoint[rulesAt]).filter(isObject).map(relabelRuleOf);
    const [addressRule, pathRule, jobRule] = ['__address__', '__metrics_path__', 'job']
      .map(label => lastRule(rules, label));
    return {
      port: addressRule ? portOfRule(addressRule)
        : name ? portNumberOf(name, selectsServices ? services : containers)
          : portNumberOf(portNumber ?? targetPort, containers),
      path: pathRule ? constantOf(pathRule) : path ?? GENERIC_PATH,
      job: isJob ? metadata.name : constantOf(jobRule),
      declaredAt: placeOf(`spec.${field}[${index}]`),
    };
  });
}

/**
 * For each scraper of the operator that selects a monitor, why it is rejected, if it is. What is said of an older form
 * does not count.
 */
function bindingsOf({ metadata, status }: PlainFields): (readonly Remark[])[] {
  const bindings = listOf(asObject(status).bindings).filter(isObject);
  return bindings.flatMap(({ namespace, name, conditions }) => listOf(conditions).filter(isObject)
    .filter(({ type, observedGeneration: seen }) =>
      type === 'Accepted' && !(Number(seen) < Number(metadata?.generation)))
    .map(({ status: isAccepted, reason, message }) => isAccepted !== 'False' ? []
      : [remark('rejected', { scraper: `${namespace}/${name}`, reason, message: withoutPasswords(String(message)) })]));
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
  const own = new Set<unknown>(labelledObjects(documents).map(({ value }) => value));
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
      const [finding] = expected.length > 0 ? []
        : followed.flatMap(({ links }) => links.flatMap(({ breaks }) => breaks));
      const doubt = isRejected ? undefined
        : traces.length === 0 ? 'no-pods' : expected.some(({ job }) => !job) ? 'no-job' : undefined;
      return {
        file: document.file,
        line: document.locate(`spec.${facts.endpoints}[${i}]`).line,
        monitor: `${monitor.kind} ${name}`,
        namespace,
        pool: `${prefix}/${namespace}/${name}/${i}`,
        expected,
        absent: doubt ? { state: 'unknown', reasons: [remark(doubt)] }
          : {
            state: 'missing',
            reasons: [remark('no-target'), ...finding ? [remark('broken-monitor', { finding })] : []],
          },
        rejections: bindings.flat(),
      };
    });
  });
}

// Components of OAM objects, whose MetricsTraits declare endpoints.

export const OAM_COMPONENT = 'core.oam.dev/Component';

/** Whether a trait is a MetricsTrait, of any vendor. */
function isMetricsTrait(trait: PlainValue | undefined): boolean {
  return trait?.kind === 'MetricsTrait' && isVendorVersion(trait.apiVersion);
}

const oamMetadata = objectOf({ name: labelName, namespace: namespaceName }, ['name']);

/** The checks of what applications and components declare: unless they pass, it is unknown. */
const OAM_CHECKS: Readonly<Record<string, Check>> = {
  [OAM_COMPONENT]: objectOf(
    { metadata: oamMetadata, spec: objectOf({ workload: manifest }, ['workload']) }, ['metadata', 'spec'],
  ),
  'core.oam.dev/ApplicationConfiguration': objectOf({
    metadata: oamMetadata,
    spec: objectOf({
      components: list(all(oneName, objectOf({
        componentName: labelName,
        revisionName: filled,
        traits: list(objectOf({
          // the trait's own values; whether they suit the workload was checked when it was declared
          trait: all(manifest, (value, field) =>
            isMetricsTrait(value) ? objectOf({ spec: checkOf(METRICS_TRAIT) })(value, field) : FINE),
        }, ['trait'])),
      }))),
    }, ['components']),
  }, ['metadata', 'spec']),
};

/** Reports what is wrong with an OAM object, if that hides what it declares. */
export function againstOamObject(object: object): Finding[] {
  return OAM_CHECKS[kindName(object)]?.(object, '') ?? [];
}

/** The applications and components among documents, on their own or as the template of a multi-cluster object. */
export function oamObjects(documents: readonly ManifestDocument[]): ManifestObject[] {
  return documents.flatMap(document => {
    const oam = oamObject(document);
    if (!oam) return [];
    const { kind, metadata, spec, pathOf } = oam;
    const checked = { apiVersion: OAM_API_VERSION, kind, metadata, spec };
    return [manifestObject(document, checked, () => againstOamObject(checked), pathOf)];
  });
}

/** The components that applications among objects bind. */
export function boundComponents(index: ObjectIndex): DeclaredComponent[] {
  return oamComponents(index.objects.filter(object => kindName(object) in OAM_CHECKS).map(object => {
    const { kind, metadata, spec } = object;
    const own = metadata as object as ManifestObject['metadata'];
    return { kind, metadata: own, spec, placeOf: () => ({ file: '', line: 0 }), findings: () => [] };
  }));
}

/** Where an OAM platform scrapes a component. The names of its jobs depend on the platform's version. */
export function targetsOfComponent(bound: DeclaredComponent, naming?: JobNaming): ScrapedTarget[] {
  const { application, namespace, component, endpoints } = bound;
  return endpoints.map(({ port: own, path }, index) => {
    const job = naming && jobName(naming, { application, namespace, component, index });
    const labels = new Map<string, string | undefined>([
      [seriesLabel(NAME), application], [seriesLabel(COMPONENT), component],
      ['namespace', namespace], ['pod_name', undefined],
    ]);
    return {
      ...own === undefined ? {} : { port: own },
      ...path === undefined ? {} : { path },
      ...job === undefined ? {} : { job },
      labels,
    };
  });
}

/** The binding of a component, after its check. */
interface CheckedBinding {
  readonly componentName?: string;
  readonly revisionName: string;
  readonly traits?: readonly { readonly trait: PlainFields }[];
}

/** The components of all applications, each for its bindings. */
function oamComponents(objects: readonly ManifestObject[], defaultNamespace?: string): DeclaredComponent[] {
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
      return { ...place, application: metadata.name, namespace, component, ...boundMetrics(entry, workload) };
    });
  });
}

/**
 * Where the metrics of a component are collected, by the MetricsTrait of its binding and the defaults of its workload.
 */
function boundMetrics(
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
  const unscraped = defaults ? remark('metrics-disabled')
    : remark('kind-not-scraped', { kind: String(workload?.kind) });
  return {
    endpoints,
    unscraped: endpoints.length === 0 ? unscraped : undefined,
    hints: [
      ...trait?.spec?.scraper == null ? [] : [remark('other-scraper', { scraper: String(trait.spec.scraper) })],
      ...isPresent ? [] : [remark('no-component')],
    ],
  };
}
