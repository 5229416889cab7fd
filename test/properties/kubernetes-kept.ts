import { Form, fieldsOf, formOf, mainOf, placesIn } from './kubernetes-rules';
import { ComponentRecipe, PortableRecipe, TargetRecipe, TraitRecipe } from './recipe';
import { same } from './values';

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

/** What a trait is read in. */
interface TraitPlace {
  readonly component: ComponentRecipe;
  readonly application: string;
  readonly namespace: string;
  /** The object that the component mainly is. */
  readonly main: any;
  readonly find: (kind: string, name: string) => any;
  readonly target: TargetRecipe;
  readonly objects: readonly any[];
}

/** What the user wrote of a trait is in what came out. */
function traitKept(trait: TraitRecipe, place: TraitPlace): void {
  switch (trait.type) {
    case 'custom': return customKept(trait, place);
    case 'ingress': return ingressKept(trait, place);
    case 'logging': return loggingKept(trait, place);
    case 'scaler': return same(place.main.spec.replicas, trait.spec.replicaCount, 'replicas');
    default: return metricsKept(trait, place);
  }
}

function customKept({ metadata, spec, more }: TraitRecipe, { find }: TraitPlace): void {
  kept(find(more.kind, metadata.name), { ...more, metadata, ...spec !== undefined && { spec } }, `${more.kind} ${metadata.name}`);
}

/** Endpoints, job and secret are looked at elsewhere. */
function metricsKept({ metadata, spec }: TraitRecipe, { component, find, target, objects }: TraitPlace): void {
  const kind = target.monitorKind ?? 'PodMonitor';
  const name = metadata?.name ?? component.name;
  if (spec.enabled === false) return same(objects.filter(o => o.kind === kind && o.metadata.name === name), [], 'monitor that is switched off');
  return kept(find(kind, name).metadata, { ...metadata }, `${kind} ${name}`);
}

function loggingKept({ metadata, spec }: TraitRecipe, { main, namespace, objects }: TraitPlace): void {
  const pods: Record<string, (object: any) => any> = {
    Coherence: object => ({ containers: object.spec.sideCars, volumes: object.spec.volumes }), Domain: object => object.spec.serverPod,
  };
  const { containers, volumes } = pods[main.kind]?.(main) ?? main.spec.template.spec;
  const container = containers.at(-1);
  kept(container, { image: spec.loggingImage, ...spec.imagePullPolicy && { imagePullPolicy: spec.imagePullPolicy } }, 'sidecar');
  if (spec.loggingConfig === undefined) return;
  const mount = container.volumeMounts.find((each: any) => each.mountPath === '/fluentd/etc/custom.conf');
  const { configMap } = volumes.find(({ name }: any) => name === mount.name);
  const held = objects.find(o => o.kind === 'ConfigMap' && o.metadata.name === configMap.name && o.metadata.namespace === namespace);
  same(held?.data[mount.subPath], spec.loggingConfig, 'configuration of the sidecar');
  kept(held.metadata, { labels: { ...metadata?.labels }, annotations: { ...metadata?.annotations } }, 'configuration of the sidecar');
}

function ingressKept({ metadata, spec }: TraitRecipe, place: TraitPlace): void {
  const { component, application, namespace, target: { ingress }, objects } = place;
  const base = metadata?.name ?? component.name;
  // one for each cookie of its own
  const own = objects.filter(o => o.kind === 'Ingress' && o.metadata.namespace === namespace && (o.metadata.name === base || o.metadata.name.startsWith(`${base}-rule-`)));
  same(own.length > 0, true, `Ingress ${base}`);
  for (const each of own) {
    kept(each.metadata, { ...metadata, name: each.metadata.name }, `Ingress ${base}`);
    kept(each.metadata.annotations ?? {}, ingress.annotations ?? {}, `annotations of Ingress ${base}`);
    same(each.spec.ingressClassName, ingress.className, `class of Ingress ${base}`);
    certified(each, spec, place);
  }
  spec.rules.forEach((rule: any, i: number) => {
    const named = (rule.hosts ?? []).filter((host: string) => host !== '' && host !== '*');
    for (const host of named.length > 0 ? named : [`${application}.${namespace}.${ingress.domain}`]) {
      for (const path of rule.paths?.length > 0 ? rule.paths : [{}]) routed(own, host, path, rule.destination, `rule ${i} of Ingress ${base}`, place);
    }
  });
}

