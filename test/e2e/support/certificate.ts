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

/** Makes a certificate for a host, and an authority that signs it. */
export async function certificate(host: string): Promise<Certificate> {
  const folder = temporaryFolder('certificate');
  const [keyFile, certFile, pemFile, caFile] = ['tls.key', 'tls.crt', 'tls.pem', 'ca.crt'].map((name) => join(folder, name));
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  writeFileSync(join(folder, 'openssl.cnf'), configuration(host));
  const openssl = async (...args: string[]) => promisify(execFile)(pathOf('openssl') ?? 'openssl', args, { cwd: folder, timeout: 20_000 });
  await openssl('req', '-config', 'openssl.cnf', '-x509', '-extensions', 'authority', '-subj', '/CN=Authority of a test', '-days', '2', ...newKey,
    '-keyout', 'ca.key', '-out', caFile);
  await openssl('req', '-config', 'openssl.cnf', '-subj', '/CN=Server of a test', ...newKey, '-keyout', keyFile, '-out', 'tls.csr');
  await openssl('x509', '-req', '-in', 'tls.csr', '-CA', caFile, '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'openssl.cnf',
    '-extensions', 'server', '-out', certFile);
  writeFileSync(pemFile, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'), { mode: 0o600 });
  return { keyFile, certFile, pemFile, caFile };
}

function configuration(host: string): string {
  return [
    '[req]',
    'distinguished_name = name',
    '[name]',
    '[authority]',
    'basicConstraints = critical, CA:TRUE',
    'keyUsage = critical, keyCertSign, cRLSign',
    'subjectKeyIdentifier = hash',
    '[server]',
    'basicConstraints = critical, CA:FALSE',
    'extendedKeyUsage = serverAuth',
    'authorityKeyIdentifier = keyid',
    `subjectAltName = ${isIP(host) ? 'IP' : 'DNS'}:${host}`,
    '',
  ].join('\n');
}
