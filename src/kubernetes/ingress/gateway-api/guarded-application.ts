import { routedBackend } from './destinations';
import { GatewayApiIngressProps } from './gateway-api-props';
import { ROUTE_GROUP } from './implementations/implementation';
import { parentsIn } from './parents';
import { ApplicationModel } from '../../../platform/model';
import { EVERY_HOST } from '../../../routes/hosts';
import { ApplicationRoutes } from '../istio/application-routes';
import { Connections, GuardingGateway, PLAIN_TEXT } from '../istio/policies';
import { RoutedTrait, routesOf } from '../istio/routed-trait';
import { RoutedPath } from '../paths';
import { IngressContext, Rule } from '../rule';
import { HostsOf, rulesOf } from '../trait-rules';

/** A trait as policies at the Gateway see it. */
export function guardedTrait(context: IngressContext, { jwtIssuers = [] }: GatewayApiIngressProps, hostsOf: HostsOf): RoutedTrait {
  const rules = rulesOf(context, hostsOf).map((rule): Rule => ({ ...rule, backend: backendOf(rule, context) }));
  return { context, rules, routes: routesOf(context, rules, jwtIssuers) };
}

/** The backend of a rule. The name of a Service of another namespace distinguishes it from those of the application. */
function backendOf(rule: Rule, context: IngressContext): Rule['backend'] {
  const { service, namespace, ...backend } = routedBackend(rule, context, true);
  return { ...backend, service: namespace === undefined ? service : `${service}.${namespace}` };
}

/** The Gateway, as the policies of an application see it. */
export function guardingGateway(
  { application }: ApplicationRoutes, guardedHosts: ReadonlySet<string>, props: GatewayApiIngressProps,
): GuardingGateway {
  return { ...targeting(props), connections: connectionsTo(guardedHosts, application, props), patternsOf: elementPatterns };
}

/** The field by which a policy targets the Gateway. */
export function targeting({ gateway: { name } }: GatewayApiIngressProps): Pick<GuardingGateway, 'selects'> {
  return { selects: { targetRefs: [{ group: ROUTE_GROUP, kind: 'Gateway', name }] } };
}

/**
 * A listener serves all its hosts over one connection, whichever of them the client asked for. A listener for every host accepts
 * connections for any server name, and without one.
 */
function connectionsTo(hosts: ReadonlySet<string>, application: ApplicationModel, props: GatewayApiIngressProps): Connections[] {
  const parentsOf = parentsIn(application, props);
  const parents = [...hosts].map(parentsOf);
  const values = [...new Set(parents.flatMap(({ serverNames }) => serverNames))];
  const notPorts = props.istio?.tcpPorts ?? [];
  if (values.includes(EVERY_HOST)) return [{ notPorts }];
  return [
    ...values.length > 0 ? [{ serverName: { values }, notPorts }] : [],
    ...parents.some(({ isPlain }) => isPlain) ? [{ serverName: PLAIN_TEXT, notPorts }] : [],
  ];
}

/** A prefix matches path elements; a slash at its end has no meaning. */
function elementPatterns({ path, pathType }: RoutedPath): string[] {
  const base = path.replace(/\/$/, '');
  if (pathType !== 'Prefix') return [path];
  return base === '' ? ['/*'] : [base, `${base}/*`];
}
