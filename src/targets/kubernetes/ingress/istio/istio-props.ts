import { bad, Check, FINE, found, ownWords, joinPath, Shown, must } from '../../../../base/findings/finding';
import type { GatewayPods } from '../../../ingress/gateway-description';
import { JwtIssuer, jwtIssuers } from '../../../ingress/jwt-issuer';
import { certificateOfSeveral, TlsCertificate } from '../../../ingress/tls-certificate';
import { all, asProps, closed, flag, list, listOf, oneOf } from '../../../../base/check';
import { namespaceName, podLabels } from '../../../../base/names';
import { exactHost, port } from '../../../../base/addresses';

/** Versions of `networking.istio.io` and `security.istio.io`. */
export enum IstioApiVersion {
  /** Istio 1.22 and later. */
  V1 = 'v1',
  /** Before Istio 1.22. */
  V1BETA1 = 'v1beta1',
}

/** How the pods of components join the mesh. */
export enum IstioDataPlane {
  /** With a sidecar each, or not at all. */
  SIDECAR = 'sidecar',
  /** By a proxy for each node and, where a namespace has them, waypoints. */
  AMBIENT = 'ambient',
}

/** Who creates the RequestAuthentication with which the gateway validates tokens. */
export enum IstioRequestAuthentication {
  /**
   * It is rendered, for the pods of the gateway. **On all hosts of this gateway, including those of others, a token of
   * another issuer is then answered with 401**, unless another RequestAuthentication of the gateway names that issuer.
   */
  RENDERED = 'Rendered',
  /**
   * It is in the cluster already, for the pods of the gateway, and names the issuers. Without it every request is
   * answered with 403.
   */
  EXISTS = 'Exists',
}

/** The pods of an Istio gateway. Certificates and policies are rendered in their namespace. */
export interface IstioGatewayPods extends GatewayPods {
  /**
   * Ports of these pods at which others serve TCP without TLS. Where applications are served in plain text, Istio
   * refuses connections to them once an IngressTrait has an authorization policy, unless they are named here. Name none
   * that serves HTTP: policies do not hold there. 80, 443, 8080 and 8443 are errors.
   *
   * @default - none
   */
  readonly tcpPorts?: number[];
}

/** How requests come into the cluster by Istio's own objects. */
export interface IstioIngressProps {
  /** The pods through which requests come. There is no default: Istio reports no error if a Gateway selects no pods. */
  readonly gateway: IstioGatewayPods;

  /**
   * Where the certificates come from. The Certificate for cert-manager, the Issuer of `TlsCertificate.issuer()` and
   * Secrets are in the namespace of the gateway's pods, the only one that Istio reads. `tls.secretName` of a trait
   * takes precedence and names a Secret there too.
   */
  readonly tls: TlsCertificate;

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
   * Who creates the RequestAuthentication. There is no default: a rendered one affects all hosts of the gateway.
   *
   * @default - none; required with `jwtIssuers`
   */
  readonly requestAuthentication?: IstioRequestAuthentication;

  /**
   * Whether requests in plain text are redirected to HTTPS. So is a challenge of ACME over HTTP (`http01`), which fails
   * as long as there is no certificate: use `dns01`.
   *
   * @default false
   */
  readonly redirectsHttp?: boolean;

  /**
   * Whether Istio has `PILOT_SCOPE_GATEWAY_TO_NAMESPACE`: Gateways are in the namespace of the gateway's pods then.
   *
   * @default false
   */
  readonly scopesGatewaysToNamespace?: boolean;

  /**
   * How the pods of components join the mesh.
   *
   * @default IstioDataPlane.SIDECAR
   */
  readonly dataPlane?: IstioDataPlane;

  /**
   * Whether a path with an authorization policy may be beside a prefix or a regular expression that leads to the same
   * pods without that policy. **Pods that interpret `//`, `;`, `%2f` or `/../` in a path differently from Envoy are
   * then open**: `/public/..%2Forders` is below `/public` for Envoy, and may be `/orders` for the pods.
   *
   * @default false: it is an error, `not-expressible`
   */
  readonly insecureTrustsSpelling?: boolean;

  /**
   * The version of Istio's APIs.
   *
   * @default IstioApiVersion.V1
   */
  readonly apiVersion?: IstioApiVersion;
}

const certificate = certificateOfSeveral(from => from !== 'gateway' ? FINE : found('invalid-value', '',
  ownWords('must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
    'use TlsCertificate.clusterIssuer(), issuer() or secret()')));

/**
 * Principals are issuer and subject with a slash between them. An asterisk in an issuer would match others, and before
 * Istio 1.22 the tokens of an issuer below another one would count as the other's.
 */
export const issuersApart: Check = (value, field) => {
  const { jwtIssuers: given } = asProps<Pick<IstioIngressProps, 'jwtIssuers'>>(value);
  const issuers = listOf<JwtIssuer | undefined>(given).map(each => String(each?.issuer));
  return issuers.flatMap((issuer, i) => {
    const at = joinPath(field, ['jwtIssuers', i, 'issuer']);
    const number = issuers.findIndex(other => issuer.startsWith(`${other}/`));
    if (issuer.includes('*')) {
      return bad('invalid-value', ownWords('must have no asterisk, which stands for any issuer in a policy of Istio',
        'write the issuer as tokens do'), at, issuer);
    }
    return number < 0 ? FINE : found('invalid-value', at, { reason: 'nested-issuer', number, value: Shown.of(issuer) });
  });
};

/**
 * The ports at which gateways serve HTTP: those of a Gateway, or those to which the gateway's Service leads from there.
 */
const HTTP_PORTS: readonly unknown[] = [80, 443, 8080, 8443];

/** The check of a port at which others serve TCP. */
export const tcpPort: Check = all(port, must(value => !HTTP_PORTS.includes(value), 'invalid-value', ownWords(
  'must not be 80, 443, 8080 or 8443, where gateways serve HTTP: no authorization policy would hold there',
  'name ports at which others serve TCP alone')));

/** The check of the properties. */
export const ISTIO_INGRESS: Check = all(closed({
  gateway: closed({ namespace: namespaceName, podLabels, tcpPorts: list(tcpPort) }, ['namespace', 'podLabels']),
  tls: certificate,
  domain: exactHost,
  // resolved when called: its module is loaded only when needed
  jwtIssuers: (value, field) => jwtIssuers(value, field),
  requestAuthentication: oneOf(IstioRequestAuthentication),
  redirectsHttp: flag,
  scopesGatewaysToNamespace: flag,
  insecureTrustsSpelling: flag,
  dataPlane: oneOf(IstioDataPlane),
  apiVersion: oneOf(IstioApiVersion),
}, ['gateway', 'tls']), (value, field) => {
  const { jwtIssuers: issuers, requestAuthentication, tls, redirectsHttp } = asProps<Partial<IstioIngressProps>>(value);
  const at = joinPath(field);
  const [missing, other] = issuers == null
    ? ['jwtIssuers', "'requestAuthentication'"] : ['requestAuthentication', "'jwtIssuers'"];
  return [
    // the issuers are all that is known of a RequestAuthentication
    ...(issuers == null) === (requestAuthentication == null) ? FINE
      : found('missing-field', [...at, missing], { reason: 'required-with', other }),
    ...issuersApart(value, field),
    ...redirectsHttp !== true || tls?._model?.from !== 'none' ? FINE
      : found('invalid-value', [...at, 'redirectsHttp'], ownWords(
        'must not be true: nothing is served over HTTPS', "leave it out, or give a certificate in 'tls'")),
  ];
});
