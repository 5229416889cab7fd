import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { pathOf } from '../../../build-tools/servers';
import { moduleFolder } from '../bench/binaries';
import { ApiClient } from '../bench/client';
import { eventually } from '../../e2e/support/eventually';

const MODULE = 'github.com/prometheus-operator/prometheus-operator';

/** The kinds of the Prometheus Operator that it looks at to write a configuration. */
const KINDS = ['podmonitors', 'probes', 'prometheuses', 'prometheusrules', 'scrapeconfigs', 'servicemonitors'];

/** Their CustomResourceDefinitions, out of the module of which the operator is built. */
function operatorCrds(): any[] {
  const options = { cwd: moduleFolder('monitoring'), encoding: 'utf8', timeout: 60_000 } as const;
  const folder = execFileSync(pathOf('go') ?? 'go', ['list', '-m', '-f', '{{.Dir}}', MODULE], options).trim();
  if (!folder) throw new Error(`the sources of ${MODULE} are not on this machine: run \`go mod download\` in ${moduleFolder('monitoring')}`);
  return KINDS.map((kind) => parse(readFileSync(join(folder, 'example/prometheus-operator-crd', `monitoring.coreos.com_${kind}.yaml`), 'utf8')));
}

/** Makes the server know the operator's kinds. */
export async function applyOperatorCrds(client: ApiClient): Promise<void> {
  await Promise.all(operatorCrds().map(async (crd) => {
    await client.apply(crd);
    const { group, names, versions } = crd.spec;
    await eventually(async () => await client.knows(`${group}/${versions[0].name}`, names.kind) || undefined, () => `${names.kind} is not served`);
  }));
}
