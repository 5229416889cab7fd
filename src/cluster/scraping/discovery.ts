import { RelabelledTarget, seriesLabel } from './relabel';
import { asObject, isObject, listOf } from '../../base/check';
import { fieldAt, kindOf } from '../../base/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { DeclaredPort, declaredPortsOf, portsOfPods } from '../objects/oam-workloads';
import { labelsOfPods, podOf } from '../objects/pod-templates';

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
export function portsOfObject(object: TypedManifest): DeclaredPort[] {
  return portsOfPods(object) ?? declaredPortsOf(object);
}

/**
 * The targets that discovery finds for pods: each port of their containers, or the pods themselves if they have none.
 */
export function podPlaces(object: TypedManifest, ports = portsOfObject(object), isInit = false): DiscoveredPlace[] {
  const placeOf = podPlaceMaker(object);
  return ports.length === 0 ? [placeOf({})] : ports.map(declared => placeOf({ port: declared.port, declared, isInit }));
}

/**
 * The targets that discovery finds for pods through a Service: each port of the Service, and each other port of their
 * containers.
 */
export function servicePlaces(service: TypedManifest, object: TypedManifest): DiscoveredPlace[] {
  const all = portsOfObject(object);
  const placeOf = podPlaceMaker(object, service);
  const served = listOf(service.spec?.ports).filter(isObject).flatMap(({ port, targetPort: given, name }) => {
    const targetPort = given ?? port;
    // a target port that is a name must be declared
    const own = typeof targetPort === 'number' ? targetPort
      : all.find(each => each.name !== undefined && each.name === targetPort)?.port;
    const declared = all.find(each => each.port === own);
    return own === undefined ? [] : placeOf({ port: own, declared, servicePort: String(name ?? '') });
  });
  const others = all.filter(each => !served.some(place => place.declared === each));
  return [...served, ...others.map(declared => placeOf({ port: declared.port, declared }))];
}

/** Labels that depend on nodes and controllers, or that Prometheus sets before the rules. */
const OF_CLUSTER = new RegExp('^__(param|scrape|tmp)_|^__meta_kubernetes_(node_|endpoint|pod_(uid|host_ip|node_name|'
  + 'controller_|container_i|label(present)?_(pod_template_|controller_|statefulset_kubernetes_io_|'
  + 'apps_kubernetes_io_|batch_kubernetes_io_|job_name)))');

/** Labels and annotations of pods that an operator creates. */
const OF_OPERATOR = /^__meta_kubernetes_pod_(label|annotation)/;

/**
 * Makes places of an object's pods, with their known labels: of a port, by itself or behind a port of a Service, or of
 * the pods themselves. The names and nodes of pods are unknown.
 */
function podPlaceMaker(object: TypedManifest, service?: TypedManifest) {
  const { pods } = kindOf(object);
  const pod = podOf(object);
  const { annotations } = (pods ? fieldAt(object, pods.metadata) : pod?.metadata) ?? {};
  const namespace: unknown = object.metadata?.namespace;
  const own = { labels: labelsOfPods(object), annotations };
  const metadata = [['pod', own], ...service ? [['service', asObject(service.metadata)] as const] : []] as const;
  const meta = metadata.flatMap(([of, from]) => (['label', 'annotation'] as const).flatMap(kind => {
    const given = Object.entries(asObject<Record<string, unknown>>(from[`${kind}s`]));
    const prefix = `__meta_kubernetes_${of}_${kind}`;
    return given.filter(([, value]) => typeof value === 'string').flatMap(([key, value]) =>
      [[`${prefix}_${seriesLabel(key)}`, value as string], [`${prefix}present_${seriesLabel(key)}`, 'true']] as const);
  }));
  const common = {
    ...Object.fromEntries(meta),
    __meta_kubernetes_namespace: typeof namespace === 'string' ? namespace : undefined,
    __meta_kubernetes_pod_name: undefined,
    __meta_kubernetes_pod_ip: POD_ADDRESS,
    __meta_kubernetes_pod_phase: 'Running',
    __meta_kubernetes_pod_ready: 'true',
    ...service && { __meta_kubernetes_service_name: String(service.metadata?.name) },
  };
  const isOperators = pods?.isPodSpec !== true && pod?.spec.containers === undefined;
  const mayHave = (label: string) => OF_CLUSTER.test(label) || isOperators && OF_OPERATOR.test(label);
  return (
    { port, declared, servicePort, isInit = false }:
    Pick<DiscoveredPlace, 'declared' | 'servicePort'> & { readonly port?: number; readonly isInit?: boolean },
  ): DiscoveredPlace => {
    const { container, name = '', protocol = 'TCP' } = declared ?? {};
    const labels = new Map<string, string | undefined>(Object.entries({
      ...common,
      __address__: port === undefined ? POD_ADDRESS : `${POD_ADDRESS}:${port}`,
      ...servicePort !== undefined && { __meta_kubernetes_endpoint_port_name: servicePort },
      ...declared && {
        __meta_kubernetes_pod_container_name: container,
        __meta_kubernetes_pod_container_init: String(isInit),
        __meta_kubernetes_pod_container_port_name: name,
        __meta_kubernetes_pod_container_port_number: String(port),
        __meta_kubernetes_pod_container_port_protocol: protocol,
      },
    }));
    return { labels, mayHave, declared, servicePort };
  };
}
