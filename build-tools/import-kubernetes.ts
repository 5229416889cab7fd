/**
 * Writes src/private/kubernetes-api/swagger.json from the specification in the Go module k8s.io/kubernetes, at the version that the tests on clusters pin:
 * which kinds there are, whether they have a namespace, and their fields. Needs Go, and a module proxy if the module is not on the machine.
 */
import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { readFileSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { pathOf } from './servers';

const MODULE = 'k8s.io/kubernetes';
const ROOT = resolve(__dirname, '..');

/** The file that is written. */
export const SWAGGER_FILE = join(ROOT, 'src/private/kubernetes-api/swagger.json');

/** As much of an OpenAPI 2 schema as is read here. */
interface Schema {
  readonly '$ref'?: string;
  readonly 'type'?: string;
  readonly 'format'?: string;
  readonly 'items'?: Schema;
  readonly 'additionalProperties'?: Schema;
  readonly 'properties'?: Readonly<Record<string, Schema>>;
  readonly 'required'?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** As much of the specification as is read here. */
export interface Swagger {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind }>>>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** A string for each name, by API version. */
type ByVersion = Record<string, Record<string, string>>;

export interface Stripped {
  /** The kinds without a namespace: their plural. */
  readonly cluster: ByVersion;
  /** The others. */
  readonly namespaced: ByVersion;
  /** `field:type` for each field, with a `!` if it is required, `type[]` for lists and `{type}` for maps. */
  readonly definitions: ByVersion;
}

const META = 'meta/v1';

/** Definitions that are values. */
const VALUES = ['IntOrString', 'MicroTime', 'Quantity', 'Time'];

/** The kinds and fields of a specification, without descriptions, lists of kinds and status. */
export function stripped({ paths, definitions }: Swagger): Stripped {
  const resources = resourcesIn(paths);
  const kinds = new Set(resources.map(({ apiVersion, kind }) => `${apiVersion}.${kind}`));
  const idOf = ids(definitions);
  const result = new Map<string, string>();
  const open = Object.keys(definitions).filter((name) => kinds.has(idOf(name)));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (result.has(idOf(name))) continue;
    const { properties = {}, required = [] } = definitions[name];
    const fields = Object.keys(properties).sort().map((field) => {
      const schema = field === 'status' && kinds.has(idOf(name!)) ? {} : properties[field];
      return { field: `${field}${required.includes(field) ? '!' : ''}`, schema };
    });
    open.push(...fields.flatMap(({ schema }) => referencesIn(schema)).filter((each) => definitions[each].properties));
    const type = typeIn(definitions, idOf, idOf(name));
    result.set(idOf(name), fields.map(({ field, schema }) => `${field}:${type(schema)}`).join(' '));
  }
  const plurals = (isNamespaced: boolean) => byVersion(resources.filter((each) => each.isNamespaced === isNamespaced)
    .map(({ apiVersion, kind, plural }) => [apiVersion, kind, plural]));
  return { cluster: plurals(false), namespaced: plurals(true), definitions: byVersion([...result].map(([id, fields]) => [...split(id), fields])) };
}

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

const RESOURCE = /^\/(?:api|apis)\/(?<apiVersion>(?:[^/]+\/)?v\w+)\/(?<namespace>namespaces\/\{namespace\}\/)?(?<plural>[a-z]+)(?:\/\{name\})?$/;

/** The kinds that a server stores or answers, by their paths. Those with a namespace have a path across all namespaces too. */
function resourcesIn(paths: Swagger['paths']): Resource[] {
  const found = new Map<string, Resource>();
  for (const [path, operations] of Object.entries(paths)) {
    const { apiVersion, namespace, plural } = RESOURCE.exec(path)?.groups ?? {};
    const kind = Object.values(operations).map((each) => each['x-kubernetes-group-version-kind']?.kind).find((each) => each);
    if (!plural || !kind) continue;
    const key = `${apiVersion} ${plural}`;
    found.set(key, { apiVersion, kind, plural, isNamespaced: namespace !== undefined || (found.get(key)?.isNamespaced ?? false) });
  }
  return [...found.values()];
}

/** The name of a definition by its name in the specification: `apps/v1.Deployment` for `io.k8s.api.apps.v1.Deployment`. */
function ids(definitions: Swagger['definitions']): (name: string) => string {
  const versions = new Map<string, string>();
  for (const [name, schema] of Object.entries(definitions)) {
    const own = (schema['x-kubernetes-group-version-kind'] ?? []).filter(({ kind }) => name.endsWith(`.${kind}`));
    // what belongs to all groups is of none
    if (own.length === 1) versions.set(packageOf(name), [own[0].group, own[0].version].filter(Boolean).join('/'));
  }
  return (name) => `${name.startsWith('io.k8s.apimachinery.') ? META : versions.get(packageOf(name))}.${name.slice(packageOf(name).length + 1)}`;
}

function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function split(id: string): [apiVersion: string, name: string] {
  const dot = id.lastIndexOf('.');
  return [id.slice(0, dot), id.slice(dot + 1)];
}

const nameIn = (ref: string) => ref.slice('#/definitions/'.length);

function referencesIn({ $ref, items, additionalProperties }: Schema): string[] {
  if ($ref) return [nameIn($ref)];
  return [items, additionalProperties].flatMap((each) => each ? referencesIn(each) : []);
}

/** The type of a field of a definition. Definitions of the same API version are called by their name alone. */
function typeIn(definitions: Swagger['definitions'], idOf: (name: string) => string, owner: string): (schema: Schema) => string {
  const [apiVersion] = split(owner);
  const type = ({ $ref, items, additionalProperties, format, type: simple = 'any' }: Schema): string => {
    if (items) return `${type(items)}[]`;
    if (additionalProperties) return `{${type(additionalProperties)}}`;
    if (!$ref) return format === 'byte' || format?.startsWith('int') ? format : simple;
    const [version, name] = split(idOf(nameIn($ref)));
    if (VALUES.includes(name)) return name;
    const { properties, type: of = 'any' } = definitions[nameIn($ref)];
    return properties ? `${version === apiVersion ? '' : `${version}.`}${name}` : of;
  };
  return type;
}

/** Sorted, so that the file changes where the specification does. */
function byVersion(all: readonly (readonly [apiVersion: string, name: string, text: string])[]): ByVersion {
  const result: ByVersion = {};
  for (const [apiVersion, name, text] of [...all].sort((a, b) => `${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)) {
    (result[apiVersion] ??= {})[name] = text;
  }
  return result;
}

/** The content of the file: where it comes from, with the hashes of the source and of what follows, and a line for each definition. */
export function swaggerFile(version: string, source: Buffer): string {
  const content = stripped(JSON.parse(source.toString('utf8')));
  const header = { module: `${MODULE}@${version}`, license: 'Apache-2.0', sourceSha256: sha256(source), sha256: contentHash(content) };
  return `${JSON.stringify({ ...header, ...content }, undefined, 1)}\n`;
}

/** The hash by which a change by hand is found. */
export function contentHash({ cluster, namespaced, definitions }: Stripped): string {
  return sha256(JSON.stringify({ cluster, namespaced, definitions }));
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The version and the specification of the module that go.mod requires and go.sum pins. */
export function moduleSource(): { version: string; source: Buffer } {
  const go = pathOf('go');
  if (!go) throw new Error(`this machine has no Go to fetch ${MODULE} with: install Go`);
  const options = { cwd: join(ROOT, 'test/cluster/go/kubernetes'), env: { ...process.env, GOFLAGS: '', GOWORK: 'off' }, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(go, ['mod', 'download', '-json', MODULE], options);
  const { Version: version, Dir: folder, Error: failure } = JSON.parse(stdout || '{}');
  if (!folder) throw new Error(`${MODULE} cannot be fetched (${(failure ?? stderr).trim()}): see that GOPROXY leads to a proxy that has it`);
  return { version, source: readFileSync(join(folder, 'api/openapi-spec/swagger.json')) };
}

if (require.main === module) {
  const { version, source } = moduleSource();
  writeFileSync(SWAGGER_FILE, swaggerFile(version, source));
}
