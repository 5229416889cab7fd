import { DeclaredPort } from './workload';
import { all, filled, hidden, hiddenName, isObject, list, listOf, object, oneOf, pattern, text, unique } from '../private/check';
import { Check, FINE } from '../findings/finding';
import { finding, joinField, wrong } from '../findings/unsaid';
import { isDnsLabel, isDnsSubdomain, labels, secretName } from '../private/names';
import { isPort, port, portOrName } from '../private/network';

/** The name of a container. */
export const containerName: Check = (value, field) =>
  isDnsLabel(value) ? FINE : wrong('invalid-name', field, 'be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)', value);

// at most 15 characters, a letter among them, no two dashes in a row
const portName = pattern(/^(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  'port-name');

const handler = object({ httpGet: object({ port: portOrName }), tcpSocket: object({ port: portOrName }) });

/** A port by its number and protocol, by which server-side apply knows it. */
export const portKey = (number: unknown, protocol: unknown) => number == null ? undefined : `${number}/${protocol ?? 'TCP'}`;

/** A port for which Kubernetes takes 0 as if it were left out. */
const optional = (check: Check): Check => (value, field) => value === 0 ? FINE : check(value, field);

/** A list whose elements server-side apply knows by one field: it refuses two that are alike. */
const keyed = (field: string): Check => unique(element => element[field], field);

const valueFrom = hidden(object({ secretKeyRef: hidden(object({ name: secretName })) }));

const variable = hidden(object({ name: hiddenName, valueFrom }, ['name']));

const container = object({
  livenessProbe: handler,
  readinessProbe: handler,
  startupProbe: handler,
  command: list(text, { isHidden: true }),
  args: list(text, { isHidden: true }),
  envFrom: list(hidden(object({ secretRef: hidden(object({ name: secretName })) })), { isHidden: true }),
  name: containerName,
  image: filled,
  ports: all(
    list(object({ containerPort: port, hostPort: optional(port), name: portName, protocol: oneOf('TCP', 'UDP', 'SCTP') }, ['containerPort'])),
    unique(p => p.name, 'name'),
    unique(p => portKey(p.containerPort, p.protocol), 'port'),
  ),
  env: all(
    list(variable, { isHidden: true }),
    unique(e => e.name, 'name'),
  ),
  volumeMounts: keyed('mountPath'),
  volumeDevices: keyed('devicePath'),
  resources: object({ claims: keyed('name') }),
}, ['name']);

const containers = (min: number) => all(list(container, { min, what: 'container' }), unique(c => c.name, 'name'));

/** Containers and init containers share their names. */
const namesAcross: Check = (spec, field) => {
  const names: any[] = isObject(spec) && Array.isArray(spec.containers) ? spec.containers.map(c => c?.name) : [];
  const init: any[] = isObject(spec) && Array.isArray(spec.initContainers) ? spec.initContainers : [];
  const taken = (name: any) => name != null && names.includes(name);
  return init.flatMap((c, i) => !taken(c?.name) ? FINE : finding('duplicate-name', joinField(field, `initContainers[${i}]`),
    `has the same name ${JSON.stringify(c.name)} as container ${names.indexOf(c.name)}`, 'give each its own name'));
};

/** Containers mount the volumes of their pod, or those of these names. */
const mounted = (others: readonly unknown[]): Check => (spec, field) => {
  const known = new Set([...listOf(spec?.volumes).map(volume => volume?.name), ...others]);
  return ['containers', 'initContainers'].flatMap(kind => listOf(spec?.[kind]).flatMap((each, i) => listOf(each?.volumeMounts).flatMap((mount, j) =>
    typeof mount?.name !== 'string' || known.has(mount.name) ? FINE
      : finding('dangling-volume', joinField(field, `${kind}[${i}].volumeMounts[${j}].name`),
        `is ${JSON.stringify(mount.name)}, and the pod has no volume of this name`, 'declare it in \'volumes\''))));
};

/** The name of a Service. */
export const serviceName: Check = (value, field) => typeof value === 'string' && /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value)
  ? FINE
  : wrong('invalid-name', field, 'be the name of a Service (a lower-case letter, then letters, digits and \'-\', at most 63 characters)', value);

const [FIRST_NODE_PORT, LAST_NODE_PORT] = [30000, 32767];

/** The range that clusters have by default. */
const nodePort: Check = (value, field) => !isPort(value) || value >= FIRST_NODE_PORT && value <= LAST_NODE_PORT
  ? port(value, field)
  : wrong('invalid-port', field, `be a port of nodes, from ${FIRST_NODE_PORT} to ${LAST_NODE_PORT}`, value,
    'leave it out, and the cluster chooses one');

const servicePort: Check = object({
  name: containerName,
  port,
  nodePort: optional(nodePort),
  targetPort: (value, field) => typeof value === 'string' ? portName(value, field) : port(value, field),
  protocol: oneOf('TCP', 'UDP', 'SCTP'),
}, ['port']);

