import { ApplicationRoutes } from './application-routes';
import { gatewayName, gatewayNamespace, portName, secretName } from './istio-names';
import { IstioIngressProps } from './istio-props';
import { Connections, GuardingGateway, PLAIN_TEXT } from './policies';
import { IstioRoute, isCertificateMade } from './routed-trait';
import { grouped } from '../../../private/grouped';
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

/** The paths of a policy that match the requests of a route. */
function pathPatterns({ path, pathType }: RoutedPath): string[] {
  return [pathType === 'Prefix' ? `${path}*` : path];
}

/** The Gateway of an application: a server for each certificate, and one for plain text. No other namespace can add routes to its hosts. */
export function gateway({ application, secrets }: ApplicationRoutes, props: IstioIngressProps): object {
  const servers = [...grouped([...secrets], ([, secret]) => [secret])].map(([secret, hosts]) => ({
    hosts: hosts.map(([host]) => `${application.namespace}/${host}`),
    port: secret === undefined ? plainPort(application) : { name: portName('https', application, secret), number: 443, protocol: 'HTTPS' },
    ...secret === undefined ? {} : { tls: { mode: 'SIMPLE', credentialName: secret } },
  }));
  return { selector: props.gateway.podLabels, servers };
}

/**
 * The Gateway that redirects plain text to HTTPS. It has no routes: with routes, a request whose `X-Forwarded-Proto` claims TLS would not
 * be redirected if the gateway trusts that header.
 */
export function redirectGateway({ application, secrets }: ApplicationRoutes, { gateway: { podLabels } }: IstioIngressProps): object {
  return { selector: podLabels, servers: [{ hosts: [...secrets.keys()], port: plainPort(application), tls: { httpsRedirect: true } }] };
}

function plainPort(application: ApplicationRoutes['application']): object {
  return { name: portName('http', application), number: 80, protocol: 'HTTP' };
}

/** The Certificate for the hosts of an application whose traits name no Secret. */
export function certificate({ application, traits: all }: ApplicationRoutes, props: IstioIngressProps): object {
  const traits = all.filter(({ context }) => isCertificateMade(context, props));
  return {
    dnsNames: [...new Set(traits.flatMap(({ rules }) => rules.flatMap(({ hosts }) => hosts)))],
    issuerRef: { group: 'cert-manager.io', ...props.tls._model.issuer },
    secretName: secretName(application),
  };
}

/** The pods of Istio's gateway, as the policies of an application see them. */
export function guardingGateway(routes: ApplicationRoutes, props: IstioIngressProps): GuardingGateway {
  return { selects: selects(props), connections: connectionsTo(routes, props), patternsOf: pathPatterns };
}

/** The field by which a policy selects the gateway's pods. */
export function selects({ gateway: { podLabels } }: IstioIngressProps): object {
  return { selector: { matchLabels: podLabels } };
}

/** Over TLS, the Gateway of an application accepts no server names but its hosts. */
function connectionsTo({ secrets }: ApplicationRoutes, { gateway: { tcpPorts } }: IstioIngressProps): Connections[] {
  const overTls = [...secrets].filter(([, secret]) => secret !== undefined).map(([host]) => host);
  const isPlain = overTls.length < secrets.size;
  return [
    ...overTls.length > 0 ? [{ serverName: { values: overTls } }] : [],
    ...isPlain ? [{ serverName: PLAIN_TEXT, notPorts: tcpPorts ?? [] }] : [],
  ];
}
