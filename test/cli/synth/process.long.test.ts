import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MAIN, cli, indexOf, lines, manifest, project, report, shell } from '../support';

jest.setTimeout(60_000);

describe('process', () => {
  const ROOT = resolve(__dirname, '../../..');
  const CDK8S = join(ROOT, 'node_modules/cdk8s');
  const CLI = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');
  const GITOPS_APP = resolve(MAIN, '../../delivery/gitops-app.js');

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'synth-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  /** Runs the command with an app, in the folder of its cdk8s.yaml. */
  async function synth(app: string, script = 'cdk8s-oam synth') {
    write('cdk8s.yaml', `app: ${JSON.stringify(app)}\n`);
    return shell(`cd "${folder}"; ${script}`, { CDK8S_OAM_PASSWORD: 'hunter2', CDK8S_CHECK_UPGRADE: 'false' }, 'typed');
  }

  /** A program with charts; `last` is its end. */
  const program = (app: string, charts: readonly string[], last = 'app.synth();') => [
    `const { App, ApiObject, Chart } = require(${JSON.stringify(CDK8S)});`,
    `const { GitOpsApp } = require(${JSON.stringify(GITOPS_APP)});`,
    `const app = new ${app}();`,
    ...charts.map(name => `new ApiObject(new Chart(app, '${name}'), 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '${name}' }, data: { yes: 'on' } });`),
    last,
  ].join('\n');

  const WRITE = 'echo a: 1 > "$CDK8S_OUTDIR/a.yaml"';

  test('what the app prints goes to standard error, in order, and what it reads is what is typed', async () => {
    const app = `echo one; echo two >&2; cat; echo; echo "[$CDK8S_OAM_PASSWORD]"; ${WRITE}`;
    expect(await synth(app)).toEqual({ code: 0, stdout: '+ added    dist/a.yaml\n', stderr: lines('one', 'two', 'typed', '[]', '1 added, 0 files without a change') });
    expect(await synth(app, 'cdk8s-oam synth -p')).toEqual({ code: 0, stdout: 'a: 1\n', stderr: lines('one', 'two', 'typed', '[]') });
  });

  test('it ends with 2 where the app does not end well', async () => {
    expect(await synth(`${WRITE}; exit 1`)).toEqual({ code: 2, stdout: '', stderr: '[cdk8s-oam synth] app-failed: the app ended with exit code 1; see its output above\n' });
  });

  test('much comes whole through a pipe, and who reads it may go', async () => {
    const app = 'for i in 1 2 3; do head -c 3000000 /dev/zero | tr "\\0" x > $CDK8S_OUTDIR/$i.yaml; done';
    expect(await synth(app, 'cdk8s-oam synth -p | (sleep 0.5; wc -c)')).toMatchObject({ stdout: expect.stringMatching(`^ *${3 * 3_000_001 + 2 * 4}\n$`) });
    expect(await synth(app, 'cdk8s-oam synth -p | head -c 3; echo " ${PIPESTATUS[0]}"')).toMatchObject({ stdout: 'xxx 0\n', stderr: '' });
  });

  test('an App writes what `cdk8s synth` lets it write', async () => {
    write('main.js', program('App', ['b', 'a']));
    await synth('node main.js', `"${process.execPath}" "${CLI}" synth`);
    const expected = ['a', 'b'].map(name => readFileSync(join(folder, `dist/${name}.k8s.yaml`), 'utf8'));
    expect(await synth('node main.js', 'cdk8s-oam synth -o other')).toMatchObject({ code: 0, stdout: lines('+ added    other/a.k8s.yaml', '+ added    other/b.k8s.yaml') });
    expect(['a', 'b'].map(name => readFileSync(join(folder, `other/${name}.k8s.yaml`), 'utf8'))).toEqual(expected);
    expect(await synth('node main.js', 'cdk8s-oam synth -p')).toEqual({ code: 0, stdout: expected.join('---\n'), stderr: '' });
  });

  test('a GitOpsApp writes what differs, and removes what is not rendered any more', async () => {
    const run = async (...charts: string[]) => {
      write('main.js', program('GitOpsApp', charts));
      return synth('node main.js');
    };
    expect(await run('a', 'b')).toEqual({ code: 0, stdout: lines('+ added    dist/a.k8s.yaml', '+ added    dist/b.k8s.yaml'), stderr: '2 added, 0 files without a change\n' });
    expect(await run('a', 'b')).toEqual({ code: 0, stdout: '', stderr: 'no change in 2 files\n' });
    mkdirSync(join(folder, 'dist/mine'));
    write('dist/mine/c.yaml', manifest('Service', 'mine'));
    expect(await run('a', 'c')).toEqual({
      code: 0,
      stdout: lines('+ added    dist/c.k8s.yaml', '- removed  dist/b.k8s.yaml'),
      stderr: lines('note: "dist" contains files that this run did not write: "mine/c.yaml"; delete those that you no longer need', '1 added, 1 removed, 2 files without a change'),
    });
  });

  describe('an error that the program does not catch', () => {
    const FAILED = '[cdk8s-oam synth] app-failed: the app ended with exit code 1; see its output above';
    const FOUND = '[Environments] invalid-value: \'name\' must be unique, got "dev" twice; give each its own name';
    const INDEX = resolve(MAIN, '../../index.js');

    /** Runs a program that adds the environment dev twice, on the second line. */
    async function twice(last: string, before = '') {
      write('main.js', `const { Environments } = require(${JSON.stringify(INDEX)}); const all = new Environments(); ${before}\n${last}`);
      return synth('node main.js');
    }

    test.each([
      ['at once', "for (const name of ['dev', 'dev']) all.add(name);", /^ {4}at Object\.<anonymous> \(\S+\/main\.js:2:40\)$/],
      ['in a promise', "Promise.resolve().then(() => { for (const name of ['dev', 'dev']) all.add(name); });", /^ {4}at \S+\/main\.js:2:71$/],
    ])('is a finding, and the line of the program, where the library throws it %s', async (_, last, place) => {
      const { code, stdout, stderr } = await twice(last);
      expect([code, stdout, ...stderr.split('\n')]).toEqual([2, '', FOUND, expect.stringMatching(place), FAILED, '']);
    });

    test('is findings alone, where synth() of a cdk8s App refuses what is declared', async () => {
      write('main.js', `${program('App', ['a'], '')}
        const { KubernetesPlatform, MonitoringProvider, Platform } = require(${JSON.stringify(INDEX)});
        Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'a', namespace: 'b' }) }));
        new ApiObject(app.node.findChild('a'), 'b', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' }, datas: {} });
        app.synth();`);
      const { code, stdout, stderr } = await synth('node main.js');
      expect([code, stdout, ...stderr.split('\n')]).toEqual([
        2, '', 'Validation failed with the following errors:', expect.stringMatching(/^ {2}\[a\/b\] unknown-field: 'datas' /), FAILED, '',
      ]);
    });

    test('is shown by Node, where it is another one', async () => {
      const { stderr } = await twice("try { for (const name of ['dev', 'dev']) all.add(name); } catch { throw new Error('mine'); }");
      expect(stderr).toMatch(/^\S+\/main\.js:2\n[^]*\nError: mine\n {4}at [^]*\nNode\.js v[^]*$/);
      expect(stderr).not.toContain(FOUND);
    });

    test('goes to the handler of the program', async () => {
      const handler = 'process.on("uncaughtException", error => { console.error("handled", error.name); process.exit(1); });';
      expect(await twice("for (const name of ['dev', 'dev']) all.add(name);", handler)).toEqual({ code: 2, stdout: '', stderr: lines('handled ModelError', FAILED) });
    });
  });

  test('a program without synth() is told', async () => {
    write('main.js', program('App', ['a'], ''));
    expect(await synth('node main.js')).toEqual({
      code: 2,
      stdout: '',
      stderr: '[cdk8s-oam synth] app-failed: the app has written no manifests into the folder that the variable CDK8S_OUTDIR names; call its synth(), and leave out outdir of its App\n',
    });
  });
});

