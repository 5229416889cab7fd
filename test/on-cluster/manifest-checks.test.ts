import { CRD_MODULE_NAMES } from './bench/crds';
import { Compared, compared, deletions, isBuiltIn, isFalseAlarm, isPanic, prepare, told, VALID } from './support/compared';
import { describeCluster } from './support/describe-cluster';
import { mutants } from './support/mutations';

/** The mutants are the same each time; another number has others. */
const SEED = Number(process.env.MANIFESTS_SEED ?? 20261123);
const MUTANTS = 6000;

describeCluster({ crds: CRD_MODULE_NAMES }, 'the checks of manifests', (cluster) => {
  let all: Compared[];

  beforeAll(async () => {
    await prepare(cluster());
    all = await compared(cluster().client, [...deletions(VALID), ...mutants(VALID, MUTANTS, SEED)]);
  }, 240_000);

  test('accept a valid object of each kind, as the server does', async () => {
    const valid = await compared(cluster().client, VALID.map((object) => ({ base: object, object, changes: [] })));
    expect(new Set(VALID.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).size).toBeGreaterThan(90);
    expect(valid.filter(({ found, server }) => found.length > 0 || server.verdict !== 'accepted').map(told)).toEqual([]);
  });

  test('refuse what the server refuses as a kind, while reading, and for the schema of a custom kind', () => {
    const bySchema = all.filter(({ refusal }) => refusal !== undefined && refusal !== 'validation' && refusal !== 'CEL');
    expect(bySchema.length).toBeGreaterThan(2000);
    expect(bySchema.filter((each) => each.found.length === 0 && !isPanic(each) && !isUnserved(each)).map(told)).toEqual([]);
  });

  test('refuse nothing that the server takes', () => {
    const accepted = all.filter(({ refusal }) => refusal === undefined);
    expect(accepted.length).toBeGreaterThan(2500);
    expect(accepted.filter(isFalseAlarm).map(told)).toEqual([]);
  });

  test('find most of what Kubernetes\' own code refuses of its kinds', () => {
    const validated = all.filter(({ refusal }) => refusal === 'validation');
    expect(validated.filter(({ found }) => found.length > 0).length / validated.length).toBeGreaterThan(0.6);
  });
});

/** Kinds of which nothing is known, beside those of Kubernetes: a cluster may have them. */
function isUnserved({ object, server }: Compared): boolean {
  return server.stage === 'kind' && !isBuiltIn(object);
}
