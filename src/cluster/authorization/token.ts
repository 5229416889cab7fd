import type { FieldOf, Payload } from './condition';

/** A token that is signed by its issuer and has not expired. */
export interface SignedToken {
  readonly issuer: string;
  readonly subject?: string;
  readonly audiences?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** An issuer whose tokens a gateway verifies. */
export interface TrustedIssuer extends FieldOf {
  /** @default - any issuer */
  readonly issuer?: string;
  /** The audiences, of which the token must name one; if empty, any audience is accepted. */
  readonly audiences: readonly string[];
  /** Claims that are lists of words separated by spaces. */
  readonly spaced: readonly string[];
  /** Whether it is unknown if the gateway has this issuer. */
  readonly isUnsure?: true;
}

/** The result of verifying the token of a request, before rules are evaluated. */
export interface Verified {
  /** The claims that the rules see. */
  readonly payload: Payload;
  /** The issuer whose settings reject the token. */
  readonly refusedBy?: TrustedIssuer;
  /** Why the token is rejected. */
  readonly reason?: 'issuer' | 'audience';
  /** Whether it is unknown if the token is verified. */
  readonly isUnsure?: boolean;
}

/** Verifies a token as a gateway with some issuers does. A gateway without issuers ignores tokens. */
export function verify(token: SignedToken | undefined, issuers: readonly TrustedIssuer[]): Verified {
  if (!token || issuers.length === 0) return { payload: undefined };
  const own = issuers.filter(({ issuer }) => issuer === undefined || issuer === token.issuer);
  const isUnsure = issuers.some(each => each.isUnsure);
  if (own.length === 0) return { payload: undefined, refusedBy: issuers[0], reason: 'issuer', isUnsure };
  const taking = own.find(({ audiences }) => audiences.length === 0 || audiences.some(each => audiencesOf(token).includes(each)));
  if (!taking) return { payload: undefined, refusedBy: own[0], reason: 'audience', isUnsure };
  return { payload: payloadOf(token, taking), isUnsure };
}

function audiencesOf({ audiences, claims }: SignedToken): readonly unknown[] {
  return audiences ?? (claims?.aud === undefined ? [] : [claims.aud].flat());
}

function payloadOf({ issuer, subject, audiences, claims }: SignedToken, { spaced }: TrustedIssuer): Payload {
  const [only, ...others] = audiences ?? [];
  const payload: Record<string, unknown> = {
    ...claims,
    iss: issuer,
    ...subject === undefined ? {} : { sub: subject },
    ...only === undefined ? {} : { aud: others.length > 0 ? audiences : only },
  };
  const lists = spaced.flatMap(name => typeof payload[name] === 'string' ? [[name, payload[name].split(' ').filter(Boolean)]] : []);
  return { ...payload, ...Object.fromEntries(lists) };
}
