import { formOf, isCoherence, podSpecOf, portsOf } from './kubernetes-rules';
import { WorkloadRecipe } from './recipe';

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** The nearest workload that Kubernetes takes as well: what its API server refuses, or nobody could make, is another. */
export function portableWorkload(workload: WorkloadRecipe, component: string): WorkloadRecipe {
  const form = formOf(workload);
  const fields = structuredClone(workload.fields);
  switch (form) {
    case 'containerized': containerized(fields, component); break;
    case 'helidon': helidon(fields); break;
    case 'Deployment': case 'StatefulSet': templated(fields); break;
    case 'Service': service(fields, component); break;
    default: break;
  }
  // an object that nobody knows has no containers: metrics of it could not be found
  const { metricsDefaults, ...rest } = workload;
  return podSpecOf(form, fields) || isCoherence(form) ? { ...workload, fields } : { ...rest, fields };
}

/** A name that a Service can have. */
function serviceName(component: string): string {
  return `w${component.replace(/\W/g, '-').slice(-61)}`;
}

function containerized(fields: any, component: string): void {
  fields.metadata = { ...fields.metadata, name: fields.metadata?.name ?? serviceName(component) };
  const { containers } = fields.spec;
  containers.forEach((container: any, i: number) => {
    container.env?.forEach((each: any, j: number) => { container.env[j] = sourced({ ...each, name: variable(each.name, j) }); });
    container.config?.forEach((each: any, j: number) => { container.config[j] = sourced(each); });
    if (container.resources) resources(container.resources, i);
    places(container);
  });
  distinctPorts(containers);
  sharedVolumes(containers);
}

function variable(name: string, index: number): string {
  return VARIABLE.test(name) ? name : `V_${index}_${name.replace(/[^a-zA-Z0-9]/g, '')}`;
}

/** A value or a secret, not both: OAM leaves out the second. */
function sourced({ fromSecret, ...rest }: any): any {
  return fromSecret && rest.value === undefined ? { ...rest, fromSecret } : { ...rest, value: rest.value ?? '' };
}

function resources(given: any, container: number): void {
  delete given.gpu;
  given.extended?.forEach((each: any, i: number) => {
    given.extended[i] = { name: `example.com/r${i}`, required: typeof each.required === 'number' ? Math.abs(each.required % 1000) : `${i}` };
  });
  given.volumes?.forEach((volume: any, i: number) => {
    volume.disk ??= { required: '1Gi' };
    // a claim asks for some storage
    if (volume.disk.required === '0') volume.disk = { ...volume.disk, required: '1Gi' };
    volume.name = volume.sharingPolicy === 'Shared' && i === 0 ? 'shared' : `v${container}-${i}`;
  });
}

/** Nothing is mounted over something else, no colon is in the way, and a file is no directory: Kubernetes allows neither. */
function places({ config, resources: given }: any): void {
  const taken = new Set<string>();
  const free = (path: string): string => {
    const place = path.replace(/:/g, '-').replace(/(?<=.)\/+$/, '').replace(/^\/*$/, '/root');
    const own = taken.has(place) ? `${place}-${taken.size}` : place;
    taken.add(own);
    return own;
  };
  config?.forEach((each: any) => { each.path = free(each.path); });
  given?.volumes?.forEach((each: any) => { each.mountPath = free(each.mountPath); });
}

/** What several containers share has one disk. */
function sharedVolumes(containers: any[]): void {
  const all = containers.flatMap(({ resources: given }) => given?.volumes ?? []).filter(({ name }: any) => name === 'shared');
  all.forEach(volume => { volume.disk = all[0].disk; });
}

/** The containers of a pod share their ports. */
function distinctPorts(containers: any[]): void {
  const taken = new Set<string>();
  for (const { ports } of containers) {
    for (const port of ports ?? []) {
      const key = () => `${port.containerPort}/${port.protocol ?? 'TCP'}`;
      while (taken.has(key())) port.containerPort = port.containerPort % 65535 + 1;
      taken.add(key());
    }
  }
}

function variables(spec: any): void {
  const all: any[] = [...spec.containers, ...spec.initContainers ?? []];
  for (const { env } of all) {
    env?.forEach((each: any, i: number) => {
      each.name = variable(each.name, i);
      // a value or a source, not both
      if (each.value) delete each.valueFrom;
    });
  }
}

function helidon(fields: any): void {
  const { deploymentTemplate: { podSpec }, serviceTemplate } = fields.spec;
  variables(podSpec);
  distinctPorts(podSpec.containers);
  // an API server drops it, and no other name is rendered
  delete serviceTemplate?.metadata?.name;
  if (portsOf('helidon', fields).length === 0) delete fields.spec.serviceTemplate;
  else if (serviceTemplate?.serviceSpec) ownService(serviceTemplate.serviceSpec, fields);
}

/** A Service that leads to where the pods listen: what the program writes itself is the program's own affair. */
function ownService(spec: any, fields: any): void {
  const listening = portsOf('helidon', fields);
  delete spec.selector;
  const ports = (spec.ports ?? []).slice(0, listening.length).map((port: any, i: number) => leadingTo(port, listening[i], i));
  delete spec.ports;
  if (ports.length > 0) spec.ports = ports;
}

/** A port of a Service, by name or number. */
export function leadingTo(port: any, { number, protocol, name }: { number: number; protocol: string; name?: string }, index: number): any {
  const { nodePort, ...rest } = port;
  const isNamed = name !== undefined && typeof port.targetPort === 'string';
  return { ...rest, name: `p${index}`, protocol, port: 9000 + index, targetPort: isNamed ? name : number };
}

function templated(fields: any): void {
  const { selector, template } = fields.spec;
  selector.matchLabels = { ...selector.matchLabels, chosen: 'yes' };
  template.metadata = { ...template.metadata, labels: { ...template.metadata?.labels, chosen: 'yes' } };
  variables(template.spec);
  distinctPorts(template.spec.containers);
}

/** Without pods to lead to a Service has no selector; `portable` gives it one. */
function service(fields: any, component: string): void {
  fields.metadata.name = serviceName(component);
  const ports: any[] = fields.spec?.ports?.length > 0 ? fields.spec.ports : [{ port: 80 }];
  const distinct = ports.filter((port, i) => ports.findIndex(other => other.port === port.port) === i);
  fields.spec = { ...fields.spec, ports: distinct.map((port: any, i: number) => leadingTo(port, { number: port.port, protocol: port.protocol ?? 'TCP' }, i)) };
  delete fields.spec.selector;
}
