import { spawn } from 'child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'fs';
import { delimiter, join } from 'path';
import { jestArguments } from './arguments';
import { BINARY_NAMES, BinaryName, builtPath, find, programOf, versionOf } from './binaries';
import { build } from './build';
import { withOtherPorts } from './cluster';
import { Machine } from './machine';
import { whyNoNamespace } from './network';
import { prepare } from './prepare';
import { temporaryFolder } from '../../e2e/support/servers';
import { eventually } from '../../e2e/support/waiting';
import { describeCluster } from '../support/describe-cluster';

const ENVIRONMENT = { ...process.env };
const ROOMY: Machine = { freeDisk: () => 100, freeMemory: () => 100, goFolders: () => [] };
/** The commands of the scripts here are nowhere else on a system. */
const SYSTEM = ['/usr/bin', '/bin'].join(delimiter);

/** A machine of its own: a cache, a folder of programs that comes first, and nothing of this one's but the shell's commands. */
let [cache, bin]: string[] = [];

beforeEach(() => {
  const folder = temporaryFolder('bench');
  [cache, bin] = ['cache', 'bin'].map((name) => join(folder, name));
  mkdirSync(bin);
  process.env = { ...ENVIRONMENT, PATH: bin, CDK8S_OAM_CLUSTER_CACHE: cache };
  for (const name of ['CI', 'KUBEBUILDER_ASSETS']) delete process.env[name];
});

afterEach(() => {
  process.env = { ...ENVIRONMENT };
  jest.restoreAllMocks();
});

function script(name: string, text: string, folder = bin): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A Go that notes each call, and then does something with `$out`. */
function fakeGo(text: string): () => string[] {
  const calls = join(bin, 'calls');
  appendFileSync(calls, '');
  script('go', `echo "$*" >>${calls}; while [ "$1" != -o ]; do shift; done; out=$2\necho a/package >&2\n${text}`);
  process.env.PATH = [bin, SYSTEM].join(delimiter);
  return () => readFileSync(calls, 'utf8').split('\n').filter(Boolean);
}

async function builds(names: readonly BinaryName[], machine = ROOMY) {
  const lines: string[] = [];
  const missing = await build(names, (line) => lines.push(line), machine);
  return { lines, missing: Object.fromEntries(missing) };
}

const inCache = () => existsSync(cache) ? readdirSync(cache).filter((name) => name !== 'build.lock') : [];
const fileOf = (name: BinaryName) => builtPath(name).slice(cache.length + 1);

