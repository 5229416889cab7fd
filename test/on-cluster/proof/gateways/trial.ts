import type { Asked } from './ask';

/** Any object. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly spec?: any;
  readonly status?: any;
}

/** Objects, and what is asked of them. */
export interface Trial {
  readonly objects: readonly KubernetesObject[];
  readonly requests: readonly TrialRequest[];
}

export interface TrialRequest extends Asked {
  /** The name of the token that it has. */
  readonly token?: string;
}

/** The namespaces that are not given. */
export function namespacesOf(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const own = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata: { name } }) => name);
  const names = new Set(objects.flatMap(({ metadata: { namespace } }) => namespace === undefined || own.includes(namespace) ? [] : [namespace]));
  return [...names].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { 'kubernetes.io/metadata.name': name } } }));
}

/** The API server gives one to every Service. */
export function withAddress(object: KubernetesObject): KubernetesObject {
  return object.kind === 'Service' ? { ...object, spec: { clusterIP: '10.96.1.2', ...object.spec } } : object;
}
