import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Files, Project, indexOf, lines, manifest, project } from '../support';

jest.setTimeout(60_000);

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

const A = manifest('ConfigMap', 'a');

/** Makes a project; its program has GitOpsApps of these names and folders, each with one chart. */
function apps(all: readonly { name?: string; folder?: string }[], files: Files = {}): Project {
  const program = all.map(({ name, folder = '.' }, i) => `{
    const app = new GitOpsApp({ name: ${JSON.stringify(name)}, outdir: require('path').join(process.env.CDK8S_OUTDIR, '${folder}') });
    new ApiObject(new Chart(app, 'chart${i}'), 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'map${i}' } });
    app.synth();
  }`);
  const head = `const { ApiObject, Chart } = require(${JSON.stringify(require.resolve('cdk8s'))});
    const { GitOpsApp } = require(${JSON.stringify(resolve(__dirname, '../../../lib/src/index.js'))});`;
  if (made) made.write(files);
  // what it warns of would be printed among the tests
  else made = project(files, 'node --no-warnings app.js');
  made.write({ 'app.js': [head, ...program].join('\n') });
  return made;
}

const note = (index: string, what: string) => `note: "dist/${index}" is the index of no app of this run${what}`;
const ONE = '; delete it with what it lists and is still applied (1 file), or, if another program writes that, give it an output folder of its own';

describe('an index of which the app is gone', () => {
  test('is named by synth and by diff, until it is deleted', async () => {
    await apps([{}, { name: 'shop' }, { folder: 'staging' }]).synth();
    const { synth, diff, read, write } = apps([{}]);
    const notes = [note('.cdk8s-oam-index.shop', ONE), note('staging/.cdk8s-oam-index', ONE)];
    expect(await synth()).toEqual({ code: 0, stdout: '', stderr: lines(...notes, 'no change in 3 files') });
    expect(Object.keys(read('dist')).sort()).toEqual([
      '.cdk8s-oam-index.shop/chart1.k8s.yaml.own', '.cdk8s-oam-index/chart0.k8s.yaml.own', 'chart0.k8s.yaml', 'chart1.k8s.yaml',
      'staging/.cdk8s-oam-index/chart2.k8s.yaml.own', 'staging/chart2.k8s.yaml',
    ]);
    expect(await diff()).toEqual({
      code: 1,
      stdout: lines('- removed  ConfigMap map1 (v1) in dist/chart1.k8s.yaml', '- removed  ConfigMap map2 (v1) in dist/staging/chart2.k8s.yaml'),
      stderr: lines(...notes, '2 removed, 1 object without a difference'),
    });
    expect(JSON.parse((await diff('--json')).stdout).notes).toEqual(notes.map(each => each.replace('note: ', '')));
    write({ 'app.js': `for (const name of ['.cdk8s-oam-index.shop', 'staging']) require('fs').rmSync('dist/' + name, { recursive: true });${read('.')['app.js']}` });
    expect((await synth()).stderr).toBe(lines('note: "dist" contains files that this run did not write: "chart1.k8s.yaml"; delete those that you no longer need', '1 removed, 2 files without a change'));
  });

  test('is named with the files that it still has', async () => {
    const files = { ...indexOf('dist/.cdk8s-oam-index.old', 'a.yaml', 'b/b.yaml', 'chart0.k8s.yaml', 'gone.yaml'), 'dist/a.yaml': A, 'dist/b/b.yaml': A };
    expect((await apps([{}], files).synth()).stderr).toBe(lines(
      note('.cdk8s-oam-index.old', '; delete it with what it lists and is still applied (2 files), or, if another program writes that, give it an output folder of its own'),
      '1 added, 2 files without a change',
    ));
  });

  test('is named where nothing is left but itself', async () => {
    const { synth, diff } = apps([{}], indexOf('dist/.cdk8s-oam-index.old', 'chart0.k8s.yaml', 'gone.yaml'));
    expect((await synth()).stderr).toBe(lines(note('.cdk8s-oam-index.old', '; delete it'), '1 added, 0 files without a change'));
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr: lines(note('.cdk8s-oam-index.old', '; delete it'), 'no difference in 1 object') });
  });

  test('is that of a program which has an App now', async () => {
    const { synth, diff } = apps([{}], { 'new/a.yaml': A });
    await synth();
    const stale = note('.cdk8s-oam-index', ONE);
    expect((await synth('--app=sleep 0.02; cp -R new/. "$CDK8S_OUTDIR"')).stderr).toBe(lines(stale, '1 added, 1 file without a change'));
    expect((await diff('--app=cp -R new/. "$CDK8S_OUTDIR"')).stderr).toBe(lines(stale, '1 removed, 1 object without a difference'));
  });
});

test('synth corrects an index that does not fit the files, by hand or by a merge', async () => {
  const { synth, read, write, folder } = apps([{}, { name: 'shop' }]);
  await synth();
  const before = read('dist');
  rmSync(`${folder}/dist/.cdk8s-oam-index.shop/chart1.k8s.yaml.own`);
  write(indexOf('dist/.cdk8s-oam-index', 'gone.yaml'));
  expect((await synth()).stderr).toBe('no change in 2 files\n');
  expect(read('dist')).toEqual(before);
});

describe('nothing is said of an index', () => {
  test('of which the app is there, be it with nothing to write', async () => {
    const all = [{}, { name: 'shop' }, { name: 'books' }, { folder: 'deep/down' }];
    const { synth, diff } = apps(all);
    await synth();
    expect((await synth()).stderr).toBe('no change in 4 files\n');
    expect((await diff()).stderr).toBe('no difference in 4 objects\n');
    const { read, write } = made!;
    write({ 'app.js': read('.')['app.js'].replace(/new ApiObject\(.*map2.*\n/, '') });
    expect((await diff()).stderr).toBe('1 removed, 3 objects without a difference\n');
    expect((await synth()).stderr).toBe('1 removed, 3 files without a change\n');
  });

  test('in a run of one environment, for which the others need not be made', async () => {
    await apps([{}, { name: 'shop' }]).synth();
    const { synth } = apps([{}]);
    expect((await synth('--env', 'staging')).stderr).not.toContain('index');
    process.env.CDK8S_OAM_ENVIRONMENT = 'staging';
    try {
      expect((await synth()).stderr).toBe('no change in 2 files\n');
    } finally {
      delete process.env.CDK8S_OAM_ENVIRONMENT;
    }
  });

  test('where the app cannot reach the report', async () => {
    await apps([{}, { name: 'shop' }]).synth();
    made!.write({ 'cdk8s.yaml': 'app: CDK8S_OAM_REPORT= node app.js\n' });
    expect((await made!.synth()).stderr).toBe(lines(
      'note: no app of this run reports that it has written into "dist": is its synth() called? Where it runs in a container, give that the variable CDK8S_OAM_REPORT, and the file that it names',
      'no change in 2 files',
    ));
    made!.write({ 'app.js': made!.read('.')['app.js'].replace('map1', 'other') });
    expect((await made!.synth()).stderr).toBe('1 changed, 1 file without a change\n');
    expect((await made!.diff()).stderr).toBe('no difference in 2 objects\n');
  });
});
