import { createHash } from 'crypto';
import { readFileSync } from 'fs';
import { join } from 'path';
import { brotliDecompressSync } from 'zlib';
import { builtPath } from './bench/binaries';
import { Cluster } from './bench/cluster';
import { CRD_MODULE_NAMES, crdsOf, readCrds } from './bench/crds';
import { SERVER_RULES_FILE } from './bench/server-rules';
import { prepare, VALID_CUSTOM } from './support/compared';
import { describeCluster } from './support/describe-cluster';
import { created, inParallel, isLabel, reasonsOf, ServerVerdict } from './support/judged';
import { MISTAKES } from './support/mistakes';
import { Mutant, mutants } from './support/mutations';
import { judge, judgedKinds } from './support/offline';
import { VALID_OBJECTS } from './support/valid-objects';
import { JudgeOptions, load, ServerRules, Verdict } from '../../server-rules/src';

/** The mutants are the same each time; another number has others. */
const SEED = Number(process.env.OFFLINE_SEED ?? 20261123);
const ROOT = join(__dirname, '../..');

describeCluster({ programs: ['offline', 'server-rules'], crds: CRD_MODULE_NAMES }, 'the rules of a server in WebAssembly', (cluster) => {
  const crds = () => [...readCrds(CRD_MODULE_NAMES), ...crdsOf(join(ROOT, 'crds'))];
  let rules: ServerRules;

  beforeAll(async () => {
    rules = load();
    await prepare(cluster());
  }, 120_000);

  // the server first: it closes the connections of a client that is busy with something else
  const judgedByBoth = async ({ client }: Cluster, all: readonly Mutant[], options?: JudgeOptions) => {
    const server = await inParallel(all, ({ object, base }) => created(client, object, base, { dryRun: true }));
    return [rules.judge(all.map(({ object }) => object), options), server] as const;
  };

  test('are what was built, and what is pinned', () => {
    expect(readFileSync(SERVER_RULES_FILE).equals(readFileSync(builtPath('server-rules')))).toBe(true);
    const { kubernetes, sha256 } = JSON.parse(readFileSync(join(ROOT, 'server-rules/build.json'), 'utf8'));
    expect(createHash('sha256').update(brotliDecompressSync(readFileSync(SERVER_RULES_FILE))).digest('hex')).toBe(sha256);
    expect(rules.version).toBe(kubernetes);
  });

  test('are those of the native program, without the kinds of admission', () => {
    expect(rules.kinds()).toEqual(judgedKinds().filter((kind) => !isOfAdmission(kind)));
    expect(judgedKinds().filter(isOfAdmission)).toHaveLength(4);
  });

  test('say of mutants what the native program says', () => {
    const objects = [...VALID_OBJECTS, ...mutants(VALID_OBJECTS, 8000, SEED).map(({ object }) => object)]
      .filter(({ apiVersion, kind }) => !isOfAdmission(String(apiVersion)) && !(apiVersion === 'extensions/v1beta1' && /Webhook|Admission/.test(kind)));
    expect(objects.length).toBeGreaterThan(7000);
    const native = judge(objects);
    const own = rules.judge(objects);
    expect(native.filter(({ verdict }) => verdict === 'refused').length).toBeGreaterThan(3000);
    expect(objects.flatMap((object, i) => inOrder(own[i]) === inOrder(native[i]) ? [] : [[object, own[i], native[i]]])).toEqual([]);
  });

  test('say of mutants of custom objects what the server says', async () => {
    const all = [...VALID_CUSTOM.map((object): Mutant => ({ base: object, object, changes: [] })), ...mutants(VALID_CUSTOM, 2000, SEED)]
      .filter(({ object }) => isLabel(object.metadata?.namespace));
    const [own, server] = await judgedByBoth(cluster(), all, { crds: crds() });
    expect(otherwise(all, own, server)).toEqual([]);
    expect(own.slice(0, VALID_CUSTOM.length).filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
    for (const stage of ['decode', 'validate']) expect(own.filter((each) => each.stage === stage).length).toBeGreaterThan(300);
    expect(own.filter(({ verdict }) => verdict === 'accepted').length).toBeGreaterThan(500);
  }, 240_000);

  test('say of mutants of definitions what the server says', async () => {
    // of another group than those that the server has
    const bases = [...crdsOf(join(ROOT, 'test/crds')), ...crdsOf(join(ROOT, 'crds'))].filter((crd) => JSON.stringify(crd).length < 20_000)
      .map(({ spec, ...crd }) => ({ ...crd, metadata: { name: `${spec.names.plural}.example.com` }, spec: { ...spec, group: 'example.com' } }));
    const all = mutants(bases, 600, SEED);
    const [own, server] = await judgedByBoth(cluster(), all);
    expect(otherwise(all, own, server)).toEqual([]);
    expect(own.filter(({ verdict }) => verdict === 'refused').length).toBeGreaterThan(300);
  }, 240_000);

  test('find all the mistakes that the checks against schemas leave, but for what other objects and the cluster say', () => {
    const left = Object.values(MISTAKES).flat().filter(({ outcome, before, platform }) => outcome.kind === 'open' && !before && !platform);
    const verdicts = rules.judge(left.map(({ object }) => object));
    expect(left.filter((_, i) => verdicts[i].verdict !== 'refused').map(({ title }) => title)).toEqual([
      'a cluster IP of another network', 'both families of addresses of a cluster with one', 'the fields of managers', 'an identity of its own',
    ]);
  });
});

const isOfAdmission = (kind: string) => kind.startsWith('admissionregistration.k8s.io/');

/** Go's maps have no order, and so have the reasons that are found in them. */
function inOrder({ causes = [], ...verdict }: Verdict): string {
  return JSON.stringify({ ...verdict, causes: causes.map((each) => JSON.stringify(each)).sort() });
}

/** What is judged otherwise than by the server, or for other reasons. */
function otherwise(all: readonly Mutant[], own: readonly Verdict[], server: readonly ServerVerdict[]): string[] {
  return all.flatMap(({ base, changes }, i) => {
    const isUnserved = server[i].stage === 'kind' || isForeign(server[i]);
    const isSame = isUnserved ? own[i].verdict === 'unknown' || own[i].stage === 'kind' || isForeign(server[i])
      : own[i].verdict === server[i].verdict && (reasonsOf(own[i]) === reasonsOf(server[i]) || isOneOfSeveral(server[i]));
    return isSame ? [] : [`${base.kind} ${changes.join(' and ')}\nown: ${JSON.stringify(own[i])}\nserver: ${server[i].verdict} ${server[i].message}`];
  });
}

/** Of what is wrong with an object within an object only the first is told, in the order of a map. */
const isOneOfSeveral = ({ message }: ServerVerdict) => /cannot be handled as a \w+: spec\.\S+: Invalid value: /.test(message);

/** What only a server with its other objects knows: namespaces. */
const isForeign = ({ message }: ServerVerdict) => /^namespaces ".*" not found$|does not match the namespace|is forbidden/.test(message);
