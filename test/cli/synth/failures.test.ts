import fs, { existsSync, rmSync, symlinkSync } from 'node:fs';
import { COPY, Files, Project, lines, manifest, project } from '../support';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
  for (const name of Object.keys(VARIABLES)) delete process.env[name];
});

const of = (files: Files, app?: string) => (made = project(files, app));
const failed = (...stderr: string[]) => ({ code: 2, stdout: '', stderr: lines(...stderr) });

const A = manifest('Service', 'a');
const NOTHING = 'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App';
/** What the environment holds is told nowhere. */
const SECRET = 'hunter2';
const VARIABLES = { CDK8S_APP: '--app', CDK8S_OUTPUT: '--output', CDK8S_STDOUT: '--stdout', CDK8S_VALIDATE: '--validate', CDK8S_FORMAT: '--format', CDK8S_CHART_VERSION: '--chart-version' };

describe.each<[string, string[]]>([['into the output folder', []], ['to standard output', ['--stdout']]])('%s, it fails with 2 when the app', (_where, args) => {
  test.each([
    ['ends with an exit code', 'exit 3', 'the app ended with exit code 3; see its output above'],
    ['has written all before it does', `${COPY}; exit 1`, 'the app ended with exit code 1; see its output above'],
    ['is no command', 'no-such-command-of-mine 2> /dev/null', 'the app ended with exit code 127; see its output above'],
    ['is ended by a signal', 'kill -9 $$', 'the app was ended by SIGKILL; see its output above'],
    ['is no text of the system', '"a\0"', 'the app cannot be run (ERR_INVALID_ARG_VALUE); see its output above'],
    ['writes nothing', 'true', NOTHING],
    ['writes no manifests', 'echo > $CDK8S_OUTDIR/README.md; echo {} > $CDK8S_OUTDIR/construct-metadata.json', NOTHING],
    ['writes elsewhere', 'echo {} > elsewhere.yaml', NOTHING],
  ])('%s', async (_, app, problem) => {
    expect(await of({ 'new/a.yaml': A }, app).synth(...args)).toEqual(failed(`[cdk8s-oam synth] app-failed: ${problem}`));
  });
});

describe('fails with 2 when the app', () => {
  test('writes nothing, and what was there is not its own', async () => {
    const { synth, read } = of({ 'dist/a.yaml': A, 'dist/.cdk8s-oam-index/b.yaml.own': '' }, 'true');
    expect(await synth()).toEqual(failed(`[cdk8s-oam synth] app-failed: ${NOTHING}`));
    expect(read('dist')).toMatchObject({ 'a.yaml': A });
  });

  test('removes what was there, and writes nothing: what it has removed is told', async () => {
    const { synth } = of({ 'dist/a.yaml': A }, 'rm $CDK8S_OUTDIR/a.yaml');
    expect(await synth()).toEqual({
      code: 2,
      stdout: '- removed  dist/a.yaml\n',
      stderr: lines('[cdk8s-oam synth] app-failed: the app has written no manifests, and has removed those that were there; '
      + 'check that its charts are still created; if there should be none, the app is no longer needed'),
    });
  });

  test('removes its folder', async () => {
    const { synth } = of({}, 'rm -R $CDK8S_OUTDIR');
    expect(await synth('-p')).toEqual(failed(`[cdk8s-oam synth] app-failed: ${NOTHING}`));
    expect(await synth()).toEqual(failed('dist: manifest-not-readable: does not exist; check the path'));
  });

  test.each([[[]], [['-p']]])('writes what cannot be read: %j', async args => {
    const { synth, write } = of({ 'cdk8s.yaml': 'app: ln -s nowhere $CDK8S_OUTDIR/a.yaml\n' });
    expect(await synth(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^\S+\/a\.yaml: manifest-not-readable: does not exist; check the path\n$/) });
    write({ 'cdk8s.yaml': 'app: rm -f $CDK8S_OUTDIR/a.yaml; echo {} > $CDK8S_OUTDIR/b.yaml\n' });
    rmSync(`${made!.folder}/dist`, { recursive: true, force: true });
    const { readFileSync: actual } = fs;
    const spy = jest.spyOn(fs, 'readFileSync').mockImplementation(((file: string, ...others: []) => {
      if (!file.endsWith('b.yaml')) return actual(file, ...others);
      throw Object.assign(new Error('no'), { code: 'EACCES' });
    }) as typeof actual);
    const { stderr } = await synth(...args);
    spy.mockRestore();
    expect(stderr).toMatch(/^\S+\/b\.yaml: manifest-not-readable: cannot be read \(EACCES\); check the path and its permissions\n$/);
  });
});

