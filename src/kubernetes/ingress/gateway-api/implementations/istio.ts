import { Implementation, NamedRoute } from './implementation';
import { MAX_NAME, shortened } from '../../../../objects/names';
import { PlainObject } from '../../../../objects/rendering';
import { Cookie } from '../../cookies';

/** https://istio.io, with a Gateway of the Gateway API. */
export const ISTIO: Implementation = {
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

/** A DestinationRule belongs to a Service: routes to it share the cookie. Without a lifetime no cookie is set. */
function destinationRule(
  { name, namespace, service, serviceNamespace = namespace }: NamedRoute, { name: cookie, path, ttl }: Cookie,
): PlainObject {
  const own = serviceNamespace === namespace ? name : shortened(`${namespace}.${name}`, MAX_NAME);
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'DestinationRule',
    // Istio reads it from the namespace of the Service
    metadata: { name: own, namespace: serviceNamespace },
    spec: {
      host: `${service}.${serviceNamespace}.svc.cluster.local`,
      trafficPolicy: { loadBalancer: { consistentHash: { httpCookie: { name: cookie, path, ttl: `${ttl}s` } } } },
    },
  };
}
