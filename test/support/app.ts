import { App, Chart, Testing } from 'cdk8s';
import { IConstruct } from 'constructs';
import { schemaErrorsOf } from './schemas';
import {
  ApplicationConfiguration, Component, ComponentBinding, ComponentBindingOptions, ContainerizedWorkload, OamPlatform, OamPlatformOptions, Platform,
  Workload,
} from '../../src';

/** A chart `c` of the namespace `ns`, on the public platform. */
export function newChart(options: OamPlatformOptions = {}): Chart {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  Platform.install(chart, OamPlatform.verrazzano(options));
  return chart;
}

/** A workload with nothing in it but what it must have. */
export function smallWorkload(): Workload {
  return new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] });
}

/** The component `greet`, bound by the application `hello`. */
export function bind(workload: Workload = smallWorkload(), options: ComponentBindingOptions = {}, chart: Chart = newChart()): ComponentBinding {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload }), options);
}

/** All that is rendered in the chart of a construct; it must be valid. */
export function rendered(construct: IConstruct): any[] {
  const objects = Testing.synth(Chart.of(construct));
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

/** The workload as it stands in its component. */
export function renderedWorkload(workload: Workload): any {
  const chart = newChart();
  new Component(chart, 'greet', { workload });
  return rendered(chart)[0].spec.workload;
}

/** The entry of the component of `bind` in its application. */
export function renderedEntry(binding: ComponentBinding): any {
  return rendered(binding).find(o => o.kind === 'ApplicationConfiguration').spec.components[0];
}

/** The traits of the component of `bind`. */
export function renderedTraits(binding: ComponentBinding): any[] {
  return (renderedEntry(binding).traits ?? []).map((entry: any) => entry.trait);
}
