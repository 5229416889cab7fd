/** A store to which scrapers send what they have: Debian's VictoriaMetrics, which asks for a user and a password. */
import { secretOf } from './example-pods';
import { ExpectedTarget, inOrder, sorted } from './expected';
import { monitoringAt, PATIENCE, PROMETHEUS } from './monitoring';
import { configuration } from './scrape-files';
import { SYSTEM } from './scraper-program';
import { RunningScraper, runScraper, victoriaMetrics } from './scrapers';
import { RemoteWrite } from '../../../src';
import { eventually } from '../../e2e/support/waiting';
import { Cluster } from '../bench/cluster';

const SECRET = 'store';
const USERNAME = 'writer';
export const PASSWORD = 'of-the-store';
const AUTHORIZATION = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`;

/** Starts it, and gives its user to scrapers. */
export async function startStore(cluster: Cluster): Promise<RunningScraper> {
  const { client } = cluster;
  await client.namespace(PROMETHEUS.metadata.namespace);
  await client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: PROMETHEUS.metadata });
  await client.apply(secretOf(`${SYSTEM}/${SECRET}`, { username: USERNAME, password: PASSWORD }));
  const args = [`-httpAuth.username=${USERNAME}`, `-httpAuth.password=${PASSWORD}`];
  return runScraper(cluster, { name: 'store', scraper: victoriaMetrics(), configuration: configuration({}), args });
}

/** How a scraper sends to it. */
export const remoteWriteTo = ({ url }: RunningScraper): RemoteWrite => ({ url: `${url}/api/v1/write`, basicAuth: { secretName: SECRET } });

/** What has to be in the store. */
export interface Sent {
  readonly store: RunningScraper;
  /** The scraper, which is a label `cluster` too. */
  readonly name: string;
  readonly expected: readonly ExpectedTarget[];
  /** Its pods, each of which has sent something, behind the name by which they call themselves `prometheus`. */
  readonly replicas: readonly string[];
  log(): string;
}

/** Waits until it has each target, and fails where it has more or others. */
export async function expectSent({ store, name, expected, replicas, log }: Sent): Promise<void> {
  const { query } = monitoringAt(store.url, () => {}, { Authorization: AUTHORIZATION });
  let found: Record<string, string>[] = [];
  await eventually(async () => {
    found = (await query(`up{cluster="${name}"}`)).map(({ labels }) => labels);
    return found.length >= expected.length || undefined;
  }, () => `${found.length} of ${expected.length} are there: ${log()}`, PATIENCE);
  const own = ({ prometheus: _, prometheus_replica: __, ...labels }: Record<string, string>) => inOrder(labels);
  expect(sorted(found.map(own))).toEqual(sorted(expected.map(({ labels }) => inOrder({ __name__: 'up', cluster: name, ...labels }))));
  expect([...new Set(found.map(({ prometheus, prometheus_replica: replica }) => `${prometheus} ${replica}`))].sort())
    .toEqual(replicas.map((each) => `${SYSTEM}/${each}`));
}
