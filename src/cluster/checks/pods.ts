import {
  all, asObject, filled, Firsts, isFilled, isObject, list, listOf, nearest, object, oneOf, only, pattern, PlainValue,
  shownName, text, unique,
} from '../../base/check';
import { bad, Check, Finding, FINE, found, joinPath, must, ownWords, Shown } from '../../base/findings/finding';
import { imageFindings, isDnsLabel, isDnsSubdomain, labels, secretName } from '../../base/names';
import { SERVICE_NAME } from '../../base/kind-of';
import { definedFields } from '../../base/plain';
import { amountOf } from '../../base/quantity';
import { isPort, port, portOrName } from '../../base/addresses';

export const containerName = must(isDnsLabel, 'invalid-name', 'dns-label');
// at most 15 characters, a letter among them, no two dashes in a row
export const portName = pattern(/^(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'port-name');
const transport = oneOf('TCP', 'UDP', 'SCTP');

/** Kubernetes accepts any image, and kubelets then cannot pull it. */
export const imageReference: Check = (value, field) =>
  isFilled(value) ? imageFindings(value, field) : filled(value, field);

/** The names of the variables that a text refers to, as Kubernetes expands it: `$(NAME)`, but not `$$(NAME)`. */
export function variablesIn(value: unknown): string[] {
  if (typeof value !== 'string' || !value.includes('$(')) return [];
  // so that each reference has an end
  const whole = value.slice(0, value.lastIndexOf(')') + 1);
  return [...whole.matchAll(/\$(?:\$|\(([^)]*)\))/g)].flatMap(([, name]) => name ?? []);
}

/** A quantity of a resource. */
export const quantity: Check = (value, field) => {
  if (typeof value !== 'string') return bad('invalid-value', 'quantity', field, value);
  return (amountOf(value) ?? -1n) >= 0n ? FINE : bad('invalid-value', 'quantity-text', field, value);
};

/** The key of a port, its number and protocol, by which server-side apply identifies it. */
export const portKey = (number: unknown, protocol: unknown) =>
  number == null ? undefined : `${number}/${protocol ?? 'TCP'}`;

/** A list whose elements server-side apply identifies by one field: it rejects two with the same value. */
const keyed = (field: string): Check => unique(element => element[field], field);

/** Names, and numbers per protocol, are unique in a list of ports. */
export const distinctPorts = (number: string) =>
  [keyed('name'), unique(each => portKey(each[number], each.protocol), 'port')];

/** A port for which Kubernetes treats 0 as absent. */
const orZero = (check: Check): Check => (value, field) => value === 0 ? FINE : check(value, field);
const handler = object({ httpGet: object({ port: portOrName }), tcpSocket: object({ port: portOrName }) });
const ofSecret = object({ name: secretName });
const variable = object({ name: filled, valueFrom: object({ secretKeyRef: ofSecret }) }, ['name']);

const containerPort = object(
  { containerPort: port, hostPort: orZero(port), name: portName, protocol: transport }, ['containerPort'],
);

/** Resources without a domain in their names that containers may have, beside `hugepages-<size>`. */
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

/** The names of resources that a container requests, or to which it is limited. */
const resourceNames: Check = (value, field) => Object.keys(asObject(value)).flatMap(name =>
  RESOURCES.includes(name) || /^hugepages-|[/$]/.test(name) ? FINE : found('unknown-field', joinPath(field, [name]), {
    ...ownWords(`is an unknown resource; expected ${RESOURCES.join(', ')}, hugepages-<size>, or a name with a domain, `
      + 'such as nvidia.com/gpu', 'leave it out, or check its spelling'),
    meant: nearest(name, RESOURCES),
  }));

/** The names, references and commands of a container; the schemas of Kubernetes cover its other fields. */
const container = object({
  livenessProbe: handler,
  readinessProbe: handler,
  startupProbe: handler,
  command: list(text),
  args: list(text),
  envFrom: list(object({ secretRef: ofSecret })),
  name: containerName,
  image: filled,
  ports: all(list(containerPort), ...distinctPorts('containerPort')),
  env: all(list(variable), keyed('name')),
  volumeMounts: keyed('mountPath'),
  resources: object({ requests: resourceNames, limits: resourceNames }),
}, ['name']);

const containers = (min: number) => all(list(container, { min, what: 'container' }), keyed('name'));

/** The name of a Service. */
export const serviceName = must(
  value => typeof value === 'string' && !SERVICE_NAME(value, {}), 'invalid-name', 'service',
);

/** The range that clusters have by default. */
const NODE_PORTS = { min: 30000, max: 32767 };

/** Reports a number in quotes where Kubernetes reads a string as the name of a port. `as` is what to write instead. */
export const quotedPort = (as = ''): Check => (value, field) => typeof value !== 'string' || !/^\d+$/.test(value) ? FINE
  : found('invalid-port', field, { reason: 'quoted', as, value: Shown.of(value) });

/** A port by number, or by a name as containers have it. */
export const portNumberOrName: Check = (value, field) => {
  const quoted = quotedPort()(value, field);
  if (quoted.length > 0) return quoted;
  return typeof value === 'string' ? portName(value, field) : port(value, field);
};

/** A port of a Service. Node ports are limited to the default range of API servers (`--service-node-port-range`). */
const servicePort: Check = object({
  name: containerName,
  port,
  nodePort: orZero((value, field) => !isPort(value) || value >= NODE_PORTS.min && value <= NODE_PORTS.max
    ? port(value, field)
    : found('invalid-port', field, { reason: 'node-port', ...NODE_PORTS, value: Shown.of(value) })),
  targetPort: portNumberOrName,
  protocol: transport,
}, ['port']);

