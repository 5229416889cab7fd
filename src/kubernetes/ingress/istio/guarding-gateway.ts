import { ApplicationRoutes } from './application-routes';
import { IstioIngressProps } from './istio-props';
import { Connections, GuardingGateway, PLAIN_TEXT } from './policies';
import { pathPatterns } from './routing';

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