describe('a build', () => {
  test('is done once, and leaves the programs alone', async () => {
    const calls = fakeGo('echo program >$out');
    const { lines, missing } = await builds(['offline', 'prometheus-operator']);
    expect(missing).toEqual({});
    expect(lines.map((line) => line.replace(/\d+ (minutes|s\b)/, 'N $1'))).toEqual(['offline', 'prometheus-operator'].flatMap((name) => [
      `${name} ${versionOf(name as BinaryName)}: building, about N minutes here`,
      `${name} ${versionOf(name as BinaryName)}: built in N s, ${builtPath(name as BinaryName)}`,
    ]));
    expect(inCache()).toEqual([fileOf('offline'), fileOf('prometheus-operator')].sort());
    expect(find('offline')).toEqual({ path: builtPath('offline') });
    expect(await builds(['offline', 'prometheus-operator'])).toEqual({ lines: [], missing: {} });
    expect(calls().map((call) => call.split(' ').at(-1))).toEqual(['./offline', 'github.com/prometheus-operator/prometheus-operator/cmd/operator']);
  });

  test('removes what was built of earlier sources, and not used for 30 days', async () => {
    fakeGo('echo program >$out');
    mkdirSync(cache);
    const day = 24 * 3600;
    const [old, used, other] = ['prometheus-3.0.0-0123456789ab', 'prometheus-3.1.0-0123456789ab', 'prometheus-operator-0.9.0-0123456789ab'];
    for (const [name, days] of [[old, 31], [used, 29], [other, 31]] as const) {
      writeFileSync(join(cache, name), '');
      utimesSync(join(cache, name), Date.now() / 1000 - days * day, Date.now() / 1000 - days * day);
    }
    expect((await builds(['prometheus'])).missing).toEqual({});
    expect(inCache().sort()).toEqual([used, other, fileOf('prometheus')].sort());
  });

  test('that fails says what Go says, and leaves nothing', async () => {
    fakeGo('echo half >$out; echo "go: no such module" >&2; exit 3');
    await expect(builds(['offline'])).rejects.toThrow(
      new RegExp(`^offline ${versionOf('offline')} cannot be built \\(3\\); it needs the Go of go.mod .*\na/package\ngo: no such module$`),
    );
    expect(inCache()).toEqual([]);
  });

  test('that makes nothing fails', async () => {
    fakeGo('exit 0');
    await expect(builds(['offline'])).rejects.toThrow(/^offline .* cannot be built \(1\)[^]*\nmv: /);
    expect(inCache()).toEqual([]);
  });

  test('waits for another one, and does nothing again', async () => {
    const calls = fakeGo('sleep 1; echo program >$out');
    const both = await Promise.all([builds(['offline']), builds(['offline'])]);
    expect(calls()).toHaveLength(1);
    expect(inCache()).toEqual([fileOf('offline')]);
    const waited = both.map(({ lines }) => lines).filter((lines) => lines.some((line) => line.endsWith('waiting for another build on this machine')));
    expect(waited).toHaveLength(1);
    expect(waited[0].at(-1)).toContain('built by another one meanwhile');
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('ends with who asked for it, killed by %s', async (signal) => {
    // a compiler of Go's is a process of its own
    fakeGo(`sleep 60 & echo $! >${bin}/compiler; echo half >$out; echo $$ >${bin}/pid; wait`);
    const program = `const { build } = require('${join(__dirname, 'build.ts')}');
      void build(['offline'], () => {}, { freeDisk: () => 100, freeMemory: () => 100, goFolders: () => [] });`;
    const args = ['--require', require.resolve('tsx/cjs'), '--eval', program];
    const child = spawn(process.execPath, args, { env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
    await eventually(async () => existsSync(join(bin, 'pid')) || undefined, () => 'the build does not start');
    const pids = ['pid', 'compiler'].map((name) => Number(readFileSync(join(bin, name))));
    expect([pids.map(isAlive), inCache().length]).toEqual([[true, true], 1]);
    child.kill(signal);
    const left = () => [...pids.filter(isAlive), ...inCache()];
    await eventually(async () => left().length === 0 || undefined, () => `left: ${left().join(' ')}`);
  });

  test.each<[string, (machine: { -readonly [Name in keyof Machine]: Machine[Name] }) => void, RegExp]>([
    ['little disk', (machine) => { machine.freeDisk = () => 7.5; },
      /^the disk of .*cache has 7\.5 GiB free, and a build needs 8: free some, or lead CDK8S_OAM_CLUSTER_CACHE, /],
    ['little disk for Go', (machine) => {
      machine.goFolders = () => ['/go/cache'];
      machine.freeDisk = (folder) => folder === '/go/cache' ? 1 : 9;
    }, /^the disk of \/go\/cache has 1\.0 GiB free/],
    ['little memory', (machine) => { machine.freeMemory = () => 2.5; },
      /^2\.5 GiB of memory are free, and a build needs 3: end something else first$/],
    ['no folder for the programs', () => { writeFileSync(cache, ''); },
      /^.*cache cannot be written \(EEXIST\): set CDK8S_OAM_CLUSTER_CACHE to a folder that can$/],
  ])('is not begun with %s', async (_, change, reason) => {
    const calls = fakeGo('echo program >$out');
    const machine = { ...ROOMY };
    change(machine);
    expect(await builds(['offline'], machine)).toEqual({ lines: [], missing: { offline: expect.stringMatching(reason) } });
    expect(calls()).toEqual([]);
  });

  test('is not begun without Go', async () => {
    const remedy = 'this machine has no Go to build it with: install Go';
    expect(await builds(['offline', 'prometheus'])).toEqual({
      lines: [],
      missing: { offline: remedy, prometheus: `${remedy}, or put the program into the folder that KUBEBUILDER_ASSETS names` },
    });
  });
});

describe('a program that is there', () => {
  const minor = versionOf('kube-apiserver').replace(/\.\d+$/, '');

  test('is taken from KUBEBUILDER_ASSETS, from the PATH or as it was built, in this order', () => {
    const assets = join(bin, 'assets');
    mkdirSync(assets);
    mkdirSync(cache);
    expect(find('kube-apiserver')).toEqual({});
    const onPath = script('kube-apiserver', `echo Kubernetes v${minor}.99`);
    expect(find('kube-apiserver')).toEqual({ path: onPath });
    writeFileSync(builtPath('kube-apiserver'), 'built');
    expect(find('kube-apiserver')).toEqual({ path: builtPath('kube-apiserver') });
    process.env.KUBEBUILDER_ASSETS = assets;
    expect(find('kube-apiserver')).toEqual({ path: builtPath('kube-apiserver') });
    const given = script('kube-apiserver', `echo Kubernetes v${minor}.0 >&2`, assets);
    expect(find('kube-apiserver')).toEqual({ path: given });
  });

  test('is not taken from others where only this project has it', () => {
    script('offline', 'exit 0');
    process.env.KUBEBUILDER_ASSETS = bin;
    expect(find('offline')).toEqual({});
    mkdirSync(cache);
    writeFileSync(builtPath('offline'), 'built');
    expect(find('offline')).toEqual({ path: builtPath('offline') });
  });

  test.each([
    ['echo Kubernetes v1.29.1', 'is "Kubernetes v1.29.1", not'],
    [`echo Kubernetes v${minor}0.1`, `is "Kubernetes v${minor}0.1", not`],
    ['exit 1', 'does not tell its version, not'],
  ])('is passed over on the PATH, and refused in KUBEBUILDER_ASSETS: %s', async (text, what) => {
    const file = script('kube-apiserver', text);
    const { lines, missing } = await builds(['kube-apiserver']);
    expect(lines).toEqual([`${file} ${what} ${minor}: passed over`]);
    expect(Object.keys(missing)).toEqual(['kube-apiserver']);
    expect(() => programOf('kube-apiserver'))
      .toThrow(`kube-apiserver is not there (${file} ${what} ${minor}): build it by \`npm run cluster -- --build\``);
    process.env.KUBEBUILDER_ASSETS = bin;
    const message = `KUBEBUILDER_ASSETS: ${file} ${what} ${minor}; put that version there, or unset the variable`;
    expect(() => find('kube-apiserver')).toThrow(message);
    await expect(builds(['kube-apiserver'])).rejects.toThrow(message);
  });

  test('may be any etcd', () => {
    expect(() => programOf('etcd')).toThrow('etcd is not there: install the Debian package etcd-server');
    const file = script('etcd', 'exit 1');
    expect(programOf('etcd')).toBe(file);
  });
});

describe('what a cluster needs', () => {
  test('is not all there without etcd, whoever asks', async () => {
    mkdirSync(cache);
    for (const name of BINARY_NAMES) writeFileSync(builtPath(name), 'built');
    const lines: string[] = [];
    // without apt, as for a user who is not root
    const absent = () => prepare(BINARY_NAMES, [], (line) => lines.push(line));
    jest.replaceProperty(process, 'execArgv', ['--require', require.resolve('tsx/cjs')]);
    expect(await absent()).toEqual(['etcd']);
    expect(lines).toEqual(['etcd not there: install the Debian package etcd-server']);
    script('etcd', 'exit 0');
    expect(await absent()).toEqual([]);
  });
});

describe('a program with ports', () => {
  test.each([
    ['bind: address already in use', 3, /^other programs took the ports, 3 times: end some of them, or run it again\. bind: address already in use$/],
    ['no such file', 1, /^no such file$/],
  ])('is started again with others where they are taken, and that is said: %s', async (message, tries, said) => {
    const start = jest.fn(async () => { throw new Error(message); });
    await expect(withOtherPorts(start)).rejects.toThrow(said);
    expect(start).toHaveBeenCalledTimes(tries);
  });
});

describe('the arguments of jest', () => {
  const SUITES = 'test/on-cluster/[^/]+\\.test\\.ts$';

  test.each<[string[], string[]]>([
    [[], [SUITES]],
    [['--verbose'], [SUITES, '--verbose']],
    [['-t', 'leaves', 'no', 'pods', '--verbose'], [SUITES, '-t', 'leaves no pods', '--verbose']],
    [['--testNamePattern', 'pods', 'test/on-cluster/applied.test.ts'], ['--testNamePattern', 'pods', 'test/on-cluster/applied.test.ts']],
    [['-t=pods', 'applied.test.ts'], ['-t=pods', 'applied.test.ts']],
  ])('name the suites on clusters where no file is named: %j', (words, args) => {
    expect(jestArguments(words)).toEqual(args);
  });
});

describe('a network namespace', () => {
  test.each([
    ['echo "unshare failed: Operation not permitted" >&2; exit 1', 'no network namespace can be made (unshare failed: Operation not permitted): '
      + 'run the tests as root, or let users make namespaces'],
    ['exit 0', undefined],
  ])('may be refused: %s', (text, reason) => {
    for (const name of ['ip', 'setpriv']) script(name, 'exit 0');
    script('unshare', text);
    expect(whyNoNamespace()).toBe(reason);
  });
});

describe('a suite on a cluster', () => {
  const NEEDS = { controllers: true, programs: ['prometheus'], network: true } as const;
  const tests = jest.fn();

  /** What jest is told of a suite. */
  const registered = () => {
    const skipped = jest.spyOn(describe, 'skip').mockImplementation();
    const suites = jest.spyOn(global, 'describe').mockImplementation((_, body) => (body as () => void)());
    Object.assign(describe, { skip: skipped });
    const single = jest.spyOn(global, 'test').mockImplementation();
    describeCluster(NEEDS, 'title', tests);
    const calls = { suites: suites.mock.calls, skipped: skipped.mock.calls, single: single.mock.calls };
    [suites, skipped, single].forEach((spy) => spy.mockRestore());
    return calls;
  };
  const ABSENT = 'kube-apiserver, kube-controller-manager, prometheus, etcd, a network namespace';

  test.each(['', 'true'])('is skipped by name where nothing is there, CI=%s', (ci) => {
    process.env.CI = ci;
    const { suites, skipped, single } = registered();
    expect([suites, single]).toEqual([[], []]);
    expect(skipped.map(([title]) => title)).toEqual([`title (without ${ABSENT})`]);
    expect(tests).not.toHaveBeenCalled();
  });

  test('fails in CI where Go could build it', () => {
    process.env.CI = 'true';
    script('go', 'exit 1');
    const { suites, skipped, single: [[title, run]] } = registered();
    expect([suites.map(([name]) => name), skipped, title]).toEqual([['title'], [], `has ${ABSENT}`]);
    expect(run).toThrow(new RegExp(`^${ABSENT} not there: install the Debian package etcd-server; `
      + 'unshare, setpriv(, ip)? not found: install the Debian packages util-linux and iproute2; run these tests by `npm run test:cluster`, '));
  });

  test('is skipped by name where etcd alone is missing', () => {
    mkdirSync(cache);
    for (const name of ['kube-apiserver', 'kube-controller-manager', 'prometheus'] as const) writeFileSync(builtPath(name), 'built');
    expect(registered().skipped.map(([title]) => title)).toEqual(['title (without etcd, a network namespace)']);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
