import type { ManifestQuery } from './options';

/** One end of a connection. Exactly one of: `pods`; `namespace`, with `podLabels`; `address`. */
export interface TrafficPeer {
  /**
   * The pods of objects among the manifests: of Deployments and the like. If there are several, the assertion must hold
   * for each of them.
   *
   * @default - other pods or an address are given
   */
  readonly pods?: ManifestQuery;
  /**
   * The namespace of pods that are not among the manifests, such as those of an ingress controller. Its labels are
   * those of its Namespace, if that is rendered, and `kubernetes.io/metadata.name`.
   *
   * @default - `pods` or an `address` is given
   */
  readonly namespace?: string;
  /** The labels of the pods in `namespace`. @default - none */
  readonly podLabels?: { [key: string]: string };
  /** Further labels of the `namespace`. @default - those of its Namespace, if that is rendered */
  readonly namespaceLabels?: { [key: string]: string };
  /** An IP address outside of the cluster. @default - pods are given */
  readonly address?: string;
}

/** Who may send requests for a URL, as far as policies of its gateway say. */
export enum RouteCallers {
  /** Everybody, without a token. */
  EVERYBODY = 'everybody',
  /** Those with one of some tokens. */
  TOKENS = 'tokens',
  /** Nobody. */
  NOBODY = 'nobody',
  /** It depends on facts outside the manifests and the token: an address, a header, an external service. */
  UNKNOWN = 'unknown',
}

/** A claim of tokens. */
export interface AllowedClaim {
  /** The names that lead to it, with dots between them: `realm_access.roles`. */
  readonly claim: string;
  /** The values, one of which it has; a list holds one of them. */
  readonly values: string[];
}

/** Tokens that are admitted: those that meet all conditions. A value may be a pattern of Istio, `*` for any. */
export interface AllowedToken {
  /** Their issuers. */
  readonly issuers: string[];
  /** Their subjects. @default - any, or none */
  readonly subjects?: string[];
  /** The other claims that they have. */
  readonly claims: AllowedClaim[];
  /** The claims that they do not have. */
  readonly deniedClaims: AllowedClaim[];
}

/** Who may send requests for a URL. */
export interface RouteAccess {
  /** Whether it is everybody, or nobody. */
  readonly callers: RouteCallers;
  /** The tokens, one of which a request must have; none unless `callers` is `TOKENS`. */
  readonly tokens: AllowedToken[];
}

/** Where a URL leads. */
export interface ReachedRoute {
  /** The name of the Service. */
  readonly service: string;
  /** The port of the Service. */
  readonly port: number;
  /** The namespace of the Service and the pods. @default - the objects name none */
  readonly namespace?: string;
  /** The objects that create the pods: each is a query of one object. */
  readonly pods: ManifestQuery[];
  /**
   * The Secret with the certificate, for a URL with `https://`.
   *
   * @default - the URL begins with `http://`, or the certificate is the controller's own
   */
  readonly tlsSecret?: string;
  /**
   * The namespace of that Secret, for a listener of a Gateway. It is that of the gateway's pods for a Gateway of Istio.
   *
   * @default - that of the Ingress, or it is not known
   */
  readonly tlsSecretNamespace?: string;
  /**
   * Where else a part of the requests leads, if the route has several backends.
   *
   * @default - all requests lead to the same Service
   */
  readonly further?: ReachedRoute[];
}

/** A JSON Web Token that a request carries where the gateway expects it: signed by its issuer, and not expired. */
export interface RequestToken {
  /** The issuer, the claim `iss`. */
  readonly issuer: string;
  /** The subject, the claim `sub`. @default - the token has none; Istio then derives no principal from it */
  readonly subject?: string;
  /**
   * The audiences, the claim `aud`: a string if there is one, else a list.
   *
   * @default - the token has none, unless `claims` have it
   */
  readonly audiences?: string[];
  /**
   * All other claims, as in the token: `{ realm_access: { roles: ['clerk'] }, scope: 'openid' }`. Some policies
   * distinguish a string from a list that holds it.
   *
   * @default - none
   */
  readonly claims?: { [key: string]: any };
}

/** The ingress controller that requires a password. */
export interface ProtectionOptions {
  /**
   * The ingress controller that serves the routes, as IngressController.byName() knows it: `ingress-nginx`, `traefik`,
   * `haproxy`, `f5-nginx`, `haproxy-ingress` or `kong`. Each ignores the annotations of the others, and then serves
   * without a password.
   *
   * @default - that of the rendered IngressClass, or else the one whose annotations require a password
   */
  readonly controller?: string;
}
