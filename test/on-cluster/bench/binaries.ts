/** The programs of the cluster that the tests start: where each is found, and how it is built. */
import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'fs';
import { homedir } from 'os';
import { join } from 'path';
import { pathOf } from '../../../build-tools/servers';

/** A program that is built from the Go modules in `go/`, or is already on the machine. */
export interface Binary {
  /** Folder of its Go module. */
  readonly module: 'kubernetes' | 'monitoring' | 'oam-runtime' | 'helm' | 'validators' | 'argo-cd' | 'kustomize' | 'victoria-metrics' | 'collector'
  | 'envoy-gateway' | 'istio' | 'traefik' | 'actionlint';
  /** What `go build` compiles: a folder of the module, or a package that it requires. */
  readonly package: string;
  /** The module whose version in go.mod is the program's. */
  readonly versionOf: string;
  readonly tags?: string;
  /** The version that it reports of itself: variables that the linker sets. */
  readonly variables: (version: string) => Readonly<Record<string, string>>;
  /** Programs of other makers with the same name are used if `--version` prints this. @default - always built, since nobody else has it */
  readonly reports?: (version: string) => RegExp;
  /** About how many minutes one processor needs to build it, after those before it. */
  readonly minutes: number;
  /** Built for `npm run proof` alone, and for no test. @default false */
  readonly isForProofs?: boolean;
  /** A script of the project that builds it, and the files beside the Go module of which it does. @default - `go build` */
  readonly builder?: { readonly script: string; readonly sources: readonly string[] };
}

const minor = (version: string) => version.split('.').slice(0, 2).join('.').replace('.', '\\.');

const KUBERNETES = {
  module: 'kubernetes',
  versionOf: 'k8s.io/kubernetes',
  // without these, the server calls itself v0.0.0-master
  variables: (version: string) => {
    const [major, minorVersion] = version.split('.');
    return Object.fromEntries(Object.entries({ gitVersion: `v${version}`, gitMajor: major, gitMinor: minorVersion })
      .map(([name, value]) => [`k8s.io/component-base/version.${name}`, value]));
  },
  reports: (version: string) => new RegExp(`^Kubernetes v${minor(version)}\\.`, 'm'),
} as const;

const MONITORING = { module: 'monitoring', variables: (version: string) => ({ 'github.com/prometheus/common/version.Version': version }) } as const;

const KUSTOMIZE = { module: 'kustomize', variables: () => ({}), isForProofs: true } as const;

