import { createHash } from 'crypto';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';

/** What was written into a folder: of all files, names and content; without files that begin with a dot. */
export interface Digest {
  readonly digest: string;
  readonly bytes: number;
  readonly files: number;
}

export function digestOf(folder: string): Digest {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter(name => !name.startsWith('.')).sort();
  let bytes = 0;
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
    bytes += content.length;
  }
  return { digest: hash.digest('hex'), bytes, files: names.length };
}
