/** What the platform tells the runtime of its kinds, and the kinds of the runtime that have no CRD in crds/. */
import { spawnSync } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { pathOf } from '../../../../build-tools/servers';
import { eventually } from '../../../e2e/support/waiting';
import { binary, moduleFolder } from '../../bench/binaries';
import type { ApiClient } from '../../bench/client';

/** Where the runtime looks for definitions beside the namespace of the application. */
const SYSTEM = 'vela-system';

/** CRDs of the runtime's own module. */
const FOREIGN = ['traitdefinitions', 'workloaddefinitions', 'scopedefinitions', 'healthscopes'];

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
  const own = join(__dirname, '../../../../crds');
  const foreign = join(runtimeSources(), 'charts/vela-core/crds');
  const files = [...readdirSync(own).map((file) => join(own, file)), ...FOREIGN.map((name) => join(foreign, `core.oam.dev_${name}.yaml`))];
  const crds = files.map((file) => parse(readFileSync(file, 'utf8')));
  for (const { status: _, ...crd } of crds) await client.apply(crd);
  for (const { spec: { group, versions, names } } of crds) {
    const isServed = () => client.knows(`${group}/${versions[0].name}`, names.kind);
    await eventually(async () => await isServed() || undefined, () => `${names.kind} is not served`);
  }
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

/** The folder with the sources of the module of which the runtime was built; they are fetched where they are not there. */
export function runtimeSources(): string {
  const { module, versionOf } = binary('oam-runtime');
  const go = pathOf('go');
  if (!go) throw new Error('the CRDs of the OAM runtime come with its sources: install Go, which fetches them');
  const told = spawnSync(go, ['mod', 'download', '-json', versionOf], { cwd: moduleFolder(module), encoding: 'utf8', timeout: 300_000 });
  if (told.status !== 0) throw new Error(`the sources of ${versionOf} cannot be fetched: ${(told.stderr || told.stdout).trim()}`);
  return JSON.parse(told.stdout).Dir;
}
