import { chownSync } from 'node:fs';

/** The user `nobody`. */
const NOBODY = 65534;

/** Does something as a user who may not write everywhere, as root may: as the owner of a folder, and of nothing else. */
export function asAnyone<T>(folder: string, action: () => T): T {
  if (process.geteuid?.() !== 0) return action();
  chownSync(folder, NOBODY, NOBODY);
  process.seteuid!(NOBODY);
  try {
    return action();
  } finally {
    process.seteuid!(0);
  }
}
