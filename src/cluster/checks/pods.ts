import { bad, Check, Finding, FINE, found, must, saying, Path, joinPath, Shown } from '../../base/findings/finding';
import {
  PlainFields, PlainValue, all, asObject, filled, isFilled, isObject, list, listOf, object, oneOf, only, pattern,
  shownName, text, unique,
} from '../../base/check';
import { imageFindings, isDnsLabel, isDnsSubdomain, labels, secretName, isPort, port, portOrName } from '../../base/names';
import { SERVICE_NAME } from '../../base/kinds/kind-of';
import { amountOf } from '../../base/quantity';

/** The name of a container. */
export const containerName = must(isDnsLabel, 'invalid-name', 'dns-label');

// at most 15 characters, a letter among them, no two dashes in a row
export const portName = pattern(/^(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'port-name');

const transport = oneOf('TCP', 'UDP', 'SCTP');

const handler = object({ httpGet: object({ port: portOrName }), tcpSocket: object({ port: portOrName }) });

/** Kubernetes accepts any image, and kubelets then cannot pull it. */
export const imageName: Check = (value, field) => isFilled(value) ? imageFindings(value, field) : filled(value, field);

const REFERENCE = /\$(?:\$|\(([^)]*)\))/g;

/** The names of the variables that a text refers to, as Kubernetes expands it: `$(NAME)`, but not `$$(NAME)`. */
export function variablesIn(value: unknown): string[] {
  if (typeof value !== 'string' || !value.includes('$(')) return [];
  // so that each reference has an end
  const whole = value.slice(0, value.lastIndexOf(')') + 1);
  return [...whole.matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
}

/** A quantity of a resource. */
export const quantity: Check = (value, field) => {
  if (typeof value !== 'string') return bad('invalid-value', 'quantity', field, value);
  return (amountOf(value) ?? -1n) >= 0n ? FINE : bad('invalid-value', 'quantity-text', field, value);
};

/** The key of a port, its number and protocol, by which server-side apply identifies it. */
export const portKey = (number: unknown, protocol: unknown) => number == null ? undefined : `${number}/${protocol ?? 'TCP'}`;

/** Names, and numbers per protocol, are unique in a list of ports. */
export const distinctPorts = (number: string) => [keyed('name'), unique(each => portKey(each[number], each.protocol), 'port')];

/** A port for which Kubernetes treats 0 as absent. */
const optional = (check: Check): Check => (value, field) => value === 0 ? FINE : check(value, field);

/** A list whose elements server-side apply identifies by one field: it rejects two with the same value. */
const keyed = (field: string): Check => unique(element => element[field], field);

const valueFrom = object({ secretKeyRef: object({ name: secretName }) });

const variable = object({ name: filled, valueFrom }, ['name']);

const containerPort = object({ containerPort: port, hostPort: optional(port), name: portName, protocol: transport }, ['containerPort']);

const container = object({
  livenessProbe: handler,
  readinessProbe: handler,
  startupProbe: handler,
  command: list(text),
  args: list(text),
  envFrom: list(object({ secretRef: object({ name: secretName }) })),
  name: containerName,
  image: filled,
  ports: all(list(containerPort), ...distinctPorts('containerPort')),
  env: all(list(variable), keyed('name')),
  volumeMounts: keyed('mountPath'),
}, ['name']);

const containers = (min: number) => all(list(container, { min, what: 'container' }), keyed('name'));

/** Containers and init containers share one set of names. */
const namesAcross: Check = (spec, field) => {
  const [names, own] = [spec?.containers, spec?.initContainers].map(each => listOf(each).map(element => element?.name));
  return own.flatMap((name, i) => name == null || !names.includes(name) ? FINE : found('duplicate-name',
    joinPath(field, ['initContainers', i]), { reason: 'init-container', name: Shown.of(name), container: names.indexOf(name) }));
};

/** The elements of a list of each container and init container, with their paths. */
function inContainers(spec: PlainFields, name: string): { readonly element: PlainFields; readonly at: Path }[] {
  return ['containers', 'initContainers'].flatMap(kind => listOf(spec?.[kind]).flatMap((each, i) =>
    listOf(each?.[name]).map((element, j) => ({ element: asObject(element), at: [kind, i, name, j] }))));
}

/** Containers mount only the volumes of their pod, or those with these names. */
const mounted = (others: readonly unknown[]): Check => (spec, field) => {
  const known = new Set<unknown>([...listOf(spec?.volumes).map(volume => volume?.name), ...others]);
  const mounts = inContainers(asObject(spec), 'volumeMounts');
  return mounts.flatMap(({ element: { name }, at }) => typeof name !== 'string' || known.has(name) ? FINE
    : found('dangling-volume', joinPath(field, at, ['name']), { reason: 'not-in-pod', name: Shown.of(name) }));
};

/** The name of a Service. */
export const serviceName = must(value => typeof value === 'string' && SERVICE_NAME.fits(value, {}), 'invalid-name', 'service');

const [FIRST_NODE_PORT, LAST_NODE_PORT] = [30000, 32767];

/** The range that clusters have by default. */
const nodePort: Check = (value, field) => !isPort(value) || value >= FIRST_NODE_PORT && value <= LAST_NODE_PORT
  ? port(value, field)
  : found('invalid-port', field, { reason: 'node-port', min: FIRST_NODE_PORT, max: LAST_NODE_PORT, value: Shown.of(value) });

/** A port by number, or by a name as containers have it. */
export const namedPort: Check = (value, field) => typeof value === 'string' ? portName(value, field) : port(value, field);

const servicePort: Check = object({
  name: containerName,
  port,
  nodePort: optional(nodePort),
  targetPort: namedPort,
  protocol: transport,
}, ['port']);

/** A Service distinguishes several ports by their names, and has each number once for a protocol. */
const distinctServicePorts: Check = (value, field) => {
  const ports = listOf(value);
  const keys = ports.map(each => portKey(each?.port, each?.protocol));
  return ports.flatMap((each, i) => {
    const at = joinPath(field, [i]);
    const key = keys[i];
    const first = keys.indexOf(key);
    return [
      ...ports.length > 1 && each?.name == null ? found('missing-field', [...at, 'name'], { reason: 'required', way: 'port-name' }) : FINE,
      ...key === undefined || first === i ? FINE : found('duplicate-port', at, { reason: 'element', port: key, first }),
    ];
  });
};

const typeHasNodePorts: Check = (spec, field) => {
  if (!isObject(spec) || ![undefined, null, 'ClusterIP'].some(each => each === spec.type)) return FINE;
  return listOf(spec.ports).flatMap((each, i) => !each?.nodePort ? FINE
    : found('invalid-port', joinPath(field, ['ports', i, 'nodePort']), saying('must not be set for a Service of type ClusterIP',
      'set type NodePort or LoadBalancer, or leave it out')));
};

/** The check of every Service's spec. One that no platform completes must declare its ports. */
const serviceSpecWith = (portsWhere: 'given' | 'always'): Check => all(
  object({
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    ports: all(
      list(servicePort),
      keyed('name'),
      unique(each => !each.nodePort ? undefined : portKey(each.nodePort, each.protocol), 'node port'),
      distinctServicePorts,
    ),
    selector: labels,
  }),
  typeHasNodePorts,
  (spec, field) => {
    const needsNone = !isObject(spec) || spec.clusterIP === 'None' || spec.type === 'ExternalName';
    const hasNone = !needsNone && (spec.ports == null ? portsWhere === 'always' : Array.isArray(spec.ports) && spec.ports.length === 0);
    return hasNone ? found('missing-field', joinPath(field, 'ports'), { reason: 'ports' }) : FINE;
  },
);

/** The spec of a Service that the platform completes. */
export const serviceSpec = serviceSpecWith('given');

/** The spec of a Service that no platform completes. */
export const ownServiceSpec = serviceSpecWith('always');

/** The check of every pod's spec, as far as it does not depend on the version of Kubernetes. */
const ownPodSpec: Check = all(object({
  containers: containers(1),
  initContainers: containers(0),
  imagePullSecrets: all(
    list(object({ name: secretName })),
    // an invalid name may be the secret itself
    unique(s => isDnsSubdomain(s.name) ? s.name : undefined, 'name'),
  ),
  volumes: all(list(object({ name: filled, secret: object({ secretName }) })), keyed('name')),
}, ['containers']), namesAcross);

/** The spec of pods that have volumes of these names beside those that it declares. */
export const podSpecWith = (volumes: readonly unknown[]) => all(ownPodSpec, mounted(volumes));

export const podSpec = podSpecWith([]);

/** Whether the resources of a container state an amount: a limit is a request too if there is none. */
export function requests(resources: PlainValue | undefined, name: string): boolean {
  return (resources?.requests?.[name] ?? resources?.limits?.[name]) != null;
}

/** The names of the volumes that a StatefulSet claims for its pods. */
export function claimedVolumes(spec: PlainValue | undefined): unknown[] {
  return listOf(spec?.volumeClaimTemplates).map(claim => claim?.metadata?.name);
}

/** The fields that have a value. */
export function given<T>(fields: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const variableNamed = (names: RegExp, characters: string): Check => (value, field) =>
  typeof value === 'string' && names.test(value) ? FINE
    : found('invalid-value', field, { ...saying(`must be the name of a variable (${characters})`), value: shownName(value) });

/** The name of an environment variable. */
export const envName = variableNamed(/^[ -<>-~]+$/, "printable ASCII characters without '='");

/** The name of an environment variable before Kubernetes 1.32. */
export const oldEnvName = variableNamed(
  /^[-._a-zA-Z][-._a-zA-Z0-9]*$/, "letters, digits, '-', '_' and '.', not a digit first; others need Kubernetes 1.32",
);

/** An environment variable has a value, or the source of one. */
export const oneSource: Check = (value, field) => Boolean(value?.value) && value?.valueFrom != null
  ? found('invalid-value', joinPath(field, ['valueFrom']), { reason: 'beside', field: 'value' })
  : FINE;

const VARIABLE = object({ name: envName, value: text });

const kubernetesVariable: Check = (value, field) => isObject(value) ? [...VARIABLE(value, field), ...oneSource(value, field)] : FINE;

const withVariables = list(object({ env: list(kubernetesVariable) }));

/** The metadata that a workload passes on to the objects it becomes. */
export const workloadMetadata = only('name', 'namespace', 'labels', 'annotations');

/** Checks the spec of a pod as Kubernetes does: names, ports and variables. */
export function kubernetesPodSpec(value: unknown, field: string, volumes: readonly unknown[] = []): Finding[] {
  return [...podSpecWith(volumes)(value, field), ...isObject(value) ? VARIABLES(value, field) : FINE];
}

const VARIABLES = object({ containers: withVariables, initContainers: withVariables });
