import { execFile } from 'child_process';
import { readFileSync, writeFileSync } from 'fs';
import { isIP } from 'net';
import { join } from 'path';
import { promisify } from 'util';
import { temporaryFolder } from './folder';
import { pathOf } from '../../../build-tools/servers';

/** A server's certificate. */
export interface Certificate {
  readonly keyFile: string;
  readonly certFile: string;
  /** Certificate and key, as haproxy takes them. */
  readonly pemFile: string;
  /** The authority that a client has to trust. */
  readonly caFile: string;
}

/** What may be wrong with a certificate. */
export interface CertificateOptions {
  /** Its time is over, which that of its authority is not. @default false */
  readonly isExpired?: boolean;
}

/** Makes a certificate for a host, or for several, and an authority that signs it. */
export async function certificate(hosts: string | readonly string[], { isExpired = false }: CertificateOptions = {}): Promise<Certificate> {
  const folder = temporaryFolder('certificate');
  const [keyFile, certFile, pemFile, caFile] = ['tls.key', 'tls.crt', 'tls.pem', 'ca.crt'].map((name) => join(folder, name));
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  writeFileSync(join(folder, 'openssl.cnf'), configuration([hosts].flat()));
  writeFileSync(join(folder, 'index.txt'), '');
  const openssl = async (...args: string[]) => promisify(execFile)(pathOf('openssl') ?? 'openssl', args, { cwd: folder, timeout: 20_000 });
  await openssl('req', '-config', 'openssl.cnf', '-x509', '-extensions', 'authority', '-subj', '/CN=Authority of a test', '-days', '2', ...newKey,
    '-keyout', 'ca.key', '-out', caFile);
  await openssl('req', '-config', 'openssl.cnf', '-subj', '/CN=Server of a test', ...newKey, '-keyout', keyFile, '-out', 'tls.csr');
  // not `openssl x509`, which in this version signs nothing for the past
  await openssl('ca', '-config', 'openssl.cnf', '-batch', '-notext', '-in', 'tls.csr', '-out', certFile, '-extensions', 'server',
    '-startdate', daysFromNow(-3), '-enddate', daysFromNow(isExpired ? -2 : 2));
  writeFileSync(pemFile, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'), { mode: 0o600 });
  return { keyFile, certFile, pemFile, caFile };
}

const DAY = 24 * 60 * 60 * 1000;

/** As `20260131235959Z`. */
function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().replace(/\.\d+|[-:T]/g, '');
}

function configuration(hosts: readonly string[]): string {
  return [
    '[req]',
    'distinguished_name = name',
    '[name]',
    '[ca]',
    'default_ca = test',
    '[test]',
    'database = index.txt',
    'new_certs_dir = .',
    'certificate = ca.crt',
    'private_key = ca.key',
    'default_md = sha256',
    'rand_serial = yes',
    'policy = any',
    '[any]',
    'commonName = supplied',
    '[authority]',
    'basicConstraints = critical, CA:TRUE',
    'keyUsage = critical, keyCertSign, cRLSign',
    'subjectKeyIdentifier = hash',
    '[server]',
    'basicConstraints = critical, CA:FALSE',
    'extendedKeyUsage = serverAuth',
    'authorityKeyIdentifier = keyid',
    `subjectAltName = ${hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join(', ')}`,
    '',
  ].join('\n');
}
