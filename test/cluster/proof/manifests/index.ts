/** A real API server and the checks of manifests judge the same objects. */
import { strict as assert } from 'assert';
import { CRD_MODULE_NAMES } from '../../bench/crds';
import { Compared, compared, deletions, isBuiltIn, isFalseAlarm, isPanic, prepare, Refusal, told, VALID } from '../../support/compared';
import { mutants } from '../../support/mutations';
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

/** The refusals that the checks find without exception. */
const WHOLE: readonly Refusal[] = ['kind', 'reading', 'schema'];

async function run({ cluster: start, tried }: ProofBench): Promise<void> {
  const cluster = await start();
  await prepare(cluster);
  const kinds = new Set(VALID.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const all: Compared[] = [];
  await tried(`objects of ${kinds.size} kinds, each with one of its fields deleted, and ${MUTANTS.toLocaleString('en')} with other changes`, async () => {
    all.push(...await compared(cluster.client, [...deletions(VALID), ...mutants(VALID, MUTANTS, SEED)]));
    return `${all.length.toLocaleString('en')} are changed elsewhere than in metadata and status, and judged by both`;
  });
  for (const [refusal, what] of Object.entries(KINDS) as [Refusal, string][]) {
    const refused = () => all.filter((each) => each.refusal === refusal && !isPanic(each) && !isUnknown(each));
    await tried(what, async () => seen(refused(), WHOLE.includes(refusal)));
  }
  await tried('accepted', async () => {
    const accepted = all.filter(({ refusal }) => refusal === undefined);
    assert.deepEqual(accepted.filter(isFalseAlarm).map(told), []);
    return `${accepted.length.toLocaleString('en')}, of which nothing is refused here`;
  });
}

/** How many of them are found; of some, all have to be. */
function seen(refused: readonly Compared[], isWhole: boolean): string {
  const missed = refused.filter(({ found }) => found.length === 0);
  if (isWhole) assert.deepEqual(missed.map(told), []);
  const share = isWhole ? 'all' : `${refused.length - missed.length} (${Math.round(100 * (1 - missed.length / refused.length))}%)`;
  return `${refused.length}, of which ${share} are found`;
}

/** A kind of which nothing is known: a cluster may have it. */
function isUnknown({ object, refusal }: Compared): boolean {
  return refusal === 'kind' && !isBuiltIn(object);
}

export const manifests: Proof = {
  claim: 'What a real API server refuses for its schemas is refused by the checks of manifests, and what it accepts is accepted',
  programs: CLUSTER,
  crds: CRD_MODULE_NAMES,
  pages: {},
  run,
};
