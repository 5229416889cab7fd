import type { FieldOf, Payload } from './condition';

/** A token that bears the signature of its issuer, and has not expired. */
export interface SignedToken {
  readonly issuer: string;
  readonly subject?: string;
  readonly audiences?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Whose tokens a gateway verifies. */
export interface TrustedIssuer extends FieldOf {
  /** @default - any */
  readonly issuer?: string;
  /** Of which the token has to name one; any if there are none. */
  readonly audiences: readonly string[];
  /** Claims that are lists of words with spaces between them. */
  readonly spaced: readonly string[];
  /** Whether it is not known that the gateway has it. */
  readonly isUnsure?: true;
}

/** What a gateway makes of the token of a request, before its rules are asked. */
export interface Verified {
  /** The claims that the rules see. */
  readonly payload: Payload;
  /** What refuses the token. */
  readonly refusedBy?: TrustedIssuer;
  /** Why it does. */
  readonly reason?: 'issuer' | 'audience';
  /** Whether it is not known that the token is looked at. */
  readonly isUnsure?: boolean;
}

/** A token as a gateway sees it that verifies those of some issuers: where it knows none, it looks at no token. */
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
