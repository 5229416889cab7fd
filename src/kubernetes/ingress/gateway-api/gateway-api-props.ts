import { IstioGatewayPolicies, istioPolicies, istioWhere } from './istio-gateway-props';
import { Check, FINE, found, saying, within } from '../../../findings/finding';
import { joinPath } from '../../../findings/path';
import {
  GatewayApiVersion, GatewayDescription, gatewayDescription, isAtLeast, sectionNames, unknownListeners,
} from '../../../ingress/gateway-description';
import { JwtIssuer, jwtIssuers } from '../../../ingress/jwt-issuer';
import { certificateOfSeveral, TlsCertificate } from '../../../ingress/tls-certificate';
import { all, asProps, closed, flag, oneOf } from '../../../private/check';
import { namespaceName, podLabels } from '../../../private/names';
import { exactHost } from '../../../private/network';

/** The implementation that serves a Gateway. The Gateway API leaves cookies, tokens and the meaning of regular expressions to it. */
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

/** The pods through which requests come. */
export interface GatewayPods {
  /** Their namespace. */
  readonly namespace: string;

  /** Their labels. */
  readonly podLabels: { [key: string]: string };
}

/** How requests come into the cluster by the Gateway API. */
export interface GatewayApiIngressProps {
  /** The Gateway: that of a SharedGateway, `description`, or one that is in the cluster. */
  readonly gateway: GatewayDescription;

  /** The implementation that serves the Gateway. */
  readonly implementation: GatewayImplementation;

  /**
   * The names of the listeners of the Gateway to which routes are attached. A host that no other listener serves is an error,
   * `not-attached`.
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
   * The domain of generated hosts, `<app>.<namespace>.<domain>`. Give the OAM platform's own domain to keep the hosts that it generated.
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
   * Settings that Istio needs for authorization policies. `pods` must be those of the Gateway, with the label by which Istio knows them.
   *
   * @default - none; required with `jwtIssuers` and `GatewayImplementation.ISTIO`, and an error with any other implementation
   */
  readonly istio?: IstioGatewayPolicies;

  /**
   * Renders a ListenerSet for each application, in its namespace, with a listener for each host and this certificate. Needs Gateway API
   * 1.5, and a Gateway that allows the namespace in `allowedListeners`. `tls.secretName` of a trait takes precedence and names a Secret in
   * the application's namespace. With `TlsCertificate.issuer()`, which needs cert-manager 1.20, it is an error, because cert-manager would
   * replace the certificate. A host that has a listener already is the error `not-attached`. ACME over HTTP (`http01`) needs cert-manager
   * 1.21 and an HTTP listener of the Gateway that accepts routes from the application's namespace; otherwise use `dns01`.
   *
   * @default - none: hosts are served by the listeners of the Gateway, with their certificates
   */
  readonly listenerSets?: TlsCertificate;

  /**
   * Whether a destination can be a Service in another namespace, `<service>.<namespace>`. A ReferenceGrant, rendered next to the Service,
   * then allows routes from the application's namespace. Without it, such a destination is the error `not-expressible`.
   *
   * @default false
   */
  readonly rendersReferenceGrants?: boolean;

  /**
   * Whether hosts that no listener serves over TLS are served in plain text. Other hosts never are.
   *
   * @default false
   */
  readonly insecurePlainText?: boolean;
}

const notOfListeners: Check = (_, field) => found('invalid-value', field,
  saying('must be a TlsCertificate that is issued, or a Secret: a ListenerSet has its own certificates',
    'use TlsCertificate.issuer(), certificate() or secret(), or leave it out'));

const certificate = certificateOfSeveral(from => from === 'gateway' || from === 'none' ? notOfListeners(from, '') : FINE, notOfListeners);

const versionWhere: Check = (value, field) => {
  const { gateway, listenerSets } = asProps<Partial<GatewayApiIngressProps>>(value);
  const { apiVersion: version = GatewayApiVersion.V1_2 } = asProps<Partial<GatewayDescription>>(gateway ?? {});
  return listenerSets == null || isAtLeast(version, GatewayApiVersion.V1_5) ? FINE
    : within(joinPath(field, 'listenerSets'), found('newer-gateway-api', '', { since: GatewayApiVersion.V1_5, version }));
};

const sectionNamesWhere: Check = (value, field) => {
  const { gateway, sectionNames: names, listenerSets } = asProps<Partial<GatewayApiIngressProps>>(value);
  return within(joinPath(field, 'sectionNames'), names != null && listenerSets != null
    ? found('invalid-value', '', saying("must not be set: with 'listenerSets', routes are attached to the listeners of ListenerSets",
      'leave one of the two out')) : unknownListeners(names, gateway));
};

/** The check of the properties. */
export const GATEWAY_API_INGRESS: Check = all(closed({
  // resolved when called: their modules are loaded only when needed
  gateway: (value, field) => gatewayDescription(value, field),
  jwtIssuers: (value, field) => jwtIssuers(value, field),
  sectionNames: (value, field) => sectionNames(value, field),
  istio: (value, field) => istioPolicies(value, field),
  implementation: oneOf(GatewayImplementation),
  pods: closed({ namespace: namespaceName, podLabels }, ['namespace', 'podLabels']),
  domain: exactHost,
  listenerSets: certificate,
  rendersReferenceGrants: flag,
  insecurePlainText: flag,
}, ['gateway', 'implementation']), versionWhere, sectionNamesWhere, (value, field) => istioWhere(value, field));
