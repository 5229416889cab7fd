import { unlinkSync } from 'node:fs';

/** Removes a file that another run may have removed already. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** What is only cleaning up does not hide the first error. */
export function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // a later run does it
  }
}
