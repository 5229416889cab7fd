import * as fc from 'fast-check';
import {
  annotations, CHARACTERS, distinct, filled, label, labels, list, noNumber, ownLabel,
  path, port, secret, some, text, word,
} from './arbitraries-values';

const quantity = fc.constantFrom('500m', '1', '0', '0.5', '256Mi', '1Gi', '1e3', '12E', '.5', '5.', '+1');
const secretKey = fc.record({ name: secret, key: noNumber(word(`${CHARACTERS.ALL}-._`, `${CHARACTERS.ALL}-._`, 12)).filter(key => !/^(\.$|\.\.)/.test(key)) });
const image = filled.map(name => name.trim() || 'x');
const headers = list(fc.record({ name: noNumber(word(`${CHARACTERS.ALL}-`, `${CHARACTERS.ALL}-`, 12)), value: text }));
const seconds = fc.nat({ max: 2 ** 31 - 1 });
const amount = fc.record({ required: quantity });

const probe = (handler: Record<string, fc.Arbitrary<any>>) => fc.oneof(...Object.entries(handler).map(([name, fields]) => some({
  [name]: fields, initialDelaySeconds: seconds, periodSeconds: seconds, timeoutSeconds: seconds, successThreshold: seconds, failureThreshold: seconds,
}, name)));

/** Without those that have the same as an earlier one. */
const apart = (elements: fc.Arbitrary<any[]>, of: (element: any) => unknown) => elements.map(all => all.filter((each, i) => {
  const key = of(each);
  return key === undefined || all.findIndex(other => of(other) === key) === i;
}));

const handlers = {
  exec: fc.record({ command: list(text, 3, 1) }),
  httpGet: some({ path, port, httpHeaders: headers }, 'path', 'port'),
  tcpSocket: fc.record({ port }),
};

const volume = some({
  name: filled,
  mountPath: path,
  accessMode: fc.constantFrom('RO', 'RW'),
  sharingPolicy: fc.constantFrom('Exclusive', 'Shared'),
  disk: some({ required: quantity, ephemeral: fc.boolean() }, 'required'),
}, 'name', 'mountPath');

const envName = fc.oneof(noNumber(word(`${CHARACTERS.ALL}-_`, `${CHARACTERS.ALL}-_`, 12)), fc.constantFrom('1e3', '0775', '-1', 'yes', '_', '-'));

/** Server-side apply knows the ports of a container by this. */
const portKey = ({ containerPort, protocol: given = 'TCP' }: any) => `${containerPort}/${given}`;

const oamContainer = some({
  name: label,
  image,
  resources: some({
    cpu: amount, memory: amount, gpu: amount, volumes: apart(distinct(volume, 'name'), ({ mountPath }) => mountPath), extended: list(fc.record({ name: filled, required: fc.oneof(fc.integer(), text) })),
  }, 'cpu', 'memory'),
  command: list(text),
  args: list(text),
  env: distinct(some({ name: envName, value: text, fromSecret: secretKey }, 'name'), 'name'),
  config: distinct(some({ path, value: text, fromSecret: secretKey }, 'path'), 'path'),
  ports: apart(
    distinct(some({ name: word(CHARACTERS.LOWER, CHARACTERS.LOWER, 12), containerPort: port, protocol: fc.constantFrom('TCP', 'UDP') }, 'name', 'containerPort'), 'name'),
    portKey,
  ),
  livenessProbe: probe(handlers).map(given => given.successThreshold === undefined ? given : { ...given, successThreshold: 1 }),
  readinessProbe: probe(handlers),
  imagePullSecret: secret,
}, 'name', 'image');

/** Metadata as a workload has it. */
export const workloadMetadata = some({ name: ownLabel, labels, annotations });

/** The fields of a ContainerizedWorkload. */
export const containerized = some({
  metadata: workloadMetadata.filter(metadata => Object.keys(metadata).length > 0),
  spec: some({
    containers: distinct(oamContainer, 'name', 1),
    osType: fc.constantFrom('linux', 'windows'),
    arch: fc.constantFrom('i386', 'amd64', 'arm', 'arm64'),
  }, 'containers'),
}, 'spec');

const portName = word(CHARACTERS.LOWER, CHARACTERS.LOWER + CHARACTERS.DIGITS, 15);
const protocol = fc.constantFrom('TCP', 'UDP', 'SCTP');
const resources = fc.dictionary(fc.constantFrom('cpu', 'memory', 'example.com/gpu', 'hostIp'), quantity, { maxKeys: 2 });
const intOrText = (of: fc.Arbitrary<number>) => fc.oneof(of, fc.constantFrom('http', '25%', '80'));

