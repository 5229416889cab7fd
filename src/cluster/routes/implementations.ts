import { PathMatch, comparedPath, isRegexMatch, HostRule } from './route';
import type { ObjectIndex } from '../objects/object-index';
import { isFilled } from '../../base/check';

/** The properties of a match of an HTTPRoute on which its rank depends. */
interface RankedMatch {
  readonly type: PathMatch;
  readonly path: string;
  readonly hasMethod: boolean;
  readonly headers: number;
  readonly queries: number;
  /** The hosts that the route has at the listener. */
  readonly hosts: readonly string[];
  /** The number of rules of the route from its own to the last one, its own included. */
  readonly rulesBehind: number;
}

/** The differences between implementations of the Gateway API, in what it leaves to them or they deviate from. */
export interface RouteImplementation {
  /** How a path of the type RegularExpression is compared; `undefined` if that is not known. */
  readonly regex?: PathMatch;
  readonly hosts: HostRule;
  /**
   * Which listeners of a port keep their routes to themselves: those with TLS, told apart by the server name in the
   * handshake, or all.
   */
  readonly isolates: 'tls' | 'all' | 'none';
  /** Whether all Gateways of a class are served at the same ports. */
  readonly isMerged?: true;
  readonly order: (match: RankedMatch) => readonly number[];
  /** The policies that control access; `none` if it has none, and `undefined` if that is not known. */
  readonly policies?: 'envoy-gateway' | 'istio' | 'none';
  /** Whether the implementation is unknown, or known only by the name of the class. */
  readonly isAssumed?: true;
}

/** Ranks by the type of the path, then its length, then the other conditions of the match. */
function rankedByType(types: readonly PathMatch[], lengthOf: (match: RankedMatch) => number) {
  return (match: RankedMatch): readonly number[] =>
    [types.indexOf(match.type), -lengthOf(match), match.hasMethod ? 0 : 1, -match.headers, -match.queries];
}

const comparedLength = ({ path, type }: RankedMatch) => comparedPath(path, type).length;

const ENVOY_GATEWAY: RouteImplementation = {
  regex: 'Regex',
  hosts: 'decides',
  isolates: 'tls',
  // a trailing slash counts, but the prefix `/` has no length
  order: rankedByType(['Exact', 'Regex', 'Prefix'], ({ path, type }) =>
    type === 'Prefix' && path === '/' ? 0 : path.length),
  policies: 'envoy-gateway',
};
const ISTIO: RouteImplementation = {
  regex: 'Regex',
  hosts: 'decides',
  isolates: 'tls',
  order: rankedByType(['Exact', 'Prefix', 'Regex'], comparedLength),
  policies: 'istio',
};
const TRAEFIK: RouteImplementation = {
  regex: 'PartRegex',
  hosts: 'counts',
  isolates: 'none',
  isMerged: true,
  // it computes one number from all conditions; the length of an exact path does not count
  order: ({ type, path, hasMethod, headers, queries, hosts, rulesBehind }) => {
    const ofPath = type === 'Exact' ? 100000 : type === 'Prefix' && path === '/' ? 1 : 10000 + path.length * 100;
    const ofHost = Math.max(0, ...hosts.map(({ length }) => length));
    return [-(ofPath + (hasMethod ? 1000 : 0) + headers * 100 + queries * 10 + ofHost + rulesBehind)];
  },
  policies: 'none',
};
/**
 * NGINX Gateway Fabric compares expressions in the order in which it writes them, which is not known for two objects.
 */
const NGINX: RouteImplementation = {
  regex: 'Regex',
  hosts: 'decides',
  isolates: 'all',
  order: rankedByType(['Exact', 'Regex', 'Prefix'], match => isRegexMatch(match.type) ? 0 : comparedLength(match)),
};
/** How any other implementation compares regular expressions is not known. */
const OTHER: RouteImplementation = {
  hosts: 'decides', isolates: 'all', order: rankedByType(['Exact', 'Regex', 'Prefix'], comparedLength),
};

/** Implementations by `spec.controllerName` of a GatewayClass. */
const BY_CONTROLLER: ReadonlyMap<unknown, RouteImplementation> = new Map([
  ['gateway.envoyproxy.io/gatewayclass-controller', ENVOY_GATEWAY],
  ['istio.io/gateway-controller', ISTIO],
  ['traefik.io/gateway-controller', TRAEFIK],
  ['gateway.nginx.org/nginx-gateway-controller', NGINX],
]);

/** Implementations by the usual names of their classes. */
const BY_CLASS: ReadonlyMap<unknown, RouteImplementation> = new Map([
  ['eg', ENVOY_GATEWAY], ['envoy', ENVOY_GATEWAY], ['envoy-gateway', ENVOY_GATEWAY],
  ['istio', ISTIO], ['traefik', TRAEFIK], ['nginx-gateway-fabric', NGINX],
]);

/**
 * The implementation that serves the Gateways of a class: by the controller of its GatewayClass, otherwise by the name
 * of the class.
 */
export function implementationOf(className?: unknown, index?: ObjectIndex): RouteImplementation {
  const gatewayClass = index?.named('gateway.networking.k8s.io/GatewayClass', undefined, className);
  const controller: unknown = gatewayClass?.spec?.controllerName;
  const known = isFilled(controller) ? BY_CONTROLLER.get(controller) : undefined;
  return known ?? { ...isFilled(controller) ? OTHER : BY_CLASS.get(className) ?? OTHER, isAssumed: true };
}
