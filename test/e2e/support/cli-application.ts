import { readdirSync } from 'fs';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { temporaryFolder } from './folder';
import { PodEndpoint } from './pod-discovery';
import { ApplicationConfiguration, Component, ContainerizedWorkload, MetricsTrait, OamPlatform, Platform } from '../../../src';

/** Renders an application as a program does, whose components serve metrics at these endpoints; gives the file. */
export function render(application: string, namespace: string, components: Readonly<Record<string, readonly PodEndpoint[]>>): string {
  const outdir = temporaryFolder('dist');
  const app = new App({ outdir });
  const chart = new Chart(app, application, { namespace });
  Platform.install(app, OamPlatform.verrazzano());
  const configuration = new ApplicationConfiguration(chart, 'application-of-a-test', { metadata: { name: application } });
  for (const [name, ports] of Object.entries(components)) {
    const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] });
    new MetricsTrait(configuration.addComponent(new Component(chart, name, { workload })), 'metrics', { ports: [...ports] });
  }
  app.synth();
  return join(outdir, readdirSync(outdir)[0]);
}