describe('fails with 2, and runs nothing, when', () => {
  const untouched = 'echo > ran';

  const given = async ({ synth, folder }: Project, ...args: string[]) => {
    const ended = await synth(...args);
    expect(existsSync(`${folder}/ran`)).toBe(false);
    return ended;
  };

  test.each<[string, string[], string]>([
    ['the output folder is a file', ['-o@new/a.yaml'], 'output-not-writable: the output folder "new/a.yaml" cannot be created (EEXIST); check the path and its permissions, or name another one by --output'],
    ['it would lie in a file', ['-o@new/a.yaml/b'], 'output-not-writable: the output folder "new/a.yaml/b" cannot be created (ENOTDIR); check the path and its permissions, or name another one by --output'],
    ['its name is none', ['-oa\0b'], 'output-not-writable: the output folder "a\\u0000b" cannot be created (ERR_INVALID_ARG_VALUE); check the path and its permissions, or name another one by --output'],
    ['it has no name', ['--output='], "invalid-value: '--output' must be a non-empty string, got \"\""],
    ['the command is empty', ['--app='], "invalid-value: '--app' must be a non-empty string, got \"\""],
    ['the manifests are to go to two places', ['-p', '-o', 'a'], "usage: '--stdout' cannot be used with --output; leave one of them out"],
    ['validations are asked for', ['--validate'], "usage: '--validate' is not an option; run `cdk8s synth`"],
    ['a format is named', ['--format=helm'], "usage: '--format' is not an option; run `cdk8s synth`"],
    ['a version of the chart is named', ['--chart-version', '1.0.0'], "usage: '--chart-version' is not an option; run `cdk8s synth`"],
  ])('%s', async (_, args, message) => {
    expect(await given(of({ 'new/a.yaml': A }, untouched), ...args)).toEqual(failed(`[cdk8s-oam synth] ${message}`));
  });

  test.each<[string, string[], string]>([
    ['there is a word too much', ['dist'], '[cdk8s-oam synth] usage: the command takes 0 arguments, got 1; leave out the rest; an argument with spaces needs quotes'],
    ['an option is not known', ['--check-upgrade'], "[cdk8s-oam synth] usage: '--check-upgrade' is not an option; see `cdk8s-oam synth --help`"],
  ])('%s', async (_, args, message) => {
    expect(await given(of({}, untouched), ...args)).toEqual(failed(message));
  });

  test.each(Object.entries(VARIABLES))('the variable %s says what %s would, unless that is said', async (name, flag) => {
    process.env[name] = SECRET;
    expect(await given(of({}, untouched))).toEqual(failed(`[cdk8s-oam synth] usage: '${name}' is read by \`cdk8s synth\` in place of ${flag}, but not here; unset the variable, and give the flag`));
  });

  test('no flag takes the place of such a variable', async () => {
    Object.assign(process.env, { CDK8S_APP: SECRET, CDK8S_OUTPUT: SECRET, CDK8S_VALIDATE: SECRET });
    expect(await of({ 'new/a.yaml': A }).synth('--app', COPY, '--output=@out', '--no-validate')).toMatchObject({ code: 0 });
  });

  test('several things are wrong: all are told', async () => {
    expect(await given(of({}, untouched), '--env=', '--output=')).toEqual(failed(
      '[cdk8s-oam synth] 2 findings:',
      "  invalid-value: '--output' must be a non-empty string, got \"\"",
      "  invalid-value: '--env' must be a non-empty string, got \"\"",
    ));
  });

  test.each<[string, string, string[]]>([
    ['has no command', 'output: dist\n', ["cdk8s.yaml: missing-field: 'app' is required; give the command that runs the app, here or by --app"]],
    ['has validations', 'app: x\nvalidations:\n  - package: a\n', ["cdk8s.yaml:2:1: usage: 'validations' are configured, but not run here; run `cdk8s synth`, which runs them, or give --no-validate"]],
    ['has validations elsewhere, and a Helm chart', 'app: x\nvalidations: a.yaml\nsynthConfig: { format: helm }\n', [
      '2 findings:',
      "  cdk8s.yaml:3:1: helm-chart: 'synthConfig' asks for more than plain manifests (such as a Helm chart), which is not written here; run `cdk8s synth`, or name a configuration without it by --config",
      "  cdk8s.yaml:2:1: usage: 'validations' are configured, but not run here; run `cdk8s synth`, which runs them, or give --no-validate",
    ]],
  ])('cdk8s.yaml %s', async (_, text, stderr) => {
    expect(await given(of({ 'cdk8s.yaml': text }))).toEqual(failed(...stderr));
  });

  test('there is no cdk8s.yaml', async () => {
    expect(await given(of({}), '--config=@nowhere')).toEqual(failed('nowhere: manifest-not-readable: does not exist; run the command where it is, name it by --config, or give the command by --app'));
  });

  test('what is there cannot be read', async () => {
    const { folder, synth, write } = of({}, untouched);
    write({ 'dist/b.yaml': A });
    symlinkSync('nowhere', `${folder}/dist/a.yaml`);
    expect(await synth()).toEqual(failed('dist/a.yaml: manifest-not-readable: does not exist; check the path'));
  });
});

test.each([[[]], [['-p']]])('without a temporary folder, the app is not run: %j', async args => {
  const { run, temporary } = of({ 'new/a.yaml': A });
  rmSync(temporary, { recursive: true });
  expect(await run('synth', ...args)).toEqual(failed('[cdk8s-oam synth] output-not-writable: no temporary folder can be created in "temporary" (ENOENT); name another folder in the variable TMPDIR'));
});
