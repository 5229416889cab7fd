import { inspect } from 'node:util';
import { describe as sentence } from '../../../src/base/findings/words';
import { ScraperError } from '../../../src/verify/query';
import { mustBe } from '../../../src/verify/query/decode';
import { CallFailure, systemFailure } from '../../../src/verify/query/errors';
import { Secrets } from '../../../src/verify/query/http';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('sends user and password as basic authentication has it', () => {
  expect(new Secrets({ user: 'Aladdin', password: 'open sesame' }).headers).toEqual({ authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' });
  expect(new Secrets({ user: 'é', password: ':日' }).headers).toEqual({ authorization: `Basic ${base64('é::日')}` });
});

test('sends nothing where there is nothing', () => {
  expect(new Secrets().headers).toEqual({});
  expect(new Secrets().clean('as it is')).toBe('as it is');
});

test('is not printed', () => {
  const printed = inspect(new Secrets({ user: 'metrics', password: 'hunter2' }), { depth: null, showHidden: true, getters: false });
  expect(printed).not.toContain('hunter2');
  expect(printed).not.toContain(base64('metrics:hunter2'));
  expect(JSON.stringify(new Secrets({ user: 'metrics', password: 'hunter2' }))).toBe('{"user":"metrics"}');
});

describe('what a server has said is cleaned of', () => {
  const password = 'p/w "ü"+=\\&<>';
  const secrets = new Secrets({ user: 'metrics', password });

  test.each<[string, string]>([
    ['the password', password],
    ['the header', base64(`metrics:${password}`)],
    ['the password in base64', base64(password)],
    ['the password in a URL', encodeURIComponent(password)],
    ['the password in a form', String(new URLSearchParams({ password })).slice('password='.length)],
    ['the password in JSON', JSON.stringify(password).slice(1, -1)],
  ])('%s', (_, secret) => {
    expect(secrets.clean(`a ${secret} b ${secret}${secret}`)).toBe('a … b ……');
  });

  test('characters that steer a terminal, and line breaks', () => {
    expect(secrets.clean('\u001b[31mred\r\n\tand\u0000\u009b2J\u2028so\u2029 on\u0085\n')).toBe('[31mred and 2J so  on');
  });

  test('all but its beginning', () => {
    expect(secrets.clean('x'.repeat(300))).toBe('x'.repeat(300));
    expect(secrets.clean('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
  });

  test('a password that lies where it is cut', () => {
    expect(secrets.clean(`${'x'.repeat(295)}${password}`)).toBe(`${'x'.repeat(295)}…`);
  });
});

test('a password that is a part of another text hides that part', () => {
  expect(new Secrets({ user: 'u', password: 'a' }).clean('banana')).toBe('b…n…n…');
});

const { finding, details } = new CallFailure('execution', { reason: 'refused', message: 'too much', status: 422 }, { status: 422, errorType: 'execution' });
const error = new ScraperError('https://example.com', finding, { ...details, systemCode: undefined });

test('says the URL, the code, what is wrong and what to do', () => {
  expect(error.message).toBe('[https://example.com] execution: too much (422); ask for less, or see what the message says');
  expect(String(error)).toBe(`ScraperError: ${error.message}`);
});

test('has what is known', () => {
  expect(error).toBeInstanceOf(Error);
  const { name, code, url, status, errorType, field, systemCode } = error;
  expect({ name, code, url, status, errorType, field, systemCode })
    .toEqual({ name: 'ScraperError', code: 'execution', url: 'https://example.com', status: 422, errorType: 'execution' });
});

test('does not have what is not known', () => {
  expect('systemCode' in error).toBe(false);
  expect('field' in error).toBe(false);
});

test('is printed once: nothing stands below its message', () => {
  expect(inspect(error)).toBe(error.stack);
  expect(Object.keys(error)).toEqual(['name']);
  expect(error.stack).toMatch(/^ScraperError: .*\n {4}at .*errors\.test\.ts:\d+:\d+\)\n/);
});

test('names a field', () => {
  const { message } = new ScraperError('http://localhost', mustBe('data.result[3]', 'object', 1).finding);
  expect(message).toMatch('[http://localhost] malformed-body: \'data.result[3]\' must be an object, got a number; check the URL');
});

const URL_ = 'check the URL, and that the scraper is reachable from here';
const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';
const TRUST = 'give the authority\'s certificate as the CA file';
const AUTHORITY = 'the server\'s certificate is signed by an authority that is not trusted';
const NO_TLS = 'check the port, as plain HTTP needs http://; the server may also want another version of TLS, or a certificate of the client';
const NO_HTTP = 'check the port: TLS needs https://, plain HTTP http://';

test.each<[string, string]>([
  ['Z_DATA_ERROR', 'malformed-body: the body is not JSON in UTF-8; check the URL: it is that of the scraper, with its path prefix'],
  ['ENOTFOUND', 'network: the host has no address (ENOTFOUND); check the name of the host, and the DNS of this machine'],
  ['EAI_AGAIN', 'network: the host has no address (EAI_AGAIN); check the name of the host, and the DNS of this machine'],
  ['ECONNREFUSED', `network: nothing listens there (ECONNREFUSED); ${URL_}`],
  ['ECONNRESET', `network: the connection was cut (ECONNRESET); ${CUT}`],
  ['EPIPE', `network: the connection was cut (EPIPE); ${CUT}`],
  ['ETIMEDOUT', `network: the connection failed (ETIMEDOUT); ${URL_}`],
  ['EHOSTUNREACH', `network: the connection failed (EHOSTUNREACH); ${URL_}`],
  ['ENETUNREACH', `network: the connection failed (ENETUNREACH); ${URL_}`],
  ['EPROTO', `network: the TLS handshake failed (EPROTO); ${NO_TLS}`],
  ['ERR_SSL_WRONG_VERSION_NUMBER', `network: the TLS handshake failed (ERR_SSL_WRONG_VERSION_NUMBER); ${NO_TLS}`],
  ['EMFILE', `network: the connection failed (EMFILE); ${URL_}`],
  ['HPE_HEADER_OVERFLOW', `not-prometheus: what answers does not speak readable HTTP (HPE_HEADER_OVERFLOW); ${NO_HTTP}`],
  ['HPE_UPGRADE', `not-prometheus: what answers does not speak readable HTTP (HPE_UPGRADE); ${NO_HTTP}`],
  ['HPE_INVALID_CONSTANT', `not-prometheus: what answers does not speak readable HTTP (HPE_INVALID_CONSTANT); ${NO_HTTP}`],
  ['CERT_HAS_EXPIRED', 'untrusted-certificate: the server\'s certificate has expired; renew the certificate'],
  ['CERT_NOT_YET_VALID', 'untrusted-certificate: the server\'s certificate is not valid yet; check the clock of this machine'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', `untrusted-certificate: the server's certificate is self-signed; ${TRUST}`],
  ['SELF_SIGNED_CERT_IN_CHAIN', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['CERT_SIGNATURE_FAILURE', `untrusted-certificate: ${AUTHORITY}; ${TRUST}`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted-certificate: the server\'s certificate is for another host; use the host that the certificate names'],
  ...['CERT_REVOKED', 'UNABLE_TO_GET_ISSUER_CERT', 'CERT_UNTRUSTED', 'INVALID_CA', 'INVALID_PURPOSE', 'UNABLE_TO_GET_CRL', 'PATH_LENGTH_EXCEEDED', 'HOSTNAME_MISMATCH'].map((code): [string, string] =>
    [code, `untrusted-certificate: the server's certificate is rejected (${code}); renew the certificate`]),
])('%s', (code, expected) => {
  const failure = systemFailure(code);
  expect([sentence(failure.finding), failure.details]).toEqual([expected, { systemCode: code }]);
});
