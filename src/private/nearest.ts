/** The maximum distance of words that have anything to do with each other. */
const MOST = 2;

/** The known word that was probably meant: the one with the fewest letters wrong, missing, added or swapped, by default at most two. */
export function nearest(word: string, known: readonly string[], limit = MOST): string | undefined {
  let [best, least]: [string | undefined, number] = [undefined, Infinity];
  for (const each of known) {
    // a short word must not differ completely
    const most = Math.min(limit, Math.max(1, Math.floor(each.length / 3)), each.length - 1);
    if (Math.abs(each.length - word.length) > most) continue;
    const found = distance(word.toLowerCase(), each.toLowerCase());
    if (found <= most && found < least) [best, least] = [each, found];
  }
  return best;
}

/** The number of edits from one word to another: a letter added, removed or replaced, or two neighbours swapped. */
function distance(from: string, to: string): number {
  let [older, old, row]: number[][] = [[], [], Array.from({ length: to.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= from.length; i++) {
    [older, old, row] = [old, row, [i]];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      row[j] = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (isSame ? 0 : 1));
      const isTurned = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isTurned) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
  }
  return row[to.length];
}
