/** A JSON Web Token that a request carries where the gateway expects it: signed by its issuer, and not expired. */
export interface RequestToken {
  /** The issuer, the claim `iss`. */
  readonly issuer: string;

  /**
   * The subject, the claim `sub`.
   *
   * @default - the token has none; Istio then derives no principal from it
   */
  readonly subject?: string;

  /**
   * The audiences, the claim `aud`: a string if there is one, else a list.
   *
   * @default - the token has none, unless `claims` have it
   */
  readonly audiences?: string[];

  /**
   * All other claims, as in the token: `{ realm_access: { roles: ['clerk'] }, scope: 'openid' }`. Some policies distinguish a string from a
   * list that holds it.
   *
   * @default - none
   */
  readonly claims?: { [key: string]: any };
}
