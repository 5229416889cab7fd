import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importProject } from '../../../src/cli/import';
import { settingsOfFlags } from '../../../src/cli/settings';
import { asAnyone } from '../../support/as-anyone';
import { messageOf } from '../../support/message';
import { cli } from '../support';

const MANIFEST = `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: { name: greet }
spec:
  workload:
    apiVersion: core.oam.dev/v1alpha2
    kind: ContainerizedWorkload
    spec: { containers: [{ name: main, image: "example/main:1", env: [{ name: PASSWORD, value: hunter2 }] }] }
`;
const FILES = ['.gitignore', 'cdk8s.yaml', 'main.ts', 'objects.ts', 'package.json', 'tsconfig.json'];

let folder: string;
let manifest: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-import-'));
  manifest = at('x.yaml');
  writeFileSync(manifest, MANIFEST);
});

afterEach(() => rmSync(folder, { recursive: true }));

const importTo = (out: string, ...manifests: string[]) => cli(['import', ...manifests.length > 0 ? manifests : [manifest], '--out', out]);

/** What is in the folder beside the manifest. */
const left = () => readdirSync(folder).filter(name => name !== 'x.yaml').sort();

test('writes a project, and says what it is', async () => {
  const out = at('new', 'project');
  expect(await importTo(out)).toEqual({
    code: 0,
    stdout: '',
    stderr: `${manifest}:8:89: warning: password-in-manifest: 'spec.workload.spec.containers[0].env[0].value' looks like a password (PASSWORD); `
      + 'refer to a Secret that is created elsewhere\n'
      + `6 files written to ${out}\nworkloads, traits and other objects: 1 by their types, 0 as they are\n`
      + `Comments explain unusual code.\nnext: cd ${out} && npm install && npx cdk8s synth\n`,
  });
  expect(readdirSync(out).sort()).toEqual(FILES);
  expect(readFileSync(join(out, 'objects.ts'), 'utf8')).toContain('new ContainerizedWorkload({');
  expect(readdirSync(at('new'))).toEqual(['project']);
});

test('leaves the folder to others as any other is', async () => {
  await importTo(at('out'));
  mkdirSync(at('other'));
  expect(statSync(at('out')).mode).toBe(statSync(at('other')).mode);
});

test('writes into a folder that is empty', async () => {
  mkdirSync(at('out'));
  const before = statSync(at('out')).ino;
  expect((await importTo(at('out'))).code).toBe(0);
  expect(readdirSync(at('out')).sort()).toEqual(FILES);
  expect(statSync(at('out')).ino).toBe(before);
});

test('writes into a folder whose name is as long as file systems take it, and fails when it is longer', async () => {
  const [long, longer] = [at('x'.repeat(255)), at('x'.repeat(256))];
  expect((await importTo(long)).code).toBe(0);
  expect(readdirSync(long).sort()).toEqual(FILES);
  const { code, stderr } = await importTo(longer);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `[cdk8s-oam import] output-not-writable: '--out' cannot be read: ENAMETOOLONG "${longer}"; check the path and its permissions\n` });
  expect(left()).toEqual(['x'.repeat(255)]);
});

test('names no file like a device of Windows', async () => {
  writeFileSync(manifest, MANIFEST.replace('{ name: greet }', '{ name: con }') + '---\napiVersion: core.oam.dev/v1alpha2\nkind: ApplicationConfiguration\nmetadata: { name: aux }\nspec: { components: [{ componentName: con }] }\n');
  expect((await importTo(at('out'))).code).toBe(0);
  expect(readdirSync(at('out')).filter(name => /^(aux|con)\./.test(name))).toEqual([]);
});

test('says what is written once though it stands twice', async () => {
  writeFileSync(at('y.yaml'), MANIFEST);
  const { stderr } = await importTo(at('out'), manifest, at('y.yaml'));
  expect(stderr).not.toContain('hunter2');
  expect(stderr.split('\n')[0]).toBe(`${at('y.yaml')}:1:1: warning: duplicate-object: is the same object as at ${manifest}:1:1, and is written once; remove one of the two`);
});

test('says the next step so that a shell takes it', async () => {
  const { stderr } = await importTo(at('it\'s new'));
  expect(stderr).toContain(`\nnext: cd '${at('it\'\\\'\'s new')}' && npm install`);
});

