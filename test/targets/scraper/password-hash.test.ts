import { createHash } from 'node:crypto';
import { compareSync } from 'bcryptjs';
import { hashPassword, PasswordHash } from '../../../src/targets/scraper/password-hash';

const { BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA } = PasswordHash;
const PASSWORD = 'correct horse';
const SALTED = ['ns', 'name', 'user'];
const hashed = (hash: PasswordHash, password = PASSWORD, salted = SALTED) => hashPassword(hash, password, salted);
const sha1 = (...parts: (string | Buffer)[]) => parts.reduce((sum, part) => sum.update(part), createHash('sha1')).digest();

/** The part of a hash that is its salt. */
const SALT: Record<string, (hash: string) => string> = {
  [BCRYPT]: hash => hash.slice(7, 29),
  [SHA512_CRYPT]: hash => hash.split('$')[2],
  [APR1]: hash => hash.split('$')[2],
  [SSHA]: hash => Buffer.from(hash.slice(6), 'base64').subarray(20).toString('hex'),
};

describe('what others make of it', () => {
  test('bcrypt accepts it, and no other password', () => {
    expect(hashed(BCRYPT)).toMatch(/^\$2y\$10\$[./A-Za-z0-9]{53}$/);
    expect(compareSync(PASSWORD, hashed(BCRYPT))).toBe(true);
    expect(compareSync('correct horse ', hashed(BCRYPT))).toBe(false);
  });

  test('bcrypt looks at 72 characters', () => {
    const long = 'x'.repeat(72);

    expect(compareSync(long, hashed(BCRYPT, long))).toBe(true);
    expect(compareSync(`${'x'.repeat(71)}y`, hashed(BCRYPT, long))).toBe(false);
  });

  test('crypt(3) makes the same: openssl passwd -6 -salt xBQ125Q3vpQDeW2B', () => {
    expect(hashed(SHA512_CRYPT))
      .toBe('$6$xBQ125Q3vpQDeW2B$YqJbKBdXGB4c5e3RGidm2J4mIx0IDh3pVCQLSc9e7p3edur4rcNyLmiP6fRpxDpeIBZWHZHHYR3424Hn9SkP/1');
  });

  test('Apache makes the same: openssl passwd -apr1 -salt xBQ125Q3', () => {
    expect(hashed(APR1)).toBe('$apr1$xBQ125Q3$cU8mhuxGKgIo7UvzGI1zF/');
  });

  test('salted SHA-1, then the salt', () => {
    const salt = Buffer.from(hashed(SSHA).slice('{SSHA}'.length), 'base64').subarray(20);

    expect(salt).toHaveLength(8);
    expect(hashed(SSHA)).toBe(`{SSHA}${Buffer.concat([sha1(PASSWORD, salt), salt]).toString('base64')}`);
  });

  test('SHA-1 without a salt', () => {
    expect(hashed(SHA)).toBe(`{SHA}${sha1(PASSWORD).toString('base64')}`);
    expect(hashed(SHA, PASSWORD, ['other'])).toBe(hashed(SHA));
  });
});

test.each(Object.values(PasswordHash))('%s is the same each time, and another for another password', hash => {
  expect(hashed(hash)).toBe(hashed(hash));
  expect(hashed(hash, 'battery staple')).not.toBe(hashed(hash));
});

describe.each(Object.keys(SALT) as PasswordHash[])('the salt of %s', hash => {
  const saltOf = (password: string, salted: string[]) => SALT[hash](hashed(hash, password, salted));

  test('is another for another namespace, name or user', () => {
    const others = [['ns2', 'name', 'user'], ['ns', 'name2', 'user'], ['ns', 'name', 'user2'], ['nsn', 'ame', 'user']];
    const salts = [SALTED, ...others].map(salted => saltOf(PASSWORD, salted));

    expect(new Set(salts).size).toBe(salts.length);
  });

  test('does not come from the password', () => {
    expect(saltOf('battery staple', SALTED)).toBe(saltOf(PASSWORD, SALTED));
    expect(saltOf('', SALTED)).toBe(saltOf(PASSWORD, SALTED));
  });
});
