/** A JSON Web Token that a request bears where the gateway looks for it: signed by its issuer, and not expired. */
export interface RequestToken {
  /** The issuer, the claim `iss`. */
  readonly issuer: string;

  /**
   * Of whom it is, the claim `sub`.
   *
   * @default - the token has none; Istio knows no principal of it then
   */
  readonly subject?: string;

  /**
   * For whom it is, the claim `aud`: a string if it is one, else a list.
   *
   * @default - the token has none, unless `claims` have it
   */
  readonly audiences?: string[];

  /**
   * All other claims, as the token has them: `{ realm_access: { roles: ['clerk'] }, scope: 'openid' }`. Some policies tell a string from a
   * list that holds it.
   *
   * @default - none
   */
  readonly claims?: { [key: string]: any };
}
