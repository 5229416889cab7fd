/** kubeconform and kubectl, which people hold manifests against schemas with: each judges the objects that the checks of manifests judge. */
import { strict as assert } from 'assert';
import { execFile } from 'child_process';
import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { programOf } from '../bench/binaries';
import type { ApiClient } from '../bench/client';
import type { Cluster } from '../bench/cluster';
import type { Crd } from '../bench/crds';

/** Their names. */
export const VALIDATORS = ['kubeconform', 'kubectl'] as const;

export type Validator = typeof VALIDATORS[number];

/** A program, and what it is given before the folder. */
export type Command = readonly [file: string, ...args: string[]];

/** The name of a schema's file, as kubeconform fills it in: of the core group, the version is the group. */
const FILE = '{{.ResourceKind}}_{{.Group}}_{{.ResourceAPIVersion}}.json';

/** What they are called with; the scratch folder has the schemas, and gets what kubectl keeps of the server's answers. */
export function commandsIn(scratch: string, { kubeconfig }: Pick<Cluster, 'kubeconfig'>): Readonly<Record<Validator, Command>> {
  const ofServer = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${join(scratch, 'cache')}`];
  return {
    kubeconform: [programOf('kubeconform'), '-strict', '-output=json', `-schema-location=${join(scratch, FILE)}`],
    kubectl: [programOf('kubectl'), 'apply', ...ofServer, '--dry-run=client', '--validate=strict', '-f'],
  };
}

export type RefusedBy = Readonly<Record<Validator, ReadonlySet<object>>>;

/** The objects that each of them refuses. */
export async function refusedBy(objects: readonly object[], scratch: string, cluster: Cluster): Promise<RefusedBy> {
  const folder = join(scratch, 'objects');
  mkdirSync(folder);
  // clients write no status, and a server drops it
  objects.forEach((object, i) => writeFileSync(join(folder, `${i}.json`), JSON.stringify({ ...object, status: undefined })));
  const { kubeconform, kubectl } = commandsIn(scratch, cluster);
  const [report] = await output(kubeconform, folder);
  const [accepted, errors] = await output(kubectl, folder);
  const ofFiles = (text: string) => new Set([...text.matchAll(/\/(\d+)\.json/g)].map(([, i]) => objects[Number(i)]));
  const refused = ofFiles(errors);
  assert.equal(accepted.match(/\(dry run\)$/gm)?.length, objects.length - refused.size);
  return { kubeconform: ofFiles(JSON.parse(report).resources.map(({ filename }: any) => filename).join('\n')), kubectl: refused };
}

/** What a program prints, whether or not it refuses something. */
async function output([file, ...args]: Command, folder: string): Promise<[stdout: string, stderr: string]> {
  return new Promise((resolve, reject) => {
    execFile(file, [...args, folder], { maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(error);
      else resolve([stdout, stderr]);
    });
  });
}

/** Writes the schemas that kubeconform reads: of Kubernetes' own kinds, from the specification that a server publishes, and of CRDs. */
export async function writeSchemas(scratch: string, client: ApiClient, crds: readonly Crd[]): Promise<void> {
  const { definitions } = await client.ask('GET', '/openapi/v2');
  const own = Object.fromEntries(Object.entries(definitions).filter(([name]) => name.startsWith('io.k8s.')));
  for (const [file, schema] of [...kubernetesSchemas(own), ...customSchemas(crds)]) writeFileSync(join(scratch, file), JSON.stringify(schema));
}

/**
 * As https://github.com/yannh/kubernetes-json-schema has them, where kubeconform fetches them by itself, but with enumerations, which a server
 * publishes, and for all kinds.
 */
export function kubernetesSchemas(definitions: Readonly<Record<string, any>>): [file: string, schema: any][] {
  const all = Object.fromEntries(Object.entries({ ...definitions, ...VALUES }).map(([name, of]) => [name, strict(of, true, true)]));
  return Object.values(all).filter((of) => of['x-kubernetes-group-version-kind']?.length === 1).map((of) => {
    const [{ group, version, kind }] = of['x-kubernetes-group-version-kind'];
    const apiVersion = group ? `${group}/${version}` : version;
    const properties = { ...of.properties, apiVersion: { enum: [apiVersion] }, kind: { enum: [kind] } };
    return [fileOf(kind, group || version, version), { ...of, properties, definitions: usedIn(of, all) }];
  });
}

/** Values of more than one type. */
const VALUES = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number', 'null'] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer', 'null'] },
};

function usedIn(schema: unknown, all: Readonly<Record<string, any>>, found: Record<string, any> = {}): Readonly<Record<string, any>> {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/definitions\/([^"]+)"/g)) {
    if (name in found) continue;
    found[name] = all[name];
    usedIn(all[name], all, found);
  }
  return found;
}

/** As kubeconform's script translates CRDs, but where that rejects what servers accept: fields that are kept, and null for what may be absent. */
export function customSchemas(crds: readonly Crd[]): [file: string, schema: any][] {
  const served = crds.flatMap(({ spec }) => spec.versions.filter((each: any) => each.served).map((version: any) => ({ ...spec, version })));
  return served.map(({ group, names: { kind }, version: { name, schema } }) => {
    const root = { ...schema.openAPIV3Schema, 'x-kubernetes-embedded-resource': true };
    return [fileOf(kind, group, name), strict(root, false, false)];
  });
}

const fileOf = (kind: string, group: string, version: string) => `${kind.toLowerCase()}_${group}_${version}.json`;

/** What each object has. */
const OF_OBJECT = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };

/** A schema in draft 4 that accepts no field which it does not name. Elements of lists may be null in Kubernetes' own kinds. */
function strict(schema: any, isOptional: boolean, isOfKubernetes: boolean): any {
  const { type, nullable = isOptional, enum: values, properties, items, required = [] } = schema;
  const { additionalProperties = properties && !schema['x-kubernetes-preserve-unknown-fields'] ? false : undefined } = schema;
  const fields = properties && Object.entries({ ...schema['x-kubernetes-embedded-resource'] && OF_OBJECT, ...properties });
  const element = (of: any) => of && strict(of, isOfKubernetes, isOfKubernetes);
  return {
    ...schema,
    ...typeof type === 'string' && nullable && { type: [type, 'null'], enum: values && [...values, null] },
    ...fields && { properties: Object.fromEntries(fields.map(([name, of]: any) => [name, strict(of, !required.includes(name), isOfKubernetes)])) },
    ...items && { items: element(items) },
    ...additionalProperties !== undefined && { additionalProperties: element(additionalProperties) },
  };
}
