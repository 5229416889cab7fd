import { Check, FINE, found, ownWords, within, joinPath, bad } from '../../../../base/findings/finding';
import {
  GatewayApiVersion, GatewayDescription, gatewayDescription, isAtLeast, sectionNamesCheck, unknownListeners,
  GatewayListener, GatewayPods, listenerPort,
} from '../../../ingress/gateway-description';
import { JwtIssuer, jwtIssuers as issuersCheck } from '../../../ingress/jwt-issuer';
import { certificateOfSeveral, TlsCertificate } from '../../../ingress/tls-certificate';
import { all, asProps, closed, flag, oneOf, list, listOf } from '../../../../base/check';
import { namespaceName, podLabels } from '../../../../base/names';
import { IstioRequestAuthentication, issuersApart, tcpPort } from '../istio/istio-props';
import { exactHost } from '../../../../base/addresses';

export const ROUTE_GROUP = 'gateway.networking.k8s.io';

/** The implementation of a Gateway, which decides on cookies, tokens and the meaning of regular expressions. */
export enum GatewayImplementation {
  /** Envoy Gateway: cookies by a BackendTrafficPolicy, authorization policies by a SecurityPolicy. */
  ENVOY_GATEWAY = 'envoy-gateway',
  /** Istio: cookies by a DestinationRule, authorization policies by an AuthorizationPolicy for the Gateway. */
  ISTIO = 'istio',
  /** NGINX Gateway Fabric, without NGINX Plus: neither cookies nor authorization policies. */
  NGINX_GATEWAY_FABRIC = 'nginx-gateway-fabric',
  /** Traefik: neither cookies nor authorization policies. */
  TRAEFIK = 'traefik',
  /** Any other: only what every implementation must support. */
  OTHER = 'other',
}

/** How requests come into the cluster by the Gateway API. */
export interface GatewayApiIngressProps {
  /** The Gateway: that of a SharedGateway, `description`, or one that is in the cluster. */
  readonly gateway: GatewayDescription;

  /** The implementation that serves the Gateway. */
  readonly implementation: GatewayImplementation;

  /**
   * The names of the Gateway's listeners for routes. A host that none of them serves is an error, `not-attached`.
   *
   * @default - all that serve the host; one of them that does not take the route is an error, `not-attached`
   */
  readonly sectionNames?: string[];

  /**
   * The pods through which requests come, which the NetworkPolicy of a NetworkPolicyTrait lets in.
   *
   * @default - not known: a NetworkPolicyTrait on a component with an IngressTrait is an error
   */
  readonly pods?: GatewayPods;

  /**
   * The domain of generated hosts, `<app>.<namespace>.<domain>`; that of the OAM platform keeps its hosts.
   *
   * @default - a rule without a host is an error, `missing-field`
   */
  readonly domain?: string;

  /**
   * The issuers whose tokens authorization policies may ask for.
   *
   * @default - none: an `authorizationPolicy` is an error, `invalid-value`
   */
  readonly jwtIssuers?: JwtIssuer[];

  /**
   * Settings that Istio needs for authorization policies. `pods` must have the label by which Istio knows them.
   *
   * @default - none; required with `jwtIssuers` and `GatewayImplementation.ISTIO`, an error with any other
   */
  readonly istio?: IstioGatewayPolicies;

  /**
   * Renders a ListenerSet for each application, in its namespace, with a listener for each host and this certificate.
   * Needs Gateway API 1.5, and a Gateway that allows the namespace in `allowedListeners`. `tls.secretName` of a trait
   * takes precedence and names a Secret in the application's namespace. With an issuer that an annotation names, which
   * needs cert-manager 1.20, it is an error, because cert-manager would replace the certificate: set
   * `rendersCertificate`. A host that has a listener already is the error `not-attached`. ACME over HTTP (`http01`)
   * needs cert-manager 1.21 and an HTTP listener of the Gateway that accepts routes from the application's namespace;
   * otherwise use `dns01`.
   *
   * @default - none: hosts are served by the listeners of the Gateway, with their certificates
   */
  readonly listenerSets?: TlsCertificate;

  /**
   * Whether a destination can be a Service in another namespace, `<service>.<namespace>`: a ReferenceGrant beside the
   * Service allows routes from the application's namespace.
   *
   * @default false: it is an error, `not-expressible`
   */
  readonly rendersReferenceGrants?: boolean;

  /**
   * Whether hosts that no listener serves over TLS are served in plain text. Other hosts never are.
   *
   * @default false
   */
  readonly insecurePlainText?: boolean;
}

/** Settings that Istio needs for authorization policies at a Gateway of the Gateway API. */
export interface IstioGatewayPolicies {
  /**
   * Who creates the RequestAuthentication with which the Gateway validates tokens. There is no default, see its
   * members.
   */
  readonly requestAuthentication: IstioRequestAuthentication;

