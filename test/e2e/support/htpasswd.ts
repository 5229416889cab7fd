import { createHash, randomBytes } from 'crypto';
import { join } from 'path';
import { temporaryFolder, writeFiles } from './folder';
import { run } from './run';

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
