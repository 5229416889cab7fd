import type { GatewayApiIngressProps } from './gateway-api-props';
import { bad, Check, Finding, FINE, found, saying } from '../../../findings/finding';
import { Path, joinPath } from '../../../findings/path';
import { DescribedListener, GatewayDescription, portOf } from '../../../ingress/gateway-description';
import { asProps, closed, flag, list, listOf, oneOf } from '../../../private/check';
import { IstioRequestAuthentication, issuersApart, tcpPort } from '../istio/istio-props';

/** Settings that Istio needs for authorization policies at a Gateway of the Gateway API. */
export interface IstioGatewayPolicies {
  /** Who creates the RequestAuthentication with which the Gateway validates tokens. There is no default, see its members. */
  readonly requestAuthentication: IstioRequestAuthentication;

  /**
   * Ports of the Gateway at which others serve TCP, or pass TLS through. Where an application has an authorization policy, Istio refuses
   * connections to them that ask for no server name, or for one that a listener of the application's hosts serves, unless they are named
   * here. Name none that serves HTTP: policies do not hold there. 80, 443, 8080, 8443 and the ports of listeners in `gateway` are errors.
   * To pass TLS through at port 443 for a host of a wildcard listener, give the guarded hosts a listener with a narrower hostname.
   *
   * @default - none
   */
  readonly tcpPorts?: number[];

  /**
   * Whether a path with an authorization policy may be beside a prefix or a regular expression that leads to the same pods without that
   * policy. **Pods that interpret `//`, `;`, `%2f` or `/../` in a path differently from Envoy are then open**: `/public/..%2Forders` is
   * below `/public` for Envoy, and may be `/orders` for the pods.
   *
   * @default false: it is an error, `not-expressible`
   */
  readonly insecureTrustsSpelling?: boolean;
}

/** The label by which Istio knows the pods of a Gateway. For pods without it, Istio silently ignores a policy for their Gateway. */
const GATEWAY_NAME = 'gateway.networking.k8s.io/gateway-name';

/** The check of Istio's settings. */
export const istioPolicies: Check = closed({
  requestAuthentication: oneOf(IstioRequestAuthentication),
  tcpPorts: list(tcpPort),
  insecureTrustsSpelling: flag,
}, ['requestAuthentication']);

/** The check of the properties of a provider as a whole. */
export const istioWhere: Check = (value, field) => {
  const given = asProps<Partial<GatewayApiIngressProps>>(value);
  const { implementation, istio, jwtIssuers } = given;
  if (implementation !== 'istio') {
    return istio == null ? FINE : found('invalid-value', joinPath(field, 'istio'), saying('is for GatewayImplementation.ISTIO alone',
      'leave it out'));
  }
  if (istio == null && jwtIssuers == null) return FINE;
  if (istio == null) {
    return found('missing-field', joinPath(field, 'istio'), { reason: 'required-with', other: "'jwtIssuers'" });
  }
  if (jwtIssuers == null) return found('missing-field', joinPath(field, 'jwtIssuers'), { reason: 'required-with', other: "'istio'" });
  return [
    ...issuersApart(value, field),
    ...podsWhere(given, joinPath(field, 'pods')),
    ...portsWhere(given, joinPath(field, ['istio', 'tcpPorts'])),
  ];
};

function podsWhere({ pods, gateway }: Partial<GatewayApiIngressProps>, field: Path): Finding[] {
  const { name, namespace } = asProps<Partial<GatewayDescription>>(gateway ?? {});
  const isKnown = pods?.namespace === namespace && pods?.podLabels?.[GATEWAY_NAME] === name;
  return isKnown ? FINE
    : found('invalid-value', field, { reason: 'pods-of-istio', gateway: String(name), namespace: String(namespace) });
}

function portsWhere({ istio, gateway }: Partial<GatewayApiIngressProps>, field: Path): Finding[] {
  const served = listOf<DescribedListener | undefined>(gateway?.listeners).map(each => portOf(asProps(each ?? {}) as DescribedListener));
  const isRefused = (port: number) => served.includes(port) && tcpPort(port, '').length === 0;
  return listOf<number>(istio?.tcpPorts).flatMap((port, i) =>
    isRefused(port) ? bad('invalid-value', saying('must not be the port of a listener: no authorization policy would hold there',
      'name ports at which others serve TCP alone'), joinPath(field, [i]), port) : FINE);
}
