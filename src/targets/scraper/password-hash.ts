import { createHash } from 'node:crypto';

/** How a password is hashed for the controller that checks it. */
export enum PasswordHash {
  /** `$2y$…`: salted and slow, the strongest of these. */
  BCRYPT = 'bcrypt',
  /** `$6$…`: salted and slow, of crypt(3). */
  SHA512_CRYPT = 'sha512-crypt',
  /** `$apr1$…`: salted MD5, specific to Apache. */
  APR1 = 'apr1',
  /** `{SSHA}…`: salted SHA-1, fast. */
  SSHA = 'ssha',
  /** `{SHA}…`: SHA-1 without a salt, fast and deterministic. */
  SHA = 'sha',
}

const CRYPT_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The default of Go's bcrypt, as in the template functions `bcrypt` and `htpasswd` of the operators for secrets. */
const BCRYPT_COST = 10;

type Hashing = (password: string, salt: string) => string;

/** The hash functions. Each takes as much of the salt, 32 bytes, as its format has room for; SHA takes none. */
const HASHES: Readonly<Record<PasswordHash, (password: string, salt: Buffer) => string>> = {
  [PasswordHash.BCRYPT]: (password, salt) => {
    const { encodeBase64, hashSync } = hasher('bcryptjs') as typeof import('bcryptjs');
    // `$2y$` is the version that every reader knows; Apache does not know `$2b$`
    return hashSync(password, `$2y$${BCRYPT_COST}$${encodeBase64([...salt.subarray(0, 16)], 16)}`);
  },
  [PasswordHash.SHA512_CRYPT]: (password, salt) =>
    (hasher('unixcrypt') as { encrypt: Hashing }).encrypt(password, `$6$${cryptText(salt, 16)}`),
  [PasswordHash.APR1]: (password, salt) => (hasher('apache-md5') as Hashing)(password, `$apr1$${cryptText(salt, 8)}`),
  [PasswordHash.SSHA]: (password, salt) => {
    const eight = salt.subarray(0, 8);
    return `{SSHA}${Buffer.concat([sha1(password, eight), eight]).toString('base64')}`;
  },
  [PasswordHash.SHA]: password => `{SHA}${sha1(password).toString('base64')}`,
};

/**
 * Hashes a password.
 *
 * @param salted the values from which the salt is derived, so that the output is stable. Never the password: the salt
 * would then be a fast hash of it
 */
export function hashPassword(hash: PasswordHash, password: string, salted: readonly string[]): string {
  return HASHES[hash](password, createHash('sha256').update(JSON.stringify(salted)).digest());
}

/** Loads a module only when a password is hashed, which few programs do. */
function hasher(name: 'bcryptjs' | 'unixcrypt' | 'apache-md5'): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(name);
}

function sha1(password: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return createHash('sha1').update(password).update(salt).digest();
}

function cryptText(salt: Buffer, length: number): string {
  return [...salt.subarray(0, length)].map(byte => CRYPT_ALPHABET[byte % CRYPT_ALPHABET.length]).join('');
}

const { APR1, BCRYPT, SHA, SHA512_CRYPT, SSHA } = PasswordHash;

/** The hashes that nginx reads itself or leaves to crypt(3), the strongest first. */
export const NGINX_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA];

/** The hashes that crypt(3) reads, to which HAProxy leaves them. */
export const CRYPT_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT];
