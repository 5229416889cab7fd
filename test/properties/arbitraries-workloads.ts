import * as fc from 'fast-check';
import { CHARACTERS, annotations, anyData, anyObject, distinct, filled, label, labels, list, noNumber, ownLabel, ownName, path, port, secret, some, text, unknownFields, word } from './arbitraries-values';
import { WorkloadRecipe } from './recipe';

const quantity = fc.constantFrom('500m', '1', '0', '0.5', '256Mi', '1Gi', '1e3', '12E', '.5', '5.', '+1');
const secretKey = fc.record({ name: secret, key: noNumber(word(`${CHARACTERS.ALL}-._`, `${CHARACTERS.ALL}-._`, 12)).filter(key => !/^(\.$|\.\.)/.test(key)) });
export const image = fc.stringMatching(/^[a-z]{1,9}(\/[a-z0-9]{1,9})?(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,9})?$/);
const headers = list(fc.record({ name: noNumber(word(`${CHARACTERS.ALL}-`, `${CHARACTERS.ALL}-`, 12)), value: text }));
const seconds = fc.nat({ max: 2 ** 31 - 1 });
const amount = fc.record({ required: quantity });

const probe = (handler: Record<string, fc.Arbitrary<any>>) => fc.oneof(...Object.entries(handler).map(([name, fields]) => some({
  [name]: fields, initialDelaySeconds: seconds, periodSeconds: seconds, timeoutSeconds: seconds, successThreshold: seconds, failureThreshold: seconds,
}, name)));

const succeedsOnce = (probes: fc.Arbitrary<any>) => probes.map(given =>
  given.successThreshold === undefined ? given : { ...given, successThreshold: 1 });