/** The programs, in the order in which they are built. */
const BINARIES = {
  'kube-apiserver': { ...KUBERNETES, package: './kube-apiserver', minutes: 9 },
  'kube-controller-manager': { ...KUBERNETES, package: './kube-controller-manager', minutes: 3 },
  'offline': { ...KUBERNETES, package: './offline', reports: undefined, minutes: 1 },
  'pods': { ...KUBERNETES, package: './pods', reports: undefined, minutes: 1 },
  // no program, but what the package cdk8s-oam-server-rules runs
  'server-rules': {
    ...KUBERNETES,
    package: './offline',
    reports: undefined,
    builder: {
      script: 'build-tools/server-rules/build.ts',
      sources: [
        ...['build', 'snapshot', 'vendor-edits', 'warm-up'].map((name) => `build-tools/server-rules/${name}.ts`),
        ...['instance', 'wasi', 'web-assembly'].map((name) => `server-rules/src/${name}.ts`),
      ],
    },
    minutes: 5,
  },
  'prometheus-operator': {
    ...MONITORING,
    package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
    versionOf: 'github.com/prometheus-operator/prometheus-operator',
    reports: (version) => new RegExp(`version ${minor(version)}\\.`),
    minutes: 4,
  },
  'prometheus': {
    ...MONITORING,
    package: 'github.com/prometheus/prometheus/cmd/prometheus',
    versionOf: 'github.com/prometheus/prometheus',
    // without the discovery of all clouds but Kubernetes'
    tags: 'remove_all_sd,enable_kubernetes_sd',
    reports: (version) => new RegExp(`version ${minor(version)}\\.`),
    minutes: 2,
  },
  'promtool': {
    ...MONITORING,
    package: 'github.com/prometheus/prometheus/cmd/promtool',
    versionOf: 'github.com/prometheus/prometheus',
    tags: 'remove_all_sd,enable_kubernetes_sd',
    reports: (version) => new RegExp(`version ${minor(version)}\\.`),
    minutes: 1,
  },
  'oam-runtime': {
    module: 'oam-runtime', package: './oam-runtime', versionOf: 'github.com/oam-dev/kubevela', variables: () => ({}), minutes: 3,
  },
  'actionlint': {
    module: 'actionlint',
    package: 'github.com/rhysd/actionlint/cmd/actionlint',
    versionOf: 'github.com/rhysd/actionlint',
    variables: () => ({}),
    minutes: 1,
  },
  'helm': {
    module: 'helm',
    package: 'helm.sh/helm/v3/cmd/helm',
    versionOf: 'helm.sh/helm/v3',
    variables: (version) => ({ 'helm.sh/helm/v3/internal/version.version': `v${version}` }),
    minutes: 3,
    isForProofs: true,
  },
  'kubeconform': {
    module: 'validators',
    package: 'github.com/yannh/kubeconform/cmd/kubeconform',
    versionOf: 'github.com/yannh/kubeconform',
    variables: (version) => ({ 'main.version': `v${version}` }),
    minutes: 1,
    isForProofs: true,
  },
  // 3.2.12 does not compile, 3.3 to 3.5 need a module that no proxy serves, and 3.6 needs Go 1.27
  'argo-cd': {
    module: 'argo-cd', package: './argo-cd', versionOf: 'github.com/argoproj/argo-cd/v3', variables: () => ({}), minutes: 6, isForProofs: true,
  },
  // 1.10 needs Go 1.27
  'kustomize-controller': { ...KUSTOMIZE, package: 'github.com/fluxcd/kustomize-controller', versionOf: 'github.com/fluxcd/kustomize-controller', minutes: 6 },
  'kustomize': { ...KUSTOMIZE, package: 'sigs.k8s.io/kustomize/kustomize/v5', versionOf: 'sigs.k8s.io/kustomize/kustomize/v5', minutes: 1 },
  // 1.151 needs Go 1.27
  'vmagent': {
    module: 'victoria-metrics',
    package: 'github.com/VictoriaMetrics/VictoriaMetrics/app/vmagent',
    versionOf: 'github.com/VictoriaMetrics/VictoriaMetrics',
    variables: (version) => ({ 'github.com/VictoriaMetrics/VictoriaMetrics/lib/buildinfo.Version': `vmagent-v${version}` }),
    minutes: 1,
    isForProofs: true,
  },
  'collector': {
    module: 'collector',
    package: './collector',
    versionOf: 'go.opentelemetry.io/collector/otelcol',
    variables: () => ({}),
    tags: 'remove_all_sd,enable_kubernetes_sd',
    minutes: 6,
    isForProofs: true,
  },
  'envoy-gateway': {
    module: 'envoy-gateway', package: './envoy-gateway', versionOf: 'github.com/envoyproxy/gateway', variables: () => ({}), minutes: 9, isForProofs: true,
  },
  'traefik': {
    module: 'traefik',
    package: 'github.com/traefik/traefik/v3/cmd/traefik',
    versionOf: 'github.com/traefik/traefik/v3',
    variables: () => ({}),
    builder: {
      script: 'build-tools/traefik.ts',
      sources: ['build-tools/traefik.ts', ...['dns', 'ext'].map((name) => `test/on-cluster/go/traefik/${name}/${name}.go`)],
    },
    minutes: 5,
    isForProofs: true,
  },
  // a commit of August 2026: no proxy serves Istio's releases as a module
  'istio': { module: 'istio', package: './istio', versionOf: 'istio.io/istio', variables: () => ({}), minutes: 8, isForProofs: true },
  'kubectl': { ...KUBERNETES, module: 'validators', package: 'k8s.io/kubernetes/cmd/kubectl', reports: undefined, minutes: 2, isForProofs: true },
} as const satisfies Record<string, Binary>;

export type BinaryName = keyof typeof BINARIES;

/** The folder of the project. */
export const ROOT = join(__dirname, '../../..');

/** A binary by its name. */
export function binary(name: BinaryName): Binary {
  return BINARIES[name];
}

/** Those of the tests. */
export const BINARY_NAMES = (Object.keys(BINARIES) as BinaryName[]).filter((name) => !binary(name).isForProofs);

/** The folder of a Go module. */
export function moduleFolder(name: Binary['module']): string {
  return join(__dirname, '../go', name);
}

