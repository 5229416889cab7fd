import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { describeWith, freePort, LOOPBACK, temporaryFolder } from './support';
import { GuardedScraper, SECOND, cli, startGuardedScraper, startPod } from './support/cli';
import { Sides, clusterOf } from './support/monitor-scrapes';
import { platformComponents } from './support/pods';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, MonitoringProvider, MetricsTrait, OamPlatform, Platform,
  WebLogicDomainVersion, WebLogicWorkload,
} from '../../src';

const NAMESPACE = 'bobs-shop-in-the-town';
/** A component whose job has more than 63 characters. */
const LONG = 'recommendations-for-customers-who-come-again';
const CREDENTIALS = 'payment-credentials';
const ADDRESSES = { web: [LOOPBACK, SECOND], [LONG]: [LOOPBACK], payment: [LOOPBACK, SECOND] };

type Ports = Record<'web' | 'extra' | 'long' | 'payment', number>;

/** Renders the application; gives the file. */
function render(platform: Platform, ports: Ports): string {
  const outdir = temporaryFolder('dist');
  const app = new App({ outdir });
  const chart = new Chart(app, 'shop', { namespace: NAMESPACE });
  Platform.install(app, platform);
  const shop = new ApplicationConfiguration(chart, 'application-of-a-test', { metadata: { name: 'shop' } });
  const pods = (...containerPorts: number[]) => new ContainerizedWorkload({
    containers: [{ name: 'main', image: 'example/main:1', ports: containerPorts.map((containerPort, index) => ({ name: `http${'x'.repeat(index)}`, containerPort })) }],
  });
  const add = (name: string, workload: ContainerizedWorkload | WebLogicWorkload) => shop.addComponent(new Component(chart, name, { workload }));
  new MetricsTrait(add('web', pods(ports.web, ports.extra)), 'metrics', { ports: [{ port: ports.web }, { port: ports.extra, path: '/stats' }] });
  new MetricsTrait(add(LONG, pods(ports.long)), 'metrics', { port: ports.long });
  new MetricsTrait(add('payment', new WebLogicWorkload({
    domainVersion: WebLogicDomainVersion.V9,
    template: { name: 'payment', spec: { domainUID: 'payment', image: 'example/wls:1', webLogicCredentialsSecret: { name: CREDENTIALS }, serverPod: { labels: {} } } },
  })), 'metrics');
  app.synth();
  return join(outdir, readdirSync(outdir)[0]);
}

const objectsOf = (file: string): any[] => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'cdk8s-oam verify, while an application leaves the platform', () => {
  let ports: Ports;
  let oam: string;
  let kubernetes: string;
  let before: GuardedScraper;
  let after: GuardedScraper;
  const verify = async ({ args, password }: GuardedScraper, ...files: string[]) => cli(['verify', ...files, ...args], { password });
  /** Component, endpoint, state, number of targets, job and reason. */
  const rows = (stdout: string) => stdout.trimEnd().split('\n').slice(1)
    .map((line) => line.trimEnd().split(/ {2,}/)).map((row) => [...row.slice(1, 5), ...row.slice(7)]);

  beforeAll(async () => {
    ports = { web: await freePort(), extra: await freePort(), long: await freePort(), payment: await freePort() };
    oam = render(OamPlatform.verrazzano(), ports);
    kubernetes = render(new KubernetesPlatform({
      metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
    }), ports);
    const secrets = { [CREDENTIALS]: { username: 'weblogic', password: 'of-a-test' } };
    const platform = platformComponents(objectsOf(oam), ADDRESSES, ports.payment);
    const ofPlatform = new Sides(secrets);
    ofPlatform.addPlatform('platform', platform, ofPlatform.inFiles('platform', { pods: platform.flatMap(({ pods }) => pods), services: [] }));
    const rendered = objectsOf(kubernetes);
    const ofMonitors = new Sides(secrets);
    const found = ofMonitors.inFiles('cluster', clusterOf(rendered, ADDRESSES, ports.payment));
    ofMonitors.addMonitors('operator', rendered.filter(({ kind }) => kind === 'PodMonitor'), found);
    const twice = [ports.web, ports.extra, ports.payment].flatMap((port) => [startPod(port), startPod(port, SECOND)]);
    await Promise.all([startPod(ports.long), ...twice]);
    const start = async (sides: Sides) => startGuardedScraper({ config: sides.config(), files: sides.files });
    [before, after] = await Promise.all([ofPlatform, ofMonitors].map(start));
    await Promise.all([before.hasTargets(7), after.hasTargets(7)]);
  });

  const job = (component: string, suffix = '') => `shop_${NAMESPACE}_${component}${suffix}`;
  const web = () => [
    ['web', `:${ports.web}/metrics`, 'up', '2', job('web')],
    ['web', `:${ports.extra}/stats`, 'up', '2', job('web', '_1')],
  ];

  test('on the platform it is as the applications have it', async () => {
    const { status, stdout, stderr } = await verify(before, oam);
    expect(rows(stdout)).toEqual([
      ...web(),
      [LONG, `:${ports.long}/metrics`, 'up', '1', `shop_${NAMESPACE}`],
      ['payment', ':*/wls-exporter/metrics', 'up', '2', job('payment')],
    ]);
    expect([status, stderr]).toEqual([0, '4 of 4 endpoints are up\n']);
  });

  test('before it leaves, the monitors tell which job will change', async () => {
    const { status, stdout, stderr } = await verify(before, kubernetes);
    expect(rows(stdout)).toEqual([
      ...web(),
      [LONG, `:${ports.long}/metrics`, 'wrong-labels', '1', `shop_${NAMESPACE}`, `the target has wrong labels: job is "shop_${NAMESPACE}" and not "${job(LONG)}"`],
      ['payment', ':*', 'up', '2', job('payment')],
    ]);
    expect([status, stderr]).toEqual([1, '3 of 4 endpoints are up\n']);
  });

  test('when it has left, it is as the monitors have it', async () => {
    const { status, stdout, stderr } = await verify(after, kubernetes);
    expect(rows(stdout)).toEqual([
      ...web(),
      [LONG, `:${ports.long}/metrics`, 'up', '1', job(LONG)],
      ['payment', ':*', 'up', '2', job('payment')],
    ]);
    expect([status, stderr]).toEqual([0, '4 of 4 endpoints are up\n']);
  });

  test('and as the applications have it; both together are verified both', async () => {
    expect(await verify(after, oam)).toMatchObject({ status: 0, stderr: '4 of 4 endpoints are up\n' });
    expect(await verify(after, oam, kubernetes)).toMatchObject({ status: 0, stderr: '8 of 8 endpoints are up\n' });
  });
});
