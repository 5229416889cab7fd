import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TSC } from '../../../build-tools/tsc';

const ROOT = resolve(__dirname, '../../..');

/** The fields that a copy of the library has in addition: the name, a file, the line before which it is added there, and the added line. */
const ADDED: readonly (readonly [name: string, file: string, before: string, line: string])[] = [
  ['addedToMetrics', 'src/model/traits/metrics-trait.ts', '  readonly enabled?: boolean;', '  readonly addedToMetrics?: boolean;'],
  ['addedToMetrics', 'src/model/traits/metrics-trait.ts', '    enabled: { type: FLAG,', "  addedToMetrics: { type: FLAG, on: 'kubernetes' },"],
  ['addedToScrapes', 'src/model/traits/scrape-settings.ts', '  readonly interval?: Duration;', '  readonly addedToScrapes?: boolean;'],
  ['addedToScrapes', 'src/model/traits/scrape-settings.ts', '  interval: { type: DURATION,', "  addedToScrapes: { type: FLAG, on: 'kubernetes' },"],
  ['addedToRule', 'src/model/traits/ingress-types.ts', '  readonly hosts?: string[];', '  readonly addedToRule?: string;'],
  ['addedToRule', 'src/model/traits/ingress-trait.ts', '        hosts: {', '      addedToRule: { type: TEXT },'],
  ['addedToPath', 'src/model/traits/ingress-types.ts', '  readonly pathType?: IngressPathType;', '  readonly addedToPath?: string;'],
  ['addedToPath', 'src/model/traits/ingress-trait.ts', '  pathType: {\n    type: PATH_TYPE,', '  addedToPath: { type: TEXT },'],
  ['addedToDestination', 'src/model/traits/ingress-types.ts', '  readonly host?: string;', '  readonly addedToDestination?: string;'],
  ['addedToDestination', 'src/model/traits/ingress-trait.ts', '  host: { type: OBJECT_NAME,', '  addedToDestination: { type: TEXT },'],
  ['addedToCookie', 'src/model/traits/ingress-types.ts', '  readonly ttl?: Duration;', '  readonly addedToCookie?: string;'],
  ['addedToCookie', 'src/model/traits/ingress-trait.ts', '  ttl: { type: SECONDS,', '  addedToCookie: { type: TEXT },'],
  ['addedToTls', 'src/model/traits/ingress-types.ts', '  readonly secretName: string;', '  readonly addedToTls?: string;'],
  ['addedToTls', 'src/model/traits/ingress-trait.ts', '        secretName: {', '      addedToTls: { type: TEXT },'],
  ['addedToLogging', 'src/model/traits/logging-trait.ts', '  readonly loggingImage?: string;', '  readonly addedToLogging?: string;'],
  ['addedToLogging', 'src/model/traits/logging-trait.ts', '    loggingImage: { type: FILLED,', '  addedToLogging: { type: TEXT },'],
  ['addedToScaler', 'src/model/traits/scaling-traits.ts', '  readonly replicaCount: number;', '  readonly addedToScaler?: number;'],
  ['addedToScaler', 'src/model/traits/scaling-traits.ts', '    replicaCount: { type: COUNT,', '  addedToScaler: { type: COUNT },'],
  ['addedToContainers', 'src/model/workloads/containerized-workload.ts', '  readonly osType?: OperatingSystem;', '  readonly addedToContainers?: string;'],
  ['addedToContainers', 'src/model/workloads/containerized-workload.ts', '    osType: { type: choice(', '  addedToContainers: { type: TEXT },'],
  ['addedToVariable', 'src/model/workloads/containerized-types.ts', '  /** Name: letters, digits, `-` and `_`. */', '  readonly addedToVariable?: string;'],
  ['addedToVariable', 'src/model/workloads/containerized-workload.ts', '  value: { type: TEXT,', '  addedToVariable: { type: TEXT },'],
  ['addedToFile', 'src/model/workloads/containerized-types.ts', '  readonly path: string;\n\n  /**\n   * Content of the file', '  readonly addedToFile?: string;'],
  ['addedToFile', 'src/model/workloads/containerized-workload.ts', '  path: {\n    // the message hides', '  addedToFile: { type: TEXT },'],
  ['addedToVolume', 'src/model/workloads/containerized-types.ts', '  readonly sharingPolicy?: VolumeSharingPolicy;', '  readonly addedToVolume?: string;'],
  ['addedToVolume', 'src/model/workloads/containerized-workload.ts', '  sharingPolicy: {', '  addedToVolume: { type: TEXT },'],
  ['addedToIngress', 'src/model/traits/ingress-trait.ts', '  readonly tls?: IngressTls;', '  readonly addedToIngress?: string;'],
  ['addedToIngress', 'src/model/traits/ingress-trait.ts', '    tls: {', '  addedToIngress: { type: TEXT },'],
  ['addedToDisk', 'src/model/workloads/containerized-types.ts', '  readonly ephemeral?: boolean;', '  readonly addedToDisk?: string;'],
  ['addedToDisk', 'src/model/workloads/containerized-workload.ts', '      ephemeral: { type: FLAG,', '      addedToDisk: { type: TEXT },'],
  ['addedToResources', 'src/model/workloads/containerized-types.ts', '  readonly gpu?: ContainerizedQuantity;', '  readonly addedToResources?: string;'],
  ['addedToResources', 'src/model/workloads/containerized-workload.ts', '  gpu: { type: requiredAmount(', '  addedToResources: { type: TEXT },'],
  ['addedToDeployment', 'src/model/workloads/generic/deployment-workloads.ts', '  readonly strategy?: k8s.DeploymentStrategy;', '  readonly addedToDeployment?: number;'],
  ['addedToDeployment', 'src/model/workloads/generic/deployment-workloads.ts', '    strategy: kubernetes(', '    addedToDeployment: COUNT,'],
  ['addedToPods', 'src/model/workloads/generic/props.ts', '  readonly image?: string;', '  readonly addedToPods?: boolean;'],
  ['addedToPods', 'src/model/workloads/generic/props.ts', '  image: string(imageReference),', '  addedToPods: FLAG,'],
  ['addedToSettings', 'src/cli/settings/fields.ts', '  requireSchemas: FLAG,', '  addedToSettings: FLAG,'],
  ['addedToCertificates', 'src/cli/settings/fields.ts', '    insecureNone: TRUE,', '    addedToCertificates: FLAG,'],
];

