/** A pod in place of kube-state-metrics, whose Go module the proxy does not serve. It is scraped as by the chart's monitors: the labels that it gives stay. */
import { startKubelet } from './kubelet';
import { atEnd } from '../../e2e/support/servers';
import { ApiClient } from '../bench/client';

/** Its namespace, where Prometheus needs the rights of PodMonitors. */
export const STATE_NAMESPACE = 'kube-system';

const STATE = { name: 'state', namespace: STATE_NAMESPACE };
/** Between two looks at the objects, in milliseconds. */
const PULSE = 250;

/** Serves a page, which is asked for at each scrape, to the Prometheus that takes monitors of a release. */
export async function serveState(client: ApiClient, release: string, page: () => string): Promise<void> {
  const sites = () => [{ port: 8080, path: '/metrics', body: page() }];
  const kubelet = await startKubelet(client, { namespaces: [STATE.namespace], sites });
  atEnd(kubelet.stop);
  await client.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...STATE, labels: { app: STATE.name } },
    spec: { containers: [{ name: 'main', image: 'example/state:1', ports: [{ name: 'http', containerPort: 8080 }] }] },
  });
  await client.apply({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { ...STATE, labels: { release } },
    spec: { selector: { matchLabels: { app: STATE.name } }, podMetricsEndpoints: [{ port: 'http', honorLabels: true }] },
  });
}

/** Serves the number of pods that each Deployment of a namespace wants, with the name and labels that kube-state-metrics documents. */
export async function serveWantedReplicas(client: ApiClient, release: string, namespace: string): Promise<void> {
  const page = async () => (await client.list('apps/v1', 'Deployment', namespace)).map(({ metadata: { name }, spec: { replicas } }) =>
    `kube_deployment_spec_replicas{namespace="${namespace}",deployment="${name}"} ${replicas}\n`).join('');
  let present = await page();
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      await new Promise((resolve) => setTimeout(resolve, PULSE));
      present = await page();
    }
  })().catch((error: Error) => { if (!isStopped) present = `# ${error.message.replace(/\n/g, ' ')}\n`; });
  await serveState(client, release, () => present);
  atEnd(async () => {
    isStopped = true;
    await loop;
  });
}
