import { execFile } from 'child_process';
import { createHash, randomBytes } from 'crypto';
import { readFileSync, writeFileSync } from 'fs';
import { isIP } from 'net';
import { join } from 'path';
import { promisify } from 'util';
import { temporaryFolder, writeFiles } from './servers';
import { run } from './waiting';
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

/** A password that nothing outside this run has seen. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Whether Apache's htpasswd accepts a password, given lines `user:hash`. */
export async function htpasswdVerifies(lines: string, user: string, password: string): Promise<boolean> {
  const folder = temporaryFolder('htpasswd');
  writeFiles(folder, { htpasswd: lines });
  const { status, stderr } = await run('htpasswd', ['-v', '-i', join(folder, 'htpasswd'), user], password);
  if (status !== 0 && status !== WRONG_PASSWORD && status !== UNKNOWN_USER) throw new Error(`htpasswd: exit code ${status}\n${stderr}`.trim());
  return status === 0;
}

const WRONG_PASSWORD = 3;
const UNKNOWN_USER = 6;

/** How a password is hashed. */
export type HashKind = 'bcrypt' | 'apr1' | 'md5' | 'sha' | 'ssha' | 'sha256' | 'sha512';

/** Hashes a password as people do, with htpasswd or openssl. */
export async function hashOf(password: string, kind: HashKind): Promise<string> {
  switch (kind) {
    case 'bcrypt': return hashByHtpasswd('-niB', password);
    case 'sha': return hashByHtpasswd('-nis', password);
    case 'ssha': return salted(password);
    case 'apr1': return hashByOpenssl('-apr1', password);
    case 'md5': return hashByOpenssl('-1', password);
    case 'sha256': return hashByOpenssl('-5', password);
    case 'sha512': return hashByOpenssl('-6', password);
  }
}

async function hashByHtpasswd(option: string, password: string): Promise<string> {
  const { stdout } = await run('htpasswd', [option, 'user'], password);
  return stdout.trim().slice('user:'.length);
}

async function hashByOpenssl(option: string, password: string): Promise<string> {
  const { stdout } = await run('openssl', ['passwd', option, '-stdin'], password);
  return stdout.trim();
}

/** Neither of the two makes it. */
function salted(password: string): string {
  const salt = randomBytes(8);
  return `{SSHA}${Buffer.concat([createHash('sha1').update(password).update(salt).digest(), salt]).toString('base64')}`;
}
