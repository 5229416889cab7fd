import { CRD_MODULE_NAMES } from './bench/crds';
import { compared, deletions, prepare, VALID } from './support/compared';
import { describeCluster } from './support/describe-cluster';
import { inParallel } from './support/judged';
import { mutants } from './support/mutations';
import { consequencesOf } from '../../src/cli/diff/consequences';
import { compareFolders } from '../../src/cli/diff/compare';
import { identityKey, identityOf } from '../../src/base/oam-kind';

/** The mutants are the same each time; another number has others. */
const SEED = 20261124;
const MUTANTS = 12_000;

/** Warnings of changes that the server takes, as they change nothing of what it has: it writes the default, or has no more than it had. */
const NO_CHANGE: readonly RegExp[] = [
  /^apps\/v1 StatefulSet spec\.volumeClaimTemplates[.[\]\d]*spec\.volumeMode: null/,
  // the API server removes an address without its Service after a while, and takes the changed one as a new one
  /^networking\.k8s\.io\/v1 IPAddress /,
  /^batch\/v1 Job spec\.podFailurePolicy\.rules.*\.status: (deleted|null)/,
  /^rbac\.authorization\.k8s\.io\/v1 (Cluster)?RoleBinding roleRef\.apiGroup: (null|"")/,
  /^storage\.k8s\.io\/v1 StorageClass reclaimPolicy: null/,
  /^v1 PersistentVolume spec\.csi\.readOnly: (deleted|null)/,
  /^v1 PersistentVolumeClaim spec\.(dataSourceRef: (deleted|null)|volumeMode: null)/,
  // a pod of the host's network has the same port there
  /^v1 Pod spec\.containers.*\.hostPort: (deleted|null)/,
  // of a feature that is switched off
  /^resource\.k8s\.io\/v1 ResourceClaim(Template)? .*\.exactly\.(allocationMode|capacity|count)\b/,
  /^v1 ResourceQuota (.*; )?spec\.scopes\[\d+\]: twice/,
  /^storage\.k8s\.io\/v1 CSIDriver spec\.attachRequired: (deleted|null)/,
  // it has come into `data`, and stays there
  /^v1 Secret stringData(\.user)?: (deleted|null|{})/,
  // that of the tests is of another type, which the server keeps: a type cannot be taken away
  /^v1 Secret type: (deleted|null)/,
  // it keeps the address that it has given
  /^v1 Service spec\.clusterIP: (deleted|null|"")/,
];

/** Refusals of which the library does not warn. */
const NOT_TOLD: readonly RegExp[] = [
  // they may change once the claim is bound, which that of the tests is not
  /^v1 PersistentVolumeClaim spec\.(volumeAttributesClassName|resources)\b/,
  // the server has put labels of the pod into its spec, by `matchLabelKeys`, so that each apply changes it
  /^v1 Pod /,
  // what programs declare has none of these
  /^events\.k8s\.io\/v1 Event |^v1 (Event|Node) |^resource\.k8s\.io\/v1 ResourceSlice |^storage\.k8s\.io\/v1 CSINode /,
];

/** What an API server says of a field that nobody can change, and of nothing that is wrong in itself. */
const OF_CHANGE = /immutable|may not (be )?change|updates to .* are forbidden|field can not be (less|changed)|cannot change|is forbidden after creation|may not change/i;

interface Changed {
  readonly title: string;
  /** The fields that the diff warns of. */
  readonly warned: readonly string[];
  /** What the server refuses of the change; nothing if it takes it. */
  readonly refused?: string;
}

