import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, ApiObjectProps, App, Chart, Include } from 'cdk8s';
import { stringify } from 'yaml';
import { GitOpsApp, KubernetesPlatform, MonitoringProvider, Platform } from '../../../src';
import { cli } from '../../cli/support';

export const PROMETHEUS = 'Prometheus monitoring/monitoring-kube-prometheus-prometheus';
const platform = () => new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) });

/** The error of a synthesis, and the warnings, of objects that the model has not made. */
export function synthesized(make: (chart: Chart) => void, app: App = new App()): string[] {
  const warnings: string[] = [];
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => { warnings.push(String(text)); });
  Platform.install(app, platform());
  make(new Chart(app, 'shop', { namespace: 'shop' }));
  const errors: string[] = [];
  try {
    app.synthYaml();
  } catch (error) {
    errors.push(...(error as Error).message.split('\n').slice(1).map(line => line.trim()));
  }
  spy.mockRestore();
  return [...errors, ...warnings];
}

/** A finding of `validate --json` in one line, as a synthesis says it, without its remedy. */
export const saidIn = ({ code, field, problem }: any): string => `${code}: '${field}' ${problem}`;

/** An object, and what is said of it, from the worst. */
export type JudgedCase = readonly [name: string, object: ApiObjectProps, ...said: string[]];

/** Judges the object of each case, called `it`, as all users have it: in an App, a GitOpsApp, a file that is included, and among files. */
export function judgedEverywhere(cases: readonly JudgedCase[], around: (chart: Chart) => void = () => {}): void {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each(cases.map(([name, object, ...said]) => [name, object, said] as const))('%s', (_, object, said) => {
    const expected = said.map(each => `[shop/it] ${each}`);
    const make = (chart: Chart) => {
      around(chart);
      new ApiObject(chart, 'it', object);
    };

    test('in an App', () => expect(synthesized(make)).toEqual(expected));

    test('in a GitOpsApp', () => expect(synthesized(make, new GitOpsApp({ outdir: join(folder, 'out') }))).toEqual(expected));

    test('in a file that is included', () => {
      const file = join(folder, 'it.yaml');
      writeFileSync(file, stringify(object));
      expect(synthesized(chart => {
        around(chart);
        new Include(chart, 'file', { url: file });
      })).toEqual(said.map(each => expect.stringContaining(each)));
    });

    test('among files', async () => {
      const app = new App();
      make(new Chart(app, 'shop', { namespace: 'shop' }));
      const file = join(folder, 'all.yaml');
      const metadata = { name: 'monitoring-kube-prometheus-prometheus', namespace: 'monitoring' };
      const spec = Object.fromEntries(['rule', 'probe'].flatMap(kind =>
        [[`${kind}Selector`, { matchLabels: { release: 'monitoring' } }], [`${kind}NamespaceSelector`, {}]]));
      writeFileSync(file, `${app.synthYaml()}---\n${stringify({ apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata, spec })}`);
      const { stdout } = await cli(['validate', file, '--json']);
      expect(JSON.parse(stdout).findings.map(saidIn)).toEqual(said.map(each => each.split('; ')[0]));
    });
  });
}
