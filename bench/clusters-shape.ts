/** Components, and the namespaces among which they are divided. */
export const [COMPONENTS, NAMESPACES] = [100_000, 1000];

export const SHARDS = 10;
