import { join } from 'path';
import { stringify } from 'yaml';
import { describeWith, freePort, LOOPBACK, temporaryFolder, writeFiles } from './support';
import { GuardedScraper, SECOND, cli, startGuardedScraper, startPod } from './support/cli';
import { Sides, clusterOf } from './support/monitor-scrapes';
import * as kubernetes from '../verify/kubernetes-manifests';

const { BY_ANNOTATIONS, deployment, endpoint, object, podMonitor, relabelings, service, serviceMonitor } = kubernetes;

const PORTS = ['web', 'extra', 'behind', 'weblogic', 'broken', 'moved'] as const;
type Ports = Record<typeof PORTS[number], number>;

const job = (component: string, suffix = '') => `hello_ns_${component}${suffix}`;

/** Where the pods of each component are. */
const TWO = [LOOPBACK, SECOND];
const ADDRESSES = { web: TWO, behind: [LOOPBACK], weblogic: TWO, broken: [LOOPBACK], moved: [LOOPBACK], idle: [] };

/** The workloads of an application. */
function workloads(ports: Ports): object[] {
  return [
    deployment([{ name: 'http', containerPort: ports.web }, { containerPort: ports.extra }], 'web'),
    deployment([{ name: 'metrics', containerPort: ports.behind }], 'behind'),
    service([{ name: 'http', port: 80, targetPort: 'metrics' }], 'behind'),
    object('weblogic.oracle/v9', 'Domain', 'weblogic', { spec: { domainUID: 'domain', image: 'example/wls:1', serverPod: { labels: kubernetes.podLabels('weblogic') } } }),
    deployment([{ name: 'http', containerPort: ports.broken }], 'broken'),
    deployment([{ name: 'http', containerPort: ports.moved }], 'moved'),
    deployment([], 'idle'),
    object('v1', 'ConfigMap', 'config'),
  ].map(withSelector);
}

/** A Service finds its pods by the labels of its component. */
function withSelector(given: any): any {
  if (given.kind !== 'Service') return given;
  const { 'app.oam.dev/name': name, 'app.oam.dev/component': component } = given.metadata.labels;
  return { ...given, spec: { ...given.spec, selector: { 'app.oam.dev/name': name, 'app.oam.dev/component': component } } };
}

/** Their monitors, but for what is changed. */
function monitors(ports: Ports, changed: Readonly<Record<string, object>> = {}): object[] {
  const all: Record<string, object> = {
    web: podMonitor([endpoint(job('web')), endpoint(job('web', '_1'), { portNumber: ports.extra, path: '/stats' })], 'web'),
    behind: serviceMonitor([endpoint(job('behind'))], 'behind'),
    weblogic: podMonitor([{ scheme: 'http', relabelings: relabelings(job('weblogic'), ...BY_ANNOTATIONS) }], 'weblogic'),
    broken: podMonitor([endpoint(job('broken'))], 'broken'),
    moved: podMonitor([endpoint(job('moved'))], 'moved'),
  };
  return Object.values({ ...all, ...changed });
}

