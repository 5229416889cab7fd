import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Project, lines, manifest, project } from '../support';

jest.setTimeout(60_000);

const LIBRARIES = `const { App, Chart, ApiObject } = require(${JSON.stringify(require.resolve('cdk8s'))});
const { GitOpsApp } = require(${JSON.stringify(resolve(__dirname, '../../../lib/src/index.js'))});
`;
const OBJECT = '; new ApiObject(new Chart(app, "a"), "x", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "new" } }); app.synth();';
const OLD = manifest('ConfigMap', 'old');
const FILES = { 'dist/a.k8s.yaml': OLD, 'dist/sub/b.yaml': OLD, 'new/a.k8s.yaml': OLD, 'new/sub/b.yaml': OLD };
const KEPT = 'app-failed: the app was kept from writing into "dist"; let it write into the folder that the variable CDK8S_OUTDIR names: leave out outdir of its App';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

/** A project whose app is a program for Node; what it prints is no matter here. */
function program(text: string, file = 'app.cjs'): Project {
  const { folder } = made = project({ ...FILES, [file]: text }, `node ${file} 2> /dev/null`);
  symlinkSync('dist', join(folder, 'link'));
  mkdirSync(join(folder, 'dist/node_modules'));
  return made;
}

const dist = () => made!.read('dist');
const before = { 'a.k8s.yaml': OLD, 'sub/b.yaml': OLD };

describe('nothing is written into the folder that is compared by', () => {
  const write = 'fs.writeFileSync("dist/a.k8s.yaml", "changed")';

  const programs: [what: string, text: string, file?: string][] = [
    ['an App with an outdir of its own', `${LIBRARIES}const app = new App({ outdir: 'dist' })${OBJECT}`],
    ['one with a file for each resource', `${LIBRARIES}const app = new App({ outdir: 'dist', yamlOutputType: 2 })${OBJECT}`],
    ['a GitOpsApp with an outdir of its own', `${LIBRARIES}const app = new GitOpsApp({ outdir: 'dist' })${OBJECT}`],
    ['an app that writes to both', `${LIBRARIES}const app = new App()${OBJECT} try { new App({ outdir: 'dist' }).synth(); ${write.replace('fs.', 'require("fs").')} } catch {}`],
    ['an ES module', `import fs from 'node:fs'; ${write}`, 'app.mjs'],
    ['a function that an ES module imports', 'import { writeFileSync } from "fs"; writeFileSync("dist/new.yaml", "")', 'app.mjs'],
    ['a promise', 'import { writeFile } from "node:fs/promises"; await writeFile("dist/a.k8s.yaml", "changed")', 'app.mjs'],
    ['a file that is opened', 'import { open } from "node:fs/promises"; await open("dist/a.k8s.yaml", "w")', 'app.mjs'],
    ['a callback', 'require("fs").writeFile("dist/a.k8s.yaml", "changed", error => process.exit(error.code === "EROFS" ? 0 : 1))'],
    ['a stream', 'require("fs").createWriteStream("dist/a.k8s.yaml").end("changed")'],
    ['a descriptor', 'const fs = require("fs"); fs.writeSync(fs.openSync("dist/a.k8s.yaml", "a"), "changed")'],
    ['a descriptor by numbers', 'const fs = require("fs"); fs.openSync("dist/new.yaml", fs.constants.O_RDONLY + fs.constants.O_CREAT)'],
    ['a link to the folder', 'require("fs").writeFileSync("link/a.k8s.yaml", "changed")'],
    ['what is removed', 'require("fs").rmSync("dist/sub", { recursive: true })'],
    ['what is removed around it', 'require("fs").rmSync(process.cwd(), { recursive: true })'],
    ['what is renamed', 'require("fs").renameSync("dist", "other")'],
    ['what is copied', 'require("fs").cpSync("new", "dist/more", { recursive: true })'],
    ['a process that it starts', `require("child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(`const fs = require("fs"); ${write}`)}])`],
    ['a worker', `new (require("worker_threads").Worker)(${JSON.stringify(`const fs = require("fs"); ${write}`)}, { eval: true })`],
  ];

  test.each(programs.map(([what, text, file = 'app.cjs']) => [what, text, file]))('%s', async (_, text, file) => {
    const { diff } = program(text, file);
    expect(await diff()).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] ${KEPT}\n` });
    expect(dist()).toEqual(before);
  });
});

test('the stack of the error begins with the app, and no line of the library is above it', async () => {
  const { diff, folder } = made = project({ ...FILES, 'app.cjs': 'require("fs").writeFileSync("dist/a.k8s.yaml", "changed")' }, 'node app.cjs 2> error.txt');
  expect((await diff()).code).toBe(2);
  const [first, second] = readFileSync(join(folder, 'error.txt'), 'utf8').trimStart().split('\n');
  expect(first).toMatch(/^Error: EROFS: cdk8s-oam keeps this folder as it is/);
  expect(second).toMatch(/app\.cjs:1:/);
});

test('neither is anything written into the output of cdk8s.yaml where another folder is compared', async () => {
  const { diff } = program(`${LIBRARIES}const app = new App({ outdir: 'dist' })${OBJECT}`);
  expect(await diff('@new')).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] ${KEPT}\n` });
  expect(dist()).toEqual(before);
});

test('nor by synth --stdout', async () => {
  const { synth } = program(`${LIBRARIES}const app = new App({ outdir: 'dist' })${OBJECT}`);
  expect(await synth('--stdout')).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam synth] ${KEPT}\n` });
  expect(dist()).toEqual(before);
});

test('an app may read the folder, and write elsewhere: where CDK8S_OUTDIR says, into folders of npm and hidden ones, and beside it', async () => {
  const { diff } = program(`const fs = require('fs');
    fs.mkdirSync('dist', { recursive: true });
    fs.mkdirSync('dist/.cache');
    for (const file of ['dist/.cache/x', 'dist/node_modules/x', 'beside.txt', 'distant.yaml']) fs.writeFileSync(file, '');
    fs.closeSync(fs.openSync('dist/a.k8s.yaml', 'r'));
    fs.cpSync('dist', process.env.CDK8S_OUTDIR, { recursive: true });`);
  expect(await diff()).toEqual({ code: 0, stdout: '', stderr: 'no difference in 2 objects\n' });
});

test('options for Node that are there already go on counting', async () => {
  const { diff, write } = program('if (globalThis.isPreloaded) require("fs").cpSync("new", process.env.CDK8S_OUTDIR, { recursive: true });');
  write({ 'preload.cjs': 'globalThis.isPreloaded = true;' });
  const options = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = '--require ./preload.cjs';
  expect(await diff()).toMatchObject({ code: 0 });
  if (options === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = options;
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
