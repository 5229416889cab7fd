import { CONTROLLERS } from './controllers/all';
import { ControllerAdapter } from './controllers/adapter';
import { GuardRule } from '../../cluster/authorization/guard';
import { guardOf } from '../../cluster/authorization/route-guard';
import { FINE, Finding, found, ParametersOf, ownWords } from '../../base/findings/finding';
import { ControllerName } from '../ingress/ingress-controller';
import type { ObjectIndex } from '../../cluster/objects/object-index';
import { asObject, listOf, textOf } from '../../base/check';
import { isKind } from '../../base/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { INGRESS_CONTROLLERS, ingressControllerOf } from '../../cluster/routes/controllers';
import { INGRESS, ingressClassesOf } from '../../cluster/routes/ingress';
import type { Route } from '../../cluster/routes/route';

/** The authentication between a route and its backend. */
interface RoutePolicy {
  /** The title of the controller that asks for a password; `undefined` if none does. */
  readonly asks?: string;
  /** Why no client is asked for a password, or not every client. */
  readonly findings: readonly Finding[];
}

/** The lower-case name, without prefix, of an annotation; `undefined` if the controller does not know the prefix. */
export function shortName({ annotations, readsAnyPrefix }: ControllerAdapter, key: string): string | undefined {
  const lower = key.toLowerCase();
  const prefix = annotations.find(each => lower.startsWith(each))
    ?? (readsAnyPrefix ? lower.slice(0, lower.indexOf('/') + 1) : undefined);
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
  return ({ metadata }: TypedManifest, className: string | undefined): RoutePolicy => {
    const annotations = Object.entries(asObject<Record<string, unknown>>(metadata?.annotations));
    const isAsking = (adapter: ControllerAdapter) => {
      const marks = annotations.flatMap(([key, value]): [string, string][] => {
        const short = shortName(adapter, key);
        return short === undefined || typeof value !== 'string' ? [] : [[short, value]];
      });
      const ingress = { namespace: textOf(metadata?.namespace), marks: Object.fromEntries(marks), index };
      return adapter.asks?.(ingress) ?? false;
    };
    const controller = classes.controllerOf(className);
    const isAny = name === undefined && controller === undefined;
    const own = name ?? ingressControllerOf(controller);
    const [, adapter] = adapters.find(([each, known]) => isAny ? isAsking(known) : each === own) ?? [];
    if (!adapter) return unguarded(isAny ? { reason: 'none' } : { reason: 'stranger', controller: String(controller) });
    const { title, opening } = adapter;
    if (!isAsking(adapter)) return unguarded({ reason: 'controller', controller: title });
    const findings = annotations.filter(([key]) => opening?.includes(shortName(adapter, key) ?? '')).flatMap(([key]) =>
      found('unguarded-route', ['metadata', 'annotations', key], ownWords('may let requests in without a password')));
    return findings.length > 0 ? { findings } : { asks: title, findings: FINE };
  };
}

const AUTHENTICATION_FILTER = 'gateway.nginx.org/AuthenticationFilter';

/**
 * Reports whether routes ask for a password. Those of Gateways do by basic authentication in a SecurityPolicy of Envoy
 * Gateway, or in an AuthenticationFilter of NGINX Gateway Fabric. Routes that redirect need none.
 */
export function passwordGuard(index: ObjectIndex, name?: ControllerName): (route: Route) => RoutePolicy {
  const ofIngress = ingressGuard(index, name);
  // the title of the implementation; `undefined` if the rule asks for something else
  const titleOf = ({ object, path }: GuardRule) => {
    if (isKind(object, 'gateway.envoyproxy.io/SecurityPolicy')) {
      return path.at(-1) === 'basicAuth' ? 'Envoy Gateway' : undefined;
    }
    const [, , rule, , filter] = path.map(Number);
    const reference = asObject(listOf(listOf(object.spec?.rules)[rule]?.filters)[filter]?.extensionRef);
    if (`${String(reference.group)}/${String(reference.kind)}` !== AUTHENTICATION_FILTER) return undefined;
    const spec = index.named(AUTHENTICATION_FILTER, object.metadata?.namespace, reference.name)?.spec;
    return spec?.type === 'Basic' && spec.basic?.secretRef != null ? 'NGINX Gateway Fabric' : undefined;
  };
  return route => {
    const { origin: { object }, entry, host, path } = route;
    if (isKind(object, INGRESS)) return ofIngress(object, entry.name);
    if (route.backend.answer) return { findings: FINE };
    const { rules } = guardOf(route, index, { host, path, method: 'GET' });
    const titles = rules.filter(({ effect }) => effect === 'asks').map(titleOf);
    const asks = titles.find(title => title !== undefined);
    return { asks, findings: asks === undefined ? found('unguarded-route', '', { reason: 'none' }) : FINE };
  };
}
