/** ApplicationConfigurations and Components that the OAM runtime's own code has worked on, and what it has made of them. */
import { strict as assert } from 'assert';
import { Case, cases, listed, renderedFor } from './cases';
import { define } from './definitions';
import { applied, Live, worked } from './live';
import { checkParts, fetchMade, Made } from './made';
import { moveOff } from './move';
import { CHANGES, checkChanges, checkDifferences, checkStays, STAYS } from './page';
import { revise } from './revised';
import { checkTaken } from './taken';
import { Finding, showPath } from '../../../../src/base/findings/finding';
import { problemOf } from '../../../../src/base/findings/words';
import { programOf } from '../../bench/binaries';
import { CLUSTER, Proof, ProofBench } from '../proof';

/** An application, in the manifests and in the cluster. */
export interface Tried {
  readonly each: Case;
  readonly live: Live;
  /** What the library renders of the live objects. */
  readonly rendered: readonly any[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

async function run({ cluster: start, tried }: ProofBench): Promise<void> {
  const cluster = await start();
  const { client } = cluster;
  const all = cases();
  await define(client);
  const file = programOf('oam-runtime');
  const runtime = await cluster.add({ name: 'oam-runtime', file, args: [], files: {}, ports: [], env: { KUBECONFIG: cluster.kubeconfig } });
  const live: Tried[] = [];
  await tried('the runtime works on the applications of dist/oam, of test/golden and of this proof, by the CRDs of crds/', async () => {
    for (const each of all) await applied(cluster, each);
    for (const each of all) live.push({ each, live: await worked(cluster, each), rendered: [] });
    const [made, not] = [all.filter(({ isNotMade }) => !isNotMade), all.filter(({ isNotMade }) => isNotMade)];
    assert.ok(made.length >= 18 && not.length === 3);
    return `${made.length} applications made; ${not.map(({ name }) => name).join(', ')} not, since they name what is not there`;
  });
  await tried('fetched from the API server, they render for Kubernetes as their programs do', async () => {
    for (const [i, each] of live.entries()) live[i] = { ...each, rendered: equalRendering(each) };
    return `${sum(live.map(({ rendered }) => rendered.length))} objects of ${live.length} applications are equal, and so is what cannot be said`;
  });
  await tried('validate and import take them as they take what was applied', async () => checkTaken(live));
  const made = new Map<Tried, Made>();
  for (const each of live) if (!each.each.isNotMade) made.set(each, await fetchMade(client, each.live));
  await tried('workloads, traits and revisions have the names, labels and owners of docs/component.md', async () => {
    for (const [each, itsParts] of made) checkParts(each.live, itsParts);
    const parts = ['workloads', 'traits', 'revisions'] as const;
    const [workloads, traits, revisions] = parts.map((part) => sum([...made.values()].map((each) => each[part].length)));
    assert.ok(workloads >= 40 && traits >= 40);
    return `${workloads} workloads, ${traits} traits, ${revisions} revisions`;
  });
  await tried('docs/leaving-the-platform.md, "What stays"', async () => checkStays([...made]));
  await tried('docs/leaving-the-platform.md, "What changes"', async () => checkChanges([...made]));
  await tried('what the runtime makes where this version is not the 0.3.3 of the platform', async () => checkDifferences([...made]));
  await tried('a value that one component gives out reaches another, under conditions of each form', async () => {
    const [{ workload, deployment }] = [...made].find(([{ each }]) => each.name === 'proof-data')![1].containerized;
    const containers = [...workload.spec.containers, ...deployment.spec.template.spec.containers];
    assert.deepEqual(containers.map(({ env }) => env), Array(2).fill([{ name: 'DB', value: 'db:5432' }]));
    return 'in the workload and in its Deployment';
  });
  const plain = live.find(({ each }) => each.name === 'proof-revisions')!;
  await tried('a component is changed, and its application pinned to the revision before', async () => revise(client, plain));
  const shop = live.find(({ each }) => each.name === 'proof-shop')!;
  await tried('docs/leaving-the-platform.md, "The order", steps 2 to 8', async () => moveOff(client, shop, made.get(shop)!, runtime.stop));
}

/** What the library renders of live objects; fails where that is something else than the program writes. */
function equalRendering({ each, live }: Tried): readonly any[] {
  const fromCluster = renderedFor(live.text);
  const fromFiles = renderedFor(listed(each.objects));
  const objects = fromCluster.files.flatMap((file) => file.objects);
  assert.deepEqual(byKey(objects), byKey(each.expected ?? fromFiles.files.flatMap((file) => file.objects)), each.name);
  assert.deepEqual(toDoOf(fromCluster), toDoOf(fromFiles), each.name);
  return objects;
}

function byKey(objects: readonly any[]): Record<string, any> {
  const entries = objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]);
  const unique = Object.fromEntries(entries);
  assert.equal(Object.keys(unique).length, objects.length);
  return unique;
}

/** Without places in the text. */
function toDoOf({ toDo }: ReturnType<typeof renderedFor>): string[] {
  const told = (found: Finding) => [found.code, showPath(found.path), problemOf(found)];
  return toDo.map(({ reasons, ...part }) => JSON.stringify([part, reasons.map(told)])).sort();
}

export const oamRuntime: Proof = {
  claim: 'What the OAM runtime has worked on in a cluster renders as what was applied, and what it makes is what docs/leaving-the-platform.md says',
  programs: [...CLUSTER, 'oam-runtime'],
  crds: ['oam-runtime'],
  pages: { 'docs/leaving-the-platform.md': [...Object.values(STAYS), ...Object.values(CHANGES)] },
  run,
};
