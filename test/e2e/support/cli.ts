import { ChildProcess, spawn } from 'child_process';
import { existsSync, readFileSync, readdirSync } from 'fs';
import { createServer } from 'http';
import { join, resolve } from 'path';
import { App, Chart } from 'cdk8s';
import { parse, stringify } from 'yaml';
import { Certificate, certificate, randomPassword } from './credentials';
import { PodEndpoint, ScrapedComponent, scrapesOf } from './discovery';
import { PrometheusSetup, RunningPrometheus, startPrometheus } from './prometheus';
import * as locations from './proxy';
import { Proxy, startProxy } from './proxy';
import { atEnd, temporaryFolder } from './servers';
import { Finished, LOOPBACK, eventually } from './waiting';
import { ApplicationConfiguration, Component, ContainerizedWorkload, MetricsTrait, OamPlatform, Platform } from '../../../src';

const MAIN = resolve(__dirname, '../../../lib/src/cli/main.js');

/** What the command is started with. */
export interface CliOptions {
  /** That of the environment. @default - none */
  readonly password?: string;
  /** Further variables. @default - none */
  readonly env?: Readonly<Record<string, string>>;
}

/** The command, while it runs. */
interface RunningCli {
  readonly pid: number;
  readonly ended: Promise<Finished>;
  /** What it has told so far. */
  stderr(): string;
  /** Waits until it has told something. */
  tells(expected: RegExp): Promise<void>;
}

/** Starts the compiled command, as a user does. It is ended after the last test of the file. */
export function startCli(args: readonly string[], { password, env: more = {} }: CliOptions = {}): RunningCli {
  if (!existsSync(MAIN)) throw new Error('lib/ is missing: run `npx projen compile` first');
  const { CDK8S_OAM_PASSWORD: _, ...env } = { ...process.env, ...more };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...env, ...password === undefined ? {} : { CDK8S_OAM_PASSWORD: password } }, stdio: ['ignore', 'pipe', 'pipe'], timeout: 50_000, killSignal: 'SIGKILL',
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => { texts[name] += text; });
  const ended = endOf(child).then((status) => ({ status, ...texts }));
  atEnd(async () => { child.kill('SIGKILL'); });
  return {
    pid: child.pid!,
    stderr: () => texts.stderr,
    tells: async (expected) => {
      await eventually(async () => expected.test(texts.stderr) || undefined, () => `${expected} was not told, but ${JSON.stringify(texts.stderr)}`);
    },
    ended,
  };
}

async function endOf(child: ChildProcess): Promise<number> {
  return new Promise((done, failed) => child.on('error', failed).on('close', (code) => done(code ?? -1)));
}

/** Runs the compiled command to its end. */
export async function cli(args: readonly string[], options?: CliOptions): Promise<Finished> {
  return startCli(args, options).ended;
}

/** Renders an application as a program does, whose components serve metrics at these endpoints; gives the file. */
export function render(application: string, namespace: string, components: Readonly<Record<string, readonly PodEndpoint[]>>): string {
  const outdir = temporaryFolder('dist');
  const app = new App({ outdir });
  const chart = new Chart(app, application, { namespace });
  Platform.install(app, OamPlatform.verrazzano());
  const configuration = new ApplicationConfiguration(chart, 'application-of-a-test', { metadata: { name: application } });
  for (const [name, ports] of Object.entries(components)) {
    const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] });
    new MetricsTrait(configuration.addComponent(new Component(chart, name, { workload })), 'metrics', { ports: [...ports] });
  }
  app.synth();
  return join(outdir, readdirSync(outdir)[0]);
}

/** What other users, or programs that are started, may see of a process. */
interface SeenProcess {
  readonly pid: number;
  readonly cmdline: string;
  readonly environ: string;
}

/** Whether this system shows what its processes are. */
export const HAS_PROC = existsSync('/proc/self/environ') && existsSync('/proc/self/task');

/** A process and all that it has started. */
export function processesOf(pid: number): SeenProcess[] {
  return [pid, ...childrenOf(pid)].flatMap(seen);
}

function childrenOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number));
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Nothing where it has ended meanwhile. */
function seen(pid: number): SeenProcess[] {
  const [cmdline, environ] = ['cmdline', 'environ'].map((name) => read(`/proc/${pid}/${name}`).replaceAll('\0', '\n'));
  return cmdline ? [{ pid, cmdline, environ }] : [];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A second address of this machine: a second pod may listen on the port of the first one. */
export const SECOND = '127.0.0.2';

/** Starts what a pod serves, on its own address and port; every path has the same three samples. */
export async function startPod(port: number, host = LOOPBACK): Promise<void> {
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end('a 1\nb 2\nc 3\n'));
  await new Promise<void>((done, reject) => server.once('error', reject).listen(port, host, done));
  atEnd(async () => new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  }));
}

/** How a configuration differs from that of the platform. */
interface Differences {
  /** The addresses of pods, by name. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** The labels, or the actions, whose rules a job lacks, by its name. */
  readonly lacking?: Readonly<Record<string, string>>;
}

/** The configuration that scrapes components as the platform does, but for the differences. */
export function scrapesWith(components: readonly ScrapedComponent[], { addresses = {}, lacking = {} }: Differences): Pick<PrometheusSetup, 'config' | 'files'> {
  const { config, files = {} } = scrapesOf(components, { scrape_interval: '2s', scrape_timeout: '2s' });
  const { scrape_configs: jobs, ...rest } = parse(config);
  const changed = jobs.map((job: any) => ({
    ...job,
    relabel_configs: job.relabel_configs.filter(({ action, target_label: label }: any) => ![action, label].includes(lacking[job.job_name] ?? '')),
  }));
  const moved = Object.entries(files).map(([name, text]) => [name, JSON.stringify(JSON.parse(text).map((target: any) => ({
    ...target, targets: [addresses[target.labels.__meta_kubernetes_pod_name] ?? target.targets[0]],
  })))]);
  return { config: stringify({ ...rest, scrape_configs: changed }), files: Object.fromEntries(moved) };
}

/** A Prometheus behind an nginx that asks for a password over TLS. */
export interface GuardedScraper {
  readonly prometheus: RunningPrometheus;
  readonly proxy: Proxy;
  readonly tls: Certificate;
  readonly password: string;
  /** The arguments that lead to it, without the password. */
  readonly args: readonly string[];
  /** Waits until it has scraped so many targets, be they up or down. */
  hasTargets(count: number): Promise<void>;
}

export const USER = 'metrics';

export async function startGuardedScraper(setup: PrometheusSetup): Promise<GuardedScraper> {
  const password = randomPassword();
  const [prometheus, tls] = await Promise.all([startPrometheus(setup), certificate(['localhost', LOOPBACK])]);
  const proxy = await startProxy({ tls, user: USER, password, locations: { '/': locations.pass(prometheus.url) } });
  return {
    prometheus,
    proxy,
    tls,
    password,
    args: [`--url=${proxy.url()}`, `--user=${USER}`, `--ca-file=${tls.caFile}`],
    hasTargets: async (count) => eventually(async () => await scraped(prometheus) === count || undefined, () => `not ${count} targets are scraped`).then(() => {}),
  };
}

async function scraped({ url }: RunningPrometheus): Promise<number> {
  const answer: any = await fetch(`${url}/api/v1/query?query=up`, { signal: AbortSignal.timeout(5000) }).then(async (response) => response.json());
  return answer.data.result.length;
}
