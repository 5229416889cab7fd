import { execFileSync, spawn } from 'child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'fs';
import { createServer } from 'net';
import { dirname, join } from 'path';
import { parse } from 'yaml';
import { versionOf } from './bench/binaries';
import { ApiClient, Refused } from './bench/client';
import { Cluster, startCluster } from './bench/cluster';
import { describeCluster } from './support/describe-cluster';
import { pathOf } from '../../build-tools/servers';
import { atEnd, temporaryFolder } from '../e2e/support/servers';
import { describeWith, eventually } from '../e2e/support/waiting';
import * as ports from '../e2e/support/waiting';

jest.mock('../e2e/support/waiting', () => ({ __esModule: true, ...jest.requireActual<object>('../e2e/support/waiting') }));

const ROOT = join(__dirname, '../..');
const VERSION = versionOf('kube-apiserver');

/** A program that runs, and where. */
interface Process {
  readonly pid: number;
  readonly command: readonly string[];
  readonly cwd: string;
}

/** Programs of clusters, by what /proc says of them. */
function servers(): Process[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return /(^|\/)(etcd|kube-[^/]+)$/.test(command[0]) ? [{ pid: Number(pid), command, cwd: readlinkSync(`/proc/${pid}/cwd`) }] : [];
    } catch {
      return []; // ended meanwhile
    }
  });
}

/** Those of a cluster: the API server in its folder, and the etcd of which it knows. */
function serversOf({ kubeconfig }: Pick<Cluster, 'kubeconfig'>): Process[] {
  const all = servers();
  const apiServer = all.find(({ cwd }) => cwd === dirname(kubeconfig));
  const etcd = apiServer?.command.find((each) => each.startsWith('--etcd-servers='))?.replace('--etcd-servers', '--listen-client-urls');
  return [...apiServer ? [apiServer] : [], ...all.filter(({ command }) => etcd !== undefined && command.includes(etcd))];
}

const isThere = ({ pid, command }: Process) => servers().some((each) => each.pid === pid && each.command[0] === command[0]);
const folders = (temporary: string) => readdirSync(temporary).filter((name) => name.startsWith('cdk8s-oam-'));

