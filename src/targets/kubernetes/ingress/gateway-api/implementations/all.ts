import { ENVOY_GATEWAY } from './envoy-gateway';
import { bad, FINE, ownWords, Finding } from '../../../../../base/findings/finding';
import { MAX_NAME, shortenedName } from '../../../../../cluster/objects/names';
import { hasAlternatives } from '../../../../../base/regexes';
import { stickyDestination, Cookie } from '../../cookies';
import { GatewayImplementation } from '../gateway-api-props';
import type { JwtIssuer } from '../../../../ingress/jwt-issuer';
import { Authorization } from '../../authorization';
import { PlainObject, Rendered } from '../../../../../cluster/objects/rendered';

/** https://istio.io, with a Gateway of the Gateway API. */
const ISTIO: Implementation = {
  title: 'Istio',
  regex: { write: expression => expression, rank: 'after prefixes' },
  // a DestinationRule belongs to a Service, and Istio reads it from its namespace: routes to it share the cookie
  cookie: ({ name, namespace, service, serviceNamespace = namespace }, cookie) => ({
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    metadata: {
      name: serviceNamespace === namespace ? name : shortenedName(`${namespace}.${name}`, MAX_NAME),
      namespace: serviceNamespace,
    },
    spec: stickyDestination(`${service}.${serviceNamespace}.svc.cluster.local`, cookie),
  }),
  isCookieOfService: true,
  hasGatewayPolicies: true,
  notes: [
    'Prefixes precede regular expressions, even `/`: with that prefix, no regular expression gets requests.',
    'Policies need `istio` and `pods` of the provider.',
  ],
};

/** https://github.com/nginx/nginx-gateway-fabric. */
const NGINX_GATEWAY_FABRIC: Implementation = {
  title: 'NGINX Gateway Fabric',
  regex: {
    // a location begins with an anchor, but does not end with one
    write: expression => `${expression}$`,
    rank: 'before prefixes',
    // a brace or a semicolon ends a location, and the anchor at the end applies only to the last alternative
    refuses: each => !/[{};]/.test(each) && !hasAlternatives(each) ? FINE : bad('invalid-path', ownWords(
      "must have no '{', '}' and ';', and no '|' outside a group, for NGINX Gateway Fabric",
      'write alternatives as a group, such as "/(a|b)"'), '', each),
  },
  notes: [
    'Before release 2.5 a regular expression can match part of the path.',
    'Cookies and tokens need NGINX Plus and are not rendered.',
  ],
};

/** https://traefik.io. */
const TRAEFIK: Implementation = {
  title: 'Traefik',
  // PathRegexp matches any part of a path
  regex: { write: expression => `^(?:${expression})$`, rank: 'by length' },
  notes: [
    'If a regular expression and a prefix both match, the longer one gets the request. A longer path of a wildcard '
    + 'host precedes a shorter path of an exact host.',
    'Cookies need a TraefikService and are not rendered.',
  ],
};

/** Any other implementation, of which only the features that all must support are known. */
const OTHER: Implementation = {
  title: 'any other',
  notes: ['Only exact paths, prefixes, headers and redirects are rendered.'],
};

/** The implementations by name. */
export const IMPLEMENTATIONS: Readonly<Record<GatewayImplementation, Implementation>> = {
  [GatewayImplementation.ENVOY_GATEWAY]: ENVOY_GATEWAY,
  [GatewayImplementation.ISTIO]: ISTIO,
  [GatewayImplementation.NGINX_GATEWAY_FABRIC]: NGINX_GATEWAY_FABRIC,
  [GatewayImplementation.TRAEFIK]: TRAEFIK,
  [GatewayImplementation.OTHER]: OTHER,
};

/** The implementations that support a feature. */
export function able(feature: 'cookie' | 'authorize' | 'regex'): string[] {
  return Object.values(IMPLEMENTATIONS)
    .filter(each => each[feature] !== undefined || feature === 'authorize' && each.hasGatewayPolicies === true)
    .map(({ title }) => title);
}

/** An HTTPRoute to render. Without a finding, its Service is known. */
export interface NamedRoute {
  readonly name: string;
  readonly namespace?: string;
  readonly service?: string;
  /** The namespace of the Service, if it is not that of the route. */
  readonly serviceNamespace?: string;
}

/** How an implementation compares paths with regular expressions. */
interface RegexDialect {
  /** Returns the expression to write, so that it is compared with the whole path. */
  readonly write: (expression: string) => string;
  /** The position of regular expressions in the order of routes. Exact paths always come first. */
  readonly rank: 'before prefixes' | 'after prefixes' | 'by length';
  /** Reports expressions that it does not accept; by default none. */
  readonly refuses?: (expression: string) => Finding[];
}

/** The features of an implementation of the Gateway API beside the core features of an HTTPRoute. */
export interface Implementation {
  /** Its name in messages. */
  readonly title: string;
  /** Without it, the meaning of regular expressions is not known. */
  readonly regex?: RegexDialect;
  /** Renders the object that keeps sessions at one pod by a cookie. Without it, cookies are errors. */
  readonly cookie?: (route: NamedRoute, cookie: Cookie) => PlainObject;
  /** The longest lifetime of a cookie, in seconds; by default any. */
  readonly maxTtl?: number;
  /** Whether that object applies to all routes to a Service; by default false. */
  readonly isCookieOfService?: boolean;
  /** Renders the objects that guard a route. Without it, policies are errors. */
  readonly authorize?: (route: NamedRoute, authorization: Authorization, issuers: readonly JwtIssuer[]) => Rendered;
  /** Whether policies of Istio at the Gateway guard routes; by default false. */
  readonly hasGatewayPolicies?: boolean;
  /**
   * A regular expression for paths that an application may interpret as other paths, such as `/public/..;/orders`. On a
   * host with guarded and open paths, nothing answers them.
   */
  readonly oddPaths?: string;
  /** Further facts, for the documentation. */
  readonly notes: readonly string[];
}
