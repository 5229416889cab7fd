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

  /**
   * Their subjects.
   *
   * @default - any, or none
   */
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
