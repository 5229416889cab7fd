/** A program as a repository of deployments has it: `node program.js '<the scene as JSON>'` writes its environments. */
import { ApiObject, Chart, Duration } from 'cdk8s';
import { imagesOf, Scene } from './scene';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, Environment, Environments, GitOpsDelivery, IngressPathType,
  IngressProvider, IngressTrait, KubernetesPlatform, MonitoringProvider, PodSecurity, TlsCertificate,
} from '../../../../src';

/** More than fits into the annotation of an object that is applied by the client. */
const LARGE = 300_000;

const object = (chart: Chart, kind: string, name: string, fields: object = {}, metadata: object = {}, apiVersion = 'v1') =>
  new ApiObject(chart, `${kind}-${name}`, { apiVersion, kind, metadata: { name, ...metadata }, ...fields });

function deliveryOf({ delivery, url, path, variables }: Scene): GitOpsDelivery {
  return delivery === 'flux'
    ? GitOpsDelivery.flux({ url, path, interval: Duration.seconds(10), substitute: variables })
    : GitOpsDelivery.argoCd({ repoURL: url, path, targetRevision: 'main', applicationSet: delivery === 'application-set' });
}

/** Of the whole cluster. */
function cluster(environment: Environment): void {
  const chart = new Chart(environment, 'cluster');
  const { environmentName: name } = environment;
  object(chart, 'ClusterRole', `${name}-reader`, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, {}, 'rbac.authorization.k8s.io/v1');
  const names = { kind: 'Widget', plural: 'widgets', singular: 'widget' };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } };
  const spec = { group: `${name}.example.com`, scope: 'Namespaced', names, versions: [{ name: 'v1', served: true, storage: true, schema }] };
  object(chart, 'CustomResourceDefinition', `widgets.${name}.example.com`, { spec }, {}, 'apiextensions.k8s.io/v1');
}

/** What others need, with a claim. */
function data(environment: Environment, namespace: string, { hasPool = true }: Scene): Chart {
  const chart = new Chart(environment, namespace, { namespace });
  object(chart, 'PersistentVolumeClaim', 'orders', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '', volumeName: namespace },
  });
  if (hasPool) object(chart, 'ConfigMap', 'settings', { data: { pool: '5' } });
  return chart;
}

/** Two components, which the library renders. */
function shop(environment: Environment, namespace: string): Chart {
  const chart = new Chart(environment, namespace, { namespace });
  const application = new ApplicationConfiguration(chart, 'shop');
  for (const name of ['cart', 'orders']) {
    const container = { name: 'main', image: environment.image(`ghcr.io/acme/${name}`), ports: [{ name: 'http', containerPort: 8080 }] };
    const component = new Component(chart, name, { workload: new ContainerizedWorkload({ name, containers: [container] }) });
    new IngressTrait(application.addComponent(component), 'ingress', {
      rules: [{ hosts: [`${name}.${namespace}.example.com`], paths: [{ path: '/', pathType: IngressPathType.PREFIX }] }],
    });
  }
  return chart;
}

/** What tools may read in another way than it is written: dollars, templates, a large object, a custom one. */
function tools(environment: Environment, namespace: string, { variables }: Scene): Chart {
  const chart = new Chart(environment, namespace, { namespace });
  const untouched = variables ? { annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } } : {};
  const dollars = { rate: 'rate(requests[${__rate_interval}])', shell: 'kill $$; echo ${HOME:-/root}', template: '{{ $labels.pod }} $1' };
  object(chart, 'ConfigMap', 'dashboards', { data: dollars }, untouched);
  object(chart, 'ConfigMap', 'large', { data: { text: 'abcdefghi\n'.repeat(LARGE / 10) } });
  object(chart, 'ConfigMap', 'region', { data: { region: variables ? '${region}' : 'none', regex: '(.+)\\.$1' } });
  object(chart, 'Widget', 'first', { spec: { size: 1 } }, {}, `${environment.environmentName}.example.com/v1`);
  return chart;
}

const DECLARE = { data, shop, tools };

function declare(environments: Environments, scene: Scene, name: string, namespaces: readonly (keyof typeof DECLARE)[]): void {
  const ingress = IngressProvider.nginx({ tls: TlsCertificate.secret('shop-tls') });
  const metrics = MonitoringProvider.prometheusOperator({
    namespace: 'monitoring', name: 'prometheus', monitorSelector: {}, monitorNamespaceSelector: { matchLabels: { monitoring: 'on' } },
  });
  const environment = environments.add(name, {
    platform: new KubernetesPlatform({ metrics, ingress }),
    namespaces: namespaces.map((each) => ({ name: `${name}-${each}`, podSecurity: PodSecurity.BASELINE })),
  });
  cluster(environment);
  const charts = new Map(namespaces.map((each) => [each, DECLARE[each](environment, `${name}-${each}`, scene)]));
  const [earlier, later] = [charts.get('data'), charts.get('shop')];
  // an ApplicationSet has no order
  if (scene.delivery !== 'application-set' && earlier && later) later.addDependency(earlier);
}

function main(scene: Scene): void {
  const environments = new Environments({
    outdir: scene.outdir, images: imagesOf(scene), kustomizations: scene.kustomizations, delivery: [deliveryOf(scene)],
  });
  for (const [name, namespaces] of Object.entries(scene.environments)) declare(environments, scene, name, namespaces);
  environments.synth();
}

main(JSON.parse(process.argv[2]));