/** The check of every Service's spec. One that no platform completes must declare its ports. */
const serviceSpecWith = (needsPorts: boolean): Check => all(
  object({
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    ports: all(
      list(servicePort),
      keyed('name'),
      unique(each => !each.nodePort ? undefined : portKey(each.nodePort, each.protocol), 'node port'),
      // a Service distinguishes several ports by their names, and has each number once for a protocol
      (value, field) => {
        const firsts = new Firsts<number>();
        return listOf(value).flatMap((each, i, ports) => {
          const [at, key] = [joinPath(field, [i]), portKey(each?.port, each?.protocol)];
          const first = firsts.earlier(key, i);
          return [
            ...ports.length > 1 && each?.name == null
              ? found('missing-field', [...at, 'name'], { reason: 'required', way: 'port-name' }) : FINE,
            ...first === undefined ? FINE : found('duplicate-port', at, { reason: 'element', port: key!, first }),
          ];
        });
      },
    ),
    selector: labels,
  }),
  (spec, field) => {
    if (!isObject(spec)) return FINE;
    const { type = null, ports, clusterIP } = spec;
    const isOnNodes = type !== null && (type as unknown) !== 'ClusterIP';
    const hasNone = ports == null ? needsPorts : Array.isArray(ports) && ports.length === 0;
    return [
      ...listOf(ports).flatMap((each, i) => isOnNodes || !each?.nodePort ? FINE
        : found('invalid-port', joinPath(field, ['ports', i, 'nodePort']), ownWords(
          'must not be set for a Service of type ClusterIP', 'set type NodePort or LoadBalancer, or leave it out'))),
      ...hasNone && clusterIP !== 'None' && type !== 'ExternalName'
        ? found('missing-field', joinPath(field, 'ports'), { reason: 'ports' }) : FINE,
    ];
  },
);

/** The spec of a Service that the platform completes. */
export const serviceSpec = serviceSpecWith(false);
/** The spec of a Service that no platform completes. */
export const ownServiceSpec = serviceSpecWith(true);

/** A volume has one source at most. All fields but its name are sources. */
const oneVolume: Check = (volume, field) => {
  const given = Object.keys(definedFields(asObject(volume))).filter(name => name !== 'name');
  return given.length < 2 ? FINE : found('invalid-value', field, { reason: 'one-field', fields: given, given });
};

/** The check of every pod's spec, as far as it does not depend on the version of Kubernetes. */
const ownPodSpec: Check = all(object({
  containers: containers(1),
  initContainers: containers(0),
  imagePullSecrets: all(
    list(ofSecret),
    // an invalid name may be the secret itself
    unique(s => isDnsSubdomain(s.name) ? s.name : undefined, 'name'),
  ),
  volumes: all(list(all(object({ name: filled, secret: object({ secretName }) }), oneVolume)), keyed('name')),
  topologySpreadConstraints: unique(each => `${each.topologyKey}/${each.whenUnsatisfiable}`, 'topologyKey'),
}, ['containers']), (spec, field) => {
  // containers and init containers share one set of names
  const [names, own] = [spec?.containers, spec?.initContainers].map(each => listOf(each).map(element => element?.name));
  return own.flatMap((name, i) => {
    const at = joinPath(field, ['initContainers', i]);
    return name == null || !names.includes(name) ? FINE : found('duplicate-name', at,
      { reason: 'init-container', name: Shown.of(name), container: names.indexOf(name) });
  });
});

/** The spec of pods that have volumes of these names beside those that it declares: containers mount no others. */
export const podSpecWith = (volumes: readonly unknown[]) => all(ownPodSpec, (spec, field) => {
  const known = new Set<unknown>([...listOf(spec?.volumes).map(volume => volume?.name), ...volumes]);
  return ['containers', 'initContainers'].flatMap(kind => listOf(asObject(spec)[kind]).flatMap((each, i) =>
    listOf(each?.volumeMounts).flatMap((mount, j) => {
      const { name } = asObject(mount);
      return typeof name !== 'string' || known.has(name) ? FINE
        : found('dangling-volume', joinPath(field, [kind, i, 'volumeMounts', j, 'name']),
          { reason: 'not-in-pod', name: Shown.of(name) });
    })));
});

export const podSpec = podSpecWith([]);

/** Whether the resources of a container state an amount: a limit is a request too if there is none. */
export function requests(resources: PlainValue | undefined, name: string): boolean {
  return (resources?.requests?.[name] ?? resources?.limits?.[name]) != null;
}

/** The names of the volumes that a StatefulSet claims for its pods. */
export function claimedVolumes(spec: PlainValue | undefined): unknown[] {
  return listOf(spec?.volumeClaimTemplates).map(claim => claim?.metadata?.name);
}

const variableNamed = (names: RegExp, characters: string): Check => (value, field) =>
  typeof value === 'string' && names.test(value) ? FINE : found('invalid-value', field,
    { ...ownWords(`must be the name of a variable (${characters})`), value: shownName(value) });

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

const VARIABLE = all(object({ name: envName, value: text }), oneSource);
const withVariables = list(object({ env: list((value, field) => isObject(value) ? VARIABLE(value, field) : FINE) }));
const VARIABLES = object({ containers: withVariables, initContainers: withVariables });
/** The metadata that a workload passes on to the objects it becomes. */
export const workloadMetadata = only('name', 'namespace', 'labels', 'annotations');

/** Checks the spec of a pod as Kubernetes does: names, ports and variables. */
export function kubernetesPodSpec(value: unknown, field: string, volumes: readonly unknown[] = []): Finding[] {
  return [...podSpecWith(volumes)(value, field), ...isObject(value) ? VARIABLES(value, field) : FINE];
}
