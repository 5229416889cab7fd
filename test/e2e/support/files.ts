import { mkdirSync, mkdtempSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';

/** A new folder, readable by this user only. Whoever makes it has it removed. */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `cdk8s-oam-${name}-`));
}

/** Writes files, by path in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o600 });
  }
}