  /**
   * Ports of the Gateway at which others serve TCP, or pass TLS through. Where an application has an authorization
   * policy, Istio refuses connections to them that ask for no server name, or for one that a listener of the
   * application's hosts serves, unless they are named here. Name none that serves HTTP: policies do not hold there. 80,
   * 443, 8080, 8443 and the ports of listeners in `gateway` are errors. To pass TLS through at port 443 for a host of a
   * wildcard listener, give the guarded hosts a listener with a narrower hostname.
   *
   * @default - none
   */
  readonly tcpPorts?: number[];

  /**
   * Whether a path with an authorization policy may be beside a prefix or a regular expression that leads to the same
   * pods without that policy. **Pods that interpret `//`, `;`, `%2f` or `/../` in a path differently from Envoy are
   * then open**: `/public/..%2Forders` is below `/public` for Envoy, and may be `/orders` for the pods.
   *
   * @default false: it is an error, `not-expressible`
   */
  readonly insecureTrustsSpelling?: boolean;
}

const notOfListeners: Check = (_, field) => found('invalid-value', field,
  ownWords('must be a TlsCertificate that is issued, or a Secret: a ListenerSet has its own certificates',
    'use TlsCertificate.clusterIssuer(), issuer() or secret(), or leave it out'));

const certificate = certificateOfSeveral(
  from => from === 'gateway' || from === 'none' ? notOfListeners(from, '') : FINE, notOfListeners,
);

/**
 * The label by which Istio knows the pods of a Gateway. For pods without it, Istio silently ignores a policy for their
 * Gateway.
 */
const GATEWAY_NAME = 'gateway.networking.k8s.io/gateway-name';

/** Checks what ListenerSets need of the Gateway, and the names of listeners. */
const listenersTogether: Check = (value, field) => {
  const { gateway, sectionNames: names, listenerSets } = asProps<Partial<GatewayApiIngressProps>>(value);
  const { apiVersion: version = GatewayApiVersion.V1_2 } = asProps<Partial<GatewayDescription>>(gateway ?? {});
  const since = GatewayApiVersion.V1_5;
  return [
    ...listenerSets == null || isAtLeast(version, since) ? FINE
      : found('newer-gateway-api', joinPath(field, 'listenerSets'), { since, version }),
    ...within(joinPath(field, 'sectionNames'), names == null || listenerSets == null ? unknownListeners(names, gateway)
      : found('invalid-value', '', ownWords(
        "must not be set: with 'listenerSets', routes are attached to the listeners of ListenerSets",
        'leave one of the two out'))),
  ];
};

/** Checks what the policies of Istio need of the other properties. */
const istioTogether: Check = (value, field) => {
  const given = asProps<Partial<GatewayApiIngressProps>>(value);
  const { implementation, istio, jwtIssuers, pods } = given;
  const at = (name: string) => joinPath(field, name);
  if (implementation !== 'istio') {
    return istio == null ? FINE
      : found('invalid-value', at('istio'), ownWords('is for GatewayImplementation.ISTIO alone', 'leave it out'));
  }
  if (istio == null && jwtIssuers == null) return FINE;
  if (istio == null || jwtIssuers == null) {
    const [missing, other] = istio == null ? ['istio', "'jwtIssuers'"] : ['jwtIssuers', "'istio'"];
    return found('missing-field', at(missing), { reason: 'required-with', other });
  }
  const { name, namespace, listeners } = asProps<Partial<GatewayDescription>>(given.gateway ?? {});
  const isKnown = pods?.namespace === namespace && pods?.podLabels?.[GATEWAY_NAME] === name;
  const served = listOf<GatewayListener | undefined>(listeners)
    .map(each => listenerPort(asProps(each ?? {}) as GatewayListener));
  return [
    ...issuersApart(value, field),
    ...isKnown ? FINE : found('invalid-value', at('pods'), {
      reason: 'pods-of-istio', gateway: String(name), namespace: String(namespace),
    }),
    ...listOf<number>(istio.tcpPorts).flatMap((port, i) =>
      !served.includes(port) || tcpPort(port, '').length > 0 ? FINE : bad('invalid-value', ownWords(
        'must not be the port of a listener: no authorization policy would hold there',
        'name ports at which others serve TCP alone'), joinPath(field, ['istio', 'tcpPorts', i]), port)),
  ];
};

/** The check of the properties. */
export const GATEWAY_API_INGRESS: Check = all(closed({
  // resolved when called: their modules are loaded only when needed
  gateway: (value, field) => gatewayDescription(value, field),
  jwtIssuers: (value, field) => issuersCheck(value, field),
  sectionNames: (value, field) => sectionNamesCheck(value, field),
  istio: (value, field) => closed({
    requestAuthentication: oneOf(IstioRequestAuthentication), tcpPorts: list(tcpPort), insecureTrustsSpelling: flag,
  }, ['requestAuthentication'])(value, field),
  implementation: oneOf(GatewayImplementation),
  pods: closed({ namespace: namespaceName, podLabels }, ['namespace', 'podLabels']),
  domain: exactHost,
  listenerSets: certificate,
  rendersReferenceGrants: flag,
  insecurePlainText: flag,
}, ['gateway', 'implementation']), listenersTogether, istioTogether);
