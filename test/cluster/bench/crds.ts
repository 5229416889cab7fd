/** CustomResourceDefinitions of the operators whose kinds the library writes: where they come from, and the copy of them that the tests read. */
import { execFile } from 'child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { promisify } from 'util';
import { parseAllDocuments } from 'yaml';
import { cacheFolder, goIsThere } from './binaries';
import { ApiClient } from './client';
import { pathOf } from '../../../build-tools/servers';

/** A Go module that holds CustomResourceDefinitions. */
interface CrdModule {
  readonly module: string;
  readonly version: string;
  /** The hash of its content, as in go.sum: any other content is rejected. */
  readonly sum: string;
  /** The folder with the definitions; of one channel, if it has several. */
  readonly folder: string;
  /** The files of the folder that hold definitions. @default - all `.yaml` files */
  readonly files?: RegExp;
  /** How many definitions these are. */
  readonly count: number;
}

/** The modules, by the name under which the tests ask for them. */
export const CRD_MODULES = {
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.93.0',
    sum: 'h1:AohlYJT+En8TmNpAcEUJ3GsaJTAqfEBwHmGTVpRm/Io=',
    folder: 'example/prometheus-operator-crd',
    count: 10,
  },
  // 1.7 needs Go 1.27
  'gateway-api': {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    folder: 'config/crd/standard',
    count: 10,
  },
  'cert-manager': {
    module: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    folder: 'deploy/crds',
    count: 6,
  },
  // the newest that a module proxy serves, though the docs ask for 2.0
  'external-secrets': {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    sum: 'h1:u2J8RjlHIeF0oZCqtl92adI/uZWUwOesJIDkfql6LqQ=',
    folder: 'config/crds/bases',
    count: 23,
  },
  'envoy-gateway': {
    module: 'github.com/envoyproxy/gateway',
    version: 'v1.9.1',
    sum: 'h1:vAVp6/AlBXJ1aOhp1mxL7fNEzVEfjADUguUhm2wzxQY=',
    folder: 'charts/gateway-helm/charts/crds/crds/generated',
    count: 8,
  },
  'sealed-secrets': {
    module: 'github.com/bitnami-labs/sealed-secrets',
    version: 'v0.40.0',
    sum: 'h1:rvCP35JL8ZV5LNA2SrwNR6iLyoM3ulrSFWN0lBtYEYI=',
    folder: 'helm/sealed-secrets/crds',
    count: 1,
  },
  'traefik': {
    module: 'github.com/traefik/traefik/v3',
    version: 'v3.7.13',
    sum: 'h1:T8wy9KuaFzCkmXCqAzDy7t73pBDR1DHrJe3pqXpNXTw=',
    folder: 'docs/content/reference/dynamic-configuration',
    files: /^traefik\.io_\w+\.yaml$/,
    count: 10,
  },
} as const satisfies Record<string, CrdModule>;

export type CrdModuleName = keyof typeof CRD_MODULES;

/** All of them. */
export const CRD_MODULE_NAMES = Object.keys(CRD_MODULES) as CrdModuleName[];

/** A CustomResourceDefinition. */
export interface Crd {
  readonly apiVersion: string;
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string };
  readonly spec: any;
}

/** A download of 40 MB is slow on some lines. */
const TIMEOUT = 300_000;

/** Where the copy of a module's definitions lies. */
function copyOf(name: CrdModuleName): string {
  const { version, sum } = CRD_MODULES[name];
  return join(cacheFolder(), `crds-${name}-${version.slice(1)}-${Buffer.from(sum.slice(3), 'base64').toString('hex').slice(0, 12)}`);
}

/** Those of the modules whose definitions are not on this machine. */
export function missingCrds(names: readonly CrdModuleName[]): CrdModuleName[] {
  return names.filter((name) => !existsSync(copyOf(name)));
}

/** The definitions of modules, for the kinds alone that are asked for, as `<group>/<version> <kind>`. */
export function readCrds(names: readonly CrdModuleName[], kinds?: ReadonlySet<string>): Crd[] {
  const [missing] = missingCrds(names);
  if (missing) throw new Error(`the CRDs of ${missing} are not there: fetch them by \`npm run cluster -- --build\``);
  const crds = names.flatMap((name) => crdsOf(copyOf(name)));
  return kinds ? crds.filter((crd) => kindsOf(crd).some((kind) => kinds.has(kind))) : crds;
}

/** The definitions in the files of a folder, one each. */
export function crdsOf(folder: string): Crd[] {
  return readdirSync(folder).sort().flatMap((file) => definitionsIn(readFileSync(join(folder, file), 'utf8')));
}

/** What a definition defines, as `<group>/<version> <kind>`. */
export function kindsOf({ spec }: Crd): string[] {
  return spec.versions.map(({ name }: any) => `${spec.group}/${name} ${spec.names.kind}`);
}

