import { Remark, remark, DeclaredAt } from './remarks';
import { Check, FINE, Path, Finding, movedTo, within } from '../base/findings/finding';
import { seriesLabel } from '../cluster/scraping/relabel';
import {
  asObject, isObject, list, listOf, object as objectOf, PlainFields, grouped, all, filled, isFilled, PlainValue, textOf,
} from '../base/check';
import { withoutPasswords } from '../base/masking';
import { kindOf, mayHavePods, kindName } from '../base/kind-of';
import { labelName, namespaceName, manifest } from '../base/names';
import { unreadableJobs } from '../cluster/scraping/scrape-jobs';
import { ManifestDocument, ManifestError, LocatedFinding, locateFindings } from '../files/reading';
import { ObjectIndex } from '../cluster/objects/object-index';
import { TypedManifest, isVendorVersion, OAM_API_VERSION } from '../base/oam-kind';
import { ScrapedTarget, ScrapedCluster, monitoredNamespaces } from '../cluster/scraping/scrapes';
import { ComponentIndex, componentOfRevision, oamObject, oneName } from '../cluster/objects/oam-object';
import { endpointsOf, Endpoint } from '../base/metrics-endpoints';
import { METRICS_TRAIT } from '../model/traits/metrics-trait';
import { checkOf } from '../model/traits/trait';
import { GENERIC_METRICS, hasOwnPorts, metricsOf } from '../cluster/objects/oam-workloads';
import { jobName, JobNaming } from '../model/platform/metrics';
import { COMPONENT, NAME, RESOURCE_TYPE } from '../cluster/objects/selectors';

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
 * @throws ManifestError with all findings about OAM objects, and about texts that should contain scrape jobs
 */
export function declaredComponents(
  documents: readonly ManifestDocument[], defaultNamespace?: string,
): DeclaredComponent[] {
  const ofOam = oamObjects(documents);
  const findings = [
    ...ofOam.flatMap(each => each.findings()),
    ...documents.flatMap(each => locateFindings(each, unreadableJobs(each.value as TypedManifest))),
    ...documents.flatMap(each => locateFindings(each, invalidLabels(each.value))),
  ];
  if (findings.length > 0) throw new ManifestError(findings);
  const cluster = clusterOf(documents, defaultNamespace);
  // in order of first appearance
  const groups = grouped(labelledObjects(documents, cluster), ({ application, component, namespace }) =>
    [JSON.stringify([namespace, application, component])]);
  const ofKubernetes = [...groups.values()].map(group => kubernetesComponent(group, cluster));
  return [...oamComponents(ofOam, defaultNamespace), ...ofKubernetes];
}

/** The objects of documents in one cluster. */
function clusterOf(documents: readonly ManifestDocument[], defaultNamespace?: string): ScrapedCluster {
  const objects = documents.map(({ value: { metadata, ...rest } }) => {
    const namespace: unknown = metadata?.namespace ?? defaultNamespace;
    return { ...rest, metadata: { ...asObject(metadata), namespace } } as object as TypedManifest;
  });
  return new ScrapedCluster(new ObjectIndex(objects));
}

// Components of Kubernetes objects, by the labels of their workloads and monitors.

/** A Kubernetes object with the labels of a component: its workload, or a monitor of its metrics. */
interface LabelledObject {
  readonly isWorkload: boolean;
  readonly application: string;
  readonly component: string;
  /** The namespace of the pods, which may differ from that of the monitor; `undefined` if there may be several. */
  readonly namespace?: string;
  readonly value: TypedManifest;
  readonly placeOf: (path: Path) => DeclaredAt;
}

/**
 * The workloads and monitors among documents, by the labels of their components. Other labelled objects come from
 * traits, and do not describe metrics. A component may consist of a monitor alone.
 */
function labelledObjects(documents: readonly ManifestDocument[], cluster: ScrapedCluster): LabelledObject[] {
  const monitorsOf = grouped(cluster.monitors, ({ object }) => [object]);
  return cluster.index.objects.flatMap((object, i) => {
    const isWorkload = labelValues(object)[RESOURCE_TYPE] === 'WORKLOAD';
    const read = isWorkload ? [{ monitor: object, at: [] }] : monitorsOf.get(object) ?? [];
    return read.flatMap(({ monitor: value, at }): LabelledObject[] => {
      const { [NAME]: application, [COMPONENT]: component } = labelValues(value);
      if (!isFilled(application) || !isFilled(component)) return [];
      const namespaces = isWorkload ? [value.metadata?.namespace] : monitoredNamespaces(value) ?? [];
      const placeOf = (path: Path) => {
        const isOwn = at.length === 0 || path[0] === 'metadata' && at[0] === 'spec';
        return { file: documents[i].file, line: documents[i].locate(isOwn ? path : at).line };
      };
      const namespace = namespaces.length === 1 ? textOf(namespaces[0]) : undefined;
      return [{ isWorkload, application, component, namespace, value, placeOf }];
    });
  });
}

/** Findings about the labels that name the component of a workload or of a monitor. */
function invalidLabels(object: TypedManifest): Finding[] {
  const labels = labelValues(object);
  if (labels[RESOURCE_TYPE] !== 'WORKLOAD' && !kindOf(object).monitor) return FINE;
  return [NAME, COMPONENT].flatMap(name =>
    labels[name] == null ? FINE : within(['metadata', 'labels', name], labelName(labels[name], '')));
}

function labelValues({ metadata }: PlainFields): Readonly<Record<string, unknown>> {
  return asObject<Record<string, unknown>>(asObject(metadata).labels);
}

