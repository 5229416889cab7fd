import { createHash } from 'node:crypto';

/** How a password is written where a controller checks it. */
export enum PasswordHash {
  /** `$2y$…`: salted and slow, the strongest of these. */
  BCRYPT = 'bcrypt',
  /** `$6$…`: salted and slow, of crypt(3). */
  SHA512_CRYPT = 'sha512-crypt',
  /** `$apr1$…`: salted MD5, Apache's own. */
  APR1 = 'apr1',
  /** `{SSHA}…`: salted SHA-1, fast. */
  SSHA = 'ssha',
  /** `{SHA}…`: SHA-1 without a salt, fast, and the same each time. */
  SHA = 'sha',
}

const CRYPT_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As `htpasswd` and the operators of secrets have it. */
const BCRYPT_COST = 10;

type Hashing = (password: string, salt: string) => string;

const HASHES: Readonly<Record<PasswordHash, (password: string, salt: Buffer) => string>> = {
  [PasswordHash.BCRYPT]: (password, salt) => {
    const { encodeBase64, hashSync } = load('bcryptjs') as typeof import('bcryptjs');
    // the version that every reader knows: Apache's has no `$2b$`
    return hashSync(password, `$2y$${BCRYPT_COST}$${encodeBase64([...salt.subarray(0, 16)], 16)}`);
  },
  [PasswordHash.SHA512_CRYPT]: (password, salt) =>
    (load('unixcrypt') as { encrypt: Hashing }).encrypt(password, `$6$${cryptText(salt, 16)}`),
  [PasswordHash.APR1]: (password, salt) => (load('apache-md5') as Hashing)(password, `$apr1$${cryptText(salt, 8)}`),
  [PasswordHash.SSHA]: (password, salt) => {
    const eight = salt.subarray(0, 8);
    return `{SSHA}${Buffer.concat([sha1(password, eight), eight]).toString('base64')}`;
  },
  [PasswordHash.SHA]: password => `{SHA}${sha1(password).toString('base64')}`,
};

/**
 * The hash of a password.
 *
 * @param salted what the salt is made of, so that the output is stable. Never the password: its salt would be a fast hash of it
 */
export function hashPassword(hash: PasswordHash, password: string, salted: readonly string[]): string {
  return HASHES[hash](password, createHash('sha256').update(JSON.stringify(salted)).digest());
}

/** Loaded when a password is hashed, which few programs do. */
function load(name: 'bcryptjs' | 'unixcrypt' | 'apache-md5'): unknown {
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

/** What nginx reads itself, and what it leaves to crypt(3), the strongest first. */
export const NGINX_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA];

/** What crypt(3) reads, to which HAProxy leaves it. */
export const CRYPT_HASHES: readonly PasswordHash[] = [BCRYPT, SHA512_CRYPT];
