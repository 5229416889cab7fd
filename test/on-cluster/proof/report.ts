/** The table of what was proved, `bench/proofs.md`: written, read again, and judged. */
import { execFileSync } from 'child_process';
import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import type { Proof } from './proof';
import { table } from '../../../bench/table';
import { versionOf } from '../bench/binaries';

const ROOT = join(__dirname, '../../..');

/** The table. */
export const REPORT = join(ROOT, 'bench/proofs.md');

/** One run of a proof. */
export interface ProofRun {
  /** Its day, as `2026-11-22`. */
  readonly date: string;
  /** The newest release at that time, or `none`. */
  readonly release: string;
  /** The programs, with their versions. */
  readonly programs: string;
  /** What was tried, and what was seen. */
  readonly tried: readonly (readonly [string, string])[];
}

/** The runs, by the name of their proof. */
export type ProofRuns = Readonly<Record<string, ProofRun>>;

const HEAD = ['proof', 'run on', 'release then', 'programs'];
const TRIED = ['tried', 'seen'];
const NOT_TRIED_TITLE = 'Not tried';
const RUN_AGAIN = 'run `npm run proof';

/** What no proof has tried yet. */
const NOT_TRIED: readonly (readonly [string, string])[] = [
  ['NGINX Gateway Fabric, and pods in a mesh of Istio', 'no proof runs them: what Envoy Gateway and istiod write for a gateway is served by Envoy as it is released'],
  ['the controllers of Envoy Gateway and istiod', 'they translate without an API server here: which objects they read, and when, is not seen'],
  ['Argo CD from 3.3 on, and Flux\' controllers from 1.10 on', 'no proxy serves all modules of the former, or they need Go 1.27'],
  ['Flux\' controller of sources', 'what it would fetch is given to the controller of Kustomizations by the proof'],
  ['pods that become ready', 'a cluster has no nodes; a test makes the pods ready itself'],
  ['VictoriaMetrics\' operator', 'no proxy serves its module; the tests make jobs of VMPodScrapes as it documents'],
  ['managed collections of metrics, Grafana Alloy and OpenTelemetry\'s target allocator', 'their monitors are read by the Prometheus Operator here, or by nobody'],
  ['operators of the platform\'s own kinds (Coherence, WebLogic, Verrazzano)', 'none runs: their pods are pretended, and their kinds only stored'],
];

/** The newest release where there is none. */
export const NONE = 'none';

/** The pinned programs of a proof, with their versions. */
export function programsOf({ programs }: Proof): string {
  return programs.map((name) => `${name} ${versionOf(name)}`).join(', ');
}

/** The text of the table. */
export function writeReport(runs: ProofRuns, proofs: Readonly<Record<string, Proof>>): string {
  const names = Object.keys(proofs).filter((name) => name in runs);
  const rows = names.map((name) => [name, runs[name].date, runs[name].release, runs[name].programs]);
  const sections = names.map((name) => `## ${name}\n\n${proofs[name].claim}.\n\n${left(TRIED, runs[name].tried)}\n`);
  return [
    '# Proofs\n',
    'Written by `npm run proof`, which is run by hand, since it builds programs that the tests do not. Everything in these tables held.',
    '`npm test` refuses them if a proof has no row, if its programs have other versions by now, or if more than one release is newer.\n',
    `${table(HEAD, rows)}\n`,
    ...sections,
    `## ${NOT_TRIED_TITLE}\n\n${left(['not tried', 'why'], NOT_TRIED)}\n`,
  ].join('\n');
}

/** A table of words: nothing is aligned to the right, and the last column may be long. */
function left(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Reads the table again. */
export function readReport(text: string): ProofRuns {
  const [overview, ...sections] = text.split(/^## /m);
  const triedOf = new Map(sections.map((section) => [section.split('\n')[0], rowsOf(section)]));
  return Object.fromEntries(rowsOf(overview).map(([name, date, release, programs]) => {
    return [name, { date, release, programs, tried: (triedOf.get(name) ?? []).map(([what, seen]): [string, string] => [what, seen]) }];
  }));
}

/** The runs that are in the table. */
export function reported(): ProofRuns {
  return existsSync(REPORT) ? readReport(readFileSync(REPORT, 'utf8')) : {};
}

function rowsOf(text: string): string[][] {
  const [, , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|')));
}

/** The releases that the headings of the changelog and the tags of Git name. */
export function releasesOf(changelog: string, tags: readonly string[]): string[] {
  const headings = [...changelog.matchAll(/^## \[?v?(\d+\.\d+\.\d+)\]?/gm)].map(([, version]) => version);
  const tagged = tags.map((tag) => tag.match(/^v?(\d+\.\d+\.\d+)$/)?.[1]).filter((version) => version !== undefined);
  return [...new Set([...headings, ...tagged])].sort((a, b) => compare(b, a));
}

/** The releases of this project, the newest first; where there is no Git, the changelog has to do. */
export function releases(): string[] {
  let tags: string[] = [];
  try {
    tags = execFileSync('git', ['tag', '--list'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
  } catch {
    // an unpacked archive
  }
  return releasesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), tags);
}

function compare(a: string, b: string): number {
  const [left3, right3] = [a, b].map((version) => version.split('.').map(Number));
  const i = left3.findIndex((part, at) => part !== right3[at]);
  return i < 0 ? 0 : left3[i] - right3[i];
}

/** Why the table cannot stand for the proofs as they are now. */
export function problemsOf(runs: ProofRuns, proofs: Readonly<Record<string, Proof>>, known: readonly string[]): string[] {
  const unknown = Object.keys(runs).filter((name) => !(name in proofs)).map((name) => `${name} is no proof any more: ${RUN_AGAIN}\``);
  return [...unknown, ...Object.entries(proofs).flatMap(([name, proof]) => {
    const again = `${RUN_AGAIN} -- ${name}\``;
    const run = runs[name];
    if (!run) return [`${name} was never run: ${again}`];
    const newer = known.filter((release) => run.release === NONE || compare(release, run.release) > 0);
    return [
      ...newer.length > 1 ? [`${name} is older than the releases ${newer.join(', ')}: ${again}`] : [],
      ...run.programs === programsOf(proof) ? [] : [`${name} was run with ${run.programs}, and the sources name ${programsOf(proof)}: ${again}`],
      ...run.tried.length > 0 ? [] : [`${name} has tried nothing: ${again}`],
    ];
  })];
}
