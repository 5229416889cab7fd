import { all, filled, isObject, list, mapOf, object, text, asObject, pattern, oneOf } from './check';
import { bad, Check, FINE, found, hidden, must, joinPath, Shown, At, Finding } from './findings/finding';
import { METADATA } from './kubernetes-api/facts';
import { readAs } from './plain';
import { BlockList, isIP } from 'node:net';
import type { Shape } from './findings/catalogue/shapes';
import { isSubstituted } from './substitution';

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

/**
 * The name of an application or a component. The runtime writes both into labels of everything that it creates
 * (`app.oam.dev/name`, `app.oam.dev/component`), so that a label's value limits their length.
 */
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
export const seriesLabelName: Check = must(
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

/** The metadata fields that people write. Messages list them first. */
const WRITTEN = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers'];

/**
 * The fields that API servers know; `clusterName` only those before Kubernetes 1.24. They reject other fields, or drop
 * them silently.
 */
export const METADATA_FIELDS: readonly string[] = [...new Set([...WRITTEN, ...METADATA.split(' '), 'clusterName'])];

/** Object metadata, whose name is checked by `name`. */
export function metadataWith(name: Check): Check {
  const owner = { apiVersion: filled, kind: filled, name: filled, uid: filled };
  const lists = { finalizers: list(text), ownerReferences: list(object(owner, Object.keys(owner))) };
  return all(object({ name, namespace: namespaceName, labels, annotations, ...lists }), (value, field) => {
    const unknown = isObject(value) ? Object.keys(value).filter(each => !METADATA_FIELDS.includes(each)) : [];
    return unknown.length === 0 ? FINE : unknown.flatMap(each =>
      found('unknown-field', joinPath(field, [each]), { reason: 'metadata', known: METADATA_FIELDS }));
  });
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

/**
 * Metadata with a name, by default the construct's id. A value that is no metadata is returned as it is, for its check
 * to reject.
 */
export function named<T>(id: string, given: T): NonNullable<T> & { readonly name: string } {
  const own = given == null || isObject(given) ? asObject(given) : undefined;
  return (own ? readAs(own, { ...own, name: own.name ?? id }) : given) as NonNullable<T> & { readonly name: string };
}

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65535;
}

/** A network port. */
export const port: Check = must(isPort, 'invalid-port', 'port');

function pathWithout(forbidden: RegExp, shape: Shape): Check {
  return must(
    value => typeof value === 'string' && value.startsWith('/') && !forbidden.test(value), 'invalid-path', shape,
  );
}

/** The HTTP path of a metrics endpoint. */
export const metricsPath = pathWithout(/[\s?#]/, 'plain-path');

/** The path of a probe's request, which may have a query. */
export const probePath = pathWithout(/\s/, 'probe-path');

/** A port by number or by name. */
export const portOrName: Check = (value, field) => typeof value === 'string' ? FINE : port(value, field);

/** A path that is matched exactly or as a prefix. */
export const literalPath = metricsPath;

/**
 * Whether a path has steps that are resolved before a request is sent. The API server rejects such a path in an
 * Ingress.
 */
export function isUnresolvedPath(value: unknown): boolean {
  return /\/\/|\/\.\.?(\/|$)|%2f/i.test(String(value));
}

/** A path that is a regular expression. */
export const regexPath = pathWithout(/\s/, 'regex-path');

/** Whether the platform evaluates a host: it treats an empty one or a lone `*` as absent. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.trim() !== '*';
}

/** Whether a rule is explicitly for any host. */
export function hasAnyHost(hosts: unknown): boolean {
  return Array.isArray(hosts) && hosts.some(each => typeof each === 'string' && !isHost(each));
}

/** The hosts that a rule names, in lower case and without duplicates. */
export function namedHosts(hosts: unknown): string[] {
  return [...new Set((Array.isArray(hosts) ? hosts : []).filter(isHost).map(each => each.trim().toLowerCase()))];
}

/** Whether a certificate can be requested for a host: the platform's controller leaves out hosts with a wildcard. */
export function isNamedHost(value: unknown): value is string {
  return isHost(value) && !value.includes('*');
}

/** The host of an ingress rule: a lower-case DNS name, with a leading wildcard at most. */
export const host: Check = (value, field) => {
  if (value === '' || value === '*') return FINE;
  const name = typeof value === 'string' && value.startsWith('*.') ? value.slice(2) : value;
  return isHostName(name) ? FINE : bad('invalid-host', 'host', field, value);
};

const isHostName = (value: unknown) => isDnsSubdomain(value) && value.split('.').every(isDnsLabel);

/** The host of an address: a lower-case DNS name. */
export const exactHost: Check = must(value => isHostName(value) && isIP(value) === 0, 'invalid-host', 'exact-host');

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
 * The block of addresses that a string such as `10.0.0.0/16` names, as its first address and the length of its prefix.
 */
function addressBlock(value: unknown) {
  const [, address, length] = typeof value === 'string' ? /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [] : [];
  const [bits, family] = [Number(length), isIP(address ?? '') === 6 ? 'ipv6' as const : 'ipv4' as const];
  if (isIP(address ?? '') === 0 || bits > (family === 'ipv6' ? 128 : 32)) return undefined;
  const addresses = new BlockList();
  addresses.addSubnet(address, bits, family);
  return { address, bits, family, addresses };
}

/** Whether an address is in a block of addresses; false if the value is no block. */
export function hasAddress(block: unknown, address: string): boolean {
  return addressBlock(block)?.addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ?? false;
}

/** The exceptions from a block of addresses: `except` and `cidr`. Kubernetes rejects one that is the whole block. */
export const excepted: Check = (value, field) => {
  const outer = addressBlock(value?.cidr);
  if (!outer || !Array.isArray(value.except)) return FINE;
  return value.except.flatMap((each: unknown, i: number) => {
    const inner = addressBlock(each);
    const isPart = !inner || inner.family === outer.family && inner.bits > outer.bits
      && outer.addresses.check(inner.address, inner.family);
    return isPart ? FINE : found('invalid-value', joinPath(field, ['except', i]), {
      reason: 'cidr-exception', cidr: value.cidr as string, value: Shown.of(each),
    });
  });
};

/** A block of addresses. */
export const cidr: Check = must(value => addressBlock(value) !== undefined, 'invalid-value', 'cidr');

/** The ways in which the paths of ingress rules are compared. */
const PATH_TYPES = ['Exact', 'Prefix', 'Regex'] as const;

/** The type that the platform reads from a string, in any case. */
export function pathTypeOf(given: unknown): typeof PATH_TYPES[number] | undefined {
  const read = typeof given === 'string' ? given.trim().toLowerCase() : undefined;
  return PATH_TYPES.find(each => each.toLowerCase() === read);
}

/** The type of a path, in any case. An empty string counts as absent. */
export const pathType: Check = (value, field) =>
  value === '' || pathTypeOf(value) !== undefined ? FINE : oneOf(...PATH_TYPES)(value, field);

/**
 * A user name for basic authentication. A `:` ends it on the wire and in password files. The other characters that are
 * excluded here are invalid in one of its uses (a key of a Secret), or would need escapes there (a template). The text
 * after a `:` may be the password, and is not shown.
 */
export const userName: Check = (value, field) => {
  if (typeof value === 'string' && value.length <= 128 && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value)) return FINE;
  const isPair = typeof value === 'string' && value.includes(':');
  return bad('invalid-user', 'user', field, isPair ? `${value.split(':')[0]}:…` : value);
};

/** The maximum length of a password that bcrypt reads completely. */
const LONGEST_PASSWORD = 72;

/** A password, which is never shown. */
export const passwordCheck: Check = (value, field) => {
  if (typeof value !== 'string') {
    return found('invalid-password', field, { reason: 'type', value: Shown.typeOf(value) });
  }
  if (value === '') return found('invalid-password', field, { reason: 'empty' });
  const [{ length }, max] = [value, LONGEST_PASSWORD];
  if (length > max) return found('invalid-password', field, { reason: 'long', max, length });
  return /^[\x20-\x7e]+$/.test(value) ? FINE : found('invalid-password', field, { reason: 'characters' });
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
 * Reports a reference to an image that no kubelet can read, unless it has a placeholder or is one of ko.
 * Of a value with spaces only the first word is shown: what follows is no part of an image, and may be a password.
 */
export function imageFindings(image: string, at: At): Finding[] {
  const [, path] = IMAGE.exec(image) ?? [];
  const isImage = path !== undefined && path.length <= LONGEST_PATH && !IDENTIFIER.test(image);
  if (isImage || isSubstituted(image) || image.startsWith('ko://')) return FINE;
  const [first] = image.trim().split(/\s/, 1);
  return bad('invalid-value', 'image', at, first === image.trim() ? image : `${first} …`);
}
