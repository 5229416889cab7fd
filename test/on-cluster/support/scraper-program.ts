/** A program with a scraper of its own, and applications of two namespaces that it scrapes. */
import { App, Chart, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { Example, exampleOf } from './examples';
import { expectedTargets, ExpectedTarget, labelsOfPlatform, LabelsOfSet } from './expected';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, ManualScalerTrait, MetricsAlerts, MetricsTrait, MonitoringProvider,
  Platform,
  PrometheusScraper, PrometheusScraperProps,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

/** Where the scraper is, and where the applications are. */
export const SYSTEM = 'observability';
export const NAMESPACES = ['blog', 'shop'] as const;

/** What all scrapers of the tests have. */
export const PROPS = { scrapeInterval: Duration.seconds(1), allowFrom: [], accountAnnotations: { note: 'kept' } } satisfies Partial<PrometheusScraperProps>;

const PORTS = [{ name: 'http', containerPort: 8080 }];

/** The pods of scrapers really run. */
export const isOfApplication = ({ metadata }: any) => metadata.labels['app.oam.dev/component'] !== undefined;

/** What a program has beside its scraper. */
export interface ScrapedProgram {
  /** The namespace of a component that lets in only the user of a Secret. */
  readonly secretIn: string;
  /** Components of `shop` beside those that are always there. @default - none */
  readonly more?: readonly string[];
  /** Whether it is watched. @default false */
  readonly isWatched?: boolean;
}

/** Runs the program, with the scraper that is made. */
export function writeScraped(make: (chart: Construct) => PrometheusScraper, { secretIn, more = [], isWatched }: ScrapedProgram): Example {
  const app = new App({ outdir: temporaryFolder('scraper') });
  const scraper = make(new Chart(app, 'scraper', { namespace: SYSTEM }));
  Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.scraper(scraper) }));
  const add = (namespace: string, names: readonly string[]) => {
    const chart = new Chart(app, names[0], { namespace });
    const application = new ApplicationConfiguration(chart, 'app');
    return names.map((name) => {
      const workload = new ContainerizedWorkload({ name, containers: [{ name: 'main', image: `example/${name}:1.0`, ports: PORTS }] });
      return application.addComponent(new Component(chart, name, { workload }));
    });
  };
  add('blog', ['posts', 'authors']);
  const [front] = add('shop', ['front', 'orders', ...more]);
  new ManualScalerTrait(front, 'scaler', { replicaCount: 3 });
  const [closed] = add(secretIn, ['private']);
  new MetricsTrait(closed, 'metrics', { port: 8080, path: '/private', secret: 'private-user' });
  if (isWatched) new MetricsAlerts(new Chart(app, 'alerts', { namespace: 'shop' }), 'alerts');
  app.synth();
  return exampleOf('scraper', app);
}

/** The labels of the series, as docs/kubernetes-platform.md has them. */
const labels: LabelsOfSet = ({ name, labels: own }) => ({ ...labelsOfPlatform(own), pod_name: name, pod: name, container: 'main', endpoint: 'http' });

/** What it has to scrape. */
export async function targetsOf({ components }: Example, podsOf: (component: Example['components'][number]) => Promise<any[]>): Promise<ExpectedTarget[]> {
  return (await Promise.all(components.map(async (component) => expectedTargets(component, await podsOf(component), labels)))).flat();
}
