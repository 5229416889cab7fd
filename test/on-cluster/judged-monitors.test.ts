import { execFileSync } from 'child_process';
import { gunzipSync } from 'zlib';
import { programOf } from './bench/binaries';
import { describeCluster } from './support/describe-cluster';
import { BREAKING, JUDGED, JudgedMonitor, LAX, MONITORED_OBJECTS, NAMESPACE, namedPorts, servedBy, SPEC, UNACCEPTED, UNSELECTED } from './support/judged-monitors';
import { startKubelet } from './support/kubelet';
import { Monitoring, MONITORING_NEEDS, PATIENCE, PROMETHEUS, RIGHTS, startMonitoring } from './support/monitored';
import { MonitorKind } from '../../src';
import { ManifestChecks } from '../../src/cluster/checks/manifest-checks';
import { showPath } from '../../src/base/findings/finding';
import { judgeObjects } from '../../src/cluster/rules/judge';
import type { Judgement } from '../../src/cluster/rules/rule';
import { atEnd, temporaryFolder } from '../e2e/support/servers';
import { writeFiles } from '../e2e/support/launch';
import { eventually } from '../e2e/support/waiting';

/** What becomes of a monitor. */
type Real = Pick<JudgedMonitor, 'targets'> & { readonly rejected?: string };

/** As the table has it: without what all endpoints have in common. */
function said({ of, object, finding: { code, path }, verdict }: Judgement): string {
  const field = showPath(path).replace(/^spec\.(podMetricsEndpoints|endpoints)\[0\]\.?/, '');
  return [verdict, code, ...object === of ? [] : [object.kind, object.metadata?.name], ...field ? [field] : []].join(' ');
}

/** Whether all that the monitor finds is scraped, each port once. */
function isScraped({ targets = [] }: Real): boolean {
  return targets.length > 0 && targets.every(([, health]) => health === 'up') && new Set(targets.map(([port]) => port)).size === targets.length;
}

