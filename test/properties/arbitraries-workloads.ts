import * as fc from 'fast-check';
import { containerized, ownServiceSpec, podSpec, serviceSpec, strategy, workloadMetadata } from './arbitraries-pods';
import {
  annotations, anyData, anyObject, CHARACTERS, label, labels, list, noNumber, ownLabel, ownName,
  path, port, secret, some, text, unknownFields, word,
} from './arbitraries-values';
import { WorkloadRecipe } from './recipe';

const metadata = workloadMetadata.filter(given => Object.keys(given).length > 0);
const selector = fc.record({ matchLabels: labels });

// `prometheus.io/…` on pods stands before the defaults of the workload's type
const podAnnotations = fc.tuple(annotations, some({ 'prometheus.io/port': port.map(String), 'prometheus.io/path': path })).map(([a, b]) => ({ ...a, ...b }));

const helidon = some({
  metadata,
  spec: some({
    // the Service takes its name
    deploymentTemplate: some({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), podSpec, selector, strategy }, 'metadata', 'podSpec'),
    // not `{}`, which says nothing: HelidonService has no way to leave the Service itself empty
    serviceTemplate: some({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), serviceSpec }, 'metadata'),
  }, 'deploymentTemplate'),
}, 'spec');

const named = some({ name: ownName, labels, annotations }, 'name');

/** A pod template with the labels that its selector wants. */
const selected = fc.tuple(labels, labels, some({ annotations: podAnnotations }), podSpec).map(([matchLabels, more, meta, spec]) => (
  { selector: { matchLabels }, template: { metadata: { ...meta, labels: { ...more, ...matchLabels } }, spec } }
));

const deployment = fc.record({
  metadata: named,
  spec: fc.tuple(some({ replicas: fc.nat({ max: 9 }), strategy }), selected).map(([own, pods]) => ({ ...own, ...pods })),
});

const service = fc.record({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), spec: ownServiceSpec });

const dataKey = fc.oneof(noNumber(word(`${CHARACTERS.ALL}-._`, `${CHARACTERS.ALL}-._`, 10)), fc.constantFrom('__proto__', 'constructor', 'toString', 'yes', 'null', '0775', '1', 'hostIp'))
  .filter(key => !/^(\.$|\.\.)/.test(key));
const configMap = some({
  metadata: named,
  data: fc.dictionary(dataKey, text, { maxKeys: 4 }),
  binaryData: fc.dictionary(dataKey, fc.base64String({ maxLength: 12 }), { maxKeys: 2 }),
  immutable: fc.boolean(),
}, 'metadata').map(({ binaryData, ...given }: any) => binaryData
  ? { ...given, binaryData: Object.fromEntries(Object.entries(binaryData).filter(([key]) => !Object.hasOwn(given.data ?? {}, key))) }
  : given);

const withFree = (known: fc.Arbitrary<Record<string, any>>) => fc.tuple(anyObject, known).map(([free, fields]) => ({ ...free, ...fields }));

const coherenceSpec = withFree(some({
  labels,
  annotations: podAnnotations,
  ports: list(some({ name: label, port, protocol: fc.constantFrom('TCP', 'UDP'), serviceMonitor: fc.constant({ enabled: true }) }, 'name', 'port')),
  healthPort: port,
  coherence: withFree(some({
    metrics: some({ enabled: fc.boolean(), port, ssl: some({ enabled: fc.boolean(), secrets: secret }) }),
    management: some({ enabled: fc.boolean(), port }),
  })),
}));

const resource = (spec: fc.Arbitrary<any>) => fc.record({ metadata: named, spec });
const coherence = some({ metadata, spec: fc.record({ template: resource(coherenceSpec) }) }, 'spec');

const domainSpec = withFree(some({
  domainUID: ownName,
  webLogicCredentialsSecret: fc.record({ name: secret }),
  monitoringExporter: some({ port, image: text }),
  serverPod: withFree(some({ labels })),
}, 'domainUID'));

const domain = some({ apiVersion: fc.constantFrom('weblogic.oracle/v8', 'weblogic.oracle/v9'), metadata: named, spec: domainSpec }, 'metadata', 'spec');
const cluster = fc.record({ apiVersion: fc.constant('weblogic.oracle/v1'), metadata: named, spec: anyObject });

// clusters are objects of their own since v9
const weblogic = some({
  metadata,
  spec: fc.oneof(
    fc.record({ template: domain }),
    fc.record({ template: domain.map(given => ({ ...given, apiVersion: 'weblogic.oracle/v9' })), clusters: list(cluster) }),
  ),
}, 'spec');

const typed = (apiVersion: string, kind: string, fields: fc.Arbitrary<any>) => fields.map(given => ({ ...given, apiVersion, kind }));
const foreign = withFree(some({ metadata: some({ name: ownName, labels, annotations }), status: anyData, data: anyObject }));

/** Whole objects, as `fromManifest` and CustomWorkload take them. */
export const manifest: fc.Arbitrary<any> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('example.com/v1', 'example.com/v1beta1').chain(version => typed(version, 'Widget', foreign)) },
  typed('apps/v1', 'Deployment', deployment),
  typed('v1', 'ConfigMap', configMap),
  typed('v1', 'Service', service),
  typed('core.oam.dev/v1alpha2', 'ContainerizedWorkload', containerized),
  typed('coherence.oracle.com/v1', 'Coherence', fc.record({ metadata: named, spec: coherenceSpec })),
  typed('weblogic.oracle/v9', 'Domain', fc.record({ metadata: named, spec: domainSpec })),
  typed('apps/v1', 'StatefulSet', fc.record({
    metadata: named, spec: fc.tuple(selected, label).map(([pods, serviceName]) => ({ ...pods, serviceName })),
  })),
);

const of = (type: string, fields: fc.Arbitrary<any>, more = {}): fc.Arbitrary<any> =>
  fc.record({ type: fc.constant(type), fields, overrides: unknownFields, typed: fc.boolean(), ...more });

/** One arbitrary a kind of workload. */
export const WORKLOADS: Record<string, fc.Arbitrary<WorkloadRecipe>> = {
  containerized: of('containerized', containerized),
  helidon: of('helidon', helidon),
  coherence: of('coherence', coherence),
  weblogic: of('weblogic', weblogic),
  deployment: of('deployment', deployment),
  service: of('service', service),
  configMap: of('configMap', configMap),
  manifest: of('manifest', manifest),
  custom: of('custom', manifest, { metricsDefaults: fc.option(some({ port, path, secret }, 'port', 'path'), { nil: undefined }) }),
};

/** A workload of any kind. */
export const workload: fc.Arbitrary<WorkloadRecipe> = fc.oneof(...Object.values(WORKLOADS));
