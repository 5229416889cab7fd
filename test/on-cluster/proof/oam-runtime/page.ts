/** The rows of docs/leaving-the-platform.md that the runtime's own code can show, each with a check. */
import { strict as assert } from 'assert';
import type { Tried } from './index';
import { Made, ownersOf, renderedOf, selects, UID_LABEL } from './made';

type Pairs = readonly (readonly [Tried, Made])[];

/** Rows of "What stays". */
export const STAYS = {
  names: '| names | those of Deployments, Services, Coherence and Domain resources, objects of a `KubernetesWorkload`, the ConfigMap of a LoggingTrait |',
};

/** Rows of "What changes". */
export const CHANGES = {
  selectors: '| selectors | UID of the workload | `app.oam.dev/name`, `app.oam.dev/component` |',
  owners: '| owners | ApplicationConfiguration, workloads and traits | none |',
  service: '| Service of a ContainerizedWorkload | NodePort, only the first port, with the workload\'s name, TCP | ClusterIP, all ports with their names |',
  config: '| config files of a ContainerizedWorkload | a ConfigMap for each, mounted over the directory | one ConfigMap, each file mounted separately |',
};

/** Those of which the library renders something: no object says what data is handed over, and the runtime's Deployment is refused that has no volumes. */
function expressed(pairs: Pairs): Pairs {
  const [some, none] = [true, false].map((isSome) => pairs.filter(([{ rendered }]) => rendered.length > 0 === isSome));
  assert.deepEqual(none.map(([{ each }]) => each.name), ['golden-containerized-workload', 'proof-data']);
  return some;
}

/** What the runtime makes for Kubernetes has the names of what the library renders, and pods that its monitors select. */
export function checkStays(pairs: Pairs): string {
  const names: string[] = [];
  let monitors = 0;
  for (const [{ each, rendered }, made] of expressed(pairs)) {
    for (const workload of made.workloads.filter(({ apiVersion }) => !apiVersion.includes('oam'))) {
      renderedOf(rendered, workload.kind, workload.metadata.name);
      names.push(workload.kind);
    }
    for (const { workload, deployment, service } of made.containerized) {
      const own = renderedOf(rendered, 'Deployment', workload.metadata.name);
      const { labels } = deployment.spec.template.metadata;
      assert.ok(selects(own.spec.selector.matchLabels, labels), `${each.name}: the new selector takes the old pods`);
      assert.equal(own.spec.replicas ?? 1, deployment.spec.replicas);
      // without ports there is none: the library renders none, and the runtime's is refused
      assert.equal(service !== undefined, rendered.some((object) => object.kind === 'Service' && object.metadata.name === workload.metadata.name));
      names.push('Deployment', ...service ? ['Service'] : []);
      for (const monitor of monitorsOf(rendered, workload)) {
        assert.ok(selects(monitor.spec.selector.matchLabels, labels), `${each.name}: the monitor selects the old pods`);
        monitors += 1;
      }
    }
  }
  assert.ok(names.length >= 20 && monitors >= 2, `${names.length} names, ${monitors} monitors`);
  const kinds = [...new Set(names)].sort().join(', ');
  return `${names.length} objects (${kinds}) have the names of those that are rendered; ${monitors} PodMonitors select the runtime's pods`;
}

function monitorsOf(rendered: readonly any[], workload: any): any[] {
  const component = workload.metadata.labels['app.oam.dev/component'];
  return rendered.filter(({ kind, spec }) => kind === 'PodMonitor' && spec.selector.matchLabels['app.oam.dev/component'] === component);
}

