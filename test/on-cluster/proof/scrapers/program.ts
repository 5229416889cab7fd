/** A program whose endpoints have all that a scrape job can have, for a scraper that reads its jobs in some form. */
import { App, Chart, Duration } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, KubernetesPlatform, MetricsTrait, MonitoringProvider, Platform,
  RelabelAction, ScrapeConfiguration, ScrapeConfigurationForm, ScrapeProtocol, ScrapeScheme,
} from '../../../../src';
import { certificate, newAuthority } from '../../../verify/query/certificate';
import { secretOf } from '../../support/example-pods';
import type { Site } from '../../support/kubelet';
import { PROMETHEUS } from '../../support/monitoring';
import { folderOf } from '../../support/scrape-files';

const { namespace: SYSTEM } = PROMETHEUS.metadata;

export const NAMESPACES = ['shop', 'blog'] as const;

/** What scrapers mount copies of, by `<namespace>/<name>`. */
export const SECRETS = ['shop/orders-user', 'blog/posts-token'] as const;
export const AUTHORITY = 'blog/posts-ca';

/** Helm executes templates, and a Collector expands variables. */
const ODD_PATH = '/metrics/{{.Values}}/${HOME}/$1';

const USER = { username: 'orders', password: 'right' };
const TOKEN = 'token-of-posts';
const SERVER_NAME = 'posts.blog.svc';
const PORT = { http: 8080, admin: 9000, https: 8443 };

const binding = (chart: Chart, application: ApplicationConfiguration, name: string): ComponentBinding => {
  const ports = Object.entries(PORT).map(([each, containerPort]) => ({ name: each, containerPort }));
  const workload = new ContainerizedWorkload({ name, labels: { 'app': name, 'example.com/team': 'a' }, containers: [{ name, image: `example/${name}:1`, ports }] });
  return application.addComponent(new Component(chart, name, { workload }));
};

/** Runs the program, and answers its objects. */
export function write(form: ScrapeConfigurationForm): { objects: any[] } {
  const app = new App();
  const configuration = new ScrapeConfiguration(new Chart(app, 'scraping', { namespace: SYSTEM }), form, { form });
  Platform.install(app, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheus({
      configuration,
      name: 'prometheus',
      podLabels: { app: 'prometheus' },
      secretFolders: Object.fromEntries(SECRETS.map((key) => [key, folderOf(key)])),
      configMapFolders: { [AUTHORITY]: folderOf(AUTHORITY) },
      scrape: { interval: Duration.seconds(1), timeout: Duration.seconds(1) },
    }),
  }));
  const [shop, blog] = NAMESPACES.map((namespace) => new Chart(app, namespace, { namespace }));
  const [ofShop, ofBlog] = [shop, blog].map((chart) => new ApplicationConfiguration(chart, 'app'));
  new MetricsTrait(binding(shop, ofShop, 'cart'), 'metrics', {
    ports: [{ port: PORT.http }, { port: PORT.admin, path: ODD_PATH }],
  });
  new MetricsTrait(binding(shop, ofShop, 'orders'), 'metrics', {
    secret: 'orders-user',
    sampleLimit: 100,
    labelLimit: 50,
    fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4,
    ports: [{
      port: PORT.http,
      keepMetrics: ['requests_.*', '\\{\\{.*'],
      metricRelabelings: [
        { sourceLabels: ['code'], regex: '(\\d)\\d\\d', targetLabel: 'class', replacement: '${1}xx' },
        { sourceLabels: ['code'], regex: '(\\d)(\\d\\d)', targetLabel: 'rest', replacement: '$2' },
        { action: RelabelAction.LABEL_DROP, regex: 'code' },
      ],
    }],
  });
  const tls = { ca: { configMap: { name: 'posts-ca', key: 'ca.crt' } }, serverName: SERVER_NAME };
  new MetricsTrait(binding(blog, ofBlog, 'posts'), 'metrics', {
    ports: [{ port: PORT.https, scheme: ScrapeScheme.HTTPS, tls, authorization: { credentials: { name: 'posts-token', key: 'token' } } }],
  });
  return { objects: parseAllDocuments(app.synthYaml()).map((document) => document.toJS()).filter(Boolean) };
}

const BODY = 'requests_total{code="200"} 7\nrequests_total{code="500"} 1\nbuild_info{version="1.0"} 1\n';

/** What is around the program: Secrets and a certificate's authority in the applications' namespaces, and what their pods serve. */
export function around(): { objects: any[]; sites: (pod: any) => Site[] } {
  const authority = newAuthority();
  const tls = certificate(SERVER_NAME, { authority, hosts: [SERVER_NAME] });
  const [name, namespace] = AUTHORITY.split('/').reverse();
  const sites: Record<string, Site[]> = {
    cart: [{ port: PORT.http, path: '/metrics', body: BODY }, { port: PORT.admin, path: encodeURI(ODD_PATH), body: BODY }],
    orders: [{ port: PORT.http, path: '/metrics', body: BODY, user: USER }],
    posts: [{ port: PORT.https, path: '/metrics', body: BODY, token: TOKEN, tls }],
  };
  return {
    objects: [
      secretOf(SECRETS[0], USER),
      { ...secretOf(SECRETS[1], USER), stringData: { token: TOKEN } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { 'ca.crt': authority.cert } },
    ],
    sites: ({ metadata }) => sites[metadata.labels['app.oam.dev/component']] ?? [],
  };
}
