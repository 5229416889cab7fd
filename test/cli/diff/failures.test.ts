import fs, { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeLocated, readManifests } from '../../../src/files/reading';
import { COPY, Files, Project, lines, manifest, project } from '../support';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

const of = (files: Files, app?: string) => (made = project(files, app));
const SERVICE = manifest('Service', 'greet');
const fine = { 'dist/a.yaml': SERVICE, 'new/a.yaml': SERVICE };
/** What the reader of manifests says of a text. */
const found = (file: string, text: string) => readManifests(text, file).findings.map(each => `  ${describeLocated(each)}`);
const failed = (...stderr: string[]) => ({ code: 2, stdout: '', stderr: lines(...stderr) });

describe('fails with 2 when the app', () => {
  test.each([
    ['ends with an exit code', 'exit 3', 'the app ended with exit code 3; see its output above'],
    ['has written all before it does', `${COPY}; exit 1`, 'the app ended with exit code 1; see its output above'],
    ['is no command', 'no-such-command-of-mine 2> /dev/null', 'the app ended with exit code 127; see its output above'],
    ['is ended by a signal', 'kill -9 $$', 'the app was ended by SIGKILL; see its output above'],
    ['writes nothing', 'true', 'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App'],
    ['writes no manifests', 'echo > $CDK8S_OUTDIR/README.md; echo {} > $CDK8S_OUTDIR/construct-metadata.json',
      'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App'],
    ['removes its folder', 'rm -R $CDK8S_OUTDIR',
      'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App'],
    ['is too long', `: ${'x'.repeat(3_000_000)}`, 'the app cannot be run (E2BIG); see its output above'],
    ['is no text of the system', '"a\0"', 'the app cannot be run (ERR_INVALID_ARG_VALUE); see its output above'],
  ])('%s', async (_, app, problem) => {
    expect(await of(fine, app).diff()).toEqual(failed(`[cdk8s-oam diff] app-failed: ${problem}`));
  });

  test('fails, as JSON too', async () => {
    const message = '[cdk8s-oam diff] app-failed: the app ended with exit code 3; see its output above';
    const { stdout, ...others } = await of(fine, 'exit 3').diff('--json');
    expect([JSON.parse(stdout), others]).toEqual([{ error: { code: 'app-failed', message, findings: [{ code: 'app-failed', path: [], parameters: { reason: 'exit-code', exitCode: 3 } }] } }, { code: 2, stderr: `${message}\n` }]);
  });

  test('writes what cannot be read: all of it is told', async () => {
    const [a, b] = ['a: 1\na: 2', 'kind: A\n---\n1\n'];
    expect(await of({ ...fine, 'new/a.yaml': a, 'new/b/b.yaml': b }).diff()).toEqual(failed('5 findings:', ...found('<app>/a.yaml', a), ...found('<app>/b/b.yaml', b)));
  });

  test('has no folder to write to', async () => {
    const { run, temporary } = of(fine);
    rmSync(temporary, { recursive: true });
    expect(await run('diff')).toEqual(failed(
      '[cdk8s-oam diff] output-not-writable: no temporary folder can be created in "temporary" (ENOENT); name another folder in the variable TMPDIR',
    ));
  });
});

test('a temporary folder that cannot be removed is told, and the outcome is the same', async () => {
  const { run, temporary } = of(fine);
  const remove = jest.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('no'), { code: 'EACCES' });
  });
  const ended = await run('diff');
  remove.mockRestore();
  const [left] = readdirSync(temporary);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: lines(`note: the temporary folder temporary/${left} cannot be removed (EACCES)`, 'no difference in 1 object') });
});

