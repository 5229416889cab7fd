/**
 * `npm run cluster`: builds what a cluster needs, starts one and says how to reach it, until it is interrupted.
 *
 * `--build` only builds; `--test` runs the tests on clusters, with what else is given as jest's arguments.
 */
import { spawn } from 'child_process';
import { tmpdir } from 'os';
import { join } from 'path';
import { jestArguments } from './arguments';
import { BINARY_NAMES, goIsThere } from './binaries';
import { startCluster } from './cluster';
import { ALL_CRDS } from './crds';
import { inNamespace, whyNoNamespace } from './network';
import { whenOrphaned } from './orphaned';
import { prepare } from './prepare';
import { placeServerRules } from './server-rules';
import { fetchKubernetes } from '../../../build-tools/import-schemas';

const ROOT = join(__dirname, '../../..');

/** Without one of these there is no cluster; the rest is for tests. */
const OF_CLUSTER = ['etcd', 'kube-apiserver', 'kube-controller-manager'];

const say = (line: string) => console.log(`cluster: ${line}`);

async function run(): Promise<void> {
  const cluster = await startCluster({ controllers: true });
  say(`${cluster.client.access.url} serves; in another terminal: export KUBECONFIG=${cluster.kubeconfig}`);
  say('it has no nodes, so that pods are made and stay pending; Ctrl-C ends it');
  await new Promise<void>((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    setInterval(() => {
      try {
        cluster.check();
      } catch (error) {
        reject(error);
      }
    }, 1000);
  }).finally(cluster.stop);
  say('ended, and nothing of it is left');
}

/** Runs jest in a network namespace of its own. */
async function test(args: readonly string[]): Promise<number> {
  const jest = [
    process.execPath, join(ROOT, 'node_modules/jest/bin/jest.js'),
    ...jestArguments(args),
    // in a namespace every user is root, and would take the cache of root; the last of them takes all words that follow it
    '--coverage=false', `--cacheDirectory=${join(tmpdir(), `cdk8s-oam-jest-${process.getuid?.()}`)}`, '--testPathIgnorePatterns', '/node_modules/', '/lib/',
  ];
  const obstacle = whyNoNamespace();
  if (obstacle) say(`without pods: ${obstacle}`);
  const [file, ...rest] = obstacle ? jest : inNamespace(jest);
  const env = { ...process.env, JEST_JUNIT_OUTPUT_NAME: 'cluster.xml' };
  const child = spawn(file, rest, { stdio: 'inherit', cwd: ROOT, env });
  // jest hears a Ctrl-C itself
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? 1)));
}

async function main([mode, ...args]: readonly string[]): Promise<void> {
  // to whoever runs then it is as if somebody had ended it
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  if (mode !== undefined && mode !== '--test' && mode !== '--build') throw new Error(`unknown argument ${mode}: give --build, or nothing`);
  const absent = await prepare(BINARY_NAMES, ALL_CRDS, say);
  placeServerRules(say);
  if (mode === '--test') {
    if (absent.length > 0 && process.env.CI && goIsThere()) throw new Error('in CI no test is skipped where Go could build what it needs');
    // the tests have a network of their own, from which no proxy is reached
    if (goIsThere()) await fetchKubernetes(say);
    if (absent.length > 0) say('the tests that need what is not there are skipped');
    process.exitCode = await test(args);
  } else if (mode === '--build') {
    if (absent.length === 0) say('all is there');
    else process.exitCode = 1;
  } else if (absent.some((name) => OF_CLUSTER.includes(name))) {
    process.exitCode = 1;
  } else {
    await run();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`cluster: ${error.message}`);
  process.exitCode = 1;
}).finally(() => process.exit());
