import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { EnvironmentLayout, Environments, Findings, GitOpsApp, KubernetesPlatform, MonitoringProvider, Platform } from '../../../src';
import { includeManifests } from '../../../src/migration';
import { readManifests } from '../../../src/files/reading';
import { Manifests } from '../../../src/testing';
import { cli } from '../../cli/support';
import { messageOf } from '../../support/message';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-accept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REASON = 'the Prometheus of the billing team scrapes it';
const platform = () => new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) });
const MONITOR = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name: 'billing', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'billing' } }, podMetricsEndpoints: [{ port: 'metrics', interval: '15s', scrapeTimeout: '30s' }] },
};
const CODES = ['cannot-judge', 'not-selected', 'scrape-timeout'];

/** What a synthesis reports of the monitor, by codes; `accept` gets its chart and the monitor. */
function reported(accept: (chart: Chart, monitor: ApiObject) => void, app: App = new App()): string[] {
  const lines: string[] = [];
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => { lines.push(String(text)); });
  Platform.install(app, platform());
  const chart = new Chart(app, 'shop');
  accept(chart, new ApiObject(chart, 'monitor', MONITOR));
  try {
    app.synthYaml();
  } catch (error) {
    lines.push(...(error as Error).message.split('\n').slice(1));
  }
  spy.mockRestore();
  return lines.map(line => /^\s*(\[.*?\]) (\S+):/.exec(line)!.slice(1).join(' ')).sort();
}

const AT = '[shop/monitor] ';
const at = (codes: readonly string[]) => codes.map(code => AT + code);

describe.each([['an App', () => new App()], ['a GitOpsApp', () => new GitOpsApp({ outdir: join(folder, 'out') })]])('in %s', (_, app) => {
  test('without an acceptance all is reported', () => expect(reported(() => {}, app())).toEqual(at(CODES)));

  test('at the object', () => {
    expect(reported((__, monitor) => Findings.accept(monitor, { code: 'scrape-timeout', reason: REASON }), app())).toEqual(at(CODES.slice(0, 2)));
  });

  test('at its chart, and each code by itself', () => {
    const accept = (chart: Chart) => CODES.forEach(code => Findings.accept(chart, { code, reason: REASON }));
    expect(reported(accept, app())).toEqual([]);
  });

  test('elsewhere it has no effect, which is a warning', () => {
    const accept = (chart: Chart) => Findings.accept(new Chart(chart, 'other'), { code: 'not-selected', reason: REASON });
    expect(reported(accept, app())).toEqual([...at(CODES), '[shop/other] no-effect']);
  });

  test('of a code that nothing needs is a warning', () => {
    expect(reported(chart => Findings.accept(chart, { code: 'broken-scrape', reason: REASON }), app())).toEqual(['[shop] no-effect', ...at(CODES)].sort());
  });
});

test('one at a construct that is removed does not count', () => {
  expect(reported((chart, monitor) => {
    const other = new Chart(chart, 'other');
    Findings.accept(other, { code: 'not-selected', reason: REASON });
    chart.node.tryRemoveChild('other');
    Findings.accept(monitor, { code: 'not-selected', reason: REASON });
  })).toEqual(at(['cannot-judge', 'scrape-timeout']));
});

test.each<[string, 'accept' | 'insecureAccept', any, string]>([
  ['a code that no rule reports', 'accept', { code: 'duplicate-object', reason: REASON }, "invalid-value: 'code' must be one of cannot-judge, "],
  ['no reason', 'accept', { code: 'not-selected' }, "missing-field: 'reason'"],
  ['an empty reason', 'accept', { code: 'not-selected', reason: '' }, "'reason' must be a non-empty string"],
  ['an unknown field', 'accept', { code: 'not-selected', reason: REASON, until: 'monday' }, "unknown-field: 'until'"],
  ['a way past a policy', 'accept', { code: 'not-expressible', reason: REASON }, 'use Findings.insecureAccept() if everybody may have it'],
  ['an insecure one that is not', 'insecureAccept', { code: 'not-selected', reason: REASON }, 'use Findings.accept()'],
])('fails with %s', (_, way, accepted, message) => {
  const chart = new Chart(new App(), 'shop');
  expect(messageOf(() => Findings[way](chart, accepted))).toContain('[shop] ');
  expect(messageOf(() => Findings[way](chart, accepted))).toContain(message);
});

