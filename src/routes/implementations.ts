import type { PathMatch } from './paths';
import { comparedPath, isRegex } from './paths';
import type { HostRule } from './route';
import { asObject, isFilled } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** A match of an HTTPRoute, as far as its rank depends on it. */
export interface RankedMatch {
  readonly type: PathMatch;
  readonly path: string;
  readonly hasMethod: boolean;
  readonly headers: number;
  readonly queries: number;
  /** The hosts that the route has at the listener. */
  readonly hosts: readonly string[];
  /** How many rules of the route are behind its own. */
  readonly rulesBehind: number;
}

/** What differs between implementations of the Gateway API, of what is left to them or done otherwise. */
export interface RouteImplementation {
  /** How a RegularExpression is compared; `undefined` if that is not known. */
  readonly regex?: PathMatch;
  readonly hosts: HostRule;
  /** Whether listeners of a port keep their routes to themselves: those with TLS, which the name in the handshake tells apart, or all. */
  readonly isolates: 'tls' | 'all' | 'none';
  /** Whether all Gateways of a class are served at the same ports. */
  readonly isMerged?: true;
  readonly order: (match: RankedMatch) => readonly number[];
  /** Whose policies say who may; `none` if it has none, and `undefined` if it is not known. */
  readonly policies?: 'envoy-gateway' | 'istio' | 'none';
  /** Whether it is not known, or only by the name of the class. */
  readonly isAssumed?: true;
}

/** By the type of the path, its length, and what else is asked for. */
const byType = (types: readonly PathMatch[], lengthOf: (match: RankedMatch) => number) => (match: RankedMatch): readonly number[] =>
  [types.indexOf(match.type), -lengthOf(match), match.hasMethod ? 0 : 1, -match.headers, -match.queries];

const comparedLength = ({ path, type }: RankedMatch) => comparedPath(path, type).length;

/** A slash at the end of a prefix counts, and the prefix `/` does not. */
const writtenLength = ({ path, type }: RankedMatch) => type === 'Prefix' && path === '/' ? 0 : path.length;

/** Traefik has one number for all; what an exact path is long does not count. */
function traefikPriority({ type, path, hasMethod, headers, queries, hosts, rulesBehind }: RankedMatch): readonly number[] {
  const ofPath = type === 'Exact' ? 100000 : type === 'Prefix' && path === '/' ? 1 : 10000 + path.length * 100;
  const ofHost = Math.max(0, ...hosts.map(({ length }) => length));
  return [-(ofPath + (hasMethod ? 1000 : 0) + headers * 100 + queries * 10 + ofHost + rulesBehind)];
}

const ENVOY_GATEWAY: RouteImplementation = {
  regex: 'Regex', hosts: 'decides', isolates: 'tls', order: byType(['Exact', 'Regex', 'Prefix'], writtenLength), policies: 'envoy-gateway',
};
const ISTIO: RouteImplementation = {
  regex: 'Regex', hosts: 'decides', isolates: 'tls', order: byType(['Exact', 'Prefix', 'Regex'], comparedLength), policies: 'istio',
};
const TRAEFIK: RouteImplementation = {
  regex: 'PartRegex', hosts: 'counts', isolates: 'none', isMerged: true, order: traefikPriority, policies: 'none',
};
/** Expressions are compared in the order in which it writes them, which is not known of two objects. */
const NGINX: RouteImplementation = {
  regex: 'Regex',
  hosts: 'decides',
  isolates: 'all',
  order: byType(['Exact', 'Regex', 'Prefix'], match => isRegex(match.type) ? 0 : comparedLength(match)),
};
/** Of no other one are regular expressions known. */
const OTHER: RouteImplementation = { hosts: 'decides', isolates: 'all', order: byType(['Exact', 'Regex', 'Prefix'], comparedLength) };

/** By `spec.controllerName` of a GatewayClass. */
const BY_CONTROLLER: ReadonlyMap<unknown, RouteImplementation> = new Map([
  ['gateway.envoyproxy.io/gatewayclass-controller', ENVOY_GATEWAY],
  ['istio.io/gateway-controller', ISTIO],
  ['traefik.io/gateway-controller', TRAEFIK],
  ['gateway.nginx.org/nginx-gateway-controller', NGINX],
]);

/** By the name that a class usually has. */
const BY_CLASS: ReadonlyMap<unknown, RouteImplementation> = new Map([
  ['eg', ENVOY_GATEWAY], ['envoy', ENVOY_GATEWAY], ['envoy-gateway', ENVOY_GATEWAY], ['istio', ISTIO], ['traefik', TRAEFIK],
  ['nginx-gateway-fabric', NGINX],
]);

/** What serves the Gateways of a class: as the controller of its GatewayClass says, or else its name. */
export function implementationOf(className: unknown, objects: readonly TypedManifest[]): RouteImplementation {
  const found = objects.find(object => isKind(object, 'gateway.networking.k8s.io/GatewayClass') && object.metadata?.name === className);
  const controller: unknown = asObject(found?.spec).controllerName;
  const known = isFilled(controller) ? BY_CONTROLLER.get(controller) : undefined;
  return known ?? { ...isFilled(controller) ? OTHER : BY_CLASS.get(className) ?? OTHER, isAssumed: true };
}

/** How a regular expression is compared, and whether that is assumed. */
export function regexOf({ regex = 'Regex' }: RouteImplementation): PathMatch {
  return regex;
}

/** Whether it is only assumed how a path is compared. */
export function isAssumedBy({ regex }: RouteImplementation, type: PathMatch): boolean {
  return isRegex(type) && regex === undefined;
}
