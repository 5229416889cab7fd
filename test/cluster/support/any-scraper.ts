/** The examples on platforms that differ in their scraper, and the configurations by which these scrape. */
import { Construct } from 'constructs';
import { stringify } from 'yaml';
import { Example, runExample } from './examples';
import { comparable, inOrder, sorted } from './expected';
import { PROMETHEUS } from './monitored';
import { Monitoring } from './monitoring';
import { IngressController, IngressProvider, KubernetesPlatform, MonitoringProvider, TlsCertificate } from '../../../src';
import { PROGRAMS } from '../../examples/programs';

export const { name: NAME, namespace: NAMESPACE } = PROMETHEUS.metadata;

/** Runs all examples that have components, each with a provider of its own. */
export function runExamples(metricsOf: (app: Construct, index: number) => MonitoringProvider): Example[] {
  const ran = PROGRAMS.map((program, index) => runExample(program, (_, app) => new KubernetesPlatform({
    metrics: metricsOf(app, index),
    ingress: IngressProvider.ingress({
      controller: IngressController.ingressNginx({ className: 'nginx' }), domain: 'apps.example.com', tls: TlsCertificate.issuer('letsencrypt'),
    }),
    scraperUser: 'metrics',
  })));
  return ran.filter(({ components }) => components.length > 0);
}

/** A configuration that scrapes often. */
export function configuration(fields: object): string {
  return stringify({ global: { scrape_interval: '1s' }, ...fields });
}

/** Series that tell how a scrape went, of which each maker has others; `up` is the same. */
const OF_A_SCRAPE = /^scrape_/;

/** What a scraper has: each target with its labels, and the labels of each series. */
export interface Found {
  readonly targets: object;
  readonly series: readonly object[];
}

/** All that a scraper has found. */
export async function foundBy(scrapers: readonly Monitoring[]): Promise<Found> {
  const [targets, series] = await Promise.all([
    Promise.all(scrapers.map(async (each) => each.targets())),
    Promise.all(scrapers.map(async (each) => each.query('{__name__=~".+"}'))),
  ]);
  const labels = series.flat().map((each) => inOrder(each.labels)).filter(({ __name__ }) => !OF_A_SCRAPE.test(__name__));
  return { targets: comparable(targets.flat()), series: sorted(labels) };
}
