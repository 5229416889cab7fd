import { parse, stringify } from 'yaml';
import { describeWith, eventually, run, temporaryFolder, writeFiles } from './support';
import { ClusterApi, startClusterApi } from './support/kubernetes-api';
import { Cluster, Role, SIDE, Sides, clusterOf, inApi, objectsOf, targetsOf } from './support/monitor-scrapes';
import { platformComponents } from './support/pods';
import { RunningVictoriaMetrics, STRICT, scrapePools, seriesOf, startVictoriaMetrics } from './support/prometheus';
import { ADDRESSES_OF, COUNTS, KINDS, NAMESPACE, PAIRS, PLATFORM, ShopComponent, expectedOf, kubernetesShop, monitorsOf, renderShop, scraped, startShopServers, strangersOf } from './support/shop';
import { MonitorKind, OamPlatform } from '../../src';

const { POD_MONITOR, SERVICE_MONITOR } = MonitorKind;

/** What VictoriaMetrics of this version does not tell as Prometheus does, or tells beside: no rule here reads it. */
const OTHERWISE = /^__meta_kubernetes_(pod_container_(image|init)|endpoints_.*|service_(cluster_ip|type))$/;

/** The labels of discovery as one text. */
function told(labels: Readonly<Record<string, string>>): string {
  const own = Object.entries(labels).filter(([name]) => /^__(address__|meta_)/.test(name) && !OTHERWISE.test(name));
  return own.map(([name, value]) => `${name}=${value}`).sort().join('\n');
}

describeWith(['victoria-metrics'], 'a VictoriaMetrics that finds pods and Services by the API of Kubernetes', () => {
  let sides: Sides;
  let api: ClusterApi;
  let victoriaMetrics: RunningVictoriaMetrics;
  let cluster: Cluster;

  beforeAll(async () => {
    const { ports, secrets } = await startShopServers();
    sides = new Sides(secrets);
    const platform = platformComponents(renderShop(OamPlatform.verrazzano(), ports), ADDRESSES_OF, ports.payment);
    const platformApi = await startClusterApi(platform.flatMap((component) => component.pods));
    sides.addPlatform(PLATFORM, platform, inApi(platformApi.url));
    const { pods, services } = clusterOf(kubernetesShop(ports), ADDRESSES_OF, ports.payment);
    cluster = { pods: [...pods, ...strangersOf(pods)], services };
    api = await startClusterApi(objectsOf(cluster));
    KINDS.forEach((kind) => sides.addMonitors(kind, monitorsOf(ports, kind), inApi(api.url)));
    victoriaMetrics = await startVictoriaMetrics({ scrapes: sides.config(), files: sides.files });
  });

  /** Reads a configuration and ends. */
  const read = async (scrapes: string) => {
    const folder = temporaryFolder();
    writeFiles(folder, { ...sides.files, 'scrapes.yml': scrapes });
    return run('victoria-metrics', [...STRICT.map((arg) => arg.replace('=scrapes.yml', `=${folder}/scrapes.yml`)), '-dryRun']);
  };
  const podsUp = async (component: ShopComponent, kind = POD_MONITOR) =>
    (await seriesOf(victoriaMetrics.url, `up{${SIDE}="${kind}",app_oam_dev_component="${component}"}`)).map(({ labels }) => labels.pod_name);

  test('takes what monitors are translated to, and nothing that it does not know', async () => {
    expect(await read(sides.config())).toMatchObject({ status: 0, stderr: expect.stringContaining('is ok') });
    const { scrape_configs: [job, ...others], ...rest } = parse(sides.config());
    const unknown = stringify({ ...rest, scrape_configs: [{ ...job, enableHttp2: false }, ...others] });
    expect(await read(unknown)).toMatchObject({ status: 255, stderr: expect.stringContaining('field enableHttp2 not found') });
  });

  test.each(PAIRS)('has the same series by the %s of %s as by the rules of the OAM platform', async (kind, component) => {
    const { url } = victoriaMetrics;
    expect(await scraped(url, kind, component)).toEqual(expectedOf(await scraped(url, PLATFORM, component), component));
  });

  test('has no series more: of another component, application or namespace, of a pod that does not run, or of one that is found twice', async () => {
    const counted = await seriesOf(victoriaMetrics.url, `count by (${SIDE}) ({__name__=~"up|requests_total"})`);
    expect(counted.map(({ labels, value }) => [labels[SIDE], value])).toEqual(COUNTS);
    expect(await seriesOf(victoriaMetrics.url, 'up == 0')).toEqual([]);
  });

  test.each<[Role, MonitorKind]>([
    ['pod', POD_MONITOR], ['endpoints', SERVICE_MONITOR],
  ])('finds by role %s what a Prometheus is told by a file', async (role, kind) => {
    const { active, dropped } = await scrapePools(victoriaMetrics.url);
    const found = [...active, ...dropped].filter(({ job }) => job.startsWith(kind)).map(({ discovered }) => told(discovered));
    const expected = targetsOf(cluster, role).filter(({ namespace }) => namespace === NAMESPACE)
      .map(({ address, labels }) => told({ ...labels, __address__: address }));
    expect([...new Set(found)].sort()).toEqual([...new Set(expected)].sort());
  });

  test('finds a pod that comes, and leaves one that goes', async () => {
    const [first] = cluster.pods;
    const added = { ...first, metadata: { ...first.metadata, name: 'catalogue-added', uid: 'added' } };
    const before = await podsUp('catalogue');
    api.add(added);
    await eventually(async () => (await podsUp('catalogue')).includes('catalogue-added') || undefined, () => 'not found');
    api.remove(added);
    await eventually(async () => (await podsUp('catalogue')).length === before.length || undefined, () => 'not left');
    expect(await podsUp('catalogue')).toEqual(before);
  });

  test('asks for the namespace of the monitors alone, and for pods, Services and endpoints', async () => {
    const asked = [...new Set(api.requests.map(({ url }) => url.replace(/\?.*/, '')))].sort();
    expect(asked).toEqual(['endpoints', 'pods', 'services'].map((resource) => `/api/v1/namespaces/${NAMESPACE}/${resource}`));
  });
});
