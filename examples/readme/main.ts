import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, HelidonWorkload, IngressPathType, IngressTrait, MetricsTrait, OamPlatform, Platform, Scraper,
} from 'cdk8s-oam';

const app = new App();
Platform.install(app, OamPlatform.verrazzano());

const chart = new Chart(app, 'hello-helidon', { namespace: 'hello-helidon' });
const greet = new Component(chart, 'hello-helidon-component', {
  workload: new HelidonWorkload({
    name: 'hello-helidon-workload',
    labels: { app: 'hello-helidon', version: 'v1' },
    deployment: {
      name: 'hello-helidon-deployment',
      podSpec: {
        containers: [{ name: 'hello-helidon-container', image: 'example/greet:1.0', ports: [{ containerPort: 8080, name: 'http' }] }],
      },
    },
  }),
});
const hello = new ApplicationConfiguration(chart, 'hello-helidon', {
  metadata: { annotations: { version: 'v1.0.0', description: 'Hello Helidon application' } },
});
const binding = hello.addComponent(greet);
new MetricsTrait(binding, 'metrics', { scraper: Scraper.parse('verrazzano-system/vmi-system-prometheus-0') });
new IngressTrait(binding, 'ingress', {
  metadata: { name: 'hello-helidon-ingress' },
  rules: [{ paths: [{ path: '/greet', pathType: IngressPathType.PREFIX }] }],
});

app.synth();