describe('does nothing, and says why, when', () => {
  async function expectRefused(out: string, message: string, ...manifests: string[]): Promise<void> {
    const before = left();
    expect(await importTo(out, ...manifests)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
    expect(left()).toEqual(before);
  }

  test('the folder holds something', async () => {
    mkdirSync(at('out'));
    writeFileSync(at('out', '.hidden'), '');
    await expectRefused(at('out'), `[cdk8s-oam import] output-not-empty: '--out' must be a folder that does not exist, or is empty: "${at('out')}" holds ".hidden"; name another folder; nothing is written`);
    expect(readdirSync(at('out'))).toEqual(['.hidden']);
  });

  test('the folder holds files of a project, of which one was changed', async () => {
    await importTo(at('out'));
    writeFileSync(at('out', 'main.ts'), '// mine\n');
    await expectRefused(at('out'), `[cdk8s-oam import] output-not-empty: '--out' must be a folder that does not exist, or is empty: "${at('out')}" holds ".gitignore", "cdk8s.yaml", "main.ts"; name another folder; nothing is written`);
    expect(readFileSync(at('out', 'main.ts'), 'utf8')).toBe('// mine\n');
  });

  test('the folder is a file', async () => {
    await expectRefused(manifest, `[cdk8s-oam import] output-not-empty: '--out' must be a folder that does not exist, or is empty: "${manifest}" is a file, or below one; name another folder; nothing is written`);
    expect(readFileSync(manifest, 'utf8')).toBe(MANIFEST);
  });

  test('the folder is below a file', async () => {
    await expectRefused(join(manifest, 'out'),
      `[cdk8s-oam import] output-not-empty: '--out' must be a folder that does not exist, or is empty: "${join(manifest, 'out')}" is a file, or below one; name another folder; nothing is written`);
  });

  test('the folder is a link that leads nowhere', async () => {
    symlinkSync(at('nowhere'), at('out'));
    await expectRefused(at('out'), `[cdk8s-oam import] output-not-writable: '${at('out')}' cannot be written: EEXIST: file already exists; check its permissions and the space on the disk; nothing has changed`);
  });

  test('the folder has no name', async () => {
    await expectRefused('', '[cdk8s-oam import] usage: \'--out\' must be the path of a folder, got ""; name the folder of the new project');
  });

  test('the folder cannot be made', () => {
    chmodSync(folder, 0o500);
    const message = asAnyone(folder, () => messageOf(() => importProject([manifest], settingsOfFlags({}, 'oam'), at('out'))));
    chmodSync(folder, 0o700);
    expect(message).toBe(`[cdk8s-oam import] output-not-writable: '${at('out')}' cannot be written: EACCES: permission denied; check its permissions and the space on the disk; nothing has changed`);
    expect(left()).toEqual([]);
  });

  test('a file is missing', async () => {
    await expectRefused(at('out'), `${at('none.yaml')}: manifest-not-readable: does not exist; check the path`, manifest, at('none.yaml'));
  });

  test('a file is not YAML', async () => {
    writeFileSync(at('y.yaml'), 'a: "b');
    const { code, stderr } = await importTo(at('out'), manifest, at('y.yaml'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/y\.yaml:1:\d+: yaml-syntax: /) });
    expect(existsSync(at('out'))).toBe(false);
  });

  test('a document has no type, and its texts are not told', async () => {
    writeFileSync(at('y.yaml'), 'password: hunter2\n');
    await expectRefused(at('out'), [
      '2 findings:',
      `  ${at('y.yaml')}:1:1: missing-field: 'apiVersion' is required`,
      `  ${at('y.yaml')}:1:1: missing-field: 'kind' is required`,
    ].join('\n'), manifest, at('y.yaml'));
  });

  test('it is not told where to write', async () => {
    expect(await cli(['import', manifest])).toEqual({ code: 2, stdout: '', stderr: '[cdk8s-oam import] usage: \'--out\' is required; write --out <folder>\n' });
  });
});