describe('reviewers see', () => {
  test('the acceptances of a GitOpsApp in its output, sorted', () => {
    const outdir = join(folder, 'reviewed');
    const app = new GitOpsApp({ outdir });
    const chart = new Chart(app, 'shop');
    const monitor = new ApiObject(chart, 'monitor', MONITOR);
    Findings.accept(monitor, { code: 'scrape-timeout', reason: 'slow\u0007 exporter' });
    Findings.accept(chart, { code: 'cannot-judge', reason: REASON });
    app.synth();
    expect(readFileSync(join(outdir, 'accepted-findings.txt'), 'utf8')).toBe(
      `cannot-judge at shop: ${REASON}\nscrape-timeout at shop/monitor: slow  exporter\n`);
  });

  test('none where nothing is accepted, and those of each environment in its folder', () => {
    const outdir = join(folder, 'environments');
    const environments = new Environments({ outdir, layout: EnvironmentLayout.FILE_PER_CHART } as any);
    for (const name of ['staging', 'prod']) {
      const chart = new Chart(environments.add(name, { platform: platform() }), 'shop', { namespace: 'shop' });
      new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop' } });
      if (name === 'prod') {
        const { spec, ...monitor } = MONITOR;
        new ApiObject(chart, 'monitor', { ...monitor, spec: { ...spec, podMetricsEndpoints: [{ port: 'metrics' }] } } as any);
        CODES.slice(0, 2).forEach(code => Findings.accept(chart, { code, reason: REASON }));
      }
    }
    environments.synth();
    expect(existsSync(join(outdir, 'staging/accepted-findings.txt'))).toBe(false);
    expect(readFileSync(join(outdir, 'prod/accepted-findings.txt'), 'utf8')).toBe(CODES.slice(0, 2).map(code => `${code} at shop: ${REASON}\n`).join(''));
  });
});

describe('for files', () => {
  const file = join(folder, 'all.yaml');
  const settings = join(folder, 'settings.yaml');
  const validated = async (value: object) => {
    writeFileSync(file, stringify(MONITOR));
    writeFileSync(settings, stringify(value));
    const { code, stdout, stderr } = await cli(['validate', file, '--settings', settings, '--json']);
    return code === 2 ? { stderr } : { code, stderr, ...JSON.parse(stdout) };
  };

  test('the settings accept the findings about an object', async () => {
    const { code, findings, accepted, stderr } = await validated({ accept: [{ code: 'scrape-timeout', object: 'PodMonitor shop/billing', reason: REASON }] });
    expect(findings.map((each: any) => `${each.level} ${each.code}`)).toEqual(['note cannot-judge', 'note cannot-judge']);
    expect({ code, accepted }).toEqual({ code: 0, accepted: 1 });
    expect(stderr).toContain('nothing wrong in 1 file; 2 notes; 1 acceptance');
  });

  test.each([
    ['of another object', { code: 'scrape-timeout', object: 'PodMonitor shop/other', reason: REASON }],
    ['of another code', { code: 'broken-scrape', object: 'PodMonitor shop/billing', reason: REASON }],
  ])('one %s has no effect, which is a warning', async (_, each) => {
    const { code, findings, accepted } = await validated({ accept: [each] });
    expect(findings.map((own: any) => `${own.level} ${own.code}`)).toEqual(expect.arrayContaining(['error scrape-timeout', 'warning no-effect']));
    expect({ code, accepted }).toEqual({ code: 1, accepted: 0 });
  });

  test('an insecure code needs the other field', async () => {
    const { stderr } = await validated({ accept: [{ code: 'not-expressible', object: 'Ingress shop/a', reason: REASON }] });
    expect(stderr).toContain("'accept[0].code' must be one of");
  });
});

