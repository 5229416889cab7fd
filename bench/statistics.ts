/** What many runs of one thing took: the least is what the machine's other work disturbs least. */
export interface Summary {
  readonly min: number;
  readonly median: number;
}

export function summary(values: number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { min: sorted[0], median };
}

/** How many times the other one is. */
export function ratio(of: Summary, to: Summary): Summary {
  return { min: of.min / to.min, median: of.median / to.median };
}