describeCluster({ crds: CRD_MODULE_NAMES }, 'changes of objects that exist', (cluster) => {
  let all: Changed[];

  beforeAll(async () => {
    const { client } = cluster();
    await prepare(cluster());
    const tried = await compared(client, [...deletions(VALID), ...mutants(VALID, MUTANTS, SEED)]);
    // what the server takes of a new object, so that it refuses the change alone
    const possible = tried.filter(({ server, base, object }) =>
      server.verdict === 'accepted' && identityKey(identityOf(base)) === identityKey(identityOf(object)) && base.apiVersion === object.apiVersion);
    for (const object of VALID) await client.apply(object);
    all = await inParallel(possible, async ({ base, object, changes }) => {
      const difference = compareFolders([{ value: base, file: 'a.yaml' }], [{ value: object, file: 'a.yaml' }]);
      const warned = consequencesOf(difference).filter(({ finding }) => finding.code === 'immutable-field').map(({ finding }) => finding.path.join('.'));
      const { status, body } = await client.tryApply(object, { dryRun: true });
      return { title: `${base.apiVersion} ${base.kind} ${changes.join('; ')}`, warned, ...status >= 300 && { refused: String(body.message) } };
    });
  }, 240_000);

  const told = ({ title, warned, refused }: Changed) => `${title} | ${warned.join(', ')} | ${refused?.slice(0, 400)}`;
  const isOneOf = (patterns: readonly RegExp[]) => ({ title }: Changed) => patterns.some((pattern) => pattern.test(title));

  test('are warned of where the server refuses them', () => {
    const refused = all.filter((each) => each.refused !== undefined && OF_CHANGE.test(each.refused));
    expect(refused.length).toBeGreaterThan(500);
    expect(refused.filter(({ warned }) => warned.length === 0).filter((each) => !isOneOf(NOT_TOLD)(each)).map(told)).toEqual([]);
  });

  test('are warned of nowhere else', () => {
    const taken = all.filter(({ refused }) => refused === undefined);
    expect(taken.length).toBeGreaterThan(2000);
    expect(taken.filter(({ warned }) => warned.length > 0).filter((each) => !isOneOf(NO_CHANGE)(each)).map(told)).toEqual([]);
  });

  describe('of a Deployment that exists', () => {
    const NAMESPACE = 'changed';
    const deployment = (name: string, spec: object) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'example/cart:1' }] } },
        ...spec,
      },
    });
    const warnings = (name: string, before: object, after: object) => {
      const [from, to] = [before, after].map((spec) => [{ value: deployment(name, spec) as any, file: 'a.yaml' }]);
      return consequencesOf(compareFolders(from, to)).map(({ finding }) => `${finding.code} ${finding.path.join('.')}`);
    };
    beforeAll(async () => cluster().client.namespace(NAMESPACE));

    test.each<[string, object, string[]]>([
      ['the default strategy', {}, ['immutable-field spec.strategy']],
      ['one with its numbers', { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }, []],
    ])('%s that becomes Recreate is warned of if it is refused', async (_, before, expected) => {
      const { client } = cluster();
      const name = `strategy-${expected.length}`;
      const after = { strategy: { type: 'Recreate' } };
      await client.apply(deployment(name, before));
      const { status, body } = await client.tryApply(deployment(name, after));
      expect(warnings(name, before, after)).toEqual(expected);
      expect(status === 200 ? [] : [body.message]).toEqual(expected.map(() => expect.stringContaining("may not be specified when strategy `type` is 'Recreate'")));
    });

    test('the number of pods that is left out is 1, unless it was scaled before', async () => {
      const { client } = cluster();
      const numbers = ['left-out', 'scaled'].map(async (name) => {
        await client.apply(deployment(name, { replicas: 3 }));
        if (name === 'scaled') await client.ask('PATCH', `${await client.pathOf(deployment(name, {}))}/scale`, { spec: { replicas: 4 } }, 'application/merge-patch+json');
        return (await client.apply(deployment(name, {}))).spec.replicas;
      });
      expect(await Promise.all(numbers)).toEqual([1, 4]);
      expect(warnings('left-out', { replicas: 3 }, {})).toEqual(['replicas-reset spec.replicas']);
    });
  });
});
