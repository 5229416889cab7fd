import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isInRange } from '../../../src/cli/doctor/check';
import { checkCluster } from '../../../src/cli/doctor/cluster';
import { checkProject } from '../../../src/cli/doctor/project';
import * as answers from '../../e2e/support/upstream';
import { startUpstream, Upstream } from '../../e2e/support/upstream';
import { brokenKubectl, fakeKubectl, withoutKubectl } from '../../query/fake-kubectl';
import { cli } from '../support';

const ROOT = resolve(__dirname, '../../..');
const { version, engines, peerDependencies: peers } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test.each([
  ['20.0.0', '>= 20.0.0', true], ['19.9.9', '>= 20.0.0', false], ['26.1.0', '>= 20.0.0', true], ['v20.1', '>= 20.0.0', true],
  ['10.4.2', '^10.4.2', true], ['10.4.1', '^10.4.2', false], ['10.10.0', '^10.4.2', true], ['11.0.0', '^10.4.2', false], ['next', '^10.4.2', false],
])('%s is in the range %s: %s', (given, range, expected) => {
  expect(isInRange(given, range)).toBe(expected);
});

describe('of a project', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-doctor-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Installs packages by their paths below node_modules. */
  function install(packages: Readonly<Record<string, string>>): void {
    for (const [path, given] of Object.entries(packages)) {
      const place = join(folder, 'node_modules', path);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'package.json'), JSON.stringify({ name: path.split('/').at(-1), version: given }));
    }
  }
  const FITTING = { 'cdk8s': '2.70.200', 'cdk8s-plus-27': '2.9.5', 'constructs': '10.5.0', 'cdk8s-cli': '2.207.60', 'cdk8s-oam': version };
  const states = () => Object.fromEntries(checkProject(folder, '20.0.0').map(({ name, state, remedy }) => [name, [state, remedy]]));
  const FINE = ['ok', undefined];

  test('that has all, all fits', () => {
    install({ ...FITTING, 'cdk8s-oam-server-rules': '1.34.0' });
    expect(checkProject(folder, '22.1.0')).toEqual([
      { name: 'Node.js', found: '22.1.0', needed: engines.node, state: 'ok' },
      { name: 'cdk8s-oam', found: version, state: 'ok' },
      ...Object.keys(peers).map(name => ({ name, found: FITTING[name as keyof typeof FITTING], needed: peers[name], state: 'ok' })),
      { name: 'cdk8s-cli', found: '2.207.60', needed: '>= 2.0.0', state: 'ok' },
      { name: 'cdk8s-oam-server-rules', found: '1.34.0', state: 'ok', remedy: 'it judges as Kubernetes 1.34 does' },
    ]);
  });

  test('that is none, the report says so', () => {
    expect(states()).toEqual({
      'Node.js': FINE,
      'cdk8s-oam': ['wrong', 'this folder has no project with cdk8s-oam: in the folder of a project, run npm install cdk8s-oam; for a new one, npx cdk8s-oam init'],
      'cdk8s': ['absent', undefined],
      'cdk8s-plus-27': ['absent', undefined],
      'constructs': ['absent', undefined],
      'cdk8s-cli': ['absent', 'cdk8s synth needs it, cdk8s-oam synth does not: npm install --save-dev cdk8s-cli@2'],
      'cdk8s-oam-server-rules': ['absent', 'validate --as-server needs it: npm install --save-dev cdk8s-oam-server-rules'],
    });
  });

  test('that has other versions, the report names them', () => {
    install({ 'cdk8s': '2.69.0', 'constructs': '11.0.0', 'cdk8s-cli': '1.0.0', 'cdk8s-oam': '99.0.0' });
    expect(states()).toMatchObject({
      'cdk8s-oam': ['warning', `this command is version ${version}; run npx cdk8s-oam in the project`],
      'cdk8s': ['wrong', `npm install cdk8s@${peers.cdk8s}`],
      'cdk8s-plus-27': ['wrong', `the project has none: npm install cdk8s-plus-27@${peers['cdk8s-plus-27']}`],
      'constructs': ['wrong', `npm install constructs@${peers.constructs}`],
      'cdk8s-cli': ['wrong', 'npm install --save-dev cdk8s-cli@2'],
    });
    expect(checkProject(folder, '18.20.0')[0]).toEqual({
      name: 'Node.js', found: '18.20.0', needed: engines.node, state: 'wrong', remedy: `install Node.js ${engines.node}`,
    });
  });

  test('with two copies of a peer, the report names the other one', () => {
    install({ ...FITTING, 'cdk8s-oam/node_modules/constructs': '10.4.2' });
    expect(states().constructs).toEqual(['wrong',
      'cdk8s-oam has another copy, 10.4.2 in node_modules/cdk8s-oam/node_modules/constructs: run npm dedupe, or remove that folder']);
  });

  test.each([['cdk8s', 'cdk8s-plus-27'], ['constructs', 'cdk8s-plus-27'], ['constructs', 'cdk8s']])('with two copies of %s, one of %s, too', (name, user) => {
    install({ ...FITTING, [`${user}/node_modules/${name}`]: '2.80.0' });
    expect(states()[name]).toEqual(['wrong',
      `${user} has another copy, 2.80.0 in node_modules/${user}/node_modules/${name}: run npm dedupe, or remove that folder`]);
  });

  test('with a link to the one copy, all fits', () => {
    install(FITTING);
    mkdirSync(join(folder, 'node_modules/cdk8s-oam/node_modules'));
    symlinkSync(join(folder, 'node_modules/constructs'), join(folder, 'node_modules/cdk8s-oam/node_modules/constructs'));
    expect(states().constructs).toEqual(FINE);
  });

  test('whose package.json cannot be read, it counts as none', () => {
    install(FITTING);
    writeFileSync(join(folder, 'node_modules/cdk8s/package.json'), '{');
    expect(states().cdk8s).toEqual(['wrong', `the project has none: npm install cdk8s@${peers.cdk8s}`]);
  });
});

