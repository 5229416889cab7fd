import { App, Chart } from 'cdk8s';
import { parse } from 'yaml';
import { bindOn, findingsOf, kubernetes } from './support';
import {
  ComponentBinding, MetricsTrait, MetricsTraitProps, MonitoringProvider, Platform, PrometheusProps, ScrapeConfiguration, ScrapeConfigurationForm,
  ScrapeConfigurationProps, Workload,
} from '../../../src';
import { schemaErrorsOf } from '../../support/schemas';

/** A configuration of the Prometheus `monitoring/prometheus`, and a chart `c` of the namespace `ns` whose components are scraped by it. */
export interface PlainApp {
  readonly app: App;
  readonly configuration: ScrapeConfiguration;
  readonly chart: Chart;
}

export function plainApp(props: ScrapeConfigurationProps = {}, more: Partial<PrometheusProps> = {}): PlainApp {
  const app = new App();
  const configuration = new ScrapeConfiguration(new Chart(app, 'monitoring', { namespace: 'monitoring' }), 'scrape', props);
  const metrics = MonitoringProvider.prometheus({ configuration, name: 'prometheus', podLabels: { app: 'prometheus' }, ...more });
  const chart = new Chart(app, 'c', { namespace: 'ns' });
  // of the app whose configuration was made before, since the provider needs it
  Platform.install(app, kubernetes({ metrics }));
  return { app, configuration, chart };
}

/** The objects of a configuration; the app must be valid. */
export function configured({ configuration }: PlainApp): any[] {
  expect(findingsOf(configuration)).toEqual([]);
  const objects = Chart.of(configuration).toJson();
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

/** The text of an object with jobs. */
export function textIn({ kind, data }: any): string {
  const [text] = Object.values<string>(data);
  return kind === 'Secret' ? Buffer.from(text, 'base64').toString() : text;
}

/** What stands in ConfigMaps of the form FILES, by their keys. */
export function jobsByFile(given: PlainApp): Record<string, any[]> {
  return Object.fromEntries(configured(given).flatMap(({ data }) =>
    Object.entries<string>(data).map(([key, text]) => [key, parse(text, { version: '1.1' }).scrape_configs])));
}

/** The only job of the component `greet`. */
export function jobOf(given: PlainApp): any {
  const all = Object.values(jobsByFile(given)).flat();
  expect(all).toHaveLength(1);
  return all[0];
}

/** The component `greet`, with a MetricsTrait, by a Prometheus that finds Secrets where they are mounted. */
export function scrapedBy(
  trait: MetricsTraitProps, more: Partial<PrometheusProps> = {}, workload?: Workload,
): PlainApp & { readonly binding: ComponentBinding } {
  const given = plainApp({}, more);
  const binding = bindOn(given.chart, workload);
  new MetricsTrait(binding, 'metrics', trait);
  return { ...given, binding };
}

export const FORMS = Object.values(ScrapeConfigurationForm);
