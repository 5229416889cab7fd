/** The applications that leave the platform: one of ContainerizedWorkloads, the one of the page, and one with which mistakes are made. */
import { cpSync } from 'fs';
import { join, resolve } from 'path';
import { Chart } from 'cdk8s';
import { PageNames } from './leaving-page';
import { onEachPlatform } from '../../../examples/platforms';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, IngressPathType, IngressTrait, CustomWorkload, ManualScalerTrait, MetricsTrait,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

/** An application, and what has to come of it. */
export interface Application extends PageNames {
  /** Whether Verrazzano's operator makes its pods. */
  readonly isHelidon: boolean;
  /** How long its pods take until they are ready, in milliseconds. */
  readonly startup: number;
  /** Its Services, and how many pods each has on the platform and then by its own manifests. */
  readonly services: Readonly<Record<string, readonly [platform: number, kubernetes: number]>>;
  /** The name of each Service, and the names of its ports without the platform. */
  readonly ports: readonly (readonly string[])[];
  /** Services of pods that end before others start. */
  readonly recreated: readonly string[];
  /** Its jobs on the platform and without it. */
  readonly jobs: { readonly platform: readonly string[]; readonly kubernetes: readonly string[] };
  /** The longest time between two scrapes of a job of the latter, in seconds. */
  readonly gap: number;
  /** What stays behind, by the first column of the page's table. */
  readonly left: Readonly<Record<string, RegExp>>;
}

const HTTP = { name: 'http', containerPort: 8080 };

/** With what the page says of ContainerizedWorkloads, replicas, and pods that are recreated. */
function declareShop(chart: Chart): void {
  const application = new ApplicationConfiguration(chart, 'shop');
  const front = application.addComponent(new Component(chart, 'front', {
    workload: new ContainerizedWorkload({
      containers: [{
        name: 'web',
        image: 'example/front:1.0',
        ports: [HTTP, { name: 'metrics', containerPort: 9090 }],
        config: [{ path: '/etc/front/app.yaml', value: 'a: 1\n' }],
      }],
    }),
  }));
  new ManualScalerTrait(front, 'scaler', { replicaCount: 2 });
  new MetricsTrait(front, 'metrics', { port: 9090 });
  new IngressTrait(front, 'ingress', { metadata: { name: 'front-ingress' }, rules: [{ paths: [{ path: '/', pathType: IngressPathType.PREFIX }] }] });
  const cart = application.addComponent(new Component(chart, 'cart', {
    workload: new ContainerizedWorkload({ containers: [{ name: 'cart', image: 'example/cart:1.0', ports: [HTTP] }] }),
  }));
  new MetricsTrait(cart, 'metrics', { port: 8080 });
  const selector = { app: 'store' };
  const template = { metadata: { labels: selector }, spec: { containers: [{ name: 'store', image: 'example/store:1.0', ports: [HTTP] }] } };
  const plain = {
    'store': { apiVersion: 'apps/v1', kind: 'Deployment', spec: { strategy: { type: 'Recreate' }, selector: { matchLabels: selector }, template } },
    'store-service': { apiVersion: 'v1', kind: 'Service', metadata: { name: 'store' }, spec: { selector, ports: [{ name: 'http', port: 8080 }] } },
  };
  for (const [name, manifest] of Object.entries(plain)) {
    const binding = application.addComponent(new Component(chart, name, { workload: new CustomWorkload({ manifest }) }));
    if (name === 'store') new MetricsTrait(binding, 'metrics', { enabled: false });
  }
}

function declareMistakes(chart: Chart): void {
  const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/greet:1.0', ports: [HTTP] }] });
  const binding = new ApplicationConfiguration(chart, 'mistakes').addComponent(new Component(chart, 'greet', { workload }));
  new MetricsTrait(binding, 'metrics', { enabled: false });
}

/** A folder whose `dist/` has the manifests of the applications for each platform. */
export function renderApplications(): string {
  const folder = temporaryFolder('leaving');
  const dist = join(folder, 'dist');
  cpSync(resolve(__dirname, '../../../dist'), dist, { recursive: true });
  const before = process.env.CDK8S_OUTDIR;
  process.env.CDK8S_OUTDIR = dist;
  try {
    for (const [name, declare] of Object.entries({ shop: declareShop, mistakes: declareMistakes })) {
      onEachPlatform((app) => declare(new Chart(app, name, { namespace: name })));
    }
  } finally {
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
  }
  return folder;
}

/** A pod answers requests, and has metrics, at each of its ports. */
export const sitesOf = ({ spec: { containers: [{ ports }] } }: any) => ports
  .flatMap(({ containerPort: port }: any) => ['/', '/metrics'].map((path) => ({ port, path, body: 'requests_total 1\n' })));

/** Those that leave the platform by the page. */
export const APPLICATIONS: readonly Application[] = [
  {
    name: 'shop',
    isHelidon: false,
    deployments: ['front', 'cart'],
    components: ['front', 'cart'],
    startup: 2000,
    // somebody has scaled the cart
    services: { front: [2, 2], cart: [5, 1], store: [1, 1] },
    ports: [['cart', 'http'], ['front', 'http', 'metrics'], ['store', 'http']],
    recreated: ['store'],
    jobs: { platform: [], kubernetes: ['shop_shop_cart', 'shop_shop_front'] },
    gap: 10,
    left: { 'ConfigMaps of config files': /^ConfigMap front-web-\d+$/, 'old ReplicaSets, without pods': /^ReplicaSet (cart|front)-\w+$/ },
  },
  {
    name: 'hello-helidon',
    isHelidon: true,
    deployments: ['hello-helidon-deployment'],
    components: ['hello-helidon-component'],
    // longer than Prometheus takes to discover a pod
    startup: 7000,
    services: { 'hello-helidon-deployment': [1, 1] },
    ports: [['hello-helidon-deployment', 'http-hello-helidon']],
    recreated: [],
    jobs: { platform: ['hello-helidon-deployment'], kubernetes: ['hello-helidon_hello-helidon_hello-helidon-component'] },
    gap: 5,
    left: {
      'ServiceMonitors': /^ServiceMonitor hello-helidon-hello-helidon-hello-helidon-component$/,
      'old ReplicaSets, without pods': /^ReplicaSet hello-helidon-deployment-\w+$/,
    },
  },
];

/** The one with which mistakes are made. */
export const MISTAKES: PageNames = { name: 'mistakes', deployments: ['greet'], components: ['greet'] };
