/** CustomResourceDefinitions of operators: where they come from, and the copy of them that the tests read. */
import { execFile, execFileSync } from 'child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { promisify } from 'util';
import { parseAllDocuments } from 'yaml';
import { cacheFolder, goIsThere } from './binaries';
import { ApiClient } from './client';
import { pathOf } from '../../../build-tools/servers';

/** A Go module at a version. */
interface GoModule {
  readonly module: string;
  readonly version: string;
  /** The hash of its content, as in go.sum: any other content is rejected. */
  readonly sum: string;
}

/** A Go module that holds CustomResourceDefinitions. */
interface CrdModule extends GoModule {
  /** Its licence, by its SPDX identifier. */
  readonly license: string;
  /** The folder with the definitions; of one channel, if it has several. @default - they are generated of the module's Go types, by test/on-cluster/go/flux */
  readonly folder?: string;
  /** The files of the folder that hold definitions. @default - all `.yaml` files */
  readonly files?: RegExp;
  /** The kinds that are wanted of many. @default - all */
  readonly kinds?: readonly string[];
  /** How many definitions these are. */
  readonly count: number;
  /** Whether only tests need them: the library writes none of the kinds. @default false */
  readonly isForTests?: boolean;
}

/** The modules, by the name under which the tests ask for them. */
export const CRD_MODULES = {
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.93.0',
    sum: 'h1:AohlYJT+En8TmNpAcEUJ3GsaJTAqfEBwHmGTVpRm/Io=',
    license: 'Apache-2.0',
    folder: 'example/prometheus-operator-crd',
    count: 10,
  },
  // 1.7 needs Go 1.27
  'gateway-api': {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    license: 'Apache-2.0',
    folder: 'config/crd/standard',
    count: 10,
  },
  'cert-manager': {
    module: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    license: 'Apache-2.0',
    folder: 'deploy/crds',
    count: 6,
  },
  // the newest that a module proxy serves, though the docs ask for 2.0
  'external-secrets': {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    sum: 'h1:u2J8RjlHIeF0oZCqtl92adI/uZWUwOesJIDkfql6LqQ=',
    license: 'Apache-2.0',
    folder: 'config/crds/bases',
    count: 23,
  },
  'envoy-gateway': {
    module: 'github.com/envoyproxy/gateway',
    version: 'v1.9.1',
    sum: 'h1:vAVp6/AlBXJ1aOhp1mxL7fNEzVEfjADUguUhm2wzxQY=',
    license: 'Apache-2.0',
    folder: 'charts/gateway-helm/charts/crds/crds/generated',
    count: 8,
  },
  'sealed-secrets': {
    module: 'github.com/bitnami-labs/sealed-secrets',
    version: 'v0.40.0',
    sum: 'h1:rvCP35JL8ZV5LNA2SrwNR6iLyoM3ulrSFWN0lBtYEYI=',
    license: 'Apache-2.0',
    folder: 'helm/sealed-secrets/crds',
    count: 1,
  },
  'traefik': {
    module: 'github.com/traefik/traefik/v3',
    version: 'v3.7.13',
    sum: 'h1:T8wy9KuaFzCkmXCqAzDy7t73pBDR1DHrJe3pqXpNXTw=',
    license: 'MIT',
    folder: 'docs/content/reference/dynamic-configuration',
    files: /^traefik\.io_\w+\.yaml$/,
    count: 10,
  },
  'istio': {
    module: 'istio.io/api',
    version: 'v1.31.4',
    sum: 'h1:AcnncYrlDj1PJkym7h88Gggkef4MAra8QpGaXRMsr+E=',
    license: 'Apache-2.0',
    folder: 'kubernetes',
    count: 15,
  },
  // 3.6 needs Go 1.27
  'argo-cd': {
    module: 'github.com/argoproj/argo-cd/v3',
    version: 'v3.5.7',
    sum: 'h1:Xm1BF+I5OgDKUG3SDK49vn2/Y5AMyaNVko+/JT08gj0=',
    license: 'Apache-2.0',
    folder: 'manifests/crds',
    count: 3,
  },
  // the definitions of what runs servers hold whole pod specs, some 60 times
  'victoria-metrics': {
    module: 'github.com/VictoriaMetrics/operator',
    version: 'v0.74.1',
    sum: 'h1:NyGPEt1HlrwpF9zSqdcrrBaxI2uUfndNppOCmlDrZhc=',
    license: 'Apache-2.0',
    folder: 'config/crd/overlay',
    files: /^crd\.descriptionless\.yaml$/,
    kinds: ['VMPodScrape', 'VMRule', 'VMServiceScrape'],
    count: 3,
  },
  'grafana-operator': {
    module: 'github.com/grafana/grafana-operator/v5',
    version: 'v5.24.0',
    sum: 'h1:7NvVn7J7hknBBWte99giWEK4TV5qYfZdvDIW8WeU3oU=',
    license: 'Apache-2.0',
    folder: 'config/crd/bases',
    kinds: ['GrafanaDashboard'],
    count: 1,
  },
  // those of Flux from 1.10 on, and of its helm-controller from 1.7 on, need Go 1.27
  'flux-source': {
    module: 'github.com/fluxcd/source-controller',
    version: 'v1.9.6',
    sum: 'h1:nG534/bI6nVpyHra7ONAk6xDB3xPsVT+EOLHZHXPrrc=',
    license: 'Apache-2.0',
    folder: 'config/crd/bases',
    count: 6,
  },
  'flux-kustomize': {
    module: 'github.com/fluxcd/kustomize-controller',
    version: 'v1.9.6',
    sum: 'h1:XB+G3A0mky0j5uVHZWv4oSlS2RvZBoNIUhstIvY0JKE=',
    license: 'Apache-2.0',
    folder: 'config/crd/bases',
    count: 1,
  },
  // its definitions are in the controller, which no proxy serves; its types are served
  'flux-helm': {
    module: 'github.com/fluxcd/helm-controller/api',
    version: 'v1.6.5',
    sum: 'h1:ElqM5KIpdUwVK1VSi1fXcMwOlf0LghuqwM2SwqaTyNs=',
    license: 'Apache-2.0',
    count: 1,
  },
  // what describes kinds to it; the kinds of an application are in crds/
  'oam-runtime': {
    module: 'github.com/oam-dev/kubevela',
    version: 'v1.0.0',
    sum: 'h1:q9e7d72jJymnkJoKQf2Lmchq87Fe1/38mha206cmXg8=',
    license: 'Apache-2.0',
    folder: 'charts/vela-core/crds',
    files: /^core\.oam\.dev_(healthscopes|(scope|trait|workload)definitions)\.yaml$/,
    count: 4,
    isForTests: true,
  },
} as const satisfies Record<string, CrdModule>;

