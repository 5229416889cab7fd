import { must } from '../../base/findings/finding';
import { all, closed, filled, list, unique } from '../../base/check';

/** An issuer of tokens that a gateway accepts: JSON Web Tokens in the header `Authorization: Bearer`. */
export interface JwtIssuer {
  /** The issuer, as the claim `iss` of its tokens names it. */
  readonly issuer: string;

  /** `https://` URL of its public keys (JSON Web Key Set), with which the gateway verifies signatures. */
  readonly jwksUri: string;

  /** Audiences, one of which the claim `aud` must name. @default - any audience */
  readonly audiences?: string[];
}

/** Checks the issuers of a provider, each of which may occur once. */
export const jwtIssuers = all(list(closed<JwtIssuer>({
  issuer: filled,
  jwksUri: must(value => typeof value === 'string' && /^https:\/\/[^/\s]/.test(value) && URL.canParse(value),
    'invalid-url', 'https-url'),
  audiences: list(filled, { min: 1, what: 'audience' }),
}, ['issuer', 'jwksUri'])), unique(({ issuer }) => issuer, 'issuer'));
