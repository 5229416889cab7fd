import { readdirSync } from 'node:fs';
import { bad, Finding, FINE, found, ownWords, Shown } from '../base/findings/finding';

// Checks of arguments that several commands have.

/** Requires one of some values for a flag. */
export function checkChoice(flag: string, value: string, allowed: readonly string[]): Finding[] {
  return allowed.includes(value) ? FINE : found('usage', flag, { reason: 'one-of', allowed, value: Shown.of(value) });
}

/** The number of entries of a folder that an error names. */
const MOST_NAMED = 3;

/** What a code host puts into a new repository, which nothing overwrites. */
const OF_REPOSITORY = /^(\.git|(readme|license).*)$/i;

/**
 * Checks that a folder into which a command writes something new does not exist, or is empty; `isRepository` lets it
 * contain a new Git repository. `at` is the option or argument that names it.
 */
export function checkNewFolder(folder: string, at: string, isRepository = false): Finding[] {
  if (folder === '') {
    return bad('usage', ownWords('must be the path of a folder', 'name the folder of the new project'), at, folder);
  }
  try {
    const others = readdirSync(folder).filter(name => !isRepository || !OF_REPOSITORY.test(name)).sort()
      .slice(0, MOST_NAMED);
    const reason = isRepository ? 'repository' : 'content';
    return others.length > 0 ? found('output-not-empty', at, { reason, folder, others }) : FINE;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return FINE;
    return code === 'ENOTDIR' ? found('output-not-empty', at, { reason: 'file', folder })
      : found('output-not-writable', at, { reason: 'not-readable', error: String(code), folder });
  }
}
