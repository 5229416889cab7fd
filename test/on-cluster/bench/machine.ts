/** What a machine has left for a build. */
import { execFileSync } from 'child_process';
import { existsSync, readFileSync, statfsSync } from 'fs';
import { tmpdir } from 'os';
import { dirname } from 'path';
import { pathOf } from '../../../build-tools/servers';

/** The figures of a machine, in GiB. */
export interface Machine {
  /** What is free on the disk of a folder, which need not be there yet. */
  readonly freeDisk: (folder: string) => number;
  /** What programs may still take, the caches of files included. */
  readonly freeMemory: () => number;
  /** Where Go writes beside its output. */
  readonly goFolders: () => string[];
}

const GIB = 2 ** 30;

/** This one. */
export const MACHINE: Machine = {
  freeDisk: (folder) => {
    if (!existsSync(folder) && dirname(folder) !== folder) return MACHINE.freeDisk(dirname(folder));
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize / GIB;
  },
  freeMemory: () => {
    try {
      const [, kilobytes] = readFileSync('/proc/meminfo', 'utf8').match(/^MemAvailable:\s*(\d+) kB/m) ?? [];
      return kilobytes ? Number(kilobytes) * 1024 / GIB : Infinity;
    } catch {
      return Infinity;
    }
  },
  goFolders: () => {
    try {
      const told = execFileSync(pathOf('go')!, ['env', 'GOCACHE', 'GOMODCACHE'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' });
      return told.split('\n').filter((line) => line.startsWith('/'));
    } catch {
      return [tmpdir()];
    }
  },
};
