/** More pairs of elements are not looked at: what differs is then taken as a whole. */
const MOST_PAIRS = 4_000_000;

/** The index of an element before, and of the same one after. */
export type IndexPair = readonly [before: number, after: number];

/** What two lists have in common in one order, as much of it as there is: the longest common subsequence. */
export function align(before: readonly string[], after: readonly string[]): IndexPair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const middle = alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...Array.from({ length: start }, (_, i): IndexPair => [i, i]),
    ...middle.map(([i, j]): IndexPair => [start + i, start + j]),
    ...Array.from({ length: end }, (_, i): IndexPair => [before.length - end + i, after.length - end + i]),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[]): IndexPair[] {
  if (before.length * after.length > MOST_PAIRS) return [];
  const width = after.length + 1;
  const lengths = commonLengths(before, after);
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) {
      pairs.push([i++, j++]);
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  return pairs;
}

/** How much there is in common behind each pair of indexes. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = before[i] === after[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  return lengths;
}
