import { all, filled, isObject, list, mapOf, object, only, text, asObject, pattern } from './check';
import { At, bad, Check, Finding, FINE, found, hidden, joinPath, must, Shown } from './findings/finding';
import { METADATA } from './kubernetes-api/facts';
import { readAs } from './plain';
import { isSubstituted } from './substitution';

// Checks of what names something: objects, namespaces, labels and annotations, metadata, users and images.

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

export function isDnsLabel(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LABEL && DNS_LABEL.test(value);
}

export function isDnsSubdomain(value: unknown, max = MAX_SUBDOMAIN): value is string {
  return typeof value === 'string' && value.length <= max && DNS_SUBDOMAIN.test(value);
}

/** The name of any Kubernetes object. */
export const objectName: Check = (value, field) => isDnsSubdomain(value) ? FINE : found('invalid-name', field, {
  reason: 'subdomain', rule: { phrase: 'subdomain', max: MAX_SUBDOMAIN }, value: Shown.of(value),
});

/** The name of an application or a component, which the runtime writes into labels of everything that it creates. */
export const labelName = must(value => isDnsSubdomain(value, MAX_LABEL), 'invalid-name', 'label-name');

/** The name of an application or a component that is declared here. */
export const modelName = must(value => isDnsSubdomain(value, MAX_LABEL), 'invalid-name', 'model-name');

/** A namespace. */
export const namespaceName = must(isDnsLabel, 'invalid-name', 'namespace');

/** The namespace of a construct that is declared here. */
export const ownNamespace = must(isDnsLabel, 'invalid-name', 'own-namespace');

/** The name of a secret. An invalid name may be the secret itself, and is not shown. */
export const secretName: Check = (value, field) =>
  isDnsSubdomain(value) ? FINE : hidden('invalid-name', 'secret-name', field);

/** Whether a value is a key of labels or annotations: `[prefix/]name`. */
function isQualifiedName(key: unknown, isCaseFolded = false): boolean {
  if (typeof key !== 'string') return false;
  const [name = '', prefix] = key.includes('/') ? [key.slice(key.indexOf('/') + 1), key.split('/')[0]] : [key];
  const isPrefixed = prefix === undefined || isDnsSubdomain(isCaseFolded ? prefix.toLowerCase() : prefix);
  return isPrefixed && name.length <= MAX_LABEL && QUALIFIED.test(name);
}

/** The key of a label of pods. */
export const labelKey: Check = must(value => isQualifiedName(value), 'invalid-label', 'label-key');

/** The name of a label that a user adds to series. */
const seriesLabelName: Check = must(
  value => typeof value === 'string' && /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/.test(value), 'invalid-label', 'series-names',
);

/** Labels that a user adds to series, without those that are set already. */
export const seriesLabels = (value: Check, taken: readonly string[], by: string): Check =>
  mapOf(value, (name, field) => !taken.includes(name) ? seriesLabelName(name, field)
    : found('invalid-value', joinPath(field, [name]), { reason: 'taken', by }));

/** A map of labels. */
export const labels: Check = mapOf(
  must(value => typeof value === 'string' && value.length <= MAX_LABEL && (value === '' || QUALIFIED.test(value)),
    'invalid-label', 'label-value'),
  must(value => isQualifiedName(value), 'invalid-label', 'labels'),
);

/** Labels of a selector: an empty map would select all pods. */
export const podLabels: Check = (value, field) => isObject(value) && Object.keys(value).length === 0
  ? found('missing-field', field, { reason: 'labels' })
  : labels(value, field);

const MAX_ANNOTATIONS = 256 * 1024;

/** A map of annotations. */
export const annotations: Check = all(
  mapOf(
    (value, field) => typeof value === 'string' ? FINE
      : found('invalid-annotation', field, { reason: 'expected', shape: 'unquoted', value: Shown.typeOf(value) }),
    // Kubernetes converts keys of annotations to lower case before it checks them
    must(key => isQualifiedName(key, true), 'invalid-annotation', 'labels'),
  ),
  (value, field) => {
    const bytes = isObject(value) ? bytesOf(Object.keys(value)) + bytesOf(Object.values(value)) : 0;
    return bytes <= MAX_ANNOTATIONS ? FINE
      : found('invalid-annotation', field, { reason: 'size', max: MAX_ANNOTATIONS, bytes });
  },
);

/** The total size of strings in bytes; other values have none. */
export function bytesOf(values: readonly unknown[], encoding: 'utf8' | 'base64' = 'utf8'): number {
  const strings = values.filter(each => typeof each === 'string');
  return strings.reduce((sum, each) => sum + Buffer.byteLength(each, encoding), 0);
}

