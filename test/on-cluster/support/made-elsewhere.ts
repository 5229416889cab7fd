/** Programs whose workloads are those of cdk8s-plus and of an Include, and the labels that their series have to have. */
import { join } from 'path';
import { ApiObject, App, Chart, Include } from 'cdk8s';
import * as plus27 from 'cdk8s-plus-27';
import * as plus33 from 'cdk8s-plus-33';
import { Example, ExampleComponent, exampleOf } from './examples';
import { labelsOfPlatform, LabelsOfSet } from './expected';
import { PROMETHEUS } from './monitored';
import {
  ApplicationConfiguration, Component, IngressProvider, IngressTrait, KubernetesPlatform, KubernetesWorkload, MetricsTrait,
  MonitoringProvider, MonitorKind, Platform, SeriesLabels, TlsCertificate,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

const { POD_MONITOR, SERVICE_MONITOR } = MonitorKind;

/** Both kinds of monitors, and two sets of labels. */
export const WAYS = [
  { namespace: 'by-pod', monitorKind: POD_MONITOR, seriesLabels: SeriesLabels.BOTH },
  { namespace: 'by-service', monitorKind: SERVICE_MONITOR, seriesLabels: SeriesLabels.OPERATOR },
] as const;

export type Way = (typeof WAYS)[number];

/** The container, the port and the Service of each component, as the operator has them in the labels of series. */
const PLACES: Readonly<Record<string, { readonly container: string; readonly endpoint: string; readonly service: string }>> = {
  front: { container: 'main', endpoint: 'metrics', service: 'front' },
  store: { container: 'main', endpoint: 'metrics', service: 'store' },
  post: { container: 'mail', endpoint: 'metrics', service: 'post-metrics' },
  exact: { container: 'main', endpoint: 'metrics', service: 'exact' },
};

const PORTS = [{ name: 'http', number: 8080 }, { name: 'metrics', number: 9090 }];
const metadata = (name: string) => ({ name, labels: { app: name } });

/** Pods with this label, and a Service of it with this name. */
function labelled(chart: Chart, id: string, version: string): ApiObject {
  const labels = { version };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/exact:1.0', ports: [{ name: 'metrics', containerPort: 9090 }] }] } };
  const ports = [{ name: 'metrics', port: 9090 }];
  new ApiObject(chart, `${id}-service`, { apiVersion: 'v1', kind: 'Service', metadata: metadata(id), spec: { selector: labels, ports } });
  return new ApiObject(chart, id, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadata(id), spec: { selector: { matchLabels: labels }, template } });
}

/** The objects of a program that knows nothing of this library, by the names of their components. */
function objectsIn(chart: Chart): Record<string, ApiObject> {
  const front = new plus27.Deployment(chart, 'front', { metadata: metadata('front') });
  const store = new plus33.StatefulSet(chart, 'store', {
    metadata: metadata('store'), replicas: 2, service: new plus33.Service(chart, 'store-service', { metadata: metadata('store'), ports: [{ name: 'metrics', port: 9090 }] }),
  });
  const { apiObjects } = new Include(chart, 'post', { url: join(__dirname, '../../targets/kubernetes/rendered-by-helm.yaml') });
  const spec = { selector: { 'app.kubernetes.io/name': 'mail' }, ports: [{ name: 'metrics', port: 9102, targetPort: 'metrics' }] };
  new ApiObject(chart, 'post-service', { apiVersion: 'v1', kind: 'Service', metadata: metadata('post-metrics'), spec });
  // a monitor takes the value of a label for an expression
  labelled(chart, 'near', 'v1x0');
  front.addContainer({ image: 'example/front:1.0', ports: PORTS });
  front.exposeViaService({ name: 'front', ports: [{ name: 'http', port: 80, targetPort: 8080 }, { name: 'metrics', port: 9090 }] }).metadata.addLabel('app', 'front');
  store.addContainer({ image: 'example/store:1.0', ports: PORTS });
  return {
    front: ApiObject.of(front), store: ApiObject.of(store), post: apiObjects.find(({ kind }) => kind === 'Deployment')!, exact: labelled(chart, 'exact', 'v1.0'),
  };
}

/** Runs a program with monitors of a kind. */
export function writeWay({ namespace, monitorKind, seriesLabels }: Way): Example {
  const app = new App({ outdir: temporaryFolder('made-elsewhere') });
  const metrics = MonitoringProvider.prometheusOperator({
    ...PROMETHEUS.metadata, monitorKind, monitorSelector: {}, monitorNamespaceSelector: {}, seriesLabels,
  });
  const ingress = IngressProvider.other({ className: 'nginx', domain: 'example.com', tls: TlsCertificate.clusterIssuer('own') });
  Platform.install(app, new KubernetesPlatform({ metrics, ingress }));
  const chart = new Chart(app, 'shop', { namespace });
  const shop = new ApplicationConfiguration(chart, 'shop');
  for (const [name, object] of Object.entries(objectsIn(chart))) {
    const binding = shop.addComponent(new Component(chart, `${name}-component`, { metadata: { name }, workload: KubernetesWorkload.fromApiObject(object) }));
    new MetricsTrait(binding, 'metrics', name === 'post' ? {} : { port: 9090 });
    if (name === 'front') new IngressTrait(binding, 'ingress', { rules: [{ destination: { port: 80 } }] });
  }
  app.synth();
  return exampleOf(namespace, app);
}

/** The labels of a component's series. */
export function labelsOfWay({ monitorKind, seriesLabels }: Way, { application, component }: ExampleComponent): LabelsOfSet {
  const { service, ...place } = PLACES[component];
  const model = { app_oam_dev_name: application, app_oam_dev_component: component };
  const own = { ...model, ...place, ...monitorKind === SERVICE_MONITOR ? { service } : {} };
  return ({ name, labels }) => ({ ...seriesLabels === SeriesLabels.BOTH ? { ...labelsOfPlatform(labels), pod_name: name } : {}, ...own, pod: name });
}
