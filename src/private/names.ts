import { all, filled, isObject, list, mapOf, object, text } from './check';
import { Check, FINE, finding, joinField, showType, wrong } from './finding';
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

/** A check whose findings say what to do. */
function advised(check: Check, remedy: string): Check {
  return (value, field) => check(value, field).map(f => ({ ...f, remedy }));
}

/** The name of any Kubernetes object. */
export const objectName: Check = (value, field) => isDnsSubdomain(value)
  ? FINE
  : wrong('invalid-name', field, `be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most ${MAX_SUBDOMAIN} characters)`, value);

/**
 * The name of an application or a component. The runtime writes both into labels of everything it makes
 * (`app.oam.dev/name`, `app.oam.dev/component`), so that they are as short as a label's value.
 */
export const labelName: Check = (value, field) => isDnsSubdomain(value, MAX_LABEL)
  ? FINE
  : wrong('invalid-name', field, `be a DNS-1123 subdomain of at most ${MAX_LABEL} characters, since it becomes a label's value`, value);

/** The name of an application or a component that is declared here. */
export const modelName = advised(labelName, 'set \'metadata.name\', or a construct id that is a valid name');

/** A namespace. */
export const namespaceName: Check = (value, field) => isDnsLabel(value)
  ? FINE
  : wrong('invalid-namespace', field, `be a DNS-1123 label (lower-case letters, digits and '-', at most ${MAX_LABEL} characters)`, value);

/** The namespace of a construct that is declared here. */
export const ownNamespace = advised(namespaceName, 'set the chart\'s namespace, or \'metadata.namespace\'');

/** The name of a secret. What is given instead may be the secret itself, and is not shown. */
export const secretName: Check = (value, field) => isDnsSubdomain(value)
  ? FINE
  : finding('invalid-secret-name', field, 'must be the name of a secret (a DNS-1123 subdomain); what was given is not shown',
    'give the name of the secret, never its content');

const labelValue: Check = (value, field) => typeof value === 'string' && value.length <= MAX_LABEL && LABEL_VALUE.test(value)
  ? FINE
  : wrong('invalid-label', field, `be a label's value (letters, digits, '-', '_' and '.', at most ${MAX_LABEL} characters)`, value);

const annotationValue: Check = (value, field) => typeof value === 'string'
  ? FINE
  : finding('invalid-annotation', field, `must be a string, got ${showType(value)}`, 'put it in quotes');

function qualifiedName(code: 'invalid-label' | 'invalid-annotation', what: string): Check {
  return (key, field) => {
    const slash = key.indexOf('/');
    const name = slash < 0 ? key : key.slice(slash + 1);
    // Kubernetes folds the case of annotations before it looks at them
    const prefixed = slash < 0 || isDnsSubdomain(what === 'labels' ? key.slice(0, slash) : key.slice(0, slash).toLowerCase());
    if (key === 'constructor') return finding(code, field, `must not have the key "constructor": cdk8s cannot write it as one of its ${what}`, 'add a prefix to it');
    return prefixed && name.length <= MAX_LABEL && LABEL_KEY_NAME.test(name)
      ? FINE
      : wrong(code, field, 'have keys of the form [<DNS subdomain>/]<name>', key);
  };
}

/** A map of labels. */
export const labels: Check = mapOf(labelValue, qualifiedName('invalid-label', 'labels'));

/** Labels that select something: without any, all pods would be selected. */
export const podLabels: Check = (value, field) => isObject(value) && Object.keys(value).length === 0
  ? finding('missing-field', field, 'must have at least one label: without any, all pods would be selected', 'give the labels by which these pods are told from others')
  : labels(value, field);

const MAX_ANNOTATIONS = 256 * 1024;

const annotationsSize: Check = (value, field) => {
  const bytes = isObject(value) ? bytesOf(Object.keys(value)) + bytesOf(Object.values(value)) : 0;
  return bytes <= MAX_ANNOTATIONS ? FINE : finding('invalid-annotation', field,
    `must have at most ${MAX_ANNOTATIONS} bytes in all, got ${bytes}`, 'put long texts into a ConfigMap');
};

/** A map of annotations. */
export const annotations: Check = all(mapOf(annotationValue, qualifiedName('invalid-annotation', 'annotations')), annotationsSize);

/** The bytes that texts have in all; what is no text has none. */
export function bytesOf(values: readonly unknown[], encoding: 'utf8' | 'base64' = 'utf8'): number {
  return values.reduce<number>((sum, each) => sum + (typeof each === 'string' ? Buffer.byteLength(each, encoding) : 0), 0);
}

/** The most bytes that the data of a ConfigMap or a Secret may have. */
export const MAX_DATA = 1024 * 1024;

/** Whether a text can be a key of these data. */
export function isDataKey(value: unknown): value is string {
  return typeof value === 'string' && /^[-._a-zA-Z0-9]{1,253}$/.test(value) && value !== '.' && !value.startsWith('..');
}

const ownerReference = object({ apiVersion: filled, kind: filled, name: filled, uid: filled }, ['apiVersion', 'kind', 'name', 'uid']);

const UNWRITABLE = ['constructor', '__proto__'];

/** cdk8s asks every object in the metadata that it writes for its constructor, and takes a field of that name for the answer. */
const noConstructor: Check = (value, field) => {
  if (typeof value !== 'object' || value === null) return FINE;
  return Object.entries(value).flatMap(([key, element]) => {
    const at = joinField(field, Array.isArray(value) ? `[${key}]` : key);
    return UNWRITABLE.includes(key)
      ? finding('unknown-field', at, 'is not a field of metadata', 'leave it out')
      : noConstructor(element, at);
  });
};

/** The fields that API servers know. Others they refuse, or drop silently. */
export const METADATA_FIELDS: readonly string[] = [
  'name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers', 'creationTimestamp',
  'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid', 'clusterName',
];

const knownFields: Check = (value, field) => {
  const unknown = isObject(value) ? Object.keys(value).filter(name => ![...METADATA_FIELDS, ...UNWRITABLE].includes(name)) : [];
  return unknown.flatMap(name => finding('unknown-field', joinField(field, name),
    `is not a field of metadata (${METADATA_FIELDS.join(', ')})`, 'leave it out, or check its spelling'));
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

/** Metadata of a resource within a workload, which the platform makes. */
export const resourceMetadata: Check = writable(object({ name: objectName, labels, annotations }, ['name']));

/** Object metadata. */
export const metadata: Check = metadataWith(objectName);

/** An API version. */
export const apiVersion: Check = (value, field) => typeof value === 'string' && /^([a-z0-9][-a-z0-9.]*\/)?[a-z0-9]+$/.test(value)
  ? FINE
  : wrong('invalid-value', field, 'be an API version such as "apps/v1"', value);

const kind: Check = (value, field) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]*$/.test(value)
  ? FINE
  : wrong('invalid-value', field, 'be a kind such as "Deployment"', value);

/** Any Kubernetes object: apiVersion and kind are required, metadata is checked where it is given. */
export const manifest: Check = object({ apiVersion, kind, metadata }, ['apiVersion', 'kind']);

/** The name in an object's metadata, if it has one. */
export function nameOf(value: any): string | undefined {
  return isObject(value?.metadata) ? value.metadata.name ?? undefined : undefined;
}

/** Metadata with a name: the construct's id where the user gave none. What is no metadata is left for its check to refuse. */
export function named(id: string, given: any): any {
  if (given == null) return { name: id };
  return isObject(given) ? readAs(given, { ...given, name: given.name ?? id }) : given;
}
