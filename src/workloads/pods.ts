import { DeclaredPort } from './workload';
import { all, filled, hidden, hiddenName, isObject, list, listOf, object, oneOf, pattern, text, unique } from '../private/check';
import { Check, FINE, finding, joinField, wrong } from '../private/finding';
import { isDnsLabel, labels, secretName } from '../private/names';
import { isPort, port, portOrName } from '../private/network';

/** The name of a container. */
export const containerName: Check = (value, field) =>
  isDnsLabel(value) ? FINE : wrong('invalid-name', field, 'be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)', value);

// at most 15 characters, a letter among them, no two dashes in a row
const portName = pattern(/^(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  'be the name of a port (lower-case letters, digits and \'-\', a letter among them, at most 15 characters)');

const handler = object({ httpGet: object({ port: portOrName }), tcpSocket: object({ port: portOrName }) });

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
    list(object({ containerPort: port, hostPort: port, name: portName, protocol: oneOf('TCP', 'UDP', 'SCTP') }, ['containerPort'])),
    unique(p => p.name, 'name'),
  ),
  env: list(hidden(object({ name: hiddenName, valueFrom: hidden(object({ secretKeyRef: hidden(object({ name: secretName })) })) }, ['name'])), { isHidden: true }),
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

/** The name of a Service. */
export const serviceName: Check = (value, field) => typeof value === 'string' && /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value)
  ? FINE
  : wrong('invalid-name', field, 'be the name of a Service (a lower-case letter, then letters, digits and \'-\', at most 63 characters)', value);

/** What the spec of every Service must be. */
export const serviceSpec: Check = object({
  type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
  ports: all(list(object({ name: text, port, nodePort: port, targetPort: portOrName }, ['port'])), unique(p => p.name, 'name')),
  selector: labels,
});

/** What every pod's spec must be, as far as it does not depend on the version of Kubernetes. */
export const podSpec: Check = all(object({
  containers: containers(1),
  initContainers: containers(0),
  imagePullSecrets: list(hidden(object({ name: secretName })), { isHidden: true }),
  volumes: list(object({ name: filled, secret: hidden(object({ secretName })) })),
}, ['containers']), namesAcross);

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
