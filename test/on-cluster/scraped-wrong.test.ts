import { stringify } from 'yaml';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { secretOf } from './support/example-pods';
import { Example } from './support/examples';
import { comparable, expectedTargets } from './support/expected';
import { Monitoring, MONITORING_NEEDS, PATIENCE, RIGHTS, startMonitoring } from './support/monitored';
import { accessTo } from './support/scraper-rights';
import { MONITORED, PORT, RELEASE, SECRET, write, WRONG_THINGS, WrongThing } from './support/wrong-things';
import { temporaryFolder, writeFiles } from '../e2e/support';
import { cli } from '../e2e/support/cli';

/** Each mistake is made twice, in namespaces of its own: from the start, until it is put right; and later on, in what was right. */
const CASES = [
  ...WRONG_THINGS.map((wrong, index) => ({ ...wrong, namespace: `from-start-${index + 1}`, phase: 1 })),
  ...WRONG_THINGS.filter(({ rights }) => !rights).map((wrong, index) => ({ ...wrong, namespace: `later-${index + 1}`, phase: 2 })),
];
type Case = typeof CASES[number];
const PHASES = [{ phase: 1, when: 'from the start' }, { phase: 2, when: 'later on' }];

const NAMESPACE_SELECTOR = { matchLabels: MONITORED };
const SPEC = {
  podMonitorSelector: { matchLabels: RELEASE },
  podMonitorNamespaceSelector: NAMESPACE_SELECTOR,
  serviceMonitorSelector: { matchLabels: RELEASE },
  serviceMonitorNamespaceSelector: NAMESPACE_SELECTOR,
};
const RIGHT: WrongThing['page'] = { hasJob: true, targets: [[PORT, 'up', '']] };
const UP = { state: 'up', reason: undefined, targets: 1 };
const USER = { username: 'orders', password: 'right' };

describe('a program with the same mistake', () => {
  // of the others the table says why no program can know
  const known = WRONG_THINGS.flatMap(({ title, before }) => 'program' in before ? [{ title, ...before }] : []);

  test.each(known)('$title', ({ program, finding }) => {
    const run = () => write('shop', program);
    if (finding === undefined) expect(run().components).toHaveLength(1);
    else expect(run).toThrow(new Error(`Validation failed with the following errors:\n  ${finding('shop')}`));
  });

  test('is found in all but one, which is none by then', () => {
    expect(known.map(({ finding }) => finding !== undefined)).toEqual([false, true, true, true, true]);
  });
});

