import { DeclaredComponent, manifestObject } from './declared-component';
import { bindingsOf, KubernetesObject, checkMonitor, checkWorkload, containerPorts, endpointsOfMonitor, targetPorts } from './monitors';
import { Remark, remark } from './remarks';
import { monitorsIn, selectedLabels, unreadableJobs } from '../scraping/scrape-jobs';
import { FINE } from '../findings/finding';
import type { Path } from '../findings/path';
import { ManifestDocument } from '../manifest/reading';
import { COMPONENT, NAME, RESOURCE_TYPE, labelSelector } from '../objects/labels';
import { ObjectIndex, selected } from '../objects/object-index';
import { ownLabels, podOf } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { asObject, isObject, listOf, PlainFields } from '../private/check';
import { grouped } from '../private/grouped';
import { kindOf, mayHavePods } from '../private/kinds/kind-of';
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

/** The components of Kubernetes objects with their labels, in order of first appearance. */
export function kubernetesComponents(
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
 * The pods that a monitor selects, directly or through Services. Pods of a program that creates its objects itself have no labels of a
 * component; labelled ones belong only to the component that they name.
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
