/**
 * Writes schemas/*.json.gz: the schemas of Kubernetes' own kinds at each supported version, those of the operators whose kinds the library
 * writes, and its own; and schemas/sources.json, which says where each comes from. Needs Go, and a module proxy for what is not on the machine.
 */
import { createHash } from 'crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { gzipSync } from 'zlib';
import { parse } from 'yaml';
import { hintsIn, kubernetesSchemas } from './kubernetes-schemas';
import { crdSchemas, ResourceDefinition } from '../src/cluster/checks/given-schemas';
import type { Schema, SchemaSet, SchemaSource } from '../src/cluster/checks/schema-store';
import { CRD_MODULE_NAMES, CRD_MODULES, download, fetchCrds, readCrds } from '../test/on-cluster/bench/crds';

const ROOT = resolve(__dirname, '..');

/** The folder that is written. */
export const SCHEMAS = join(ROOT, 'schemas');

const KUBERNETES = 'k8s.io/kubernetes';

/** The versions of Kubernetes, each with the hash of the module's content, as in go.sum. Vendors support a version for some 26 months. */
const KUBERNETES_MODULES = {
  'v1.31.14': 'h1:UtjLfqvXLuSVDdJ4+NpQCIfFkKkLnAAVmxAEMsnkhjk=',
  'v1.32.13': 'h1:5TGYdZ6YZqdp6h/Rp1vX/4TIoybMPdgv97LCZCtPuNQ=',
  'v1.33.13': 'h1:bmH31xUdSzeA5vk0wZAK9MZp11mdLuzUSeKk0qN3hPQ=',
  'v1.34.4': 'h1:Yy6R4QB8C9kJPp25GFqEvX5XQwY5qzKeqD0Xx6oAcmk=',
  'v1.35.4': 'h1:o/8dBC/pHVpYoGV4OAIytAlNPZbdYVTXJHoYvXC4qzM=',
  'v1.36.3': 'h1:qDQdoMiluAE2Eab6Fa52YV+WjiGz9mZFFoagEA6cI+o=',
  'v1.37.2': 'h1:A2VDEiObzkYqFTKhSsn0ZEb0RlLEXpHWj93gi2HqEwE=',
} as const satisfies Record<string, string>;

type Version = keyof typeof KUBERNETES_MODULES;

const VERSIONS = Object.keys(KUBERNETES_MODULES) as Version[];

/** A set of schemas, and the file that holds it. */
interface SchemaFile extends Omit<SchemaSource, 'groups' | 'sha256'> {
  readonly set: SchemaSet;
}

/** Those of Kubernetes at a version, `v1.34.4`. */
async function kubernetesFile(version: Version, scratch: string): Promise<SchemaFile> {
  const sum = KUBERNETES_MODULES[version];
  const { folder, obstacle } = await download({ module: KUBERNETES, version, sum }, scratch);
  if (!folder) throw new Error(obstacle);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const hints = hintsIn(read('pkg/generated/openapi/zz_generated.openapi.go'));
  const set = kubernetesSchemas(JSON.parse(read('api/openapi-spec/swagger.json')), hints);
  const [, minor] = /^v(1\.\d+)\./.exec(version)!;
  return { file: `kubernetes-${minor}`, module: KUBERNETES, version, license: 'Apache-2.0', sum, kubernetes: minor, set };
}

function operatorFiles(): SchemaFile[] {
  return CRD_MODULE_NAMES.map((name) => {
    const { module, version, license, sum } = CRD_MODULES[name];
    return { file: name, module, version, license, sum, set: writtenSet(readCrds([name])) };
  });
}

/** The kinds of OAM, from crds/. */
export function ownFile(): SchemaFile {
  return { file: 'oam', license: 'Apache-2.0', set: writtenSet(definitionsIn('crds', /./)) };
}

/** Kinds of operators whose definitions no registry serves: as far as the library writes in them, in our own words. */
export function byHandFile(): SchemaFile {
  const set = writtenSet(definitionsIn('test/crds', /^(coherence\.oracle\.com|configuration\.konghq\.com|gateway\.nginx\.org|monitoring\.googleapis\.com|weblogic\.oracle)_/));
  return { file: 'by-hand', license: 'Apache-2.0', isByHand: true, set };
}

function definitionsIn(folder: string, files: RegExp): ResourceDefinition[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => files.test(name)).sort();
  return names.map((name): ResourceDefinition => parse(readFileSync(join(ROOT, folder, name), 'utf8')));
}

/** The kinds of definitions, without the keywords that are only for readers of a schema. */
function writtenSet(crds: readonly ResourceDefinition[]): SchemaSet {
  const { kinds, definitions } = crdSchemas(crds);
  return { kinds, definitions: Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, withoutUnread(schema)])) };
}

const UNREAD = ['description', 'example', 'externalDocs', 'title'];

function withoutUnread(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !UNREAD.includes(key)).map(([key, value]) => {
    if (key === 'properties') {
      const fields = Object.entries(value as Readonly<Record<string, Schema>>).sort(([a], [b]) => a < b ? -1 : 1);
      return [key, Object.fromEntries(fields.map(([name, of]) => [name, withoutUnread(of)]))];
    }
    if (['allOf', 'anyOf', 'oneOf'].includes(key)) return [key, (value as readonly Schema[]).map(withoutUnread)];
    return [key, ['items', 'additionalProperties', 'not'].includes(key) && typeof value === 'object' ? withoutUnread(value as Schema) : value];
  }));
}

/** The content of a file before it is compressed, which does not differ between versions of zlib. */
const contentOf = ({ set }: SchemaFile) => JSON.stringify(set);

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** What is said of a file in sources.json. */
function sourceOf(of: SchemaFile): SchemaSource {
  const { set, ...source } = of;
  return { ...source, groups: groupsOf(set), sha256: sha256(contentOf(of)) };
}

/** A line for each file. */
export const sourcesFile = (files: readonly SchemaFile[]) => `[\n${files.map((each) => JSON.stringify(sourceOf(each))).join(',\n')}\n]\n`;

function groupsOf({ kinds }: SchemaSet): string[] {
  return [...new Set(Object.keys(kinds).map((version) => version.includes('/') ? version.split('/')[0] : ''))].sort();
}

/** Fetches the modules of Kubernetes into Go's own cache, for what reads them without a network. */
export async function fetchKubernetes(say: (line: string) => void): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'cdk8s-oam-schemas-'));
  try {
    for (const version of VERSIONS) {
      const { obstacle } = await download({ module: KUBERNETES, version, sum: KUBERNETES_MODULES[version] }, scratch);
      if (obstacle) say(obstacle);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** All files, in the order of sources.json. */
export async function schemaFiles(say: (line: string) => void): Promise<SchemaFile[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'cdk8s-oam-schemas-'));
  try {
    const [obstacle] = (await fetchCrds(CRD_MODULE_NAMES, say)).values();
    if (obstacle) throw new Error(obstacle);
    const kubernetes: SchemaFile[] = [];
    for (const version of VERSIONS) kubernetes.push(await kubernetesFile(version, scratch));
    return [...kubernetes, ...operatorFiles(), ownFile(), byHandFile()];
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function main(): Promise<void> {
  const files = await schemaFiles(console.log);
  for (const each of files) writeFileSync(join(SCHEMAS, `${each.file}.json.gz`), gzipSync(contentOf(each), { level: 9 }));
  writeFileSync(join(SCHEMAS, 'sources.json'), sourcesFile(files));
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
