import * as fc from 'fast-check';
import { data, fieldPaths, traits } from './arbitraries-traits';
import { annotations, CHARACTERS, filled, label, labels, list, numbered, ownLabel, ownModelName, some, text, word } from './arbitraries-values';
import { workload } from './arbitraries-workloads';
import { legal } from './legal';
import { ChartRecipe, ModelRecipe, PlatformRecipe } from './recipe';

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
