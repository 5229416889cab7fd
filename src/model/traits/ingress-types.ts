import { Duration } from 'cdk8s';

/** How the path of a request is compared. */
export enum IngressPathType {
  /** The whole path: `/api` alone. */
  EXACT = 'Exact',
  /** The beginning of the path: `/api` and everything below it. */
  PREFIX = 'Prefix',
  /** A regular expression for the whole path. With Ingresses, the error `not-expressible`. */
  REGEX = 'Regex',
  /**
   * As the ingress controller reads it, by annotations of the Ingress (`metadata.annotations` of the trait): a prefix,
   * or a regular expression. Only with Ingresses; elsewhere the error `not-expressible`.
   */
  IMPLEMENTATION_SPECIFIC = 'ImplementationSpecific',
}

/** A condition on the request. */
export interface AuthorizationCondition {
  /** Istio attribute, such as `request.auth.claims[realm_access][roles]`. */
  readonly key: string;
  /** The values that are allowed, one of which must be met. */
  readonly values: string[];
}

/** Requests that are allowed. */
export interface AuthorizationRule {
  /** Principals of the request's token, `<issuer>/<subject>`; `*` for any valid token: `from.requestPrincipals`. */
  readonly requestPrincipals: string[];
  /** Conditions, all of which must be met. @default - none */
  readonly when?: AuthorizationCondition[];
}

/** Who may use a path. Paths without a policy stay open. Verrazzano 1.3 or newer. */
export interface AuthorizationPolicy {
  /** The requests that are allowed. */
  readonly rules: AuthorizationRule[];
}

/** A path of an ingress rule. */
export interface IngressPath {
  /**
   * The path: starts with `/`, without spaces; without query or fragment unless it may be a regular expression.
   *
   * @default - "/"
   */
  readonly path?: string;

  /**
   * How the path is compared. Write it: `Exact` is what an OAM platform assumes, and paths below `/api` then go
   * elsewhere.
   *
   * @default - `Prefix` for the path `/`, otherwise `Exact` and the warning `missing-field`
   */
  readonly pathType?: IngressPathType;
  /** Who may use the path. @default - everybody */
  readonly authorizationPolicy?: AuthorizationPolicy;
}

/** A cookie that keeps a session at one pod. */
export interface IngressCookie {
  /** Name of the cookie. */
  readonly name: string;
  /** Path for which the cookie is sent. @default - that of the request */
  readonly path?: string;
  /** Lifetime of the cookie, in whole seconds. @default - the browser's session */
  readonly ttl?: Duration;
}

/** Where requests go. */
export interface IngressDestination {
  /**
   * Name of the Service. The library does not check that it exists. Set `port` too, unless the application renders the
   * Service.
   *
   * @default - the Service of the workload
   */
  readonly host?: string;

  /** Port of the Service, 1 to 65535. @default - its only port, or the one whose name begins with `http` */
  readonly port?: number;

  /**
   * A cookie that keeps a session at one pod. On a KubernetesPlatform, rules that lead to one port of a Service need
   * the same cookie, except with Envoy Gateway; with Istio, all ports of a Service share it.
   *
   * @default - requests go to any pod
   */
  readonly httpCookie?: IngressCookie;
}

/** Hosts and paths that lead to a destination. */
export interface IngressRule {
  /**
   * Hosts: lower-case DNS names. `*` and the empty host count as none.
   *
   * @default - the generated host `<app>.<namespace>.<domain>`
   */
  readonly hosts?: string[];

  /** Paths. @default - all paths */
  readonly paths?: IngressPath[];
  /** Where requests go. @default - the Service of the workload */
  readonly destination?: IngressDestination;
}

/** TLS of an ingress. */
export interface IngressTls {
  /**
   * Name of the Secret with certificate and key: in the namespace of the ingress gateway on an OAM platform and with
   * `IngressProvider.istio()`, in that of the application with an ingress controller. With `gatewayApi()`, that of the
   * listener.
   */
  readonly secretName: string;
}
