import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Files, Project, lines, manifest, project } from '../support';

jest.setTimeout(60_000);

const LIBRARIES = `const { App, Chart, ApiObject } = require(${JSON.stringify(require.resolve('cdk8s'))});
const { Component, ContainerizedWorkload, Environments, GitOpsApp, OamPlatform, Platform } = require(${JSON.stringify(resolve(__dirname, '../../../lib/src/index.js'))});
const object = scope => new ApiObject(scope instanceof Chart ? scope : new Chart(scope, "a"), "x", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new" } });
`;
const OLD = manifest('ConfigMap', 'old');
const FILES = { 'dist/a.k8s.yaml': OLD, 'dist/sub/b.yaml': OLD, 'new/a.k8s.yaml': OLD, 'new/sub/b.yaml': OLD };
const CHANGED = 'app-failed: the app has changed "dist" itself, such as "a.k8s.yaml"; let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

/** A project whose app is a program for Node, which writes its errors into a file. */
function program(text: string, files: Files = FILES): Project {
  return made = project({ ...files, 'app.cjs': LIBRARIES + text }, 'node app.cjs 2> error.txt');
}

const dist = () => made!.read('dist');
const before = { 'a.k8s.yaml': OLD, 'sub/b.yaml': OLD };

describe('an outdir counts for nothing where the manifests are only compared:', () => {
  const added = /^\+ added {4}ConfigMap (?:shop\/)?new \(v1\) in dist\/(.*)$/m;

  test.each<[what: string, text: string, file: string]>([
    ['that of a GitOpsApp', "const app = new GitOpsApp({ outdir: 'dist' }); object(app); app.synth();", 'a.k8s.yaml'],
    ['one elsewhere', "const app = new GitOpsApp({ outdir: 'elsewhere' }); object(app); app.synth();", 'a.k8s.yaml'],
    ['one below the output', "const app = new GitOpsApp({ outdir: 'dist/sub' }); object(app); app.synth();", 'sub/a.k8s.yaml'],
    ['those of two apps', "for (const name of ['sub', 'more']) { const app = new GitOpsApp({ outdir: `dist/${name}` }); object(app); app.synth(); }", 'more/a.k8s.yaml'],
    ['that of Environments', "const all = new Environments({ outdir: 'dist' }); const chart = new Chart(all.add('prod'), 'a', { namespace: 'shop' }); object(chart); all.synth();", 'prod/shop/ConfigMap.new.yaml'],
  ])('%s', async (_, text, file) => {
    const { diff } = program(text);
    const { code, stdout, stderr } = await diff();
    expect([code, stderr]).toEqual([1, expect.stringContaining(' added, ')]);
    expect(added.exec(stdout)?.[1]).toBe(file);
    expect(dist()).toEqual(before);
  });
});

const OAM = `const app = new App({ outdir: 'dist' }); Platform.install(app, OamPlatform.verrazzano()); const chart = new Chart(app, 'a');
new Component(chart, 'c', { workload: new ContainerizedWorkload({ name: 'c', containers: [{ name: 'c', image: 'c:1' }] }) }); app.synth();`;

test.each<[string, (made: Project) => Promise<unknown>]>([
  ['diff', ({ diff }) => diff()], ['diff with another folder', ({ diff }) => diff('@new')], ['synth --stdout', ({ synth }) => synth('--stdout')],
])('an App of cdk8s with the library refuses an outdir before it writes: %s', async (_, run) => {
  const { folder } = program(OAM);
  expect(await run(made!)).toMatchObject({ code: 2, stdout: '' });
  expect(readFileSync(join(folder, 'error.txt'), 'utf8')).toContain("app-failed: 'outdir' must be left out of an App whose manifests a command compares or shows: it would overwrite a folder; "
    + 'set output in cdk8s.yaml instead, or use GitOpsApp\n');
  expect(dist()).toEqual(before);
});

test('an App without an outdir writes where the command says', async () => {
  const { diff } = program(OAM.replace("{ outdir: 'dist' }", ''));
  expect((await diff()).stdout).toContain('+ added    Component c (core.oam.dev/v1alpha2) in dist/a.k8s.yaml\n');
});

test('what an App without the library has overwritten is an error', async () => {
  const { diff } = program("const app = new App({ outdir: 'dist' }); object(app); app.synth();");
  expect(await diff()).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] ${CHANGED}\n` });
});

test.each<[string, string, string]>([
  ['a file changed', 'echo >> dist/a.k8s.yaml; cp -R new/. $CDK8S_OUTDIR', 'a.k8s.yaml'],
  ['a file written again as it was', 'cp new/a.k8s.yaml dist; cp -R new/. $CDK8S_OUTDIR', 'a.k8s.yaml'],
  ['a file added', 'cp new/a.k8s.yaml dist/c.yaml; cp -R new/. $CDK8S_OUTDIR', 'c.yaml'],
  ['a file removed, and then failed', 'rm dist/sub/b.yaml; exit 1', 'sub/b.yaml'],
  ['the folder removed', 'rm -R dist; cp -R new/. $CDK8S_OUTDIR', 'a.k8s.yaml'],
])('what a program without Node has done there is an error: %s', async (_, app, file) => {
  made = project(FILES, app);
  expect(await made.diff()).toEqual({
    code: 2,
    stdout: '',
    stderr: lines(`[cdk8s-oam diff] app-failed: the app has changed "dist" itself, such as ${JSON.stringify(file)}; let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App`),
  });
});
