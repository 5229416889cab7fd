import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Certificate, TWO, TWO_RESULT, certificate, failed, newAuthority, ok, serve, withoutPort } from './server';
import { ScraperClient, ScraperClientProps } from '../../../src/verify/query';

const authority = newAuthority();
const credentials = { user: 'metrics', password: 'hunter2' };
const HOSTS = ['127.0.0.1', 'localhost'];
const good = certificate('server', { hosts: HOSTS, authority });

const folder = mkdtempSync(join(tmpdir(), 'client-tls-'));
afterAll(() => { rmSync(folder, { recursive: true }); });

let files = 0;

function caFileOf({ cert }: Certificate): string {
  const file = join(folder, `${files++}.crt`);
  writeFileSync(file, cert);
  return file;
}

async function asked(tls: Certificate | undefined, props: Partial<ScraperClientProps> = {}) {
  const server = await serve(ok(TWO), tls);
  const client = new ScraperClient({ url: server.url, credentials, caFile: caFileOf(authority), retries: 0, ...props });
  return { server, result: client.query('2') };
}

async function refused(tls: Certificate | undefined, props?: Partial<ScraperClientProps>) {
  const { server, result } = await asked(tls, props);
  const { message, code, systemCode } = await failed(result);
  expect(server.requests).toEqual([]);
  return [withoutPort(message), code, systemCode];
}

const untrusted = (problem: string, remedy: string, systemCode: string) =>
  [`[https://HOST] untrusted-certificate: ${problem}; ${remedy}`, 'untrusted-certificate', systemCode];
const AUTHORITY = 'the server\'s certificate is signed by an authority that is not trusted';
const TRUST = 'give the authority\'s certificate as the CA file';

describe('the client asks', () => {
  test('a server with a certificate of the authority', async () => {
    const { server, result } = await asked(good);
    expect(await result).toEqual(TWO_RESULT);
    expect(server.requests[0].headers.authorization).toBe('Basic bWV0cmljczpodW50ZXIy');
  });

  test('a server with whatever certificate, where it is told not to look', async () => {
    const { result } = await asked(certificate('x', { hosts: ['example.com'] }), { caFile: undefined, insecureSkipTlsVerify: true });
    expect(await result).toEqual(TWO_RESULT);
  });
});

describe('the client gives its password to nobody when', () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('the authority is another one', async () => {
    expect(await refused(good, { caFile: caFileOf(newAuthority('Another one')) })).toEqual(untrusted(AUTHORITY, TRUST, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
  });

  // it has been made anew
  test('the authority is another one of the same name', async () => {
    expect(await refused(good, { caFile: caFileOf(newAuthority()) })).toEqual(untrusted(AUTHORITY, TRUST, 'CERT_SIGNATURE_FAILURE'));
  });

  test('no authority is given', async () => {
    expect(await refused(good, { caFile: undefined })).toEqual(untrusted(AUTHORITY, TRUST, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
  });

  test('the certificate is self-signed', async () => {
    expect(await refused(certificate('x', { hosts: HOSTS }))).toEqual(untrusted('the server\'s certificate is self-signed', TRUST, 'DEPTH_ZERO_SELF_SIGNED_CERT'));
  });

  test('the certificate has expired', async () => {
    const expired = certificate('x', { hosts: HOSTS, authority, from: hour(-2), until: hour(-1) });
    expect(await refused(expired)).toEqual(untrusted('the server\'s certificate has expired', 'renew the certificate', 'CERT_HAS_EXPIRED'));
  });

  test('the certificate is not valid yet', async () => {
    const early = certificate('x', { hosts: HOSTS, authority, from: hour(1), until: hour(2) });
    expect(await refused(early)).toEqual(untrusted('the server\'s certificate is not valid yet', 'check the clock of this machine', 'CERT_NOT_YET_VALID'));
  });

  test('the certificate is for another host', async () => {
    const other = certificate('x', { hosts: ['example.com'], authority });
    expect(await refused(other)).toEqual(untrusted('the server\'s certificate is for another host', 'use the host that the certificate names', 'ERR_TLS_CERT_ALTNAME_INVALID'));
  });

  test('the environment switches the verification off', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect((await refused(good, { caFile: undefined }))[1]).toBe('untrusted-certificate');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test('the server speaks no TLS', async () => {
    const { server: { port }, result } = await asked(undefined, { credentials: undefined });
    await result;
    const [message, code] = await refused(undefined, { url: `https://127.0.0.1:${port}` });
    expect(code).toBe('network');
    expect(message).toMatch(/^\[https:\/\/HOST\] network: the TLS handshake failed \(\w+\); check the port, as plain HTTP needs http:\/\/; the server may also want another version of TLS, or a certificate of the client$/);
  });
});

test('the client says that it is TLS that answers', async () => {
  const server = await serve(ok(TWO), good);
  const error = await failed(new ScraperClient({ url: server.url.replace('https', 'http'), retries: 0 }).query('2'));
  expect(withoutPort(error.message)).toMatch(/^\[http:\/\/HOST\] (network|not-prometheus): .*\(\w+\); .*$/);
});