export type CrdModuleName = keyof typeof CRD_MODULES;

/** All of them. */
export const ALL_CRDS = Object.keys(CRD_MODULES) as CrdModuleName[];

/** Those of the operators whose kinds the library writes. */
export const CRD_MODULE_NAMES = ALL_CRDS.filter((name) => !(CRD_MODULES[name] as CrdModule).isForTests);

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
    const { folder, obstacle } = await download(CRD_MODULES[name], cacheFolder());
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
  const { module, version, folder = '', files = /\.yaml$/, kinds, count }: CrdModule = CRD_MODULES[name];
  const generated = folder ? undefined : generate(module);
  const source = generated ?? join(moduleFolder, folder);
  const all = readdirSync(source).filter((file) => files.test(file)).flatMap((file) => definitionsIn(readFileSync(join(source, file), 'utf8')));
  const crds = all.filter(({ spec }) => kinds?.includes(spec.names.kind) ?? true);
  if (generated) rmSync(generated, { recursive: true });
  if (crds.length !== count) {
    throw new Error(`${module}@${version} has ${crds.length} CRDs in ${folder}, not ${count}: correct the table in test/on-cluster/bench/crds.ts`);
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

/** Generates the definitions of a module's Go types, and returns their folder. */
function generate(module: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-crds-'));
  const args = ['run', 'sigs.k8s.io/controller-tools/cmd/controller-gen', 'crd', `paths=${module}/...`, `output:crd:dir=${folder}`];
  const cwd = resolve(__dirname, '../go/flux');
  execFileSync(pathOf('go')!, args, { cwd, env: { ...process.env, GOFLAGS: '', GOWORK: 'off' }, timeout: TIMEOUT, stdio: 'pipe' });
  return folder;
}

/** The folder with a module's content, or why it cannot be fetched. Fails if the content is not the pinned one. */
export async function download({ module, version, sum }: GoModule, cwd: string): Promise<{ folder?: string; obstacle?: string }> {
  // in a folder without go.mod, so that nothing is written into one
  const options = { cwd, env: { ...process.env, GOFLAGS: '', GOWORK: 'off' }, timeout: TIMEOUT, maxBuffer: 2 ** 24 };
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
const ESTABLISHED = 120_000;

/** Applies definitions, and waits until the server serves their kinds. */
export async function establish(client: ApiClient, crds: readonly Crd[]): Promise<void> {
  await Promise.all(crds.map(async (crd) => client.apply(crd)));
  const until = Date.now() + ESTABLISHED;
  for (const { spec, metadata } of crds) {
    for (const { name: version } of spec.versions.filter(({ served }: any) => served)) {
      while (!await client.knows(`${spec.group}/${version}`, spec.names.kind)) {
        if (Date.now() > until) throw new Error(`${metadata.name} ${version} is not served after ${ESTABLISHED / 1000} s`);
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }
}
