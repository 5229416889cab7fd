import { CONTROLLERS } from './controllers/all';
import { Adapter, AskedIngress } from './model';
import { GuardRule } from '../../cluster/authorization/guard';
import { guardOf } from '../../cluster/authorization/route-guard';
import { FINE, Finding, found, ParametersOf, saying } from '../../base/findings/finding';
import { ControllerName, INGRESS_CONTROLLERS } from '../ingress/ingress-controller';
import type { ObjectIndex } from '../../cluster/objects/object-index';
import { asObject, listOf } from '../../base/check';
import { isKind } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { INGRESS, ingressClassesOf } from '../../cluster/routes/ingress';
import type { Route } from '../../cluster/routes/route';

/** The authentication between a route and its backend. */
interface RoutePolicy {
  /** The title of the controller that asks for a password; `undefined` if none does. */
  readonly asks?: string;
  /** Why no client is asked for a password, or not every client. */
  readonly findings: readonly Finding[];
}

/**
 * The lower-case name, without prefix, of an annotation that a controller reads; `undefined` if the controller does not
 * know the prefix.
 */
export function shortName({ annotations, readsAnyPrefix }: Adapter, key: string): string | undefined {
  const lower = key.toLowerCase();
  const prefix = annotations.find(each => lower.startsWith(each)) ?? (readsAnyPrefix ? lower.slice(0, lower.indexOf('/') + 1) : undefined);
  return prefix === undefined ? undefined : lower.slice(prefix.length);
}

/**
 * Reports whether Ingresses ask for a password, by the adapter of their controller. If no controller is named, the
 * controller of the IngressClass counts; if that class is not rendered, the first controller whose annotations ask.
 */
export function ingressGuard(index: ObjectIndex, name?: ControllerName) {
  const classes = ingressClassesOf(index);
  const adapters = INGRESS_CONTROLLERS.map(each => [each, CONTROLLERS[each]({ className: '' })] as const);
  const unguarded = (why: ParametersOf<'unguarded-route'>): RoutePolicy =>
    ({ findings: found('unguarded-route', 'metadata.annotations', why) });
  return (ingress: TypedManifest, className: string | undefined): RoutePolicy => {
    const controller = classes.controllerOf(className);
    const isAny = name === undefined && controller === undefined;
    const [, adapter] = adapters.find(([each, known]) => isAny ? isAsking(ingress, known, index)
      : name === undefined ? isFor(controller!, known.classController!) : each === name) ?? [];
    if (!adapter) return unguarded(isAny ? { reason: 'none' } : { reason: 'stranger', controller: String(controller) });
    const { title, opening } = adapter;
    if (!isAsking(ingress, adapter, index)) return unguarded({ reason: 'controller', controller: title });
    const findings = Object.keys(asObject(ingress.metadata?.annotations))
      .filter(key => opening?.includes(shortName(adapter, key) ?? ''))
      .flatMap(key => found('unguarded-route', ['metadata', 'annotations', key], saying('may let requests in without a password')));
    return findings.length > 0 ? { findings } : { asks: title, findings: FINE };
  };
}

/**
 * Whether a `spec.controller` is that of an adapter. A controller may run several times, each instance with its own
 * suffix.
 */
function isFor(controller: string, own: string): boolean {
  return controller === own || controller.startsWith(`${own}/`);
}

function isAsking({ metadata }: TypedManifest, adapter: Adapter, index: ObjectIndex): boolean {
  const namespace: unknown = metadata?.namespace;
  const annotations = Object.entries(asObject<Record<string, unknown>>(metadata?.annotations));
  const marks = annotations.flatMap(([key, value]): [string, string][] => {
    const name = shortName(adapter, key);
    return name === undefined || typeof value !== 'string' ? [] : [[name, value]];
  });
  const ingress: AskedIngress = {
    namespace: typeof namespace === 'string' ? namespace : undefined,
    marks: Object.fromEntries(marks),
    index,
  };
  return adapter.asks?.(ingress) ?? false;
}

/**
 * Reports whether routes ask for a password. Those of Gateways do by basic authentication in a SecurityPolicy of Envoy
 * Gateway, or in an AuthenticationFilter of NGINX Gateway Fabric. Routes that redirect need none.
 */
export function passwordGuard(index: ObjectIndex, name?: ControllerName): (route: Route) => RoutePolicy {
  const ofIngress = ingressGuard(index, name);
  return route => {
    const { origin: { object }, entry } = route;
    if (isKind(object, INGRESS)) return ofIngress(object, entry.name);
    if (route.backend.answer) return { findings: FINE };
    const { rules } = guardOf(route, index, { host: route.host, path: route.path, method: 'GET' });
    const asks = rules.filter(({ effect }) => effect === 'asks').map(rule => titleOf(rule, index)).find(title => title !== undefined);
    return asks === undefined ? { findings: found('unguarded-route', '', { reason: 'none' }) } : { asks, findings: FINE };
  };
}

/**
 * The title of the implementation whose policy or filter asks for a password; `undefined` if the rule asks for
 * something else.
 */
function titleOf({ object, path }: GuardRule, index: ObjectIndex): string | undefined {
  if (isKind(object, 'gateway.envoyproxy.io/SecurityPolicy')) return path.at(-1) === 'basicAuth' ? 'Envoy Gateway' : undefined;
  const [, , rule, , filter] = path.map(Number);
  const { group, kind, name } = asObject(listOf(listOf(object.spec?.rules)[rule]?.filters)[filter]?.extensionRef);
  const isMeant = `${String(group)}/${String(kind)}` === AUTHENTICATION_FILTER;
  const named = isMeant ? index.named(AUTHENTICATION_FILTER, object.metadata?.namespace, name) : undefined;
  return named?.spec?.type === 'Basic' && named.spec.basic?.secretRef != null ? 'NGINX Gateway Fabric' : undefined;
}

const AUTHENTICATION_FILTER = 'gateway.nginx.org/AuthenticationFilter';
