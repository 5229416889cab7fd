/** A real API server, the checks of manifests, kubeconform and kubectl judge the same objects. */
import { strict as assert } from 'assert';
import { execFileSync } from 'child_process';
import { existsSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { compileLibrary, compilePrograms, ROOT } from '../../../../bench/compile';
import { takeTurns, timeOf } from '../../../../bench/processes';
import { summary } from '../../../../bench/statistics';
import { Cluster } from '../../bench/cluster';
import { CRD_MODULE_NAMES } from '../../bench/crds';
import {
  Compared, compared, definitions, deletions, isBuiltIn, isFalseAlarm, isPanic, KUBERNETES, prepare, Refusal, told, VALID,
} from '../../support/compared';
import { mutants } from '../../support/mutations';
import { commandsIn, RefusedBy, refusedBy, VALIDATORS, writeSchemas } from '../../support/validators';
import { CLUSTER, Proof, ProofBench } from '../proof';

const MUTANTS = 20_000;
const SEED = 1;

const KINDS: Readonly<Record<Refusal, string>> = {
  kind: 'refused as a kind or a version that the server does not serve',
  reading: 'refused while reading: types, unknown fields',
  schema: 'refused for the schema of a custom kind',
  CEL: 'refused for a rule in CEL of a custom kind',
  validation: 'refused by Kubernetes\' own code for its own kinds',
};

/** How much the checks find of each, and how many of the accepted ones they refuse. */
const FOUND: Readonly<Record<Refusal | 'accepted', string>> = { kind: 'all', reading: 'all', schema: 'all', CEL: 'none', validation: '69%', accepted: '14' };

/** What docs/manifest-checks.md says of it. */
const SAID = [
  'all that a real API server rejects because of unserved kinds and versions, wrong types, unknown fields, and schemas of custom kinds',
  `${FOUND.validation} of what Kubernetes' own validation rejects`,
  'no violation of CEL rules of custom kinds',
  `${FOUND.accepted} objects that the server accepts`,
];

/** The refusals that the checks find without exception. */
const WHOLE: readonly Refusal[] = ['kind', 'reading', 'schema'];

/** The components of the bench whose objects, four each, are checked against the clock, and how often. */
const COMPONENTS = 250;
const ROUNDS = 5;

async function run({ cluster: start, tried }: ProofBench): Promise<void> {
  const cluster = await start();
  await prepare(cluster);
  // the disk is not what is measured
  const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cdk8s-oam-proof-'));
  try {
    await writeSchemas(scratch, cluster.client, definitions());
    await judge(cluster, scratch, tried);
    const out = join(scratch, 'out');
    execFileSync(process.execPath, [compilePrograms()('whole-child'), 'kubernetes', `${COMPONENTS}`, out], { cwd: ROOT });
    await tried(`\`cdk8s-oam validate\` of ${(4 * COMPONENTS).toLocaleString('en')} objects, median of ${ROUNDS} processes`, async () => times(cluster, scratch, out));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function judge(cluster: Cluster, scratch: string, tried: ProofBench['tried']): Promise<void> {
  const kinds = new Set(VALID.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const all: Compared[] = [];
  await tried(`objects of ${kinds.size} kinds, each with one of its fields deleted, and ${MUTANTS.toLocaleString('en')} with other changes`, async () => {
    all.push(...await compared(cluster.client, [...deletions(VALID), ...mutants(VALID, MUTANTS, SEED)]));
    return `${all.length.toLocaleString('en')} are changed elsewhere than in status, and judged by all`;
  });
  const others = await refusedBy(all.map(({ object }) => object), scratch, cluster);
  const shares: Partial<Record<Refusal | 'accepted', string>> = {};
  for (const [refusal, what] of Object.entries(KINDS) as [Refusal, string][]) {
    await tried(what, async () => {
      const refused = all.filter((each) => each.refusal === refusal && !isPanic(each) && !isUnknown(each));
      if (WHOLE.includes(refusal)) assert.deepEqual(refused.filter(({ found }) => found.length === 0).map(told), []);
      const found = refused.filter((each) => each.found.length > 0).length;
      shares[refusal] = percentOf(found, refused.length);
      return `${refused.length}, of which ${shareOf(found, refused.length)} are found; ${seenBy(others, refused)}`;
    });
  }
  await tried('accepted', async () => {
    const accepted = all.filter(({ refusal }) => refusal === undefined);
    assert.deepEqual(accepted.filter(isFalseAlarm).map(told), []);
    const stricter = accepted.filter(({ found }) => found.length > 0).length;
    shares.accepted = `${stricter}`;
    return `${accepted.length.toLocaleString('en')}, of which ${stricter} are refused here, on purpose; ${seenBy(others, accepted)}`;
  });
  assert.deepEqual(shares, FOUND);
}

/** How many of them the others refuse. */
function seenBy(others: RefusedBy, objects: readonly Compared[]): string {
  return VALIDATORS.map((name) => `${name} refuses ${shareOf(countBy(others[name], objects), objects.length)}`).join(', ');
}

const countBy = (refused: ReadonlySet<object>, objects: readonly Compared[]) => objects.filter(({ object }) => refused.has(object)).length;

const percentOf = (some: number, all: number) => some === 0 ? 'none' : some === all ? 'all' : 200 * some < all ? '<1%' : `${Math.round(100 * some / all)}%`;

const shareOf = (some: number, all: number) => some === 0 || some === all ? percentOf(some, all) : `${some} (${percentOf(some, all)})`;

/** How long the command takes, and the others as a multiple of it. */
function times(cluster: Cluster, scratch: string, out: string): string {
  const own = [process.execPath, join(ROOT, 'lib/src/cli/main.js'), 'validate', `--kubernetes-version=${KUBERNETES}`] as const;
  const commands = [own, ...VALIDATORS.map((name) => commandsIn(scratch, cluster)[name])];
  const rounds = takeTurns(ROUNDS, commands.map(([file, ...args]) => () => timeOf(file, ...args, out)));
  const [ofOwn, ...ofOthers] = rounds.map((each) => summary(each).median);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return [seconds(ofOwn), ...ofOthers.map((each, i) => `${VALIDATORS[i]} ${seconds(each)} (${(each / ofOwn).toFixed(2)} times as long)`)].join('; ');
}

/** A kind of which nothing is known: a cluster may have it. */
function isUnknown({ object, refusal }: Compared): boolean {
  return refusal === 'kind' && !isBuiltIn(object);
}

export const manifests: Proof = {
  claim: 'What a real API server refuses for its schemas is refused by the checks of manifests, and what it accepts is accepted',
  programs: [...CLUSTER, ...VALIDATORS],
  crds: CRD_MODULE_NAMES,
  pages: { 'docs/manifest-checks.md': SAID },
  fetch: compileLibrary,
  run,
};
