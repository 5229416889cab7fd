import { kept } from './contained';
import { same } from './differences';
import { TargetRecipe } from './kubernetes-recipe';
import { ComponentRecipe, TraitRecipe } from './recipe';

/** What a trait is read in. */
export interface TraitPlace {
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
export function traitKept(trait: TraitRecipe, place: TraitPlace): void {
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