const PAGE = readFileSync(resolve(__dirname, '../../../docs/synth.md'), 'utf8');

test('what the page shows is what the command prints', async () => {
  const texts = ['greet', 'shop', 'web', 'log', 'old'].map(name => [`dist/${name}.k8s.yaml`, manifest('Service', name)] as const);
  const index = indexOf('dist/.cdk8s-oam-index', ...['greet', 'shop', 'web', 'log'].map(name => `${name}.k8s.yaml`));
  const app = `rm $CDK8S_OUTDIR/greet.k8s.yaml; cp new/* $CDK8S_OUTDIR; ${report()}`;
  const { synth, remove } = project({ ...Object.fromEntries(texts), ...index, 'new/cart.k8s.yaml': manifest('Service', 'cart'), 'new/shop.k8s.yaml': '' }, app);
  const { code, stdout, stderr } = await synth();
  remove();
  const [, shown] = /# prints\n([^]*?)```\n/.exec(PAGE)!;
  expect([code, stdout + stderr]).toEqual([0, shown]);
});

test('the page has every option of the command, and of `cdk8s synth`', async () => {
  const { stdout } = await cli(['synth', '--help']);
  const options = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
  const source = readFileSync(resolve(__dirname, '../../../node_modules/cdk8s-cli/lib/cli/cmds/synth.js'), 'utf8');
  const others = [...source.matchAll(/\.option\('([a-z-]+)'/g)].map(([, name]) => `--${name}`);
  expect([options(stdout), others]).toEqual([expect.arrayContaining(['--app']), expect.arrayContaining(['--app'])]);
  const described = options(PAGE);
  expect([...options(stdout), ...others].filter(option => option !== '--help' && !described.includes(option))).toEqual([]);
});