describe('of a cluster', () => {
  const options = { timeout: 20_000 };
  const versionsOf = (server?: string) => ({
    clientVersion: { gitVersion: 'v1.34.2' }, ...server !== undefined && { serverVersion: { gitVersion: server } },
  });
  const kubectl = (server: string | undefined, apis: object | undefined, definitions: object = {}, current?: string) => fakeKubectl(`
    const args = process.argv.slice(2).join(' ');
    const [version, apis, definitions] = ${JSON.stringify([versionsOf(server), apis ?? null, definitions])};
    if (args.includes('--client')) console.log(JSON.stringify(version));
    else if (args.endsWith('/version') && version.serverVersion) console.log(JSON.stringify(version.serverVersion));
    else if (args.includes('/apis') && apis) console.log(JSON.stringify(apis));
    else if (args.endsWith('current-context') && ${JSON.stringify(current !== undefined)}) console.log(${JSON.stringify(current ?? '')});
    else if (args.includes('customresourcedefinitions')) console.log(JSON.stringify(definitions));
    else process.exitCode = 1;`);
  const groups = (...served: string[]) => ({ groups: served.map(groupVersion => ({ versions: [{ groupVersion }] })) });
  const found = async (context?: string) => (await checkCluster({ ...options, context })).map(({ name, state, remedy }) => [name, state, remedy]);

  test('that fits, all is named', async () => {
    const calls = kubectl('v1.34.4', groups('apps/v1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1', 'cert-manager.io/v1'), {
      kind: 'List',
      items: [
        { metadata: { name: 'podmonitors.monitoring.coreos.com', annotations: { 'operator.prometheus.io/version': '0.80.0' } } },
        { metadata: { name: 'httproutes.gateway.networking.k8s.io', annotations: { 'gateway.networking.k8s.io/bundle-version': 'v1.2.1' } } },
      ],
    });
    const checks = await checkCluster({ ...options, context: 'test' });
    expect(checks.slice(0, 2)).toEqual([
      { name: 'kubectl', found: '1.34.2', needed: '1.33 to 1.35', state: 'ok' },
      { name: 'Kubernetes', found: '1.34.4', needed: '1.31 to 1.37', state: 'ok' },
    ]);
    expect(checks.slice(2, -1).map(({ name, found: there, state }) => [name, there, state])).toEqual([
      ['prometheus-operator', '0.80.0', 'ok'],
      ['gateway-api', '1.2.1', 'ok'],
      ['cert-manager', 'v1', 'ok'],
    ]);
    expect(checks.at(-1)).toMatchObject({ name: 'other APIs', state: 'absent', remedy: expect.stringMatching(/those of external-secrets, .*, oam, .*weblogic\.oracle$/) });
    expect(calls.calls().filter(({ args }) => !args.includes('--client')).every(({ args }) => args[0] === '--context=test')).toBe(true);
  });

  test.each<[string, unknown[]]>([
    ['v1.24.0', ['wrong', 'diff --live and validate --server need Kubernetes 1.25 or newer']],
    ['v1.30.1', ['warning', 'this version of cdk8s-oam has no schemas of it']],
    ['v1.99.0-alpha.1', ['warning', 'this version of cdk8s-oam has no schemas of it']],
    ['devel', ['unknown', 'the version has no numbers: ask who operates the cluster']],
  ])('of version %s, the report says %j', async (server, expected) => {
    kubectl(server, groups('apps/v1'));
    const [, cluster] = await found();
    expect(cluster).toEqual(['Kubernetes', ...expected]);
  });

  test('that is too far from kubectl, a warning says so', async () => {
    kubectl('v1.36.0', groups('apps/v1'));
    const [client] = await found();
    expect(client).toEqual(['kubectl', 'warning', 'Kubernetes supports a kubectl that is one minor version from the cluster at most']);
  });

  test('that serves other versions of an API, the report names both', async () => {
    kubectl('v1.34.0', groups('cert-manager.io/v1alpha2'), { metadata: { name: 'podmonitors.monitoring.coreos.com' } });
    const [, , api] = await checkCluster(options);
    expect(api).toMatchObject({
      name: 'cert-manager',
      found: 'v1alpha2',
      needed: 'v1',
      state: 'warning',
      remedy: 'if you use it, install a release that serves acme.cert-manager.io/v1 or cert-manager.io/v1; the cluster serves cert-manager.io/v1alpha2',
    });
  });

  test('that does not list its APIs, they are unknown', async () => {
    kubectl('v1.34.0', undefined);
    expect((await found())[2]).toEqual(['APIs', 'unknown', 'the cluster does not list its APIs: try kubectl api-versions']);
  });

  test('that does not answer, it is unknown', async () => {
    kubectl(undefined, undefined, {}, 'local');
    const why = (flag: string) => `the cluster does not answer; kubectl prints the reason on standard error, as kubectl${flag} version does`;
    expect(await found()).toEqual([['kubectl', 'ok', undefined], ['Kubernetes', 'unknown', why('')]]);
    expect((await found('prod'))[1]).toEqual(['Kubernetes', 'unknown', why(' --context=prod')]);
  });

  test('that nobody has chosen, none is missed', async () => {
    kubectl(undefined, undefined);
    expect((await found())[1]).toEqual(['Kubernetes', 'absent', 'kubectl has no current context: choose one with kubectl config use-context, or give --context']);
  });

  test('without kubectl, none is asked', async () => {
    withoutKubectl();
    expect(await found()).toEqual([
      ['kubectl', 'absent', 'diff --live, validate --server and discovering a scraper need it: install it'],
    ]);
  });

  test('with a kubectl that is no program, nothing is known', async () => {
    brokenKubectl();
    expect(await found()).toEqual([['kubectl', 'unknown', 'kubectl does not print its version: try kubectl version']]);
  });
});

