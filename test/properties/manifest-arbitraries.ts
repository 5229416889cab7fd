import * as fc from 'fast-check';
import { character } from './characters';

// what a reader or a writer of YAML could take for something else, piece by piece
const PIECES = [
  ' ', '  ', '\n', '\n\n', '\t', '\r', '\r\n', 'a', 'b c', '#', ' #', ': ', ':', '- ', '-', '?', '? ', ',', '[', ']', '{', '}', '{{', '}}', '"', '\'', '\\', '\\n', '|', '>', '|2', '>-', '%', '%YAML 1.2',
  '---', '...', '\n---\n', '\n--- a\n', '&a', '*a', '!', '!!str ', '<<', '=', '@', '`', '~', '_', 'y', 'n', 'yes', 'No', 'on', 'OFF', 'true', 'False', 'null', 'NULL', '.', '.inf', '-.INF', '.nan', '0', '1', '0o1', '0b1',
  '0x1F', '0775', '1e5', '1E+5', '.5', '5.', '+1', '-1', '1_000', '12:30', '1:20:30', '2001-01-01', '2001-12-14t21:59:43.10-05:00', '\0', '\x1b', '\x7f', '\x85', '\xa0', '\u2028', '\u2029', '\ufeff', '\ufffe', '\uffff',
  'é', '日本', '👍🏽', '__proto__', 'constructor', '##NAME##', '${X}', '$(X)', '<x>',
];

/** Half of a surrogate pair is no character: no text of a file has one. */
const HALF_PAIR = /[\ud800-\udfff]/u;

/** Any text that a file can hold. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map(pieces => pieces.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: character, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('0', '1', '7', '_', '.', 'e', '+', '-', 'x', 'o', 'b', ':', 'f'), maxLength: 7 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a', '#'), maxLength: 9 }) },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 40 }) },
).filter(text => !HALF_PAIR.test(text));

/** Any number of JSON that all readers take alike: no negative zero, and no whole one of which some lose digits. */
export const numbers: fc.Arbitrary<number> = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -9, max: 9 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1, 1.5, 1e-7, 5e-324, -1e-300, 123456789.125),
).map(number => Number.isInteger(number) && !Number.isSafeInteger(number) ? 1 : number + 0);

const tied = fc.letrec<{ value: unknown; object: Record<string, unknown> }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: texts },
    { weight: 2, arbitrary: numbers },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, []) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: tie('object') },
  ),
  object: fc.dictionary(texts, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));

/** Any data of JSON: nulls, empty objects and lists, and whatever text as a key. */
export const values: fc.Arbitrary<unknown> = tied.value;

/** An object of any data. */
export const anyFields: fc.Arbitrary<Record<string, unknown>> = tied.object;

/** Mostly what it should be, and now and then whatever else. */
function oddly(usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
}

/** An object of which any field may be missing or odd, with some that nobody knows, in any order. */
function fieldsOf(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(
    Object.fromEntries(Object.entries(fields).map(([key, usual]) => [key, oddly(usual)])), { requiredKeys: [], noNullPrototype: true });
  return fc.tuple(known, fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyFields }), fc.boolean())
    .map(([own, others, isFirst]) => isFirst ? { ...others, ...own } : { ...own, ...others });
}

const listOf = (usual: fc.Arbitrary<unknown>) => fc.array(oddly(usual), { maxLength: 3 });

const name = fc.constantFrom('a', 'b', 'greet', 'A', 'a b', 'a.b', '{{ .Name }}', '', 'x'.repeat(64));
const strings = fc.dictionary(fc.constantFrom('app', 'a.b/c', 'version', 'app.oam.dev/name', '_'), oddly(name), { maxKeys: 3, noNullPrototype: true });
const metadata = fieldsOf({
  name,
  namespace: name,
  labels: strings,
  annotations: strings,
  uid: texts,
  creationTimestamp: fc.constant(null),
  finalizers: listOf(texts),
  managedFields: listOf(values),
});
const VENDOR = 'oam.verrazzano.io/v1alpha1';
const OAM = 'core.oam.dev/v1alpha2';

function typed(apiVersion: string, kind: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fieldsOf({ metadata, ...fields, status: anyFields }).map(others => ({ apiVersion, kind, ...others }));
}

