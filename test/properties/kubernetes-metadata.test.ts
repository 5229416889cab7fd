import { App, Chart } from 'cdk8s';
import { kubernetes } from './build-kubernetes';
import { TargetRecipe } from './kubernetes-recipe';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, LoggingTrait, ManualScalerTrait, MetricsTrait, Platform,
} from 'cdk8s-oam';

const TARGET: TargetRecipe = {
  prometheus: { namespace: 'monitoring', name: 'k8s' },
  monitorSelector: {},
  namespaceSelector: {},
  ingress: { className: 'nginx', domain: 'example.com', tls: { from: 'none', name: '' } },
};

const KEY = 'example.com/mine';
const METADATA = { labels: { [KEY]: 'label' }, annotations: { [KEY]: 'annotation' } };

interface Given {
  readonly component?: any;
  readonly application?: any;
  readonly workload?: any;
  readonly trait?: (binding: ComponentBinding) => unknown;
}

/** What is rendered, or the report. */
function outcome({ component, application, workload, trait }: Given): string {
  const app = new App();
  Platform.install(app, kubernetes(TARGET)({ vendor: 'verrazzano', systemNamespace: 'a', systemScraper: 'a/b' }));
  const chart = new Chart(app, 'chart', { namespace: 'ns' });
  const runs = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'x', ports: [{ name: 'http', containerPort: 8080 }] }], ...workload });
  const binding = new ApplicationConfiguration(chart, 'application', { metadata: application })
    .addComponent(new Component(chart, 'component', { workload: runs, metadata: component }));
  trait?.(binding);
  try {
    return app.synthYaml();
  } catch (error) {
    return (error as Error).message;
  }
}

// what has no object of its own on this platform has labels and annotations all the same
test.each<[string, Given]>([
  ['an application', { application: METADATA }],
  ['a component', { component: METADATA }],
  ['a workload', { workload: METADATA }],
  ['a LoggingTrait', { trait: binding => new LoggingTrait(binding, 'trait', { metadata: METADATA, loggingImage: 'x', loggingConfig: 'y' }) }],
  ['a ManualScalerTrait', { trait: binding => new ManualScalerTrait(binding, 'trait', { metadata: METADATA, replicaCount: 2 }) }],
  ['a MetricsTrait', { trait: binding => new MetricsTrait(binding, 'trait', { metadata: METADATA }) }],
])('labels and annotations of %s are not lost silently', (_, given) => {
  const told = outcome(given);
  const isTold = (part: string) => told.includes(`${KEY}: ${part}`) || /^ {2}\[chart\//m.test(told);
  expect({ label: isTold('label'), annotation: isTold('annotation') }).toEqual({ label: true, annotation: true });
});
