/**
 * `npm run proof`: builds what only proofs need, runs each proof, on a cluster of its own if it starts one, and writes bench/proofs.md.
 *
 * With names it runs these proofs alone. One that fails leaves the table as it was.
 */
import { spawn } from 'child_process';
import { writeFileSync } from 'fs';
import { join } from 'path';
import { PROOFS } from './all';
import type { Proof } from './proof';
import { NONE, ProofRun, programsOf, REPORT, releases, reported, writeReport } from './report';
import { Cluster, startCluster } from '../bench/cluster';
import { inNamespace, whyNoNamespace } from '../bench/network';
import { prepare } from '../bench/prepare';

const ROOT = join(__dirname, '../../..');

/** How long a proof may take, in minutes. */
const LIMIT = 15;

const say = (line: string) => console.log(`proof: ${line}`);

function chosen(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !(name in PROOFS));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such proof, expected some of ${Object.keys(PROOFS).join(', ')}`);
  return names.length > 0 ? [...names] : Object.keys(PROOFS);
}

/** Builds where there is a network, and goes on where pods get addresses. */
async function start(names: readonly string[]): Promise<number> {
  const programs = names.flatMap((name) => PROOFS[name].programs);
  const crds = names.flatMap((name) => PROOFS[name].crds ?? []);
  if ((await prepare([...new Set(programs)], crds, say)).length > 0) return 1;
  for (const name of names) PROOFS[name].fetch?.();
  const obstacle = whyNoNamespace();
  if (obstacle) say(`without pods: ${obstacle}`);
  const again = [process.execPath, ...process.execArgv, __filename, '--run', ...names];
  const [file, ...args] = obstacle ? again : inNamespace(again);
  const child = spawn(file, args, { stdio: 'inherit', cwd: ROOT });
  // a Ctrl-C reaches the child too, which ends all that it has started
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? 1)));
}

async function runAll(names: readonly string[]): Promise<number> {
  for (const name of names) {
    const run = await runOne(name, PROOFS[name]);
    writeFileSync(REPORT, writeReport({ ...reported(), [name]: run }, PROOFS));
    say(`${name} holds; written into bench/proofs.md`);
  }
  return 0;
}

async function runOne(name: string, proof: Proof): Promise<ProofRun> {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const tried: [string, string][] = [];
  let cluster: Cluster | undefined;
  let watch: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    watch = setTimeout(() => reject(new Error(`not done after ${LIMIT} minutes`)), LIMIT * 60_000);
  });
  try {
    const bench = {
      cluster: async () => cluster ??= await startCluster({ controllers: true }),
      tried: async (what: string, see: () => Promise<string>) => {
        const seen = await see().catch((error: Error) => { throw new Error(`${what}: ${error.message}`, { cause: error }); });
        cluster?.check();
        say(`${name}: ${what}: ${seen} (${seconds()} s)`);
        tried.push([what, seen]);
      },
    };
    await Promise.race([proof.run(bench), late]);
  } catch (error) {
    // a program that has ended is the reason of whatever is missing
    cluster?.check();
    throw new Error(`${name} does not hold. ${(error as Error).message}`, { cause: error });
  } finally {
    clearTimeout(watch);
    await cluster?.stop();
  }
  const [release = NONE] = releases();
  return { date: new Date().toISOString().slice(0, 10), release, programs: programsOf(proof), tried };
}

async function main(args: readonly string[]): Promise<void> {
  process.exitCode = args[0] === '--run' ? await runAll(args.slice(1)) : await start(chosen(args));
}

if (require.main === module) {
  main(process.argv.slice(2)).catch((error: Error) => {
    console.error(`proof: ${error.message}`);
    process.exitCode = 1;
  }).finally(() => process.exit());
}