/** The version that go.mod names. */
export function versionOf(name: BinaryName): string {
  const { module, versionOf: path } = binary(name);
  return requiredVersion(readFileSync(join(moduleFolder(module), 'go.mod'), 'utf8'), path);
}

const PROMETHEUS = 'github.com/prometheus/prometheus';

/** Prometheus counts its modules from v0.300.0, which is 3.0.0. */
function requiredVersion(goMod: string, path: string): string {
  const [, version] = goMod.match(new RegExp(`^\\s*(?:require )?${path.replace(/[.]/g, '\\.')} v(\\S+)`, 'm')) ?? [];
  if (!version) throw new Error(`go.mod requires no ${path}`);
  const [, major, minorVersion, patch] = (path === PROMETHEUS && version.match(/^0\.(\d)(\d\d)\.(\d+)$/)) || [];
  return major ? `${major}.${Number(minorVersion)}.${patch}` : version;
}

/** What is built is kept here, outside the tree, for all checkouts. */
export function cacheFolder(): string {
  return process.env.CDK8S_OAM_CLUSTER_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdk8s-oam', 'cluster');
}

/** Where what is built of the present sources lies. */
export function builtPath(name: BinaryName): string {
  return join(cacheFolder(), `${name}-${versionOf(name)}-${sourceHash(name)}`);
}

/** A hash of all that a program is built of. */
function sourceHash(name: BinaryName): string {
  const { module, package: path, tags, builder } = binary(name);
  const folder = moduleFolder(module);
  const own = path.startsWith('./') ? filesIn(join(folder, path)) : [];
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, path, tags ?? '']));
  const files = [join(folder, 'go.mod'), join(folder, 'go.sum'), ...own, ...(builder?.sources ?? []).map((source) => join(ROOT, source))];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).sort().map((file) => join(folder, file));
}

/** Whether programs can be built here. */
export function goIsThere(): boolean {
  return pathOf('go') !== undefined;
}

/** A program on this machine. */
export interface Found {
  readonly path?: string;
  /** Why a program of that name was passed over. */
  readonly passedOver?: string;
}

/** A program: the one in `KUBEBUILDER_ASSETS`, the one that was built, or one on the `PATH`. */
export function find(name: BinaryName): Found {
  const assets = process.env.KUBEBUILDER_ASSETS;
  // a program that only this project has is always built: another one of its name is not it
  const { reports } = binary(name);
  const given = reports && assets && existsSync(join(assets, name)) ? judged(name, join(assets, name), reports) : undefined;
  // who names a folder means it: another version there is no reason to look further
  if (given?.path) return given;
  if (given) throw new Error(`KUBEBUILDER_ASSETS: ${given.passedOver}; put that version there, or unset the variable`);
  const built = builtPath(name);
  if (existsSync(built) && statSync(built).size > 0) return { path: built };
  const other = reports && pathOf(name);
  return other ? judged(name, other, reports) : {};
}

function judged(name: BinaryName, path: string, reports: NonNullable<Binary['reports']>): Found {
  const version = versionOf(name);
  const told = reportOf(path);
  if (reports(version).test(told)) return { path };
  const [what] = told.split('\n');
  return { passedOver: `${path} ${what ? `is "${what.slice(0, 80)}"` : 'does not tell its version'}, not ${version.replace(/\.\d+$/, '')}` };
}

/** What a program says of its version, on either stream: makers differ. */
function reportOf(path: string): string {
  const { stdout, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000, input: '', killSignal: 'SIGKILL' });
  return `${stdout ?? ''}\n${stderr ?? ''}`.trim();
}

/** The file of a program that is there. */
export function programOf(name: BinaryName | 'etcd'): string {
  const { path, passedOver } = name === 'etcd' ? { path: etcd(), passedOver: undefined } : find(name);
  if (path) return path;
  const remedy = name === 'etcd' ? ETCD_REMEDY : 'build it by `npm run cluster -- --build`';
  throw new Error(`${name} is not there${passedOver ? ` (${passedOver})` : ''}: ${remedy}`);
}

export const ETCD_REMEDY = 'install the Debian package etcd-server';

/** Any version does. */
export function etcd(): string | undefined {
  const given = process.env.KUBEBUILDER_ASSETS && join(process.env.KUBEBUILDER_ASSETS, 'etcd');
  return given && existsSync(given) ? given : pathOf('etcd');
}
