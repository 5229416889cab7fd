import { Cluster } from './bench/cluster';
import { describeCluster } from './support/describe-cluster';
import { applied, created, inParallel, isLabel, reasonsOf, ServerVerdict } from './support/judged';
import { Mutant, mutants, Random } from './support/mutations';
import { judge, judgedKinds, Verdict } from './support/offline';
import { PREPARED } from './support/prepared';
import { APPLY_ACCEPTS, APPLY_REFUSES, seenOf, STRICT_NAMESPACES, UNSEEN, USED_UP } from './support/unseen';
import { NAMESPACE, VALID_OBJECTS } from './support/valid-objects';

const MUTANTS = 10_000;
const APPLIED = 600;
/** The mutants are the same each time; another number has others. */
const SEED = Number(process.env.OFFLINE_SEED ?? 20261122);

/** Kinds that can be posted and are not judged: nothing of the first is stored, and the others are of servers beside the core. */
const NOT_JUDGED = [
  /^(authentication|authorization)\.k8s\.io\//, /^v1 Binding$/,
  /^apiregistration\.k8s\.io\/v1 APIService$/,
];

/** Definitions are judged in the tests of the package that judges custom objects too. */
const DEFINITION = 'apiextensions.k8s.io/v1 CustomResourceDefinition';

/** An object and what both say of it. */
interface Judged extends Mutant {
  readonly offline: Verdict;
  readonly server: ServerVerdict;
}

describeCluster({ programs: ['offline'] }, 'the judge without a server', (cluster) => {
  let judged: Judged[];

  beforeAll(async () => {
    const { client } = cluster();
    await client.namespace(NAMESPACE);
    for (const object of [...STRICT_NAMESPACES, USED_UP]) await client.apply(object);
    await client.merge(USED_UP, { status: USED_UP.status }, 'status');
    // no controller makes them here
    for (const namespace of [NAMESPACE, 'default', 'restricted']) {
      await client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
    }
    judged = await judgedByBoth(cluster(), mutants(VALID_OBJECTS, MUTANTS, SEED));
  }, 240_000);

  test('judges all kinds that the server stores, and no others', async () => {
    const stored = (await postedKinds(cluster())).filter((kind) => !NOT_JUDGED.some((pattern) => pattern.test(kind)));
    expect(stored.length).toBeGreaterThan(50);
    expect(judgedKinds()).toEqual(stored);
    expect([...new Set(VALID_OBJECTS.map(kindOf)), DEFINITION].sort()).toEqual(stored);
  });

  test('accepts a valid object of each kind, as the server does', async () => {
    const both = await judgedByBoth(cluster(), VALID_OBJECTS.map((object) => ({ base: object, object, changes: [] })));
    expect(both.filter(({ offline, server }) => offline.verdict !== 'accepted' || server.verdict !== 'accepted').map(told)).toEqual([]);
  });

  test('has the verdict of the server on mutants of all of them', () => {
    const seen = judged.flatMap(withoutUnseen);
    expect(seen.length).toBeGreaterThan(0.97 * MUTANTS);
    expect(seen.filter(isJudgedOtherwise).map(told)).toEqual([]);
    // the same of those that it cannot see: it never refuses what the server takes
    expect(judged.filter(({ offline, server }) => server.verdict === 'accepted' && offline.verdict !== 'accepted').map(told)).toEqual([]);
    const kindsWith = (verdict: string) => new Set(seen.filter(({ server }) => server.verdict === verdict).map(({ base }) => kindOf(base))).size;
    expect([kindsWith('accepted'), kindsWith('refused')].filter((kinds) => kinds < 50)).toEqual([]);
    for (const verdict of ['accepted', 'refused']) expect(seen.filter(({ offline }) => offline.verdict === verdict).length).toBeGreaterThan(2500);
    for (const stage of ['kind', 'decode', 'validate']) expect(seen.filter(({ offline }) => offline.stage === stage).length).toBeGreaterThan(100);
  });

  test('refuses for the reasons of the server, at the same fields', () => {
    const refused = judged.flatMap(withoutUnseen).filter(({ offline, server }) =>
      offline.verdict === 'refused' && offline.stage !== 'kind' && server.verdict === 'refused');
    // the server sees another namespace in the path of the request, before it reads the object
    const read = refused.filter(({ object }) => isLabel(object.metadata?.namespace));
    expect(read.length).toBeGreaterThan(5000);
    const otherwise = read.filter(({ offline, server }) => reasonsOf(offline) !== reasonsOf(server));
    expect(otherwise.filter(({ object }) => object.kind !== 'Service').map(told)).toEqual([]);
    // ports that the server gives out are held against each other
    expect(otherwise.filter(({ server }) => !/nodePort: Duplicate value/.test(server.message)).map(told)).toEqual([]);
  });

  test.each(PREPARED.map(([what, ...row]) => [what, row] as const))('knows what the server makes of %s', async (_, [object, field]) => {
    const [{ offline, server }] = await judgedByBoth(cluster(), [{ base: object, object, changes: [] }]);
    expect([offline.verdict, server.verdict]).toEqual(field ? ['refused', 'refused'] : ['accepted', 'accepted']);
    const fields = field ? expect.arrayContaining([field]) : [];
    for (const { causes = [] } of [offline, server]) expect(causes.map((cause) => cause.field)).toEqual(fields);
    // of some, the server's own families of addresses are a further reason
    expect(reasonsOf(seenOf(object.kind, server)!)).toBe(reasonsOf(offline));
  });

  test.each(named(UNSEEN))('does not see %s', async (_, { message, kind, example }) => {
    const object = example();
    expect(object.kind).toBe(kind ?? object.kind);
    expect(judge([object])).toEqual([{ verdict: 'accepted' }]);
    const server = await created(cluster().client, object, object, { dryRun: false });
    expect(server).toMatchObject({ verdict: 'refused', message: expect.stringMatching(message) });
  });

  test.each(named(APPLY_REFUSES))('accepts, as a create does, what apply refuses: %s', async (_, { message, example }) => {
    const object = example();
    const [{ offline, server }] = await judgedByBoth(cluster(), [{ base: object, object, changes: [] }]);
    expect([offline.verdict, server.verdict]).toEqual(['accepted', 'accepted']);
    expect(await applied(cluster().client, object)).toMatchObject({ verdict: 'refused', message: expect.stringMatching(message) });
  });

  test.each(named(APPLY_ACCEPTS))('refuses, as a create does, what apply takes: %s', async (_, { message, example }) => {
    const object = example();
    const [{ offline, server }] = await judgedByBoth(cluster(), [{ base: object, object, changes: [] }]);
    expect([offline.verdict, server.verdict]).toEqual(['refused', 'refused']);
    expect(offline.causes).toEqual([{ message: expect.stringMatching(message) }]);
    expect(await applied(cluster().client, object)).toMatchObject({ verdict: 'accepted' });
  });

  test('has the verdict of server-side apply but for those', async () => {
    const addressed = judged.filter(({ base, object, offline }) => offline.verdict !== 'unknown' && offline.stage !== 'kind'
      && object.metadata?.name === base.metadata.name && object.metadata.namespace === base.metadata.namespace);
    const random = new Random(SEED);
    const some = Array.from({ length: APPLIED }, () => random.pick(addressed));
    const answers = await inParallel(some, ({ object }) => applied(cluster().client, object));
    const rows = some.flatMap((each, i) => withoutUnseen({ ...each, server: answers[i] })).filter(({ offline, server }) =>
      !APPLY_REFUSES.some(({ message }) => message.test(server.message))
      && !(server.verdict === 'accepted' && APPLY_ACCEPTS.some(({ message }) => offline.causes?.every((cause) => message.test(cause.message)))));
    expect(rows.filter(isJudgedOtherwise).map(told)).toEqual([]);
    for (const verdict of ['accepted', 'refused']) expect(rows.filter(({ server }) => server.verdict === verdict).length).toBeGreaterThan(100);
  }, 60_000);
});

