import { kept } from './contained';
import { same } from './differences';
import { fieldsOf, Form, formOf } from './kubernetes-forms';
import { traitKept } from './kubernetes-kept-traits';
import { mainOf } from './kubernetes-pods';
import { PortableRecipe } from './kubernetes-recipe';
import { placesIn } from './kubernetes-rules';

type Find = (kind: string, name: string) => any;

/** What the user wrote of workloads and traits is in what came out. */
export function nothingIsLost({ model, target }: PortableRecipe, objects: readonly any[]): void {
  for (const { chart, component, application } of placesIn(model)) {
    const find: Find = (kind, name) => {
      const found = objects.find(o => o.kind === kind && o.metadata.name === name && o.metadata.namespace === chart.namespace);
      if (!found) throw new Error(`no ${kind} ${name} in ${chart.namespace}`);
      return found;
    };
    const { kind, name } = mainOf(component);
    const form = formOf(component.workload!);
    const fields = fieldsOf(component);
    const main = find(kind, name);
    const scaler = component.binding!.traits.find(trait => trait.type === 'scaler');
    workloadKept(form, scaler ? withReplicas(form, fields, scaler.spec.replicaCount) : fields, main, find);
    const wrapped = fields.metadata ?? {};
    const own = form === 'helidon' ? fields.spec.deploymentTemplate.metadata : fields.spec?.template?.metadata;
    for (const part of ['labels', 'annotations']) {
      kept(main.metadata[part] ?? {}, { ...component.metadata[part], ...application.metadata[part], ...wrapped[part], ...wraps(form) ? own?.[part] : {} }, `${part} of ${kind} ${name}`);
    }
    const place = { component, application: application.name, namespace: chart.namespace!, main, find, target, objects };
    component.binding!.traits.forEach(trait => traitKept(trait, place));
  }
}

/** Whether a workload is around the object that it makes. */
const wraps = (form: Form) => ['helidon', 'coherence', 'weblogic'].includes(form);

function withReplicas(form: Form, fields: any, replicas: number): any {
  if (form === 'containerized' || form === 'helidon') return fields;
  const scaled = (object: any) => ({ ...object, spec: { ...object.spec, replicas } });
  return wraps(form) ? { ...fields, spec: { ...fields.spec, template: scaled(fields.spec.template) } } : scaled(fields);
}

function workloadKept(form: Form, fields: any, main: any, find: Find): void {
  const what = `${main.kind} ${main.metadata.name}`;
  switch (form) {
    case 'containerized': return containerizedKept(fields.spec, main, find);
    case 'helidon': return helidonKept(fields.spec, main, find);
    case 'coherence': return kept(main.spec, fields.spec.template.spec, what);
    case 'weblogic': {
      kept(main.spec, fields.spec.template.spec, what);
      for (const { metadata, ...cluster } of fields.spec.clusters ?? []) {
        const made = find('Cluster', metadata.name);
        kept(made, { metadata, spec: { ...cluster.spec, ...cluster.spec.replicas !== undefined && { replicas: made.spec.replicas } } }, `Cluster ${metadata.name}`);
      }
      return undefined;
    }
    default: return kept(main, fields, what);
  }
}

function helidonKept({ deploymentTemplate: { metadata, podSpec, selector, strategy }, serviceTemplate }: any, main: any, find: Find): void {
  const what = `Deployment ${metadata.name}`;
  kept(main.metadata, metadata, what);
  kept(main.spec, { template: { spec: podSpec }, ...selector && { selector }, ...strategy && { strategy } }, what);
  kept(main.spec.template.metadata.labels, selector?.matchLabels ?? {}, what);
  const ports = portsFor(podSpec.containers);
  if (ports.length === 0) return;
  const name = serviceTemplate?.metadata?.name ?? metadata.name;
  kept(find('Service', name), { metadata: { ...serviceTemplate?.metadata }, spec: { ports, ...serviceTemplate?.serviceSpec } }, `Service ${name}`);
}

function portsFor(containers: any[]): any[] {
  return containers.flatMap(c => (c.ports ?? []).map(({ containerPort, protocol = 'TCP' }: any) => ({ port: containerPort, targetPort: containerPort, protocol })));
}

function containerizedKept({ containers, osType, arch }: any, main: any, find: Find): void {
  const { metadata: { name }, spec: { template: { spec } } } = main;
  containers.forEach((container: any, i: number) => {
    const what = `container ${container.name} of ${name}`;
    kept(spec.containers[i], asPod(container), what);
    same(spec.containers[i].env?.length ?? 0, container.env?.length ?? 0, `env of ${what}`);
    const mounted = (path: string) => placeOf(spec, spec.containers[i], path);
    for (const { path, value, fromSecret } of container.config ?? []) {
      const { volume, mount } = mounted(path);
      if (value !== undefined) same(find('ConfigMap', volume.configMap?.name).data[mount.subPath], value, `${path} of ${what}`);
      else same({ name: volume.secret?.secretName, key: mount.subPath }, fromSecret, `${path} of ${what}`);
    }
    for (const { mountPath, ...volume } of container.resources?.volumes ?? []) diskKept(volume, mounted(mountPath), find, what);
    if (container.imagePullSecret) same(spec.imagePullSecrets.some((each: any) => each.name === container.imagePullSecret), true, `imagePullSecret of ${what}`);
  });
  kept(spec.nodeSelector ?? {}, { ...osType && { 'kubernetes.io/os': osType }, ...arch && { 'kubernetes.io/arch': arch === 'i386' ? '386' : arch } }, `nodes of ${name}`);
  const ports = portsFor(containers);
  if (ports.length > 0) kept(find('Service', name).spec, { ports }, `Service ${name}`);
}

/** A container in Kubernetes' own words. */
function asPod({ config, imagePullSecret, resources, env, ...same_ }: any): any {
  const extended = Object.fromEntries((resources?.extended ?? []).map(({ name, required }: any) => [name, `${required}`]));
  const requests = resources && { cpu: resources.cpu.required, memory: resources.memory.required, ...extended };
  return {
    ...same_,
    ...env && { env: env.map(variable) },
    ...resources && { resources: { requests, ...Object.keys(extended).length > 0 && { limits: extended } } },
  };
}

function variable({ name, value, fromSecret }: any): any {
  return value === undefined ? { name, valueFrom: { secretKeyRef: fromSecret } } : { name, value };
}

function placeOf({ volumes = [] }: any, { name, volumeMounts = [] }: any, path: string): { volume: any; mount: any } {
  const mount = volumeMounts.find((each: any) => each.mountPath === path);
  if (!mount) throw new Error(`nothing is mounted at ${path} of ${name}`);
  return { mount, volume: volumes.find((each: any) => each.name === mount.name) };
}

function diskKept({ name, accessMode, sharingPolicy, disk }: any, { volume, mount }: { volume: any; mount: any }, find: Find, what: string): void {
  const at = `volume ${name} of ${what}`;
  same(mount.readOnly ?? false, accessMode === 'RO', `access to ${at}`);
  if (disk.ephemeral) return same(volume.emptyDir, { sizeLimit: disk.required }, at);
  const { spec } = find('PersistentVolumeClaim', volume.persistentVolumeClaim.claimName);
  same(spec.resources.requests.storage, disk.required, at);
  same(spec.accessModes, [sharingPolicy === 'Shared' ? 'ReadWriteMany' : 'ReadWriteOnce'], at);
}