const port = fc.constantFrom<unknown>(8080, 0, 99999, '8080', 1.5, -1);
const rule = fieldsOf({
  hosts: listOf(texts),
  paths: listOf(fieldsOf({
    path: fc.constantFrom('/', '/a', 'a'),
    pathType: fc.constantFrom('Prefix', 'prefix'),
    authorizationPolicy: fieldsOf({ rules: listOf(fieldsOf({ from: anyFields, when: listOf(anyFields) })) }),
  })),
  destination: fieldsOf({ host: name, port, httpCookie: fieldsOf({ name: texts, path: texts, ttl: numbers }) }),
});
const traits = fc.oneof(
  typed(VENDOR, 'MetricsTrait', {
    spec: fieldsOf({ port, path: texts, ports: listOf(fieldsOf({ port, path: texts })), enabled: fc.boolean(), scraper: texts, secret: name }),
  }),
  typed(VENDOR, 'IngressTrait', { spec: fieldsOf({ rules: listOf(rule), tls: fieldsOf({ secretName: name }) }) }),
  typed(VENDOR, 'LoggingTrait', { spec: fieldsOf({ loggingImage: texts, loggingConfig: texts, imagePullPolicy: name }) }),
  typed(OAM, 'ManualScalerTrait', { spec: fieldsOf({ replicaCount: numbers }) }),
  typed('example.com/v1', 'Gauge', { spec: values }),
);
const container = fieldsOf({
  name,
  image: texts,
  ports: listOf(fieldsOf({ name, containerPort: port })),
  env: listOf(fieldsOf({ name: texts, value: texts, fromSecret: anyFields, valueFrom: anyFields })),
  command: listOf(texts),
  resources: anyFields,
});
const podSpec = fieldsOf({ containers: listOf(container), initContainers: listOf(container), volumes: listOf(anyFields) });
const template = fieldsOf({ metadata, spec: podSpec });
const workloads = fc.oneof(
  typed(OAM, 'ContainerizedWorkload', { spec: fieldsOf({ containers: listOf(container), osType: name }) }),
  typed(VENDOR, 'VerrazzanoHelidonWorkload', { spec: fieldsOf({ deploymentTemplate: fieldsOf({ metadata, podSpec, selector: anyFields }), serviceTemplate: fieldsOf({ metadata, serviceSpec: anyFields }) }) }),
  typed(VENDOR, 'VerrazzanoCoherenceWorkload', { spec: fieldsOf({ template: fieldsOf({ metadata, spec: fieldsOf({ ports: listOf(anyFields), coherence: anyFields, replicas: numbers }) }) }) }),
  typed(VENDOR, 'VerrazzanoWebLogicWorkload', { spec: fieldsOf({ template: fieldsOf({ apiVersion: fc.constant('weblogic.oracle/v9'), metadata, spec: fieldsOf({ serverPod: anyFields }) }), clusters: listOf(anyFields) }) }),
  typed('apps/v1', 'Deployment', { spec: fieldsOf({ selector: anyFields, template }) }),
  typed('v1', 'ConfigMap', { data: anyFields }),
);
const entry = fieldsOf({
  componentName: name,
  revisionName: name,
  parameterValues: listOf(fieldsOf({ name, value: values })),
  scopes: listOf(fieldsOf({ scopeRef: anyFields })),
  traits: listOf(fieldsOf({ trait: traits, dataInputs: listOf(anyFields) })),
});
const application = fieldsOf({ components: listOf(entry) });
const component = fieldsOf({ workload: workloads, parameters: listOf(fieldsOf({ name, fieldPaths: listOf(texts), required: fc.boolean() })) });
const placed = (spec: fc.Arbitrary<unknown>) => fieldsOf({ placement: anyFields, secrets: listOf(texts), template: fieldsOf({ metadata, spec }) });

const oamDocument = fc.oneof(
  { weight: 4, arbitrary: typed(OAM, 'ApplicationConfiguration', { spec: application }) },
  { weight: 4, arbitrary: typed(OAM, 'Component', { spec: component }) },
  { weight: 1, arbitrary: typed('clusters.verrazzano.io/v1alpha1', 'MultiClusterApplicationConfiguration', { spec: placed(application) }) },
  { weight: 1, arbitrary: typed('clusters.verrazzano.io/v1alpha1', 'MultiClusterComponent', { spec: placed(component) }) },
  { weight: 1, arbitrary: traits },
  { weight: 1, arbitrary: workloads },
  { weight: 1, arbitrary: typed('core.oam.dev/v1beta1', 'Application', { spec: anyFields }) },
);

/** Documents of OAM, in which anything may be odd. */
export const oamDocuments: fc.Arbitrary<Record<string, unknown>[]> = fc.array(fc.oneof(
  { weight: 9, arbitrary: oamDocument },
  { weight: 1, arbitrary: fc.array(oddly(oamDocument), { maxLength: 2 }).map(items => ({ apiVersion: 'v1', kind: 'List', items })) },
  { weight: 1, arbitrary: anyFields },
), { minLength: 1, maxLength: 3 });
