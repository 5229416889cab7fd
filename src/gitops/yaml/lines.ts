/** What lies deeper is left to cdk8s; no manifest is as deep. */
export const DEEPEST = 100;

/** How a line begins at each depth: two spaces a level. Values are one level deeper than their keys. */
export const LINES: readonly string[] = Array.from({ length: DEEPEST + 2 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/** How a line of a list begins at each depth. */
export const DASHES: readonly string[] = LINES.map(line => `${line}- `);
