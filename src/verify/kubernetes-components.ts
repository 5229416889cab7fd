import { DeclaredComponent, manifestObject } from './declared-component';
import { KubernetesObject, checkMonitor, checkWorkload, containerPorts, endpointsOfMonitor, targetPorts } from './monitors';
import { Remark, remark } from './remarks';
import { monitorsIn, selectedLabels, unreadableJobs } from './scrape-jobs';
import { FINE } from '../findings/finding';
import type { Path } from '../findings/path';
import { ManifestDocument } from '../manifest/reading';
import { COMPONENT, NAME, RESOURCE_TYPE, labelSelector, unmet } from '../objects/labels';
import { podOf } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { asObject, isObject, listOf, PlainFields } from '../private/check';
import { grouped } from '../private/grouped';
import { isKind, kindOf, mayHavePods } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../private/oam-kind';

/**
 * The workloads and monitors among documents, by the labels of their components. Other labelled objects come from traits, and do not
 * describe metrics.
 */
export function kubernetesObjects(documents: readonly ManifestDocument[]): KubernetesObject[] {
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

/** The Services among the manifests that a monitor selects. */
type SelectedServices = (monitor: KubernetesObject) => readonly PlainFields[];

/** The components of Kubernetes objects with their labels, in order of first appearance. */
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
  // an object that the program creates itself has no labels of a component
  const others = workloads.length > 0 ? [] : monitors.flatMap(monitor => pods(monitor, services(monitor), namespace));
  const containers = containerPorts([...workloads.map(({ value }) => value), ...others]);
  const endpoints = monitors.flatMap(monitor =>
    endpointsOfMonitor(monitor, { containers, services: targetPorts(services(monitor), containers) }));
  const chief = monitors[0] ?? workloads.find(({ value }) => mayHavePods(value)) ?? workloads[0];
  return {
    ...chief.placeOf('metadata.name'),
    application: chief.application,
    namespace,
    component: chief.component,
    endpoints,
    unscraped: endpoints.length === 0 ? whyUnscraped(chief) : undefined,
    hints: workloads.length + others.length === 0 ? [remark('no-workload')] : [],
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

/** The Services of its own namespace through which a ServiceMonitor finds pods. */
function servicesAmong(documents: readonly ManifestDocument[], defaultNamespace?: string): SelectedServices {
  const services = documents.map(({ value }): PlainFields => value).filter(value => isKind(value, SERVICE) && isObject(value.metadata));
  const byNamespace = grouped(services, ({ metadata }) => [metadata?.namespace ?? defaultNamespace]);
  return ({ value, metadata, spec }) => {
    const selector: unknown = spec?.selector;
    if (!kindOf(value).monitor?.selectsServices || !isUsable(selector)) return [];
    const among = byNamespace.get(metadata.namespace ?? defaultNamespace) ?? [];
    return among.filter(service => unmet(selector, labelsOf(service)).length === 0);
  };
}

/** The pods among the manifests that a monitor selects, directly or through the Services that it selects. */
type PodLookup = (monitor: KubernetesObject, services: readonly PlainFields[], namespace: string | undefined) => readonly PlainObject[];

/** Whether an object may be a component's workload without its labels: a labelled object belongs only to the component it names. */
function isUnlabelled({ apiVersion, kind, metadata }: PlainFields): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string' && isObject(metadata) && metadata.labels?.[COMPONENT] == null;
}

/** Finds pods among manifests by their labels. Pods of a program that creates its objects itself have no labels of a component. */
function podsAmong(documents: readonly ManifestDocument[], defaultNamespace?: string): PodLookup {
  const located = documents.map(({ value }): PlainFields => value).filter(isUnlabelled).flatMap(value => {
    const pod = podOf(value as unknown as PlainObject);
    if (!pod) return [];
    const { labels } = pod.metadata;
    return [{ pod, labels: asObject<Record<string, string>>(labels), namespace: value.metadata?.namespace ?? defaultNamespace }];
  });
  const byNamespace = grouped(located, ({ namespace }) => [namespace]);
  return ({ value, spec }, services, namespace) => {
    const ofServices = services.map(service => ({ matchLabels: service.spec?.selector }));
    const selectors: unknown[] = kindOf(value).monitor?.selectsServices ? ofServices : [spec?.selector];
    const usable = selectors.filter(isUsable);
    const among = byNamespace.get(namespace) ?? [];
    const isSelected = (labels: Record<string, string>) =>
      usable.some(selector => unmet(selector, selectedLabels(value, labels)).length === 0);
    return among.filter(({ labels }) => isSelected(labels)).map(({ pod }) => pod);
  };
}

/** Whether a selector is valid, and excludes anything: an empty one selects everything. */
function isUsable(selector: unknown): selector is PlainFields {
  return isObject(selector) && Object.values(selector).some(each => Object.keys(Object(each)).length > 0)
    && labelSelector(selector, '').length === 0;
}
