import { INGRESS } from './ingress';
import { namespaceOf, Route, RouteBackend } from './route';
import { Finding, FINE, found, saying } from '../findings/finding';
import { Path } from '../findings/path';
import type { Phrase } from '../findings/catalogue/phrases';
import { Shown } from '../findings/shown';
import { portsOfPods } from '../network/ends';
import { isSelecting, unmet } from '../objects/labels';
import type { ObjectIndex } from '../objects/object-index';
import { labelsOfPods, replicasOf } from '../objects/pod-holders';
import { isObject, listOf, PlainFields } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { nearest } from '../private/nearest';
import type { TypedManifest } from '../private/oam-kind';
import { objectName } from '../private/written';

/** A step on the way from a request to the pods. */
export interface ChainLink {
  readonly object: TypedManifest;
  readonly path: Path;
  /** The phrase for the step, if it holds. */
  readonly holds?: Phrase;
  /** Why the way ends here. */
  readonly breaks: readonly Finding[];
}

/** Where a route leads: a port of a Service, and the pods behind it. */
export interface RouteTarget {
  readonly service: TypedManifest;
  readonly port: number;
  /** The objects that create the pods, each with the port on which the pods listen. */
  readonly pods: readonly TargetPods[];
}

/** An object that creates pods, and the port on which the pods listen. */
interface TargetPods {
  readonly object: TypedManifest;
  readonly port: number;
}

/** The way from a route to the pods. */
interface RouteChain {
  /** The steps; at most the last one breaks. */
  readonly links: readonly ChainLink[];
  /** Where it leads, if no step breaks. */
  readonly target?: RouteTarget;
}

/** Follows a route from its backend to the pods, through the rendered objects. */
export function followRoute(route: Route, index: ObjectIndex): RouteChain {
  const { backend, origin } = route;
  if (backend.refused?.length) return endingAt(origin.object, backend.refused);
  const service = serviceOf(route, index);
  if (!service) return endingAt(origin.object, withoutService(route, index));
  const away = leadingAway(service);
  if (away.length > 0) return endingAt(service, away);
  const at = indexOfPort(service, backend);
  if (at < 0) return endingAt(origin.object, notAPort(backend, service));
  const selected = index.podsOf(service);
  if (selected.length === 0) return endingAt(service, withoutPods(service, index));
  const running = selected.filter(object => replicasOf(object) !== 0);
  if (running.length === 0) return endingAt(selected[0], found('broken-route', 'spec.replicas', saying('is 0: there are no pods')));
  const pods = running.flatMap(object => listening(object, portsOf(service)[at]!));
  if (pods.length === 0) return endingAt(service, notListening(service, at, running));
  return leadingTo(service, at, pods);
}

function leadingTo(service: TypedManifest, index: number, pods: readonly TargetPods[]): RouteChain {
  const { port, targetPort } = portsOf(service)[index]!;
  const target = String(targetPort ?? port);
  return {
    links: [
      holding(service, ['spec', 'ports', index], { phrase: 'leads-on', port: Number(port), target }),
      holding(service, ['spec', 'selector'], { phrase: 'selects' }),
      ...pods.map(each => holding(each.object, [], { phrase: 'listens', port: each.port })),
    ],
    target: { service, port: Number(port), pods },
  };
}

function endingAt(object: TypedManifest, breaks: readonly Finding[]): RouteChain {
  return { links: [{ object, path: [], breaks }] };
}

function holding(object: TypedManifest, path: Path, holds: Phrase): ChainLink {
  return { object, path, holds, breaks: FINE };
}

/** The Service port to which a route leads: its number if the Service is rendered, otherwise the port as the route writes it. */
export function servicePortOf(route: Route, index: ObjectIndex): number | string | undefined {
  const service = serviceOf(route, index);
  const port = service && portsOf(service)[indexOfPort(service, route.backend)]?.port;
  return typeof port === 'number' ? port : route.backend.port;
}

function serviceOf(route: Route, index: ObjectIndex): TypedManifest | undefined {
  return index.named(SERVICE, namespaceOf(route), route.backend.service);
}

