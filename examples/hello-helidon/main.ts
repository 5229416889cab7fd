import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { onEachPlatform } from '../platforms';
import {
  ApplicationConfiguration, Component, ComponentBinding, HelidonService, HelidonWorkload, IngressPathType, IngressTrait, LoggingTrait,
  MetricsTrait, Scraper,
} from 'cdk8s-oam';

const GREET_IMAGE = 'ghcr.io/verrazzano/example-helidon-greet-app-v1:1.0.0-1-20230126194830-31cd41f';
const FLUENTD_IMAGE = 'ghcr.io/verrazzano/fluentd-kubernetes-daemonset:v1.12.3-20210517195222-f345ec2';

/** What the container needs to listen on another port than its image's, and who may then find it. */
interface Listening {
  readonly env?: k8s.EnvVar[];
  readonly service?: HelidonService;
}

/** The application in a chart and a namespace of its own; what comes back takes more traits. */
function helloHelidon(app: App, id: string, containerPort: number, { env, service }: Listening = {}): ComponentBinding {
  const chart = new Chart(app, id, { namespace: id });
  const greet = new Component(chart, 'hello-helidon-component', {
    workload: new HelidonWorkload({
      name: 'hello-helidon-workload',
      labels: { app: 'hello-helidon', version: 'v1' },
      deployment: {
        name: 'hello-helidon-deployment',
        podSpec: {
          containers: [{ name: 'hello-helidon-container', image: GREET_IMAGE, ports: [{ containerPort, name: 'http' }], env }],
        },
      },
      service,
    }),
  });
  const hello = new ApplicationConfiguration(chart, 'hello-helidon', {
    metadata: { annotations: { version: 'v1.0.0', description: 'Hello Helidon application' } },
  });
  const binding = hello.addComponent(greet);
  new MetricsTrait(binding, 'metrics', { port: containerPort, scraper: Scraper.parse('verrazzano-system/vmi-system-prometheus-0') });
  new IngressTrait(binding, 'ingress', {
    metadata: { name: 'hello-helidon-ingress' },
    rules: [{ paths: [{ path: '/greet', pathType: IngressPathType.PREFIX }] }],
  });
  return binding;
}

const LOGGING_CONFIG = `<match fluent.**>
  @type null
</match>
<match **>
@type stdout
</match>
`;

onEachPlatform(app => {
  // behind a Service that the program writes itself
  const port = 8081;
  helloHelidon(app, 'hello-helidon', port, {
    env: [{ name: 'SERVER_PORT', value: `${port}` }],
    service: {
      spec: { ports: [{ name: 'http-hello-helidon', protocol: 'TCP', port: 8082, targetPort: k8s.IntOrString.fromNumber(port) }] },
    },
  });

  // behind the Service that the platform makes, with a sidecar for the logs
  const logged = helloHelidon(app, 'hello-helidon-logging', 8080);
  new LoggingTrait(logged, 'logging', {
    metadata: { name: 'logging-trait' },
    loggingImage: FLUENTD_IMAGE,
    loggingConfig: LOGGING_CONFIG,
  });
});
