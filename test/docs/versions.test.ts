import { readFileSync } from 'fs';
import { BinaryName, versionOf } from '../on-cluster/bench/binaries';
import { NODE_VERSIONS } from '../package/module-programs';
import { NEWER_PLUS } from '../package/newer-plus';

const PAGE = readFileSync('docs/versions.md', 'utf8');
const { author, bundledDependencies, engines, peerDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const SOURCES: { file: string; version?: string; kubernetes?: string }[] = JSON.parse(readFileSync('schemas/sources.json', 'utf8'));

/** The rows of the table in the section with this title. */
const rowsIn = (title: string) => PAGE.split(/^## /m).find(section => section.startsWith(`${title}\n`))!.split(/^### /m)[0]
  .split('\n').filter(line => line.startsWith('| ')).slice(1);

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** The versions of the schemas in these files. */
const schemasOf = (file: string) => {
  const found = SOURCES.filter(source => source.kubernetes === undefined ? source.file === file : file === 'kubernetes');
  return found.map(({ version }) => version!.slice(1)).join(', ');
};

/** Software in clusters: its schemas, and the programs of it that tests run. */
const IN_CLUSTER: readonly [name: string, schemas: string | undefined, program: BinaryName | undefined][] = [
  ['Kubernetes', 'kubernetes', 'kube-apiserver'],
  ['Prometheus Operator', 'prometheus-operator', 'prometheus-operator'],
  ['Prometheus', undefined, 'prometheus'],
  ['VictoriaMetrics operator', 'victoria-metrics', undefined],
  ['VictoriaMetrics vmagent', undefined, 'vmagent'],
  ['OpenTelemetry Collector', undefined, 'collector'],
  ['Grafana operator', 'grafana-operator', undefined],
  ['Gateway API', 'gateway-api', undefined],
  ['Envoy Gateway', 'envoy-gateway', 'envoy-gateway'],
  ['Istio', 'istio', 'istio'],
  ['Traefik', 'traefik', 'traefik'],
  ['cert-manager', 'cert-manager', undefined],
  ['External Secrets', 'external-secrets', undefined],
  ['Sealed Secrets', 'sealed-secrets', undefined],
  ['Argo CD', 'argo-cd', 'argo-cd'],
  ['Flux kustomize-controller', 'flux-kustomize', 'kustomize-controller'],
  ['Flux source-controller', 'flux-source', undefined],
  ['Flux helm-controller', 'flux-helm', undefined],
  ['Helm', undefined, 'helm'],
  ['OAM runtime (KubeVela)', undefined, 'oam-runtime'],
];

/** A pseudo-version of Go names a commit. */
const shown = (version: string) => /-(\d{8})\d{6}-([0-9a-f]{7})/.exec(version)?.slice(1).join(' ').replace(/^(\d{4})(\d\d)(\d\d) /, 'commit of $1-$2-$3, ') ?? version;

test('the versions on your machine are those of package.json and of the tests', () => {
  const majors = Object.keys(NODE_VERSIONS);
  expect(engines.node).toBe(`>= ${majors[0]}.0.0`);
  const newer = Object.keys(NEWER_PLUS);
  expect(rowsIn('On your machine')).toEqual([
    row('Node.js', majors.join(', '), Object.values(NODE_VERSIONS).join(', ')),
    ...['cdk8s', 'constructs', 'cdk8s-plus-27'].map(name => row(name, peerDependencies[name], devDependencies[name])),
    row(`cdk8s-plus-${newer[0]} to cdk8s-plus-${newer.at(-1)}, [beside it](#a-newer-cdk8s-plus-beside-cdk8s-plus-27)`, 'latest', Object.values(NEWER_PLUS).join(', ')),
  ]);
});

test('the versions in the cluster are those of the schemas and of the programs that tests run', () => {
  expect(rowsIn('In the cluster')).toEqual(IN_CLUSTER.map(([name, schemas, program]) =>
    row(name, schemas ? schemasOf(schemas) : '–', program ? shown(versionOf(program)) : '–')));
});

test('every file of schemas that comes from elsewhere is in the table', () => {
  const files = SOURCES.filter(({ version }) => version).map(({ file, kubernetes }) => kubernetes ? 'kubernetes' : file);
  expect([...new Set(files)].sort()).toEqual(IN_CLUSTER.flatMap(([, schemas]) => schemas ?? []).sort());
});

test('the security policy has the address of package.json, and names what the package bundles', () => {
  const policy = readFileSync('.github/SECURITY.md', 'utf8');
  expect(policy).toContain(author.email);
  const [, bundled] = /^- The package bundles ((?:`[^`]+`(?:, | and )?)+),/m.exec(policy)!;
  expect([...bundled.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(bundledDependencies);
});