/** Without those that have the same as an earlier one. */
const apart = (elements: fc.Arbitrary<any[]>, keyOf: (element: any) => unknown) => elements.map(all => all.filter((each, i) => {
  const key = keyOf(each);
  return key === undefined || all.findIndex(other => keyOf(other) === key) === i;
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
  livenessProbe: succeedsOnce(probe(handlers)),
  readinessProbe: probe(handlers),
  imagePullSecret: secret,
}, 'name', 'image');

/** Metadata as a workload has it. */
const metadata = some({ name: ownLabel, labels, annotations }).filter(given => Object.keys(given).length > 0);

/** The fields of a ContainerizedWorkload. */
const containerized = some({
  metadata,
  spec: some({
    containers: distinct(oamContainer, 'name', 1),
    osType: fc.constantFrom('linux', 'windows'),
    arch: fc.constantFrom('i386', 'amd64', 'arm', 'arm64'),
  }, 'containers'),
}, 'spec');

const portName = word(CHARACTERS.LOWER, CHARACTERS.LOWER + CHARACTERS.DIGITS, 15);
const protocol = fc.constantFrom('TCP', 'UDP', 'SCTP');
const resourceNames = fc.constantFrom('cpu', 'memory', 'example.com/gpu', 'example.com/hostIp');
const resources = (amounts: fc.Arbitrary<string>) => fc.dictionary(resourceNames, amounts, { maxKeys: 2 });
const portOrName = fc.oneof(port, fc.constantFrom('http', 'a-1'));

const podProbe = probe({
  exec: fc.record({ command: list(text, 3, 1) }),
  httpGet: some({ path, port, scheme: fc.constantFrom('HTTP', 'HTTPS'), httpHeaders: headers }, 'port'),
  tcpSocket: fc.record({ port }),
});

const podContainer = some({
  name: label,
  image,
  imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent', 'Never'),
  command: list(text),
  args: list(text),
  env: distinct(fc.oneof(
    some({ name: envName, value: text }, 'name'),
    fc.record({ name: envName, valueFrom: fc.constant({ fieldRef: { fieldPath: 'status.hostIP' } }) }),
  ), 'name'),
  ports: apart(
    distinct(some({ containerPort: port, name: portName, protocol, hostIP: fc.constant('10.0.0.1') }, 'containerPort', 'name'), 'name'),
    portKey,
  ),
  // no request is above its limit
  resources: some({ limits: resources(fc.constantFrom('12E', '15E')), requests: resources(quantity) }),
  livenessProbe: succeedsOnce(podProbe),
  readinessProbe: podProbe,
  startupProbe: succeedsOnce(podProbe),
  securityContext: fc.constantFrom({}, { runAsUser: 0, runAsNonRoot: false }),
  workingDir: text,
}, 'name', 'image');

const initContainer = podContainer.map(({ livenessProbe, readinessProbe, startupProbe, ...given }: any) => given);

const pod = some({
  containers: distinct(podContainer, 'name', 1),
  initContainers: distinct(initContainer, 'name'),
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
const podSpec = pod.map(({ initContainers, ...spec }) => initContainers
  ? { ...spec, initContainers: initContainers.filter((c: any) => spec.containers.every((other: any) => other.name !== c.name)) }
  : spec);

/** How pods are replaced. */
const strategy = fc.oneof(
  fc.constant({ type: 'Recreate' }),
  fc.record({ type: fc.constant('RollingUpdate'), rollingUpdate: some({ maxSurge: fc.oneof(fc.nat({ max: 9 }), fc.constant('25%')), maxUnavailable: fc.constantFrom(1, '50%') }) }),
);

const servicePort = some({ name: portName, port, targetPort: portOrName, protocol, nodePort: fc.integer({ min: 30000, max: 32767 }), appProtocol: filled }, 'name', 'port');
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
const serviceSpec = serviceWith();
const ownServiceSpec = serviceWith('ports');

const selector = fc.record({ matchLabels: labels });

// `prometheus.io/…` on pods stands before the defaults of the workload's type
const podAnnotations = fc.tuple(annotations, some({ 'prometheus.io/port': port.map(String), 'prometheus.io/path': path })).map(([a, b]) => ({ ...a, ...b }));

const helidon = some({
  metadata,
  spec: some({
    // the Service takes its name
    deploymentTemplate: some({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), podSpec, selector, strategy }, 'metadata', 'podSpec'),
    // not `{}`, which says nothing: HelidonService has no way to leave the Service itself empty
    serviceTemplate: some({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), serviceSpec }, 'metadata'),
  }, 'deploymentTemplate'),
}, 'spec');

const named = some({ name: ownName, labels, annotations }, 'name');

const someLabels = labels.filter(given => Object.keys(given).length > 0);

/** A pod template with the labels that its selector wants: without any, it would select all pods. */
const selected = fc.tuple(someLabels, labels, some({ annotations: podAnnotations }), podSpec).map(([matchLabels, more, meta, spec]) => (
  { selector: { matchLabels }, template: { metadata: { ...meta, labels: { ...more, ...matchLabels } }, spec } }
));

const deployment = fc.record({
  metadata: named,
  spec: fc.tuple(some({ replicas: fc.nat({ max: 9 }), strategy }), selected).map(([own, pods]) => ({ ...own, ...pods })),
});

const service = fc.record({ metadata: some({ name: ownLabel, labels, annotations }, 'name'), spec: ownServiceSpec });

const dataKey = fc.oneof(noNumber(word(`${CHARACTERS.ALL}-._`, `${CHARACTERS.ALL}-._`, 10)), fc.constantFrom('__proto__', 'constructor', 'toString', 'yes', 'null', '0775', '1', 'hostIp'))
  .filter(key => !/^(\.$|\.\.)/.test(key));
const configMap = some({
  metadata: named,
  data: fc.dictionary(dataKey, text, { maxKeys: 4 }),
  binaryData: fc.dictionary(dataKey, fc.base64String({ maxLength: 12 }), { maxKeys: 2 }),
  immutable: fc.boolean(),
}, 'metadata').map(({ binaryData, ...given }: any) => binaryData
  ? { ...given, binaryData: Object.fromEntries(Object.entries(binaryData).filter(([key]) => !Object.hasOwn(given.data ?? {}, key))) }
  : given);

const withFree = (known: fc.Arbitrary<Record<string, any>>) => fc.tuple(anyObject, known).map(([free, fields]) => ({ ...free, ...fields }));

const coherenceSpec = withFree(some({
  labels,
  annotations: podAnnotations,
  ports: list(some({ name: label, port, protocol: fc.constantFrom('TCP', 'UDP'), serviceMonitor: fc.constant({ enabled: true }) }, 'name', 'port')),
  healthPort: port,
  coherence: withFree(some({
    metrics: some({ enabled: fc.boolean(), port, ssl: some({ enabled: fc.boolean(), secrets: secret }) }),
    management: some({ enabled: fc.boolean(), port }),
  })),
}));

const resource = (spec: fc.Arbitrary<any>) => fc.record({ metadata: named, spec });
const coherence = some({ metadata, spec: fc.record({ template: resource(coherenceSpec) }) }, 'spec');

const domainSpec = withFree(some({
  domainUID: ownName,
  webLogicCredentialsSecret: fc.record({ name: secret }),
  monitoringExporter: some({ port, image }),
  serverPod: withFree(some({ labels })),
}, 'domainUID'));

const domain = some({ apiVersion: fc.constantFrom('weblogic.oracle/v8', 'weblogic.oracle/v9'), metadata: named, spec: domainSpec }, 'metadata', 'spec');
const cluster = fc.record({ apiVersion: fc.constant('weblogic.oracle/v1'), metadata: named, spec: anyObject });

// clusters are objects of their own since v9
const weblogic = some({
  metadata,
  spec: fc.oneof(
    fc.record({ template: domain }),
    fc.record({ template: domain.map(given => ({ ...given, apiVersion: 'weblogic.oracle/v9' })), clusters: list(cluster) }),
  ),
}, 'spec');

const typed = (apiVersion: string, kind: string, fields: fc.Arbitrary<any>) => fields.map(given => ({ ...given, apiVersion, kind }));
const foreign = withFree(some({ metadata: some({ name: ownName, labels, annotations }), status: anyData, data: anyObject }));

/** Whole objects, as a CustomWorkload takes them. */
const manifest: fc.Arbitrary<any> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('example.com/v1', 'example.com/v1beta1').chain(version => typed(version, 'Widget', foreign)) },
  typed('apps/v1', 'Deployment', deployment),
  typed('v1', 'ConfigMap', configMap),
  typed('v1', 'Service', service),
  typed('core.oam.dev/v1alpha2', 'ContainerizedWorkload', containerized),
  typed('coherence.oracle.com/v1', 'Coherence', fc.record({ metadata: named, spec: coherenceSpec })),
  typed('weblogic.oracle/v9', 'Domain', fc.record({ metadata: named, spec: domainSpec })),
  // its pods have its name and a hash as a label, within 63 characters
  typed('apps/v1', 'StatefulSet', fc.record({
    metadata: some({ name: ownLabel.filter(name => name.length <= 46), labels, annotations }, 'name'), spec: fc.tuple(selected, label).map(([pods, serviceName]) => ({ ...pods, serviceName })),
  })),
);

const of = (type: string, fields: fc.Arbitrary<any>, more = {}): fc.Arbitrary<any> =>
  fc.record({ type: fc.constant(type), fields, overrides: unknownFields, typed: fc.boolean(), ...more });

/** One arbitrary a kind of workload. */
export const WORKLOADS: Record<string, fc.Arbitrary<WorkloadRecipe>> = {
  containerized: of('containerized', containerized),
  helidon: of('helidon', helidon),
  coherence: of('coherence', coherence),
  weblogic: of('weblogic', weblogic),
  deployment: of('deployment', deployment),
  service: of('service', service),
  configMap: of('configMap', configMap),
  manifest: of('manifest', manifest),
  custom: of('custom', manifest, { metricsDefaults: fc.option(some({ port, path, secret }, 'port', 'path'), { nil: undefined }) }),
};

/** A workload of any kind. */
export const workload: fc.Arbitrary<WorkloadRecipe> = fc.oneof(...Object.values(WORKLOADS));
