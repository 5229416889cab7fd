import { envoyGatewayGuard, PolicyTarget } from './envoy-gateway';
import { Guard, GuardRule, UNGUARDED } from './guard';
import { IstioPods, istioGuard } from './istio';
import type { GuardedRequest } from './istio-rules';
import type { Path } from '../findings/path';
import { labelsOfPods, makesPods, PodsEnd } from '../network/ends';
import { unmet } from '../objects/labels';
import { asObject, isFilled, isObject, listOf, PlainValue } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { implementationOf } from '../routes/implementations';
import type { Route } from '../routes/route';

const ISTIO_GROUP = 'networking.istio.io/';
const HTTP_ROUTE = 'gateway.networking.k8s.io/HTTPRoute';

/** Names of annotations that may ask for credentials. */
const MAY_ASK = /auth|middleware|plugin|whitelist|allowlist/i;

/**
 * The guard of a route, for one request. Only policies at the gateway count, not those of the pods behind the route. The pods of the
 * gateway are the given ones, otherwise rendered ones, otherwise those with the labels that its Gateway names.
 */
export function guardOf(route: Route, objects: readonly TypedManifest[], request: GuardedRequest, from?: PodsEnd): Guard {
  const { object } = route.origin;
  if (String(object.apiVersion).startsWith(ISTIO_GROUP)) return istioGuard(objects, podsOf(route, objects, from), request);
  if (isKind(object, HTTP_ROUTE)) return guardOfHttpRoute(route, objects, request, from);
  const asking = Object.keys(asObject(object.metadata?.annotations)).filter(key => MAY_ASK.test(key));
  return { issuers: [], rules: asking.map(key => asksOthers(object, ['metadata', 'annotations', key])) };
}

function asksOthers(object: TypedManifest, path: Path): GuardRule {
  return { object, path, effect: 'asks', condition: true };
}

/** The guard of an HTTPRoute. If the implementation is not known, the kind of the policies determines which one reads them. */
function guardOfHttpRoute(route: Route, objects: readonly TypedManifest[], request: GuardedRequest, from?: PodsEnd): Guard {
  const [gateway] = route.entry.gateways;
  const known = gateway && implementationOf(gateway.spec?.gatewayClassName, objects).policies;
  const filters = extensionsOf(route);
  const guards = [
    ...known === undefined || known === 'envoy-gateway' ? [envoyGatewayGuard(objects, placesOf(route, objects), request)] : [],
    ...known === undefined || known === 'istio' ? [istioGuard(objects, podsOfGateway(route, gateway, from), request)] : [],
  ];
  const guard = guards.find(({ issuers, rules, refusesRest }) => issuers.length + rules.length > 0 || refusesRest !== undefined)
    ?? UNGUARDED;
  return { ...guard, rules: [...filters, ...guard.rules] };
}

/** The pods of the Istio gateway to which a VirtualService belongs. */
function podsOf({ entry: { gateways: [gateway] } }: Route, objects: readonly TypedManifest[], from: PodsEnd | undefined): IstioPods {
  if (from) return { namespace: from.namespace, labels: from.labels, mayHaveMore: false };
  const labels = asObject<Readonly<Record<string, string>>>(gateway?.spec?.selector);
  const isSelected = (object: TypedManifest) => makesPods(object) && unmet({ matchLabels: labels }, labelsOfPods(object)).length === 0;
  const rendered = gateway ? objects.filter(isSelected) : [];
  const namespaces = new Set(rendered.map(({ metadata }): unknown => metadata?.namespace));
  const [namespace] = namespaces;
  if (namespaces.size !== 1 || !isFilled(namespace)) return { labels, mayHaveMore: true };
  return { namespace, labels: labelsOfPods(rendered[0]), mayHaveMore: rendered.length > 1 };
}

/** The pods that Istio creates for a Gateway. They have a label with its name, and possibly further labels. */
function podsOfGateway(route: Route, gateway: TypedManifest | undefined, from: PodsEnd | undefined): IstioPods {
  const [parent] = listOf(route.origin.object.spec?.parentRefs);
  const unseen = { name: parent?.name, namespace: parent?.namespace ?? route.origin.object.metadata?.namespace };
  const { name, namespace } = asObject<{ readonly name?: unknown; readonly namespace?: unknown }>(gateway?.metadata ?? unseen);
  return {
    ...isFilled(namespace) && { namespace },
    labels: { ...from?.labels, ...isFilled(name) && { 'gateway.networking.k8s.io/gateway-name': name } },
    mayHaveMore: from === undefined,
    ...isFilled(name) && { gateway: name },
  };
}

/**
 * The targets to which policies for a route can be attached, the closest one first: its rule, the route, and the listeners that serve it
 * with their owners.
 */
function placesOf({ origin: { object, path }, entry, listener }: Route, objects: readonly TypedManifest[]): PolicyTarget[] {
  const section: unknown = listOf(object.spec?.rules)[Number(path[2])]?.name;
  const own = [...isFilled(section) ? [{ object, section }] : [], { object }];
  const refs = listOf(object.spec?.parentRefs).filter(isObject);
  const parents = refs.flatMap(ref => {
    const { kind = 'Gateway', name, namespace = object.metadata?.namespace } = ref;
    const parent = objects.find(each => isKind(each, `gateway.networking.k8s.io/${String(kind)}`)
      && each.metadata?.name === name && each.metadata?.namespace === namespace);
    return parent ? listenersOf(parent, ref.sectionName, { port: entry.port, host: listener }) : [];
  });
  return [...own, ...parents, ...entry.gateways.map(each => ({ object: each }))];
}

/** The known properties of the listener that serves a route. */
interface ServingListener {
  readonly port?: number;
  /** The host; empty for any host. */
  readonly host?: string;
}

/** The listeners that a reference names, followed by the object that has them. */
function listenersOf(object: TypedManifest, named: unknown, { port, host }: ServingListener): PolicyTarget[] {
  const isServing = (listener?: PlainValue) => (port === undefined || listener?.port === port)
    && (host === undefined || String(listener?.hostname ?? '').toLowerCase() === host);
  const isMeant = (listener?: PlainValue) => (named == null || listener?.name === named) && isServing(listener);
  const own = listOf(object.spec?.listeners).filter(isMeant);
  const sections = own.flatMap(listener => isFilled(listener?.name) ? [{ object, section: listener.name }] : []);
  return sections.length > 0 ? [...sections, { object }] : [];
}

/** The rules for filters of an implementation, which may ask for credentials. */
function extensionsOf({ origin: { object, path } }: Route): GuardRule[] {
  const filters = listOf(listOf(object.spec?.rules)[Number(path[2])]?.filters);
  return filters.flatMap((filter, i) =>
    filter?.type === 'ExtensionRef' ? [asksOthers(object, ['spec', 'rules', path[2], 'filters', i])] : []);
}
