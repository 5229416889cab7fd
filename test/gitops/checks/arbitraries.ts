import * as fc from 'fast-check';

const of = (alphabet: string, minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const ALPHANUMERIC = 'abcxyz0189';

/** A text whose ends are letters or digits. */
const between = (inner: string, ends: string, most: number) =>
  fc.tuple(of(ends, 1, 1), of(inner, 0, most - 2), of(ends, 0, 1)).map(([first, middle, last]) => last ? first + middle + last : first);

export const dnsLabel = (most = 63) => between(`${ALPHANUMERIC}-`, ALPHANUMERIC, most);
export const subdomain = (most = 253) => fc.array(dnsLabel(20), { minLength: 1, maxLength: 8 }).map(parts => parts.join('.').slice(0, most).replace(/[-.]+$/, ''));

const startingWithLetter = dnsLabel(62).map(text => `a${text}`);
const pathSegment = fc.oneof(subdomain(), of('aZ0:.-_ é\n', 3, 300).map(text => `a${text}`));

const labelKey = fc.oneof(between('aZ0-_.', 'aZ0', 63), fc.tuple(subdomain(), between('aZ0-_.', 'aZ0', 63)).map(parts => parts.join('/')));
const labelValue = fc.oneof(fc.constant(''), between('aZ0-_.', 'aZ0', 63), fc.constant('${VARIABLE}'));

export const labels = fc.option(fc.dictionary(labelKey, labelValue, { maxKeys: 4 }), { nil: null });
export const annotations = fc.option(fc.dictionary(labelKey, fc.string({ unit: 'binary' }), { maxKeys: 3 }), { nil: undefined });

/** Types, the names of their objects, and whether they are in namespaces. */
const TYPES: readonly [type: string, name: fc.Arbitrary<string>, isInNamespaces: boolean][] = [
  ['v1 ConfigMap', subdomain(), true],
  ['v1 Namespace', dnsLabel(), false],
  ['v1 Service', startingWithLetter, true],
  ['apps/v1 Deployment', subdomain(), true],
  ['apps/v1 StatefulSet', dnsLabel(52), true],
  ['batch/v1 Job', subdomain(63), true],
  ['batch/v1 CronJob', subdomain(52), true],
  ['rbac.authorization.k8s.io/v1 Role', pathSegment, true],
  ['rbac.authorization.k8s.io/v1 ClusterRoleBinding', pathSegment, false],
  ['storage.k8s.io/v1 StorageClass', subdomain(), false],
  ['cert-manager.io/v1 ClusterIssuer', subdomain(), false],
  ['example.com/v1 Widget', subdomain(), true],
];

const type = fc.constantFrom(...TYPES);

/** An object that every API server takes, as far as its metadata goes. */
export const validObject: fc.Arbitrary<any> = type.chain(([text, name, isInNamespaces]) => fc.record({
  name,
  labels,
  annotations,
  finalizers: fc.option(fc.array(labelKey, { maxLength: 2 }), { nil: undefined }),
  namespace: isInNamespaces ? fc.option(dnsLabel(), { nil: undefined }) : fc.constantFrom(undefined, null, ''),
  template: fc.option(fc.record({ metadata: fc.record({ labels, annotations }) }), { nil: undefined }),
  matchLabels: labels,
}).map(({ template, matchLabels, ...metadata }) => {
  const [apiVersion, kind] = text.split(' ');
  return { apiVersion, kind, metadata, spec: { ...template && { template }, ...kind !== 'Service' && { selector: { matchLabels } } } };
}));

/** What can be wrong, and the code by which it is told. Each changes a valid object. */
export const DEFECTS: readonly [code: string, spoil: (json: any) => void, fits?: (json: any) => boolean][] = [
  ['missing-field', json => delete json.apiVersion],
  ['missing-field', json => delete json.metadata.name],
  ['missing-field', json => delete json.metadata],
  ['invalid-value', json => json.kind = 1],
  ['invalid-type', json => json.metadata = 'a'],
  ['invalid-name', json => json.metadata.name += '/'],
  ['invalid-name', json => json.metadata.name = '..'],
  ['invalid-name', json => json.metadata.name = `%${json.metadata.name}`],
  ['invalid-name', json => json.metadata.name += 'A', json => !json.apiVersion.startsWith('rbac')],
  ['invalid-name', json => json.metadata.name = 1],
  ['invalid-namespace', json => json.metadata.namespace = 'a.b', json => json.kind === 'Role' || json.kind === 'Widget'],
  ['namespace-on-cluster-scoped', json => json.metadata.namespace = 'a', json => /^(Cluster|Namespace|StorageClass)/.test(json.kind)],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: 1 }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: null }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: 'b c' }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, 'a/b/c': '' }],
  ['invalid-type', json => json.metadata.labels = []],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, a: true }],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, '-': '' }],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, a: 'ä'.repeat(2 ** 17) }],
  ['invalid-value', json => json.metadata.finalizers = ['a b']],
  ['invalid-label', json => json.spec.template = { metadata: { labels: { a: 1 } } }, json => json.kind === 'Deployment'],
  ['invalid-annotation', json => json.spec.template = { metadata: { annotations: { a: 1 } } }, json => json.kind === 'StatefulSet'],
  ['invalid-label', json => json.spec.selector.matchLabels = { a: '-' }, json => json.kind === 'Job'],
];
