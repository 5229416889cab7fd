/** The properties of a component that a page changes, in the statement of its program that declares it. */
const DECLARATION = /^const cart = /;

/** The lines of each statement, or of each property: a line that is indented or closes brackets belongs to the one before. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const line of lines.filter(each => each !== '')) {
    if (groups.length > 0 && /^[\s)\]}]/.test(line)) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Puts each group in the place of the one that begins alike, or else at the end. */
function merged(own: readonly string[][], changed: readonly string[][], startOf: (group: string[]) => string): string[][] {
  const byStart = new Map(changed.map(group => [startOf(group), group]));
  const replaced = own.map(group => byStart.get(startOf(group)) ?? group);
  return [...replaced, ...changed.filter(group => !replaced.includes(group))];
}

/**
 * The program of a page after a change: lines at its beginning with an indentation are properties of the component, and
 * the others are statements, which come before the last one of the program or replace the one that begins with the same line.
 */
export function changedProgram(program: string, change: string): string {
  const own = groupsOf(program.split('\n'));
  const groups = groupsOf(change.split('\n'));
  const isIndented = groups[0][0].startsWith(' ');
  const properties = groupsOf((isIndented ? groups[0] : []).map(line => line.replace(/^ {2}/, '')));
  const statements = merged(own.slice(0, -1), isIndented ? groups.slice(1) : groups, ([first]) => first);
  const all = [...statements, own.at(-1)!].map(group => {
    if (!DECLARATION.test(group[0])) return group;
    const inner = groupsOf(group.slice(1, -1).map(line => line.slice(2)));
    const now = merged(inner, properties, ([first]) => /^\w*/.exec(first)![0]);
    return [group[0], ...now.flat().map(line => `  ${line}`), group.at(-1)!];
  });
  return all.flat().map(line => `${line}\n`).join('');
}
