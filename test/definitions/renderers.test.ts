import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TSC } from '../../build-tools/tsc';

const ROOT = resolve(__dirname, '../..');

/** A field that a copy of the library has in addition: its name, and the lines in a file before which the copy has its own. */
interface Added {
  readonly name: string;
  readonly file: string;
  readonly before: readonly (readonly [line: string, added: string])[];
}

const ADDED: readonly Added[] = [
  {
    name: 'addedToMetrics',
    file: 'src/traits/metrics-trait.ts',
    before: [
      ['  readonly enabled?: boolean;', '  readonly addedToMetrics?: boolean;'],
      ['  enabled: { type: FLAG,', "  addedToMetrics: { type: FLAG, on: 'kubernetes' },"],
    ],
  },
  {
    name: 'addedToScrapes',
    file: 'src/traits/scrape-settings.ts',
    before: [
      ['  readonly interval?: Duration;', '  readonly addedToScrapes?: boolean;'],
      ['  interval: { type: DURATION,', "  addedToScrapes: { type: FLAG, on: 'kubernetes' },"],
    ],
  },
  {
    name: 'addedToPath',
    file: 'src/traits/ingress-types.ts',
    before: [['  readonly pathType?: IngressPathType;', '  readonly addedToPath?: boolean;']],
  },
  {
    name: 'addedToPath',
    file: 'src/traits/ingress-trait.ts',
    before: [
      ['  pathType: {\n    type: PATH_TYPE,', '  addedToPath: { type: FLAG },'],
      ["import { choice, held, integer, listOf, record, string } from '../definitions/type';", "import { FLAG } from '../definitions/type';"],
    ],
  },
  {
    name: 'addedToDeployment',
    file: 'src/workloads/generic/deployment-workloads.ts',
    before: [
      ['  readonly strategy?: k8s.DeploymentStrategy;', '  readonly addedToDeployment?: number;'],
      ['    strategy: { type: kubernetes(', '    addedToDeployment: { type: COUNT },'],
    ],
  },
  {
    name: 'addedToPods',
    file: 'src/workloads/generic/props.ts',
    before: [['  readonly image?: string;', '  readonly addedToPods?: boolean;']],
  },
  {
    name: 'addedToPods',
    file: 'src/workloads/generic/definition.ts',
    before: [['  image: { type: string(imageName) },', '  addedToPods: { type: FLAG },']],
  },
  {
    name: 'addedToSettings',
    file: 'src/cli/settings/fields.ts',
    before: [['  requireSchemas: field(FLAG,', "  addedToSettings: field(FLAG, '', ''),"]],
  },
  {
    name: 'addedToCertificates',
    file: 'src/cli/settings/ingress.ts',
    before: [['  insecureNone: field(TRUE,', "  addedToCertificates: field(FLAG, '', ''),"]],
  },
];

/** The files in which the compiler reports an added field, by its name, in a copy of the library with all of them. */
function reported(): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-renderers-'));
  try {
    for (const name of ['src', 'imports', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, before } of ADDED) {
      const path = join(folder, file);
      writeFileSync(path, before.reduce((text, [line, added]) => {
        expect(text.split(`\n${line}`)).toHaveLength(2);
        return text.replace(`\n${line}`, () => `\n${added}\n${line}`);
      }, readFileSync(path, 'utf8')));
    }
    const { stdout } = spawnSync(process.execPath, [TSC, '--noEmit', '--pretty', 'false', '--project', folder], { cwd: folder, encoding: 'utf8' });
    const errors = stdout.split(/\n(?=\S)/).filter(each => each !== '').map(each => ({ file: each.split('(')[0], text: each }));
    const names = [...new Set(ADDED.map(({ name }) => name))];
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
    'src/kubernetes/metrics/endpoint-settings.ts', // the endpoint's own setting, that of its trait, or that of the provider
    'src/kubernetes/metrics/google-managed-prometheus.ts',
    'src/kubernetes/metrics/monitor-dialects.ts', // the operators of Prometheus and VictoriaMetrics; Azure and OpenTelemetry run the code of the former
    'src/kubernetes/metrics/monitor-readers.ts', // Grafana Alloy
    'src/kubernetes/metrics/plain/job.ts', // jobs of a configuration, and ScrapeConfigs
  ];
  expect(reported()).toEqual({
    addedToMetrics: metrics,
    addedToScrapes: ['src/cli/settings/scrape.ts', ...metrics],
    addedToPath: [
      'src/kubernetes/ingress/gateway-api/gateway-api-ingress.ts',
      'src/kubernetes/ingress/istio/istio-ingress.ts',
      'src/kubernetes/ingress/paths.ts', // Ingresses
    ],
    // the spec of a Deployment is written whole
    addedToDeployment: [],
    addedToPods: ['src/workloads/generic/pod-spec.ts'],
    // settings of a platform are passed to its constructor whole, which rejects unknown ones
    addedToSettings: ['src/cli/settings/settings.ts'],
    addedToCertificates: ['src/cli/settings/platform-of.ts'],
  });
}, 60_000);