/** A Service tells several ports apart by their names, and has each number once for a protocol. */
const distinctPorts: Check = (value, field) => {
  const ports = listOf(value);
  const keys = ports.map(each => portKey(each?.port, each?.protocol));
  return ports.flatMap((each, i) => {
    const at = `${field}[${i}]`;
    const key = keys[i];
    const first = key === undefined ? i : keys.indexOf(key);
    const isNameless = ports.length > 1 && each?.name == null;
    return [
      ...isNameless ? finding('missing-field', `${at}.name`, 'is required, since there are several ports') : FINE,
      ...first === i ? FINE : finding('duplicate-port', at, `is port ${key}, which element ${first} has already`, 'leave one of them out'),
    ];
  });
};

const typeHasNodePorts: Check = (spec, field) => {
  if (!isObject(spec) || !['ClusterIP', undefined, null].includes(spec.type)) return FINE;
  return listOf(spec.ports).flatMap((each, i) => !each?.nodePort ? FINE
    : finding('invalid-port', joinField(field, `ports[${i}].nodePort`), 'must not be given for a Service of type ClusterIP',
      'set type NodePort or LoadBalancer, or leave it out'));
};

/** What the spec of every Service must be; one that is made by itself must say its ports. */
const serviceSpecWith = (mustHavePorts: boolean, remedy: string): Check => all(
  object({
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    ports: all(
      list(servicePort),
      unique(p => p.name, 'name'),
      unique(p => !p.nodePort ? undefined : portKey(p.nodePort, p.protocol), 'node port'),
      distinctPorts,
    ),
    selector: labels,
  }),
  typeHasNodePorts,
  (spec, field) => {
    const needsNone = !isObject(spec) || spec.clusterIP === 'None' || spec.type === 'ExternalName';
    const hasNone = !needsNone && (spec.ports == null ? mustHavePorts : Array.isArray(spec.ports) && spec.ports.length === 0);
    return hasNone ? finding('missing-field', joinField(field, 'ports'), 'must have at least one port', remedy) : FINE;
  },
);

/** The spec of a Service that the platform completes. */
export const serviceSpec = serviceSpecWith(false, 'leave \'ports\' out, and the Service has those of all containers');

/** The spec of a Service by itself. */
export const ownServiceSpec = serviceSpecWith(true, 'declare its ports; a headless Service (clusterIP None) needs none');

/** On the network of the node, a container listens on the port of the host itself. */
const hostPorts: Check = (spec, field) => {
  if (!isObject(spec) || spec.hostNetwork !== true) return FINE;
  const ports = ['containers', 'initContainers'].flatMap(name => listOf(spec[name]).flatMap((each, i) =>
    listOf(each?.ports).map((own, j) => ({ own, at: joinField(field, `${name}[${i}].ports[${j}].hostPort`) }))));
  const other = ports.filter(({ own }) => own?.hostPort && own.hostPort !== own.containerPort);
  return other.flatMap(({ own, at }) => wrong('invalid-port', at, 'be the containerPort, since the pod has the network of its node (hostNetwork)',
    own.hostPort, 'leave it out'));
};

/** What every pod's spec must be, as far as it does not depend on the version of Kubernetes. */
const ownPodSpec: Check = all(object({
  containers: containers(1),
  initContainers: containers(0),
  imagePullSecrets: all(
    list(hidden(object({ name: secretName })), { isHidden: true }),
    // what is no name may be the secret itself
    unique(s => isDnsSubdomain(s.name) ? s.name : undefined, 'name'),
  ),
  volumes: all(list(object({ name: filled, secret: hidden(object({ secretName })) })), keyed('name')),
  hostAliases: keyed('ip'),
  topologySpreadConstraints: unique(c => `${c.topologyKey}/${c.whenUnsatisfiable}`, 'topologyKey and whenUnsatisfiable'),
  resourceClaims: keyed('name'),
  schedulingGates: keyed('name'),
}, ['containers']), namesAcross, hostPorts);

/** The spec of pods that have volumes of these names beside those that it declares. */
export const podSpecWith = (volumes: readonly unknown[]) => all(ownPodSpec, mounted(volumes));

export const podSpec = podSpecWith([]);

/** The names of the volumes that a StatefulSet claims for its pods. */
export function claimedVolumes(spec: any): unknown[] {
  return listOf(spec?.volumeClaimTemplates).map(claim => claim?.metadata?.name);
}

/** The fields that have a value. */
export function given(fields: Record<string, any>): Record<string, any> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The ports of a pod: those of its containers, and of init containers that go on running beside them. */
export function podPorts(spec: any): DeclaredPort[] {
  const sidecars = Array.isArray(spec?.initContainers) ? spec.initContainers.filter((each: any) => each?.restartPolicy === 'Always') : [];
  return [...portsOf(spec?.containers), ...portsOf(sidecars)];
}

/** The ports of a list of containers. */
export function portsOf(of: any): DeclaredPort[] {
  return listOf(of).flatMap(c => listOf(c?.ports).filter(p => isPort(p?.containerPort)).map(p => ({
    port: p.containerPort, ...given({ name: p.name ?? undefined, container: c.name, protocol: p.protocol ?? undefined }),
  })));
}