function definitionsIn(text: string): Crd[] {
  const documents = text.startsWith('{') ? [JSON.parse(text)] : parseAllDocuments(text).map((document) => document.toJS());
  return documents.filter((each) => each?.kind === 'CustomResourceDefinition');
}

/** Fetches what is missing, and reports progress. Returns what cannot be fetched here, with the reason. */
export async function fetchCrds(names: readonly CrdModuleName[], say: (line: string) => void): Promise<Map<CrdModuleName, string>> {
  const missing = new Map<CrdModuleName, string>();
  const absent = missingCrds(names);
  const reason = absent.length > 0 ? whyNot() : undefined;
  if (reason) return new Map(absent.map((name) => [name, reason]));
  for (const name of absent) {
    const { module, version } = CRD_MODULES[name];
    say(`CRDs of ${name} ${version}: fetching ${module}`);
    const { folder, obstacle } = await download(name);
    if (folder) say(`CRDs of ${name} ${version}: ${copy(name, folder)}, ${copyOf(name)}`);
    else missing.set(name, obstacle!);
  }
  return missing;
}

/** Why nothing can be fetched here. */
function whyNot(): string | undefined {
  if (!goIsThere()) return 'this machine has no Go to fetch their modules with: install Go';
  try {
    mkdirSync(cacheFolder(), { recursive: true });
    accessSync(cacheFolder(), constants.W_OK);
    return undefined;
  } catch (error) {
    return `${cacheFolder()} cannot be written (${(error as NodeJS.ErrnoException).code}): set CDK8S_OAM_CLUSTER_CACHE to a folder that can`;
  }
}

/** Copies the definitions of a module into the cache, and returns their number. */
function copy(name: CrdModuleName, moduleFolder: string): number {
  const { module, version, folder, files = /\.yaml$/, count }: CrdModule = CRD_MODULES[name];
  const source = join(moduleFolder, folder);
  const crds = readdirSync(source).filter((file) => files.test(file)).flatMap((file) => definitionsIn(readFileSync(join(source, file), 'utf8')));
  if (crds.length !== count) {
    throw new Error(`${module}@${version} has ${crds.length} CRDs in ${folder}, not ${count}: correct the table in test/cluster/bench/crds.ts`);
  }
  const target = copyOf(name);
  // moved into place when complete; as JSON, which is read far faster than YAML
  const temporary = `${target}.${process.pid}.partial`;
  mkdirSync(temporary, { recursive: true });
  try {
    for (const crd of crds) writeFileSync(join(temporary, `${crd.metadata.name}.json`), JSON.stringify(crd));
    renameSync(temporary, target);
  } catch (error) {
    // another process may have been faster
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return crds.length;
}

/** The folder with a module's content, or why it cannot be fetched. Fails if the content is not the pinned one. */
async function download(name: CrdModuleName): Promise<{ folder?: string; obstacle?: string }> {
  const { module, version, sum } = CRD_MODULES[name];
  // in a folder without go.mod, so that nothing is written into one
  const options = { cwd: cacheFolder(), env: { ...process.env, GOFLAGS: '', GOWORK: 'off' }, timeout: TIMEOUT, maxBuffer: 2 ** 24 };
  const { stdout } = await promisify(execFile)(pathOf('go')!, ['mod', 'download', '-json', `${module}@${version}`], options)
    .catch((error: Error & { stdout?: string; stderr?: string }) => {
      return { stdout: error.stdout || JSON.stringify({ Error: error.stderr || error.message }) };
    });
  const { Dir, Sum, Error: failure } = JSON.parse(stdout);
  if (failure) {
    const remedy = /module cache|permission denied/.test(failure)
      ? 'set GOMODCACHE to a folder that can be written'
      : 'see that GOPROXY leads to a proxy that has it';
    return { obstacle: `${module}@${version} cannot be fetched (${failure.trim().split('\n')[0]}): ${remedy}` };
  }
  if (Sum !== sum) throw new Error(`${module}@${version} is not the content that was pinned, ${sum}, but ${Sum}: do not use it`);
  return { folder: Dir };
}

/** How long a server takes to serve a kind, under load. */
const ESTABLISHED = 30_000;

/** Applies definitions, and waits until the server serves their kinds. */
export async function establish(client: ApiClient, crds: readonly Crd[]): Promise<void> {
  await Promise.all(crds.map(async (crd) => client.apply(crd)));
  const until = Date.now() + ESTABLISHED;
  for (const { spec, metadata } of crds) {
    for (const { name: version } of spec.versions.filter(({ served }: any) => served)) {
      while (!await client.knows(`${spec.group}/${version}`, spec.names.kind)) {
        if (Date.now() > until) throw new Error(`${metadata.name} ${version} is not served after ${ESTABLISHED / 1000} s`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
