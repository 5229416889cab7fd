/** The platform that applications leave: the OAM runtime's own program as a pod of its Deployment, and what Verrazzano's operator makes of objects. */
import { startKubelet } from './kubelet';
import { atEnd } from '../../e2e/support/servers';
import { programOf } from '../bench/binaries';
import { ApiClient } from '../bench/client';
import { Cluster } from '../bench/cluster';
import { define } from '../proof/oam-runtime/definitions';

const NAMESPACE = 'verrazzano-system';
const RUNTIME = 'oam-kubernetes-runtime';

/** The Deployments of the platform; of the operator, and of its webhooks, there is no program. */
const DEPLOYMENTS = [RUNTIME, 'verrazzano-application-operator', 'verrazzano-application-operator-webhook'];

function deploymentOf(name: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/platform:1' }] } };
  const metadata = { name, namespace: NAMESPACE };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { selector: { matchLabels: labels }, template } };
}

/** Starts it: whoever scales the runtime's Deployment ends and starts the program. */
export async function startPlatform(cluster: Cluster): Promise<void> {
  const { client, add, kubeconfig } = cluster;
  await define(client);
  await client.namespace(NAMESPACE);
  const file = programOf('oam-runtime');
  const kubelet = await startKubelet(client, {
    namespaces: [NAMESPACE],
    program: async ({ metadata: { name } }) => {
      if (!name.startsWith(RUNTIME)) return async () => {};
      const { stop } = await add({ name: RUNTIME, file, args: [], files: {}, ports: [], env: { KUBECONFIG: kubeconfig } });
      return stop;
    },
  });
  atEnd(kubelet.stop);
  for (const name of DEPLOYMENTS) await client.apply(deploymentOf(name));
}

/** The names of the platform's pods, without what their ReplicaSets add. */
export async function podsOfPlatform(client: ApiClient): Promise<string[]> {
  return (await client.list('v1', 'Pod', NAMESPACE)).map(({ metadata }) => metadata.name.replace(/-[^-]+-[^-]+$/, '')).sort();
}

export const ALL_PODS = [...DEPLOYMENTS].sort();
export const WEBHOOK = DEPLOYMENTS[2];

/** Makes Services what those of the runtime 0.3.3 are; this one takes that back as long as it runs. */
export async function makeNodePorts(client: ApiClient, namespace: string, names: readonly string[]): Promise<void> {
  for (const name of names) await client.merge({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace } }, { spec: { type: 'NodePort' } });
}

const UID_LABEL = 'verrazzanohelidonworkloads.oam.verrazzano.io';

/** Makes the Deployment and the Service of each VerrazzanoHelidonWorkload of a namespace, as docs/leaving-the-platform.md says that the operator does. */
export async function makeOfHelidon(client: ApiClient, namespace: string): Promise<void> {
  for (const workload of await client.list('oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload', namespace)) {
    const { metadata: { name, uid, labels: { 'app.oam.dev/revision': _, ...labels } }, spec: { deploymentTemplate, serviceTemplate } } = workload;
    const owner = { apiVersion: workload.apiVersion, kind: workload.kind, name, uid, controller: true, blockOwnerDeletion: true };
    const metadata = { name: deploymentTemplate.metadata.name, namespace, ownerReferences: [owner] };
    const selector = { [UID_LABEL]: uid };
    const [{ containerPort }] = deploymentTemplate.podSpec.containers[0].ports;
    const annotations = Object.fromEntries(Object.entries({ Enabled: 'true', Path: '/metrics', Port: String(containerPort) })
      .map(([key, value]) => [`verrazzano.io/metrics${key}`, value]));
    const template = { metadata: { labels: { ...labels, ...selector }, annotations }, spec: deploymentTemplate.podSpec };
    const oam = Object.fromEntries(Object.entries(labels).filter(([key]) => /^app\.oam\.dev\/(name|component)$/.test(key)));
    const made = [
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { ...metadata, labels }, spec: { selector: { matchLabels: selector }, template } },
      {
        apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, labels: { ...oam, ...selector } }, spec: { selector, ...serviceTemplate.serviceSpec },
      },
    ];
    for (const object of made) await client.apply(object, { manager: uid });
  }
}

/** The ServiceMonitor that the operator makes of each MetricsTrait of a namespace from 1.4 on, and the finalizer that it gives to the trait. */
export async function makeOfTraits(client: ApiClient, namespace: string): Promise<void> {
  for (const trait of await client.list('oam.verrazzano.io/v1alpha1', 'MetricsTrait', namespace)) {
    await client.merge(trait, { metadata: { finalizers: ['metricstrait.finalizers.verrazzano.io'] } });
    const { 'app.oam.dev/name': application, 'app.oam.dev/component': component } = trait.metadata.labels;
    const metadata = { name: `${application}-${namespace}-${component}`, namespace, labels: { release: 'prometheus-operator' } };
    const annotation = (name: string) => `__meta_kubernetes_pod_annotation_verrazzano_io_metrics${name}`;
    const label = (name: string) => `__meta_kubernetes_pod_label_app_oam_dev_${name}`;
    const relabelings = [
      { action: 'keep', sourceLabels: [annotation('Enabled'), label('name'), label('component')], regex: `true;${application};${component}` },
      { action: 'replace', sourceLabels: [annotation('Path')], regex: '(.+)', targetLabel: '__metrics_path__' },
      {
        action: 'replace',
        sourceLabels: ['__address__', annotation('Port')],
        regex: '([^:]+)(?::\\d+)?;(\\d+)',
        replacement: '$1:$2',
        targetLabel: '__address__',
      },
      { action: 'replace', sourceLabels: ['__meta_kubernetes_namespace'], targetLabel: 'namespace' },
      { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
      { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod_name' },
      { action: 'labeldrop', regex: '(controller_revision_hash)' },
      { action: 'replace', replacement: 'local', targetLabel: 'verrazzano_cluster' },
    ];
    await client.apply({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata,
      spec: { namespaceSelector: { matchNames: [namespace] }, selector: {}, endpoints: [{ scheme: 'http', path: '/metrics', relabelings }] },
    });
  }
}
