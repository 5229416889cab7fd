import { comparedPath, EVERY_HOST, HostRule, isRegexMatch, PathMatch } from './route';
import type { ObjectIndex } from '../objects/object-index';
import { isFilled } from '../../base/check';

// How those who serve routes differ in reading them: ingress controllers in reading Ingresses, and implementations of
// the Gateway API in reading HTTPRoutes.

/** The ingress controllers that the library knows, by their common names, which charts also use. */
export const INGRESS_CONTROLLERS = [
  'ingress-nginx', 'traefik', 'haproxy', 'f5-nginx', 'haproxy-ingress', 'kong',
] as const;

/** The key of every table of ingress controllers: the compiler names the tables that lack a new one. */
export type IngressControllerName = typeof INGRESS_CONTROLLERS[number];

/** The method of IngressProvider for a controller: `nginx` for ingress-nginx, `f5Nginx` for f5-nginx. */
export function ingressFactory(controller: IngressControllerName | 'other'): string {
  return controller.replace(/^ingress-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The annotations of an Ingress that its controller reads. */
export type Annotations = Readonly<Record<string, string>>;

/** How an ingress controller reads an Ingress. */
export interface IngressReading {
  readonly hosts: HostRule;
  /** How a path that is not exact is compared. */
  readonly prefix: PathMatch;
  /** Whether the default backend of an Ingress with rules counts. */
  readonly hasRestBesideRules: boolean;
  /** The rank of a path as it is written. */
  readonly order: (
    path: Readonly<Record<'host' | 'path', string>> & { readonly isExact: boolean; readonly annotations: Annotations },
  ) => readonly number[];
  /** The prefix of the annotations that count; empty if it is not known, so that those of any controller do. */
  readonly annotations: string;
}

/** As Kubernetes documents it: the longest path takes a request; of two equally long ones, the exact one. */
const KUBERNETES: IngressReading = {
  hosts: 'decides',
  prefix: 'Prefix',
  hasRestBesideRules: true,
  order: ({ path, isExact }) => [-comparedPath(path, isExact ? 'Exact' : 'Prefix').length, isExact ? 0 : 1],
  annotations: '',
};

export const ROUTER = 'traefik.ingress.kubernetes.io/router.';

/** How each controller reads Ingresses, and `spec.controller` of its IngressClass. */
export const INGRESS_READINGS: Readonly<Record<IngressControllerName, IngressReading & { controller: string }>> = {
  'ingress-nginx': { ...KUBERNETES, controller: 'k8s.io/ingress-nginx', annotations: 'nginx.ingress.kubernetes.io/' },
  // Traefik tries the longest rule first, whatever its host. It compares prefixes character by character unless its
  // provider runs with `strictPrefixMatching`.
  'traefik': {
    controller: 'traefik.io/ingress-controller',
    hosts: 'counts',
    prefix: 'TextPrefix',
    hasRestBesideRules: false,
    order: ({ host, path, isExact, annotations }) => {
      // the rule as Traefik writes it, as far as its length matters
      const rule = `${host === EVERY_HOST ? '' : `Host("${host}") && `}${isExact ? 'Path' : 'PathPrefix'}("${path}")`;
      return [-(Number(annotations[`${ROUTER}priority`]) || rule.length)];
    },
    annotations: ROUTER,
  },
  'haproxy': { ...KUBERNETES, controller: 'haproxy.org/ingress-controller', annotations: 'haproxy.org/' },
  'f5-nginx': { ...KUBERNETES, controller: 'nginx.org/ingress-controller', annotations: 'nginx.org/' },
  'haproxy-ingress': {
    ...KUBERNETES, controller: 'haproxy-ingress.github.io/controller', annotations: 'haproxy-ingress.github.io/',
  },
  'kong': { ...KUBERNETES, controller: 'ingress-controllers.konghq.com/kong', annotations: 'konghq.com/' },
};

/** The controller of an IngressClass. If a controller runs several times, each instance has its own suffix. */
export function ingressControllerOf(controller: string | undefined): IngressControllerName | undefined {
  return INGRESS_CONTROLLERS.find(name => `${controller}/`.startsWith(`${INGRESS_READINGS[name].controller}/`));
}

/** How Ingresses of a class are read: by the controller of the class if it is known, otherwise by its name. */
export function ingressReading(className: string | undefined, controller: string | undefined): IngressReading {
  const name = controller === undefined && className === 'traefik' ? className : ingressControllerOf(controller);
  return name === undefined ? KUBERNETES : INGRESS_READINGS[name];
}

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

/** How any other implementation compares regular expressions is not known. */
const OTHER: RouteImplementation = {
  hosts: 'decides', isolates: 'all', order: rankedByType(['Exact', 'Regex', 'Prefix'], comparedLength),
};
/** Envoy Gateway, which tries regular expressions before prefixes, whatever their lengths. */
const ENVOY_GATEWAY: RouteImplementation = {
  ...OTHER,
  regex: 'Regex',
  isolates: 'tls',
  // a trailing slash counts, but the prefix `/` has no length
  order: rankedByType(['Exact', 'Regex', 'Prefix'], ({ path, type }) =>
    type === 'Prefix' && path === '/' ? 0 : path.length),
  policies: 'envoy-gateway',
};
/** Istio, which tries regular expressions after prefixes. */
const ISTIO: RouteImplementation = {
  ...OTHER,
  regex: 'Regex',
  isolates: 'tls',
  order: rankedByType(['Exact', 'Prefix', 'Regex'], comparedLength),
  policies: 'istio',
};
/** Traefik, which puts the routes of all Gateways of a class in one order, whatever their listener or host. */
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
  ...OTHER,
  regex: 'Regex',
  order: rankedByType(['Exact', 'Regex', 'Prefix'], match => isRegexMatch(match.type) ? 0 : comparedLength(match)),
};

/** Implementations by `spec.controllerName` of a GatewayClass. */
const BY_CONTROLLER: ReadonlyMap<unknown, RouteImplementation> = new Map([
  ['gateway.envoyproxy.io/gatewayclass-controller', ENVOY_GATEWAY], ['istio.io/gateway-controller', ISTIO],
  ['traefik.io/gateway-controller', TRAEFIK], ['gateway.nginx.org/nginx-gateway-controller', NGINX],
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
  if (!isFilled(controller)) return { ...BY_CLASS.get(className) ?? OTHER, isAssumed: true };
  return BY_CONTROLLER.get(controller) ?? { ...OTHER, isAssumed: true };
}