describe('the test kit', () => {
  const made = (accept: (monitor: ApiObject) => void) => {
    const app = new App();
    Platform.install(app, platform());
    const chart = new Chart(app, 'shop');
    const { spec, ...monitor } = MONITOR;
    accept(new ApiObject(chart, 'monitor', { ...monitor, spec: { ...spec, podMetricsEndpoints: [{ port: 'metrics' }] } } as any));
    return app;
  };
  beforeEach(() => jest.spyOn(process, 'emitWarning').mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());

  test('fails on warnings, and on what cannot be judged', () => {
    const message = messageOf(() => Manifests.ofApp(made(() => {})).hasNoFindings());
    expect(message).toMatch(/^rejected-objects: no rule must find anything: 1 of 1 object reported\n {2}PodMonitor shop\/billing \(shop\/monitor\)\n/);
    expect(message).toContain("not-selected: 'metadata.labels' must have release=monitoring");
    expect(message).toContain("cannot-judge: 'spec.selector' cannot be judged: the pods that it may select are not here");
  });

  test('passes over what the app accepts', () => {
    Manifests.ofApp(made(monitor => CODES.slice(0, 2).forEach(code => Findings.accept(monitor, { code, reason: REASON })))).hasNoFindings();
  });

  test('judges files', () => {
    expect(messageOf(() => Manifests.ofYaml(stringify(MONITOR)).hasNoFindings())).toContain('scrape-timeout');
    Manifests.ofYaml('{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}').hasNoFindings();
  });
});

describe('a GitOpsApp', () => {
  const made = (props: object, accept: (chart: Chart) => void = () => {}) => {
    const app = new GitOpsApp({ outdir: join(folder, 'more'), ...props });
    Platform.install(app, platform());
    const chart = new Chart(app, 'accepted-findings');
    new ApiObject(chart, 'monitor', MONITOR);
    accept(chart);
    return app;
  };
  beforeEach(() => jest.spyOn(process, 'emitWarning').mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());

  test('does not judge kinds that the user excludes from checks', () => {
    expect(() => made({}).synthYaml()).toThrow('scrape-timeout');
    jest.mocked(process.emitWarning).mockClear();
    made({ uncheckedKinds: ['monitoring.coreos.com/PodMonitor'] }).synthYaml();
    expect(process.emitWarning).not.toHaveBeenCalled();
  });

  test('fails when a chart has the file of the accepted findings', () => {
    const app = made({ outputFileExtension: '.txt' }, chart => Findings.accept(chart, { code: 'scrape-timeout', reason: REASON }));
    expect(messageOf(() => app.synth())).toContain("duplicate-file: 'accepted-findings.txt' is the file of a chart, and one that the app itself writes");
  });

  test('writes no credentials of a reason', () => {
    made({}, chart => Findings.accept(chart, { code: 'scrape-timeout', reason: 'see https://admin:hunter2@example.com/wiki' })).synth();
    expect(readFileSync(join(folder, 'more/accepted-findings.txt'), 'utf8')).toMatch(/^scrape-timeout at accepted-findings: see https:\/\/.*example\.com\/wiki\n$/);
    expect(readFileSync(join(folder, 'more/accepted-findings.txt'), 'utf8')).not.toContain('hunter2');
  });
});

test('render refuses what the rules find, unless the settings accept it', async () => {
  const [file, settings] = [join(folder, 'rendered.yaml'), join(folder, 'accepting.yaml')];
  writeFileSync(file, stringify(MONITOR));
  const prometheus = { namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} };
  const rendered = (more: object) => {
    writeFileSync(settings, stringify({ platform: 'kubernetes', kubernetes: { prometheus }, ...more }));
    return cli(['render', file, '--settings', settings]);
  };
  const refused = await rendered({});
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('scrape-timeout');
  const accepted = await rendered({ accept: [{ code: 'scrape-timeout', object: 'PodMonitor shop/billing', reason: REASON }] });
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining('name: billing')]);
});

test('what is included from manifests is judged with the app, which may accept it', () => {
  jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const included = (accept: (chart: Chart) => void) => {
    const app = new App();
    Platform.install(app, platform());
    const chart = new Chart(app, 'shop');
    includeManifests(chart, readManifests(stringify(MONITOR), 'monitor.yaml'));
    accept(chart);
    return () => app.synthYaml();
  };
  expect(included(() => {})).toThrow("scrape-timeout: 'spec.podMetricsEndpoints[0].scrapeTimeout'");
  expect(included(chart => Findings.accept(chart, { code: 'scrape-timeout', reason: REASON }))()).toContain('name: billing');
  jest.restoreAllMocks();
});
