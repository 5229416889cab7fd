import * as fc from 'fast-check';
import { CHARACTERS, NUMBER, annotations, anyObject, filled, label, labels, list, numbered, ownLabel, ownModelName, ownName, path, port, secret, some, text, unknownFields, word } from './arbitraries-values';
import { image, workload } from './arbitraries-workloads';
import { legal } from './legal';
import { TargetSeed, portable } from './portable';
import { ChartRecipe, ModelRecipe, PlatformRecipe, PortableRecipe, TraitRecipe } from './recipe';

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

const logging = some({ loggingConfig: text, loggingImage: image, imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never') });
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
const traits: fc.Arbitrary<TraitRecipe[]> = fc.uniqueArray(fc.oneof({ weight: 2, arbitrary: TRAITS.metrics }, ...Object.values(TRAITS)), {
  maxLength: 3,
  comparator: (a, b) => a.type === b.type && a.more?.kind === b.more?.kind && (a.type === 'metrics' || !a.metadata?.name && !b.metadata?.name),
});

const options = {
  metricsTraitShape: fc.constantFrom('ports', 'single-port'),
  jobNaming: fc.constantFrom('1.4', '1.0'),
  writeDefaultMetricsTraits: fc.boolean(),
};

const { LOWER } = CHARACTERS;

const VERRAZZANO = { vendor: 'verrazzano', workloadKindPrefix: 'Verrazzano', systemNamespace: 'verrazzano-system', systemScraper: 'verrazzano-system/vmi-system-prometheus-0' };

/** A platform: the public one, or another vendor's. */
export const platform: fc.Arbitrary<PlatformRecipe> = fc.oneof(
  some(options).map(given => ({ ...VERRAZZANO, ...given })),
  some({
    vendor: fc.oneof(fc.constantFrom('acme', 'my-vendor', 'x', 'a1-2b'), list(word(LOWER, LOWER, 5), 3, 1).map(words => words.join('-'))),
    workloadKindPrefix: word(CHARACTERS.UPPER, CHARACTERS.ALL, 9),
    systemNamespace: label,
    systemScraper: fc.tuple(label, label).map(([namespace, name]) => `${namespace}/${name}`),
    ...options,
  }, 'vendor', 'systemNamespace', 'systemScraper'),
);

const filledMap = (of: fc.Arbitrary<Record<string, string>>) => of.filter(map => Object.keys(map).length > 0);
const named = {
  name: ownModelName,
  nameIn: fc.constantFrom('id', 'metadata'),
  metadata: some({ labels: filledMap(labels), annotations: filledMap(annotations), finalizers: fc.constant(['example.com/keep']) }),
};

const parameters = fc.uniqueArray(some({ name: filled, fieldPaths, required: fc.boolean(), description: text }, 'name', 'fieldPaths'), { selector: p => p.name, maxLength: 3 });

const scope = fc.record({ scopeRef: fc.record({ apiVersion: fc.constant('core.oam.dev/v1alpha2'), kind: fc.constantFrom('HealthScope', 'NetworkScope'), name: label }) });

const binding = some({
  application: fc.nat({ max: 3 }),
  entry: some({ parameterValues: list(fc.record({ name: filled, value: fc.oneof(text, fc.integer()) })), scopes: list(scope, 2), ...data }),
  revision: fc.integer({ min: 1, max: 99 }),
  traits,
}, 'application', 'entry', 'traits');

const component = some({ ...named, workload, parameters, binding }, 'name', 'nameIn', 'metadata');
const mostly = fc.oneof({ weight: 6, arbitrary: some({ ...named, workload, parameters, binding }, 'name', 'nameIn', 'metadata', 'workload', 'binding') }, component);

const chart: fc.Arbitrary<ChartRecipe> = some({
  namespace: fc.oneof(label, ownLabel),
  namespaceIn: fc.constantFrom('chart', 'metadata'),
  platform,
  components: list(mostly, 3),
  applications: list(fc.record(named), 2, 1),
}, 'namespaceIn', 'components', 'applications');

const chartOfOnePlatform = chart.map(({ platform: _, ...rest }) => rest);

/** A whole model that is legal. */
export function models(overridden = false): fc.Arbitrary<ModelRecipe> {
  return fc.record({
    platform,
    charts: fc.oneof(
      { weight: 4, arbitrary: list(chartOfOnePlatform, 1, 1) },
      { weight: 1, arbitrary: list(fc.oneof(chartOfOnePlatform, chart), 3, 2) },
    ),
    overridden: fc.constant(overridden),
  }).map(numbered).map(legal);
}

const CONTROLLERS = ['f5-nginx', 'haproxy', 'haproxy-ingress', 'ingress-nginx', 'kong', 'traefik'];

const certificate = fc.record({ from: fc.constantFrom('ClusterIssuer', 'Issuer', 'secret', 'none'), name: fc.constantFrom('letsencrypt', 'a.b', '0') });

const seed: fc.Arbitrary<TargetSeed> = some({
  prometheusName: fc.constantFrom('k8s', 'a.b', 'prometheus'),
  monitorKind: fc.constantFrom('PodMonitor', 'PodMonitor', 'ServiceMonitor'),
  monitorSelector: fc.constantFrom(
    {},
    { matchLabels: { release: 'prometheus' } },
    { matchExpressions: [{ key: 'app.oam.dev/name', operator: 'Exists' }, { key: 'team', operator: 'NotIn', values: ['none'] }] },
  ),
  monitorLabels: fc.constantFrom({}, { 'example.com/scraped-by': 'k8s' }),
  takes: fc.constantFrom('all', 'named', 'labelled', 'its own'),
  meshed: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  replacesNamed: fc.boolean(),
  clusterName: fc.constantFrom('local', 'eu-1'),
  ingress: some({
    className: fc.constantFrom('nginx', 'a.b'),
    domain: fc.constantFrom('apps.example.com', 'x'),
    tls: certificate,
    controller: fc.constantFrom(...CONTROLLERS),
    annotations: fc.constantFrom({}, { 'example.com/note': 'yes' }),
  }, 'className', 'domain', 'tls'),
}, 'prometheusName', 'monitorSelector', 'takes', 'meshed', 'replacesNamed', 'ingress');

/** A program that both kinds of platforms can render. */
export const portables: fc.Arbitrary<PortableRecipe> = fc.tuple(models(), seed).map(([model, chosen]) => portable(model, chosen));

/** Two programs, and a target that takes both. */
export const portablePairs = fc.tuple(models(), models(), seed).map(([first, second, chosen]) => {
  const [a, b] = [portable(first, chosen), portable(second, chosen)];
  const [{ mesh, replaces, ...target }, other] = [a.target, b.target];
  const scrapers = replaces || other.replaces ? [...new Set([...replaces ?? [], ...other.replaces ?? []])] : undefined;
  const meshed = mesh || other.mesh ? { scrapeClass: 'istio', namespaces: [...new Set([...mesh?.namespaces ?? [], ...other.mesh?.namespaces ?? []])] } : undefined;
  return { a: a.model, b: b.model, target: { ...target, namespaceSelector: {}, mesh: meshed, replaces: scrapers } };
});