const podProbe = probe({
  exec: fc.record({ command: list(text, 3, 1) }),
  httpGet: some({ path, port: intOrText(port), scheme: fc.constantFrom('HTTP', 'HTTPS'), httpHeaders: headers }, 'port'),
  tcpSocket: fc.record({ port: intOrText(port) }),
});

const podContainer = some({
  name: label,
  image: filled,
  imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
  command: list(text),
  args: list(text),
  env: distinct(some({ name: filled, value: text, valueFrom: fc.constant({ fieldRef: { fieldPath: 'status.hostIP' } }) }, 'name'), 'name'),
  ports: apart(
    distinct(some({ containerPort: port, name: portName, protocol, hostIP: fc.constant('10.0.0.1') }, 'containerPort', 'name'), 'name'),
    portKey,
  ),
  resources: some({ limits: resources, requests: resources }),
  livenessProbe: podProbe,
  readinessProbe: podProbe,
  startupProbe: podProbe,
  securityContext: fc.constantFrom({}, { runAsUser: 0, runAsNonRoot: false }),
  workingDir: text,
}, 'name');

const pod = some({
  containers: distinct(podContainer, 'name', 1),
  initContainers: distinct(podContainer, 'name'),
  imagePullSecrets: apart(list(fc.record({ name: secret })), ({ name }) => name),
  nodeSelector: labels,
  hostPID: fc.boolean(),
  hostIPC: fc.boolean(),
  setHostnameAsFQDN: fc.boolean(),
  hostAliases: distinct(fc.record({ ip: fc.constantFrom('10.0.0.1', '10.0.0.2'), hostnames: list(text) }), 'ip'),
  securityContext: fc.constant({}),
  terminationGracePeriodSeconds: fc.nat({ max: 1e9 }),
  volumes: apart(list(fc.oneof(
    fc.record({ name: label, emptyDir: fc.constantFrom({}, { medium: 'Memory' }) }),
    fc.record({ name: label, downwardAPI: fc.record({ items: list(fc.record({ path: filled, fieldRef: fc.constant({ fieldPath: 'metadata.labels' }) })) }) }),
    fc.record({ name: label, azureDisk: fc.record({ diskName: text, diskURI: text }) }),
    fc.record({ name: label, scaleIO: fc.record({ gateway: text, secretRef: fc.record({ name: secret }), system: text }) }),
  )), ({ name }) => name),
}, 'containers');

/** The spec of a pod, in Kubernetes' own spelling; its containers of both kinds have different names. */
export const podSpec = pod.map(({ initContainers, ...spec }) => initContainers
  ? { ...spec, initContainers: initContainers.filter((c: any) => spec.containers.every((other: any) => other.name !== c.name)) }
  : spec);

/** How pods are replaced. */
export const strategy = fc.oneof(
  fc.constant({ type: 'Recreate' }),
  fc.record({ type: fc.constant('RollingUpdate'), rollingUpdate: some({ maxSurge: fc.oneof(fc.nat({ max: 9 }), fc.constant('25%')), maxUnavailable: fc.constantFrom(1, '50%') }) }),
);

const targetPort = fc.oneof(port, fc.constantFrom('http', 'a-1'));
const servicePort = some({ name: portName, port, targetPort, protocol, nodePort: fc.integer({ min: 30000, max: 32767 }), appProtocol: filled }, 'name', 'port');
const keyOf = (number: unknown, { protocol: given = 'TCP' }: any) => number === undefined ? undefined : `${String(number)}/${given}`;
const servicePorts = (min: number) =>
  apart(apart(distinct(servicePort, 'name', min), each => keyOf(each.port, each)), each => keyOf(each.nodePort, each));

/** The spec of a Service, in Kubernetes' own spelling. */
const serviceWith = (...required: 'ports'[]) => some({
  type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer'),
  ports: servicePorts(1),
  selector: labels,
  clusterIP: fc.constantFrom('None', '10.0.0.1'),
  clusterIPs: list(fc.constant('10.0.0.1')),
  externalIPs: list(fc.constant('10.0.0.2')),
  loadBalancerIP: fc.constant('10.0.0.3'),
  sessionAffinity: fc.constantFrom('None', 'ClientIP'),
  sessionAffinityConfig: fc.record({ clientIP: fc.record({ timeoutSeconds: fc.integer({ min: 1, max: 86400 }) }) }),
  publishNotReadyAddresses: fc.boolean(),
}, ...required).map((spec: any) => spec.ports && !['NodePort', 'LoadBalancer'].includes(spec.type)
  ? { ...spec, ports: spec.ports.map(({ nodePort: _, ...each }: any) => each) }
  : spec);

/** One that a platform completes, and one by itself. */
export const serviceSpec = serviceWith();
export const ownServiceSpec = serviceWith('ports');
