/** docs/leaving-the-platform.md as a script: the commands of its steps, and how an application that is not the page's own runs them. */
import { spawn } from 'child_process';
import { readFileSync } from 'fs';
import { join, resolve } from 'path';

const ROOT = resolve(__dirname, '../../..');
const MAIN = join(ROOT, 'lib/src/cli/main.js');
const PAGE = readFileSync(join(ROOT, 'docs/leaving-the-platform.md'), 'utf8');

/** The page from a heading to the next one of any level. */
function section(heading: string): string {
  const [, text] = PAGE.split(`\n${heading}\n`);
  if (text === undefined) throw new Error(`the page has no heading "${heading}"`);
  return text.split(/^#+ /m)[0];
}

/** A block for a shell. */
export interface Block {
  readonly commands: string;
  /** What the page says that it prints. @default - it says nothing */
  readonly prints?: string;
}

function blocksIn(text: string): Block[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => {
    const [commands, prints] = block.split('   # prints\n');
    return { commands, prints };
  });
}

const [SETUP, ...STEPS_WITH_NUMBERS] = section('## hello-helidon, step by step').split(/^\*\*(?=\d+\. )/m);

/** The variables of the page, and its function that cuts out objects. */
const PRELUDE = blocksIn(SETUP)[0].commands;

/** The blocks of each step. */
export const STEPS: ReadonlyMap<number, readonly Block[]> = new Map(STEPS_WITH_NUMBERS.map((text) => [parseInt(text, 10), blocksIn(text)]));

/** The query that shows which jobs a series has, and the one that shows the labels that only the platform's have. */
export const SERIES = blocksIn(section('### Series that get another name'))[0].commands;

/** How the certificate of a gateway comes to the application's namespace. */
export const CERTIFICATE = blocksIn(section('## Before you begin'))[0].commands;

const BACK = section('## Going back');

/** The way back to the pod template of the platform. */
export const UNDO = /`(kubectl \S+ \S+ rollout undo [^`]+)`/.exec(BACK)![1];

const [{ commands: TO_THE_PLATFORM_BLOCK }] = blocksIn(BACK);

/** The way back to the platform itself: a command a line. */
export const TO_THE_PLATFORM = TO_THE_PLATFORM_BLOCK.trim().split('\n');

/** What shows which jobs a component has. */
export const JOBS = SERIES.split('\n')[0];

/** The short way. */
export const WITH_AN_INTERRUPTION = blocksIn(section('### With an interruption'))[0].commands;

const cellsOf = (row: string) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());

/** The command that the page has for a hung deletion of a trait. */
export const WITHOUT_FINALIZER = cellsOf(section('## When something goes wrong').split('\n').find((row) => row.includes('"finalizers":null'))!)[1]
  .match(/`(kubectl [^`]+)`/)![1];

/** What the page says to be left, and the command that finds it; without what was not tried. */
export const LEFT = section('## What stays behind').split('\n')
  .filter((row) => row.startsWith('| ') && row.includes('`kubectl ') && !row.includes('(not tried)')).map(cellsOf)
  .map(([what, how]) => ({ what, command: /`(kubectl [^`]+)`/.exec(how)![1] }));

/** Commands of the page that the test does not run, and what they would need. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'kubectl -n hello-helidon get applicationconfigurations,components,deployments,services,configmaps,coherence,domains,servicemonitors -o yaml > before.yaml':
    'kinds of Coherence and WebLogic',
  'curl --resolve hello-helidon.hello-helidon.apps.example.com:443:<address> …': 'an ingress controller',
  'kubectl -n $NS get gateways.networking.istio.io,virtualservices,destinationrules': 'Istio',
  'kubectl -n istio-system get certificates,secrets': 'cert-manager',
  'kubectl -n istio-system get authorizationpolicies -l verrazzano.io/ingress-trait=<namespace>-<trait>': 'Istio',
  'kubectl -n $NS get authorizationpolicies,serviceaccounts': 'Istio',
};

/** What is run. */
const RUN = [
  ...[...STEPS.values()].flat().map(({ commands }) => commands), ...LEFT.map(({ command }) => command),
  PRELUDE, SERIES, CERTIFICATE, UNDO, TO_THE_PLATFORM_BLOCK, WITH_AN_INTERRUPTION, WITHOUT_FINALIZER,
];

/** The blocks of the page for a shell, and the commands with arguments in its prose, that are not run. */
export function commandsNotRun(): string[] {
  const inProse = PAGE.replace(/^```\w*\n[^]*?^```$/gm, '').match(/(?<=`)(kubectl -n|curl) [^`\n]+/g)!;
  return [...inProse, ...blocksIn(PAGE).map(({ commands }) => commands)].filter((command) => !RUN.includes(command));
}

/** An application that the page is followed with. */
export interface PageNames {
  /** Its name, which is that of its namespace and its files too. */
  readonly name: string;
  /** The Deployments that have to be deleted. */
  readonly deployments: readonly string[];
  /** Their components. */
  readonly components: readonly string[];
}

/** Lines that name one object, once for each. */
function eachOf(pattern: RegExp, names: readonly string[]): (line: string) => string[] {
  return (line) => pattern.test(line) ? names.map((name) => line.replace(pattern, name)) : [line];
}

/** The page's commands for an application, whose Prometheus answers at a URL. */
export function adapted(script: string, { name, deployments, components }: PageNames, url: string): string {
  return script.split('\n')
    .flatMap(eachOf(/(?<=deployment\/)hello-helidon-deployment/, deployments))
    .flatMap(eachOf(/hello-helidon-component/, components))
    .join('\n')
    .replaceAll('hello-helidon-deployment', deployments.join(' '))
    .replaceAll(/(?<![\w-])hello-helidon(?![\w-])/g, name)
    .replaceAll('--url https://prometheus.example.com --user metrics', `--url ${url} --insecure-plain-http`)
    .replaceAll('--wait 5m', '--wait 40s');
}

/** Where the commands run. */
export interface Place {
  readonly names: PageNames;
  readonly url: string;
  readonly kubeconfig: string;
  /** Has `dist/`. */
  readonly folder: string;
}

/** How long a command may take, in milliseconds. */
const TIMEOUT = 80_000;

/** Runs commands of the page, which must not fail, and returns what they print. */
export async function run(script: string, { names, url, kubeconfig, folder }: Place): Promise<string> {
  const text = adapted(`${PRELUDE}\n${script}`, names, url);
  const npx = `npx() { shift; "${process.execPath}" "${MAIN}" "$@"; }`;
  const { CDK8S_OAM_PASSWORD: _, ...env } = process.env;
  const child = spawn('/bin/bash', ['-c', `set -euo pipefail\n${npx}\n${text}`], {
    cwd: folder, env: { ...env, KUBECONFIG: kubeconfig }, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT, killSignal: 'SIGKILL',
  });
  const printed = Promise.all([child.stdout, child.stderr].map(async (stream) => (await stream.setEncoding('utf8').toArray()).join('')));
  const status = await new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done));
  const [stdout, stderr] = await printed;
  if (status !== 0) throw new Error(`${text}\nends with ${status ?? `SIGKILL after ${TIMEOUT / 1000} s`}:\n${stdout}${stderr}`);
  return stdout;
}
