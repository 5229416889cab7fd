/** What the platform tells the runtime of its kinds, and the kinds of the runtime that have no CRD in crds/. */
import { join } from 'path';
import type { ApiClient } from '../../bench/client';
import { crdsOf, establish, readCrds } from '../../bench/crds';

/** Where the runtime looks for definitions beside the namespace of the application. */
const SYSTEM = 'vela-system';

/** What a workload kind is made into. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  'containerizedworkloads.core.oam.dev': ['apps/v1 Deployment', 'v1 Service'],
  'verrazzanohelidonworkloads.oam.verrazzano.io': ['apps/v1 Deployment', 'v1 Service'],
  'verrazzanocoherenceworkloads.oam.verrazzano.io': ['coherence.oracle.com/v1 Coherence'],
  'verrazzanoweblogicworkloads.oam.verrazzano.io': ['weblogic.oracle/v8 Domain'],
  'deployments.apps': [],
};

const TRAITS = [
  'manualscalertraits.core.oam.dev', 'metricstraits.oam.verrazzano.io', 'ingresstraits.oam.verrazzano.io', 'loggingtraits.oam.verrazzano.io',
];

/** Makes the API server know all kinds, with the CRDs of this project, and the runtime what to do with them. */
export async function define(client: ApiClient): Promise<void> {
  const crds = [...crdsOf(join(__dirname, '../../../../crds')), ...readCrds(['oam-runtime'])];
  // what a definition has of a status is empty, and no server takes it
  await establish(client, crds.map(({ apiVersion, kind, metadata, spec }) => ({ apiVersion, kind, metadata, spec })));
  await client.namespace(SYSTEM);
  for (const [name, children] of Object.entries(CHILDREN)) {
    const childResourceKinds = children.map((child) => child.split(' ')).map(([apiVersion, kind]) => ({ apiVersion, kind }));
    await client.apply(definition('WorkloadDefinition', name, { childResourceKinds }));
  }
  for (const name of TRAITS) await client.apply(definition('TraitDefinition', name, { workloadRefPath: 'spec.workloadRef' }));
  await client.apply(definition('ScopeDefinition', 'healthscopes.core.oam.dev', { workloadRefsPath: 'spec.workloadRefs', allowComponentOverlap: true }));
}

function definition(kind: string, name: string, spec: object): any {
  const metadata = { name, namespace: SYSTEM };
  return { apiVersion: 'core.oam.dev/v1alpha2', kind, metadata, spec: { definitionRef: { name }, ...spec } };
}
