import { KubernetesObject } from './kubernetes-objects';
import { ManifestDocument } from '../manifest/reading';
import { COMPONENT } from '../objects/oam-labels';
import { podOf } from '../objects/pod-template';
import { PlainObject } from '../objects/rendering';
import { LabelSelector, labelSelector, unmet } from '../objects/selector';
import { isObject } from '../private/check';
import { grouped } from '../private/grouped';

/** The pods, as far as the manifests say, that a monitor selects, or the Services that it selects. */
export type PodLookup = (monitor: KubernetesObject, services: readonly any[], namespace: string | undefined) => readonly PlainObject[];

/** What is labelled as a component's is its workload, and no other's. */
function isUnlabelled({ apiVersion, kind, metadata }: any): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string' && isObject(metadata) && metadata.labels?.[COMPONENT] == null;
}

/** Finds pods among manifests by their labels: those of a program that has made its objects by itself have no labels of a component. */
export function podsAmong(documents: readonly ManifestDocument[], defaultNamespace?: string): PodLookup {
  const located = documents.map(({ value }) => value as PlainObject).filter(isUnlabelled).flatMap(value => {
    const pod = podOf(value);
    if (!pod) return [];
    const { labels } = pod.metadata;
    return [{ pod, labels: isObject(labels) ? labels : {}, namespace: value.metadata.namespace ?? defaultNamespace }];
  });
  const byNamespace = grouped(located, ({ namespace }) => [namespace]);
  return ({ kind, spec }, services, namespace) => {
    const selectors: LabelSelector[] = kind === 'ServiceMonitor' ? services.map(service => ({ matchLabels: service.spec?.selector })) : [spec.selector];
    const usable = selectors.filter(selector => isObject(selector) && Object.values(selector).some(each => Object.keys(Object(each)).length > 0) && labelSelector(selector, '').length === 0);
    const among = byNamespace.get(namespace) ?? [];
    return among.filter(({ labels }) => usable.some(selector => unmet(selector, labels).length === 0)).map(({ pod }) => pod);
  };
}
