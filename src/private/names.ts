import { all, filled, isObject, list, mapOf, object, text, asObject, pattern } from './check';
import { bad, Check, FINE, found, hidden, must } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { METADATA } from './kubernetes-api/facts';
import { readAs } from './plain';

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const LABEL_KEY_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

export function isDnsLabel(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LABEL && DNS_LABEL.test(value);
}

export function isDnsSubdomain(value: unknown, max = MAX_SUBDOMAIN): value is string {
  return typeof value === 'string' && value.length <= max && DNS_SUBDOMAIN.test(value);
}

/** The name of any Kubernetes object. */
export const objectName: Check = (value, field) => isDnsSubdomain(value)
  ? FINE
  : found('invalid-name', field, { reason: 'subdomain', rule: { phrase: 'subdomain', max: MAX_SUBDOMAIN }, value: Shown.of(value) });

/**
 * The name of an application or a component. The runtime writes both into labels of everything that it creates (`app.oam.dev/name`,
 * `app.oam.dev/component`), so that a label's value limits their length.
 */
export const labelName = must(value => isDnsSubdomain(value, MAX_LABEL), 'invalid-name', 'label-name');

/** The name of an application or a component that is declared here. */
export const modelName = must(value => isDnsSubdomain(value, MAX_LABEL), 'invalid-name', 'model-name');

/** A namespace. */
export const namespaceName = must(isDnsLabel, 'invalid-name', 'namespace');

/** The namespace of a construct that is declared here. */
export const ownNamespace = must(isDnsLabel, 'invalid-name', 'own-namespace');

/** The name of a secret. An invalid name may be the secret itself, and is not shown. */
export const secretName: Check = (value, field) => isDnsSubdomain(value) ? FINE
  : hidden('invalid-name', 'secret-name', field);

const labelValue = must(
  value => typeof value === 'string' && value.length <= MAX_LABEL && LABEL_VALUE.test(value), 'invalid-label', 'label-value',
);

const annotationValue: Check = (value, field) => typeof value === 'string' ? FINE
  : found('invalid-annotation', field, { reason: 'expected', shape: 'unquoted', value: Shown.typeOf(value) });

function isQualifiedName(key: string, isCaseFolded: boolean): boolean {
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  const prefix = isCaseFolded ? key.slice(0, slash).toLowerCase() : key.slice(0, slash);
  return (slash < 0 || isDnsSubdomain(prefix)) && name.length <= MAX_LABEL && LABEL_KEY_NAME.test(name);
}

function qualifiedName(code: 'invalid-label' | 'invalid-annotation'): Check {
  // Kubernetes converts keys of annotations to lower case before it checks them
  return (key, field) => isQualifiedName(key, code === 'invalid-annotation') ? FINE : bad(code, 'labels', field, key);
}

/** The key of a label of pods. */
export const labelKey: Check = must(value => typeof value === 'string' && isQualifiedName(value, false), 'invalid-label', 'label-key');

/** The name of a label that a user adds to series. */
export const seriesLabel: Check = must(
  value => typeof value === 'string' && /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/.test(value), 'invalid-label', 'series-names',
);

/** A map of labels. */
export const labels: Check = mapOf(labelValue, qualifiedName('invalid-label'));

/** Labels of a selector: an empty map would select all pods. */
export const podLabels: Check = (value, field) => isObject(value) && Object.keys(value).length === 0
  ? found('missing-field', field, { reason: 'labels' })
  : labels(value, field);

const MAX_ANNOTATIONS = 256 * 1024;

const annotationsSize: Check = (value, field) => {
  const bytes = isObject(value) ? bytesOf(Object.keys(value)) + bytesOf(Object.values(value)) : 0;
  return bytes <= MAX_ANNOTATIONS ? FINE : found('invalid-annotation', field, { reason: 'size', max: MAX_ANNOTATIONS, bytes });
};

/** A map of annotations. */
export const annotations: Check = all(mapOf(annotationValue, qualifiedName('invalid-annotation')), annotationsSize);

/** The total size of strings in bytes; other values have none. */
export function bytesOf(values: readonly unknown[], encoding: 'utf8' | 'base64' = 'utf8'): number {
  return values.reduce<number>((sum, each) => sum + (typeof each === 'string' ? Buffer.byteLength(each, encoding) : 0), 0);
}

/** The maximum size of the data of a ConfigMap or a Secret, in bytes. */
export const MAX_DATA = 1024 * 1024;

/** Whether a value can be a key of such data. */
export function isDataKey(value: unknown): value is string {
  return typeof value === 'string' && /^[-._a-zA-Z0-9]{1,253}$/.test(value) && value !== '.' && !value.startsWith('..');
}

const ownerReference = object({ apiVersion: filled, kind: filled, name: filled, uid: filled }, ['apiVersion', 'kind', 'name', 'uid']);

/** The metadata fields that people write. Messages list them first. */
const WRITTEN = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers'];

/** The fields that API servers know; `clusterName` only those before Kubernetes 1.24. They reject other fields, or drop them silently. */
export const METADATA_FIELDS: readonly string[] = [...new Set([...WRITTEN, ...METADATA.split(' '), 'clusterName'])];

const knownFields: Check = (value, field) => {
  const unknown = isObject(value) ? Object.keys(value).filter(name => !METADATA_FIELDS.includes(name)) : [];
  return unknown.length === 0 ? FINE
    : unknown.flatMap(name => found('unknown-field', joinPath(field, [name]), { reason: 'metadata', known: METADATA_FIELDS }));
};

/** Object metadata, whose name is checked by `name`. */
export function metadataWith(name: Check): Check {
  const lists = { finalizers: list(text), ownerReferences: list(ownerReference) };
  return all(object({ name, namespace: namespaceName, labels, annotations, ...lists }), knownFields);
}

/** Metadata of a resource within a workload, which the platform creates. */
export const resourceMetadata: Check = object({ name: objectName, labels, annotations }, ['name']);

/** Object metadata. */
export const metadata: Check = metadataWith(objectName);

/** An API version. */
export const apiVersion: Check = pattern(/^([a-z0-9][-a-z0-9.]*\/)?[a-z0-9]+$/, 'api-version');

const kind: Check = pattern(/^[A-Za-z][A-Za-z0-9]*$/, 'kind');

/** Any Kubernetes object: apiVersion and kind are required, metadata is checked if it is given. */
export const manifest: Check = object({ apiVersion, kind, metadata }, ['apiVersion', 'kind']);

/** The name in an object's metadata, if it has one. */
export function nameOf(value: unknown): string | undefined {
  return asObject<{ readonly name?: string | null }>(asObject(value).metadata).name ?? undefined;
}

/** Metadata with a name, by default the construct's id. A value that is no metadata is returned as it is, for its check to reject. */
export function named<T>(id: string, given: T): NonNullable<T> & { readonly name: string } {
  const own = given == null || isObject(given) ? asObject(given) : undefined;
  return (own ? readAs(own, { ...own, name: own.name ?? id }) : given) as NonNullable<T> & { readonly name: string };
}