function certified({ metadata, spec: { tls, rules } }: any, trait: any, { target: { ingress: { tls: { from, name } } } }: TraitPlace): void {
  const own = trait.tls?.secretName;
  const annotation = ({ ClusterIssuer: 'cert-manager.io/cluster-issuer', Issuer: 'cert-manager.io/issuer' } as Record<string, string>)[from];
  if (own === undefined && from === 'none') return same(tls, undefined, `TLS of ${metadata.name}`);
  const made = `${metadata.name}-tls`;
  // a name that would be too long is another
  const secretName = own ?? (from === 'secret' ? name : made.length <= 253 ? made : tls[0].secretName);
  same(tls, [{ hosts: rules.map(({ host }: any) => host), secretName }], `TLS of ${metadata.name}`);
  if (annotation) same(metadata.annotations?.[annotation], own === undefined ? name : undefined, `issuer of ${metadata.name}`);
}

function routed(ingresses: any[], host: string, { path = '/', pathType }: any, destination: any, what: string, place: TraitPlace): void {
  const found = ingresses.flatMap(({ metadata, spec }) => {
    const paths: any[] = spec.rules.filter((rule: any) => rule.host === host).flatMap(({ http }: any) => http.paths);
    return paths.filter(each => each.path === path).map(each => ({ ...each, annotations: metadata.annotations ?? {} }));
  });
  same(found.length, 1, `paths ${host}${path} of ${what}`);
  const [{ pathType: type, backend: { service }, annotations }] = found;
  same(type, pathType ?? (path === '/' ? 'Prefix' : 'Exact'), `type of ${path} of ${what}`);
  if (destination?.host !== undefined) same(service.name, destination.host, `Service of ${what}`);
  else same(servicePorts(service.name, place).includes(service.port.number), true, `Service and port of ${what}`);
  if (destination?.port !== undefined) same(service.port.number, destination.port, `port of ${what}`);
  const { httpCookie } = destination ?? {};
  if (httpCookie) same(untold(httpCookie, Object.values(annotations)), [], `cookie of ${what}`);
}

function servicePorts(name: string, { objects, namespace }: TraitPlace): number[] {
  const service = objects.find(o => o.kind === 'Service' && o.metadata.namespace === namespace && o.metadata.name === name);
  return (service?.spec.ports ?? []).map(({ port }: any) => port);
}

/** What no annotation says of a cookie; its path is `/` anyway. */
function untold(cookie: any, annotations: readonly string[]): string[] {
  return ['name', 'path', 'ttl'].filter(key => cookie[key] && cookie[key] !== '/' && !annotations.some(text => text.includes(`${cookie[key]}`)));
}

/** Lists to which something of the platform's own may be added, at the end. */
const GROWING = ['containers', 'sideCars', 'volumes', 'volumeMounts'];

/**
 * Where something of what was wanted is not in what came out, the first place only. Objects may have more fields, lists the same elements; `growing` lists
 * may have more of them.
 */
function missing(actual: any, wanted: any, at = '$', grows = false): string | undefined {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted) ? undefined : `${at}: ${shown(actual)} instead of ${shown(wanted)}`;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(wanted)) return `${at}: ${shown(actual)} instead of ${shown(wanted)}`;
  if (Array.isArray(wanted) && (grows ? actual.length < wanted.length : actual.length !== wanted.length)) return `${at}: ${actual.length} elements instead of ${wanted.length}`;
  for (const key of Object.keys(wanted)) {
    const place = `${at}[${JSON.stringify(key)}]`;
    if (!Object.hasOwn(actual, key) && isNothing(key, wanted[key])) continue;
    if (!Object.hasOwn(actual, key)) return `${place}: is lost, was ${shown(wanted[key])}`;
    const found = missing(actual[key], wanted[key], place, GROWING.includes(key));
    if (found) return found;
  }
  return undefined;
}

/** Metadata without labels is the same with an empty map of them. */
function isNothing(key: string, value: any): boolean {
  return ['labels', 'annotations'].includes(key) && Object.keys(value).length === 0;
}

/** Fails where something is lost. */
function kept(actual: any, wanted: any, what: string): void {
  const found = missing(actual, wanted);
  if (found) throw new Error(`${what}: ${found}`);
}

function shown(value: any): string {
  return JSON.stringify(value) ?? 'nothing';
}
