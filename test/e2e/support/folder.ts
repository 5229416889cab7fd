import { mkdirSync, mkdtempSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { atEnd } from './clean-up';
import { guard } from './guard';

/** A new folder, readable by this user only. Whoever makes it has it removed. */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `cdk8s-oam-${name}-`));
}

/** A new folder that is removed after the last test of the file, or when its process dies. */
export function temporaryFolder(name = 'e2e'): string {
  const folder = newFolder(name);
  atEnd(guard(folder).stop);
  return folder;
}

/** Writes files, by path in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o600 });
  }
}
