import { GuardRule } from '../authorization/guard';
import { guardOf } from '../authorization/route-guard';
import { FINE, found } from '../findings/finding';
import { asObject, listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import type { RouteGuard } from '../routes/makers';
import type { RoutePolicy } from '../routes/route';

/**
 * Reports whether routes of Gateways ask for a password: by basic authentication in a SecurityPolicy of Envoy Gateway, or in an
 * AuthenticationFilter of NGINX Gateway Fabric. Routes that redirect need none.
 */
export function gatewayGuard(objects: readonly TypedManifest[]): RouteGuard {
  return (route): RoutePolicy => {
    if (route.backend.answer) return { findings: FINE };
    const { rules } = guardOf(route, objects, { host: route.host, path: route.path, method: 'GET' });
    const asks = rules.filter(({ effect }) => effect === 'asks').map(rule => titleOf(rule, objects)).find(title => title !== undefined);
    return asks === undefined ? { findings: found('unguarded-route', '', { reason: 'none' }) } : { asks, findings: FINE };
  };
}

/** The title of the implementation whose policy or filter asks for a password; `undefined` if the rule asks for something else. */
function titleOf({ object, path }: GuardRule, objects: readonly TypedManifest[]): string | undefined {
  if (isKind(object, 'gateway.envoyproxy.io/SecurityPolicy')) return path.at(-1) === 'basicAuth' ? 'Envoy Gateway' : undefined;
  const [, , rule, , filter] = path.map(Number);
  const { group, kind, name } = asObject(listOf(listOf(object.spec?.rules)[rule]?.filters)[filter]?.extensionRef);
  const isOwn = ({ metadata }: TypedManifest) => metadata?.name === name && metadata?.namespace === object.metadata?.namespace;
  const isMeant = `${String(group)}/${String(kind)}` === AUTHENTICATION_FILTER;
  const named = objects.find(each => isMeant && isKind(each, AUTHENTICATION_FILTER) && isOwn(each));
  return named?.spec?.type === 'Basic' && named.spec.basic?.secretRef != null ? 'NGINX Gateway Fabric' : undefined;
}

const AUTHENTICATION_FILTER = 'gateway.nginx.org/AuthenticationFilter';
