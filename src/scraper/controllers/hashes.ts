import { PasswordHash } from '../password-hash';

const { APR1, BCRYPT, SHA, SHA512_CRYPT, SSHA } = PasswordHash;

/** What nginx reads itself, and what it leaves to crypt(3), the strongest first. */
export const NGINX_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA];

/** What crypt(3) reads, to which HAProxy leaves it. */
export const CRYPT_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT];
