import { atEnd } from './clean-up';
import { newFolder } from './files';
import { guard } from './guard';

export * from './files';

/** A new folder that is removed after the last test of the file, or when its process dies. */
export function temporaryFolder(name = 'e2e'): string {
  const folder = newFolder(name);
  atEnd(guard(folder).stop);
  return folder;
}
