import { stringify } from 'yaml';
import { ManifestDocument } from '../../src/files/reading/documents';
import { readManifests } from '../../src/files/reading/read-manifests';
import { declaredComponents, DeclaredComponent } from '../../src/verify/declared-components';

/** The objects of a text, in which nothing is wrong. */
export function read(text: string, file = 'app.yaml'): ManifestDocument[] {
  const { documents, findings } = readManifests(text, file);
  expect(findings).toEqual([]);
  return documents;
}

/** Objects as a file has them. */
export function documentsOf(...objects: readonly object[]): ManifestDocument[] {
  return read(objects.map(object => `---\n${stringify(object)}`).join(''));
}

/** An entry of an application. */
export const entry = (componentName: string, ...traits: readonly object[]) => ({
  componentName, ...traits.length > 0 ? { traits: traits.map(trait => ({ trait })) } : {},
});

export const metricsTrait = (spec?: object) => ({ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', ...spec && { spec } });

export const application = (components: readonly object[], metadata: object = { name: 'hello', namespace: 'ns' }) =>
  ({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ApplicationConfiguration', metadata, spec: { components } });

export const component = (name: string, workload: object = WORKLOADS.containerized, namespace: string | null = 'ns') =>
  ({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { name, ...namespace !== null && { namespace } }, spec: { workload } });

const oam = (kind: string, spec: object) => ({ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: `Verrazzano${kind}Workload`, spec });
const template = (spec: object) => ({ template: { metadata: { name: 'a' }, spec } });
const deployment = (annotations?: object) => ({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { metadata: { annotations } } } });
const ssl = { enabled: true, port: 9999, ssl: { enabled: true, secrets: 'a' } };

/** Workloads of every type. */
export const WORKLOADS = {
  'containerized': { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [] } },
  'Helidon': oam('Helidon', {}),
  'Helidon of another vendor': { apiVersion: 'oam.acme.com/v1', kind: 'AcmeHelidonWorkload', spec: {} },
  'Deployment': deployment(),
  'annotated Deployment': deployment({ 'prometheus.io/port': '9100', 'prometheus.io/path': '/stats' }),
  'Coherence': oam('Coherence', template({})),
  'Coherence with a port': oam('Coherence', template({ coherence: { metrics: ssl } })),
  'unwrapped Coherence': { apiVersion: 'coherence.oracle.com/v1', kind: 'Coherence', spec: {} },
  'WebLogic': oam('WebLogic', template({ webLogicCredentialsSecret: { name: 'a' } })),
  'unwrapped WebLogic': { apiVersion: 'weblogic.oracle/v8', kind: 'Domain', spec: {} },
  'ConfigMap': { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
  'Service': { apiVersion: 'v1', kind: 'Service', spec: {} },
  'StatefulSet': { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: {} },
} satisfies Record<string, object>;

/** What is declared of the one component of an application. */
export function declaredOne(entryOrWorkload: { entry?: object; workload?: object }): DeclaredComponent {
  const { entry: bound = entry('greet'), workload } = entryOrWorkload;
  const [declared] = declaredComponents(documentsOf(...workload ? [component('greet', workload)] : [], application([bound])));
  return declared;
}
