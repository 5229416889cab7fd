/** The rules of a server in WebAssembly: that any folder builds the same bytes, that they judge as the native program, and what they take. */
import { strict as assert } from 'assert';
import { spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { run as runChild } from '../../../../bench/processes';
import { summary } from '../../../../bench/statistics';
import { moduleFolder, programOf, ROOT } from '../../bench/binaries';
import { placeServerRules } from '../../bench/server-rules';
import { mutants } from '../../support/mutations';
import { judge, Verdict } from '../../support/offline';
import { VALID_OBJECTS } from '../../support/valid-objects';
import type { Proof, ProofBench } from '../proof';

const ROUNDS = 9;

/** Loads the rules, judges an object and then many, and prints what it took. */
const CHILD = `
const { readFileSync, writeFileSync } = require('fs');
const [at, file] = process.argv.slice(2);
const objects = JSON.parse(readFileSync(file, 'utf8'));
const start = performance.now();
const rules = require(at).load();
rules.judge([objects[0]]);
const first = performance.now() - start;
const cpu = process.cpuUsage().user / 1000;
const memory = process.resourceUsage().maxRSS / 1024;
const verdicts = rules.judge(objects);
const TIMES = objects.length > 1000 ? 0 : 20;
const again = process.cpuUsage();
for (let i = 0; i < TIMES; i++) rules.judge(objects);
const each = process.cpuUsage(again).user / 1000 / objects.length / TIMES;
writeFileSync(file + '.verdicts', JSON.stringify(verdicts));
console.log(JSON.stringify({ first, cpu, each, memory, most: process.resourceUsage().maxRSS / 1024 }));
`;

interface Sample {
  readonly first: number;
  readonly cpu: number;
  readonly each: number;
  readonly memory: number;
  readonly most: number;
}

const isJudged = ({ apiVersion, kind }: any) => !String(apiVersion).startsWith('admissionregistration.') && !/Webhook|Admission/.test(kind);

/** Compiles the host of the package, which is not built by the tests alone. */
function fetch(): void {
  placeServerRules(console.log);
  node(require.resolve('typescript/bin/tsc'), '--project', join(ROOT, 'server-rules/tsconfig.json'));
}

function node(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  assert.equal(status, 0, `${args[0]} failed: ${(stdout + stderr).slice(-2000)}`);
}

async function run({ tried }: ProofBench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-proof-'));
  try {
    await tried('built once more in another folder', async () => builtAgain(folder));
    const child = join(folder, 'child.js');
    writeFileSync(child, CHILD);
    const file = join(folder, 'objects.json');
    const sample = (objects: readonly unknown[]): Sample => {
      writeFileSync(file, JSON.stringify(objects));
      return runChild(child, join(ROOT, 'server-rules'), file);
    };
    const verdicts = (objects: readonly unknown[]): readonly Verdict[] => {
      sample(objects);
      return JSON.parse(readFileSync(`${file}.verdicts`, 'utf8'));
    };
    const all = mutants(VALID_OBJECTS, 20_000, 20261123).map(({ object }) => object).filter(isJudged);
    await tried(`${all.length.toLocaleString('en')} mutants of all kinds but those of admission`, async () => equal(judge(all), verdicts(all)));
    const valid = VALID_OBJECTS.filter(isJudged);
    const samples = Array.from({ length: ROUNDS }, () => sample(valid));
    const least = (of: keyof Sample, digits = 0) => {
      const { min, median } = summary(samples.map((each) => each[of] as number));
      return `${min.toFixed(digits)} / ${median.toFixed(digits)}`;
    };
    await tried(`from \`require\` to the first verdict, least and median of ${ROUNDS} processes`, async () => `${least('first')} ms, ${least('cpu')} ms of CPU time`);
    await tried('a verdict after that, of objects of all kinds', async () => `${least('each', 2)} ms of CPU time`);
    await tried('memory of the process', async () => `${least('memory')} MiB after the first verdict, ${least('most')} MiB at most`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fails where the bytes differ; the compiler's own cache is one for all folders, its paths are not. */
function builtAgain(folder: string): string {
  const built = join(folder, 'elsewhere', 'server-rules.wasm.br');
  mkdirSync(join(folder, 'elsewhere'));
  node(...process.execArgv, join(ROOT, 'build-tools/server-rules/build.ts'), moduleFolder('kubernetes'), built);
  const [again, before] = [readFileSync(built), readFileSync(programOf('server-rules'))];
  assert.ok(again.equals(before), 'two builds differ');
  return `the same ${(before.length / 2 ** 20).toFixed(1)} MiB, which is all of the package but its host`;
}

function equal(native: readonly Verdict[], own: readonly Verdict[]): string {
  const sorted = ({ causes = [], ...verdict }: Verdict) => ({ ...verdict, causes: causes.map((each) => JSON.stringify(each)).sort() });
  assert.deepEqual(own.map(sorted), native.map(sorted));
  return `the verdicts, fields and messages of the native program: ${native.filter(({ verdict }) => verdict === 'refused').length.toLocaleString('en')} refusals`;
}

export const serverRules: Proof = {
  claim: 'The rules of an API server in WebAssembly are the same wherever they are built, say what the native program says, and are fast enough for each commit',
  programs: ['offline', 'server-rules'],
  pages: { 'server-rules/README.md': ['the same sources and the same Go give the same bytes'], 'docs/validate.md': ['one or two milliseconds for an object'] },
  fetch,
  run,
};