describe('the command', () => {
  let scraper: Upstream | undefined;
  afterEach(async () => {
    await scraper?.stop();
    scraper = undefined;
  });
  const before = process.cwd();
  beforeEach(() => process.chdir(ROOT));
  afterEach(() => process.chdir(before));

  test('prints a table, and what it comes to', async () => {
    const { code, stdout, stderr } = await cli(['doctor', '--no-cluster']);
    expect([code, stdout.split('\n')[0], stderr]).toEqual([0, expect.stringMatching(/^STATE +WHAT +FOUND +FITS +WHAT TO DO$/), '6 ok, 0 wrong, 0 with a warning, 0 unknown\n']);
    expect(stdout).toMatch(new RegExp(`^ok +Node\\.js +${process.versions.node}`, 'm'));
  });

  test('asks the scraper for its version', async () => {
    scraper = await startUpstream(answers.reply(200, JSON.stringify({ status: 'success', data: { version: '3.13.1' } })));
    const { code, stdout } = await cli(['doctor', '--no-cluster', '--json', `--url=${scraper.url}`]);
    expect([code, JSON.parse(stdout).checks.at(-1)]).toEqual([0, { name: 'scraper', found: '3.13.1', state: 'ok' }]);
    expect(scraper.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/status/buildinfo']);
  });

  test('ends with 1 if the scraper is another program', async () => {
    scraper = await startUpstream(answers.reply(404, 'no'));
    const { code, stdout } = await cli(['doctor', '--no-cluster', `--url=${scraper.url}`]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong +scraper +- +- +\[.*404/m)]);
  });

  test('says why it cannot find the scraper, beside the rest', async () => {
    withoutKubectl();
    const { code, stdout } = await cli(['doctor', '--namespace=monitoring', '--ingress=prometheus', '--json']);
    expect([code, JSON.parse(stdout).checks.at(-1)]).toEqual([2, {
      name: 'scraper', state: 'unknown', remedy: expect.stringMatching(/^\[kubectl\] kubectl-failed: kubectl is not installed, or not in PATH: .* was not run; /),
    }]);
    expect(await cli(['doctor', '--no-cluster', '--namespace=monitoring', '--ingress=prometheus'])).toEqual({
      code: 2, stdout: '', stderr: "[cdk8s-oam doctor] usage: '--no-cluster' cannot be used with --namespace; leave one of them out\n",
    });
  });

  test('ends with 2 if the cluster that was named does not answer', async () => {
    brokenKubectl();
    expect((await cli(['doctor', '--context=prod'])).code).toBe(2);
  });

  test.each<[string[], string]>([
    [['--timeout=soon'], "[cdk8s-oam doctor] invalid-value: '--timeout' must be"],
    [['--context='], "[cdk8s-oam doctor] invalid-value: '--context'"],
    [['--user=metrics'], "[cdk8s-oam] usage: '--url'"],
    [['--insecure-plain-http'], "[cdk8s-oam] usage: '--url'"],
    [['--password=secret'], "[cdk8s-oam] 2 findings:\n  usage: '--password'"],
  ])('fails with %j', async (flags, message) => {
    const { code, stderr } = await cli(['doctor', ...flags]);
    expect([code, stderr.slice(0, message.length)]).toEqual([2, message]);
  });
});
