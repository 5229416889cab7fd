/** Programs whose series have one set of labels each, and the labels that these series have to have. */
import { App, Chart } from 'cdk8s';
import { Example, ExampleComponent, exampleOf } from './examples';
import { labelsOfPlatform, LabelsOfSet, platformLabels } from './expected';
import { PROMETHEUS } from './monitored';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, CustomWorkload, MonitoringProvider, MonitorKind, Platform,
  SeriesLabels, WebLogicWorkload, Workload,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

/** A set, and what a namespace has of it. */
export interface SeriesSet {
  readonly namespace: string;
  readonly seriesLabels: SeriesLabels;
  readonly monitorKind: MonitorKind;
  /** Labels of pods that are listed, and more labels. @default - none */
  readonly options?: { readonly podTargetLabels: string[]; readonly extraLabels: Readonly<Record<string, string>> };
}

const { PLATFORM, OPERATOR, BOTH } = SeriesLabels;
const { POD_MONITOR, SERVICE_MONITOR } = MonitorKind;

/** Each set by each kind of monitors, and one of labels that are named. */
export const SETS: readonly SeriesSet[] = [
  ...[PLATFORM, OPERATOR, BOTH].flatMap((seriesLabels) => [POD_MONITOR, SERVICE_MONITOR]
    .map((monitorKind) => ({ namespace: `${seriesLabels}-${monitorKind.toLowerCase()}`, seriesLabels, monitorKind }))),
  {
    namespace: 'named',
    seriesLabels: BOTH,
    monitorKind: POD_MONITOR,
    options: { podTargetLabels: ['app', 'example.com/team'], extraLabels: { environment: 'test' } },
  },
];

/** Labels of pods that are called as labels of the operator. */
const CLASHING = { pod: 'own', service: 'own', container: 'own', endpoint: 'own' };
const PORT = 8080;

const labelled = (app: string) => ({ app, 'example.com/team': 'shop', ...CLASHING });
const container = (name: string, ports: readonly object[] = [{ name: 'http', containerPort: PORT }]): any => ({ name, image: `example/${name}:1.0`, ports });
const UNNAMED = [{ containerPort: PORT }];

function deployment(name: string, podSpec: object): Workload {
  const labels = labelled(name);
  return new CustomWorkload({
    manifest: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: { selector: { matchLabels: { app: name } }, template: { metadata: { labels }, spec: podSpec } },
    },
  });
}

/** What is scraped by a PodMonitor, with the labels that the operator gives to series of it where they are unique. */
const BY_POD: Readonly<Record<string, { readonly workload: Workload; readonly place: Readonly<Record<string, string>> }>> = {
  orders: {
    workload: new ContainerizedWorkload({ labels: labelled('orders'), containers: [container('orders')] }),
    place: { container: 'orders', endpoint: 'http' },
  },
  // its port is found twice: it has no name, and two containers declare it
  pair: { workload: deployment('pair', { containers: [container('one', UNNAMED), container('two', UNNAMED)] }), place: {} },
  // and this one too: discovery knows the containers that have ended
  prepared: {
    workload: deployment('prepared', { initContainers: [container('prepare')], containers: [container('main')] }),
    place: { container: 'main', endpoint: 'http' },
  },
  // its pods have several containers, with two ports and one
  domain: {
    workload: new WebLogicWorkload({
      template: {
        name: 'domain',
        spec: { domainUID: 'domain', image: 'example/domain:1.0', webLogicCredentialsSecret: { name: 'domain-credentials' }, serverPod: { labels: labelled('domain') } },
      },
    }),
    place: {},
  },
};

/** What is scraped by a ServiceMonitor. */
const BY_SERVICE: typeof BY_POD = {
  front: {
    workload: new ContainerizedWorkload({ labels: labelled('front'), containers: [container('front')] }),
    place: { container: 'front', endpoint: 'http', service: 'front' },
  },
};

const componentsOf = ({ monitorKind }: SeriesSet) => monitorKind === POD_MONITOR ? BY_POD : BY_SERVICE;

/** Runs a program with a set. */
export function writeSet(set: SeriesSet): Example {
  const { namespace, seriesLabels, monitorKind, options } = set;
  const app = new App({ outdir: temporaryFolder('series') });
  Platform.install(app, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({
      ...PROMETHEUS.metadata, monitorKind, monitorSelector: {}, monitorNamespaceSelector: {}, seriesLabels, ...options,
    }),
  }));
  const chart = new Chart(app, 'shop', { namespace });
  const shop = new ApplicationConfiguration(chart, 'shop');
  Object.entries(componentsOf(set)).forEach(([name, { workload }]) => shop.addComponent(new Component(chart, name, { workload })));
  app.synth();
  const example = exampleOf(namespace, app);
  return { ...example, objects: example.objects.flatMap((object) => object.kind === 'Service' ? [object, headless(object)] : [object]) };
}

/** A Service that leads to the same pods by the same labels, as some make one beside for the pods' own names. */
function headless({ metadata, spec, ...service }: any): any {
  return { ...service, metadata: { ...metadata, name: `${metadata.name}-headless` }, spec: { ...spec, clusterIP: 'None' } };
}

/** The labels of a component's series. */
export function labelsOf(set: SeriesSet, { application, component }: ExampleComponent): LabelsOfSet {
  const { place } = componentsOf(set)[component];
  const model = { app_oam_dev_name: application, app_oam_dev_component: component };
  const ofSet: Readonly<Record<SeriesLabels, LabelsOfSet>> = {
    [PLATFORM]: platformLabels,
    [OPERATOR]: ({ name }) => ({ ...model, pod: name, ...place }),
    [BOTH]: ({ name, labels }) => ({ ...labelsOfPlatform(labels), pod_name: name, pod: name, ...place }),
  };
  const named: LabelsOfSet = ({ name }) =>
    ({ ...model, app: component, application: component, example_com_team: 'shop', environment: 'test', pod_name: name, pod: name, ...place });
  return set.options ? named : ofSet[set.seriesLabels];
}
