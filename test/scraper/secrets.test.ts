import { PasswordHash } from '../../src';
import { describe as sentence } from '../../src/findings/words';
import { CredentialsModel, SecretForm } from '../../src/scraper/model';
import { bcryptGuard, checkHash, checkKnownHash, emptyGuard, firstAccepted, planSecrets, secretNames } from '../../src/scraper/secrets';

const { BCRYPT, SHA512_CRYPT, APR1, SHA } = PasswordHash;
const TEXTS = { password: 'p', hash: () => 'h', line: () => 'u:h' };
const UNKNOWN = "invalid-value: 'hash' must be one of PasswordHash (bcrypt, sha512-crypt, apr1, ssha, sha); the value "
  + 'is not shown; name the kind of hash';
const CLIENT = { username: 'u', password: 'p' };

const model = (form: SecretForm): CredentialsModel =>
  ({ namespace: 'ns', name: 'a', user: 'u', controller: 'Any', demand: { form, otherNamespaces: false } });

describe('the Secrets of one password', () => {
  test('client and controller share one, with its type and labels', () => {
    const shared = model({ content: 'password-file', key: 'auth', type: 't', labels: { l: 'm' }, hashes: [SHA] });

    expect(secretNames(shared)).toEqual({ client: 'a-credentials', controller: { name: 'a-credentials' } });
    expect(planSecrets(shared, TEXTS)).toEqual([{ name: 'a-credentials', type: 't', labels: { l: 'm' }, data: { ...CLIENT, auth: 'u:h' } }]);
  });

  test('a controller that hashes the password itself reads what the client reads', () => {
    expect(planSecrets(model({ content: 'plain', hashes: [] }), TEXTS)).toEqual([{ name: 'a-credentials', data: CLIENT }]);
  });

  test.each<[string, SecretForm, any]>([
    ['takes every key for a user', { content: 'user-keys', type: 't', hashes: [BCRYPT] }, { u: 'h' }],
    ['chokes on other keys', { content: 'password-file', key: 'auth', type: 't', alone: true, hashes: [SHA] }, { auth: 'u:h' }],
  ])('a controller that %s has one of its own', (_, form, data) => {
    expect(secretNames(model(form))).toEqual({ client: 'a-credentials', controller: { name: 'a-basic-auth' } });
    expect(planSecrets(model(form), TEXTS)).toEqual([{ name: 'a-credentials', data: CLIENT }, { name: 'a-basic-auth', type: 't', data }]);
  });
});

describe('the hash', () => {
  const accepting = (...hashes: PasswordHash[]) => model({ content: 'password-file', key: 'auth', hashes });
  const said = (of: CredentialsModel, hash: any, made: PasswordHash[]) => checkHash(of, hash, made).map(sentence);

  test('is the first that is made and accepted', () => {
    expect(firstAccepted(accepting(SHA, BCRYPT), [APR1, BCRYPT, SHA])).toBe(BCRYPT);
    expect(firstAccepted(accepting(SHA), [BCRYPT])).toBeUndefined();
  });

  test('passes where it is not given, and where it is made and accepted', () => {
    expect(said(accepting(SHA), undefined, [BCRYPT])).toEqual([]);
    expect(said(accepting(SHA), SHA, [BCRYPT, SHA])).toEqual([]);
  });

  test('fails when it is not made there, whatever the controller accepts', () => {
    expect(said(accepting(APR1), APR1, [BCRYPT, SHA])).toEqual(["hash-not-accepted: 'hash' must be one that can be made there (bcrypt, sha), got \"apr1\"; leave it out"]);
  });

  test.each(['md5', '$2y$10$abcdefghijklmnopqrstuv', 1, ['bcrypt'], null])('fails when it is %p, which is not shown', hash => {
    expect(checkKnownHash(hash, 'hash').map(sentence)).toEqual([UNKNOWN]);
  });

  test('fails when the controller accepts another, or none that is made', () => {
    expect(said(accepting(SHA512_CRYPT, SHA), BCRYPT, [BCRYPT, SHA]))
      .toEqual(["hash-not-accepted: 'hash' must be one that Any accepts (sha512-crypt, sha), got \"bcrypt\"; leave it out to use sha"]);
    expect(said(accepting(APR1), BCRYPT, [BCRYPT, SHA]))
      .toEqual(["hash-not-accepted: 'hash' must be one that Any accepts (apr1), got \"bcrypt\"; choose another controller"]);
  });
});

describe('the guards of a template', () => {
  test('fail on an empty password', () => {
    expect(emptyGuard('.p')).toBe('{{ if eq (.p) "" }}{{ fail "the password must not be empty" }}{{ end }}');
  });

  test('fail before bcrypt on an empty one and on one that it does not take', () => {
    expect(bcryptGuard('.p | trim')).toBe(
      '{{ if or (eq (.p | trim) "") (gt (len (.p | trim)) 72) }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}');
  });
});