function withoutService(route: Route, index: ObjectIndex): Finding[] {
  const { backend: { service, port, resource, answer, isOnlyPort, path }, origin } = route;
  if (answer) return found('broken-route', path, { reason: 'answer', rule: answer });
  if (resource) {
    return found('broken-route', path, { reason: 'resource', kind: String(resource.kind), name: String(resource.name) });
  }
  if (service === undefined || port === undefined && !isOnlyPort) {
    return found('broken-route', path, saying('names no port of a Service', 'give the name and the port of a Service'));
  }
  const namespace = namespaceOf(route);
  const [at, name] = [[...path, origin.object.kind === 'VirtualService' ? 'host' : 'name'], String(service)];
  const others = index.ofKind(SERVICE).flatMap(({ metadata }) => metadata?.name === service ? String(metadata?.namespace) : []);
  if (others.length > 0 && isKind(origin.object, INGRESS)) {
    return found('broken-route', at, { reason: 'service-elsewhere', service: name, namespace, others });
  }
  const meant = nearest(name, index.inNamespace(SERVICE, namespace).map(({ metadata }) => String(metadata?.name)));
  return found('broken-route', at, { reason: 'service', service: name, namespace, meant });
}

/** The finding on a Service that leads to no known pods: it is of the type `ExternalName` or has no selector. */
function leadingAway(service: TypedManifest): Finding[] {
  const { spec } = service;
  if (spec?.type === 'ExternalName') {
    return found('broken-route', 'spec.externalName', { reason: 'external', host: String(spec.externalName) });
  }
  return isSelecting(service) ? FINE : found('broken-route', 'spec.selector', saying('is not there: what answers is not known'));
}

function portsOf({ spec }: TypedManifest): readonly (PlainFields | undefined)[] {
  return listOf<PlainFields | undefined>(spec?.ports);
}

/** Whether a port of a Service is the wanted one, by number or name. Only TCP ports count, since requests come over TCP. */
function isPort(given: PlainFields | undefined, wanted: number | string | undefined): boolean {
  return (given?.protocol ?? 'TCP') === 'TCP' && wanted !== undefined && (given?.port === wanted || given?.name === wanted);
}

/** The index, in the ports of the Service, of the port to which a backend leads; -1 if there is none. */
function indexOfPort(service: TypedManifest, { port, isOnlyPort }: RouteBackend): number {
  const ports = portsOf(service);
  return isOnlyPort ? ports.length === 1 ? 0 : -1 : ports.findIndex(each => isPort(each, port));
}

function notAPort({ service, port, path }: RouteBackend, { spec }: TypedManifest): Finding[] {
  const ports = listOf(spec?.ports).filter(isObject).map(each => portText(each.port, each.name, each.protocol));
  if (port === undefined) return found('broken-route', path, { reason: 'several-ports', service: String(service), ports });
  return found('broken-route', [...path, 'port'], { reason: 'service-port', service: String(service), ports, value: Shown.of(port) });
}

function withoutPods({ metadata, spec }: TypedManifest, index: ObjectIndex): Finding[] {
  const matchLabels = spec?.selector;
  const near = index.podsIn(metadata?.namespace).map(object => ({ object, rule: unmet({ matchLabels }, labelsOfPods(object)) }));
  const [closest] = near.sort((a, b) => a.rule.length - b.rule.length);
  return found('broken-route', 'spec.selector', closest
    ? { reason: 'other-labels', object: objectName(closest.object), rule: closest.rule }
    : saying('selects no pods'));
}

/** The port on which pods listen for a port of their Service; empty if none of their containers declares it. */
function listening(object: TypedManifest, { port, targetPort: given }: PlainFields): TargetPods[] {
  const [declared, targetPort] = [portsOfPods(object), given ?? port];
  if (!declared) return [{ object, port: Number(typeof targetPort === 'number' ? targetPort : port) }];
  const overTcp = declared.filter(({ protocol }) => (protocol ?? 'TCP') === 'TCP');
  const own = overTcp.find(({ name, containerPort }) => [name, containerPort].includes(targetPort as number | string));
  return own ? [{ object, port: own.containerPort }] : [];
}

function notListening(service: TypedManifest, index: number, running: readonly TypedManifest[]): Finding[] {
  const { port, targetPort } = portsOf(service)[index]!;
  const declared = running.flatMap(object => portsOfPods(object) ?? []);
  const ports = [...new Set(declared.map(({ name, containerPort, protocol }) => portText(containerPort, name, protocol)))];
  return found('broken-route', ['spec', 'ports', index], { reason: 'target', value: Shown.of(targetPort ?? port), ports });
}

/** A port as messages list it, for example `8080 (http)` or `53/UDP`. */
function portText(port: unknown, name: unknown, protocol: unknown): string {
  const number = (protocol ?? 'TCP') === 'TCP' ? String(port) : `${String(port)}/${String(protocol)}`;
  return name == null ? number : `${number} (${String(name)})`;
}
