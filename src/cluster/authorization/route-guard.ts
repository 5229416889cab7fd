import { all, Condition, FieldOf } from './condition';
import { asksOthers, envoyGatewayGuard, PolicyTarget, targetsOf } from './envoy-gateway';
import { Guard, GuardRule, UNGUARDED } from './guard';
import { conditionOf, GuardedRequest } from './istio-rules';
import type { TrustedIssuer } from './token';
import { ObjectIndex, labelsOfPods } from '../objects/object-index';
import { asObject, isFilled, listOf } from '../../base/check';
import { isKind } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { implementationOf } from '../routes/implementations';
import { gatewayPods } from '../routes/virtual-service';
import type { Route } from '../routes/route';

const ISTIO_GROUP = 'networking.istio.io/';
const HTTP_ROUTE = 'gateway.networking.k8s.io/HTTPRoute';

/** Names of annotations that may ask for credentials. */
const MAY_ASK = /auth(?!or(?!iz))|middleware|plugin|whitelist|allowlist/i;

/**
 * The guard of a route, for one request. Only policies at the gateway count, not those of the pods behind the route.
 * The pods of the gateway are the given ones, otherwise rendered ones, otherwise those with the labels that its Gateway
 * names.
 */
export function guardOf(route: Route, index: ObjectIndex, request: GuardedRequest, from?: ServingPods): Guard {
  const { object } = route.origin;
  if (String(object.apiVersion).startsWith(ISTIO_GROUP)) return istioGuard(index, podsOf(route, index, from), request);
  if (isKind(object, HTTP_ROUTE)) return guardOfHttpRoute(route, index, request, from);
  const asking = Object.keys(asObject(object.metadata?.annotations)).filter(key => MAY_ASK.test(key));
  return { issuers: [], rules: asking.map(key => asksOthers(object, ['metadata', 'annotations', key])) };
}

/**
 * The guard of an HTTPRoute. If the implementation is not known, the kind of the policies determines which one reads
 * them.
 */
function guardOfHttpRoute(route: Route, index: ObjectIndex, request: GuardedRequest, from?: ServingPods): Guard {
  const [gateway] = route.entry.gateways;
  const known = gateway && implementationOf(gateway.spec?.gatewayClassName, index).policies;
  const filters = extensionsOf(route);
  const guards = [
    ...known === undefined || known === 'envoy-gateway' ? [envoyGatewayGuard(index, placesOf(route), request)] : [],
    ...known === undefined || known === 'istio' ? [istioGuard(index, podsOfGateway(route, gateway, from), request)] : [],
  ];
  const guard = guards.find(({ issuers, rules, refusesRest }) => issuers.length + rules.length > 0 || refusesRest !== undefined)
    ?? UNGUARDED;
  return { ...guard, rules: [...filters, ...guard.rules] };
}

/** The pods of the Istio gateway to which a VirtualService belongs. */
function podsOf({ entry: { gateways: [gateway] } }: Route, index: ObjectIndex, from?: ServingPods): IstioPods {
  if (from) return { ...from, mayHaveMore: false };
  const rendered = gateway && gatewayPods(gateway, index);
  if (!rendered) return { labels: asObject<Readonly<Record<string, string>>>(gateway?.spec?.selector), mayHaveMore: true };
  const { namespace, pods } = rendered;
  return { namespace, labels: labelsOfPods(pods[0]), mayHaveMore: pods.length > 1 };
}

