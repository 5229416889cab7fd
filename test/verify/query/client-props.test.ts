import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuthority } from './server';
import { ModelError, ScraperClient } from '../../../src/verify/query';
import { checkProps } from '../../../src/verify/query/client-props';
import { messageOf } from '../../support/message';

const URL_ = 'https://prometheus.example.com';
const CREDENTIALS = { user: 'metrics', password: 'hunter2' };
const { cert: PEM } = newAuthority();

const refused = (props: unknown) => messageOf(() => new ScraperClient(props as any));
const one = (problem: string) => `[ScraperClient] ${problem}`;

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'client-props-')); });
afterAll(() => { rmSync(folder, { recursive: true }); });

function written(content: string): string {
  const file = join(folder, 'ca.crt');
  writeFileSync(file, content);
  return file;
}

describe('passes', () => {
  test.each<[string, object]>([
    ['a URL alone', {}],
    ['a port and a path', { url: 'https://example.com:9090/prometheus/' }],
    ['an address', { url: 'http://10.0.0.7:9090' }],
    ['user and password', { credentials: CREDENTIALS }],
    ['a password with all kinds of characters', { credentials: { user: 'é日', password: ' :"\\%+é日😀' } }],
    ['all settings', { insecureSkipTlsVerify: true, insecurePlainHttp: false, timeout: 1, retries: 0 }],
    ['settings that are left out by name', { credentials: undefined, caFile: null, timeout: undefined }],
    ...['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'LOCALHOST', '127.1'].map((host): [string, object] =>
      [`a password to ${host}, which is this machine, without TLS`, { url: `http://${host}:9090`, credentials: CREDENTIALS }]),
    ['a password without TLS where that is allowed', { url: 'http://example.com', credentials: CREDENTIALS, insecurePlainHttp: true }],
  ])('%s', (_, props) => {
    expect(checkProps({ url: URL_, ...props }).findings).toEqual([]);
    expect(new ScraperClient({ url: URL_, ...props }).url).toBe((props as any).url ?? URL_);
  });

  test('a file with an authority, and reads it once', () => {
    const { ca, findings } = checkProps({ url: URL_, caFile: written(PEM) });
    expect({ ca, findings }).toEqual({ ca: PEM, findings: [] });
  });

  test('certificates after other text, and several of them', () => {
    const pem = `# our own\n${PEM}\n${PEM}`;
    expect(checkProps({ url: URL_, caFile: written(pem) })).toEqual({ ca: pem, findings: [] });
  });
});

const HTTPS = 'must be a URL that begins with https://';
const ALONE = 'must not have a query or a fragment; give the address alone, such as "https://prometheus.example.com"';
const USER = "must be a non-empty string, without ':' and control characters";
const PASSWORD = 'must be a non-empty string, without line breaks and control characters';
const TRIM = 'it is not shown; a line break often comes from reading a file: trim it';
const NO_PEM = 'holds no certificate in PEM; give the certificate of the authority: it begins with -----BEGIN CERTIFICATE-----';