describeCluster({ controllers: true }, 'a cluster of the tests', (cluster) => {
  test('is of the version that go.mod names', async () => {
    const [major, minor] = VERSION.split('.');
    expect(await cluster().client.ask('GET', '/version')).toMatchObject({ gitVersion: `v${VERSION}`, major, minor });
  });

  describeWith(['kubectl'], 'for kubectl', () => {
    test('is one by its kubeconfig, from any folder', () => {
      const config = `--kubeconfig=${cluster().kubeconfig}`;
      const kubectl = (...args: string[]) => execFileSync(pathOf('kubectl')!, [config, ...args], { encoding: 'utf8', cwd: '/' });
      expect(kubectl('get', 'namespaces', '--output=name').split('\n')).toEqual(expect.arrayContaining(['namespace/default', 'namespace/kube-system']));
      expect(kubectl('create', 'configmap', 'greet', '--from-literal=a=b')).toContain('configmap/greet created');
      expect(kubectl('auth', 'can-i', '*', '*')).toContain('yes');
    });
  });

  test('tells what it does not know from what it does not answer', async () => {
    const { access } = cluster().client;
    const stranger = new ApiClient({ ...access, token: 'nobody' });
    try {
      await expect(stranger.knows('apps/v1', 'Deployment')).rejects.toThrow(/^GET \/apis\/apps\/v1: 401 /);
      await expect(stranger.knows('nowhere.example/v1', 'Thing')).rejects.toThrow(Refused);
    } finally {
      stranger.close();
    }
    const known = [['apps/v1', 'Deployment'], ['apps/v1', 'Thing'], ['apps/v9', 'Deployment'], ['nowhere.example/v1', 'Thing']] as const;
    expect(await Promise.all(known.map(async ([apiVersion, kind]) => cluster().client.knows(apiVersion, kind)))).toEqual([true, false, false, false]);
  });

  test('leaves the tokens and keys to this user', () => {
    const folder = dirname(cluster().kubeconfig);
    const modes = execFileSync('/bin/sh', ['-c', 'stat -c %a . kubeconfig tokens.csv service-account.key'], { encoding: 'utf8', cwd: folder });
    expect(modes.trim().split('\n')).toEqual(['700', '600', '600', '600']);
  });

  test('says which of its servers has ended', async () => {
    const two = await Promise.all([startCluster(), startCluster()]);
    two.forEach(({ stop }) => atEnd(stop));
    await Promise.all(two.map(async ({ client }) => client.namespace('both')));
    const victims = two.map((each, i) => serversOf(each)[i]);
    expect(victims.map(({ command }) => command[0].replace(/.*\/(kube-apiserver|etcd)[^/]*$/, '$1'))).toEqual(['kube-apiserver', 'etcd']);
    for (const [i, name] of ['kube-apiserver', 'etcd'].entries()) {
      const { check, client, stop } = two[i];
      const all = serversOf(two[i]);
      expect([all.length, check()]).toEqual([2, undefined]);
      process.kill(victims[i].pid, 'SIGKILL');
      await eventually(async () => throws(check), () => `nobody hears that ${name} ended`);
      expect(check).toThrow(new RegExp(`^${name} has ended in the middle \\(exit code 137\\): run it again; .*\\. The end of its log:`));
      if (i === 0) await expect(client.namespace('late')).rejects.toThrow(/^\S+ \/api\S*: the API server at https:\S+ does not answer: /);
      await stop();
      expect(all.filter(isThere)).toEqual([]);
    }
  }, 120_000);

  test('takes other ports where somebody was faster', async () => {
    const taken = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => taken.listen(0, ports.LOOPBACK, resolve));
    const { port } = taken.address() as { port: number };
    const { freePort } = ports;
    // of etcd, then of the API server
    const tried = jest.spyOn(ports, 'freePort');
    for (const isTaken of [true, false, false, false, true]) tried.mockImplementationOnce(async () => isTaken ? port : freePort());
    const other = await startCluster();
    atEnd(other.stop);
    expect(tried.mock.calls).toHaveLength(8);
    tried.mockRestore();
    await other.client.namespace('third-time');
    await other.stop();
    taken.close();
  }, 120_000);

  test('by `npm run cluster` ends with npm, even where that is killed, and leaves nothing', async () => {
    const temporary = temporaryFolder('ended');
    const env = { ...process.env, TMPDIR: temporary };
    const npm = spawn('npm', ['run', '--silent', 'cluster'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const program = `require('${join(__dirname, 'bench/cluster.ts')}').startCluster().then(({ kubeconfig }) => console.log('KUBECONFIG=' + kubeconfig));
      setTimeout(() => {}, 60_000);`;
    const node = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), '--eval', program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const started = await Promise.all([npm, node].map(async (child) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text; });
      return eventually(async () => output.match(/KUBECONFIG=(\S+)$/m)?.[1], () => `no cluster: ${output}`, { timeout: 90_000 });
    }));
    const running = started.flatMap((kubeconfig) => serversOf({ kubeconfig }));
    expect(running).toHaveLength(4);
    for (const kubeconfig of started) {
      expect(existsSync(kubeconfig)).toBe(true);
      expect(parse(readFileSync(kubeconfig, 'utf8')).clusters).toHaveLength(1);
    }
    expect(folders(temporary).length).toBeGreaterThanOrEqual(5);
    npm.kill('SIGKILL');
    node.kill('SIGKILL');
    await eventually(async () => !running.some(isThere) && folders(temporary).length === 0 || undefined,
      () => `left: ${running.filter(isThere).map(({ command }) => command[0]).join()} ${folders(temporary).join()}`);
  }, 120_000);
});

function throws(act: () => void): true | undefined {
  try {
    act();
  } catch {
    return true;
  }
  return undefined;
}