/** The pods that Istio creates for a Gateway. They have a label with its name, and possibly further labels. */
function podsOfGateway(route: Route, gateway?: TypedManifest, from?: ServingPods): IstioPods {
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
 * The targets to which policies for a route can be attached, the closest one first: its rule, the route, the listener
 * that serves it with its owner, and the Gateways.
 */
function placesOf({ origin: { object, path }, entry, servedBy: { owner, name } = {} }: Route): PolicyTarget[] {
  const section: unknown = listOf(object.spec?.rules)[Number(path[2])]?.name;
  return [
    ...isFilled(section) ? [{ object, section }] : [], { object },
    ...owner ? [{ object: owner, section: name }, { object: owner }] : [],
    ...entry.gateways.map(each => ({ object: each })),
  ];
}

/** The rules for filters of an implementation, which may ask for credentials. */
function extensionsOf({ origin: { object, path } }: Route): GuardRule[] {
  const filters = listOf(listOf(object.spec?.rules)[Number(path[2])]?.filters);
  return filters.flatMap((filter, i) =>
    filter?.type === 'ExtensionRef' ? [asksOthers(object, ['spec', 'rules', path[2], 'filters', i])] : []);
}

/** The pods of a gateway. */
interface ServingPods {
  /** The namespace; `undefined` if it is not known. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The known properties of the pods of an Istio gateway. */
export interface IstioPods extends ServingPods {
  /** Whether they may have further labels. */
  readonly mayHaveMore: boolean;
  /** The name of the Gateway of the Gateway API to which the pods belong. */
  readonly gateway?: string;
}

/** The namespace whose policies apply to the whole mesh, unless Istio is configured with another one. */
const ROOT_NAMESPACE = 'istio-system';

const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** The guard of a gateway by Istio's policies. Policies that deny are evaluated before those that allow. */
export function istioGuard(index: ObjectIndex, pods: IstioPods, request: GuardedRequest): Guard {
  const policies = selecting(index, 'security.istio.io/AuthorizationPolicy', pods)
    // a dry run is not enforced
    .filter(({ object }) => asObject(object.metadata?.annotations)['istio.io/dry-run'] !== 'true');
  const of = (action: string) => policies.filter(({ object }) => (object.spec?.action ?? 'ALLOW') === action);
  const allowing = of('ALLOW');
  const [sure] = allowing.filter(({ unless }) => !unless);
  return {
    issuers: selecting(index, 'security.istio.io/RequestAuthentication', pods).flatMap(issuersOf),
    rules: [
      ...of('CUSTOM').flatMap(policy => rulesOf(policy, 'asks', request)),
      ...of('DENY').flatMap(policy => rulesOf(policy, 'denies', request)),
      ...allowing.flatMap(policy => rulesOf(policy, 'allows', request, sure !== undefined)),
      // a policy that allows some requests denies all others
      ...sure ? [] : allowing.map(({ unless }): GuardRule => ({ ...unless!, effect: 'denies', condition: { is: 'unknown', ...unless! } })),
    ],
    ...sure && { refusesRest: { object: sure.object, path: ['spec', 'rules'] } },
  };
}

/** A policy that selects a gateway, or may. */
interface Selecting {
  readonly object: TypedManifest;
  /** The field that determines whether it does, if that is not known. */
  readonly unless?: FieldOf;
}

function rulesOf({ object, unless }: Selecting, effect: GuardRule['effect'], request: GuardedRequest, isNarrowed = true): GuardRule[] {
  return listOf(object.spec?.rules).flatMap((rule, i) => {
    const field = { object, path: ['spec', 'rules', i] };
    const own = conditionOf(rule, request, field);
    const condition: Condition = unless && isNarrowed ? all({ is: 'unknown', ...unless }, own) : own;
    return condition === false ? [] : [{ ...field, effect, condition }];
  });
}

function issuersOf({ object, unless }: Selecting): TrustedIssuer[] {
  return listOf(object.spec?.jwtRules).map((rule, i): TrustedIssuer => ({
    object,
    path: ['spec', 'jwtRules', i],
    ...isFilled(rule?.issuer) && { issuer: rule.issuer },
    audiences: listOf<unknown>(rule?.audiences).filter(isFilled),
    spaced: ['permission', 'scope', ...listOf<unknown>(rule?.spaceDelimitedClaims).filter(isFilled)],
    ...unless && { isUnsure: true },
  }));
}

function selecting(index: ObjectIndex, kind: string, pods: IstioPods): Selecting[] {
  return index.ofKind(kind).flatMap((object): Selecting[] => {
    const answer = selects(object, pods);
    return answer === false ? [] : [{ object, ...answer !== true && { unless: answer } }];
  });
}

/** Whether a policy applies to the pods of a gateway; the field on which that depends if it is not known. */
function selects(object: TypedManifest, pods: IstioPods): boolean | FieldOf {
  const { metadata, spec } = object;
  const targets = targetsOf(spec);
  if (targets.length > 0) {
    return pods.gateway !== undefined && metadata?.namespace === pods.namespace
      && targets.some(each => each?.group === GATEWAY_GROUP && each.kind === 'Gateway' && each.name === pods.gateway);
  }
  const isSelected = hasLabels(asObject<Record<string, unknown>>(asObject(spec?.selector).matchLabels), pods);
  if (isSelected === false) return false;
  const namespace: unknown = metadata?.namespace;
  if (namespace !== ROOT_NAMESPACE && pods.namespace !== undefined && namespace !== pods.namespace) return false;
  if (isSelected === undefined) return { object, path: ['spec', 'selector', 'matchLabels'] };
  return namespace === ROOT_NAMESPACE || pods.namespace !== undefined || { object, path: ['metadata', 'namespace'] };
}

/** Whether pods have labels; `undefined` if it is not known. */
function hasLabels(wanted: Readonly<Record<string, unknown>>, { labels, mayHaveMore }: IstioPods): boolean | undefined {
  const missing = Object.entries(wanted).filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value);
  if (missing.length === 0) return true;
  return mayHaveMore && missing.every(([key]) => !Object.hasOwn(labels, key)) ? undefined : false;
}