describe('fails when', () => {
  test.each<[string, object, string]>([
    ['the URL is missing', { url: undefined }, "missing-field: 'url' is required"],
    ['the URL is empty', { url: '' }, `invalid-url: 'url' ${HTTPS}, got ""`],
    ['the URL is a host', { url: 'prometheus.example.com' }, `invalid-url: 'url' ${HTTPS}, got "prometheus.example.com"`],
    ['the URL is a host and a port', { url: 'localhost:9090' }, `invalid-url: 'url' ${HTTPS}, got "localhost:9090"`],
    ['the URL has another scheme', { url: 'ftp://example.com' }, `invalid-url: 'url' ${HTTPS}, got "ftp://example.com"`],
    ['the URL is an object', { url: new URL(URL_) }, `invalid-url: 'url' ${HTTPS}, got an instance of URL`],
    ['the URL has another scheme and a password', { url: 'ftp://metrics:hunter2@example.com' }, `invalid-url: 'url' ${HTTPS}, got "ftp://…@example.com"`],
    ['the URL has a password', { url: 'https://metrics:hunter2@example.com' },
      "invalid-url: 'url' must not hold user and password: URLs end up in logs; give them in 'credentials'"],
    ['the URL has a user', { url: 'https://metrics@example.com' }, "invalid-url: 'url' must not hold user and password: URLs end up in logs; give them in 'credentials'"],
    ['the URL has a query', { url: `${URL_}/graph?g0.expr=up` }, `invalid-url: 'url' ${ALONE}`],
    ['the URL has a fragment', { url: `${URL_}/#/graph` }, `invalid-url: 'url' ${ALONE}`],
    ['a field has another spelling', { Timeout: 1 },
      "unknown-field: 'Timeout' is an unknown field; expected one of url, credentials, caFile, insecureSkipTlsVerify, insecurePlainHttp, timeout, retries; did you mean \"timeout\"?"],
    ['the credentials are a text', { credentials: 'metrics:hunter2' }, "invalid-type: 'credentials' must be an object, got a string"],
    ['the credentials are a list', { credentials: ['metrics', 'hunter2'] }, "invalid-type: 'credentials' must be an object, got a list of 2"],
    ['there is no user', { credentials: { password: 'hunter2' } }, "missing-field: 'credentials.user' is required"],
    ['there is no password', { credentials: { user: 'metrics' } }, "missing-field: 'credentials.password' is required"],
    ['the user is empty', { credentials: { ...CREDENTIALS, user: '' } }, `invalid-user: 'credentials.user' ${USER}; the value is not shown; give the name of the user alone`],
    ['the user has the password in it', { credentials: { ...CREDENTIALS, user: 'metrics:hunter2' } }, `invalid-user: 'credentials.user' ${USER}; the value is not shown; give the name of the user alone`],
    ['the user is a number', { credentials: { ...CREDENTIALS, user: 7 } }, `invalid-user: 'credentials.user' ${USER}; the value is not shown; give the name of the user alone`],
    ['the password is empty', { credentials: { ...CREDENTIALS, password: '' } }, `invalid-password: 'credentials.password' ${PASSWORD}; ${TRIM}`],
    ['the password ends with a line break', { credentials: { ...CREDENTIALS, password: 'hunter2\n' } }, `invalid-password: 'credentials.password' ${PASSWORD}; ${TRIM}`],
    ['the password is a number', { credentials: { ...CREDENTIALS, password: 12345 } }, `invalid-password: 'credentials.password' ${PASSWORD}; ${TRIM}`],
    ['the password is a buffer', { credentials: { ...CREDENTIALS, password: Buffer.from('x') } }, `invalid-password: 'credentials.password' ${PASSWORD}; ${TRIM}`],
    ['the file has no name', { caFile: '' }, "invalid-value: 'caFile' must be a non-empty string, got \"\""],
    ['the file does not exist', { caFile: '/does/not/exist' }, "invalid-certificate: 'caFile' cannot be read: ENOENT \"/does/not/exist\"; check the path and its permissions"],
    ['the file is a folder', { caFile: '/' }, "invalid-certificate: 'caFile' cannot be read: EISDIR \"/\"; check the path and its permissions"],
    ['a switch is a text', { insecureSkipTlsVerify: 'false' }, "invalid-type: 'insecureSkipTlsVerify' must be a boolean, got a string"],
    ['another switch is a number', { insecurePlainHttp: 1 }, "invalid-type: 'insecurePlainHttp' must be a boolean, got a number"],
    ['there is no time', { timeout: 0 }, "invalid-value: 'timeout' must be an integer from 1 to 2147483647, got 0"],
    ['the tries are not whole', { retries: 1.5 }, "invalid-value: 'retries' must be an integer from 0 to 10, got 1.5"],
    ...['example.com', '128.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '[::2]'].map((host): [string, object, string] => [
      `a password would go to ${host} without TLS`, { url: `http://${host}`, credentials: CREDENTIALS },
      `password-in-the-clear: 'url' would carry the password to ${host} without TLS; use https://; 'insecurePlainHttp' allows it`,
    ]),
  ])('%s', (_, props, expected) => {
    expect(refused({ url: URL_, ...props })).toBe(one(expected));
  });

  test('the file holds no certificate', () => {
    expect(refused({ url: URL_, caFile: written(newAuthority().key) })).toBe(one(`invalid-certificate: 'caFile' ${NO_PEM}`));
  });

  test.each([[undefined], [null], ['https://example.com'], [[]]])('the properties are %p', props => {
    expect(refused(props)).toBe(one("missing-field: 'url' is required"));
  });

  test('several things are wrong: all are said', () => {
    expect(refused({ url: 'x', timeout: -1, credentials: {} })).toBe([
      '[ScraperClient] 4 findings:',
      `invalid-url: 'url' ${HTTPS}, got "x"`,
      "missing-field: 'credentials.user' is required",
      "missing-field: 'credentials.password' is required",
      "invalid-value: 'timeout' must be an integer from 1 to 2147483647, got -1",
    ].join('\n  '));
  });

  // the scheme has been forgotten: what stands before the colon looks like one
  test('the URL has a password and no scheme: the password is not shown', () => {
    expect(refused({ url: 'metrics:hunter2@example.com' })).not.toContain('hunter2');
  });

  test('the password has half of a character, which cannot be sent', () => {
    expect(() => new ScraperClient({ url: URL_, credentials: { user: 'metrics', password: 'hunter2\ud800' } })).toThrow(ModelError);
  });
});