describeCluster(MONITORING_NEEDS, 'one thing wrong', (cluster) => {
  let monitoring: Monitoring;
  let deployed: Deployed;
  const examples = new Map<string, Example>();

  /** The objects of a case: as the program has written them, or with its mistake. */
  const objectsOf = ({ namespace, objects = {} }: Case, isWrong: boolean) =>
    examples.get(namespace)!.objects.map((object) => isWrong ? objects[object.kind]?.(object) ?? object : object);
  const rightsOf = ({ rights, program }: Case, isWrong: boolean) => isWrong && rights || RIGHTS[program?.monitorKind ?? 'PodMonitor'];
  /** All of a case but its objects. */
  const surround = async (each: Case, isWrong: boolean) => {
    const { client } = cluster();
    const { namespace, hasSecret = true, password, namespaceLabels = MONITORED } = each;
    const secret = secretOf(`${namespace}/${SECRET}`, USER);
    deployed.users.set(`${namespace}/${SECRET}`, { ...USER, ...isWrong && password && { password } });
    await (isWrong && !hasSecret ? client.delete(secret) : client.apply(secret));
    await Promise.all(accessTo(namespace, rightsOf(each, isWrong)).map(async (object) => client.apply(object)));
    // last, since it makes Prometheus take the monitors
    await client.namespace(namespace, isWrong ? { ...namespaceLabels } : MONITORED);
  };

  beforeAll(async () => {
    for (const { namespace, program } of CASES) examples.set(namespace, write(namespace, program));
    const rights = Object.fromEntries(CASES.map((each) => [each.namespace, rightsOf(each, each.phase === 1)]));
    monitoring = await startMonitoring(cluster(), { rights, spec: SPEC });
    const applied = CASES.map((each) => ({ ...examples.get(each.namespace)!, objects: objectsOf(each, each.phase === 1) }));
    deployed = await deploy(cluster().client, applied);
    await Promise.all(CASES.map(async (each) => surround(each, each.phase === 1)));
  }, 240_000);

  const pagesOf = async () => {
    const [pools, targets] = await Promise.all([monitoring.pools(), monitoring.targets()]);
    return ({ namespace }: Case): WrongThing['page'] => {
      const isOwn = (pool: string) => pool.split('/')[1] === namespace;
      const own = targets.filter(({ scrapePool }) => isOwn(scrapePool))
        .map(({ scrapeUrl, health, lastError }) => [Number(new URL(scrapeUrl).port), health, lastError] as const);
      return { hasJob: pools.some(isOwn), targets: own };
    };
  };
  /** What `verify` says of each case, by its namespace. */
  const verified = async (files: readonly string[]) => {
    const { stdout } = await cli(['verify', ...files, '--url', monitoring.url, '--insecure-plain-http', '--json']);
    const { endpoints } = JSON.parse(stdout);
    expect(endpoints).toHaveLength(CASES.length);
    return new Map<string, object>(endpoints.map(({ namespace, state, reason, targets }: any) => [namespace, { state, reason, targets }]));
  };
  const saidOf = ({ verify, verifyLater = verify, phase, namespace }: Case) => (phase === 1 ? verify : verifyLater)(namespace);

  describe.each(PHASES)('$when', ({ phase }) => {
    const isWrong = (each: Case) => each.phase === phase;
    const applied = temporaryFolder('applied');
    let pageOf: (each: Case) => WrongThing['page'];
    let [toldOfWritten, toldOfApplied] = [new Map<string, object>(), new Map<string, object>()];

    beforeAll(async () => {
      if (phase > 1) {
        await Promise.all(CASES.map(async (each) => surround(each, isWrong(each))));
        await Promise.all(CASES.flatMap((each) => objectsOf(each, isWrong(each))).map(async (object) => cluster().client.apply(object)));
      }
      const manifestOf = (each: Case) => objectsOf(each, isWrong(each)).map((object) => stringify(object)).join('---\n');
      writeFiles(applied, Object.fromEntries(CASES.map((each) => [`${each.namespace}.yaml`, manifestOf(each)])));
      // what is not as it should be after that time, the tests tell case by case
      const isShown = (each: Case) => JSON.stringify(pageOf(each)) === JSON.stringify(isWrong(each) ? each.page : RIGHT);
      const until = Date.now() + PATIENCE.timeout;
      do {
        await new Promise((resolve) => setTimeout(resolve, PATIENCE.interval));
        pageOf = await pagesOf();
      } while (!CASES.every(isShown) && Date.now() < until);
      // series of what is gone are the last to change
      const isSaid = (each: Case) => JSON.stringify(toldOfWritten.get(each.namespace)) === JSON.stringify(isWrong(each) ? saidOf(each) : UP);
      for (let tries = 0; tries < 15 && !CASES.every(isSaid); tries++) {
        toldOfWritten = await verified(CASES.flatMap(({ namespace }) => examples.get(namespace)!.files));
      }
      toldOfApplied = await verified([applied]);
    }, 150_000);

    test.each(CASES.filter(isWrong))('$title', (each) => {
      const { namespace, page, verifyApplied } = each;
      expect(pageOf(each)).toEqual(page);
      expect(toldOfWritten.get(namespace)).toEqual(saidOf(each));
      expect(toldOfApplied.get(namespace)).toEqual(verifyApplied?.(namespace) ?? saidOf(each));
    });

    test('is all, and nothing else', () => {
      const others = CASES.filter((each) => !isWrong(each));
      expect(others.map((each) => [each.title, pageOf(each), toldOfWritten.get(each.namespace), toldOfApplied.get(each.namespace)]))
        .toEqual(others.map(({ title }) => [title, RIGHT, UP, UP]));
      expect(others.length).toBeGreaterThanOrEqual(10);
    });

    test('leaves what is right its labels, by PodMonitors and by ServiceMonitors', async () => {
      const others = CASES.filter((each) => !isWrong(each)).map(({ namespace }) => namespace);
      const components = deployed.components.filter(({ namespace }) => others.includes(namespace));
      const wanted = await Promise.all(components.map(async (component) => expectedTargets(component, await deployed.podsOf(component))));
      const found = (await monitoring.targets()).filter(({ labels }) => others.includes(labels.namespace));
      expect(comparable(found)).toEqual(comparable(wanted.flat()));
      expect(new Set(found.map(({ scrapePool }) => scrapePool.split('/')[0]))).toEqual(new Set(['podMonitor', 'serviceMonitor']));
    });
  });
});
