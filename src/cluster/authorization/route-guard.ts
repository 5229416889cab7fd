import { asksOthers, envoyGatewayGuard } from './envoy-gateway';
import { Guard, UNGUARDED } from './guard';
import { GuardedRequest, istioGuard, IstioPods, ServingPods } from './istio';
import { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, listOf } from '../../base/check';
import { isKind } from '../../base/kind-of';
import { implementationOf } from '../routes/controllers';
import { gatewayPods } from '../routes/virtual-service';
import type { Route } from '../routes/route';
import { labelsOfPods } from '../objects/pod-templates';

/** Names of annotations that may ask for credentials. */
const MAY_ASK = /auth(?!or(?!iz))|middleware|plugin|whitelist|allowlist/i;

/**
 * The guard of a route, for one request. Only policies at the gateway count, not those of the pods behind the route.
 * The pods of the gateway are the given ones, otherwise rendered ones, otherwise those with the labels that its Gateway
 * names.
 */
export function guardOf(route: Route, index: ObjectIndex, request: GuardedRequest, from?: ServingPods): Guard {
  const { object } = route.origin;
  if (isKind(object, 'gateway.networking.k8s.io/HTTPRoute')) return guardOfHttpRoute(route, index, request, from);
  if (String(object.apiVersion).startsWith('networking.istio.io/')) {
    return istioGuard(index, istioPodsOf(route, index, from), request);
  }
  const asking = Object.keys(asObject(object.metadata?.annotations)).filter(key => MAY_ASK.test(key));
  return { issuers: [], rules: asking.map(key => asksOthers(object, ['metadata', 'annotations', key])) };
}

/**
 * The guard of an HTTPRoute. If the implementation is not known, the kind of the policies determines which one reads
 * them.
 */
function guardOfHttpRoute(route: Route, index: ObjectIndex, request: GuardedRequest, from?: ServingPods): Guard {
  const { origin: { object, path }, entry: { gateways }, servedBy: { owner, name: listener } = {} } = route;
  const [gateway] = gateways;
  const known = gateway && implementationOf(gateway.spec?.gatewayClassName, index).policies;
  const rule = listOf(object.spec?.rules)[Number(path[2])];
  const guards: Guard[] = [];
  if (known === undefined || known === 'envoy-gateway') {
    const section: unknown = rule?.name;
    guards.push(envoyGatewayGuard(index, [
      ...isFilled(section) ? [{ object, section }] : [], { object },
      ...owner ? [{ object: owner, section: listener }, { object: owner }] : [],
      ...gateways.map(each => ({ object: each })),
    ], request));
  }
  if (known === undefined || known === 'istio') {
    // the pods that Istio creates for a Gateway have a label with its name, and possibly further labels
    const [parent] = listOf(object.spec?.parentRefs);
    const unseen = { name: parent?.name, namespace: parent?.namespace ?? object.metadata?.namespace };
    const { name, namespace } = asObject<Readonly<Record<string, unknown>>>(gateway?.metadata ?? unseen);
    guards.push(istioGuard(index, {
      ...isFilled(namespace) && { namespace },
      labels: { ...from?.labels, ...isFilled(name) && { 'gateway.networking.k8s.io/gateway-name': name } },
      mayHaveMore: from === undefined,
      ...isFilled(name) && { gateway: name },
    }, request));
  }
  const guard = guards.find(({ issuers, rules, refusesRest }) =>
    issuers.length + rules.length > 0 || refusesRest !== undefined) ?? UNGUARDED;
  // filters of an implementation may ask for credentials
  const filters = listOf(rule?.filters).flatMap((filter, i) =>
    filter?.type === 'ExtensionRef' ? [asksOthers(object, ['spec', 'rules', path[2], 'filters', i])] : []);
  return { ...guard, rules: [...filters, ...guard.rules] };
}

/** The pods of the Istio gateway to which a VirtualService belongs. */
function istioPodsOf({ entry: { gateways: [gateway] } }: Route, index: ObjectIndex, from?: ServingPods): IstioPods {
  if (from) return { ...from, mayHaveMore: false };
  const rendered = gateway && gatewayPods(gateway, index);
  if (!rendered) {
    return { labels: asObject<Readonly<Record<string, string>>>(gateway?.spec?.selector), mayHaveMore: true };
  }
  const { namespace, pods } = rendered;
  return { namespace, labels: labelsOfPods(pods[0]), mayHaveMore: pods.length > 1 };
}
