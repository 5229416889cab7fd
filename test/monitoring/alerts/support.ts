import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { writeTests } from './rule-tests';
import {
  ApplicationConfiguration, AutoscalerTrait, Component, ComponentBinding, CronJobWorkload, DaemonSetWorkload, DeploymentWorkload, JobWorkload,
  KubernetesPlatformProps, CustomWorkload, MetricsAlerts, MetricsTrait, MonitoringProvider,
  Platform, PrometheusScraper, ScrapeConfiguration, ScrapeConfigurationForm,
  StatefulSetWorkload, Workload,
} from '../../../src';
import { findingsOf, kubernetes, prometheus } from '../../targets/kubernetes/support';
import { schemaErrorsOf } from '../../support/schemas';

/** A Prometheus, `monitoring/k8s`, that takes every monitor and every rule. */
export const RULES = prometheus({ ruleSelector: {}, ruleNamespaceSelector: {} });

/** A chart `shop` of the namespace `shop`. */
export function shop(props: Partial<KubernetesPlatformProps> = RULES): Chart {
  const app = new App();
  Platform.install(app, kubernetes(props));
  return new Chart(app, 'shop', { namespace: 'shop' });
}

const PORTS = { image: 'example/main:1', ports: [{ name: 'http', port: 8080 }], resources: { requests: { cpu: '1' } } };

/** A component of the application `cart`, scraped at port 8080. */
export function scraped(application: ApplicationConfiguration, name: string, workload: Workload = deployment()): ComponentBinding {
  const binding = application.addComponent(new Component(application, name, { workload }));
  new MetricsTrait(binding, 'metrics', { port: 8080 });
  return binding;
}

export const deployment = (replicas?: number): Workload => new DeploymentWorkload({ ...PORTS, replicas });

/** A component of each kind. */
export function everyKind(chart: Chart): ApplicationConfiguration {
  const application = new ApplicationConfiguration(chart, 'cart');
  scraped(application, 'one');
  scraped(application, 'three', deployment(3));
  scraped(application, 'none', deployment(0));
  scraped(application, 'state', new StatefulSetWorkload({ ...PORTS, replicas: 2 }));
  scraped(application, 'agent', new DaemonSetWorkload(PORTS));
  scraped(application, 'job', new JobWorkload(PORTS));
  scraped(application, 'nightly', new CronJobWorkload({ ...PORTS, schedule: '0 3 * * *' }));
  new AutoscalerTrait(scraped(application, 'scaled', deployment()), 'scaler', { minReplicas: 2, maxReplicas: 9, cpuUtilization: 80 });
  const two = application.addComponent(new Component(application, 'ports', { workload: deployment(2) }));
  new MetricsTrait(two, 'metrics', { ports: [{ port: 8080, path: '/metrics' }, { port: 8080, path: '/others' }] });
  scraped(application, 'set', manifest('apps/v1', 'ReplicaSet', { replicas: 2, selector: { matchLabels: LABELS }, template: TEMPLATE }));
  scraped(application, 'old', manifest('v1', 'ReplicationController', { replicas: 0, selector: LABELS, template: TEMPLATE }));
  scraped(application, 'once', manifest('v1', 'Pod', { ...POD, restartPolicy: 'Never' }, LABELS));
  return application;
}

const LABELS = { app: 'own' };
const POD = { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] };
const TEMPLATE = { metadata: { labels: LABELS }, spec: POD };

const manifest = (apiVersion: string, kind: string, spec: object, labels?: object): Workload =>
  new CustomWorkload({ manifest: { apiVersion, kind, metadata: { name: kind.toLowerCase(), labels }, spec } });

/** The objects of alerts; the app must be valid. */
export function alertObjects(alerts: MetricsAlerts): any[] {
  expect(findingsOf(alerts)).toEqual([]);
  const objects = Chart.of(alerts).toJson().filter(({ kind }: any) => ['PrometheusRule', 'VMRule', 'Rules', 'ConfigMap'].includes(kind));
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

const CACHE = process.env.CDK8S_OAM_CLUSTER_CACHE ?? join(homedir(), '.cache/cdk8s-oam/cluster');

/** A program of Debian, and that of Prometheus 3 if the tests on clusters have built it. */
export function programsOf(program: 'prometheus' | 'promtool'): string[] {
  const isBuilt = (name: string) => new RegExp(`^${program}-\\d`).test(name);
  return [program, ...existsSync(CACHE) ? readdirSync(CACHE).filter(isBuilt).map(name => join(CACHE, name)) : []];
}

export const promtools = (): string[] => programsOf('promtool');

/** What promtool says of the tests of alerts, which `write` may write in another way. */
export async function tested(promtool: string, alerts: MetricsAlerts, write = writeTests): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  write(folder, alerts);
  const run = (...args: string[]) => new Promise<string>(resolve =>
    execFile(promtool, args, { cwd: folder }, (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}` : '')));
  const said = [await run('check', 'rules', '--lint=all', '--lint-fatal', 'rules.yaml'), await run('test', 'rules', 'tests.yaml')];
  rmSync(folder, { recursive: true });
  return said.join('');
}

/** An application of a chart, with a component. */
export function cart(chart: Chart, id = 'cart'): ApplicationConfiguration {
  const application = new ApplicationConfiguration(chart, id);
  scraped(application, `${id}-one`);
  return application;
}

/** A chart of which a scraper of the program scrapes. */
export function withScraper(make: (chart: Chart) => PrometheusScraper): Chart {
  const app = new App();
  const scraper = make(new Chart(app, 'monitoring', { namespace: 'monitoring' }));
  Platform.install(app, kubernetes({ metrics: MonitoringProvider.scraper(scraper) }));
  return new Chart(app, 'shop', { namespace: 'shop' });
}

export const OPERATED = { version: '3.14.0', allowFrom: [{ namespace: 'grafana', podLabels: { app: 'grafana' } }], storage: { size: '10Gi' } };

/** A chart whose jobs are written into a configuration. */
export function withJobs(form?: ScrapeConfigurationForm): Chart {
  const app = new App();
  const configuration = new ScrapeConfiguration(new Chart(app, 'monitoring', { namespace: 'monitoring' }), 'scrape', { form });
  Platform.install(app, kubernetes({ metrics: MonitoringProvider.prometheus({ configuration, name: 'prometheus', podLabels: { app: 'prometheus' } }) }));
  return new Chart(app, 'shop', { namespace: 'shop' });
}
