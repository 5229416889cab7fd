import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  ApplicationConfiguration, Component, ComponentBinding, CronJobWorkload, DaemonSetWorkload, DeploymentWorkload, JobWorkload, KubernetesPlatform,
  MetricsTrait, MonitoringProvider, OamPlatform, Platform, PodSecurity, StatefulSetWorkload, Workload,
} from '../../../src';
import { messageOf } from '../../support/message';
import { SHORT_SUBDOMAIN } from '../../support/texts';

const kubernetes = () => new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'r', namespace: 'monitoring' }) });

function declare(platform: Platform, add: (application: ApplicationConfiguration, chart: Chart) => void) {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  Platform.install(chart, platform);
  const application = new ApplicationConfiguration(chart, 'shop');
  add(application, chart);
  return { application, chart };
}

const IMAGE = { image: 'example/web:1', resources: { requests: { cpu: '1', memory: '1Gi' } } };
const SERVED = { ...IMAGE, ports: [{ name: 'metrics', port: 9090 }] };
const CRON = { ...IMAGE, schedule: '@daily' };

type Way = [string, (application: ApplicationConfiguration) => ComponentBinding, () => Workload];
const WAYS: readonly Way[] = [
  ['addDeployment', a => a.addDeployment('web', SERVED), () => new DeploymentWorkload(SERVED)],
  ['addStatefulSet', a => a.addStatefulSet('web', SERVED), () => new StatefulSetWorkload(SERVED)],
  ['addDaemonSet', a => a.addDaemonSet('web', SERVED), () => new DaemonSetWorkload(SERVED)],
  ['addJob', a => a.addJob('web', IMAGE), () => new JobWorkload(IMAGE)],
  ['addCronJob', a => a.addCronJob('web', CRON), () => new CronJobWorkload(CRON)],
];

const keyOf = ({ kind, metadata }: any) => `${kind} ${metadata.name}`;
const byKind = (objects: any[]) => [...objects].sort((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);

describe.each([['OAM', () => OamPlatform.verrazzano()], ['Kubernetes', kubernetes]])('on %s', (_, platform) => {
  test.each(WAYS)('%s renders what addComponent() renders of a Component', (__, add, workload) => {
    const short = declare(platform(), application => { add(application); }).chart.toJson();
    const long = declare(platform(), (application, chart) => {
      application.addComponent(new Component(chart, 'web', { workload: workload() }));
    }).chart.toJson();

    expect(byKind(short)).toEqual(byKind(long));
  });
});

test('the Components precede the ApplicationConfiguration that names them', () => {
  const { chart } = declare(OamPlatform.verrazzano(), application => { application.addDeployment('web', IMAGE); });

  expect(chart.toJson().map(({ kind }) => kind)).toEqual(['Component', 'ApplicationConfiguration']);
});

test('application and component may have the same name, also that of the scope of components', () => {
  const { application } = declare(kubernetes(), shop => {
    shop.addDeployment('shop', SERVED);
    shop.addDeployment('components', IMAGE);
  });

  expect(application.bindings.map(({ node }) => node.path)).toEqual(['shop/shop/shop', 'shop/shop/components']);
});

test('an id is free again after a declaration that failed', () => {
  const { application } = declare(new KubernetesPlatform({ defaults: { podSecurity: PodSecurity.RESTRICTED } }), shop => {
    expect(messageOf(() => shop.addDeployment('web', { ...IMAGE, securityContext: { privileged: true } }))).toContain('[shop/shop/web] pod-security: ');
    shop.addDeployment('web', IMAGE);
  });

  expect(application.bindings.map(({ node }) => node.path)).toEqual(['shop/shop/web']);
  expect(Chart.of(application).toJson().map(keyOf)).toEqual(['Deployment web']);
});

test('a scope of the program that is called Components is none of the application', () => {
  const { chart } = declare(kubernetes(), (shop, scope) => {
    const workload = new DeploymentWorkload({ ...IMAGE, podSpec: { containers: [{ name: 'wep', tty: true }] } });
    new Construct(scope, 'web');
    shop.addComponent(new Component(new Construct(scope, 'Components'), 'web', { workload }));
  });

  expect(messageOf(() => chart.toJson())).toContain("[shop/shop/web] missing-field: 'workload.podSpec.containers[0].image' ");
});

test('the binding takes traits', () => {
  const { chart } = declare(kubernetes(), shop => {
    new MetricsTrait(shop.addDeployment('web', { ...IMAGE, ports: [{ name: 'http', port: 8080 }] }), 'metrics', { path: '/m' });
  });

  expect(chart.toJson().find(({ kind }) => kind === 'PodMonitor').spec.podMetricsEndpoints).toMatchObject([{ port: 'http', path: '/m' }]);
});

test.each<[string, (application: ApplicationConfiguration) => unknown, string]>([
  ['an id is no name', a => a.addDeployment('Web 1', IMAGE), `[shop/shop] invalid-name: 'id' ${SHORT_SUBDOMAIN}, got "Web 1"`],
  ['an id is missing', a => a.addJob(undefined as never, IMAGE), `[shop/shop] invalid-name: 'id' ${SHORT_SUBDOMAIN}, got nothing`],
  ['an id is taken', a => [a.addDeployment('web', IMAGE), a.addJob('web', IMAGE)],
    "[shop/shop/web] duplicate-name: 'id' is that of another component of the application; give each component its own id"],
  ['a prop is wrong', a => ['ok', 'web'].map(id => a.addDeployment(id, { ...IMAGE, ports: [{ port: id === 'ok' ? 1 : 0 }] })),
    "[shop/shop/web] invalid-port: 'ports[0].port' must be an integer from 1 to 65535, got 0"],
  ['props are missing', a => a.addDeployment('web', undefined as never),
    "[shop/shop/web] missing-field: 'image' is required; give the image of the container, or list the containers in 'podSpec'"],
])('fails where %s, and names the component', (_, add, message) => {
  declare(kubernetes(), application => {
    expect(messageOf(() => add(application))).toBe(message);
  });
});

test('on OAM too, where the rules judge what is rendered', () => {
  const { chart } = declare(OamPlatform.verrazzano(), shop => {
    shop.addDeployment('web', { ...IMAGE, resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '1' } } });
  });

  expect(messageOf(() => (chart.node.root as App).synthYaml())).toContain('[shop/shop/web] schema-violation: ');
});

test('at synthesis a finding names the binding and the prop of the workload', () => {
  const { chart } = declare(kubernetes(), shop => { shop.addDeployment('web', { ...IMAGE, overrides: { spec: { replicass: 2 } } }); });

  expect(messageOf(() => chart.toJson())).toContain('[shop/shop/web] unknown-field: ');
});
