import { Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ComponentBinding, MetricsDashboard, MetricsDashboardProps, MetricsTrait, Workload,
} from '../../../src';
import { deployment, shop } from '../alerts/support';
import { findingsOf } from '../../targets/kubernetes/support';
import { schemaErrorsOf } from '../../support/schemas';

/** The application `cart` with a component of a name, scraped at port 8080. */
export function cart(chart: Chart, component = 'one', workload: Workload = deployment(2)): ApplicationConfiguration {
  const application = new ApplicationConfiguration(chart, 'cart');
  bound(application, component, workload);
  return application;
}

export function bound(application: ApplicationConfiguration, name: string, workload: Workload = deployment(2)): ComponentBinding {
  const binding = application.addComponent(new Component(application, name, { workload }));
  new MetricsTrait(binding, 'metrics', { port: 8080 });
  return binding;
}

/** A dashboard of the application `cart` with a component. */
export function shown(props: MetricsDashboardProps = {}, chart = shop()): MetricsDashboard {
  const dashboard = new MetricsDashboard(chart, 'dashboard', props);
  cart(chart);
  return dashboard;
}

/** The objects with dashboards; the app must be valid. */
export function dashboardObjects(dashboard: MetricsDashboard): any[] {
  expect(findingsOf(dashboard)).toEqual([]);
  const objects = dashboard.node.findAll().slice(1).map((each: any) => each.toJson());
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

/** The dashboards themselves. */
export const dashboardsOf = (dashboard: MetricsDashboard): any[] =>
  dashboardObjects(dashboard).map(({ data, spec }) => JSON.parse(spec?.json ?? Object.values(data)[0]));

/** The panels that ask for something, with the row in which they are. */
export function panelsOf(dashboard: any): { readonly row: string; readonly title: string; readonly queries: string[] }[] {
  let row = '';
  return dashboard.panels.flatMap(({ type, title, targets }: any) => {
    if (type === 'row') row = title;
    return type === 'row' ? [] : [{ row, title, queries: targets.map(({ expr }: any) => asked(expr)) }];
  });
}

/** A query as Grafana sends it, when all jobs are chosen. */
export const asked = (expr: string) => expr.replaceAll('$job', '.+').replaceAll('$__rate_interval', '5m');