describe('for a cluster without an OAM platform', () => {
  const KUBERNETES = ['--platform', 'kubernetes', '--prometheus', 'monitoring/k8s', '--monitor-selector', 'all', '--default-namespace', 'shop'];
  const APPLICATION = `${MANIFEST}---
apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata: { name: app }
spec: { components: [{ componentName: greet }] }
`;

  test('writes what makes the program pass', async () => {
    writeFileSync(manifest, APPLICATION);
    const { code, stderr } = await cli(['import', manifest, '--out', at('out'), ...KUBERNETES]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(': 2 by their types, 0 as they are')]);
    expect(readFileSync(at('out', 'main.ts'), 'utf8')).toMatch(/new KubernetesPlatform\(\{\s+metrics: MonitoringProvider.prometheusOperator\(\{[^}]*\{\},\s+seriesLabels: SeriesLabels.PLATFORM,\s+\}\)/);
    expect(readFileSync(at('out', 'app.ts'), 'utf8')).toMatch(/readonly namespace: string;[^]*\/\/ no metrics: [^]*enabled: false/);
    expect(readFileSync(at('out', 'main.ts'), 'utf8')).toContain("new AppChart(app, 'app', { namespace: 'shop'");
  });

  test('writes which labels series have', async () => {
    writeFileSync(manifest, APPLICATION);
    writeFileSync(at('settings.yaml'), 'kubernetes: { prometheus: { seriesLabels: both, podTargetLabels: [app], extraLabels: { team: shop } } }\n');
    await cli(['import', manifest, '--out', at('out'), ...KUBERNETES, '--settings', at('settings.yaml')]);
    const main = readFileSync(at('out', 'main.ts'), 'utf8');
    expect(main).toMatch(/import \{[^}]*\bSeriesLabels\b[^}]*\} from 'cdk8s-oam'/);
    expect(main).toMatch(/podTargetLabels: \['app'\],\s+extraLabels: \{ team: 'shop' \},/);
    expect(main).toMatch(/seriesLabels: SeriesLabels.BOTH,/);
  });

  test('writes which exporter domains get', async () => {
    writeFileSync(manifest, APPLICATION);
    writeFileSync(at('settings.yaml'), 'kubernetes: { weblogicExporter: { enabled: false } }\n');
    const { code } = await cli(['import', manifest, '--out', at('out'), ...KUBERNETES, '--settings', at('settings.yaml')]);
    expect(code).toBe(0);
    expect(readFileSync(at('out', 'main.ts'), 'utf8')).toMatch(/weblogicExporter: \{ enabled: false \},/);
  });

  test('writes how endpoints are scraped', async () => {
    writeFileSync(manifest, APPLICATION);
    writeFileSync(at('settings.yaml'), 'kubernetes: { prometheus: { scrape: { interval: 1m30s, timeout: 10s, scheme: https, dropMetrics: [go_.*], '
      + 'metricRelabelings: [{ action: labeldrop, regex: session }], authorization: { credentials: { name: scraping, key: token } } } } }\n');
    expect(await cli(['import', manifest, '--out', at('out'), ...KUBERNETES, '--settings', at('settings.yaml')])).toMatchObject({ code: 0 });
    const main = readFileSync(at('out', 'main.ts'), 'utf8');
    expect(main).toMatch(/import \{[^}]*\bDuration\b[^}]*\} from 'cdk8s'/);
    for (const code of [
      'interval: Duration.seconds(90)', 'timeout: Duration.seconds(10)', 'scheme: ScrapeScheme.HTTPS', 'dropMetrics: [\'go_.*\']',
      '{ action: RelabelAction.LABEL_DROP, regex: \'session\' }', '{ credentials: { name: \'scraping\', key: \'token\' } }',
    ]) expect(main).toContain(code);
  });

  test('ends with 1 where the synthesis will fail, and says why', async () => {
    writeFileSync(manifest, APPLICATION.replace('componentName: greet', 'componentName: other'));
    const { code, stderr } = await cli(['import', manifest, '--out', at('out'), ...KUBERNETES]);
    expect([code, existsSync(at('out', 'main.ts'))]).toEqual([1, true]);
    expect(stderr).toMatch(/x\.yaml:13:22: component-elsewhere: [^]*The synthesis will fail until 1 error above is fixed in the program\./);
  });

  test('fails when the settings are wrong, before anything is read', async () => {
    expect(await cli(['import', at('none'), '--out', at('out'), '--platform', 'kubernetes', '--monitor-kind', 'PodMonitor'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--prometheus') });
    expect(left()).toEqual([]);
  });
});
