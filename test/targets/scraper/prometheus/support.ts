import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ComponentBinding, DeploymentWorkload, KubernetesPlatform, MonitoringProvider, PrometheusScraperProps,
  Platform, PrometheusScraper, ScrapeOptions,
} from '../../../../src';
import { schemaErrorsOf } from '../../../support/schemas';

/** A scraper, and the chart of namespace `shop` whose components it scrapes. */
export interface Scraped {
  readonly monitoring: Chart;
  readonly scraper: PrometheusScraper;
  readonly shop: Chart;
}

export const VERSION = '3.14.0';

/** The chart of the scraper. */
export function monitoringChart(): Chart {
  return new Chart(new App(), 'monitoring', { namespace: 'monitoring' });
}

/** A scraper that the operator runs. */
export function operated(props: Partial<PrometheusScraperProps> = {}, chart = monitoringChart()): PrometheusScraper {
  return new PrometheusScraper(chart, 'prometheus', { version: VERSION, allowFrom: [], storage: { size: '50Gi' }, ...props });
}

/** The same with a platform and a chart for components. */
export function scrapedBy(scraper: PrometheusScraper, options?: ScrapeOptions): Scraped {
  const monitoring = Chart.of(scraper);
  const app = App.of(scraper);
  Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.scraper(scraper, options), scraperUser: 'admin' }));
  return { monitoring, scraper, shop: new Chart(app, 'shop', { namespace: 'shop' }) };
}

/** Binds a component with a metrics port. */
export function bindIn(chart: Chart, name = 'cart'): ComponentBinding {
  const resources = { requests: { cpu: '10m', memory: '16Mi' } };
  const workload = new DeploymentWorkload({ image: 'example/main:1', ports: [{ name: 'metrics', port: 9100 }], resources });
  const application = chart.node.tryFindChild('app') as ApplicationConfiguration | undefined ?? new ApplicationConfiguration(chart, 'app');
  return application.addComponent(new Component(chart, name, { workload }));
}

/** What a chart renders; it must be valid. */
export function validIn(chart: Chart): any[] {
  const objects = chart.toJson();
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

/** The one object of a kind. */
export function onlyIn(chart: Chart, kind: string): any {
  const those = validIn(chart).filter(object => object.kind === kind);
  expect(those).toHaveLength(1);
  return those[0];
}
