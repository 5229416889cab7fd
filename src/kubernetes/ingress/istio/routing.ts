import { ApplicationRoutes } from './application-routes';
import { gatewayName, gatewayNamespace } from './istio-names';
import { IstioIngressProps } from './istio-props';
import { IstioRoute } from './routed-trait';
import { RoutedPath } from '../paths';
import { TLS_HEADER, isWebLogic } from '../trait-rules';

/** How Istio compares each type of path: a prefix by the beginning of the text, a regular expression with the whole path. */
const MATCH: Readonly<Record<string, string>> = { Exact: 'exact', Prefix: 'prefix', Regex: 'regex' };

/** A VirtualService of hosts that have the same routes. */
export function virtualService(hosts: readonly string[], routes: ApplicationRoutes, props: IstioIngressProps): object {
  const { application, byHost, secrets } = routes;
  const namespace = gatewayNamespace(application, props);
  const isElsewhere = namespace !== application.namespace;
  return {
    gateways: [isElsewhere ? `${namespace}/${gatewayName(application)}` : gatewayName(application)],
    hosts,
    http: byHost.get(hosts[0])!.map(route => httpRoute(route, secrets.get(hosts[0]) !== undefined)),
  };
}

/**
 * The name of a Service alone refers to the namespace of the VirtualService, whatever the domain of the cluster. A header that the client
 * itself sets is replaced or removed.
 */
function httpRoute({ path, pathType, context, rule: { backend: { service, port } } }: IstioRoute, isTls: boolean): object {
  const { name, value } = TLS_HEADER;
  const request = isTls ? { set: { [name]: value } } : { remove: [name] };
  return {
    match: [{ uri: { [MATCH[pathType]]: path } }],
    ...isWebLogic(context) ? { headers: { request } } : {},
    route: [{ destination: { host: service, port: { number: port } } }],
  };
}

/** The cookie for a Service. Istio sets none without a `ttl`; `0s` means the browser's session. */
export function destinationRule(service: string, { cookies }: ApplicationRoutes): object {
  const { name, path, ttl } = cookies.get(service)!;
  return { host: service, trafficPolicy: { loadBalancer: { consistentHash: { httpCookie: { name, path, ttl: `${ttl}s` } } } } };
}

/** The paths of a policy that match the requests of a route. */
export function pathPatterns({ path, pathType }: RoutedPath): string[] {
  return [pathType === 'Prefix' ? `${path}*` : path];
}
