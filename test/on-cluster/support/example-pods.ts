/** The pods of examples: how many there have to be, which of them this bench pretends, and what they serve. */
import { ExampleComponent } from './examples';
import { Site } from './kubelet';
import { coherencePods, domainPods } from '../../e2e/support/pods';

/** The port of the exporter that WebLogic's operator puts beside each server; its pods' annotations name it. */
const EXPORTER = { port: 8080, path: '/metrics' };
const COHERENCE_REPLICAS = 3;

/** How many pods a component has to have, by its manifest. */
export function replicasOf({ workload }: ExampleComponent): number {
  if (!workload) return 0;
  const { kind, spec } = workload;
  // beside the servers of its cluster, a domain has one that administers them
  return kind === 'Domain' ? 1 + (spec.replicas ?? 1) : spec.replicas ?? (kind === 'Coherence' ? COHERENCE_REPLICAS : 1);
}

/** What the names of its pods begin with. */
function podPrefixOf({ workload: { kind, metadata, spec } }: ExampleComponent): string {
  return `${kind === 'Domain' ? spec.domainUID : metadata.name}-`;
}

/**
 * The pods of the resources of operators, as docs/oam-workloads.md has them (test/e2e/support/operator-pods.ts):
 * neither operator is here, so that these pods are pretended. Kubernetes makes all others.
 */
export function pretendedPods(component: ExampleComponent): any[] {
  const { workload } = component;
  const nowhere = Array<string>(replicasOf(component)).fill('');
  switch (workload?.kind) {
    case 'Coherence': return coherencePods(workload, nowhere).map(withoutOwner);
    case 'Domain': return domainPods(workload, EXPORTER.port, nowhere).map(withoutOwner).map(withExporter);
    default: return [];
  }
}

/** What is owned by nobody who is there, is collected as garbage. */
function withoutOwner({ metadata: { ownerReferences: _, uid: __, ...metadata }, spec: { nodeName: ___, ...spec }, ...pod }: any): any {
  const { status: ____, ...rest } = pod;
  return { ...rest, metadata, spec };
}

/** The operator puts its exporter beside each server, and names its path, where the helper has that of the older one inside of the servers. */
function withExporter({ metadata, spec, ...pod }: any): any {
  const exporter = { name: 'monitoring-exporter', image: 'example/exporter:1', ports: [{ name: 'metrics', containerPort: EXPORTER.port }] };
  return {
    ...pod,
    metadata: { ...metadata, annotations: { ...metadata.annotations, 'prometheus.io/path': EXPORTER.path } },
    spec: { ...spec, containers: [...spec.containers, exporter] },
  };
}

/** Where the pods of a component serve their metrics. */
export function endpointsOf({ workload, metrics }: ExampleComponent): { port: number; path: string; jobName: string }[] {
  // of WebLogic, the annotations of the pods decide and not the model (docs/oam-workloads.md)
  return metrics.endpoints.map((endpoint) => workload.kind === 'Domain' ? { ...endpoint, ...EXPORTER } : endpoint);
}

/** The samples of each scraped pod, beside what Prometheus adds for each target. */
export const SAMPLES = [
  { name: 'requests_total', labels: { code: '200' } },
  { name: 'requests_total', labels: { code: '500' } },
  { name: 'build_info', labels: { version: '1.0' } },
  { name: 'sent_total', labels: { endpoint: '/orders' } },
] as const;

const BODY = SAMPLES.map(({ name, labels }) => `${name}{${Object.entries(labels).map(([key, value]) => `${key}="${value}"`).join()}} 1\n`).join('');

/** The user of a Secret, by `<namespace>/<name>`. */
export type Users = Map<string, { username: string; password: string }>;

/** A user for each Secret that components name. */
export function usersOf(components: readonly ExampleComponent[]): Users {
  const secrets = components.flatMap(({ namespace, metrics: { secret } }) => secret ? [`${namespace}/${secret}`] : []);
  return new Map(secrets.map((key, index) => [key, { username: `user-${index}`, password: `password-${index}` }]));
}

/** A Secret as the application's owner makes it. */
export function secretOf(key: string, stringData: { username: string; password: string }): any {
  const [namespace, name] = key.split('/');
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData };
}

/** What a pod serves: the metrics of its component, if it is not among those with an empty page, to the user that the component's Secret names. */
export function sitesOf(components: readonly ExampleComponent[], users: Users, empty: ReadonlySet<ExampleComponent>): (pod: any) => Site[] {
  return (pod) => components.filter((component) => isPodOf(component, pod)).flatMap((component) => {
    const { namespace, metrics: { secret } } = component;
    const user = secret === undefined ? undefined : users.get(`${namespace}/${secret}`);
    return endpointsOf(component).map(({ port, path }) => ({ port, path, body: empty.has(component) ? '' : BODY, user }));
  });
}

/** By its name, which its workload gives it, so that labels may be wrong. */
export function isPodOf(component: ExampleComponent, { metadata: { name, namespace } }: any): boolean {
  return component.workload !== undefined && namespace === component.namespace && name.startsWith(podPrefixOf(component));
}