/** What is said to change is another in the cluster and in what is rendered, in the way that is said. */
export function checkChanges(pairs: Pairs): string {
  const count = { deployments: 0, services: 0, files: 0 };
  for (const [{ rendered, live }, made] of expressed(pairs)) {
    for (const object of rendered) assert.equal(object.metadata.ownerReferences, undefined);
    for (const { workload, deployment, service, configMaps } of made.containerized) {
      const { name, uid, labels } = workload.metadata;
      const own = { 'app.oam.dev/component': labels['app.oam.dev/component'], 'app.oam.dev/name': live.application.metadata.name };
      assert.deepEqual(deployment.spec.selector, { matchLabels: { [UID_LABEL]: uid } });
      assert.deepEqual(renderedOf(rendered, 'Deployment', name).spec.selector, { matchLabels: own });
      assert.equal(ownersOf(deployment)[0], `ContainerizedWorkload ${name}`);
      count.deployments += 1;
      count.files += checkConfig(workload, deployment, configMaps, rendered);
      if (!service) continue;
      checkService(workload, service, renderedOf(rendered, 'Service', name), own);
      count.services += 1;
    }
  }
  assert.ok(count.deployments >= 8 && count.services >= 2 && count.files >= 2, JSON.stringify(count));
  return `${count.deployments} Deployments, ${count.services} Services and ${count.files} config files of ContainerizedWorkloads`;
}

/** Differences of this version from 0.3.3, which docs/leaving-the-platform.md is written for: what is seen of them proves nothing of that page. */
export function checkDifferences(pairs: Pairs): string {
  let names = 0;
  for (const [{ live }, made] of pairs) {
    const given = live.application.spec.components.flatMap((entry: any) => entry.traits ?? []).map(({ trait }: any) => trait.metadata?.name);
    for (const { kind, metadata } of made.traits.filter((trait) => !given.includes(trait.metadata.name))) {
      assert.ok(metadata.name.startsWith(`${metadata.labels['app.oam.dev/component']}-${kind.toLowerCase()}s-`), metadata.name);
      names += 1;
    }
    for (const part of [...made.workloads, ...made.traits]) assert.match(part.metadata.annotations['app.oam.dev/generation'], /^\d+$/);
    for (const { service } of made.containerized) assert.equal(service?.spec.type ?? 'ClusterIP', 'ClusterIP');
  }
  assert.ok(names >= 30, `${names} generated names`);
  return 'Services of ContainerizedWorkloads are ClusterIPs, not NodePorts; '
    + `${names} generated names of traits have the name of their definition, not \`trait\`; there is an annotation \`app.oam.dev/generation\``;
}

function checkService(workload: any, service: any, rendered: any, own: object): void {
  const { name, uid } = workload.metadata;
  const ports = workload.spec.containers.flatMap((container: any) => container.ports ?? []);
  assert.deepEqual(service.spec.selector, { [UID_LABEL]: uid });
  assert.deepEqual(rendered.spec.selector, own);
  assert.deepEqual(ownersOf(service), [`ContainerizedWorkload ${name}`]);
  const [{ containerPort: port }] = ports;
  assert.deepEqual(service.spec.ports, [{ name, port, targetPort: port, protocol: 'TCP' }]);
  assert.deepEqual(rendered.spec.ports.map((each: any) => each.name), ports.map((each: any) => each.name));
  assert.ok([undefined, 'ClusterIP'].includes(rendered.spec.type));
}

function checkConfig(workload: any, deployment: any, configMaps: readonly any[], rendered: readonly any[]): number {
  const files = workload.spec.containers
    .flatMap((container: any) => (container.config ?? []).map((file: any) => ({ ...file, container: container.name })))
    .filter(({ value }: any) => value !== undefined);
  assert.equal(configMaps.length, files.length);
  if (files.length === 0) return 0;
  const { name } = workload.metadata;
  const mounts = deployment.spec.template.spec.containers.flatMap((container: any) => container.volumeMounts ?? []);
  for (const { path, value, container } of files) {
    const [directory, file] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
    const configMap = configMaps.find(({ data }) => file in data);
    assert.deepEqual(configMap.data, { [file]: value });
    assert.match(configMap.metadata.name, new RegExp(`^${name}-${container}-\\d+$`));
    assert.deepEqual(ownersOf(configMap), [`Deployment ${name}`]);
    assert.deepEqual(mounts.find((mount: any) => mount.name === configMap.metadata.name)?.mountPath, directory);
  }
  const own = renderedOf(rendered, 'ConfigMap', `${name}-config`);
  assert.equal(Object.keys(own.data).length, files.length);
  const ownMounts = renderedOf(rendered, 'Deployment', name).spec.template.spec.containers.flatMap((container: any) => container.volumeMounts ?? []);
  assert.deepEqual(ownMounts.map(({ mountPath }: any) => mountPath).sort(), files.map(({ path }: any) => path).sort());
  return files.length;
}
