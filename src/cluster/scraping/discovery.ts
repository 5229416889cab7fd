import type { RelabelledTarget, TargetLabels } from './relabel';
import { labelsOfPods, podOf } from '../objects/object-index';
import { seriesLabel } from '../objects/relabel-rule';
import { asObject, isObject, listOf, PlainFields } from '../../base/check';
import { fieldAt, kindOf } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { podPorts, DeclaredPort, declaredPortsOf } from '../objects/oam-workloads';

/** Stands for the address of a pod. */
export const POD_ADDRESS = '192.0.2.1';

/** A place where a scraper may find metrics: a port of a pod, or of a Service. */
export interface DiscoveredPlace extends RelabelledTarget {
  /** The port as a container declares it; `undefined` if none does. */
  readonly declared?: DeclaredPort;
  /** The name of the port of the Service. */
  readonly servicePort?: string;
}

/** The ports that the containers of an object's pods declare, including pods that an operator creates. */
export function declaredPorts(object: TypedManifest): DeclaredPort[] {
  const spec: unknown = podOf(object)?.spec;
  return isObject(spec) && spec.containers !== undefined ? podPorts(spec) : declaredPortsOf(object);
}

/** The targets that discovery finds for pods: each port of their containers, or the pods themselves if they have none. */
export function podPlaces(object: TypedManifest, ports = declaredPorts(object), isInit = false): DiscoveredPlace[] {
  const [common, mayHave] = [podLabels(object), mayHaveOf(object)];
  if (ports.length === 0) return [{ labels: labelsOf(common, { __address__: POD_ADDRESS }), mayHave }];
  return ports.map(declared => ({ labels: labelsOf(common, atPort(declared.port), containerLabels(declared, isInit)), mayHave, declared }));
}

/** The targets that discovery finds for pods through a Service: each port of the Service, and each other port of their containers. */
export function servicePlaces(service: TypedManifest, object: TypedManifest): DiscoveredPlace[] {
  const declared = declaredPorts(object);
  const { metadata } = service;
  const common = { ...podLabels(object), ...metaLabels('service', metadata), __meta_kubernetes_service_name: String(metadata?.name) };
  const mayHave = mayHaveOf(object);
  const served = listOf(service.spec?.ports).filter(isObject).flatMap((port): DiscoveredPlace[] => {
    const own = portBehind(port, declared);
    if (own === undefined) return [];
    const [known, servicePort] = [declared.find(each => each.port === own), String(port.name ?? '')];
    const named = { __meta_kubernetes_endpoint_port_name: servicePort };
    return [{ labels: labelsOf(common, atPort(own), named, known && containerLabels(known)), mayHave, declared: known, servicePort }];
  });
  const others = declared.filter(each => !served.some(place => place.declared === each));
  const placeOf = (each: DeclaredPort) => labelsOf(common, atPort(each.port), containerLabels(each));
  return [...served, ...others.map(each => ({ labels: placeOf(each), mayHave, declared: each }))];
}

/** The port of the pods that a port of a Service leads to; a target port that is a name must be declared. */
function portBehind({ port, targetPort = port }: PlainFields, declared: readonly DeclaredPort[]): number | undefined {
  return typeof targetPort === 'number' ? targetPort : declared.find(({ name }) => name !== undefined && name === targetPort)?.port;
}

type KnownValues = Readonly<Record<string, string | undefined>>;

function labelsOf(...parts: readonly (KnownValues | undefined)[]): TargetLabels {
  return new Map(Object.entries(Object.assign({}, ...parts) as KnownValues));
}

function atPort(port: number): KnownValues {
  return { __address__: `${POD_ADDRESS}:${port}` };
}

/** The known labels of pods. Their names and nodes are unknown. */
function podLabels(object: TypedManifest): KnownValues {
  const { pods } = kindOf(object);
  const metadata = pods ? fieldAt(object, pods.metadata) : podOf(object)?.metadata;
  const namespace: unknown = object.metadata?.namespace;
  return {
    ...metaLabels('pod', { labels: labelsOfPods(object), annotations: metadata?.annotations }),
    __meta_kubernetes_namespace: typeof namespace === 'string' ? namespace : undefined,
    __meta_kubernetes_pod_name: undefined,
    __meta_kubernetes_pod_ip: POD_ADDRESS,
    __meta_kubernetes_pod_phase: 'Running',
    __meta_kubernetes_pod_ready: 'true',
  };
}

function metaLabels(of: 'pod' | 'service', metadata: unknown): KnownValues {
  return Object.fromEntries((['label', 'annotation'] as const).flatMap(kind => {
    const given = Object.entries(asObject<Record<string, unknown>>(asObject(metadata)[`${kind}s`]));
    const prefix = `__meta_kubernetes_${of}_${kind}`;
    return given.filter((entry): entry is [string, string] => typeof entry[1] === 'string').flatMap(([key, value]) =>
      [[`${prefix}_${seriesLabel(key)}`, value], [`${prefix}present_${seriesLabel(key)}`, 'true']]);
  }));
}

function containerLabels({ container, name = '', port, protocol = 'TCP' }: DeclaredPort, isInit = false): KnownValues {
  return {
    __meta_kubernetes_pod_container_name: container,
    __meta_kubernetes_pod_container_init: String(isInit),
    __meta_kubernetes_pod_container_port_name: name,
    __meta_kubernetes_pod_container_port_number: String(port),
    __meta_kubernetes_pod_container_port_protocol: protocol,
  };
}

/** Labels that depend on nodes and controllers, or that Prometheus sets before the rules. */
const OF_CLUSTER = new RegExp('^__(param|scrape|tmp)_|^__meta_kubernetes_(node_|endpoint|pod_(uid|host_ip|node_name|controller_|'
  + 'container_i|label(present)?_(pod_template_|controller_|statefulset_kubernetes_io_|apps_kubernetes_io_|batch_kubernetes_io_|'
  + 'job_name)))');

/** Labels and annotations of pods that an operator creates. */
const OF_OPERATOR = /^__meta_kubernetes_pod_(label|annotation)/;

function mayHaveOf(object: TypedManifest): DiscoveredPlace['mayHave'] {
  const isOperators = kindOf(object).pods?.isPodSpec !== true && podOf(object)?.spec.containers === undefined;
  return label => OF_CLUSTER.test(label) || isOperators && OF_OPERATOR.test(label);
}