/** The files in which the compiler reports an added field, by its name, in a copy of the library with all of them. */
function reported(): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-renderers-'));
  try {
    for (const name of ['src', 'imports', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [, file, before, line] of ADDED) {
      const [path, at] = [join(folder, file), `\n${before}`];
      const text = readFileSync(path, 'utf8');
      expect(text.split(at)).toHaveLength(2);
      writeFileSync(path, text.replace(at, () => `\n${line}${at}`));
    }
    const { stdout } = spawnSync(process.execPath, [TSC, '--noEmit', '--pretty', 'false', '--project', folder], { cwd: folder, encoding: 'utf8' });
    const errors = stdout.split(/\n(?=\S)/).filter(each => each !== '').map(each => ({ file: each.split('(')[0], text: each }));
    const names = [...new Set(ADDED.map(([name]) => name))];
    expect(errors.filter(({ text }) => !names.some(name => text.includes(name)))).toEqual([]);
    return Object.fromEntries(names.map(name =>
      [name, [...new Set(errors.filter(({ text }) => text.includes(name)).map(({ file }) => file))].sort()]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the compiler reports an added field in each renderer, and nowhere else', () => {
  // OAM gets a trait and a workload whole, and the TypeScript printer reads the definition itself: neither can forget a field
  const metrics = [
    'src/targets/kubernetes/metrics/google-managed-prometheus.ts',
    'src/targets/kubernetes/metrics/monitor-collectors.ts', // Grafana Alloy
    'src/targets/kubernetes/metrics/monitor-dialects.ts', // the operators of Prometheus and VictoriaMetrics; Azure and OpenTelemetry run the code of the former
    'src/targets/kubernetes/metrics/plain/scrape-job.ts', // jobs of a configuration, and ScrapeConfigs
    'src/targets/kubernetes/metrics/scraped-component.ts', // the endpoint's own setting, that of its trait, or that of the provider
  ];
  expect(reported()).toEqual({
    addedToMetrics: metrics,
    addedToScrapes: ['src/cli/settings/fields.ts', ...metrics],
    addedToPath: [
      'src/targets/kubernetes/ingress/gateway-api/gateway-api-ingress.ts',
      'src/targets/kubernetes/ingress/istio/istio-ingress.ts',
      'src/targets/kubernetes/ingress/kubernetes-ingress.ts',
    ],
    // what all ways into the cluster render is read once for all of them
    addedToIngress: ['src/targets/kubernetes/ingress/ingress-rules.ts'],
    addedToRule: ['src/targets/kubernetes/ingress/ingress-rules.ts'],
    addedToDestination: ['src/targets/kubernetes/services.ts'],
    addedToCookie: ['src/targets/kubernetes/ingress/ingress-rules.ts'],
    addedToTls: ['src/targets/kubernetes/ingress/ingress-rules.ts'],
    addedToLogging: ['src/model/traits/logging-trait.ts'],
    addedToScaler: ['src/model/traits/scaling-traits.ts'],
    addedToContainers: ['src/model/workloads/containerized-workload.ts'],
    addedToVariable: ['src/model/workloads/containerized-workload.ts'],
    addedToFile: ['src/model/workloads/containerized-workload.ts'],
    addedToVolume: ['src/model/workloads/containerized-workload.ts'],
    addedToDisk: ['src/model/workloads/containerized-workload.ts'],
    addedToResources: ['src/model/workloads/containerized-workload.ts'],
    // the spec of a Deployment is written whole
    addedToDeployment: [],
    addedToPods: ['src/model/workloads/generic/pod-workload.ts'],
    // settings of a platform are passed to its constructor whole, which rejects unknown ones
    addedToSettings: ['src/cli/settings/settings.ts'],
    addedToCertificates: ['src/cli/settings/platform-of.ts'],
  });
}, 60_000);
