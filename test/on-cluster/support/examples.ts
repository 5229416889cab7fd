/** The programs of examples/, run for a cluster without an OAM platform: what they write, and what they say of their metrics. */
import { readdirSync, readFileSync } from 'fs';
import { join, resolve } from 'path';
import { ApiObject, App } from 'cdk8s';
import { Construct } from 'constructs';
import { kubernetes } from '../../../examples/platforms';
import { ApplicationConfiguration, ComponentMetrics, Platform } from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';
import { objectsOf } from '../../examples/programs';
import { ownModules } from '../../support/own-modules';

/** What a program writes. */
export interface Example {
  /** As `examples/sock-shop/main.ts`. */
  readonly program: string;
  /** Its manifests. */
  readonly files: readonly string[];
  readonly objects: readonly any[];
  readonly components: readonly ExampleComponent[];
  readonly applications: readonly ApplicationConfiguration[];
}

/** A component that is bound by an application. */
export interface ExampleComponent {
  readonly application: string;
  readonly namespace: string;
  readonly component: string;
  /** The object that makes its pods; none where it has no pods. */
  readonly workload?: any;
  /** What `binding.metrics` says. */
  readonly metrics: ComponentMetrics;
}

const ROOT = resolve(__dirname, '../../..');
/** Kinds that make pods. */
const WORKLOADS = ['Deployment', 'StatefulSet', 'Coherence', 'Domain'];

/** Those with a Prometheus of the chart kube-prometheus-stack. */
export const WITH_CHART: readonly string[] = [
  'examples/kube-prometheus-stack/main.ts', 'examples/online-boutique/main.ts', 'examples/podinfo/main.ts', 'examples/readme/main.ts',
  'examples/shop/main.ts', 'examples/voting-app/main.ts',
];

/** Programs that name a platform of their own for Kubernetes. */
export const WITH_OWN_PLATFORM: readonly string[] = [...WITH_CHART, 'examples/scraper/main.ts'];

/** Programs with policies, which the Ingresses of the platform of `dist/kubernetes` cannot express. */
export const WITH_POLICIES: readonly string[] = ['examples/gateway-api/main.ts', 'examples/istio/main.ts'];

/** What programs import, of which there is one for all of them. */
const SHARED = ['cdk8s', 'cdk8s-oam', 'cdk8s-plus-27', 'constructs'];

/** The same but for alerts: of the platforms that take the place of a program's own, not all have somebody who evaluates rules. */
const WITHOUT_ALERTS = { ...jest.requireActual<object>('cdk8s-oam'), MetricsAlerts: Construct };

/** Runs a program on its own platform, with its alerts. */
export const runOnItsPlatform = (program: string) => runExample(program, (own) => own, jest.requireActual('cdk8s-oam'));

/** Runs a program on the platform of `dist/kubernetes`, unless it has policies, or on another that is chosen for it or for the app. */
export function runExample(
  program: string, chosen = (own: Platform, _: Construct) => WITH_POLICIES.includes(program) ? own : kubernetes, library: object = WITHOUT_ALERTS,
): Example {
  const apps: App[] = [];
  const install = Platform.install.bind(Platform);
  const installed = jest.spyOn(Platform, 'install').mockImplementation((scope, own) => {
    if (scope instanceof App) apps.push(scope);
    return install(scope, chosen(own, scope));
  });
  const before = process.env.CDK8S_OUTDIR;
  process.env.CDK8S_OUTDIR = temporaryFolder('example');
  try {
    const shared = SHARED.map((name) => [name, name === 'cdk8s-oam' ? library : jest.requireActual(name)] as const);
    // a module runs once in a registry, and a program in each of its runs
    ownModules(() => {
      shared.forEach(([name, module]) => jest.doMock(name, () => module));
      jest.requireActual(join(ROOT, program));
    });
  } finally {
    SHARED.forEach((name) => jest.dontMock(name));
    installed.mockRestore();
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
  }
  // several run for another platform first
  return exampleOf(program, apps[apps.length - 1]);
}

/** What an app has written, and its components. */
export function exampleOf(program: string, app: App): Example {
  const files = readdirSync(app.outdir).sort().map((file) => join(app.outdir, file));
  const objects = files.flatMap((file) => objectsOf(readFileSync(file, 'utf8')));
  const applications = app.node.findAll().filter((construct) => construct instanceof ApplicationConfiguration);
  const components = applications.flatMap(({ applicationName: application, namespace, bindings }) => bindings.map((binding): ExampleComponent => {
    const component = binding.component.componentName;
    const owner = { application, namespace: namespace!, component };
    // one that the program makes elsewhere has no labels of the component
    const made = binding.resources.find(({ kind }) => WORKLOADS.includes(kind));
    const isWorkload = (object: any) => WORKLOADS.includes(object.kind) && (isOf(owner, object) || isNamed(object, made));
    return { ...owner, workload: objects.find(isWorkload), metrics: binding.metrics };
  }));
  return { program, files, objects, components, applications };
}

function isNamed({ kind, metadata: { name, namespace } }: any, made?: ApiObject): boolean {
  return kind === made?.kind && name === made?.name && namespace === made?.metadata.namespace;
}

function isOf({ application, namespace, component }: Omit<ExampleComponent, 'metrics'>, { metadata }: any): boolean {
  return metadata.namespace === namespace && metadata.labels?.['app.oam.dev/name'] === application
    && metadata.labels['app.oam.dev/component'] === component;
}

/** The namespaces of some examples. */
export function namespacesOf(examples: readonly Example[]): string[] {
  return [...new Set(examples.flatMap(({ components }) => components.map(({ namespace }) => namespace)))];
}