/** The maximum size of the data of a ConfigMap or a Secret, in bytes. */
export const MAX_DATA = 1024 * 1024;

/** Whether a value can be a key of such data. */
export function isDataKey(value: unknown): value is string {
  return typeof value === 'string' && /^[-._a-zA-Z0-9]{1,253}$/.test(value) && value !== '.' && !value.startsWith('..');
}

/** The fields that API servers know; `clusterName` only those before Kubernetes 1.24. They reject or drop others. */
export const METADATA_FIELDS: readonly string[] = [...METADATA.split(' '), 'clusterName'];

/** Object metadata, whose name is checked by `name`. */
export function metadataWith(name: Check): Check {
  const owner = { apiVersion: filled, kind: filled, name: filled, uid: filled };
  const lists = { finalizers: list(text), ownerReferences: list(object(owner, Object.keys(owner))) };
  return all(object({ name, namespace: namespaceName, labels, annotations, ...lists }), only(...METADATA_FIELDS));
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

/** Metadata with a name, by default the construct's id. A value that is no metadata stays, for its check to reject. */
export function named<T>(id: string, given: T): NonNullable<T> & { readonly name: string } {
  const own = given == null || isObject(given) ? asObject(given) : undefined;
  return (own ? readAs(own, { ...own, name: own.name ?? id }) : given) as NonNullable<T> & { readonly name: string };
}

/** `<namespace>/<deployment-name>`. */
export const scraper: Check = must(value => {
  const parts = typeof value === 'string' ? value.split('/') : [];
  return parts.length === 2 && isDnsLabel(parts[0]) && isDnsSubdomain(parts[1]);
}, 'invalid-value', 'scraper-name');

/** A path into an object as the OAM runtime reads it: `spec.containers[0].env[1].value`. */
export const fieldPath: Check = must(
  value => typeof value === 'string' && /^[^$.[\]\s][^.[\]\s]*(\.[^.[\]\s]+|\[[^[\]]+\])*$/.test(value),
  'invalid-value', 'field-path',
);

/**
 * A user name for basic authentication, valid as a key of a Secret, in password files and, without escapes, in a
 * template. The text after a `:`, which would end it, may be the password, and is not shown.
 */
export const userName: Check = (value, field) => {
  if (typeof value === 'string' && value.length <= 128 && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)) return FINE;
  const isPair = typeof value === 'string' && value.includes(':');
  return bad('invalid-user', 'user', field, isPair ? `${value.split(':')[0]}:…` : value);
};

/** The maximum length of a password that bcrypt reads completely. */
const LONGEST_PASSWORD = 72;

/** A password, which is never shown. */
export const passwordCheck: Check = (value, at) => {
  if (typeof value !== 'string') return found('invalid-password', at, { reason: 'type', value: Shown.typeOf(value) });
  if (value === '') return found('invalid-password', at, { reason: 'empty' });
  const [{ length }, max] = [value, LONGEST_PASSWORD];
  if (length > max) return found('invalid-password', at, { reason: 'long', max, length });
  return /^[\x20-\x7e]+$/.test(value) ? FINE : found('invalid-password', at, { reason: 'characters' });
};

// the grammar of github.com/distribution/reference, by which kubelets and container runtimes read images

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[A-Fa-f0-9:]+\\])(?::[0-9]+)?`;
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';

/** The name of an image; the group is its path. What precedes the first slash is a host only if it looks like one. */
export const IMAGE_NAME = `(?:(?=[^/]*[.:A-Z]|localhost/)${HOST}/)?(${PART}(?:/${PART})*)`;
export const IMAGE_TAG = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
export const IMAGE_DIGEST = '(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})';

const IMAGE = new RegExp(`^${IMAGE_NAME}(?::${IMAGE_TAG})?(?:@${IMAGE_DIGEST})?$`);

/** An image of 64 hexadecimal digits would be its own identifier. */
const IDENTIFIER = /^[a-f0-9]{64}$/;

const LONGEST_PATH = 255;

/**
 * Reports a reference to an image that no kubelet can read, unless it has a placeholder or is one of ko. Of a value
 * with spaces only the first word is shown: what follows may be a password.
 */
export function imageFindings(image: string, at: At): Finding[] {
  const [, path] = IMAGE.exec(image) ?? [];
  const isImage = path !== undefined && path.length <= LONGEST_PATH && !IDENTIFIER.test(image);
  if (isImage || isSubstituted(image) || image.startsWith('ko://')) return FINE;
  const [first] = image.trim().split(/\s/, 1);
  return bad('invalid-value', 'image', at, first === image.trim() ? image : `${first} …`);
}
