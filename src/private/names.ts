import { all, filled, isObject, list, mapOf, object, text, asObject, pattern } from './check';
import { bad, Check, FINE, found, within, must } from '../findings/finding';
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
  : found('invalid-name', field, { reason: 'subdomain', max: MAX_SUBDOMAIN, value: Shown.of(value) });

/**
 * The name of an application or a component. The runtime writes both into labels of everything that it creates (`app.oam.dev/name`,
 * `app.oam.dev/component`), so that a label's value limits their length.
 */
export const labelName = labelNameFor('label');

/** The name of an application or a component that is declared here. */
export const modelName = labelNameFor('own');

function labelNameFor(reason: 'label' | 'own'): Check {
  return (value, field) => isDnsSubdomain(value, MAX_LABEL) ? FINE
    : found('invalid-name', field, { reason, max: MAX_LABEL, value: Shown.of(value) });
}

/** A namespace. */
export const namespaceName = namespaceFor('namespace-label');

/** The namespace of a construct that is declared here. */
export const ownNamespace = namespaceFor('namespace-own');

function namespaceFor(reason: 'namespace-label' | 'namespace-own'): Check {
  return (value, field) => isDnsLabel(value) ? FINE : found('invalid-name', field, { reason, max: MAX_LABEL, value: Shown.of(value) });
}

/** The name of a secret. An invalid name may be the secret itself, and is not shown. */
export const secretName: Check = (value, field) => isDnsSubdomain(value) ? FINE
  : found('invalid-name', field, { reason: 'invalid-secret-name' });

const labelValue: Check = (value, field) => typeof value === 'string' && value.length <= MAX_LABEL && LABEL_VALUE.test(value)
  ? FINE
  : found('invalid-label', field, { reason: 'value', max: MAX_LABEL, value: Shown.of(value) });

const annotationValue: Check = (value, field) => typeof value === 'string' ? FINE
  : found('invalid-annotation', field, { reason: 'value', value: Shown.typeOf(value) });

function isQualifiedName(key: string, isCaseFolded: boolean): boolean {
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  const prefix = isCaseFolded ? key.slice(0, slash).toLowerCase() : key.slice(0, slash);
  return (slash < 0 || isDnsSubdomain(prefix)) && name.length <= MAX_LABEL && LABEL_KEY_NAME.test(name);
}

function qualifiedName(code: 'invalid-label' | 'invalid-annotation'): Check {
  return (key, field) => {
    if (key === 'constructor') return found(code, field, { reason: 'constructor' });
    // Kubernetes converts keys of annotations to lower case before it checks them
    return isQualifiedName(key, code === 'invalid-annotation') ? FINE : bad(code, 'key', field, key);
  };
}

/** The key of a label of pods; `constructor` is not supported. */
export const labelKey: Check = must(
  value => typeof value === 'string' && value !== 'constructor' && isQualifiedName(value, false), 'invalid-label', 'one-key',
);

/** The name of a label that a user adds to series. */
export const seriesLabel: Check = must(
  value => typeof value === 'string' && /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/.test(value), 'invalid-label', 'series',
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

const UNWRITABLE = ['constructor', '__proto__'];

/** cdk8s reads `constructor` of every object in the metadata that it writes, and mistakes a field of that name for the class. */
const noConstructor: Check = (value, field) => {
  if (typeof value !== 'object' || value === null) return FINE;
  return Object.entries(value).flatMap(([key, element]) => {
    const findings = UNWRITABLE.includes(key) ? found('unknown-field', '', { reason: 'unwritable' }) : noConstructor(element, '');
    return findings.length === 0 ? FINE : within(joinPath(field, [Array.isArray(value) ? Number(key) : key]), findings);
  });
};

/** The metadata fields that people write. Messages list them first. */
const WRITTEN = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers'];

/** The fields that API servers know; `clusterName` only those before Kubernetes 1.24. They reject other fields, or drop them silently. */
export const METADATA_FIELDS: readonly string[] = [...new Set([...WRITTEN, ...METADATA.split(' '), 'clusterName'])];

const PASSED: ReadonlySet<string> = new Set([...METADATA_FIELDS, ...UNWRITABLE]);

const knownFields: Check = (value, field) => {
  const unknown = isObject(value) ? Object.keys(value).filter(name => !PASSED.has(name)) : [];
  return unknown.length === 0 ? FINE
    : unknown.flatMap(name => found('unknown-field', joinPath(field, [name]), { reason: 'metadata', known: METADATA_FIELDS }));
};

/** Metadata that cdk8s can write. */
function writable(known: Check): Check {
  return (value, field) => {
    if (!isObject(value)) return known(value, field);
    const { labels: _, annotations: __, ...others } = value;
    return [...known(value, field), ...noConstructor(others, field)];
  };
}

/** Object metadata, whose name is checked by `name`. */
export function metadataWith(name: Check): Check {
  const lists = { finalizers: list(text), ownerReferences: list(ownerReference) };
  return writable(all(object({ name, namespace: namespaceName, labels, annotations, ...lists }), knownFields));
}

/** Metadata of a resource within a workload, which the platform creates. */
export const resourceMetadata: Check = writable(object({ name: objectName, labels, annotations }, ['name']));

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