describeCluster({ ...MONITORING_NEEDS, programs: [...MONITORING_NEEDS.programs, 'promtool'] }, 'monitors that others have written', (cluster) => {
  let monitoring: Monitoring;
  let judgements: Judgement[];
  let real: (monitor: any) => Real;
  const saidOf = (monitor: any) => judgements.filter(({ of }) => of.metadata?.name === monitor.metadata.name).map(said);

  beforeAll(async () => {
    const { client } = cluster();
    monitoring = await startMonitoring(cluster(), { rights: { [NAMESPACE]: RIGHTS.ServiceMonitor, [UNSELECTED]: [] }, spec: SPEC });
    const kubelet = await startKubelet(client, { namespaces: [NAMESPACE], sites: servedBy });
    atEnd(kubelet.stop);
    const monitors = JUDGED.map(({ object }) => object);
    for (const object of [...MONITORED_OBJECTS, ...monitors]) await client.apply(object);
    judgements = judgeObjects([...MONITORED_OBJECTS, ...monitors, await client.get(PROMETHEUS)]);
    const look = async (): Promise<typeof real> => {
      kubelet.check();
      const [pools, targets, events] = await Promise.all([monitoring.pools(), monitoring.targets(), client.list('events.k8s.io/v1', 'Event')]);
      return ({ kind, metadata: { namespace, name } }) => {
        const pool = `${kind === 'PodMonitor' ? 'podMonitor' : 'serviceMonitor'}/${namespace}/${name}/0`;
        const own = targets.filter(({ scrapePool }) => scrapePool === pool).map(({ scrapeUrl, health }) =>
          [Number(new URL(scrapeUrl).port), health] as const);
        const event = events.find(({ regarding }) => regarding.kind === kind && regarding.name === name);
        return { ...pools.includes(pool) && { targets: own.sort(([one], [other]) => one - other) }, ...event && { rejected: event.note } };
      };
    };
    const isShown = ({ object, targets, rejected }: JudgedMonitor) =>
      JSON.stringify(real(object).targets) === JSON.stringify(targets) && (rejected === undefined) === (real(object).rejected === undefined);
    // what is not as it should be after that time, the tests tell case by case
    const until = Date.now() + PATIENCE.timeout;
    do {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE.interval));
      real = await look();
    } while (!JUDGED.every(isShown) && Date.now() < until);
  }, 240_000);

  test.each(JUDGED)('$title', ({ object, says, rejected, targets }) => {
    const { rejected: reason, ...found } = real(object);
    expect(found).toEqual(targets && { targets } || {});
    if (rejected) expect(reason).toMatch(rejected);
    else expect(reason).toBeUndefined();
    expect(saidOf(object)).toEqual(says);
  });

  test('are said to be wrong if they are', () => {
    const wrong = JUDGED.filter(({ object, open }) => isScraped(real(object)) === (open !== undefined)).map(({ title }) => title);
    expect(JUDGED.filter(({ object }) => saidOf(object).length > 0).map(({ title }) => title)).toEqual(wrong);
    expect(wrong.length).toBeGreaterThan(50);
    expect(JUDGED.length - wrong.length).toBeGreaterThan(40);
  });

  test.each([MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR])('a %s is made for ports that are for metrics by their names, and no other is scraped', async (kind) => {
    const { objects, scraped, unscraped } = namedPorts(kind);
    const { client } = cluster();
    for (const object of objects) await client.apply(object);
    const { name } = objects.find((each) => each.kind === kind).metadata;
    const found = await eventually(async () => {
      const all = await monitoring.targets();
      const own = all.filter(({ labels, health }) => labels.app_oam_dev_component === name && health === 'up');
      return own.length >= scraped.length ? own : undefined;
    }, () => `not ${scraped.length} targets of ${name} are up`, PATIENCE);
    expect(found.map(({ scrapeUrl }) => scrapeUrl.replace(/^http:\/\/[^:]+:/, '')).sort()).toEqual(scraped);
    const judged = judgeObjects([...objects, ...MONITORED_OBJECTS, await client.get(PROMETHEUS)]);
    expect(judged.filter(({ of }) => objects.includes(of)).map(said)).toEqual([unscraped]);
    const { ports } = objects.find((each) => each.kind === 'Service').spec;
    expect(ports.map((each: any) => each.name)).toEqual(kind === MonitorKind.POD_MONITOR ? ['http'] : ['http', 'http-metrics']);
  });

  test('are refused by the API server and by schemas alike', async () => {
    const checks = new ManifestChecks({});
    const isFound = (object: any) => checks.checkWhole(object).some(({ isWarning }) => !isWarning);
    for (const object of UNACCEPTED) {
      const [endpoint] = object.spec.podMetricsEndpoints;
      const { status } = await cluster().client.tryApply(object);
      expect([endpoint, status, isFound(object)]).toEqual([endpoint, 422, true]);
    }
    expect(JUDGED.filter(({ object }) => isFound(object)).map(({ title }) => title)).toEqual([]);
  });

  test('break the whole configuration, by a user and a token in a file', async () => {
    const { client } = cluster();
    for (const object of [LAX, BREAKING]) await client.apply(object);
    const config = await eventually(async () => {
      const secret = await client.get({ apiVersion: 'v1', kind: 'Secret', metadata: { ...LAX.metadata, name: 'prometheus-lax' } });
      const packed = secret?.data?.['prometheus.yaml.gz'];
      const text = packed && gunzipSync(Buffer.from(packed, 'base64')).toString();
      return text?.includes(BREAKING.metadata.name) ? text : undefined;
    }, () => 'the operator leaves it out', PATIENCE);
    const folder = temporaryFolder('breaking');
    writeFiles(folder, { 'prometheus.yml': config });
    const check = () => execFileSync(programOf('promtool'), ['check', 'config', '--syntax-only', `${folder}/prometheus.yml`], { stdio: 'pipe' });
    expect(check).toThrow(/at most one of basic_auth, .*bearer_token_file must be configured/);
    // the other pods have no monitor here
    const judged = judgeObjects([...MONITORED_OBJECTS, BREAKING, LAX]).filter(({ of }) => of.kind !== 'Deployment');
    expect(judged.map(said)).toEqual(['warning password-in-manifest stringData', 'error invalid-value']);
  });
});