describe('fails with 2, and runs nothing, when', () => {
  const untouched = 'echo > ran';

  const given = async (project_: Project, ...args: string[]) => {
    const ended = await project_.diff(...args);
    expect(existsSync(join(project_.folder, 'ran'))).toBe(false);
    return ended;
  };

  test.each<[string, string[], string[]]>([
    ['there is no such folder', ['@nowhere'], ['nowhere: manifest-not-readable: does not exist; check the path']],
    ['it is a file', ['@dist/a.yaml'], ['[cdk8s-oam diff] usage: \'DIR\' must be a folder, and "dist/a.yaml" is a file; name the folder that the app writes']],
    ['it has no name', [''], [': manifest-not-readable: does not exist; check the path']],
    ['its name is none', ['\0'], [' : manifest-not-readable: cannot be read (ERR_INVALID_ARG_VALUE); check the path and its permissions']],
    ['the command is empty', ['--app='], ['[cdk8s-oam diff] invalid-value: \'--app\' must be a non-empty string, got ""']],
    ['the configuration has no name', ['--config='], ['[cdk8s-oam diff] invalid-value: \'--config\' must be a non-empty string, got ""']],
    ['the configuration is a folder', ['--config=@dist'], ['dist: manifest-not-readable: cannot be read (EISDIR); check the path and its permissions']],
    ['there is no configuration', ['--config=@nowhere'], ['nowhere: manifest-not-readable: does not exist; run the command where it is, name it by --config, or give the command by --app']],
    ['there are two folders', ['a', 'b'], ['[cdk8s-oam diff] usage: the command takes 1 argument, got 2; leave out the rest; an argument with spaces needs quotes']],
  ])('%s', async (_, args, stderr) => {
    expect(await given(of(fine, untouched), ...args)).toEqual(failed(...stderr));
  });

  test('what is committed cannot be read: all of it is told', async () => {
    const [a, b] = ['<<<<<<< HEAD\na: 1\n', '[]'];
    expect(await given(of({ ...fine, 'dist/a.yaml': a, 'dist/b.json': b }, untouched))).toEqual(failed('2 findings:', ...found('dist/a.yaml', a), ...found('dist/b.json', b)));
  });

  const helm = (line: number) => `cdk8s.yaml:${line}:1: helm-chart: 'synthConfig' asks for more than plain manifests (such as a Helm chart), which cannot be compared; `
    + 'name a configuration without it by --config, and the folder with the chart\'s templates';

  test.each<[string, string, string[]]>([
    ['has no command', 'output: dist\napp:\n', ["cdk8s.yaml: missing-field: 'app' is required; give the command that runs the app, here or by --app"]],
    ['is empty', '# nothing\n', ["cdk8s.yaml: missing-field: 'app' is required; give the command that runs the app, here or by --app"]],
    ['has something else in the place of commands and folders', 'app: [a]\noutput: ""\n', [
      '2 findings:',
      "  cdk8s.yaml:1:1: invalid-value: 'app' must be a non-empty string, got a list of 1",
      "  cdk8s.yaml:2:1: invalid-value: 'output' must be a non-empty string, got \"\"",
    ]],
    ['asks for a Helm chart', 'app: x\nsynthConfig:\n  format: helm\n  chartVersion: 1.0.0\n', [helm(2)]],
    ['asks for a version of a chart', 'app: x\nsynthConfig: { chartApiVersion: v2 }\n', [helm(2)]],
    ['asks for it in a way that is none', 'synthConfig: helm\napp: x\n', [helm(1)]],
    ['is a list', '- app: x\n', ['cdk8s.yaml:1:1: invalid-type: must be an object, got a list of 1']],
    ['is two documents', 'app: x\n---\napp: y\n', ['cdk8s.yaml:3:1: yaml-document: is a second document, which cdk8s does not read; leave it out']],
    ['cannot be read', 'app: x\napp: y\n', readManifests('app: x\napp: y\n', 'cdk8s.yaml').unread.map(describeLocated)],
  ])('cdk8s.yaml %s', async (_, text, stderr) => {
    expect(await given(of({ ...fine, 'cdk8s.yaml': text }))).toEqual(failed(...stderr));
  });
});
