import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { App } from 'cdk8s';
import * as fc from 'fast-check';
import { access, chartWithUser, ciphertext, ControllerName, NAMES, USER } from './access';
import { ScraperCredentials, TlsCertificate } from '../../../src';
import { hashPassword, PasswordHash } from '../../../src/targets/scraper/password-hash';
import { runs } from '../../properties/runs';
import { parsed } from '../../properties/values';

const { externalSecret, generatedPassword, existingSecret, sealedSecret, insecurePlaintext } = ScraperCredentials as any;
const STORED = { store: { name: 'vault' }, key: 'scraper' };
const password = ciphertext();

/** What is made of something that may be a password: properties of an access, for one controller. */
type Place = [ControllerName, string, (given: any) => any];

/** Every place where a password is given by mistake sooner or later. */
const PLACES: Place[] = [
  ['traefik', 'credentials', given => ({ credentials: given })],
  ['traefik', 'credentials, as a property', given => ({ credentials: { password: given } })],
  ['traefik', 'password', given => ({ password: given })],
  ['traefik', 'password, without credentials', given => ({ password: given, credentials: undefined })],
  ['haproxy', 'options of a password in plain text, in a list', given => ({ credentials: insecurePlaintext([given]) })],
  ['haproxy', 'a password that is broken', given => ({ credentials: insecurePlaintext({ password: [given] }) })],
  ['haproxy', 'a password with a line break', given => ({ credentials: insecurePlaintext({ password: `${given}\n` }) })],
  ['haproxy', 'a password with a hash that is none', given => ({ credentials: insecurePlaintext({ password: given, hash: 'md5' }) })],
  ['haproxy', 'a password with a hash that is not accepted', given => ({ credentials: insecurePlaintext({ password: given, hash: 'apr1' }) })],
  ['haproxy', 'a password under another name', given => ({ credentials: insecurePlaintext({ secret: given }) })],
  ['kong', 'options of a store', given => ({ credentials: externalSecret(given) })],
  ['kong', 'password of a store', given => ({ credentials: externalSecret({ ...STORED, password: given }) })],
  ['kong', 'property of a store, as a list', given => ({ credentials: externalSecret({ ...STORED, property: [given] }) })],
  ['kong', 'version of a store, as a list', given => ({ credentials: externalSecret({ ...STORED, version: [given] }) })],
  ['kong', 'options of a generator', given => ({ credentials: generatedPassword(given) })],
  ['kong', 'password of a generator', given => ({ credentials: generatedPassword({ password: given }) })],
  ['f5-nginx', 'options of a Secret', given => ({ credentials: existingSecret(given) })],
  ['f5-nginx', 'name of a Secret', given => ({ credentials: existingSecret({ name: given }) })],
  ['f5-nginx', 'name of the client\'s Secret', given => ({ credentials: existingSecret({ name: 'a', clientSecretName: given }) })],
  ['f5-nginx', 'password of a Secret', given => ({ credentials: existingSecret({ name: 'a', password: given }) })],
  ['f5-nginx', 'hash of a Secret', given => ({ credentials: existingSecret({ name: 'a', hash: given }) })],
  ['f5-nginx', 'hash of a Secret, as it lies there', given => ({ credentials: existingSecret({ name: 'a', hash: `$2y$10$${String(given)}` }) })],
  ['f5-nginx', 'key of a Secret, as a line of a password file', given => ({
    credentials: existingSecret({ name: 'a', keys: [`u:${String(given)}`] }),
  })],
  ['kong', 'hash of a store', given => ({ credentials: externalSecret({ ...STORED, hash: given }) })],
  ['haproxy', 'options of ciphertext', given => ({ credentials: sealedSecret(given) })],
  ['haproxy', 'ciphertext', given => ({ credentials: sealedSecret({ encryptedData: { password: given } }) })],
  ['haproxy', 'ciphertext, without its key', given => ({ credentials: sealedSecret({ encryptedData: given }) })],
  ['haproxy', 'ciphertext of the controller, without its key', given => ({
    credentials: sealedSecret({ encryptedData: { password }, controllerEncryptedData: given }),
  })],
  ['haproxy', 'ciphertext, in a list', given => ({ credentials: sealedSecret({ encryptedData: [given] }) })],
  ['haproxy', 'ciphertext of the controller', given => ({
    credentials: sealedSecret({ encryptedData: { password }, controllerEncryptedData: { [USER]: given } }),
  })],
  ['haproxy', 'plain data beside ciphertext', given => ({
    credentials: sealedSecret({ encryptedData: { password }, stringData: { password: given } }),
  })],
  ['ingress-nginx', 'name of the certificate\'s Secret', given => ({ tls: TlsCertificate.secret(given) })],
  ['ingress-nginx', 'name of an issuer\'s Secret', given => ({ tls: TlsCertificate.clusterIssuer('ca', { secretName: given }) })],
  ['ingress-nginx', 'name of a Certificate\'s Secret', given => ({ tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true, secretName: given }) })],
  ['ingress-nginx', 'an annotation', given => ({ metadata: { annotations: { 'example.com/password': [given] } } })],
  ['ingress-nginx', 'host, as a URL with the password', given => ({ host: `https://u:${String(given)}@example.com` })],
  ['ingress-nginx', 'path, as a URL with the password', given => ({ path: `https://u:${String(given)}@example.com/a` })],
  ['ingress-nginx', 'path, as a URL in one', given => ({ path: `/?to=https://u:${String(given)}@example.com/a` })],
  ['ingress-nginx', 'password of the Service', given => ({ service: { name: 'a', port: 1, podLabels: { a: 'b' }, password: given } })],
];

