import { atEnd } from '../../e2e/support/servers';
import { BinaryName, etcd, ETCD_REMEDY, find, goIsThere } from '../bench/binaries';
import { Cluster, ClusterSetup, startCluster } from '../bench/cluster';
import { CrdModuleName, missingCrds } from '../bench/crds';
import { hasPodNetwork, whyNoNamespace } from '../bench/network';

/** What a suite needs of a cluster. */
export interface ClusterNeeds extends ClusterSetup {
  /** Programs beside the API server. @default - none */
  readonly programs?: readonly BinaryName[];
  /** Pods get addresses and serve. @default false */
  readonly network?: boolean;
  /** Operators whose CustomResourceDefinitions the tests read; the cluster does not have them by itself. @default - none */
  readonly crds?: readonly CrdModuleName[];
}

const NAMESPACE = 'a network namespace';

/** A suite on programs alone, without a cluster. Where one is missing it is skipped, or fails, as a suite on a cluster. */
export function describePrograms(programs: readonly BinaryName[], title: string, suite: () => void): void {
  describeWith(programs.filter((name) => !find(name).path), title, suite);
}

/**
 * A suite on a cluster of its own, which ends with it.
 *
 * Where a program is missing it is skipped, and its title says so; in CI on a machine with Go, which can build it, it fails.
 */
export function describeCluster(needs: ClusterNeeds, title: string, tests: (cluster: () => Cluster) => void): void {
  const { programs = [], network = false, crds = [], ...setup } = needs;
  const wanted: BinaryName[] = ['kube-apiserver', ...setup.controllers ? ['kube-controller-manager'] as const : [], ...programs];
  const absent = [
    ...wanted.filter((name) => !find(name).path),
    ...etcd() ? [] : ['etcd'],
    ...missingCrds(crds).map((name) => `the CRDs of ${name}`),
    ...network && !hasPodNetwork() ? [NAMESPACE] : [],
  ];
  const suite = () => {
    let cluster: Cluster | undefined;
    beforeAll(async () => {
      cluster = await startCluster(setup);
      atEnd(cluster.stop);
    }, 120_000);
    // a server that has ended is the reason of whatever failed
    afterEach(() => cluster?.check());
    tests(() => cluster!);
  };
  describeWith(absent, title, suite);
}

function describeWith(absent: readonly string[], title: string, suite: () => void): void {
  if (absent.length === 0) describe(title, suite);
  else if (process.env.CI && goIsThere()) describe(title, () => failing(absent));
  else describe.skip(`${title} (without ${absent.join(', ')})`, suite);
}

function failing(absent: readonly string[]) {
  test(`has ${absent.join(', ')}`, () => {
    const obstacle = absent.includes(NAMESPACE) ? whyNoNamespace() : undefined;
    const remedies = [
      ...absent.includes('etcd') ? [ETCD_REMEDY] : [],
      ...obstacle ? [obstacle] : [],
      ...absent.every((name) => name === 'etcd') ? [] : ['run these tests by `npm run test:cluster`, which builds and starts what they need'],
    ];
    throw new Error(`${absent.join(', ')} not there: ${remedies.join('; ')}`);
  });
}
