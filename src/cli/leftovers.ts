/** More of them are not named. */
const MOST_NAMED = 5;

/** A note on files of an earlier run whose source is gone: they would go on being applied. */
export function leftoverNote(folder: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const named = names.slice(0, MOST_NAMED).map(name => JSON.stringify(name)).join(', ');
  return [`note: ${JSON.stringify(folder)} holds what this run has not written: ${named}${more}; delete what nobody needs any more`];
}
