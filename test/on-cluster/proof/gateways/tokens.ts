/** Issuers of tokens, with keys of their own, and tokens that they sign. */
import { createSign, generateKeyPairSync, KeyObject } from 'crypto';
import type { SignedToken } from '../../../../src/cluster/authorization/guard';

/** An issuer, and its keys as a JSON Web Key Set. */
export interface Issuer {
  readonly issuer: string;
  readonly jwks: string;
  sign(token: Omit<SignedToken, 'issuer'>): string;
}

export function newIssuer(issuer: string): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = `key of ${issuer}`;
  return {
    issuer,
    jwks: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] }),
    sign: (token) => signed({ alg: 'RS256', typ: 'JWT', kid }, payloadOf({ ...token, issuer }), privateKey),
  };
}

function payloadOf({ issuer, subject, audiences, claims }: SignedToken): object {
  const now = Math.floor(Date.now() / 1000);
  return { ...claims, iss: issuer, sub: subject, aud: audiences, iat: now, exp: now + 3600 };
}

function signed(header: object, payload: object, key: KeyObject): string {
  const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

/** The issuer that policies trust, and one that nobody does. */
export const TRUSTED = newIssuer('https://id.example.com');
export const STRANGER = newIssuer('https://stranger.example.com');

/** A token, as the engine sees it and as it is sent; nobody has signed one that is forged. */
export interface GivenToken {
  readonly token: SignedToken;
  readonly text: string;
  readonly isForged?: true;
}

function given(by: Issuer, token: Omit<SignedToken, 'issuer'>): GivenToken {
  return { token: { ...token, issuer: by.issuer }, text: by.sign(token) };
}

const CLERK = { subject: 'jane', audiences: ['shop'], claims: { realm_access: { roles: ['clerk', 'reader'] }, team: 'orders', scope: 'openid orders' } };

/** Tokens of all kinds, by what they are. */
export const TOKENS: Readonly<Record<string, GivenToken>> = {
  clerk: given(TRUSTED, CLERK),
  boss: given(TRUSTED, { subject: 'joe', audiences: ['shop', 'blog'], claims: { realm_access: { roles: ['boss'] }, team: 'board' } }),
  oneRole: given(TRUSTED, { subject: 'jim', claims: { realm_access: { roles: 'clerk' }, team: ['orders'] } }),
  nothing: given(TRUSTED, { subject: 'jil' }),
  stranger: given(STRANGER, CLERK),
  forged: { ...given(STRANGER, CLERK), token: { ...CLERK, issuer: TRUSTED.issuer }, text: newIssuer(TRUSTED.issuer).sign(CLERK), isForged: true },
};
