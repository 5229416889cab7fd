import { deployment, labelsOf, podLabels } from '../../verify/kubernetes-manifests';
import { cli, Ended, manifestFolder } from '../support';

export const { folder, manifests } = manifestFolder();

/** Draws objects. */
export async function graph(objects: readonly object[], ...args: readonly string[]): Promise<Ended> {
  return cli(['graph', manifests(...objects), ...args]);
}

/** The lines of a flowchart without its first one. */
export async function drawn(...objects: readonly object[]): Promise<string[]> {
  const { code, stdout, stderr } = await graph(objects);
  expect([code, stderr]).toEqual([0, '']);
  const [first, ...rest] = stdout.trimEnd().split('\n');
  expect(first).toBe('flowchart LR');
  return rest.map(line => line.slice(2));
}

export const meta = (name: string, more: object = {}) => ({ name, namespace: 'ns', ...more });
export const ofGreet = { labels: labelsOf('greet') };
export const selector = podLabels('greet');
export const service = { apiVersion: 'v1', kind: 'Service', metadata: meta('greet', ofGreet), spec: { selector, ports: [{ port: 80, targetPort: 'http' }] } };
export const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
export const path = (name: string, at = '/hi') => ({ path: at, pathType: 'Prefix', backend: backend(name) });
export const ingress = (paths: readonly object[], spec: object = {}) => ({
  apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: meta('greet', ofGreet), spec: { rules: [{ host: 'a.example.com', http: { paths } }], ...spec },
});
export const withEnvironment = (...env: readonly object[]) => {
  const own = deployment() as any;
  own.spec.template.spec.containers[0].env = env;
  return own;
};
export const fromSecret = (name: string) => ({ name: 'X', valueFrom: { secretKeyRef: { name, key: 'key' } } });

export const GATEWAY = {
  apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: meta('public'), spec: { gatewayClassName: 'x', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
};

export const WORKLOAD = 'component_ns_greet["greet<br/>Deployment"]';

export const SCRAPER = 'scraper_scraper[["scraper<br/>not in the manifests"]]';
