import { ENVOY_GATEWAY } from './envoy-gateway';
import { Implementation, NamedRoute } from './implementation';
import { bad, Finding, FINE, saying } from '../../../../../base/findings/finding';
import { MAX_NAME, shortened } from '../../../../../cluster/objects/names';
import { PlainObject } from '../../../../../cluster/objects/object-index';
import { hasAlternatives } from '../../../../../base/regexes';
import { Cookie, stickyDestination } from '../../cookies';
import { GatewayImplementation } from '../gateway-api-props';

/** https://istio.io, with a Gateway of the Gateway API. */
const ISTIO: Implementation = {
  title: 'Istio',
  regex: { write: expression => expression, rank: 'after prefixes' },
  cookie: destinationRule,
  isCookieOfService: true,
  hasGatewayPolicies: true,
  notes: [
    'Prefixes precede regular expressions, even `/`: with that prefix, no regular expression gets requests.',
    'Policies need `istio` and `pods` of the provider.',
  ],
};

/** A DestinationRule belongs to a Service: routes to it share the cookie. */
function destinationRule({ name, namespace, service, serviceNamespace = namespace }: NamedRoute, cookie: Cookie): PlainObject {
  const own = serviceNamespace === namespace ? name : shortened(`${namespace}.${name}`, MAX_NAME);
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    // Istio reads it from the namespace of the Service
    metadata: { name: own, namespace: serviceNamespace },
    spec: stickyDestination(`${service}.${serviceNamespace}.svc.cluster.local`, cookie),
  };
}

/** https://github.com/nginx/nginx-gateway-fabric. */
const NGINX_GATEWAY_FABRIC: Implementation = {
  title: 'NGINX Gateway Fabric',
  // a location begins with an anchor, but does not end with one
  regex: { write: expression => `${expression}$`, rank: 'before prefixes', refuses },
  notes: [
    'Before release 2.5 a regular expression can match part of the path.',
    'Cookies and tokens need NGINX Plus and are not rendered.',
  ],
};

/** A brace or a semicolon ends a location, and the anchor at the end applies only to the last alternative. */
function refuses(expression: string): Finding[] {
  return /[{};]/.test(expression) || hasAlternatives(expression) ? bad('invalid-path',
    saying("must have no '{', '}' and ';', and no '|' outside a group, for NGINX Gateway Fabric",
      'write alternatives as a group, such as "/(a|b)"'), '', expression) : FINE;
}

/** https://traefik.io. */
const TRAEFIK: Implementation = {
  title: 'Traefik',
  // PathRegexp matches any part of a path
  regex: { write: expression => `^(?:${expression})$`, rank: 'by length' },
  notes: [
    'If a regular expression and a prefix both match, the longer one gets the request. A longer path of a wildcard host precedes '
    + 'a shorter path of an exact host.',
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
  const isAble = (each: Implementation) => each[feature] !== undefined || feature === 'authorize' && each.hasGatewayPolicies === true;
  return Object.values(IMPLEMENTATIONS).filter(isAble).map(({ title }) => title);
}
