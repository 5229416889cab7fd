import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Works in an empty folder for each test; gives what writes a file into it. */
export function inEmptyFolder(): (text: string | Uint8Array, name?: string) => void {
  const before = process.cwd();
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  return (text, name = 'cdk8s-oam.yaml') => writeFileSync(name, text);
}