/** A password in all sorts of wrappings. */
const WRAPPINGS: ((secret: string) => any)[] = [
  secret => secret, secret => `${secret}\n`, secret => [secret], secret => ({ password: secret }), secret => ({ value: secret }),
  secret => ({ toString: () => secret, toJSON: () => secret }), secret => () => secret, secret => Symbol(secret), secret => new String(secret),
  secret => Buffer.from(secret), secret => new Error(secret), secret => new Map([['password', secret]]), secret => Promise.resolve(secret),
  secret => new URL(`https://a/?${encodeURIComponent(secret)}`),
];

/** No name, no ciphertext, and nothing that messages say of themselves. */
const secrets = fc.string({ unit: fc.constantFrom(...'ABCxyz019$%&?'), minLength: 12, maxLength: 40 }).map(text => `Zq!${text}`);

/** All that a program could print of a value. */
function printed(value: any): string {
  const ways = [
    () => String(value), () => JSON.stringify(value), () => inspect(value), () => inspect(value, { depth: 10, showHidden: true }),
    () => value.message, () => value.stack, () => JSON.stringify(value.findings),
  ];
  return ways.map(way => {
    try {
      return way();
    } catch (error) {
      // a circular structure is no JSON: what is said of it is printed instead
      return String(error);
    }
  }).join('\n');
}

/** The text of an error, or what is rendered where there is none. */
function outcome(run: () => any): string {
  try {
    return run().node.root.synthYaml();
  } catch (error) {
    return printed(error);
  }
}

const formsOf = (secret: string) => [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret), escape(secret)];

test.each(PLACES)('%s: no error shows what is given as %s', (controller, _, make) => {
  fc.assert(fc.property(secrets, fc.constantFrom(...WRAPPINGS), (secret, wrap) => {
    const given = wrap(secret);
    const text = outcome(() => access(controller, make(given)));
    formsOf(secret).forEach(form => expect(text).not.toContain(form));
  }), { numRuns: runs(75) });
});

test('no error shows what is given as the name of the platform\'s own Secret', () => {
  fc.assert(fc.property(secrets, fc.constantFrom(...WRAPPINGS), (secret, wrap) => {
    const text = outcome(() => chartWithUser('admin', { scraperAccess: { ingressName: 'a', secretName: wrap(secret) } }));
    formsOf(secret).forEach(form => expect(text).not.toContain(form));
  }), { numRuns: runs(75) });
});

describe('a password in plain text', () => {
  const SECRET = 'Zq!correct horse';
  const FORMS = [...formsOf(SECRET), hashPassword(PasswordHash.SHA, SECRET, []), '$2y$', Buffer.from(`${USER}:$2y$`).toString('base64')];
  const credentials = ScraperCredentials.insecurePlaintext({ password: SECRET });

  test('would be found', () => {
    FORMS.forEach(form => expect(printed({ a: { b: [{ c: `x${form}x` }] } })).toContain(form));
  });

  test('is not printed with the credentials', () => {
    FORMS.forEach(form => expect(printed(credentials)).not.toContain(form));
  });

  test.each(NAMES)('is not printed with the access, nor with what is above and below it, before it is rendered and after: %s', name => {
    const own = access(name, { credentials });
    const { root } = own.node;
    const before = [own, ...own.node.children].map(printed).join('\n');
    (root as App).synthYaml();
    const after = [own, ...own.node.children].map(printed).join('\n');

    FORMS.forEach(form => expect(before + after).not.toContain(form));
  });
});

describe('what is committed', () => {
  const FOLDERS = ['test/golden', 'dist/oam', 'dist/kubernetes'].map(folder => join(__dirname, '../../..', folder));
  const files = FOLDERS.flatMap(folder => readdirSync(folder).map(file => join(folder, file)));
  const objects = files.flatMap(file => parsed(readFileSync(file, 'utf8')));

  /** All objects inside of a value, itself included. */
  function within(value: any): any[] {
    if (typeof value !== 'object' || value === null) return [];
    return [value, ...Object.values(value).flatMap(within)];
  }

  const all = within(objects);

  test('has no Secret but the one with which Kong tells the group of a user, and scrape jobs', () => {
    const isOfJobs = ({ metadata }: any) => metadata.labels?.['cdk8s-oam/scrape-configuration'] !== undefined;
    const filled = all.filter(each => each.kind === 'Secret' && (each.data !== undefined || each.stringData !== undefined) && !isOfJobs(each));

    expect(filled.length).toBeGreaterThan(0);
    for (const { data, stringData, metadata } of filled) {
      expect(stringData).toBeUndefined();
      expect(Object.keys(data)).toEqual(['group']);
      expect(Buffer.from(data.group, 'base64').toString()).toMatch(/^(verrazzano-system|monitoring)-prometheus$/);
      expect(metadata.labels).toEqual({ 'konghq.com/credential': 'acl' });
    }
  });

  test('has no password but what an operator in the cluster puts in', () => {
    const passwords = all.map(({ password: text }) => text).filter(text => typeof text === 'string');

    expect(passwords.length).toBeGreaterThan(0);
    passwords.forEach(text => expect(text).toMatch(/^(({{ if .*{{ end }})?{{ \.password .*}}|[A-Za-z0-9+/]{200,}={0,2})$/));
  });

  test('has no hash of a password', () => {
    const hash = /\$(2[aby]|[156]|apr1)\$|{S?SHA}/;
    const shown = files.filter(file => hash.test(readFileSync(file, 'utf8')));

    expect(shown).toEqual([]);
  });
});
