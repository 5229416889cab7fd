import { securityPolicy } from './envoy-security-policy';
import { Implementation, NamedRoute, ROUTE_GROUP } from './implementation';
import { PlainObject } from '../../../../objects/rendering';
import { Cookie } from '../../cookies';

/** https://gateway.envoyproxy.io. */
export const ENVOY_GATEWAY: Implementation = {
  title: 'Envoy Gateway',
  regex: { write: expression => expression, rank: 'before prefixes' },
  cookie: backendTrafficPolicy,
  maxTtl: 99_999 * 3600 + 3599,
  authorize: securityPolicy,
  // path parameters, backslashes, empty and dot segments, all of these in encoded form, and control characters
  oddPaths: '.*(;|\\\\|//|/\\.\\.?(/|$)|%([01]|2[5EeFf]|3[Bb]|5[Cc]|7[Ff])).*',
  notes: [
    'Rules can set different cookies for the same Service. The lifetime of a cookie must be below 100,000 hours.',
    'A route without its SecurityPolicy is open, so apply the policy first.',
  ],
};

/** Sessions stay at one pod until the set of pods changes. Without a lifetime no cookie is set. */
function backendTrafficPolicy({ name, namespace }: NamedRoute, { name: cookie, path, ttl }: Cookie): PlainObject {
  return {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'BackendTrafficPolicy',
    metadata: { name, namespace },
    spec: {
      targetRefs: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', name }],
      loadBalancer: {
        type: 'ConsistentHash',
        // `tableSize` has the default of the API: it would be drift if it were left out
        consistentHash: { type: 'Cookie', tableSize: 65537, cookie: { name: cookie, ttl: duration(ttl), attributes: { Path: path } } },
      },
    },
  };
}

/** No part of a duration has more than five digits. */
function duration(seconds: number): string {
  if (seconds < 100000) return `${seconds}s`;
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  return `${hours}h${rest > 0 ? `${rest}s` : ''}`;
}
