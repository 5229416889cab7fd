import * as fc from 'fast-check';
import { annotations, anyObject, filled, label, labels, list, NUMBER, ownName, path, port, secret, some, text, unknownFields } from './arbitraries-values';
import { TraitRecipe } from './recipe';

const fieldPath = fc.constantFrom('spec.containers[0].env[1].value', 'status.address', 'metadata.annotations[example.com/a.b]', 'spec', 'data[a b]', 'spec.x[0][1].y');
const condition = fc.oneof(
  some({ op: fc.constantFrom('eq', 'notEq'), value: text, fieldPath }, 'op', 'value'),
  some({ op: fc.constantFrom('eq', 'notEq'), valueFrom: fc.record({ fieldPath }), fieldPath }, 'op', 'valueFrom'),
  some({ op: fc.constant('notEmpty'), fieldPath }, 'op'),
);

/** What a component or a trait takes and gives. */
export const data = {
  dataInputs: list(fc.record({ valueFrom: fc.record({ dataOutputName: filled }), toFieldPaths: list(fieldPath, 2, 1) }), 2),
  dataOutputs: list(some({ name: filled, fieldPath, conditions: list(condition, 2) }, 'name', 'fieldPath'), 2),
};

/** The field paths of a parameter. */
export const fieldPaths = list(fieldPath, 3, 1);

const metadata = some({ name: ownName, labels, annotations });
const scraper = fc.tuple(label, fc.oneof(label, fc.constant('a.b'))).map(([namespace, name]) => `${namespace}/${name}`);

const metrics = some({ enabled: fc.boolean(), port, path, ports: list(some({ port, path }), 3), secret, scraper });

const policy = fc.record({
  rules: list(some({
    from: fc.record({ requestPrincipals: list(filled, 2, 1) }),
    when: list(fc.record({ key: filled, values: list(text, 2, 1) }), 2),
  }, 'from'), 2, 1),
});

const regexPath = fc.constantFrom('/.*\\.png', '/a|/b', '/x?y#z', '/[^/]+$', '/(yes|no)');
const ingressPath = fc.oneof(
  some({ path, pathType: fc.constantFrom('Exact', 'Prefix'), authorizationPolicy: policy }),
  some({ path: regexPath, pathType: fc.constant('Regex'), authorizationPolicy: policy }, 'path', 'pathType'),
);
const paths = fc.uniqueArray(ingressPath, { selector: p => p.path ?? '/', maxLength: 3 });
const destination = some({
  host: fc.oneof(label, fc.constant('a.b.svc.cluster.local')),
  port,
  httpCookie: some({ name: filled, path, ttl: fc.nat({ max: 2 ** 31 - 1 }) }, 'name'),
});

const ownHost = fc.constantFrom(`h${NUMBER}`, `a.example-${NUMBER}`, `${'d'.repeat(58)}-${NUMBER}`);
const noHost = fc.constantFrom('*', '', `*.example-${NUMBER}`);
const hosts = fc.tuple(list(ownHost, 2, 1), list(noHost, 1)).map(([real, none]) => [...real, ...none]);
const rules = list(some({ hosts: fc.oneof(hosts, list(noHost, 2)), paths, destination }), 3, 1);
const ingress = fc.oneof(
  fc.record({ rules }),
  fc.record({ rules: list(some({ hosts, paths, destination }, 'hosts'), 3, 1), tls: fc.record({ secretName: secret }) }),
);

const logging = some({ loggingConfig: text, loggingImage: filled, imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never') });
const scaler = fc.record({ replicaCount: fc.nat({ max: 2 ** 31 - 1 }) });

const entry = (type: string, fields: Record<string, fc.Arbitrary<any>>) =>
  some({ type: fc.constant(type), by: fc.constantFrom('class', 'class', 'manifest'), metadata, overrides: unknownFields, ...fields, ...data }, 'type', 'by', 'overrides', ...Object.keys(fields) as any[]);

/** One arbitrary a kind of trait. */
export const TRAITS: Record<string, fc.Arbitrary<TraitRecipe>> = {
  metrics: entry('metrics', { spec: metrics }),
  ingress: entry('ingress', { spec: ingress }),
  logging: entry('logging', { spec: logging }),
  scaler: entry('scaler', { spec: scaler }),
  custom: entry('custom', {
    spec: fc.oneof(anyObject, fc.constantFrom(null, {})),
    // what stands beside the spec; nothing that the library knows by name
    more: fc.tuple(anyObject, fc.constantFrom('Gauge', 'Alarm')).map(([free, kind]) => ({ ...free, apiVersion: 'example.com/v1', kind })),
  }),
} as Record<string, fc.Arbitrary<any>>;

/** Traits of one component, in any order: at most one MetricsTrait, and one without a name of each other kind. */
export const traits: fc.Arbitrary<TraitRecipe[]> = fc.uniqueArray(fc.oneof({ weight: 2, arbitrary: TRAITS.metrics }, ...Object.values(TRAITS)), {
  maxLength: 3,
  comparator: (a, b) => a.type === b.type && a.more?.kind === b.more?.kind && (a.type === 'metrics' || !a.metadata?.name && !b.metadata?.name),
});