async function judgedByBoth({ client }: Cluster, all: readonly Mutant[]): Promise<Judged[]> {
  const offline = judge(all.map(({ object }) => object));
  const server = await inParallel(all, ({ object, base }) => created(client, object, base, { dryRun: true }));
  return all.map((each, i) => ({ ...each, offline: offline[i], server: server[i] }));
}

/** The answers with the reasons that can be compared; none where there are no such reasons. */
function withoutUnseen(each: Judged): Judged[] {
  const server = seenOf(each.object.kind, each.server);
  return server ? [{ ...each, server }] : [];
}

/** What is not judged is a kind that the server does not serve either. */
function isJudgedOtherwise({ offline, server }: Judged): boolean {
  return offline.verdict === 'unknown' || offline.stage === 'kind' ? server.stage !== 'kind' : offline.verdict !== server.verdict;
}

function named<T extends { readonly what: string }>(table: readonly T[]): [string, T][] {
  return table.map((each) => [each.what, each]);
}

function kindOf({ apiVersion, kind }: any): string {
  return `${apiVersion} ${kind}`;
}

function told({ base, changes, offline, server }: Judged): string {
  const reasons = (offline.causes ?? []).map(({ field, message }) => `${field ?? ''}: ${message}`).join(', ');
  const what = `OFFLINE_SEED=${SEED} ${kindOf(base)} ${base.metadata.name}, ${changes.join(' and ')}`;
  return `${what}\noffline: ${offline.verdict} ${reasons}\nserver: ${server.verdict} ${server.message}`;
}

/** What the server lets one create, of the versions that it prefers or not. */
async function postedKinds({ client }: Cluster): Promise<string[]> {
  const { groups } = await client.ask('GET', '/apis');
  const paths = ['/api/v1', ...groups.flatMap(({ versions }: any) => versions.map(({ groupVersion }: any) => `/apis/${groupVersion}`))];
  const lists = await Promise.all(paths.map((path) => client.ask('GET', path)));
  return lists.flatMap(({ groupVersion, resources }) => resources
    .filter(({ name, verbs }: any) => !name.includes('/') && verbs.includes('create'))
    .map(({ kind }: any) => `${groupVersion} ${kind}`)).sort();
}
