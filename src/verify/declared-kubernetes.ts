import { DeclaredComponent } from './declared-component';
import { KubernetesObject } from './kubernetes-objects';
import { endpointsOfMonitor } from './monitor-endpoints';
import { containerPorts, targetPorts } from './monitor-ports';
import { Remark, remark } from './remarks';
import { PodLookup, podsAmong } from './selected-pods';
import { ManifestDocument } from '../manifest/reading';
import { isObject } from '../private/check';
import { grouped } from '../private/grouped';
import { isKind, mayHavePods } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';

/** What the manifests say of the Services that a monitor selects. */
type SelectedServices = (monitor: KubernetesObject) => readonly unknown[];

/** The components of Kubernetes objects that are labelled as theirs, in the order in which they first appear. */
export function kubernetesComponents(
  objects: readonly KubernetesObject[], documents: readonly ManifestDocument[], defaultNamespace?: string,
): DeclaredComponent[] {
  const [services, pods] = [servicesAmong(documents, defaultNamespace), podsAmong(documents, defaultNamespace)];
  const namespaceOf = (object: KubernetesObject) => namespaceOfPods(object, defaultNamespace);
  const groups = grouped(objects, object => [JSON.stringify([namespaceOf(object), object.application, object.component])]);
  return [...groups.values()].map(group => componentOf(group, namespaceOf(group[0]), services, pods));
}

function componentOf(
  objects: readonly KubernetesObject[], namespace: string | undefined, services: SelectedServices, pods: PodLookup,
): DeclaredComponent {
  const [workloads, monitors] = (['workload', 'monitor'] as const).map(role => objects.filter(object => object.role === role));
  // what the program has made by itself has no labels of a component
  const others = workloads.length > 0 ? [] : monitors.flatMap(monitor => pods(monitor, services(monitor), namespace));
  const containers = containerPorts([...workloads.map(({ value }) => value), ...others]);
  const endpoints = monitors.flatMap(monitor => endpointsOfMonitor(monitor, { containers, services: targetPorts(services(monitor), containers) }));
  const chief = monitors[0] ?? workloads.find(({ value }) => mayHavePods(value)) ?? workloads[0];
  return {
    ...chief.placeOf('metadata.name'),
    application: chief.application,
    ...namespace === undefined ? {} : { namespace },
    component: chief.component,
    endpoints,
    ...endpoints.length === 0 ? { unscraped: whyUnscraped(chief) } : {},
    hints: workloads.length + others.length === 0 ? [remark('no-workload')] : [],
  };
}

function whyUnscraped({ role, kind, value }: KubernetesObject): Remark {
  if (role === 'monitor') return remark('no-endpoints', { kind });
  return mayHavePods(value) ? remark('no-monitor') : remark('kind-not-scraped', { kind });
}

/** Where the pods of a component are; a monitor may lie elsewhere. Nothing where they may be in several namespaces. */
function namespaceOfPods({ role, metadata, spec }: KubernetesObject, defaultNamespace?: string): string | undefined {
  const { any, matchNames = [] } = role === 'monitor' ? spec.namespaceSelector ?? {} : {} as any;
  if (any === true || matchNames?.length > 1) return undefined;
  return matchNames?.[0] ?? metadata.namespace ?? defaultNamespace;
}

/** Those of its own namespace by which a ServiceMonitor finds pods, as far as labels alone tell. */
function servicesAmong(documents: readonly ManifestDocument[], defaultNamespace?: string): SelectedServices {
  const isService = (value: Readonly<Record<string, unknown>>) => isKind(value, SERVICE) && isObject(value.metadata);
  const services = documents.map(({ value }) => value).filter(isService);
  const keyOf = ({ namespace = defaultNamespace }: any, [name, value]: [string, unknown]) => JSON.stringify([namespace, name, value]);
  const labelsOf = ({ labels }: any) => Object.entries(isObject(labels) ? labels : {});
  const byLabel = grouped(services, ({ metadata }) => labelsOf(metadata).map(label => keyOf(metadata, label)));
  return ({ kind, metadata, spec: { selector } }) => {
    const isByLabels = kind === 'ServiceMonitor' && isObject(selector?.matchLabels) && selector.matchExpressions == null;
    const wanted = isByLabels ? Object.entries(selector.matchLabels) : [];
    const [rarest = [], ...others] = wanted.map(label => byLabel.get(keyOf(metadata, label)) ?? []).sort((a, b) => a.length - b.length);
    return rarest.filter(service => others.every(list => list.includes(service)));
  };
}