/** A monitor that belongs to no component. */
const foreign = (name: string, port: string) => podMonitor([{ port }], 'web', { metadata: { name, labels: {} } });

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'cdk8s-oam verify, of monitors that a Prometheus scrapes', () => {
  const folder = temporaryFolder('manifests');
  let ports: Ports;
  let scraper: GuardedScraper;
  const verify = async (name: string, ...args: string[]) => cli(['verify', join(folder, name), ...scraper.args, ...args], { password: scraper.password });
  /** As a table would be, with its age alone left out. */
  const rows = (stdout: string) => stdout.trimEnd().split('\n').slice(1).map((line) => line.replace(/ \d+s( +)/, ' AGE$1').trimEnd().split(/ {2,}/));
  const files = (name: string, ...objects: object[]) => writeFiles(folder, { [name]: objects.map((each) => `---\n${stringify(each)}`).join('') });

  beforeAll(async () => {
    ports = Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, await freePort()]))) as Ports;
    // what the cluster has: the monitor of one component sets another job, and what scraped before runs on
    const applied = [...monitors(ports, { moved: podMonitor([endpoint('hello_ns')], 'moved') }), foreign('hand', 'http')];
    const before = [podMonitor([endpoint('all-pods')], 'web')];
    const sides = new Sides({});
    const found = sides.inFiles('cluster', clusterOf(workloads(ports), ADDRESSES, ports.weblogic));
    sides.addMonitors('operator', applied, found).addMonitors('before', before, found);
    const up = [ports.web, ports.extra, ports.weblogic].flatMap((port) => [startPod(port), startPod(port, SECOND)]);
    await Promise.all([...up, startPod(ports.behind), startPod(ports.moved)]);
    // the names of the jobs as the operator writes them
    scraper = await startGuardedScraper({ config: sides.config().replaceAll('job_name: operator ', 'job_name: '), files: sides.files });
    await scraper.hasTargets(13);
  });

  test('what is rendered', async () => {
    files('all.yaml', ...workloads(ports), ...monitors(ports));
    const { status, stdout, stderr } = await verify('all.yaml');
    const refused = `Get "http://${LOOPBACK}:${ports.broken}/metrics": dial tcp ${LOOPBACK}:${ports.broken}: connect: connection refused`;
    expect(rows(stdout)).toEqual([
      ['hello', 'web', `:${ports.web}/metrics`, 'up', '2', '6', 'AGE', 'hello_ns_web'],
      ['hello', 'web', `:${ports.extra}/stats`, 'up', '2', '6', 'AGE', 'hello_ns_web_1'],
      ['hello', 'behind', `:${ports.behind}/metrics`, 'up', '1', '3', 'AGE', 'hello_ns_behind'],
      ['hello', 'weblogic', ':*', 'up', '2', '6', 'AGE', 'hello_ns_weblogic'],
      ['hello', 'broken', `:${ports.broken}/metrics`, 'down', '1', '0', 'AGE', 'hello_ns_broken', `the target is down: ${refused}`],
      ['hello', 'moved', `:${ports.moved}/metrics`, 'wrong-labels', '1', '3', 'AGE', 'hello_ns', 'the target has wrong labels: job is "hello_ns" and not "hello_ns_moved"'],
      ['hello', 'idle', '-', '-', '0', '-', '-', '-', 'no monitor selects it'],
      ['hello', 'config', '-', '-', '0', '-', '-', '-', 'a ConfigMap is not scraped'],
    ]);
    expect([status, stderr]).toEqual([1, '4 of 6 endpoints are up\n']);
  });

  test('monitors that belong to no component', async () => {
    const [web] = workloads(ports);
    files('foreign.yaml', web, foreign('hand', 'http'), foreign('other', 'http'));
    const { status, stdout } = await verify('foreign.yaml');
    const place = `:${ports.web}/metrics`;
    expect([status, rows(stdout)]).toEqual([1, [
      ['hello', 'web', '-', '-', '0', '-', '-', '-', 'no monitor selects it'],
      ['-', 'PodMonitor hand', place, 'up', '2', '6', 'AGE', 'ns/hand'],
      ['-', 'PodMonitor other', place, 'missing', '0', '-', '-', '-', 'no such target'],
    ]]);
    files('alone.yaml', foreign('hand', 'http'), foreign('other', 'http'));
    const alone = await verify('alone.yaml');
    expect([alone.status, rows(alone.stdout).map((row) => row.slice(0, 5))])
      .toEqual([0, [['-', 'PodMonitor hand', ':*', 'up', '2'], ['-', 'PodMonitor other', ':*', 'unknown', '0']]]);
  });

  test('the monitors alone', async () => {
    files('monitors.yaml', ...monitors(ports).slice(0, 3));
    const { status, stdout } = await verify('monitors.yaml');
    expect([status, rows(stdout).map((row) => row.slice(1, 4))])
      .toEqual([0, [['web', ':*/metrics', 'up'], ['web', `:${ports.extra}/stats`, 'up'], ['behind', ':*/metrics', 'up'], ['weblogic', ':*', 'up']]]);
  });
});