/** The component of some workloads and monitors. */
function kubernetesComponent(objects: readonly LabelledObject[], cluster: ScrapedCluster): DeclaredComponent {
  const [workloads, monitors] = [true, false].map(of => objects.filter(({ isWorkload }) => isWorkload === of));
  const endpoints = monitors.flatMap(({ value, placeOf }) => cluster.expected(value).map((targets, i) => {
    // the pods of two workloads may differ
    const [port, path, job] = (['port', 'path', 'job'] as const).map(part => new Set(targets.map(each => each[part])))
      .map(of => of.size === 1 ? [...of][0] : undefined) as [number?, string?, string?];
    return { port, path, job, declaredAt: placeOf(['spec', kindOf(value).monitor!.endpoints, i]) };
  }));
  const { isWorkload, value, placeOf, application, namespace, component } =
    monitors[0] ?? workloads.find(each => mayHavePods(each.value)) ?? workloads[0];
  const { kind } = value;
  const unscraped = !isWorkload ? remark('no-endpoints', { kind })
    : mayHavePods(value) ? remark('no-monitor') : remark('kind-not-scraped', { kind });
  const hasPods = workloads.length > 0 || monitors.some(each => cluster.selectedBy(each.value).length > 0);
  return {
    ...placeOf(['metadata', 'name']),
    application,
    namespace,
    component,
    endpoints,
    unscraped: endpoints.length === 0 ? unscraped : undefined,
    hints: [...hasPods ? [] : [remark('no-workload')], ...monitors.flatMap(each => bindingsOf(each.value).flat())],
  };
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
  const cluster = clusterOf(documents, defaultNamespace);
  const own = new Set(labelledObjects(documents, cluster).map(({ value }) => value));
  return cluster.index.objects.flatMap((monitor, at) => {
    const facts = kindOf(monitor).monitor;
    if (!facts || own.has(monitor)) return [];
    const document = documents[at];
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
      const missing = [remark('no-target'), ...finding ? [remark('broken-monitor', { finding })] : []];
      return {
        file: document.file,
        line: document.locate(['spec', facts.endpoints, i]).line,
        monitor: `${monitor.kind} ${name}`,
        namespace,
        pool: `${prefix}/${namespace}/${name}/${i}`,
        expected,
        absent: doubt ? { state: 'unknown', reasons: [remark(doubt)] } : { state: 'missing', reasons: missing },
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
export function againstOamObject(object: object): Finding[] { return OAM_CHECKS[kindName(object)]?.(object, '') ?? []; }

/** An application or a component. */
interface OwnOamObject {
  readonly kind: string;
  /** In the form that its check requires; of any type until it is checked. */
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: PlainValue | undefined;
  readonly placeOf: (path: Path) => DeclaredAt;
  readonly findings: () => LocatedFinding[];
}

/** The applications and components among documents, on their own or as the template of a multi-cluster object. */
export function oamObjects(documents: readonly ManifestDocument[]): OwnOamObject[] {
  return documents.flatMap(document => {
    const oam = oamObject(document);
    if (!oam) return [];
    const { kind, metadata, spec, pathOf } = oam;
    const checked = () => againstOamObject({ apiVersion: OAM_API_VERSION, kind, metadata, spec });
    return [{
      kind,
      metadata: metadata as object as OwnOamObject['metadata'],
      spec,
      placeOf: (path: Path) => ({ file: document.file, line: document.locate(pathOf(path)).line }),
      findings: () => locateFindings(document, checked().map(each => movedTo(pathOf(each.path), each))),
    }];
  });
}

/** The components that applications among objects bind. */
export function boundComponents(index: ObjectIndex): DeclaredComponent[] {
  return oamComponents(index.objects.filter(object => kindName(object) in OAM_CHECKS).map(object => {
    const { kind, metadata, spec } = object;
    return { kind, metadata: metadata as object as OwnOamObject['metadata'], spec, placeOf: () => ({ file: '' }) };
  }));
}

/** Where an OAM platform scrapes a component. The names of its jobs depend on the platform's version. */
export function targetsOfComponent(bound: DeclaredComponent, naming?: JobNaming): ScrapedTarget[] {
  const { application, namespace, component, endpoints } = bound;
  return endpoints.map(({ port, path }, index) => {
    const job = naming && jobName(naming, { application, namespace, component, index });
    const labels = new Map([
      [seriesLabel(NAME), application], [seriesLabel(COMPONENT), component], ['namespace', namespace],
      ['pod_name', undefined],
    ]);
    return { port, path, job, labels };
  });
}

/** The binding of a component, after its check. */
interface CheckedBinding {
  readonly componentName?: string;
  readonly revisionName: string;
  readonly traits?: readonly { readonly trait: PlainFields }[];
}

/** The components of all applications, each for its bindings. */
function oamComponents(
  objects: readonly Omit<OwnOamObject, 'findings'>[], defaultNamespace?: string,
): DeclaredComponent[] {
  const components = new ComponentIndex<typeof objects[number]>();
  for (const component of objects.filter(({ kind }) => kind === 'Component')) {
    components.add(component.metadata.name, component.metadata.namespace ?? defaultNamespace, component);
  }
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(({ placeOf, metadata, spec }) => {
    const namespace = metadata.namespace ?? defaultNamespace;
    return listOf<CheckedBinding>(spec?.components).map((entry, index): DeclaredComponent => {
      const component = entry.componentName ?? componentOfRevision(entry.revisionName);
      const workload = components.find(component, namespace)?.spec?.workload;
      const place = placeOf(['spec', 'components', index]);
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
  const known = defaults ? endpointsOf(trait?.spec, [defaults]) : [];
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
