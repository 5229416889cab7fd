import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { found } from '../findings/finding';
import { printable } from '../findings/shown';
import { ModelError, refuse } from '../private/errors';
import { decodeUtf8 } from '../private/utf8';
import { PASSWORD_VARIABLE } from '../query/kubectl';

/** Takes the password out of the environment: no program that is started from here inherits it. */
export function takePassword(): string | undefined {
  const { [PASSWORD_VARIABLE]: password } = process.env;
  delete process.env[PASSWORD_VARIABLE];
  return password || undefined;
}

/** The password in a file, without the line break at its end, and without a mark of its encoding. */
export function passwordOfFile(file: string): string {
  const { text, complete } = decodeUtf8(read(file));
  if (!complete) refuse('cdk8s-oam', found('no-password', '--password-file', { reason: 'not-utf8', path: file }));
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ModelError('cdk8s-oam', found('no-password', '--password-file', { reason: 'not-readable', error: code, path: file }));
  }
}

/** Asks whoever sits there for the password, and shows nothing of it. */
export async function promptPassword(user: string, url: string): Promise<string> {
  if (!process.stdin.isTTY) {
    refuse('cdk8s-oam', found('no-password', '', { reason: 'nobody-to-ask', user }));
  }
  process.stderr.write(printable(`Password of ${user} at ${url}: `));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await new Promise<string | undefined>(resolve => {
    reader.on('close', () => resolve(undefined));
    reader.question('', resolve);
  });
  reader.close();
  process.stderr.write('\n');
  if (!password) refuse('cdk8s-oam', found('no-password', '', { reason: 'none-typed' }));
  return password!;
}
