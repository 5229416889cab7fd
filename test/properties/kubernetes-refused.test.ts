import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { portables } from './arbitraries-models';
import { build, kubernetes } from './build';
import { TargetRecipe } from './recipe';
import { Bad, BAD, refusedProgram, RefusedProgram } from './refused-programs';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { messageOf } from '../support/message';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, LoggingTrait, ManualScalerTrait,
  MetricsTrait, Platform,
} from 'cdk8s-oam';

describe('kubernetes refused', () => {
  let folder: string;
  let last = 0;

  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'refused-')); });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the report names: `<path> <code> <field>`. */
  function reported(message: string): string[] {
    const [title, ...lines] = message.split('\n');
    same(title, 'Validation failed with the following errors:', message);
    return lines.map(line => {
      const [, path, code, field = ''] = /^ {2}\[(.*?)\] ([-a-z]+): (?:'((?:\['[^']*'\]|[^'])*)' )?/.exec(line)!;
      return `${path} ${code} ${field}`.trim();
    });
  }

  function allIsReported({ model, target, refused }: RefusedProgram): void {
    const outdir = join(folder, `${++last}`);
    const { app } = build(model, kubernetes(target), outdir);
    const lines = reported(messageOf(() => app.synth()));
    same(lines.sort(), [...refused].sort(), 'report');
    same(existsSync(outdir) ? readdirSync(outdir) : [], [], 'files');
    same(messageOf(() => app.synth()), messageOf(() => build(model, kubernetes(target), outdir).app.synth()), 'reported twice');
  }

  test.each(BAD.map((bad): [string, Bad] => [bad.what, bad]))('fails when there is %s', (_, bad) => {
    const [{ model, target }] = fc.sample(portables, { numRuns: 1, seed: 1 });
    const [chart] = model.charts;
    const only = { model: { ...model, charts: [{ ...chart, components: [] }] }, target: { ...target, monitorKind: 'PodMonitor' as const, monitorSelector: {} } };
    allIsReported(refusedProgram(only, [{ bad, chart: 0, isTraited: false }], false));
    allIsReported(refusedProgram(only, [{ bad, chart: 0, isTraited: true }], true));
  });

  test('fails when anything is wrong anywhere: each is told with its construct and code, and nothing else', () => {
    const one = fc.record({ bad: fc.constantFrom(...BAD), chart: fc.nat({ max: 9 }), isTraited: fc.boolean() });
    const chosen = fc.array(one, { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(portables, chosen, fc.boolean(), (program, bad, isWithoutNamespace) => {
      allIsReported(refusedProgram(program, bad, isWithoutNamespace));
    }), { numRuns: runs(100) });
  }, PATIENCE);
});

const TARGET: TargetRecipe = {
  prometheus: { namespace: 'monitoring', name: 'k8s' },
  monitorSelector: {},
  namespaceSelector: {},
  ingress: { className: 'nginx', domain: 'example.com', tls: { from: 'none', name: '' } },
};

const KEY = 'example.com/mine';
const METADATA = { labels: { [KEY]: 'label' }, annotations: { [KEY]: 'annotation' } };

interface Given {
  readonly component?: any;
  readonly application?: any;
  readonly workload?: any;
  readonly trait?: (binding: ComponentBinding) => unknown;
}

/** What is rendered, or the report. */
function outcome({ component, application, workload, trait }: Given): string {
  const app = new App();
  Platform.install(app, kubernetes(TARGET)({ vendor: 'verrazzano', systemNamespace: 'a', systemScraper: 'a/b' }));
  const chart = new Chart(app, 'chart', { namespace: 'ns' });
  const pods = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'x', ports: [{ name: 'http', containerPort: 8080 }] }], ...workload });
  const binding = new ApplicationConfiguration(chart, 'application', { metadata: application })
    .addComponent(new Component(chart, 'component', { workload: pods, metadata: component }));
  trait?.(binding);
  try {
    return app.synthYaml();
  } catch (error) {
    return (error as Error).message;
  }
}

// what has no object of its own on this platform has labels and annotations all the same
test.each<[string, Given]>([
  ['an application', { application: METADATA }],
  ['a component', { component: METADATA }],
  ['a workload', { workload: METADATA }],
  ['a LoggingTrait', { trait: binding => new LoggingTrait(binding, 'trait', { metadata: METADATA, loggingImage: 'x', loggingConfig: 'y' }) }],
  ['a ManualScalerTrait', { trait: binding => new ManualScalerTrait(binding, 'trait', { metadata: METADATA, replicaCount: 2 }) }],
  ['a MetricsTrait', { trait: binding => new MetricsTrait(binding, 'trait', { metadata: METADATA }) }],
])('labels and annotations of %s are not lost silently', (_, given) => {
  const told = outcome(given);
  const isTold = (part: string) => told.includes(`${KEY}: ${part}`) || /^ {2}\[chart\//m.test(told);
  expect({ label: isTold('label'), annotation: isTold('annotation') }).toEqual({ label: true, annotation: true });
});
